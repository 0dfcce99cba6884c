#include "analyzer/variants/variant_name.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace chartlint {
namespace {

enum Rank { kChoice, kSwitch, kFlag, kOther };

std::string Written(const ChartValue& value) { return value.PrintVerbose().value_or(""); }

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
  if (atom.op == AtomOp::kEqual && atom.value.IsString() && !atom.value.string_value().empty()) {
    return {kChoice, absl::StrCat(path, "=", Written(atom.value))};
  }
  if (atom.op == AtomOp::kEqual || atom.op == AtomOp::kNotEqual || atom.op == AtomOp::kGreater ||
      atom.op == AtomOp::kAtLeast || atom.op == AtomOp::kLess || atom.op == AtomOp::kAtMost) {
    const ChartValue* value = FindAt(now.values, atom.path);
    if (value != nullptr && !value->IsMap() && !value->IsList())
      return {kOther, absl::StrCat(path, "=", Written(*value))};
  }
  if (atom.op == AtomOp::kFalse || atom.op == AtomOp::kNotSet) return {kOther, path + "=null"};
  return {kOther, path};
}

}  // namespace

std::string NameVariant(const Candidate& candidate, const std::set<BranchId>& opens, const Setting& base,
                        const Atoms& atoms) {
  std::set<AtomId> required;
  for (const Repair& repair : candidate.repairs) required.insert(repair.atoms.begin(), repair.atoms.end());
  std::map<AtomId, int> weight;
  for (const Target& target : candidate.targets) {
    for (const AtomId id : target.atoms) {
      if (atoms.at(id).IsUnknown() || Holds(atoms.at(id), base)) continue;
      weight[id] += opens.count(target.branch) > 0 ? 1 : 0;
    }
  }
  struct Entry {
    Rank rank;
    int weight;
    std::string text;
  };
  std::map<std::string, Entry> entries;  // one for each setting
  for (const auto& atom : weight) {
    auto described = Describe(atoms.at(atom.first), candidate.now);
    Entry& entry =
        entries.emplace(described.second, Entry{described.first, 0, described.second}).first->second;
    entry.weight += atom.second;
    entry.rank = std::min(entry.rank, described.first);
  }
  std::vector<Entry> sorted;
  for (const auto& entry : entries) sorted.push_back(entry.second);
  std::stable_sort(sorted.begin(), sorted.end(), [](const Entry& a, const Entry& b) {
    return std::make_tuple(a.weight == 0, a.rank, -a.weight) <
           std::make_tuple(b.weight == 0, b.rank, -b.weight);
  });
  std::vector<std::string> fillers;
  std::set<std::string> with;
  for (const AtomId id : required) {
    const Atom& atom = atoms.at(id);
    if (!atom.IsOfValue() || Holds(atom, base) || weight.count(id) > 0) continue;
    const std::string path = PrintKeyPath(atom.path);
    if (with.insert(path).second) fillers.push_back(path);
  }
  for (const Repair& repair : candidate.repairs) {
    if (!repair.path.empty() && with.insert(PrintKeyPath(repair.path)).second)
      fillers.push_back(PrintKeyPath(repair.path));
  }
  constexpr size_t kNamed = 2, kFillers = 2;
  std::vector<std::string> named;
  for (size_t i = 0; i < std::min(sorted.size(), kNamed); ++i) named.push_back(sorted[i].text);
  std::string name = absl::StrJoin(named, ", ");
  if (sorted.size() > kNamed) absl::StrAppend(&name, ", +", sorted.size() - kNamed, " more");
  const size_t left = fillers.size() > kFillers ? fillers.size() - kFillers : 0;
  if (fillers.size() > kFillers) fillers.resize(kFillers);
  if (!fillers.empty())
    absl::StrAppend(&name, name.empty() ? "with " : " with ", absl::StrJoin(fillers, ", "));
  if (left > 0) absl::StrAppend(&name, ", +", left, " more");
  return name.empty() ? "default" : name;
}

}  // namespace chartlint
