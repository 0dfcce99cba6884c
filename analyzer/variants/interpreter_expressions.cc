// Expressions and field access of the abstract interpreter.
#include <algorithm>
#include <utility>

#include "analyzer/variants/interpreter.h"

namespace chartlint {
namespace {

constexpr size_t kChoicesOfAccess = 8;
constexpr size_t kTopLevelMaps = 10;

}  // namespace

Abstract Interpreter::Evaluate(const TemplateExpr* expr, const Frame& frame) {
  AbstractValues& values = reading_.values;
  const SourceLine line{frame.file, expr->pos.line};
  Abstract value = values.Unknown();
  switch (expr->kind) {
    case TemplateExprKind::kPipeline:
      value = Pipeline(expr, frame);
      break;
    case TemplateExprKind::kCommand: {
      TemplateExpr pipe;
      pipe.kind = TemplateExprKind::kPipeline;
      pipe.pos = expr->pos;
      pipe.operands = {expr};
      return Pipeline(&pipe, frame);
    }
    case TemplateExprKind::kDot:
    case TemplateExprKind::kField:
      value = frame.dot;
      break;
    case TemplateExprKind::kVariable:
      for (auto it = frame.scope->rbegin(); it != frame.scope->rend(); ++it) {
        if (it->first != expr->name) continue;
        value = it->second;
        break;
      }
      break;
    case TemplateExprKind::kChain:
      value = Evaluate(expr->operands[0], frame);
      break;
    case TemplateExprKind::kIdentifier:
      return Call(expr->name, {}, {}, line, frame);
    case TemplateExprKind::kString:
      return values.Text(expr->text);
    case TemplateExprKind::kInt:
      return values.Constant(ChartValue::Int(expr->integer));
    case TemplateExprKind::kFloat:
      return values.Constant(ChartValue::Float(expr->number));
    case TemplateExprKind::kBool:
      return values.Constant(ChartValue::Bool(expr->integer != 0));
    case TemplateExprKind::kNil:
      return values.Nil();
  }
  for (const absl::string_view field : expr->fields) value = Access(value, field, &line);
  return value;
}

Abstract Interpreter::Pipeline(const TemplateExpr* pipe, const Frame& frame) {
  if (pipe->kind != TemplateExprKind::kPipeline) return Evaluate(pipe, frame);
  Abstract piped = nullptr;
  for (const TemplateExpr* command : pipe->operands) {
    const bool is_command = command->kind == TemplateExprKind::kCommand;
    const TemplateExpr* head = is_command ? command->operands[0] : command;
    std::vector<const TemplateExpr*> written;
    if (is_command) written.assign(command->operands.begin() + 1, command->operands.end());
    std::vector<Abstract> args;
    for (const TemplateExpr* operand : written) args.push_back(Evaluate(operand, frame));
    if (piped != nullptr) args.push_back(piped);
    const SourceLine line{frame.file, head->pos.line};
    if (head->kind == TemplateExprKind::kIdentifier) {
      piped = Call(head->name, args, written, line, frame);
      continue;
    }
    Abstract value = Evaluate(head, frame);
    if (!args.empty()) {  // a method
      const bool has =
          value->Is(AbstractKind::kCapabilities) && !value->path.empty() && value->path.back() == "Has";
      value = reading_.values.Call(has ? "capHas" : "method", args);
    }
    piped = value;
  }
  return piped == nullptr ? reading_.values.Unknown() : piped;
}

Abstract Interpreter::RootField(Abstract root, absl::string_view name) {
  const auto it = root_fields_.find({root->path, std::string(name)});
  if (it == root_fields_.end()) {
    const auto& set = templates_.keys_set_on_context();
    const bool anywhere = std::find(set.begin(), set.end(), name) != set.end();
    return anywhere ? reading_.values.Unknown() : reading_.values.Nil();
  }
  Abstract value = reading_.values.Nil();
  for (const auto& written : it->second) {
    value = written.first == nullptr ? written.second
                                     : reading_.values.Choice(written.first, written.second, value);
  }
  return value;
}

Abstract Interpreter::Access(Abstract value, absl::string_view name, const SourceLine* line) {
  AbstractValues& values = reading_.values;
  switch (value->kind) {
    case AbstractKind::kRoot:
      if (name == "Values") return values.Values(value->path);
      if (name == "Capabilities") return values.OfPath(AbstractKind::kCapabilities, {});
      if (name == "Release") return values.OfPath(AbstractKind::kRelease, {});
      if (name == "Chart") return values.OfPath(AbstractKind::kChart, value->path);
      if (name == "Files") return values.OfPath(AbstractKind::kFiles, {});
      if (name == "Template") return values.OfPath(AbstractKind::kTemplate, {});
      if (name == "Subcharts") return values.OfPath(AbstractKind::kSubcharts, value->path);
      return RootField(value, name);
    case AbstractKind::kSubcharts:
      return values.OfPath(AbstractKind::kRoot, Extend(value->path, name));
    case AbstractKind::kValues: {
      if (name == "AsMap") return value;
      const bool global = name == "global" && reading_.chart_roots.count(value->path) > 0;
      KeyPath path = global ? KeyPath{"global"} : Extend(value->path, name);
      if (line != nullptr && recording_) {
        reading_.children[value->path].insert(std::string(name));
        reading_.reads[*line].insert(path);
      }
      return values.Values(std::move(path));
    }
    case AbstractKind::kDict:
      for (size_t i = value->keys.size(); i-- > 0;) {
        if (value->keys[i] == name) return value->args[i];
      }
      return values.Nil();
    case AbstractKind::kChoice:
      return values.Choice(value->args[0], Access(value->args[1], name, line),
                           Access(value->args[2], name, line));
    case AbstractKind::kFirstTrue:
    case AbstractKind::kAnyOf: {
      std::vector<Abstract> fields;
      for (size_t i = 0; i < std::min(value->args.size(), kChoicesOfAccess); ++i) {
        fields.push_back(Access(value->args[i], name, line));
      }
      return value->Is(AbstractKind::kAnyOf) ? values.AnyOf(std::move(fields))
                                             : values.FirstTrue(std::move(fields));
    }
    case AbstractKind::kRelease:
      if (value->path.empty() && (name == "Name" || name == "Namespace")) {
        return values.Values({std::string(kReleaseKey), std::string(name)});
      }
      return values.OfPath(value->kind, Extend(value->path, name));
    case AbstractKind::kChart: {
      const bool plain = name == "Name" || name == "Version" || name == "AppVersion";
      const auto metadata = plain ? metadata_.find(value->path) : metadata_.end();
      if (metadata != metadata_.end()) return values.Constant(metadata->second.Field(name));
      return values.OfPath(value->kind, Extend(value->path, name));
    }
    case AbstractKind::kCapabilities:
    case AbstractKind::kFiles:
    case AbstractKind::kTemplate:
      return values.OfPath(value->kind, Extend(value->path, name));
    case AbstractKind::kLookup:
      return value;
    case AbstractKind::kCall:
      return value->name == "same" ? Access(value->args[0], name, line) : values.Unknown();
    case AbstractKind::kConstant:
      return value->IsNil() ? value : values.Unknown();
    default:
      return values.Unknown();
  }
}

// What a range over the value has in hand.
Abstract Interpreter::Element(Abstract value, bool with_key) {
  AbstractValues& values = reading_.values;
  switch (value->kind) {
    case AbstractKind::kValues: {
      if (reading_.chart_roots.count(value->path) > 0) {  // over .Values itself: each of its maps
        std::vector<Abstract> maps;
        const ChartValue* tree = FindAt(root_values_, value->path);
        if (tree != nullptr && tree->IsMap()) {
          for (const auto& entry : tree->map()) {
            if (entry.second.IsMap() && entry.first != "global" && maps.size() < kTopLevelMaps) {
              maps.push_back(values.Values(Extend(value->path, entry.first)));
            }
          }
        }
        if (!maps.empty()) return values.AnyOf(std::move(maps));
      }
      if (recording_) {
        const auto known = reading_.ranges.find(value->path);
        if (known == reading_.ranges.end()) {
          reading_.ranges[value->path] = with_key ? RangeShape::kMap : RangeShape::kList;
        }
      }
      return values.Values(Extend(value->path, kAnyItem));
    }
    case AbstractKind::kList:
      return values.AnyOf(value->args);
    case AbstractKind::kDict:
      return values.AnyOf(value->args);
    case AbstractKind::kFirstTrue: {
      std::vector<Abstract> elements;
      for (const Abstract arg : value->args) elements.push_back(Element(arg, with_key));
      return values.FirstTrue(std::move(elements));
    }
    case AbstractKind::kChoice:
      return values.Choice(value->args[0], Element(value->args[1], with_key),
                           Element(value->args[2], with_key));
    case AbstractKind::kCall: {
      if (value->name == "same") return Element(value->args[0], with_key);
      if (value->name == "until") return values.Constant(ChartValue::Int(0));  // the first time
      if (value->name != "or" || value->args.empty()) return values.Unknown();
      std::vector<Abstract> elements;
      for (const Abstract arg : value->args) elements.push_back(Element(arg, with_key));
      return values.FirstTrue(std::move(elements));
    }
    default:
      return values.Unknown();
  }
}

}  // namespace chartlint
