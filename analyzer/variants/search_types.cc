// Repairs of values that have the wrong type, are missing, break the schema or the YAML.
#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "analyzer/variants/search.h"
#include "analyzer/variants/value_names.h"
#include "re2/re2.h"

namespace chartlint {
namespace {

bool Mentions(const RenderError& error, absl::string_view text) {
  return absl::StrContains(error.message, text);
}

// "got map", "expected string; found []interface {}" as Go's and sprig's messages have it.
bool IsOfGoType(const ChartValue& value, absl::string_view type) {
  if (absl::StartsWith(type, "[]")) return value.IsList();
  if (absl::StartsWith(type, "map")) return value.IsMap();
  if (absl::StartsWith(type, "string")) return value.IsString();
  if (absl::StartsWith(type, "bool")) return value.kind() == ChartValue::Kind::kBool;
  return value.IsNumber();
}

std::vector<KeyPath> LongestFirst(const std::set<KeyPath>& paths) {
  std::vector<KeyPath> sorted(paths.begin(), paths.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const KeyPath& a, const KeyPath& b) { return a.size() > b.size(); });
  return sorted;
}

}  // namespace

std::set<KeyPath> Search::ReadAt(const RenderErrorFrame& frame) const {
  std::set<KeyPath> read;
  const std::optional<SourceLine> line = LineOf(frame);
  if (!line.has_value()) return read;
  for (const int32_t next : {0, 1}) {
    const auto at = interpreter_.reading().reads.find({line->file, line->line + next});
    if (at != interpreter_.reading().reads.end()) read.insert(at->second.begin(), at->second.end());
  }
  return read;
}

Search::MaybeCandidate Search::MendTypes(const Candidate& candidate, const RenderError& error) {
  const bool missing = error.kind == RenderErrorKind::kNilPointer || Mentions(error, "can't evaluate field");
  std::set<KeyPath> read;
  for (const RenderErrorFrame& frame : error.frames) {
    read = ReadAt(frame);
    if (missing ? !read.empty() : !builder_.Changed(candidate, DeepestOf(read)).empty()) break;
  }
  if (Mentions(error, "index out of range")) {
    for (const KeyPath& path : read) {
      const ChartValue* list = FindAt(candidate.now.values, path);
      constexpr size_t kItems = 6;
      if (list == nullptr || list->list().empty() || list->list().size() >= kItems || path.back() == kAnyItem)
        continue;
      const size_t count = list->list().size() > 1 ? list->list().size() + 2 : 4;
      const Repair repair{{}, path, ChartValue::MakeList(ChartValue::List(count, list->list()[0])), false};
      if (MaybeCandidate mended = With(candidate, repair, "lengthen a list")) return mended;
    }
  }
  if (missing) {
    if (MaybeCandidate mended = MendNil(candidate, error, read)) return mended;
  }
  for (const RenderErrorFrame& frame : error.frames) {
    if (MaybeCandidate mended = MendArgument(candidate, error, ReadAt(frame))) return mended;
  }
  if (MaybeCandidate mended = Drop(candidate, read, error)) return mended;
  return DropEnclosing(candidate, error);
}

Search::MaybeCandidate Search::MendNil(const Candidate& candidate, const RenderError& error,
                                       const std::set<KeyPath>& read) {
  static const RE2* const nil_field = new RE2(R"(nil pointer evaluating [^.]*\.([\w-]+))");
  static const RE2* const no_field = new RE2(R"(can't evaluate field (\S+) in)");
  std::string field;
  const bool named = RE2::PartialMatch(error.message, *nil_field, &field) ||
                     RE2::PartialMatch(error.message, *no_field, &field);
  std::vector<KeyPath> shortest = LongestFirst(read);
  std::reverse(shortest.begin(), shortest.end());
  const bool nil_pointer = !Mentions(error, "can't evaluate field");
  for (const KeyPath& path : shortest) {
    if (path.size() < 2 || (named && path.back() != field)) continue;
    const KeyPath parent(path.begin(), path.end() - 1);
    const ChartValue* now = FindAt(candidate.now.values, parent);
    const bool absent = now == nullptr || now->IsNull();
    if (nil_pointer ? !absent : (now != nullptr && now->IsMap())) continue;
    ChartValue::Map map = values_.MapFor(parent, 1).map();
    if (map.count(path.back()) == 0) map[path.back()] = values_.For(path, 1);
    const Repair repair{{}, parent, ChartValue::MakeMap(std::move(map)), false};
    if (MaybeCandidate mended = With(candidate, repair, "make a map")) return mended;
  }
  return std::nullopt;
}

