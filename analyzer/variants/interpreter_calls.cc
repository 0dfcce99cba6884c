// Functions of the abstract interpreter: Go's, sprig's and Helm's.
#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "analyzer/template/functions.h"
#include "analyzer/variants/interpreter.h"

namespace chartlint {
namespace {

using Names = absl::flat_hash_set<absl::string_view>;

// Functions whose result is true when their last argument is, and comes from the same place: filters of
// strings, writers.
const Names& Filters() {
  static const Names* const names = new Names{"quote",
                                              "squote",
                                              "toString",
                                              "trim",
                                              "lower",
                                              "upper",
                                              "title",
                                              "int",
                                              "int64",
                                              "float64",
                                              "toYaml",
                                              "toJson",
                                              "toPrettyJson",
                                              "toRawJson",
                                              "toToml",
                                              "trunc",
                                              "trimSuffix",
                                              "trimPrefix",
                                              "trimAll",
                                              "replace",
                                              "nindent",
                                              "indent",
                                              "b64enc",
                                              "deepCopy",
                                              "mustDeepCopy",
                                              "fromYaml",
                                              "fromJson",
                                              "fromYamlArray",
                                              "fromJsonArray",
                                              "uniq",
                                              "sortAlpha",
                                              "values",
                                              "compact",
                                              "toDecimal",
                                              "atoi",
                                              "print",
                                              "println",
                                              "html",
                                              "urlquery",
                                              "cat",
                                              "mustToYaml",
                                              "mustToJson",
                                              "nospace",
                                              "snakecase",
                                              "kebabcase",
                                              "camelcase",
                                              "abbrev",
                                              "mustUniq",
                                              "rest",
                                              "initial",
                                              "reverse",
                                              "splitList",
                                              "split",
                                              "toStrings",
                                              "sha256sum",
                                              "adler32sum",
                                              "regexReplaceAll",
                                              "regexReplaceAllLiteral",
                                              "pluck",
                                              "b64dec",
                                              "wrap",
                                              "untitle",
                                              "swapcase",
                                              "mustRegexReplaceAllLiteral",
                                              "mustRegexReplaceAll",
                                              "mustFromJson",
                                              "mustFromYaml",
                                              "join",
                                              "mustCompact",
                                              "mustReverse",
                                              "ceil",
                                              "floor",
                                              "round",
                                              "max",
                                              "min"};
  return *names;
}

// The same, of their first argument.
const Names& FiltersOfFirst() {
  static const Names* const names = new Names{"pick", "omit", "keys", "without", "mustWithout"};
  return *names;
}

const Names& Foldable() {
  static const Names* const names =
      new Names{"print", "printf", "lower", "upper", "replace", "trimSuffix", "trimPrefix",
                "trunc", "title",  "int",   "add",   "add1",    "sub"};
  return *names;
}

// Names a value and does nothing to it.
bool IsPlain(const TemplateExpr& expr) {
  return expr.kind == TemplateExprKind::kField || expr.kind == TemplateExprKind::kVariable ||
         expr.kind == TemplateExprKind::kDot;
}

Abstract StripSame(Abstract value) {
  while (value->IsCall("same")) value = value->args[0];
  return value;
}

}  // namespace

Abstract Interpreter::Call(absl::string_view function, const std::vector<Abstract>& args,
                           const std::vector<const TemplateExpr*>& written, const SourceLine& line,
                           const Frame& frame) {
  AbstractValues& values = reading_.values;
  if (function == "include" && !args.empty()) {
    if (!args[0]->IsText()) return values.ComputedInclude();
    const Abstract context = args.size() > 1 ? args[1] : values.Unknown();
    Enter(args[0]->constant.string_value(), context, frame);
    return values.Include(args[0]->constant.string_value(), context);
  }
  if (function == "fail") {
    if (recording_) {
      reading_.guards[line].push_back(
          {false, frame.path, args.empty() ? values.Unknown() : args[0], nullptr});
    }
    return values.Unknown();
  }
  if (function == "required" && args.size() > 1) {
    if (recording_) reading_.guards[line].push_back({!args[1]->IsNil(), frame.path, args[0], args[1]});
    return args[1];
  }
  if (function == "lookup") return values.OfPath(AbstractKind::kLookup, {});
  if (function == "tpl" && recording_ && !written.empty() && args[0]->Is(AbstractKind::kValues) &&
      IsPlain(*UnwrapExpr(written[0])) && reading_.asked_for_kind.count(args[0]->path) == 0) {
    reading_.given_to_tpl.insert(args[0]->path);
  }
  NoteUse(function, args);
  if (Foldable().contains(function) && !args.empty() &&
      std::all_of(args.begin(), args.end(), [](Abstract a) { return a->Is(AbstractKind::kConstant); })) {
    const TemplateFunction* known = FindTemplateFunction(function);
    FunctionArguments constants;
    for (const Abstract arg : args) constants.push_back(arg->constant);
    const int count = static_cast<int>(args.size());
    if (known != nullptr && count >= known->min_arguments &&
        (known->max_arguments < 0 || count <= known->max_arguments)) {
      const ChartValue result = known->call(constants);
      if (result.known() && !result.IsList() && !result.IsMap()) return values.Constant(result);
    }
  }
  return CallOnMaps(function, args, written, line, frame);
}

Abstract Interpreter::CallOnMaps(absl::string_view function, const std::vector<Abstract>& args,
                                 const std::vector<const TemplateExpr*>& written, const SourceLine& line,
                                 const Frame& frame) {
  AbstractValues& values = reading_.values;
  if (function == "dict") {
    std::vector<std::string> keys;
    std::vector<Abstract> entries;
    for (size_t i = 0; i + 1 < args.size(); i += 2) {
      keys.push_back(args[i]->IsText() ? args[i]->constant.string_value() : "?");
      entries.push_back(args[i + 1]);
    }
    return values.Dict(std::move(keys), std::move(entries));
  }
  if (function == "default" && args.size() == 2) return values.FirstTrue({args[1], args[0]});
  if (function == "coalesce" && !args.empty()) return values.FirstTrue(args);
  if (function == "merge" || function == "mustMerge" || function == "mergeOverwrite" ||
      function == "mustMergeOverwrite") {
    std::vector<Abstract> maps;
    for (const Abstract arg : args) {
      if (!arg->Is(AbstractKind::kDict) || !arg->args.empty()) maps.push_back(arg);
    }
    if (absl::EndsWith(function, "Overwrite")) std::reverse(maps.begin(), maps.end());
    return maps.empty() ? values.Dict({}, {}) : values.FirstTrue(std::move(maps));
  }
  if (function == "ternary" && args.size() == 3) return values.Choice(args[2], args[0], args[1]);
  if ((function == "get" || function == "index") && !args.empty()) return Index(args, line);
  if (function == "dig" && args.size() >= 3) {
    Abstract value = args.back();
    for (size_t i = 0; i + 2 < args.size(); ++i) {
      value = args[i]->IsText() ? Access(value, args[i]->constant.string_value(), &line) : values.Unknown();
    }
    return values.FirstTrue({value, args[args.size() - 2]});
  }
  if (function == "hasKey" && args.size() == 2) {
    if (!args[1]->IsText()) return values.Unknown();
    const Abstract map = StripSame(args[0]);
    if (!map->Is(AbstractKind::kValues)) return values.Call("hasKey", {map, args[1]});
    return values.Call("isSet", {Access(map, args[1]->constant.string_value(), &line)});
  }
  if (function == "set" && args.size() == 3) return Set(args, written, frame);
  return CallOnLists(function, args);
}

Abstract Interpreter::Index(const std::vector<Abstract>& args, const SourceLine& line) {
  AbstractValues& values = reading_.values;
  Abstract value = args[0];
  for (size_t i = 1; i < args.size(); ++i) {
    const Abstract key = args[i];
    if (key->IsText()) {
      value = Access(value, key->constant.string_value(), &line);
    } else if (key->Is(AbstractKind::kConstant) && key->constant.IsNumber()) {
      const Abstract list = StripSame(value);
      const size_t at = static_cast<size_t>(std::max<int64_t>(0, key->constant.int_value()));
      value =
          list->Is(AbstractKind::kList) && at < list->args.size() ? list->args[at] : Element(value, false);
    } else if (key->Is(AbstractKind::kKey) && value->Is(AbstractKind::kValues) && value->path == key->path) {
      value = Element(value, true);
    } else if (value->Is(AbstractKind::kValues)) {
      value = values.Values(Extend(value->path, kAnyItem));
    } else {
      value = values.Unknown();
    }
  }
  return value;
}

// `set` changes the map that a variable holds, or the root context, which helpers use to hand on a mode.
Abstract Interpreter::Set(const std::vector<Abstract>& args, const std::vector<const TemplateExpr*>& written,
                          const Frame& frame) {
  AbstractValues& values = reading_.values;
  constexpr size_t kWrites = 8, kEntries = 40;
  constexpr uint32_t kSize = 300;
  const std::string key = args[1]->IsText() ? args[1]->constant.string_value() : "?";
  if (args[0]->Is(AbstractKind::kRoot) && args[1]->IsText()) {
    if (!recording_) return args[0];
    std::vector<Abstract> conditions;
    for (const PathStep* step = frame.path; step != nullptr && step->value != nullptr; step = step->outer) {
      conditions.push_back(step->holds ? step->value : values.Call("not", {step->value}));
    }
    std::reverse(conditions.begin(), conditions.end());
    const Abstract condition = conditions.empty() ? nullptr : values.Call("and", conditions);
    auto& fields = root_fields_[{args[0]->path, key}];
    const std::pair<Abstract, Abstract> field(condition, args[2]);
    const bool small = args[2]->size < kSize && (condition == nullptr || condition->size < kSize);
    if (small && fields.size() < kWrites && std::find(fields.begin(), fields.end(), field) == fields.end()) {
      fields.push_back(field);
    }
    return args[0];
  }
  const bool names_variable = !written.empty() && written[0]->kind == TemplateExprKind::kVariable &&
                              written[0]->fields.empty() && args[0]->Is(AbstractKind::kDict);
  if (!names_variable) return args[0];
  std::vector<std::string> keys = args[0]->keys;
  std::vector<Abstract> entries = args[0]->args;
  keys.push_back(key);
  entries.push_back(args[2]);
  const Abstract changed = values.Dict(std::move(keys), std::move(entries));
  if (changed->args.size() < kEntries && changed->size < kSize) {
    for (auto it = frame.scope->rbegin(); it != frame.scope->rend(); ++it) {
      if (it->first != written[0]->name) continue;
      it->second = changed;
      break;
    }
  }
  return changed;
}

Abstract Interpreter::CallOnLists(absl::string_view function, const std::vector<Abstract>& args) {
  AbstractValues& values = reading_.values;
  if (function == "list" || function == "tuple") return values.List(args);
  if (function == "append" || function == "mustAppend" || function == "prepend" ||
      function == "mustPrepend") {
    if (args.empty()) return values.Unknown();
    const Abstract base = StripSame(args[0]);
    const Abstract item = args.size() > 1 ? args[1] : values.Unknown();
    if (!base->Is(AbstractKind::kList)) return values.Call("or", {base, values.List({item})});
    std::vector<Abstract> items = base->args;
    constexpr size_t kItems = 40;
    if (items.size() < kItems) items.push_back(item);
    return values.List(std::move(items));
  }
  if (function == "concat") return values.Call("or", args);
  if (function == "first" || function == "last" || function == "mustFirst" || function == "mustLast") {
    if (args.empty()) return values.Unknown();
    const Abstract list = StripSame(args.back());
    if (!list->Is(AbstractKind::kList) || list->args.empty()) return Element(list, false);
    return absl::EndsWith(absl::AsciiStrToLower(function), "last") ? list->args.back() : list->args.front();
  }
  if (function == "rest" && !args.empty() && StripSame(args[0])->Is(AbstractKind::kList)) {
    const Abstract list = StripSame(args[0]);
    if (list->args.empty()) return list;
    return values.List({list->args.begin() + 1, list->args.end()});
  }
  return CallPassing(function, args);
}

Abstract Interpreter::CallPassing(absl::string_view function, const std::vector<Abstract>& args) {
  AbstractValues& values = reading_.values;
  if (function == "tpl" && !args.empty()) {
    return args[0]->Is(AbstractKind::kValues) ? args[0] : values.Call("same", {args[0]});
  }
  if (function == "printf" && !args.empty()) {
    if (args.size() == 2 && args[0]->IsText() && args[0]->constant.string_value() == "%s") return args[1];
    const bool fixed_start = args[0]->IsText() && !args[0]->constant.string_value().empty() &&
                             args[0]->constant.string_value()[0] != '%';
    return values.Call(fixed_start ? "nonblank" : "printf", args);
  }
  if ((function == "regexFind" || function == "mustRegexFind") && args.size() == 2) {
    return values.Call("regexMatch", args);  // what it finds is true when it matches
  }
  const bool first = FiltersOfFirst().contains(function);
  if ((first || Filters().contains(function)) && !args.empty()) {
    const Abstract value = first ? args.front() : args.back();
    if (function == "join") {  // true when any of the joined lists is
      const Abstract joined = StripSame(value);
      if (joined->Is(AbstractKind::kList)) return values.Call("or", joined->args);
      if (joined->IsCall("or")) {
        std::vector<Abstract> all;
        for (const Abstract part : joined->args) {
          if (part->Is(AbstractKind::kList)) {
            all.insert(all.end(), part->args.begin(), part->args.end());
          } else {
            all.push_back(part);
          }
        }
        return values.Call("or", std::move(all));
      }
    }
    switch (value->kind) {
      case AbstractKind::kValues:
      case AbstractKind::kConstant:
      case AbstractKind::kInclude:
      case AbstractKind::kChoice:
      case AbstractKind::kFirstTrue:
      case AbstractKind::kLookup:
      case AbstractKind::kRelease:
      case AbstractKind::kChart:
        return value;
      default:
        return values.Call("same", {value});
    }
  }
  constexpr size_t kArguments = 6;
  std::vector<Abstract> some(args.begin(),
                             args.begin() + static_cast<ptrdiff_t>(std::min(args.size(), kArguments)));
  return values.Call(function, std::move(some));
}

}  // namespace chartlint
