// A template body as a weighted grammar: a graph of nodes whose terminals are the literal texts.
//
// Bodies (files, definitions, and fragments: one expression printed by an action elsewhere) are compiled when
// they are first asked for. Node ids and pointers to bodies stay valid; nodes refer to the ChartTemplates,
// which has to outlive the grammar. Not thread-safe.
#ifndef CHARTLINT_ANALYZER_TEMPLATE_MAP_GRAMMAR_H_
#define CHARTLINT_ANALYZER_TEMPLATE_MAP_GRAMMAR_H_

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "analyzer/template/chart_templates.h"
#include "analyzer/template/tree.h"
#include "analyzer/template_map/scope.h"

namespace chartlint {

enum class GrammarKind : uint8_t {
  kText,       // a piece of literal text without line breaks
  kLineBreak,  // one line break of literal text
  kGap,        // an action whose output is not known
  kReference,  // an action that prints a variable, dot or field: perhaps text that an include made (see
               // References)
  kCall,       // an include or template: another body
  kBranch,     // edges
  kRange,      // edges[0] enters the loop, edges[1] passes by
  kLoop,       // end of a loop's body: edges[0] again, edges[1] leave
  kBreak,      // leaves the loop by edges[0]
  kEnd,        // of a body
};

struct CompiledBody;

// What stands after the first command of a pipeline, as far as it matters for the shape of the output.
struct PipelineFilter {
  enum class Kind : uint8_t { kIndent, kNIndent, kTrim, kTrimSuffix, kQuote, kPassThrough, kOpaque };
  Kind kind = Kind::kOpaque;
  int32_t amount = 0;  // of an indentation
};

struct GrammarEdge {
  int32_t target = -1;
  // Arms up to and including `arm` of scope_node decide: the earlier ones must be false, this one true; arm
  // == branches.size(): all false. -1: no condition.
  int32_t arm = -1;
};

struct GrammarNode {
  GrammarKind kind = GrammarKind::kEnd;
  bool multi = false;        // kGap: may print several lines
  bool new_line = false;     // nindent: a line break comes first
  bool loose = false;        // trimmed after indenting: the first line may be padded less
  bool trims = false;        // kCall: what it prints is trimmed at its end
  bool from_action = false;  // kText: literal inside an action ({{ "text" }}), counts as the action's output
  bool to_yaml = false;      // kGap: the expression prints YAML
  bool mentions_values = false;  // kGap, kCall, from_action: the action names .Values
  bool adds_quotes = false;      // kGap: %q
  int16_t indent = 0;
  int32_t file = -1;  // -1: text that came from values through tpl
  int32_t line = 0;
  int32_t column = 0;
  int32_t next = -1;
  absl::string_view text;                  // kText
  const TemplateExpr* expr = nullptr;      // kGap, kReference, kCall: the whole that is printed
  const TemplateExpr* argument = nullptr;  // kCall: the callee's dot; null: nil
  const TemplateExpr* name = nullptr;      // kCall: expression of the name when it is computed
  std::string callee;                      // kCall: name of a definition
  int32_t callee_file = -1;  // kCall: a file instead ({{ include (print $.Template.BasePath "/x") . }})
  std::vector<PipelineFilter> filters;  // kReference: to be applied to what it stands for
  const TemplateExpr* reference =
      nullptr;  // kReference: the variable, dot, field or tpl call before the filters
  const TemplateScope* scope = nullptr;
  const CompiledBody* body = nullptr;     // whose node this is (scopes of its variables)
  const TemplateNode* control = nullptr;  // kBranch, kRange, kLoop
  int32_t loop = -1;                      // kRange: its kLoop
  std::vector<GrammarEdge> edges;
};

struct CompiledBody {
  int32_t entry = -1;
  const BodyScopes* scopes = nullptr;
  // Text of a one-line string (a name, an image, a flag): no line of it is worth a place of its own.
  bool is_string = false;
};

class Grammar {
 public:
  explicit Grammar(const ChartTemplates& chart);
  ~Grammar();
  Grammar(const Grammar&) = delete;
  Grammar& operator=(const Grammar&) = delete;

  // Null when there is nothing of that name.
  const CompiledBody* File(int file);
  const CompiledBody* Definition(absl::string_view name);
  // What `expr`, seen from `scope` of `body`, prints through the filters `tail` at the place of the node
  // `at`.
  const CompiledBody* Fragment(const TemplateExpr* expr, const TemplateScope* scope, const CompiledBody* body,
                               int32_t at);
  // A text that tpl is given.
  const CompiledBody* Text(const std::string& text);

  const GrammarNode& node(int32_t id) const { return nodes_[static_cast<size_t>(id)]; }
  size_t size() const { return nodes_.size(); }

 private:
  friend class BodyCompiler;
  struct TextTemplate;

  std::unique_ptr<CompiledBody> Compile(const TemplateBody& body);

  const ChartTemplates& chart_;
  std::deque<GrammarNode> nodes_;
  std::deque<std::string> strings_;
  std::deque<std::unique_ptr<BodyScopes>> scopes_;
  std::map<int, std::unique_ptr<CompiledBody>> files_;
  absl::flat_hash_map<std::string, std::unique_ptr<CompiledBody>> definitions_;
  std::map<std::pair<const TemplateExpr*, int32_t>, std::unique_ptr<CompiledBody>> fragments_;
  absl::flat_hash_map<std::string, std::unique_ptr<TextTemplate>> texts_;
  const absl::flat_hash_map<std::string, bool> string_definitions_;
};

// Does any part of the expression name .Values?
bool MentionsValues(const TemplateExpr* expr);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_TEMPLATE_MAP_GRAMMAR_H_
