// What the use of a value tells about it: its kind, its shape, the literals that it may be.
#include <algorithm>

#include "absl/container/flat_hash_set.h"
#include "analyzer/variants/interpreter.h"

namespace chartlint {
namespace {

using Names = absl::flat_hash_set<absl::string_view>;

const Names& KindQuestions() {
  static const Names* const names = new Names{"kindIs", "kindOf", "typeOf", "typeIs"};
  return *names;
}

const Names& Comparisons() {
  static const Names* const names =
      new Names{"eq", "ne", "has", "contains", "hasPrefix", "hasSuffix", "regexMatch", "mustRegexMatch"};
  return *names;
}

// Functions that are refused anything but a list.
const Names& TakesList() {
  static const Names* const names =
      new Names{"has", "mustHas", "first", "last", "without", "uniq", "compact", "rest"};
  return *names;
}

}  // namespace

// How the function's use tells what a value is.
void Interpreter::NoteUse(absl::string_view function, const std::vector<Abstract>& args) {
  if (!recording_ || args.empty()) return;
  std::vector<KeyPath> paths;
  const bool asks_kind = KindQuestions().contains(function) || (function == "printf" && args[0]->IsText() &&
                                                                args[0]->constant.string_value() == "%T");
  if (asks_kind) {
    ValuePaths(args.back(), &paths);
    reading_.asked_for_kind.insert(paths.begin(), paths.end());
  } else if (function == "toYaml" || function == "toPrettyJson" || function == "toJson" ||
             function == "toRawJson") {
    ValuePaths(args.back(), &paths);
    reading_.printed_as_yaml.insert(paths.begin(), paths.end());
  } else if (function == "quote" || function == "squote" || function == "b64enc") {
    ValuePaths(args.back(), &paths);
    reading_.printed_as_text.insert(paths.begin(), paths.end());
  } else if (TakesList().contains(function)) {
    ValuePaths(function == "has" || function == "mustHas" ? args.back() : args.front(), &paths);
    for (const KeyPath& path : paths) reading_.ranges.emplace(path, RangeShape::kList);
  }
  if (Comparisons().contains(function)) {
    std::vector<ChartValue> literals;
    paths.clear();
    for (const Abstract arg : args) {
      if (arg->Is(AbstractKind::kConstant)) literals.push_back(arg->constant);
      if (arg->Is(AbstractKind::kList) && function == "has") {
        for (const Abstract item : arg->args) {
          if (item->Is(AbstractKind::kConstant)) literals.push_back(item->constant);
        }
      }
      ValuePaths(arg, &paths);
    }
    for (const KeyPath& path : paths) {
      std::vector<ChartValue>& known = reading_.literals[path];
      for (const ChartValue& literal : literals) {
        const bool there = std::any_of(known.begin(), known.end(),
                                       [&](const ChartValue& k) { return EqualValues(k, literal); });
        if (!there) known.push_back(literal);
      }
    }
  }
}

}  // namespace chartlint
