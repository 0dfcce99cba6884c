// Holds a file against the table of keys.

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/civil_time.h"
#include "analyzer/config/schema.h"
#include "analyzer/engine/nearest.h"
#include "analyzer/engine/selection.h"
#include "analyzer/kube/listener.h"
#include "re2/re2.h"

namespace chartlint {
namespace {

absl::string_view TypeName(Node node) {
  switch (node.kind()) {
    case NodeKind::kNull: return "nothing";
    case NodeKind::kBool: return "a boolean";
    case NodeKind::kInt:
    case NodeKind::kFloat: return "a number";
    case NodeKind::kString: return "text";
    case NodeKind::kSequence: return "a list";
    case NodeKind::kMapping: break;
  }
  return "a mapping";
}

class Validator {
 public:
  void Check(Node node, const ConfigKey& key);
  void Say(Node node, std::string message) {
    // An empty value is shown at its key.
    const bool empty = node.span().begin == node.span().end && node.KeyNode();
    problems_.push_back({empty ? node.KeyNode().span() : node.span(), std::move(message)});
  }
  std::vector<ConfigProblem> Take() { return std::move(problems_); }

 private:
  void Mapping(Node node, const ConfigKey& key);
  void Map(Node node, const ConfigKey& key);
  void Parameters(Node node, const ConfigKey& key);
  void List(Node node, const ConfigKey& key);
  void Scalar(Node node, const ConfigKey& key);
  void Expected(Node node, const ConfigKey& key, absl::string_view wanted) {
    Say(node, absl::StrCat(NameOf(node, key), " must be ", wanted, ", not ", TypeName(node)));
  }
  std::string NameOf(Node node, const ConfigKey& key) const {
    if (!node.Parent()) return "the file";
    return absl::StrCat("'", key.name.empty() ? node.Path() : key.name, "'");
  }

