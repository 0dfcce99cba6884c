// Semantic versions and constraints on them, as the functions semverCompare and semver of sprig read them.
//
// Semantics: github.com/Masterminds/semver v3 (constraints.go, version.go), which Helm uses. A version may leave out parts
// ("1.34", "v1"); a constraint is a choice ("||") of comparisons that all hold, joined by commas or blanks. A pre-release
// only meets a comparison when one of the comparisons joined with it names a pre-release, too (">=1.25-0").
#ifndef CHARTLINT_ANALYZER_TEMPLATE_SEMVER_H_
#define CHARTLINT_ANALYZER_TEMPLATE_SEMVER_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace chartlint {

struct SemanticVersion {
  std::array<uint64_t, 3> parts = {0, 0, 0};  // major, minor, patch
  std::string prerelease, metadata;           // without "-" and "+"
};

// Nullopt: no version.
std::optional<SemanticVersion> ReadSemanticVersion(absl::string_view text);

// Below 0, 0 or above; metadata does not count.
int CompareVersions(const SemanticVersion& a, const SemanticVersion& b);

// Nullopt: the constraint cannot be read.
std::optional<bool> MeetsConstraint(absl::string_view constraint, const SemanticVersion& version);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_TEMPLATE_SEMVER_H_
