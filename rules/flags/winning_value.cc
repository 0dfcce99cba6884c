#include "rules/flags/winning_value.h"

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/time/time.h"

namespace chartlint {

std::string SaidValue(const FlagOccurrence& flag, const Variables& variables) {
  return flag.form == FlagForm::kAlone ? "true" : variables.Expand(flag.value);
}

bool SameValue(absl::string_view a, absl::string_view b) {
  if (a == b) return true;
  const std::optional<bool> left = ParseGoBool(a);
  return left.has_value() && left == ParseGoBool(b);
}

bool LooksScalar(absl::string_view value) {
  double number = 0;
  absl::Duration duration;
  if (ParseGoBool(value) || absl::SimpleAtod(value, &number)) return true;
  if (absl::ParseDuration(std::string(value), &duration)) return true;
  Listener address;
  if (absl::StrContains(value, ',') || !absl::StrContains(value, ':')) return false;
  if (absl::StrContains(value, '/') || !ParseAddress(value, &address.host, &address.port) || address.port == 0) return false;
  return address.OnLoopback() || address.OnAllAddresses();
}

std::string Shown(absl::string_view value) { return value.empty() ? "\"\"" : std::string(value); }

}  // namespace chartlint
