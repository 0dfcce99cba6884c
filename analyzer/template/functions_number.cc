#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "analyzer/template/functions.h"

namespace chartlint {
namespace {

using Args = FunctionArguments;
constexpr int64_t kMaxSequence = 10000;

// spf13/cast: what is no number counts as 0; a string is read in base 0 without its leading zeros.
int64_t ToInt(const ChartValue& v) {
  if (v.kind() == ChartValue::Kind::kBool) return v.bool_value();
  if (!v.IsString()) return v.int_value();
  int64_t value = 0;
  double number = 0;
  if (absl::SimpleAtoi(v.string_value(), &value)) return value;
  if (absl::SimpleAtod(v.string_value(), &number) && std::fabs(number) < 9e18)
    return static_cast<int64_t>(number);
  return 0;
}
double ToFloat(const ChartValue& v) {
  if (v.kind() == ChartValue::Kind::kBool) return v.bool_value();
  if (!v.IsString()) return v.float_value();
  double number = 0;
  return absl::SimpleAtod(v.string_value(), &number) ? number : 0;
}

ChartValue Int(const Args& a) { return ChartValue::Int(ToInt(a[0])); }
ChartValue Float64(const Args& a) { return ChartValue::Float(ToFloat(a[0])); }

// Wraps around on overflow, as Go does.
template <typename Operation>
ChartValue Fold(const Args& a, Operation operation) {
  uint64_t value = static_cast<uint64_t>(ToInt(a[0]));
  for (size_t i = 1; i < a.size(); ++i) value = operation(value, static_cast<uint64_t>(ToInt(a[i])));
  return ChartValue::Int(static_cast<int64_t>(value));
}
ChartValue Add(const Args& a) {
  return Fold(a, [](uint64_t x, uint64_t y) { return x + y; });
}
ChartValue Add1(const Args& a) { return Add({a[0], ChartValue::Int(1)}); }
ChartValue Sub(const Args& a) {
  return Fold(a, [](uint64_t x, uint64_t y) { return x - y; });
}
ChartValue Mul(const Args& a) {
  return Fold(a, [](uint64_t x, uint64_t y) { return x * y; });
}
ChartValue Div(const Args& a) {
  const int64_t divisor = ToInt(a[1]);
  if (divisor == 0 || divisor == -1) return ChartValue();
  return ChartValue::Int(ToInt(a[0]) / divisor);
}
ChartValue Mod(const Args& a) {
  const int64_t divisor = ToInt(a[1]);
  if (divisor == 0 || divisor == -1) return ChartValue();
  return ChartValue::Int(ToInt(a[0]) % divisor);
}
ChartValue Max(const Args& a) {
  int64_t value = ToInt(a[0]);
  for (const ChartValue& v : a) value = std::max(value, ToInt(v));
  return ChartValue::Int(value);
}
ChartValue Min(const Args& a) {
  int64_t value = ToInt(a[0]);
  for (const ChartValue& v : a) value = std::min(value, ToInt(v));
  return ChartValue::Int(value);
}
template <double (*kRound)(double)>
ChartValue Rounded(const Args& a) {
  return ChartValue::Float(kRound(ToFloat(a[0])));
}
ChartValue Divf(const Args& a) {
  return ToFloat(a[1]) == 0 ? ChartValue() : ChartValue::Float(ToFloat(a[0]) / ToFloat(a[1]));
}
ChartValue Mulf(const Args& a) { return ChartValue::Float(ToFloat(a[0]) * ToFloat(a[1])); }

ChartValue Steps(int64_t from, int64_t to, int64_t step, bool inclusive) {
  ChartValue::List items;
  if (step == 0) return ChartValue::MakeList({});
  for (int64_t i = from; step > 0 ? (i < to || (inclusive && i == to)) : (i > to || (inclusive && i == to));
       i += step) {
    if (static_cast<int64_t>(items.size()) >= kMaxSequence) return ChartValue();
    items.push_back(ChartValue::Int(i));
  }
  return ChartValue::MakeList(std::move(items));
}
bool Reasonable(int64_t n) { return n > -1'000'000'000 && n < 1'000'000'000; }

ChartValue Until(const Args& a) {
  const int64_t n = ToInt(a[0]);
  return Reasonable(n) ? Steps(0, n, n < 0 ? -1 : 1, false) : ChartValue();
}
ChartValue UntilStep(const Args& a) {
  const int64_t step = ToInt(a[2]);
  if (!Reasonable(ToInt(a[0])) || !Reasonable(ToInt(a[1])) || !Reasonable(step)) return ChartValue();
  return Steps(ToInt(a[0]), ToInt(a[1]), step, false);
}
// A string of numbers separated by blanks.
ChartValue Seq(const Args& a) {
  int64_t from = 1;
  int64_t step = 1;
  int64_t to = ToInt(a.back());
  if (a.size() > 1) from = ToInt(a[0]);
  if (a.size() > 2) {
    step = ToInt(a[1]);
  } else if (to < from) {
    step = -1;
  }
  if (!Reasonable(from) || !Reasonable(to) || !Reasonable(step)) return ChartValue();
  const ChartValue items = Steps(from, to, step, true);
  if (!items.known()) return items;
  std::string text;
  for (const ChartValue& item : items.list())
    absl::StrAppend(&text, text.empty() ? "" : " ", item.int_value());
  return ChartValue::String(text);
}

}  // namespace

std::vector<NamedFunction> NumberFunctions() {
  return {
      {"int", {Int, 1, 1, false}},
      {"int64", {Int, 1, 1, false}},
      {"atoi", {Int, 1, 1, false}},
      {"float64", {Float64, 1, 1, false}},
      {"add", {Add, 1, -1, false}},
      {"add1", {Add1, 1, 1, false}},
      {"sub", {Sub, 2, 2, false}},
      {"mul", {Mul, 1, -1, false}},
      {"div", {Div, 2, 2, false}},
      {"mod", {Mod, 2, 2, false}},
      {"max", {Max, 1, -1, false}},
      {"biggest", {Max, 1, -1, false}},
      {"min", {Min, 1, -1, false}},
      {"floor", {Rounded<std::floor>, 1, 1, false}},
      {"ceil", {Rounded<std::ceil>, 1, 1, false}},
      {"divf", {Divf, 2, 2, false}},
      {"mulf", {Mulf, 2, 2, false}},
      {"until", {Until, 1, 1, false}},
      {"untilStep", {UntilStep, 3, 3, false}},
      {"seq", {Seq, 1, 3, false}},
  };
}

}  // namespace chartlint
