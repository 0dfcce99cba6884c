#include "analyzer/variants/variant_name.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace chartlint {
namespace {

enum Rank { kChoice, kSwitch, kFlag, kOther };

// "=true"; empty where the value is long, or holds what would have to be quoted.
std::string Written(const ChartValue& value) {
  constexpr size_t kShort = 40;
  const std::string text = value.PrintVerbose().value_or("");
  const bool plain = !text.empty() && text.size() <= kShort && std::all_of(text.begin(), text.end(), [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || absl::StrContains("._:/@%-", std::string(1, c));
  });
  return plain ? "=" + text : "";
}

bool IsChoice(const Atom& atom) {
  return atom.op == AtomOp::kEqual && atom.value.IsString() && !atom.value.string_value().empty() &&
         !IsOfRelease(atom.path);
}

bool IsSwitch(const Atom& atom, const Setting& now) {
  const ChartValue* value = FindAt(now.values, atom.path);
  return value != nullptr && value->kind() == ChartValue::Kind::kBool;
}

std::pair<Rank, std::string> Describe(const Atom& atom, const Setting& now) {
  switch (atom.op) {
    case AtomOp::kApi:
      return {kFlag, "api:" + atom.path[0]};
    case AtomOp::kKube:
    case AtomOp::kNotKube:
      return {kFlag, "kube=" + now.kube_version};
    case AtomOp::kUpgrade:
      return {kFlag, "upgrade"};
    default:
      break;
  }
  if (IsOfRelease(atom.path) && atom.path.size() == 2) {
    const ChartValue* value = FindAt(now.values, atom.path);
    const char* const what = atom.path[1] == "Name" ? "release=" : "namespace=";
    return {kFlag, absl::StrCat(what, value == nullptr ? "" : value->string_value())};
  }
  const std::string path = PrintKeyPath(atom.path);
  if (IsSwitch(atom, now)) {
    const bool on = FindAt(now.values, atom.path)->bool_value();
    return {kSwitch, on ? path : path + "=false"};
  }
  if (IsChoice(atom)) {
    return {kChoice, absl::StrCat(path, Written(atom.value))};
  }
  if (atom.op == AtomOp::kEqual || atom.op == AtomOp::kNotEqual || atom.op == AtomOp::kGreater ||
      atom.op == AtomOp::kAtLeast || atom.op == AtomOp::kLess || atom.op == AtomOp::kAtMost) {
    const ChartValue* value = FindAt(now.values, atom.path);
    if (value != nullptr && !value->IsMap() && !value->IsList())
      return {kOther, absl::StrCat(path, Written(*value))};
  }
  if (atom.op == AtomOp::kFalse || atom.op == AtomOp::kNotSet) return {kOther, path + "=null"};
  return {kOther, path};
}

struct NamedSetting {
  Rank rank;
  int weight;
  KeyPath path;
  std::string text;
};

bool SameMatter(const KeyPath& a, const KeyPath& b) { return !a.empty() && (IsPrefix(a, b) || IsPrefix(b, a)); }

// Strongest first; of those that lie in one another the strongest only.
std::vector<NamedSetting> SettingsOf(const Candidate& candidate, const std::set<BranchId>& opens, const Setting& base,
                                     const std::map<KeyPath, std::set<std::string>>& choices, const Atoms& atoms) {
  std::map<AtomId, int> weight;
  for (const Target& target : candidate.targets) {
    for (const AtomId id : target.atoms) {
      const Atom& atom = atoms.at(id);
      const bool chosen = IsChoice(atom) && choices.count(atom.path) > 0;
      if (atom.IsUnknown() || (!chosen && Holds(atom, base))) continue;
      weight[id] += opens.count(target.branch) > 0 ? 1 : 0;
    }
  }
  std::map<std::string, NamedSetting> by_text;
  for (const auto& atom : weight) {
    const Atom& of = atoms.at(atom.first);
    auto described = Describe(of, candidate.now);
    NamedSetting& setting =
        by_text.emplace(described.second, NamedSetting{described.first, 0, of.IsOfValue() ? of.path : KeyPath(), described.second})
            .first->second;
    setting.weight += atom.second;
    setting.rank = std::min(setting.rank, described.first);
  }
  std::vector<NamedSetting> sorted;
  for (auto& entry : by_text) sorted.push_back(std::move(entry.second));
  std::stable_sort(sorted.begin(), sorted.end(), [](const NamedSetting& a, const NamedSetting& b) {
    return std::make_tuple(a.weight == 0, a.rank, -a.weight) < std::make_tuple(b.weight == 0, b.rank, -b.weight);
  });
  std::vector<NamedSetting> apart;
  for (NamedSetting& setting : sorted) {
    const bool told = std::any_of(apart.begin(), apart.end(),
                                  [&](const NamedSetting& other) { return SameMatter(other.path, setting.path); });
    if (!told) apart.push_back(std::move(setting));
  }
  return apart;
}

// What repairs set, but for those of the base.
std::vector<NamedSetting> FillersOf(const Candidate& candidate, const Setting& base, const Atoms& atoms) {
  std::vector<NamedSetting> fillers;
  const auto add = [&fillers](const KeyPath& path, std::string text) {
    const bool told = std::any_of(fillers.begin(), fillers.end(),
                                  [&](const NamedSetting& other) { return SameMatter(other.path, path); });
    if (!told) fillers.push_back({kOther, 0, path, std::move(text)});
  };
  for (const Repair& repair : candidate.repairs) {
    if (repair.soft) continue;
    if (!repair.path.empty()) add(repair.path, PrintKeyPath(repair.path));
    for (const AtomId id : repair.atoms) {
      const Atom& atom = atoms.at(id);
      if (!atom.IsOfValue() || Holds(atom, base)) continue;
      add(atom.path, IsOfRelease(atom.path) ? Describe(atom, candidate.now).second : PrintKeyPath(atom.path));
    }
  }
  return fillers;
}

std::string Join(const std::vector<NamedSetting>& settings, size_t count) {
  std::string text;
  for (size_t i = 0; i < std::min(count, settings.size()); ++i) {
    absl::StrAppend(&text, i == 0 ? "" : " + ", settings[i].text);
  }
  return text;
}

}  // namespace