Search::MaybeCandidate Search::MendArgument(const Candidate& candidate, const RenderError& error,
                                            const std::set<KeyPath>& read) {
  static const RE2* const expected = new RE2(R"(expected (string|int|map|\[\]|bool))");
  static const RE2* const got = new RE2(R"(got (\[\]|map|string|bool|int|float))");
  std::string wanted, found;
  RE2::PartialMatch(error.message, *expected, &wanted);
  RE2::PartialMatch(error.message, *got, &found);
  const bool over_scalar = Mentions(error, "range can't iterate");
  for (const KeyPath& path : LongestFirst(read)) {
    const ChartValue* now = FindAt(candidate.now.values, path);
    const std::string key = LastKey(path);
    std::optional<ChartValue> value;
    if (now == nullptr || now->IsNull()) {
      const ChartValue* parent = FindAt(candidate.now.values, {path.begin(), path.end() - 1});
      if (parent == nullptr || !parent->IsMap()) continue;  // it is not there, so it is not what was read
      if (wanted == "string") value = ValueByName(key, WantedType::kText);
    } else {
      if (!found.empty() && !IsOfGoType(*now, found)) continue;
      const ChartValue* before = FindAt(base_.values, path);
      if (before != nullptr && EqualValues(*before, *now) && !candidate.targets.empty()) continue;
      if (over_scalar) {
        if (now->IsString() || now->IsNumber()) value = ValueByName(key, WantedType::kList);
      } else if (now->IsMap() || now->IsList() || now->IsNumber() || now->kind() == ChartValue::Kind::kBool) {
        if (Mentions(error, "on type map")) {  // a function for lists: "Cannot find uniq on type map"
          if (now->IsMap()) value = ValueByName(key, WantedType::kList);
        } else if (wanted == "map") {
          value = ValueByName(key, WantedType::kMap);
        } else if (wanted == "bool") {
          value = ChartValue::Bool(true);
        } else {
          value = ValueByName(key, WantedType::kText);
        }
      } else if (now->IsString() && wanted == "bool") {
        value = ChartValue::Bool(true);
      } else if (now->IsString() &&
                 (Mentions(error, "on type string") || Mentions(error, "string index") ||
                  Mentions(error, "range") || Mentions(error, "slice") || Mentions(error, "[]"))) {
        value = ValueByName(key, WantedType::kList);
      } else if (now->IsString() && wanted == "map") {
        value = values_.MapFor(path, 1);
      }
    }
    if (!value.has_value() || (now != nullptr && EqualValues(*now, *value))) continue;
    if (MaybeCandidate mended = With(candidate, {{}, path, *value, false}, "change a type")) return mended;
  }
  return std::nullopt;
}

Search::MaybeCandidate Search::MendSchema(const Candidate& candidate, const RenderError& error) {
  static const RE2* const quoted = new RE2(R"('([^']+)')");
  static const RE2* const want = new RE2(R"(want (?:null or )?(\w+)|Expected: (\w+))");
  Candidate mended = candidate;
  bool changed = false;
  std::set<KeyPath> paths;
  const auto set = [&](const KeyPath& path, const ChartValue& value) {
    const ChartValue* now = FindAt(mended.now.values, path);
    if (now != nullptr && EqualValues(*now, value)) return;
    changed = builder_.AddRepair({{}, path, value, false}, &mended) || changed;
  };
  for (const SchemaViolation& violation : error.violations) {
    KeyPath path;
    for (size_t i = 1; i < templates_.instances().size(); ++i) {
      const ChartTemplates::Instance& chart = templates_.instances()[i];
      if (chart.name == violation.chart && violation.chart != templates_.instances()[0].name) {
        for (int at = static_cast<int>(i); at > 0;
             at = templates_.instances()[static_cast<size_t>(at)].parent) {
          path.insert(path.begin(), templates_.instances()[static_cast<size_t>(at)].name);
        }
        break;
      }
    }
    for (const std::string& step : violation.path) {
      int index = 0;
      path.push_back(absl::SimpleAtoi(step, &index) ? std::string(kAnyItem) : step);
    }
    paths.insert(path);
    re2::StringPiece text(violation.message);
    std::string key;
    if (absl::StrContains(violation.message, "missing propert") ||
        absl::StrContains(violation.message, "is required")) {
      while (RE2::FindAndConsume(&text, *quoted, &key)) {
        const KeyPath missing = Extend(path, key);
        set(missing, values_.schema().Example(missing).value_or(values_.For(missing)));
      }
      continue;
    }
    if (absl::StrContains(violation.message, "additional propert")) continue;
    if (path.empty() || values_.schema().At(path) == nullptr) continue;
    std::optional<ChartValue> value = values_.schema().Example(path);
    std::string type, old_type;
    if (RE2::PartialMatch(violation.message, *want, &type, &old_type)) {
      if (type.empty()) type = old_type;
      const WantedType wanted = type == "string"    ? WantedType::kText
                                : type == "boolean" ? WantedType::kBool
                                : type == "array"   ? WantedType::kList
                                : type == "object"  ? WantedType::kMap
                                                    : WantedType::kNumber;
      if (!value.has_value() || !IsOfType(*value, wanted)) value = ValueByName(LastKey(path), wanted);
    }
    ChartValue standard;
    if (!value.has_value() && values_.schema().HasDefault(path, &standard)) value = standard;
    if (value.has_value()) set(path, *value);
  }
  if (changed) {
    ++repairs_used_["schema"];
    return mended;
  }
  paths.erase(KeyPath());
  return Drop(candidate, paths, error);
}

