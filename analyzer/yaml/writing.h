// Pieces of YAML that we write: into the configuration, and onto the screen for people to copy.
#ifndef CHARTLINT_ANALYZER_YAML_WRITING_H_
#define CHARTLINT_ANALYZER_YAML_WRITING_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/yaml/document.h"

namespace chartlint {

// `text` as a double-quoted scalar on one line, whatever it holds. A reader gets the same text back. `text` is UTF-8.
std::string QuotedScalar(absl::string_view text);

// The same, but plain where no reader could take it for anything but this text: a path or a name that begins with a letter or
// a dash before one, and is no word that YAML 1.1 knows (`yes`, `null`).
std::string PlainOrQuotedScalar(absl::string_view text);

// "[a, "b c"]" of such scalars.
std::string ScalarList(const std::vector<std::string>& texts);

// Blanks before the dashes of a list as it is written; 2 where it has no items or no dashes.
size_t DashIndent(Node list);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_YAML_WRITING_H_
