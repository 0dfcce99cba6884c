#include "analyzer/template/literals.h"

#include <cerrno>
#include <cmath>
#include <cstdlib>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"

namespace chartlint {
namespace {

void AppendUtf8(uint32_t c, std::string* out) {
  if (c < 0x80) {
    out->push_back(static_cast<char>(c));
  } else if (c < 0x800) {
    out->push_back(static_cast<char>(0xC0 | (c >> 6)));
    out->push_back(static_cast<char>(0x80 | (c & 0x3F)));
  } else if (c < 0x10000) {
    out->push_back(static_cast<char>(0xE0 | (c >> 12)));
    out->push_back(static_cast<char>(0x80 | ((c >> 6) & 0x3F)));
    out->push_back(static_cast<char>(0x80 | (c & 0x3F)));
  } else {
    out->push_back(static_cast<char>(0xF0 | (c >> 18)));
    out->push_back(static_cast<char>(0x80 | ((c >> 12) & 0x3F)));
    out->push_back(static_cast<char>(0x80 | ((c >> 6) & 0x3F)));
    out->push_back(static_cast<char>(0x80 | (c & 0x3F)));
  }
}

// `length` digits of `base` at *at; false when they are not there.
bool Digits(absl::string_view s, size_t* at, size_t length, int base, uint32_t* value) {
  if (*at + length > s.size()) return false;
  uint32_t v = 0;
  for (size_t i = 0; i < length; ++i) {
    const char c = absl::ascii_tolower(static_cast<unsigned char>(s[*at + i]));
    const int digit = absl::ascii_isdigit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
    if (digit >= base) return false;
    v = v * static_cast<uint32_t>(base) + static_cast<uint32_t>(digit);
  }
  *at += length;
  *value = v;
  return true;
}

}  // namespace

bool UnquoteGo(absl::string_view literal, std::string* value) {
  value->clear();
  if (literal.size() < 2) return false;
  const absl::string_view s = literal.substr(1, literal.size() - 2);
  for (size_t i = 0; i < s.size();) {
    if (s[i] != '\\') {
      value->push_back(s[i++]);
      continue;
    }
    if (++i >= s.size()) return false;
    const char c = s[i++];
    uint32_t code = 0;
    switch (c) {
      case 'a':
        value->push_back('\a');
        break;
      case 'b':
        value->push_back('\b');
        break;
      case 'f':
        value->push_back('\f');
        break;
      case 'n':
        value->push_back('\n');
        break;
      case 'r':
        value->push_back('\r');
        break;
      case 't':
        value->push_back('\t');
        break;
      case 'v':
        value->push_back('\v');
        break;
      case '\\':
      case '\'':
      case '"':
        value->push_back(c);
        break;
      case 'x':
        if (!Digits(s, &i, 2, 16, &code)) return false;
        value->push_back(static_cast<char>(code));
        break;
      case 'u':
      case 'U':
        if (!Digits(s, &i, c == 'u' ? 4 : 8, 16, &code) || code > 0x10FFFF) return false;
        AppendUtf8(code, value);
        break;
      default:
        --i;
        if (!Digits(s, &i, 3, 8, &code) || code > 255) return false;
        value->push_back(static_cast<char>(code));
    }
  }
  return true;
}

bool ParseGoNumber(absl::string_view text, bool* is_int, int64_t* integer, double* number) {
  std::string digits;
  for (const char c : text) {
    if (c != '_') digits.push_back(c);
  }
  const bool signed_number = !digits.empty() && (digits[0] == '-' || digits[0] == '+');
  absl::string_view body = absl::string_view(digits).substr(signed_number ? 1 : 0);
  if (body.empty()) return false;
  int base = 10;
  if (body.size() > 1 && body[0] == '0') {
    const char mark = absl::ascii_tolower(static_cast<unsigned char>(body[1]));
    base = mark == 'x' ? 16 : mark == 'b' ? 2 : mark == 'o' || absl::ascii_isdigit(mark) ? 8 : 10;
    if (mark == 'x' || mark == 'b' || mark == 'o') body.remove_prefix(2);
  }
  const std::string plain(body);
  if (plain.empty() || !absl::ascii_isalnum(plain[0])) base = 0;  // ".5": no integer
  char* rest = nullptr;
  errno = 0;
  const long long value = base == 0 ? 0 : std::strtoll(plain.c_str(), &rest, base);
  if (base != 0 && errno == 0 && *rest == '\0') {
    *is_int = true;
    *integer = digits[0] == '-' ? -value : value;
    *number = static_cast<double>(*integer);
    return true;
  }
  *is_int = false;
  if (!absl::SimpleAtod(digits, number) || !std::isfinite(*number)) return false;
  // Go treats 1e3 as an integer, too, where it has no fraction.
  if (*number == std::floor(*number) && std::fabs(*number) < 9e15) {
    *is_int = true;
    *integer = static_cast<int64_t>(*number);
    if (digits.find('.') != std::string::npos) *is_int = false;
  }
  return true;
}

}  // namespace chartlint
