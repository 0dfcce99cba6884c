#include "analyzer/variants/atom.h"

#include <algorithm>
#include <array>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzer/template/semver.h"
#include "re2/re2.h"

namespace chartlint {
namespace {

bool IsIn(const ChartValue* list, const ChartValue& item) {
  if (list == nullptr || !list->IsList()) return false;
  return std::any_of(list->list().begin(), list->list().end(),
                     [&](const ChartValue& other) { return EqualValues(other, item); });
}

double NumberOf(const ChartValue* value) {
  if (value == nullptr || value->IsNull()) return 0;
  if (value->IsNumber()) return value->float_value();
  double number = 0;
  return value->IsString() && absl::SimpleAtod(value->string_value(), &number) ? number : -1e300;
}

size_t LengthOf(const ChartValue* value) {
  if (value == nullptr) return static_cast<size_t>(-1);
  if (value->IsList()) return value->list().size();
  if (value->IsMap()) return value->map().size();
  return value->IsString() ? value->string_value().size() : static_cast<size_t>(-1);
}

bool MatchesPattern(const ChartValue* value, const std::string& pattern) {
  if (value == nullptr) return false;
  const RE2 re(pattern, RE2::Quiet);
  return !re.ok() || RE2::PartialMatch(value->PrintVerbose().value_or(""), re);
}

// Needs something at the path, which neither "false" nor "not set" above it leaves.
bool NeedsValue(const Atom& atom) {
  switch (atom.op) {
    case AtomOp::kTrue:
    case AtomOp::kSet:
    case AtomOp::kHolds:
    case AtomOp::kGreater:
    case AtomOp::kMinLength:
    case AtomOp::kMatches:
    case AtomOp::kBegins:
    case AtomOp::kEnds:
    case AtomOp::kContains:
    case AtomOp::kFirstKey:
      return true;
    case AtomOp::kEqual:
      return !atom.value.IsNull();
    default:
      return false;
  }
}

// One direction of Contradict, for equal paths.
bool Excludes(const Atom& a, const Atom& b) {
  switch (a.op) {
    case AtomOp::kEqual:
      if (b.op == AtomOp::kEqual) return !PrintAlike(a.value, b.value);
      if (b.op == AtomOp::kNotEqual) return PrintAlike(a.value, b.value);
      if (b.op == AtomOp::kTrue) return !IsTrue(&a.value);
      if (b.op == AtomOp::kFalse) return IsTrue(&a.value);
      return false;
    case AtomOp::kTrue:
      return b.op == AtomOp::kFalse;
    case AtomOp::kSet:
      return b.op == AtomOp::kNotSet;
    case AtomOp::kFalse:
    case AtomOp::kNotSet:
      return NeedsValue(b) && b.op != AtomOp::kSet && b.op != AtomOp::kEqual;
    case AtomOp::kApi:
      return b.op == AtomOp::kNoApi;
    case AtomOp::kKube:
      return b.op == AtomOp::kNotKube;
    case AtomOp::kUpgrade:
      return b.op == AtomOp::kInstall;
    default:
      return false;
  }
}

}  // namespace

AtomId Atoms::Make(AtomOp op, KeyPath path, ChartValue value) {
  std::string key = absl::StrCat(static_cast<int>(op), "|", static_cast<int>(value.kind()), "|",
                                 value.PrintVerbose().value_or(""), "|");
  for (const std::string& step : path) absl::StrAppend(&key, step.size(), ":", step);
  const auto found = known_.find(key);
  if (found != known_.end()) return found->second;
  const AtomId id = static_cast<AtomId>(atoms_.size());
  atoms_.push_back({op, std::move(path), std::move(value)});
  known_.emplace(std::move(key), id);
  return id;
}

bool Atoms::Contradict(AtomId a, AtomId b) const {
  const Atom& x = at(a);
  const Atom& y = at(b);
  if (x.IsUnknown() || y.IsUnknown()) return false;
  if (x.path == y.path) return Excludes(x, y) || Excludes(y, x);
  if (!x.IsOfValue() || !y.IsOfValue()) return false;
  const bool x_empty = x.op == AtomOp::kFalse || x.op == AtomOp::kNotSet;
  const bool y_empty = y.op == AtomOp::kFalse || y.op == AtomOp::kNotSet;
  if (x_empty && IsPrefix(x.path, y.path)) return NeedsValue(y);
  return y_empty && IsPrefix(y.path, x.path) && NeedsValue(x);
}

bool Atoms::ConsistentWith(const Solution& solution, AtomId atom) const {
  return std::none_of(solution.begin(), solution.end(),
                      [&](AtomId other) { return Contradict(other, atom); });
}

bool Atoms::Consistent(const Solution& solution) const {
  for (size_t i = 1; i < solution.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      if (Contradict(solution[i], solution[j])) return false;
    }
  }
  return true;
}

