// The style and the script of the HTML report (page.css, page.js), carried inside the program.
#ifndef CHARTLINT_ANALYZER_REPORT_HTML_EMBEDDED_H_
#define CHARTLINT_ANALYZER_REPORT_HTML_EMBEDDED_H_

#include "absl/strings/string_view.h"

namespace chartlint {

// The bytes of "page.css", "page.js", or "digests.txt": what `sha256sum` says of the two, "HEX  PATH" a line. Empty if there
// is no such file. The bytes live as long as the program.
absl::string_view PageFile(absl::string_view name);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_REPORT_HTML_EMBEDDED_H_
