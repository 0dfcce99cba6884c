// Abstract interpretation of a chart's templates: one walk over every file, each named template once for each
// distinct context, gives a Reading. No values are needed but the names of the top-level maps.
//
// Work is bounded: nodes walked, contexts of a template, callers of a context, size of a value. What lies
// beyond is unknown.
#ifndef CHARTLINT_ANALYZER_VARIANTS_INTERPRETER_H_
#define CHARTLINT_ANALYZER_VARIANTS_INTERPRETER_H_

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/template/chart_templates.h"
#include "analyzer/variants/branches.h"
#include "analyzer/variants/reading.h"

namespace chartlint {

// One thing that a named template can print, and when.
struct TemplateOutput {
  std::vector<std::pair<Abstract, bool>> conditions;
  Abstract value = nullptr;
};

class Interpreter {
 public:
  // `values`: the root's coalesced .Values.
  Interpreter(const ChartTemplates& templates, const BranchTable& branches, const ChartValue& values);
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;

  const Reading& reading() const { return reading_; }
  AbstractValues& values() { return reading_.values; }

  // At most 24. Worked out when first asked for.
  const std::vector<TemplateOutput>& Outputs(absl::string_view name, Abstract context);

  // A field of a value, without noting that it is read.
  Abstract FieldOf(Abstract value, absl::string_view name) { return Access(value, name, nullptr); }

 private:
  // Variables in scope, the innermost last; "$" is one of them.
  using Scope = std::vector<std::pair<absl::string_view, Abstract>>;
  struct Frame {
    Scope* scope;
    Abstract dot;
    const PathStep* path;
    int32_t file;
    int depth;
  };
  struct OutputState {
    std::vector<std::pair<Abstract, bool>> conditions;
    std::vector<Abstract> pieces;
    Scope scope;
    Abstract dot;
  };

  void WalkFiles();
  const PathStep* ChartConditions(int instance);
  const PathStep* Step(const PathStep* outer, Abstract value, bool holds);
  const PathStep* Entry(std::string name, Abstract context, std::vector<const PathStep*> callers);
  void Walk(const TemplateBody& body, const Frame& frame);
  void WalkBranches(const TemplateNode& node, const Frame& frame);
  void Enter(absl::string_view name, Abstract context, const Frame& frame);
  void Visit(BranchId branch, const PathStep* path);
  void DeclareRange(const TemplateExpr& pipe, Abstract over, Abstract element, Scope* scope);
  void Assign(const TemplateExpr& pipe, Abstract value, Scope* scope);

  Abstract Evaluate(const TemplateExpr* expr, const Frame& frame);
  Abstract Pipeline(const TemplateExpr* pipe, const Frame& frame);
  Abstract Call(absl::string_view function, const std::vector<Abstract>& args,
                const std::vector<const TemplateExpr*>& written, const SourceLine& line, const Frame& frame);
  Abstract CallOnMaps(absl::string_view function, const std::vector<Abstract>& args,
                      const std::vector<const TemplateExpr*>& written, const SourceLine& line,
                      const Frame& frame);
  Abstract CallOnLists(absl::string_view function, const std::vector<Abstract>& args);
  Abstract CallPassing(absl::string_view function, const std::vector<Abstract>& args);
  void NoteUse(absl::string_view function, const std::vector<Abstract>& args);
  Abstract Set(const std::vector<Abstract>& args, const std::vector<const TemplateExpr*>& written,
               const Frame& frame);
  Abstract Index(const std::vector<Abstract>& args, const SourceLine& line);
  Abstract Access(Abstract value, absl::string_view name, const SourceLine* line);
  Abstract RootField(Abstract root, absl::string_view name);
  Abstract Element(Abstract value, bool with_key);
  void ValuePaths(Abstract value, std::vector<KeyPath>* paths, int depth = 0) const;
  Abstract Limit(Abstract value) const;

  std::vector<OutputState> Trace(const TemplateBody& body, std::vector<OutputState> states, int32_t file,
                                 int depth);
  std::vector<OutputState> TraceBranches(const TemplateNode& node, const OutputState& state, int32_t file,
                                         int depth);

  const ChartTemplates& templates_;
  const BranchTable& branches_;
  const ChartValue& root_values_;
  Reading reading_;
  std::map<KeyPath, ChartValue> metadata_;  // .Chart of the chart whose values lie there
  bool recording_ = true;
  int budget_ = 0;
  std::map<std::pair<std::string, Abstract>, int> entry_of_;
  std::map<std::string, std::set<Abstract>> contexts_;
  std::map<std::pair<KeyPath, std::string>, std::vector<std::pair<Abstract, Abstract>>> root_fields_;
  std::map<std::pair<std::string, Abstract>, std::vector<TemplateOutput>> outputs_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_VARIANTS_INTERPRETER_H_
