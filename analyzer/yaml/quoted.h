// Scalars for YAML that we write: into the configuration, and onto the screen for people to copy.
#ifndef CHARTLINT_ANALYZER_YAML_QUOTED_H_
#define CHARTLINT_ANALYZER_YAML_QUOTED_H_

#include <string>

#include "absl/strings/string_view.h"

namespace chartlint {

// `text` as a double-quoted scalar on one line, whatever it holds. A reader gets the same text back. `text` is UTF-8.
std::string QuotedScalar(absl::string_view text);

// The same, but plain where no reader could take it for anything but this text: a path or a name that begins with a letter or
// a dash before one, and is no word that YAML 1.1 knows (`yes`, `null`).
std::string PlainOrQuotedScalar(absl::string_view text);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_YAML_QUOTED_H_
