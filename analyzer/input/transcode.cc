#include "analyzer/input/transcode.h"

#include <cstdint>

#include "absl/strings/match.h"

namespace chartlint {
namespace {

void AppendUtf8(uint32_t c, std::string* out) {
  if (c < 0x80) {
    *out += static_cast<char>(c);
    return;
  }
  if (c < 0x800) {
    *out += static_cast<char>(0xc0 | c >> 6);
  } else {
    if (c < 0x10000) {
      *out += static_cast<char>(0xe0 | c >> 12);
    } else {
      *out += static_cast<char>(0xf0 | c >> 18);
      *out += static_cast<char>(0x80 | (c >> 12 & 0x3f));
    }
    *out += static_cast<char>(0x80 | (c >> 6 & 0x3f));
  }
  *out += static_cast<char>(0x80 | (c & 0x3f));
}

}  // namespace

bool IsUtf16(absl::string_view text) { return absl::StartsWith(text, "\xFF\xFE") || absl::StartsWith(text, "\xFE\xFF"); }

std::string Utf8FromUtf16(absl::string_view text) {
  bool little = absl::StartsWith(text, "\xFF\xFE");
  auto unit = [&](size_t i) -> uint32_t {
    auto low = static_cast<unsigned char>(text[i + (little ? 0 : 1)]);
    auto high = static_cast<unsigned char>(text[i + (little ? 1 : 0)]);
    return high << 8 | low;
  };
  std::string out;
  out.reserve(text.size() / 2 + 16);
  size_t i = 2;
  for (; i + 1 < text.size(); i += 2) {
    uint32_t c = unit(i);
    if (c >= 0xd800 && c < 0xe000) {
      uint32_t low = c < 0xdc00 && i + 3 < text.size() ? unit(i + 2) : 0;
      if (low >= 0xdc00 && low < 0xe000) {
        c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
        i += 2;
      } else {
        c = 0xfffd;
      }
    }
    AppendUtf8(c, &out);
  }
  if (i < text.size()) AppendUtf8(0xfffd, &out);
  return out;
}

}  // namespace chartlint