  std::vector<ConfigProblem> problems_;
};

void Validator::Mapping(Node node, const ConfigKey& key) {
  if (!node.IsMapping()) return Expected(node, key, "a mapping");
  std::vector<absl::string_view> names;
  for (const ConfigKey& child : key.children) names.push_back(child.name);
  for (const auto& [name, value] : node.Entries()) {
    const ConfigKey* child = key.Child(name.text());
    if (child == nullptr) {
      std::string near = DidYouMean(name.text(), names);
      if (near.empty()) near = absl::StrCat("; known are ", absl::StrJoin(names, ", "));
      Say(name, absl::StrCat("no key '", name.text(), "'", near));
    } else if (!value.IsNull() || child->required) {  // `ignore:` with nothing below is an empty one
      Check(value, *child);
    }
  }
  if (!key.any_of.empty() && std::none_of(key.any_of.begin(), key.any_of.end(), [&](const std::string& name) { return node.Key(name); })) {
    Say(node, absl::StrCat("one of ", absl::StrJoin(key.any_of, ", "), " is missing: it is required here"));
  }
  for (const ConfigKey& child : key.children) {
    if (!child.needs.empty() && node.Key(child.name) && !node.Key(child.needs)) {
      Say(node.Key(child.name), absl::StrCat("'", child.name, "' means nothing without '", child.needs, "'"));
    }
    if (child.required && !node.Key(child.name)) Say(node, absl::StrCat("'", child.name, "' is missing: it is required here"));
  }
}

void Validator::Map(Node node, const ConfigKey& key) {
  if (!node.IsMapping()) return Expected(node, key, "a mapping");
  for (const auto& [name, value] : node.Entries()) {
    if (key.type == ConfigType::kRuleMap && FindRule(name.text()) == nullptr) {
      Say(name, UnknownRule(name.text()));
      continue;
    }
    if (key.children.front().type != ConfigType::kAny) Check(value, key.children.front());
  }
}

void Validator::Parameters(Node node, const ConfigKey& key) {
  if (!node.IsMapping()) return Expected(node, key, "a mapping");
  for (const auto& [name, values] : node.Entries()) {
    const RuleInfo* rule = FindRule(name.text());
    if (rule == nullptr) {
      Say(name, UnknownRule(name.text()));
      continue;
    }
    if (!values.IsMapping()) {
      Expected(values, key, "a mapping");
      continue;
    }
    std::vector<absl::string_view> known;
    for (const auto& [parameter, fallback] : rule->parameters) known.push_back(parameter);
    for (const auto& [parameter, value] : values.Entries()) {
      if (std::find(known.begin(), known.end(), parameter.text()) != known.end()) continue;
      const std::string other = known.empty() ? "; it has none" : absl::StrCat("; it has ", absl::StrJoin(known, ", "));
      Say(parameter, absl::StrCat("no parameter '", parameter.text(), "' of ", rule->id, other));
    }
  }
}

void Validator::List(Node node, const ConfigKey& key) {
  if (!node.IsSequence()) return Expected(node, key, "a list");
  for (Node item : node.Items()) Check(item, key.children.front());
}

void Validator::Scalar(Node node, const ConfigKey& key) {
  if (!node.IsScalar() || node.IsNull()) return Expected(node, key, key.type == ConfigType::kNumber ? "a whole number" : "text");
  const std::string text(node.text());
  switch (key.type) {
    case ConfigType::kString:
    case ConfigType::kVersion:
    case ConfigType::kObject:
      if (node.IsString()) {
        if (key.required && text.empty()) Say(node, absl::StrCat(NameOf(node, key), " must not be empty"));
        static const RE2* const kVersion = new RE2(R"(v?1\.\d+(\.\d+)?)");
        if (key.type == ConfigType::kVersion && !RE2::FullMatch(text, *kVersion)) {
          Say(node, absl::StrCat("'", text, "' is no version such as \"1.34\""));
        }
        const size_t slash = text.find('/');
        if (key.type == ConfigType::kObject && (slash == std::string::npos || slash == 0 || slash + 1 == text.size())) {
          Say(node, absl::StrCat("'", text, "' is not KIND/NAME, such as Secret/registry"));
        }
      } else {
        Say(node, absl::StrCat(NameOf(node, key), " must be text, not ", TypeName(node), ": write \"", text, "\""));
      }
      break;
    case ConfigType::kBool:
      if (!node.AsBool()) Expected(node, key, "true or false");
      break;
    case ConfigType::kAddress: {
      std::string host;
      int64_t port = 0;
      // `:9090` is text, 9090 a number: both say what they mean.
      if (!ParseAddress(text, &host, &port) || port == 0) Say(node, absl::StrCat("'", text, "' is no address with a port such as \":9090\""));
      break;
    }
    case ConfigType::kNumber:
      if (!node.AsInt() || *node.AsInt() < 0) Expected(node, key, "a whole number");
      break;
    case ConfigType::kChoice: {
      // `off` is a boolean in YAML 1.1; what was written counts.
      if (std::find(key.choices.begin(), key.choices.end(), text) != key.choices.end()) break;
      const std::vector<absl::string_view> choices(key.choices.begin(), key.choices.end());
      Say(node, absl::StrCat("'", text, "' is none of ", absl::StrJoin(choices, ", "), DidYouMean(text, choices)));
      break;
    }
    case ConfigType::kDate: {
      absl::CivilDay day;
      if (text.size() != 10 || !absl::ParseCivilTime(text, &day)) Say(node, absl::StrCat("'", text, "' is no date such as 2026-12-31"));
      break;
    }
    case ConfigType::kPattern: {
      const RE2 pattern(text, RE2::Quiet);
      if (!pattern.ok()) Say(node, absl::StrCat("'", text, "' is no pattern: ", pattern.error()));
      break;
    }
    case ConfigType::kNewRule: {
      static const RE2* const kId = new RE2("[a-z0-9]+(-[a-z0-9]+)+");
      const RuleInfo* rule = FindRule(text);
      if (!RE2::FullMatch(text, *kId)) {
        Say(node, absl::StrCat("'", text, "' is no id: small words with dashes, such as images-from-registry"));
      } else if (rule != nullptr && rule->id.data() != node.text().data()) {
        Say(node, absl::StrCat("there is a rule '", text, "' already"));
      }
      break;
    }
    case ConfigType::kRule:
      if (FindRule(text) == nullptr) Say(node, UnknownRule(text));
      break;
    default: break;
  }
}

void Validator::Check(Node node, const ConfigKey& key) {
  switch (key.type) {
    case ConfigType::kMapping: return Mapping(node, key);
    case ConfigType::kMap:
    case ConfigType::kRuleMap: return Map(node, key);
    case ConfigType::kPredicate: return Mapping(node, PredicateSchema());
    case ConfigType::kParameters: return Parameters(node, key);
    case ConfigType::kList: return List(node, key);
    case ConfigType::kAny: return;
    default: return Scalar(node, key);
  }
}

}  // namespace

std::vector<ConfigProblem> ValidateConfig(const Document& document) {
  if (document.problem()) return {{document.problem()->span, document.problem()->message}};
  Validator validator;
  for (const DuplicateKey& duplicate : document.duplicate_keys()) {
    validator.Say(duplicate.second, absl::StrCat("key '", duplicate.second.text(), "' stands twice: the first one is on line ",
                                                 duplicate.first.begin().line));
  }
  if (document.root() && !document.root().IsNull()) validator.Check(document.root(), ConfigSchema());
  std::vector<ConfigProblem> problems = validator.Take();
  std::stable_sort(problems.begin(), problems.end(),
                   [](const ConfigProblem& a, const ConfigProblem& b) { return a.span.begin < b.span.begin; });
  return problems;
}

}  // namespace chartlint
