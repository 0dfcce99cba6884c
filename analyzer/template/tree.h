// The tree of one parsed template file: what Go's text/template/parse builds, flattened where that makes it
// easier to read.
//
// A TemplateTree owns all its nodes; pointers into it live as long as the tree (moving the tree keeps them).
// Names and texts are views into the source that was parsed, or strings of the node where escapes had to be
// undone, so the source has to outlive the tree. Nesting is limited by the parser (kMaxTemplateDepth), so
// walking a tree by recursion is safe.
#ifndef CHARTLINT_ANALYZER_TEMPLATE_TREE_H_
#define CHARTLINT_ANALYZER_TEMPLATE_TREE_H_

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/template/lexer.h"

namespace chartlint {

enum class TemplateExprKind : uint8_t {
  kPipeline,    // operands: the commands, left to right; `declared` and `assigns` for "$x := ..." and "$x =
                // ..."
  kCommand,     // operands: [0] is the function or the value, the rest its arguments
  kDot,         // .
  kField,       // .a.b            fields: a, b
  kVariable,    // $, $x, $x.a.b   name: "$" or "$x"; fields: a, b
  kChain,       // (pipeline).a.b  operands: [0] the base; fields: a, b
  kIdentifier,  // a function's name, in `name`
  kString,      // text: the value, escapes undone
  kInt,         // integer (a character constant, too)
  kFloat,       // number
  kBool,        // integer: 0 or 1
  kNil,
};

struct TemplateExpr {
  TemplateExprKind kind = TemplateExprKind::kNil;
  TemplatePos pos;   // of its first byte
  uint32_t end = 0;  // offset one past its last byte
  absl::string_view name;
  std::vector<absl::string_view> fields;
  std::vector<const TemplateExpr*> operands;
  std::vector<absl::string_view>
      declared;                 // pipeline: variables left of := or =, one or two ("$k, $v" of a range)
  bool assigns = false;         // pipeline: "=" to a variable that exists, not ":="
  bool in_parentheses = false;  // pipeline written as an operand
  std::string text;
  int64_t integer = 0;
  double number = 0;
};

// The simplest expression that means the same: a pipeline of one command without declarations, and a command
// of one operand that is no function, stand for that operand.
const TemplateExpr* UnwrapExpr(const TemplateExpr* expr);

enum class TemplateNodeKind : uint8_t {
  kText,      // text
  kAction,    // pipe
  kIf,        // branches
  kWith,      // branches
  kRange,     // branches: the body, and perhaps one else
  kTemplate,  // name, pipe or null ({{template}} and the use of a {{block}})
  kBreak,
  kContinue,
};

struct TemplateNode;
using TemplateBody = std::vector<const TemplateNode*>;

// One arm of an if, with or range. `else if` and `else with` are further arms of the same node; in Go a
// variable that an arm declares is also seen by the arms after it.
struct TemplateBranch {
  TemplatePos pos;                          // of the "{{" of the action that opens this arm: {{if}}, {{else}}
  uint32_t end = 0;                         // one past that action's "}}"
  const TemplateExpr* condition = nullptr;  // a pipeline; null: plain else
  TemplateBody body;
};

struct TemplateNode {
  TemplateNodeKind kind = TemplateNodeKind::kText;
  TemplatePos pos;         // text: its first byte after trimming; else the "{{"
  uint32_t end = 0;        // one past its last byte; with branches: past the {{end}}
  TemplatePos end_pos;     // with branches: of the "{{" of {{end}}
  absl::string_view text;  // kText: exactly what is printed
  std::string name;        // kTemplate
  const TemplateExpr* pipe = nullptr;
  std::vector<TemplateBranch> branches;
};

// A named template: {{define "name"}} or {{block "name" pipe}}.
struct TemplateDefinition {
  std::string name;
  TemplatePos pos;   // of the "{{" of its tag
  uint32_t end = 0;  // one past the "}}" of its {{end}}
  TemplateBody body;
  bool blank = true;  // holds nothing but white space: such a redefinition does not replace an earlier one
};

struct TemplateTree {
  TemplateBody root;                           // what the file itself prints
  std::deque<TemplateDefinition> definitions;  // in source order
  std::deque<TemplateNode> nodes;              // storage
  std::deque<TemplateExpr> expressions;        // storage

  TemplateTree() = default;
  TemplateTree(TemplateTree&&) = default;
  TemplateTree& operator=(TemplateTree&&) = default;
  TemplateTree(const TemplateTree&) = delete;
  TemplateTree& operator=(const TemplateTree&) = delete;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_TEMPLATE_TREE_H_