std::string VariantNames::Given(const std::string& name) {
  std::string unique = name;
  for (int i = 2; !used_.insert(unique).second; ++i) unique = absl::StrCat(name, " (", i, ")");
  return unique;
}

void VariantNames::NoteChoices(const Candidate& candidate, const Setting& base) {
  for (const Target& target : candidate.targets) {
    for (const AtomId id : target.atoms) {
      if (IsChoice(atoms_.at(id)) && !Holds(atoms_.at(id), base)) {
        choices_[atoms_.at(id).path].insert(atoms_.at(id).value.string_value());
      }
    }
  }
}

// " topology=Simple": what the base has where others choose; empty: nothing is chosen.
std::string VariantNames::StandingChoice(const Setting& now) const {
  std::string standing;
  size_t most = 0;
  for (const auto& choice : choices_) {
    const ChartValue* value = FindAt(now.values, choice.first);
    if (value == nullptr || !value->IsString() || value->string_value().empty() || choice.second.size() <= most) continue;
    most = choice.second.size();
    standing = absl::StrCat(" ", PrintKeyPath(choice.first), Written(*value));
  }
  return standing;
}

std::string VariantNames::Of(const Candidate& candidate, const std::set<BranchId>& opens, const Setting& base) {
  constexpr size_t kNamed = 2, kFillers = 2, kMore = 3;
  const std::vector<NamedSetting> settings = SettingsOf(candidate, opens, base, choices_, atoms_);
  std::vector<NamedSetting> fillers;
  for (NamedSetting& filler : FillersOf(candidate, base, atoms_)) {
    const bool named = std::any_of(settings.begin(), settings.end(),
                                   [&](const NamedSetting& s) { return SameMatter(s.path, filler.path); });
    if (!named) fillers.push_back(std::move(filler));
  }
  const std::string what = candidate.targets.empty() ? "default" + StandingChoice(candidate.now) : "others";
  std::string name;
  for (size_t more = 0; more <= kMore; ++more) {
    name = settings.empty() ? what : Join(settings, kNamed + more);
    if (!fillers.empty()) absl::StrAppend(&name, " with ", Join(fillers, kFillers + more));
    if (used_.count(name) == 0) break;
  }
  return Given(name);
}

}  // namespace chartlint
