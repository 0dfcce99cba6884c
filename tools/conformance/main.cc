// Compares every document of the named files and folders with a second parser's reading. Prints each difference as
// `file:line: path: what` and the counts; exit code 1 if there are any.
//
// usage: bazel run //tools/conformance -- PATH...
#include <cstdio>
#include <optional>
#include <string>

#include "analyzer/input/renders.h"
#include "tools/conformance/second_opinion.h"

int main(int argc, char** argv) {
  chartlint::RenderSet renders;
  chartlint::RenderReader reader(&renders);
  for (int i = 1; i < argc; ++i) reader.AddPath(reader.Variant("default"), argv[i]);
  reader.Finish(2);
  for (const auto& problem : renders.problems) std::printf("%s: %s\n", problem.path.c_str(), problem.message.c_str());
  size_t differences = 0;
  for (const auto& distinct : renders.documents) {
    std::optional<std::string> difference = chartlint::SecondOpinion(*distinct.document);
    if (!difference) continue;
    ++differences;
    const auto& where = distinct.occurrences.front();
    std::printf("%s:%u: %s\n", renders.sources[where.source].path.c_str(), where.first_line, difference->c_str());
  }
  std::printf("%zu documents, %zu distinct, %zu differ\n", renders.occurrence_count(), renders.documents.size(), differences);
  return differences == 0 && renders.problems.empty() ? 0 : 1;
}
