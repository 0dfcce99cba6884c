#include "analyzer/engine/ignore.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"

namespace chartlint {
namespace {

bool AnyMatches(const Pattern& pattern, const std::vector<std::string>& paths) {
  return std::any_of(paths.begin(), paths.end(), [&](const std::string& path) { return pattern.Matches(path); });
}

bool IsInContainer(Node node, absl::string_view name) {
  for (; node; node = node.Parent()) {
    const absl::string_view list = node.Parent().KeyNode().text();
    if ((list == "containers" || list == "initContainers" || list == "ephemeralContainers") && node["name"].text() == name) {
      return true;
    }
  }
  return false;
}

// The indices of an entry's variants; all of them if it names none.
std::vector<uint32_t> VariantsOf(const IgnoreEntry& entry, const RenderSet& renders) {
  std::vector<uint32_t> variants;
  for (uint32_t i = 0; i < renders.variants.size(); ++i) {
    const bool named = entry.variants.empty() ||
                       std::find(entry.variants.begin(), entry.variants.end(), renders.variants[i]) != entry.variants.end();
    if (named) variants.push_back(i);
  }
  return variants;
}

bool NamesObject(const IgnoreEntry& entry, const Object& object) {
  return (entry.kind.empty() || entry.kind == object.kind) && entry.name.Matches(object.name);
}

}  // namespace

ConfigIgnores::ConfigIgnores(std::vector<IgnoreEntry> entries, std::string today) {
  for (IgnoreEntry& entry : entries) {
    State state;
    state.expired = !entry.expires.empty() && entry.expires < today;
    state.entry = std::move(entry);
    entries_.push_back(std::move(state));
  }
}

bool ConfigIgnores::Accepts(const IgnoreEntry& entry, const Finding& finding, const IgnorePaths& paths) {
  if (entry.rule != finding.rule->id) return false;
  if (!entry.kind.empty() || entry.name.IsSet()) {
    if (finding.object == nullptr || !NamesObject(entry, *finding.object)) return false;
  }
  if (!entry.container.empty() && !IsInContainer(finding.node, entry.container)) return false;
  return !entry.path.IsSet() || AnyMatches(entry.path, paths.of_finding(finding));
}

bool ConfigIgnores::Saw(const IgnoreEntry& entry, const RenderSet& renders, const Analysis& analysis,
                        const IgnorePaths& paths) {
  const std::vector<uint32_t> variants = VariantsOf(entry, renders);
  if (variants.empty() || !entry.NamesPlace()) return false;
  for (size_t i = 0; i < renders.documents.size(); ++i) {
    const DistinctDocument& document = renders.documents[i];
    const bool rendered =
        std::any_of(document.occurrences.begin(), document.occurrences.end(), [&](const Occurrence& occurrence) {
          return std::binary_search(variants.begin(), variants.end(), occurrence.variant);
        });
    const bool object = std::any_of(analysis.objects[i].begin(), analysis.objects[i].end(),
                                    [&](const auto& at) { return NamesObject(entry, *at); });
    if (rendered && object && (!entry.path.IsSet() || AnyMatches(entry.path, paths.of_document(document)))) return true;
  }
  return false;
}

void ConfigIgnores::Apply(const RenderSet& renders, const Analysis& analysis, const IgnorePaths& paths,
                          std::vector<Finding>* findings) {
  for (State& state : entries_) {
    const IgnoreEntry& entry = state.entry;
    state.hidden |= analysis.hidden_rules.contains(entry.rule);
    if (state.expired) continue;
    const std::vector<uint32_t> variants = VariantsOf(entry, renders);
    for (size_t i = 0; i < findings->size(); ++i) {
      Finding& finding = (*findings)[i];
      if (!Accepts(entry, finding, paths)) continue;
      std::vector<uint32_t> accepted, left;
      std::set_intersection(finding.variants.begin(), finding.variants.end(), variants.begin(), variants.end(),
                            std::back_inserter(accepted));
      std::set_difference(finding.variants.begin(), finding.variants.end(), variants.begin(), variants.end(),
                          std::back_inserter(left));
      if (accepted.empty() && !entry.variants.empty()) continue;
      state.used = true;
      if (finding.suppression) continue;
      if (!left.empty()) {
        // The open part keeps its place; the accepted one follows.
        Finding part = finding;
        part.variants = std::move(accepted);
        part.suppression = Acceptance{false, entry.reason};
        finding.variants = std::move(left);
        findings->insert(findings->begin() + static_cast<ptrdiff_t>(++i), std::move(part));
      } else {
        finding.suppression = Acceptance{false, entry.reason};
      }
    }
    if (!state.used && !state.seen) state.seen = Saw(entry, renders, analysis, paths);
  }
}

std::vector<Finding> ConfigIgnores::Findings(const Selection& selection, bool complete) const {
  std::vector<Finding> findings;
  for (const State& state : entries_) {
    const IgnoreEntry& entry = state.entry;
    const RuleInfo* rule = FindRule(entry.rule);
    Finding finding;
    if (state.expired) {
      finding = SuppressionFinding("suppression-invalid",
                                   absl::StrCat("expired after ", entry.expires, ": findings of '", entry.rule, "' count again"));
    } else {
      const bool could_speak = rule != nullptr && selection.Runs(*rule) && !state.hidden;
      if (state.used || !could_speak || !(state.seen || complete)) continue;
      finding = SuppressionFinding("suppression-unused",
                                   absl::StrCat("the entry accepts nothing: there is no finding of '", entry.rule, "' that it names"));
    }
    finding.place = entry.place;
    finding.subject = absl::StrCat(entry.rule, " ", entry.reason);
    if (selection.Runs(*finding.rule) && selection.Admits(&finding)) findings.push_back(std::move(finding));
  }
  return findings;
}

std::string Today() {
  absl::Time now = absl::Now();
  int64_t epoch = 0;
  if (const char* set = std::getenv("SOURCE_DATE_EPOCH"); set != nullptr && absl::SimpleAtoi(set, &epoch)) {
    now = absl::FromUnixSeconds(epoch);
  }
  return absl::FormatTime("%Y-%m-%d", now, absl::UTCTimeZone());
}

}  // namespace chartlint