bool IsKind(const ChartValue* value, absl::string_view kind) {
  if (value == nullptr) return kind == "invalid";
  switch (value->kind()) {
    case ChartValue::Kind::kNull:
      return kind == "invalid";
    case ChartValue::Kind::kBool:
      return kind == "bool";
    case ChartValue::Kind::kInt:
    case ChartValue::Kind::kFloat:
      return kind == "float64" || kind == "int" || kind == "int64";
    case ChartValue::Kind::kString:
      return kind == "string";
    case ChartValue::Kind::kList:
      return kind == "slice" || kind == "[]interface {}";
    case ChartValue::Kind::kMap:
      return kind == "map" || kind == "map[string]interface {}";
    case ChartValue::Kind::kUnknown:
      return false;
  }
  return false;
}

bool Holds(const Atom& atom, const Setting& setting) {
  if (!atom.IsOfValue()) {
    switch (atom.op) {
      case AtomOp::kApi:
      case AtomOp::kNoApi: {
        bool served = IsBuiltInApi(atom.path[0]) || setting.api_versions.count(atom.path[0]) > 0;
        return served == (atom.op == AtomOp::kApi);
      }
      case AtomOp::kKube:
        return MeetsVersion(atom.path[0], setting.kube_version);
      case AtomOp::kNotKube:
        return !MeetsVersion(atom.path[0], setting.kube_version);
      case AtomOp::kUpgrade:
        return setting.is_upgrade;
      case AtomOp::kInstall:
        return !setting.is_upgrade;
      default:
        return true;
    }
  }
  const ChartValue* value = FindAt(setting.values, atom.path);
  const std::string& text = atom.value.string_value();
  const absl::string_view at =
      value != nullptr && value->IsString() ? value->string_value() : absl::string_view();
  const size_t length = static_cast<size_t>(std::max<int64_t>(0, atom.value.int_value()));
  switch (atom.op) {
    case AtomOp::kTrue:
      return IsTrue(value);
    case AtomOp::kFalse:
      return !IsTrue(value);
    case AtomOp::kEqual:
      return value == nullptr ? atom.value.IsNull() : PrintAlike(*value, atom.value);
    case AtomOp::kNotEqual:
      return value == nullptr ? !atom.value.IsNull() : !PrintAlike(*value, atom.value);
    case AtomOp::kSet:
      return value != nullptr;
    case AtomOp::kNotSet:
      return value == nullptr;
    case AtomOp::kHolds:
      return IsIn(value, atom.value);
    case AtomOp::kHoldsNot:
      return !IsIn(value, atom.value);
    case AtomOp::kGreater:
      return NumberOf(value) > atom.value.float_value();
    case AtomOp::kAtLeast:
      return NumberOf(value) >= atom.value.float_value();
    case AtomOp::kLess:
      return NumberOf(value) < atom.value.float_value();
    case AtomOp::kAtMost:
      return NumberOf(value) <= atom.value.float_value();
    case AtomOp::kLength:
      return LengthOf(value) == length;
    case AtomOp::kNotLength:
      return LengthOf(value) != length;
    case AtomOp::kMinLength:
      return value != nullptr && LengthOf(value) != static_cast<size_t>(-1) && LengthOf(value) >= length;
    case AtomOp::kKind:
      return IsKind(value, text);
    case AtomOp::kNotKind:
      return !IsKind(value, text);
    case AtomOp::kMatches:
      return MatchesPattern(value, text);
    case AtomOp::kMatchesNot:
      return !MatchesPattern(value, text);
    case AtomOp::kBegins:
      return !at.empty() && absl::StartsWith(at, text);
    case AtomOp::kBeginsNot:
      return at.empty() || !absl::StartsWith(at, text);
    case AtomOp::kEnds:
      return !at.empty() && absl::EndsWith(at, text);
    case AtomOp::kEndsNot:
      return at.empty() || !absl::EndsWith(at, text);
    case AtomOp::kContains:
      return !at.empty() && absl::StrContains(at, text);
    case AtomOp::kContainsNot:
      return at.empty() || !absl::StrContains(at, text);
    case AtomOp::kFirstKey:
      return value != nullptr && value->IsMap() && !value->map().empty() &&
             value->map().begin()->first == text;
    case AtomOp::kNotFirstKey:
      return value == nullptr || !value->IsMap() || value->map().empty() ||
             value->map().begin()->first != text;
    default:
      return true;
  }
}

