#include "analyzer/yaml/writing.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"

namespace chartlint {
namespace {

bool IsPlain(absl::string_view text) {
  size_t at = 0;
  while (at < text.size() && at < 2 && text[at] == '-') ++at;
  if (at == text.size() || !absl::ascii_isalpha(static_cast<unsigned char>(text[at]))) return false;
  for (char c : text.substr(at)) {
    const bool fits = absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' || c == '.' || c == '/';
    if (!fits) return false;
  }
  static constexpr absl::string_view kWords[] = {"y", "n", "yes", "no", "on", "off", "true", "false", "null"};
  for (absl::string_view word : kWords) {
    if (absl::AsciiStrToLower(text) == word) return false;
  }
  return true;
}

}  // namespace

std::string QuotedScalar(absl::string_view text) {
  std::string quoted = "\"";
  for (size_t i = 0; i < text.size(); ++i) {
    const unsigned char c = static_cast<unsigned char>(text[i]);
    const unsigned char next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0;
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += text[i];
    } else if (c == '\n') {
      quoted += "\\n";
    } else if (c < 0x20 || c == 0x7f) {
      quoted += absl::StrFormat("\\x%02x", c);
    } else if (c == 0xc2 && next >= 0x80 && next < 0xa0) {  // U+0080 to U+009F are no printable characters of YAML
      quoted += absl::StrFormat("\\x%02x", next);
      ++i;
    } else {
      quoted += text[i];
    }
  }
  return quoted + "\"";
}

std::string PlainOrQuotedScalar(absl::string_view text) { return IsPlain(text) ? std::string(text) : QuotedScalar(text); }

std::string ScalarList(const std::vector<std::string>& texts) {
  return absl::StrCat("[", absl::StrJoin(texts, ", ", [](std::string* out, const std::string& text) {
                        out->append(PlainOrQuotedScalar(text));
                      }), "]");
}

size_t DashIndent(Node list) {
  constexpr size_t kUsual = 2;
  const std::vector<Node> items = list.Items();
  if (items.empty()) return kUsual;
  const absl::string_view line = items.front().document()->Line(items.front().begin().line);
  const size_t dash = line.find_first_not_of(' ');
  return dash != absl::string_view::npos && line[dash] == '-' ? dash : kUsual;
}

}  // namespace chartlint
