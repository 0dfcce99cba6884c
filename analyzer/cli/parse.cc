#include "analyzer/cli/parse.h"

#include <cstdio>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzer/cli/check.h"
#include "analyzer/cli/files.h"
#include "analyzer/cli/stdin.h"
#include "analyzer/input/renders.h"

namespace chartlint {

int RunParse(const Options& options) {
  RenderSet renders;
  RenderReader reader(&renders);
  std::vector<std::string> paths = options.paths;
  if (paths.empty()) paths.push_back("-");
  for (size_t i = 0; i < paths.size(); ++i) {
    // One variant a file, so that equal documents are printed once for each.
    const uint32_t variant = reader.Variant(absl::StrCat(i));
    if (paths[i] != "-") {
      reader.AddPath(variant, paths[i]);
      continue;
    }
    std::string text;
    if (absl::Status read = ReadStdin(&text); !read.ok()) {
      renders.problems.push_back({"<stdin>", 0, std::string(read.message()), variant, true});
    } else {
      reader.AddText(variant, "<stdin>", std::move(text));
    }
  }
  reader.Finish(1);

  bool failed = false;
  std::string out;
  for (const InputProblem& problem : renders.problems) {
    std::fprintf(stderr, "chartlint: %s: %s\n", problem.path.c_str(), problem.message.c_str());
    failed = true;
  }
  for (const std::vector<uint32_t>& documents : renders.documents_of_variant) {
    for (uint32_t index : documents) {
      const DistinctDocument& distinct = renders.documents[index];
      const Document& document = *distinct.document;
      if (document.problem().has_value()) {
        const Occurrence& where = distinct.occurrences.front();
        const Position position = document.PositionAt(document.problem()->span.begin);
        std::fprintf(stderr, "%s:%u:%u: %s\n", renders.sources[where.source].path.c_str(),
                     where.first_line + position.line - 1, position.column, document.problem()->message.c_str());
        failed = true;
      } else if (document.root()) {
        absl::StrAppend(&out, document.ToJson(document.root()), "\n");
      }
    }
  }
  if (absl::Status written = WriteStdout(out); !written.ok()) {
    std::fprintf(stderr, "chartlint: %s\n", std::string(written.message()).c_str());
    return kExitUsage;
  }
  return failed ? kExitInput : kExitClean;
}

}  // namespace chartlint
