// Values as templates see them, with one more: unknown.
//
// A ChartValue is cheap to copy: collections and strings are shared. It is immutable, so it may be handed to
// any thread; the one exception is for who executes templates on values of his own (see OwnCopy). `unknown`
// stands for whatever cannot be known without the cluster or a function that is not modelled; it may lie
// inside lists and maps. Every value may carry an origin: the path below `.Values` that
// it came from. Field access extends the origin, functions hand on the origin of the argument that made the
// result; an unknown value keeps it, too.
//
// Numbers: what comes from YAML is a float, as in Helm (values pass through JSON); integers come from
// literals in templates and from functions such as int.
#ifndef CHARTLINT_ANALYZER_TEMPLATE_VALUE_H_
#define CHARTLINT_ANALYZER_TEMPLATE_VALUE_H_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace chartlint {

// One step of a path below `.Values`, linked to the step before it. The root (no parent) names in `index` the
// chart instance (ChartTemplates::instances()) to whose .Values the path belongs.
struct ValuesPathStep {
  std::shared_ptr<const ValuesPathStep> parent;
  std::string key;  // of a map; empty for an item of a list and for the root
  int index = -1;   // of a list's item, else -1
};
using ValuesPath = std::shared_ptr<const ValuesPathStep>;  // null: no origin

// "global.image.tag", "hosts[0].name"; the root is not printed.
std::string PrintValuesPath(const ValuesPath& path);

class ChartValue {
 public:
  enum class Kind : uint8_t { kUnknown, kNull, kBool, kInt, kFloat, kString, kList, kMap };
  using List = std::vector<ChartValue>;
  using Map = std::map<std::string, ChartValue, std::less<>>;

  ChartValue() = default;  // unknown
  static ChartValue Null();
  static ChartValue Bool(bool value);
  static ChartValue Int(int64_t value);
  static ChartValue Float(double value);
  static ChartValue String(std::string value);
  static ChartValue MakeList(List items);
  static ChartValue MakeMap(Map entries);

  Kind kind() const { return kind_ == Kind::kMap && IsForgotten() ? Kind::kUnknown : kind_; }
  bool known() const { return kind() != Kind::kUnknown; }
  bool IsNull() const { return kind_ == Kind::kNull; }
  bool IsString() const { return kind_ == Kind::kString; }
  bool IsList() const { return kind_ == Kind::kList; }
  bool IsMap() const { return kind() == Kind::kMap; }
  bool IsNumber() const { return kind_ == Kind::kInt || kind_ == Kind::kFloat; }
  // Known, and so is everything in it.
  bool FullyKnown() const;

  // Each is the empty value of its type for values of another kind.
  bool bool_value() const { return kind_ == Kind::kBool && integer_ != 0; }
  int64_t int_value() const;  // floats are cut off
  double float_value() const;
  const std::string& string_value() const;
  const List& list() const;
  const Map& map() const;

  // A map's entry, its origin extended. Absent: null without origin kept (the origin still names the path,
  // since a default may be set there). On an unknown value: unknown; on other kinds: null.
  ChartValue Field(absl::string_view key) const;
  ChartValue ItemAt(size_t index) const;

  // As in Go, maps are shared by reference while templates run: `set` in one place is seen in all others. Who
  // executes templates takes an OwnCopy of all that goes in and changes maps in place; every copy of the map
  // sees it. Values of others, and other threads, are not concerned.
  ChartValue OwnCopy() const;  // maps and lists copied to any depth
  // For maps, else nothing happens. A value that holds the map itself is written as unknown.
  void SetEntry(absl::string_view key, ChartValue value) const;
  void EraseEntry(absl::string_view key) const;
  void Forget() const;  // from now on unknown
  bool IsSameMapAs(const ChartValue& other) const { return kind_ == Kind::kMap && shared_ == other.shared_; }

  const ValuesPath& origin() const { return origin_; }
  ChartValue WithOrigin(ValuesPath origin) const;

  // Truth as of `if`. Nullopt for unknown.
  std::optional<bool> Truth() const;
  // What `{{ . }}` prints; null prints nothing (Helm removes "<no value>"). Nullopt for unknown, lists and
  // maps.
  std::optional<std::string> Print() const;
  // As Print, but null gives "<nil>", as the print functions and %v have it.
  std::optional<std::string> PrintVerbose() const;

 private:
  struct SharedMap {
    Map entries;
    bool forgotten = false;
  };
  bool IsForgotten() const { return static_cast<const SharedMap*>(shared_.get())->forgotten; }
  SharedMap* InPlace() const;
  bool MayHold(const void* shared, int depth, int* steps) const;

  Kind kind_ = Kind::kUnknown;
  int64_t integer_ = 0;
  double number_ = 0;
  std::shared_ptr<void> shared_;
  ValuesPath origin_;
};

// Deep equality; false when either holds anything unknown. Numbers of different type differ, as in Go's
// reflect.DeepEqual.
bool SameValue(const ChartValue& a, const ChartValue& b);

// Go's %v of a float64: shortest, with an exponent from 1e+06 on (and below 1e-4). Helm prints large numbers
// so.
std::string PrintGoFloat(double value);

// `over` on top of `base`: maps are merged, everything else is replaced. A null in `over` deletes the key
// when `null_deletes`, else it replaces.
ChartValue MergeValues(const ChartValue& base, const ChartValue& over, bool null_deletes);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_TEMPLATE_VALUE_H_
