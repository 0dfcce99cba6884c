// The version of chartlint, in its only place: reports, `--version` and release archives read it.
#ifndef CHARTLINT_ANALYZER_VERSION_H_
#define CHARTLINT_ANALYZER_VERSION_H_

namespace chartlint {

inline constexpr char kVersion[] = "0.1.0";

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_VERSION_H_