// The rendered text of a file is no YAML: what is read at the lines to blame has another value next time, and
// the targets that changed it are put off; else those whose branches hold the lines.
Search::MaybeCandidate Search::MendYaml(const Candidate& candidate, const SearchOutcome& outcome) {
  const RenderError& error = outcome.render.error;
  for (const SourceLine& line : outcome.blamed) {
    const auto at = interpreter_.reading().reads.find(line);
    if (at == interpreter_.reading().reads.end()) continue;
    const std::set<KeyPath> changed = builder_.Changed(candidate, DeepestOf(at->second));
    if (changed.empty()) continue;
    if (MaybeCandidate mended = Drop(candidate, changed, error)) {
      ++repairs_used_["yaml: drop the values on the line"];
      return mended;
    }
  }
  for (const SourceLine& line : outcome.blamed) {
    std::set<BranchId> bad;
    for (const BranchId branch : table_.Around(line.file, line.line)) {
      for (const Target& target : candidate.targets) {
        if (target.branch == branch) bad.insert(branch);
      }
      if (!bad.empty()) break;
    }
    if (MaybeCandidate mended = DropTargets(candidate, bad, error)) {
      ++repairs_used_["yaml: drop the branch of the line"];
      return mended;
    }
  }
  return HalveFile(candidate, error);
}

// Nothing better is known: half of the file's targets are put off.
Search::MaybeCandidate Search::HalveFile(const Candidate& candidate, const RenderError& error) {
  if (error.frames.empty() || candidate.targets.size() < 2) return std::nullopt;
  const auto place = templates_.ResolveSource(error.frames[0].file);
  if (!place.has_value()) return std::nullopt;
  std::set<KeyPath> read;
  for (const auto& line : interpreter_.reading().reads) {
    if (line.first.file == place->file) read.insert(line.second.begin(), line.second.end());
  }
  read = builder_.Changed(candidate, read);
  std::vector<BranchId> in_file, concerned;
  for (const Target& target : candidate.targets) {
    const bool here = table_.at(target.branch).file == place->file;
    const std::set<KeyPath> paths = builder_.PathsOf(target.atoms);
    const bool reads =
        std::any_of(paths.begin(), paths.end(), [&](const KeyPath& path) { return read.count(path) > 0; });
    if (here) in_file.push_back(target.branch);
    if (here || reads) concerned.push_back(target.branch);
  }
  const std::vector<BranchId>& from = in_file.size() > 1 ? in_file : concerned;
  if (from.empty()) return std::nullopt;
  const size_t begin = from.size() > 1 ? from.size() / 2 : 0;
  const std::set<BranchId> bad(from.begin() + static_cast<ptrdiff_t>(begin), from.end());
  if (bad.size() >= candidate.targets.size()) return std::nullopt;
  ++repairs_used_["halve a file"];
  if (bad.size() == 1) {
    for (const Target& target : candidate.targets) {
      if (target.branch != *bad.begin()) continue;
      for (const KeyPath& path : builder_.PathsOf(target.atoms)) {
        const bool innocent = NamesLabels(path.back()) || absl::EndsWith(path.back(), "nabled");
        if (read.count(path) > 0 && !innocent) values_.Skip(path);
      }
    }
    return DropTargets(candidate, bad, error);
  }
  // Most of them are innocent: no try is counted.
  std::vector<Target> stay;
  for (const Target& target : candidate.targets) {
    if (bad.count(target.branch) == 0) {
      stay.push_back(target);
    } else {
      records_[static_cast<size_t>(target.branch)].failure = error.kind;
      records_[static_cast<size_t>(target.branch)].message = error.message;
    }
  }
  return builder_.Rebuild(stay, candidate.repairs);
}

}  // namespace chartlint
