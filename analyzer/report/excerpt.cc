#include "analyzer/report/excerpt.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_format.h"

namespace chartlint {

namespace {

struct Character {
  char32_t code = 0;
  size_t bytes = 1;
  bool valid = false;
};

// The UTF-8 character at the start of a text that is not empty; a byte that begins none is invalid and stands
// alone.
Character Decode(absl::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1, true};
  const size_t bytes = lead >= 0xf0 && lead <= 0xf4  ? 4
                       : lead >= 0xe0 && lead < 0xf0 ? 3
                       : lead >= 0xc2 && lead < 0xe0 ? 2
                                                     : 0;
  if (bytes == 0 || text.size() < bytes) return {lead, 1, false};
  char32_t code = lead & (0xff >> (bytes + 1));
  for (size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {lead, 1, false};
    code = code << 6 | (byte(i) & 0x3f);
  }
  constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  if (code < kLeast[bytes] || code > 0x10ffff || surrogate) return {lead, 1, false};
  return {code, bytes, true};
}

// C0, DEL, C1, marks of direction, line and paragraph separators, byte order mark.
bool MustEscape(char32_t code) {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x61c || code == 0x200e || code == 0x200f ||
         (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) || code == 0xfeff;
}

// Cells of a terminal; the blocks that matter, after Unicode's EastAsianWidth.txt (W and F) and general
// category Mn.
size_t CellsOf(char32_t code) {
  const auto in = [&](char32_t first, char32_t last) { return code >= first && code <= last; };
  if (in(0x300, 0x36f) || in(0x200b, 0x200d) || in(0x20d0, 0x20f0) || in(0xfe00, 0xfe0f) ||
      in(0xfe20, 0xfe2f)) {
    return 0;
  }
  if (in(0x1100, 0x115f) || in(0x2e80, 0x303e) || in(0x3041, 0x33ff) || in(0x3400, 0x4dbf) ||
      in(0x4e00, 0x9fff) || in(0xa000, 0xa4cf) || in(0xac00, 0xd7a3) || in(0xf900, 0xfaff) ||
      in(0xfe30, 0xfe6f) || in(0xff01, 0xff60) || in(0xffe0, 0xffe6) || in(0x1f300, 0x1f64f) ||
      in(0x1f680, 0x1f6ff) || in(0x1f900, 0x1f9ff) || in(0x20000, 0x3fffd)) {
    return 2;
  }
  return 1;
}

struct Glyph {
  std::string text;
  size_t cells = 1;
};

Glyph GlyphOf(const Character& character, absl::string_view bytes) {
  if (!character.valid) return {absl::StrFormat("\\x%02x", character.code), 4};
  if (character.code == '\t') return {" ", 1};
  if (!MustEscape(character.code)) return {std::string(bytes), CellsOf(character.code)};
  std::string escape = character.code < 0x100
                           ? absl::StrFormat("\\x%02x", static_cast<uint32_t>(character.code))
                           : absl::StrFormat("\\u%04x", static_cast<uint32_t>(character.code));
  const size_t cells = escape.size();
  return {std::move(escape), cells};
}

// At most `limit` glyphs from the start of `*text`, which loses them.
std::vector<Glyph> TakeGlyphs(absl::string_view* text, size_t limit) {
  std::vector<Glyph> glyphs;
  while (!text->empty() && glyphs.size() < limit) {
    const Character character = Decode(*text);
    glyphs.push_back(GlyphOf(character, text->substr(0, character.bytes)));
    text->remove_prefix(character.bytes);
  }
  return glyphs;
}

}  // namespace

std::string Printable(absl::string_view text) {
  std::string printable;
  while (!text.empty()) {
    for (const Glyph& glyph : TakeGlyphs(&text, 4096)) printable += glyph.text;
  }
  return printable;
}

Excerpt ExcerptOf(absl::string_view line, uint32_t column, uint32_t end_column, size_t width) {
  // A line may have megabytes: only the window that can be shown becomes glyphs.
  const size_t wanted = column > 0 ? column - 1 : 0;
  const size_t skip = wanted > width ? wanted - width : 0;
  size_t skipped = 0;
  for (; skipped < skip && !line.empty(); ++skipped) line.remove_prefix(Decode(line).bytes);
  const std::vector<Glyph> glyphs = TakeGlyphs(&line, 2 * width + 2);
  const size_t caret = std::min(wanted - skipped, glyphs.size());
  const size_t end = std::max<size_t>(caret + 1, end_column > skipped ? end_column - 1 - skipped : 0);

  size_t first = 0;
  size_t last = glyphs.size();
  size_t cells = 0;
  for (const Glyph& glyph : glyphs) cells += glyph.cells;
  if (cells > width || skipped > 0 || !line.empty()) {
    // A third of the width before the caret, the rest from it on; one cell on each side for the ellipsis.
    cells = 0;
    for (first = caret; first > 0 && cells + glyphs[first - 1].cells <= width / 3; --first) {
      cells += glyphs[first - 1].cells;
    }
    for (last = caret; last < glyphs.size() && cells + glyphs[last].cells + 2 <= width; ++last) {
      cells += glyphs[last].cells;
    }
  }
  Excerpt excerpt;
  if (first > 0 || skipped > 0) {
    excerpt.line = "…";
    excerpt.underline = " ";
  }
  for (size_t i = first; i < last; ++i) {
    if (i == caret) excerpt.begin = excerpt.line.size();
    excerpt.line += glyphs[i].text;
    if (i >= caret && i < end) excerpt.end = excerpt.line.size();
    if (i < caret) excerpt.underline.append(glyphs[i].cells, ' ');
    if (i == caret) excerpt.underline.append("^").append(std::max<size_t>(glyphs[i].cells, 1) - 1, '~');
    if (i > caret && i < end) excerpt.underline.append(glyphs[i].cells, '~');
  }
  if (caret >= last) {
    excerpt.underline += "^";
    excerpt.begin = excerpt.end = excerpt.line.size();
  }
  if (last < glyphs.size() || !line.empty()) excerpt.line += "…";
  return excerpt;
}

}  // namespace chartlint
