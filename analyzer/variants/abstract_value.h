// What an expression of a template stands for when nothing is known but the templates: a path below .Values,
// a constant, a choice between two values under a condition, what a named template prints, ...
//
// Equal values are one node (hash consing), so they are compared by pointer and kept in ordered containers by
// `id`, which follows the order of creation and therefore the text of the chart. Nodes live as long as their
// AbstractValues.
#ifndef CHARTLINT_ANALYZER_VARIANTS_ABSTRACT_VALUE_H_
#define CHARTLINT_ANALYZER_VARIANTS_ABSTRACT_VALUE_H_

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "analyzer/template/value.h"
#include "analyzer/variants/key_path.h"

namespace chartlint {

enum class AbstractKind : uint8_t {
  kUnknown,
  kConstant,         // constant
  kRoot,             // the context of a file; path: its chart's place below the root's values
  kValues,           // path
  kSubcharts,        // .Subcharts of the chart at path
  kKey,              // the key of an entry of the map at path, in a range
  kCapabilities,     // path: the fields read
  kRelease,          // path: the fields read
  kChart,            // .Chart and what is read of it
  kFiles,            // .Files and what is read of it
  kTemplate,         // .Template and what is read of it
  kLookup,           // what the cluster holds: nothing, in a render
  kDict,             // keys, args
  kList,             // args
  kChoice,           // args: condition, value if true, value if false
  kFirstTrue,        // args: the first that is true, else the last (default, coalesce, merge)
  kAnyOf,            // args: one of them, all come up (items of a list)
  kInclude,          // name: of the template; args: its context
  kComputedInclude,  // an include whose name is not known
  kCall,             // name: the function; args
};

struct AbstractValue {
  AbstractKind kind = AbstractKind::kUnknown;
  uint32_t id = 0;
  uint32_t size = 1;  // nodes, shared ones counted each time; cut off
  ChartValue constant;
  KeyPath path;
  std::string name;
  std::vector<std::string> keys;
  std::vector<const AbstractValue*> args;

  bool Is(AbstractKind k) const { return kind == k; }
  bool IsCall(absl::string_view function) const { return kind == AbstractKind::kCall && name == function; }
  bool IsNil() const { return kind == AbstractKind::kConstant && constant.IsNull(); }
  bool IsText() const { return kind == AbstractKind::kConstant && constant.IsString(); }
};
using Abstract = const AbstractValue*;

class AbstractValues {
 public:
  AbstractValues();
  AbstractValues(const AbstractValues&) = delete;
  AbstractValues& operator=(const AbstractValues&) = delete;

  Abstract Unknown() const { return unknown_; }
  Abstract Nil() const { return nil_; }
  Abstract Constant(const ChartValue& value);
  Abstract Text(absl::string_view text) { return Constant(ChartValue::String(std::string(text))); }
  Abstract OfPath(AbstractKind kind, KeyPath path);
  Abstract Values(KeyPath path) { return OfPath(AbstractKind::kValues, std::move(path)); }
  Abstract Dict(std::vector<std::string> keys, std::vector<Abstract> args);
  Abstract List(std::vector<Abstract> args);
  Abstract Choice(Abstract condition, Abstract yes, Abstract no);
  // One of one is that one.
  Abstract FirstTrue(std::vector<Abstract> args);
  Abstract AnyOf(std::vector<Abstract> args);
  Abstract Include(absl::string_view name, Abstract context);
  Abstract ComputedInclude();
  Abstract Call(absl::string_view function, std::vector<Abstract> args);

 private:
  Abstract Intern(AbstractValue value);

  std::deque<AbstractValue> nodes_;
  absl::flat_hash_map<std::string, Abstract> known_;
  Abstract unknown_ = nullptr;
  Abstract nil_ = nullptr;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_VARIANTS_ABSTRACT_VALUE_H_
