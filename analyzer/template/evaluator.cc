#include "analyzer/template/evaluator.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzer/template/functions.h"

namespace chartlint {
ChartValue Evaluator::RootContext(const ChartTemplates& chart, const ReleaseFacts& release, int instance,
                                  const ChartValue& values, absl::string_view template_path) {
  const ChartTemplates::Instance& in = chart.instances()[static_cast<size_t>(instance)];
  ChartValue::Map root;
  root["Values"] = values;
  root["Chart"] = in.metadata;
  ChartValue::Map of_release;
  of_release["Name"] = ChartValue::String(release.name);
  of_release["Namespace"] = ChartValue::String(release.release_namespace);
  of_release["Service"] = ChartValue::String("Helm");
  of_release["Revision"] = ChartValue::Int(1);
  of_release["IsUpgrade"] = ChartValue::Bool(release.is_upgrade);
  of_release["IsInstall"] = ChartValue::Bool(!release.is_upgrade);
  root["Release"] = ChartValue::MakeMap(std::move(of_release));
  ChartValue::Map capabilities;
  if (!release.kube_version.empty()) {
    const std::string plain(absl::StripPrefix(release.kube_version, "v"));
    const std::vector<std::string> parts = absl::StrSplit(plain, '.');
    ChartValue::Map version;
    version["Version"] = ChartValue::String("v" + plain);
    version["GitVersion"] = version["Version"];
    version["Major"] = ChartValue::String(parts[0]);
    version["Minor"] = ChartValue::String(parts.size() > 1 ? parts[1] : "");
    capabilities["KubeVersion"] = ChartValue::MakeMap(std::move(version));
  } else {
    capabilities["KubeVersion"] = ChartValue();
  }
  if (release.api_versions.has_value()) {
    ChartValue::List versions;
    for (const std::string& version : *release.api_versions) versions.push_back(ChartValue::String(version));
    capabilities["APIVersions"] = ChartValue::MakeList(std::move(versions));
  } else {
    capabilities["APIVersions"] = ChartValue();
  }
  capabilities["HelmVersion"] =
      release.helm_version.empty()
          ? ChartValue()
          : ChartValue::MakeMap({{"Version", ChartValue::String(absl::StrCat(
                                                 "v", absl::StripPrefix(release.helm_version, "v")))}});
  root["Capabilities"] = ChartValue::MakeMap(std::move(capabilities));
  ChartValue::Map of_template;
  const std::string prefix = absl::StrCat(chart.instances()[0].name, "/", in.helm_path);
  of_template["BasePath"] = ChartValue::String(prefix + "templates");
  of_template["Name"] = ChartValue::String(absl::StrCat(
      prefix, absl::StartsWith(template_path, in.directory) ? template_path.substr(in.directory.size())
                                                            : template_path));
  root["Template"] = ChartValue::MakeMap(std::move(of_template));
  root["Files"] = in.files;
  root["Subcharts"] = ChartValue();
  return ChartValue::MakeMap(std::move(root));
}

bool Evaluator::Spend() { return --steps_left_ > 0; }

ChartValue Evaluator::Evaluate(const TemplateExpr* expr, const ChartValue& dot, const ChartValue& root,
                               const TemplateVariables& variables) {
  if (depth_ == 0) steps_left_ = kStepsOfOneCall;
  return Eval(expr, dot, root, variables);
}

ChartValue Evaluator::Eval(const TemplateExpr* expr, const ChartValue& dot, const ChartValue& root,
                           const TemplateVariables& variables) {
  if (expr == nullptr || depth_ >= kMaxDepth || !Spend()) return ChartValue();
  ++depth_;
  ChartValue value;
  switch (expr->kind) {
    case TemplateExprKind::kPipeline:
      for (size_t i = 0; i < expr->operands.size(); ++i) {
        const ChartValue piped = std::move(value);
        value = Command(expr->operands[i], i == 0 ? nullptr : &piped, dot, root, variables);
      }
      break;
    case TemplateExprKind::kCommand:
      value = Command(expr, nullptr, dot, root, variables);
      break;
    case TemplateExprKind::kDot:
      value = dot;
      break;
    case TemplateExprKind::kField:
      value = dot;
      break;
    case TemplateExprKind::kVariable:
      value = expr->name == "$" ? root : variables.Lookup(*expr);
      break;
    case TemplateExprKind::kChain:
      value = Eval(expr->operands[0], dot, root, variables);
      break;
    case TemplateExprKind::kIdentifier:
      value = Call(expr->name, {}, nullptr, dot, root, variables);
      break;
    case TemplateExprKind::kString:
      value = ChartValue::String(expr->text);
      break;
    case TemplateExprKind::kInt:
      value = ChartValue::Int(expr->integer);
      break;
    case TemplateExprKind::kFloat:
      value = ChartValue::Float(expr->number);
      break;
    case TemplateExprKind::kBool:
      value = ChartValue::Bool(expr->integer != 0);
      break;
    case TemplateExprKind::kNil:
      value = ChartValue::Null();
      break;
  }
  for (const absl::string_view field : expr->fields) value = FieldOrMethod(value, field);
  --depth_;
  return value;
}

ChartValue Evaluator::Command(const TemplateExpr* command, const ChartValue* piped, const ChartValue& dot,
                              const ChartValue& root, const TemplateVariables& variables) {
  if (command->kind != TemplateExprKind::kCommand) return Eval(command, dot, root, variables);
  const TemplateExpr* first = command->operands[0];
  if (first->kind == TemplateExprKind::kIdentifier) {
    const std::vector<const TemplateExpr*> operands(command->operands.begin() + 1, command->operands.end());
    return Call(first->name, operands, piped, dot, root, variables);
  }
  if (command->operands.size() == 1 && piped == nullptr) return Eval(first, dot, root, variables);
  // A method call: .Capabilities.APIVersions.Has "group/version", .Files.Get "name"
  if (first->fields.empty()) return ChartValue();
  TemplateExpr receiver = *first;
  receiver.fields.pop_back();
  if (receiver.kind == TemplateExprKind::kField && receiver.fields.empty()) receiver.kind = TemplateExprKind::kDot;
  std::vector<ChartValue> args;
  for (size_t i = 1; i < command->operands.size(); ++i) {
    args.push_back(Eval(command->operands[i], dot, root, variables));
  }
  if (piped != nullptr) args.push_back(*piped);
  return Method(first->fields.back(), Eval(&receiver, dot, root, variables), args);
}

ChartValue Evaluator::Call(absl::string_view name, const std::vector<const TemplateExpr*>& operands,
                           const ChartValue* piped, const ChartValue& dot, const ChartValue& root,
                           const TemplateVariables& variables) {
  FunctionArguments args;
  args.reserve(operands.size() + 1);
  const bool short_circuits = name == "and" || name == "or";
  for (const TemplateExpr* operand : operands) {
    args.push_back(Eval(operand, dot, root, variables));
    if (short_circuits && args.back().Truth() == (name == "or")) break;
  }
  if (piped != nullptr) args.push_back(*piped);

  if (name == "and" || name == "or") {
    const bool is_and = name == "and";
    bool open = false;
    for (const ChartValue& arg : args) {
      const std::optional<bool> truth = arg.Truth();
      if (!truth.has_value()) {
        open = true;
      } else if (*truth != is_and) {
        return open ? ChartValue::Bool(!is_and) : arg;
      }
    }
    return open || args.empty() ? ChartValue() : args.back();
  }
  ValuesPath origin;
  for (const ChartValue& arg : args) {
    if (arg.origin() != nullptr) origin = arg.origin();
  }
  ChartValue result;
  if (name == "include") {
    if (args.size() != 2 || !args[0].IsString()) return ChartValue();
    return hooks_ != nullptr ? hooks_->Include(args[0].string_value(), args[1]) : Include(args[0].string_value(), args[1]);
  }
  if (name == "lookup" && hooks_ != nullptr) return ChartValue::MakeMap({});
  if (hooks_ != nullptr && ChangeMap(name, args, &result)) return result;
  if (name == "tpl") {
    if (args.size() == 2 && args[0].IsString()) result = Tpl(args[0].string_value(), args[1]);
    origin = args.empty() ? nullptr : args[0].origin();
  } else if (const TemplateFunction* function = FindTemplateFunction(name)) {
    const int count = static_cast<int>(args.size());
    const bool fits =
        count >= function->min_arguments && (function->max_arguments < 0 || count <= function->max_arguments);
    const bool known = function->takes_unknown ||
                       std::all_of(args.begin(), args.end(), [](const ChartValue& v) { return v.known(); });
    if (fits && known) result = function->call(args);
  }
  return result.origin() == nullptr && origin != nullptr && !result.IsMap() && !result.IsList()
             ? result.WithOrigin(origin)
             : result;
}

}  // namespace chartlint
