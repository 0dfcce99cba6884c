// Release, part: names of the release and its chart, and names that live outside of them.
#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzer/index/release.h"
#include "rules/data/embedded.h"

namespace chartlint {
namespace {

using Words = std::vector<std::string>;

// "cert-manager-v1.2.3" -> "cert-manager": a version begins at a dash before a digit and has a dot.
absl::string_view ChartOfLabel(absl::string_view label) {
  for (size_t dash = label.find('-'); dash != absl::string_view::npos; dash = label.find('-', dash + 1)) {
    absl::string_view rest = label.substr(dash + 1);
    absl::ConsumePrefix(&rest, "v");
    if (!rest.empty() && absl::ascii_isdigit(rest[0]) && absl::StrContains(rest, '.'))
      return label.substr(0, dash);
  }
  return label;
}

// The value that more than half of those who give one agree on; sub-charts may hard-code another.
std::string MajorityLabel(const std::vector<const Object*>& objects, const char* label) {
  absl::flat_hash_map<absl::string_view, size_t> votes;
  size_t all = 0;
  for (const Object* object : objects) {
    const absl::string_view value = TextOf(object->labels()[label]);
    if (value.empty()) continue;
    ++votes[value];
    ++all;
  }
  for (const auto& [value, count] : votes) {
    if (2 * count > all) return std::string(value);
  }
  return "";
}

// Takes each occurrence of `part` out of `words`.
void TakeOut(const Words& part, Words* words) {
  for (auto at = words->begin(); !part.empty();) {
    at = std::search(at, words->end(), part.begin(), part.end());
    if (at == words->end()) return;
    at = words->erase(at, at + static_cast<std::ptrdiff_t>(part.size()));
  }
}

struct OutsideNames {
  std::unique_ptr<Document> document = Document::Parse(DataFile("outside_names.yaml"));

  static const OutsideNames& Table() {
    static const OutsideNames& table = *new OutsideNames;
    return table;
  }

  bool Holds(absl::string_view kind, absl::string_view name, absl::string_view ns) const {
    for (Node line : document->root().Items()) {
      if (TextOf(line["kind"]) != kind) continue;
      if (line["namespace"] && TextOf(line["namespace"]) != ns) continue;
      for (Node known : line["names"].Items()) {
        absl::string_view pattern = TextOf(known);
        if (absl::ConsumeSuffix(&pattern, "*") ? absl::StartsWith(name, pattern) : name == pattern)
          return true;
      }
    }
    return false;
  }
};

}  // namespace

void Release::IndexNames() {
  release_name_ = options_.release_name;
  if (release_name_.empty()) release_name_ = MajorityLabel(objects_, "app.kubernetes.io/instance");
  if (release_name_.empty()) release_name_ = MajorityLabel(objects_, "release");

  std::vector<std::string> names = options_.chart_names;
  for (const Object* object : objects_) {
    for (const char* label : {"helm.sh/chart", "chart"}) {
      const absl::string_view chart = ChartOfLabel(TextOf(object->labels()[label]));
      // Few charts, many objects: the last ones are the likely ones.
      if (!chart.empty() && std::find(names.rbegin(), names.rend(), chart) == names.rend())
        names.emplace_back(chart);
    }
  }
  if (!release_name_.empty()) names.push_back(release_name_);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  for (const std::string& name : names) own_words_.push_back(absl::StrSplit(name, '-', absl::SkipEmpty()));
  std::stable_sort(own_words_.begin(), own_words_.end(),
                   [](const Words& a, const Words& b) { return a.size() > b.size(); });
}

std::string Release::BareName(absl::string_view name) const {
  Words words = absl::StrSplit(name, '-', absl::SkipEmpty());
  for (const Words& own : own_words_) TakeOut(own, &words);
  return absl::StrJoin(words, "-");
}

bool Release::IsExternal(absl::string_view kind, absl::string_view name, absl::string_view ns) const {
  const std::string title = absl::StrCat(kind, "/", name);
  if (std::find(options_.external.begin(), options_.external.end(), title) != options_.external.end())
    return true;
  return OutsideNames::Table().Holds(kind, name, ns);
}

}  // namespace chartlint
