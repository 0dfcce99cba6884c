// The version of chartlint, in its only place: reports, `--version` and release archives read it.
#ifndef CHARTLINT_ANALYZER_VERSION_H_
#define CHARTLINT_ANALYZER_VERSION_H_

namespace chartlint {

inline constexpr char kVersion[] = "0.1.0";

// Where the project lives; rule pages are below it, docs/rules/<id>.md.
inline constexpr char kHomepage[] = "https://github.com/chartlint/chartlint";

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_VERSION_H_