// Group versions of the clients' scheme that Helm links, without kinds: "apps/v1/Deployment" is served by no
// offline cluster. Upstream: helm pkg/chartutil/capabilities.go (allKnownVersions).
bool IsBuiltInApi(absl::string_view api_version) {
  static const auto* const known =
      new absl::flat_hash_set<absl::string_view>{"v1",
                                                 "apps/v1",
                                                 "apps/v1beta1",
                                                 "apps/v1beta2",
                                                 "batch/v1",
                                                 "batch/v1beta1",
                                                 "autoscaling/v1",
                                                 "autoscaling/v2",
                                                 "autoscaling/v2beta1",
                                                 "autoscaling/v2beta2",
                                                 "networking.k8s.io/v1",
                                                 "networking.k8s.io/v1beta1",
                                                 "extensions/v1beta1",
                                                 "policy/v1",
                                                 "policy/v1beta1",
                                                 "rbac.authorization.k8s.io/v1",
                                                 "rbac.authorization.k8s.io/v1beta1",
                                                 "rbac.authorization.k8s.io/v1alpha1",
                                                 "apiextensions.k8s.io/v1",
                                                 "apiextensions.k8s.io/v1beta1",
                                                 "admissionregistration.k8s.io/v1",
                                                 "admissionregistration.k8s.io/v1beta1",
                                                 "admissionregistration.k8s.io/v1alpha1",
                                                 "authentication.k8s.io/v1",
                                                 "authentication.k8s.io/v1beta1",
                                                 "authorization.k8s.io/v1",
                                                 "authorization.k8s.io/v1beta1",
                                                 "storage.k8s.io/v1",
                                                 "storage.k8s.io/v1beta1",
                                                 "storage.k8s.io/v1alpha1",
                                                 "scheduling.k8s.io/v1",
                                                 "scheduling.k8s.io/v1beta1",
                                                 "scheduling.k8s.io/v1alpha1",
                                                 "coordination.k8s.io/v1",
                                                 "coordination.k8s.io/v1beta1",
                                                 "certificates.k8s.io/v1",
                                                 "certificates.k8s.io/v1beta1",
                                                 "discovery.k8s.io/v1",
                                                 "discovery.k8s.io/v1beta1",
                                                 "events.k8s.io/v1",
                                                 "events.k8s.io/v1beta1",
                                                 "node.k8s.io/v1",
                                                 "node.k8s.io/v1beta1",
                                                 "node.k8s.io/v1alpha1",
                                                 "flowcontrol.apiserver.k8s.io/v1",
                                                 "flowcontrol.apiserver.k8s.io/v1beta1",
                                                 "flowcontrol.apiserver.k8s.io/v1beta2",
                                                 "flowcontrol.apiserver.k8s.io/v1beta3"};
  return known->contains(api_version);
}

bool MeetsVersion(absl::string_view constraint, absl::string_view version) {
  const std::optional<SemanticVersion> read = ReadSemanticVersion(version);
  return !read.has_value() || MeetsConstraint(constraint, *read).value_or(true);
}

}  // namespace chartlint
