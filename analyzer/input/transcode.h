// UTF-16 input. Redirection in Windows PowerShell writes UTF-16 with a byte order mark; the rest of chartlint knows UTF-8.
#ifndef CHARTLINT_ANALYZER_INPUT_TRANSCODE_H_
#define CHARTLINT_ANALYZER_INPUT_TRANSCODE_H_

#include <string>

#include "absl/strings/string_view.h"

namespace chartlint {

// True if the text begins with a UTF-16 byte order mark of either order.
bool IsUtf16(absl::string_view text);

// The text in UTF-8, without the mark. What is no character (a lone surrogate, half a unit) becomes U+FFFD.
std::string Utf8FromUtf16(absl::string_view text);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_INPUT_TRANSCODE_H_
