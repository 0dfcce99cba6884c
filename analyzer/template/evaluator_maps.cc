// What changes a map in place: set, unset and merge, as sprig has them (dict.go; merging: dario.cat/mergo).
#include <utility>

#include "analyzer/template/evaluator.h"

namespace chartlint {
namespace {

// mergo without overwriting: what is empty in `into` is filled from `from`, maps entry by entry.
void Fill(const ChartValue& into, const ChartValue& from) {
  const ChartValue::Map entries = from.map();  // a copy: both may be the same map
  for (const auto& entry : entries) {
    const auto at = into.map().find(entry.first);
    if (at == into.map().end()) {
      into.SetEntry(entry.first, from.Field(entry.first));
    } else if (at->second.IsMap() && entry.second.IsMap()) {
      Fill(ChartValue(at->second), entry.second);
    } else if (!at->second.Truth().value_or(true)) {
      into.SetEntry(entry.first, from.Field(entry.first));
    }
  }
}

// With overwriting: what is empty in `over` changes nothing.
void Overwrite(const ChartValue& base, const ChartValue& over) {
  const ChartValue::Map entries = over.map();
  for (const auto& entry : entries) {
    const auto at = base.map().find(entry.first);
    if (at != base.map().end() && at->second.IsMap() && entry.second.IsMap()) {
      Overwrite(ChartValue(at->second), entry.second);
    } else if (at == base.map().end() || entry.second.Truth().value_or(true)) {
      base.SetEntry(entry.first, over.Field(entry.first));
    }
  }
}

// The entry may have been written or not. A map that had none may be empty still, so nothing is known of it.
void WriteInDoubt(const ChartValue& map, absl::string_view key) {
  if (map.map().empty()) {
    map.Forget();
  } else {
    map.SetEntry(key, ChartValue());
  }
}

}  // namespace

bool Evaluator::ChangeMap(absl::string_view name, const std::vector<ChartValue>& args, ChartValue* result) const {
  if (name == "deepCopy" || name == "mustDeepCopy") {
    *result = args.size() == 1 ? args[0].OwnCopy() : ChartValue();
    return true;
  }
  const bool overwrites = name == "mergeOverwrite" || name == "mustMergeOverwrite";
  const bool merges = overwrites || name == "merge" || name == "mustMerge";
  if (!merges && name != "set" && name != "unset") return false;
  *result = args.empty() ? ChartValue() : args[0];
  if (args.empty() || !args[0].IsMap()) {
    *result = ChartValue();
  } else if (merges) {
    for (size_t i = 1; i < args.size(); ++i) {
      if (args[i].IsNull()) continue;  // a nil map
      if (!args[i].IsMap() || hooks_->InDoubt()) {
        args[0].Forget();
      } else if (overwrites) {
        Overwrite(args[0], args[i]);
      } else {
        Fill(args[0], args[i]);
      }
    }
  } else if (args.size() != (name == "set" ? 3 : 2) || !args[1].IsString()) {
    args[0].Forget();
  } else if (hooks_->InDoubt()) {
    WriteInDoubt(args[0], args[1].string_value());
  } else if (name == "set") {
    args[0].SetEntry(args[1].string_value(), args[2]);
  } else {
    args[0].EraseEntry(args[1].string_value());
  }
  return true;
}

}  // namespace chartlint
