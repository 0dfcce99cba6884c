// What a named template prints, as alternatives with their conditions.
#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "analyzer/variants/interpreter.h"

namespace chartlint {
namespace {

constexpr size_t kAlternatives = 24;
constexpr int kBeyondDepth = 15;  // no template is walked

// What pieces printed one after the other come to, as far as conditions ask.
Abstract Joined(const std::vector<Abstract>& pieces, AbstractValues* values) {
  std::vector<Abstract> printed;
  bool literal = false;
  for (const Abstract piece : pieces) {
    if (piece->IsText() && absl::StripAsciiWhitespace(piece->constant.string_value()).empty()) continue;
    printed.push_back(piece);
    literal = literal || piece->Is(AbstractKind::kConstant);
  }
  if (printed.empty()) return values->Text("");
  if (printed.size() == 1) {
    if (!printed[0]->IsText()) return printed[0];
    return values->Text(absl::StripAsciiWhitespace(printed[0]->constant.string_value()));
  }
  constexpr size_t kPieces = 4;
  if (printed.size() > kPieces) printed.resize(kPieces);
  return values->Call(literal ? "nonblank" : "or", std::move(printed));
}

}  // namespace

const std::vector<TemplateOutput>& Interpreter::Outputs(absl::string_view name, Abstract context) {
  const std::pair<std::string, Abstract> key(std::string(name), context);
  const auto known = outputs_.find(key);
  if (known != outputs_.end()) return known->second;
  outputs_[key] = {{{}, reading_.values.Unknown()}};  // for a template that includes itself
  const TemplateDefinition* definition = templates_.FindDefinition(name);
  if (definition == nullptr) return outputs_[key];
  const bool was_recording = recording_;
  recording_ = false;
  OutputState start;
  start.scope = {{"$", context}};
  start.dot = context;
  std::vector<TemplateOutput> outputs;
  for (const OutputState& state : Trace(definition->body, {start}, definition->pos.file, 0)) {
    outputs.push_back({state.conditions, Joined(state.pieces, &reading_.values)});
  }
  recording_ = was_recording;
  return outputs_[key] = std::move(outputs);
}

std::vector<Interpreter::OutputState> Interpreter::Trace(const TemplateBody& body,
                                                         std::vector<OutputState> states, int32_t file,
                                                         int depth) {
  constexpr int kDepth = 40;
  if (depth > kDepth) return states;
  for (const TemplateNode* node : body) {
    switch (node->kind) {
      case TemplateNodeKind::kText:
        if (absl::StripAsciiWhitespace(node->text).empty()) break;
        for (OutputState& state : states) state.pieces.push_back(reading_.values.Text(node->text));
        break;
      case TemplateNodeKind::kBreak:
      case TemplateNodeKind::kContinue:
        break;
      case TemplateNodeKind::kAction:
        for (OutputState& state : states) {
          const Abstract value = Pipeline(node->pipe, {&state.scope, state.dot, nullptr, file, kBeyondDepth});
          if (node->pipe->declared.empty()) {
            state.pieces.push_back(value);
          } else {
            Assign(*node->pipe, value, &state.scope);
          }
        }
        break;
      case TemplateNodeKind::kTemplate:
        for (OutputState& state : states) {
          const Frame frame{&state.scope, state.dot, nullptr, file, kBeyondDepth};
          state.pieces.push_back(reading_.values.Include(
              node->name, node->pipe == nullptr ? reading_.values.Nil() : Pipeline(node->pipe, frame)));
        }
        break;
      case TemplateNodeKind::kIf:
      case TemplateNodeKind::kWith:
      case TemplateNodeKind::kRange: {
        std::vector<OutputState> next;
        for (const OutputState& state : states) {
          for (OutputState& after : TraceBranches(*node, state, file, depth)) {
            if (next.size() < kAlternatives) next.push_back(std::move(after));
          }
        }
        states = std::move(next);
        break;
      }
    }
  }
  return states;
}

std::vector<Interpreter::OutputState> Interpreter::TraceBranches(const TemplateNode& node,
                                                                 const OutputState& state, int32_t file,
                                                                 int depth) {
  std::vector<OutputState> all;
  OutputState before = state;  // with the conditions of the arms so far not met
  bool has_else = false;
  for (const TemplateBranch& branch : node.branches) {
    OutputState inside = before;
    if (branch.condition != nullptr) {
      const Frame frame{&inside.scope, inside.dot, nullptr, file, kBeyondDepth};
      const Abstract value = Pipeline(branch.condition, frame);
      inside.conditions.emplace_back(value, true);
      before.conditions.emplace_back(value, false);
      if (node.kind == TemplateNodeKind::kRange) {
        inside.dot = Element(value, branch.condition->declared.size() == 2);
        DeclareRange(*branch.condition, value, inside.dot, &inside.scope);
      } else {
        Assign(*branch.condition, value, &inside.scope);
        if (node.kind == TemplateNodeKind::kWith) inside.dot = value;
        if (!branch.condition->assigns) Assign(*branch.condition, value, &before.scope);
      }
    } else {
      has_else = true;
    }
    for (OutputState& after : Trace(branch.body, {inside}, file, depth + 1)) {
      after.scope.resize(std::min(after.scope.size(), state.scope.size()));
      after.dot = state.dot;
      all.push_back(std::move(after));
    }
  }
  if (!has_else) {
    before.scope.resize(std::min(before.scope.size(), state.scope.size()));
    all.push_back(std::move(before));
  }
  // Nothing printed, nothing assigned: the condition does not matter.
  const bool same = std::all_of(all.begin(), all.end(), [&](const OutputState& after) {
    return after.pieces == state.pieces && after.scope == state.scope;
  });
  if (same) return {state};
  return all;
}

}  // namespace chartlint
