// Writes the C++ of the rule catalogue and of the embedded tables; run by the build.
//
//   generate catalogue CATALOGUE.CC PROTOTYPES.H FILE...   entries rules/<family>/<id>.yaml and
//                                                          fixtures testdata/rules/<family>/...
//   generate embedded EMBEDDED.CC HEADER FUNCTION FILE...  files by name, as FUNCTION of HEADER gives them
//
// Every mistake of the entries is printed, "FILE:LINE: reason", before the exit with 1.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "tools/catalogue/emit.h"
#include "tools/catalogue/entry.h"

namespace chartlint {
namespace {

constexpr absl::string_view kFixtures = "testdata/rules/";

// "testdata/rules/strategy/x.yaml" of a fixture, also where chartlint is an external repository of
// Bazel's ("external/chartlint/testdata/…"); empty for an entry.
absl::string_view FixtureName(absl::string_view path) {
  const size_t at = path.find(kFixtures);
  const bool whole_folder = at == 0 || (at != absl::string_view::npos && path[at - 1] == '/');
  return whole_folder ? path.substr(at) : absl::string_view();
}

std::string ReadFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
}

bool WriteFile(const std::string& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  return out.flush().good();
}

// The text of a rule's fixture: testdata/rules/<family>/<id>.yaml as it is, or each .yaml file
// under testdata/rules/<family>/<id>/ behind a line that names its variant or, of a chart or a repository, the file. Empty if there is none:
// //testing:rule_fixture_test tells, so that a rule can be built before its fixture is written.
std::string Fixture(const CatalogueEntry& entry, const std::vector<std::string>& fixtures) {
  const std::string stem = absl::StrCat(kFixtures, entry.family, "/", entry.id);
  const bool of_files = std::any_of(fixtures.begin(), fixtures.end(), [&](const std::string& path) {
    return FixtureName(path) == stem + "/Chart.yaml" || FixtureName(path) == stem + "/.chartlint.yaml";
  });
  std::string text;
  for (const std::string& path : fixtures) {  // sorted
    absl::string_view name = FixtureName(path);
    if (name == stem + ".yaml") return ReadFile(path);
    if (!absl::ConsumePrefix(&name, stem + "/") || !absl::EndsWith(name, ".yaml")) continue;
    absl::StrAppend(&text, of_files ? "# file: " : "# variant: ", of_files ? name : absl::StripSuffix(name, ".yaml"), "\n",
                    ReadFile(path));
  }
  return text;
}

int WriteCatalogue(const std::string& catalogue, const std::string& prototypes,
                   std::vector<std::string> files) {
  std::sort(files.begin(), files.end());
  const auto first_entry =
      std::stable_partition(files.begin(), files.end(), [](const std::string& path) {
        return !FixtureName(path).empty();
      });
  const std::vector<std::string> fixtures(files.begin(), first_entry);
  std::vector<CatalogueEntry> entries;
  bool good = true;
  for (auto path = first_entry; path != files.end(); ++path) {
    absl::StatusOr<CatalogueEntry> entry = ReadEntry(*path, ReadFile(*path));
    if (!entry.ok()) {
      std::cerr << entry.status().message() << "\n";
      good = false;
      continue;
    }
    entry->fixture = Fixture(*entry, fixtures);
    entries.push_back(*std::move(entry));
  }
  return good && WriteFile(catalogue, EmitCatalogue(entries)) &&
                 WriteFile(prototypes, EmitPrototypes(entries))
             ? 0
             : 1;
}

int WriteEmbedded(const std::string& embedded, const std::string& header, const std::string& function,
                  const std::vector<std::string>& files) {
  std::map<std::string, std::string> bytes;
  for (const std::string& path : files) {
    bytes[path.substr(path.rfind('/') + 1)] = ReadFile(path);
  }
  return WriteFile(embedded, EmitEmbedded(header, function, bytes)) ? 0 : 1;
}

}  // namespace
}  // namespace chartlint

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() >= 3 && words[0] == "catalogue") {
    return chartlint::WriteCatalogue(words[1], words[2], {words.begin() + 3, words.end()});
  }
  if (words.size() >= 4 && words[0] == "embedded") {
    return chartlint::WriteEmbedded(words[1], words[2], words[3], {words.begin() + 4, words.end()});
  }
  std::cerr << "usage: generate catalogue CATALOGUE.CC PROTOTYPES.H FILE...\n"
               "       generate embedded EMBEDDED.CC HEADER FUNCTION FILE...\n";
  return 1;
}
