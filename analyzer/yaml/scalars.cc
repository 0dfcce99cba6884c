#include "analyzer/yaml/scalars.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "absl/strings/ascii.h"
#include "absl/strings/charconv.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace chartlint {
namespace {

constexpr absl::string_view kLongTag = "tag:yaml.org,2002:";

bool IsOneOf(absl::string_view text, std::initializer_list<absl::string_view> words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

bool IsNullWord(absl::string_view text) { return text.empty() || IsOneOf(text, {"~", "null", "Null", "NULL"}); }

// The decoder looks at the first character only to decide what a scalar may be. It makes the common case, a word, cheap.
enum class Hint : uint8_t { kString, kWord, kNumber, kDot };

constexpr std::array<Hint, 256> MakeHints() {
  std::array<Hint, 256> hints{};
  for (char c : {'y', 'Y', 'n', 'N', 't', 'T', 'f', 'F', 'o', 'O', '~'}) hints[static_cast<unsigned char>(c)] = Hint::kWord;
  for (char c : {'+', '-'}) hints[static_cast<unsigned char>(c)] = Hint::kNumber;
  for (char c = '0'; c <= '9'; ++c) hints[static_cast<unsigned char>(c)] = Hint::kNumber;
  hints[static_cast<unsigned char>('.')] = Hint::kDot;
  return hints;
}
constexpr std::array<Hint, 256> kHints = MakeHints();

Hint HintOf(absl::string_view text) {
  return text.empty() ? Hint::kWord : kHints[static_cast<unsigned char>(text[0])];
}

std::optional<double> SpecialFloat(absl::string_view text) {
  if (IsOneOf(text, {".nan", ".NaN", ".NAN"})) return std::numeric_limits<double>::quiet_NaN();
  if (IsOneOf(text, {".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"})) return std::numeric_limits<double>::infinity();
  if (IsOneOf(text, {"-.inf", "-.Inf", "-.INF"})) return -std::numeric_limits<double>::infinity();
  return std::nullopt;
}

// `[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`
bool LooksLikeFloat(absl::string_view s) {
  size_t i = 0;
  auto digits = [&] {
    size_t start = i;
    while (i < s.size() && absl::ascii_isdigit(s[i])) ++i;
    return i - start;
  };
  if (i < s.size() && (s[i] == '-' || s[i] == '+')) ++i;
  size_t whole = digits();
  if (i < s.size() && s[i] == '.') {
    ++i;
    if (digits() + whole == 0) return false;
  } else if (whole == 0) {
    return false;
  }
  if (i < s.size() && (s[i] == 'e' || s[i] == 'E')) {
    ++i;
    if (i < s.size() && (s[i] == '-' || s[i] == '+')) ++i;
    if (digits() == 0) return false;
  }
  return i == s.size();
}

// nullopt where Go's ParseFloat reports a range error; a value too small for a double is 0.
std::optional<double> FloatOfDigits(absl::string_view s) {
  if (!LooksLikeFloat(s)) return std::nullopt;
  if (s[0] == '+') s.remove_prefix(1);
  double value = 0;
  auto result = absl::from_chars(s.data(), s.data() + s.size(), value);
  if (result.ec == std::errc::result_out_of_range && std::abs(value) > 1) return std::nullopt;
  return value;
}

std::string WithoutUnderscores(absl::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  std::copy_if(text.begin(), text.end(), std::back_inserter(plain), [](char c) { return c != '_'; });
  return plain;
}

// Go's rule for underscores in a number that is read directly: between digits only.
bool UnderscoresBetweenDigits(absl::string_view s) {
  for (size_t i = 0; i < s.size(); ++i) {
    if (s[i] != '_') continue;
    if (i == 0 || i + 1 == s.size() || !absl::ascii_isdigit(s[i - 1]) || !absl::ascii_isdigit(s[i + 1])) return false;
  }
  return true;
}

std::optional<YamlInteger> IntegerOfDigits(absl::string_view s) {
  YamlInteger result;
  bool has_sign = !s.empty() && (s[0] == '-' || s[0] == '+');
  if (has_sign) {
    result.negative = s[0] == '-';
    s.remove_prefix(1);
  }
  int base = 10;
  if (s.size() > 1 && s[0] == '0') {
    char letter = absl::ascii_tolower(s[1]);
    base = letter == 'x' ? 16 : letter == 'b' ? 2 : 8;
    s.remove_prefix(letter == 'x' || letter == 'b' || letter == 'o' ? 2 : 1);
  }
  if (s.empty()) return std::nullopt;
  auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), result.magnitude, base);
  if (error != std::errc() || end != s.data() + s.size()) return std::nullopt;
  // ParseInt takes a sign and ends at 63 bits; ParseUint, which is tried after it, takes none.
  uint64_t limit = uint64_t{1} << 63;
  if (has_sign && result.magnitude > (result.negative ? limit : limit - 1)) return std::nullopt;
  if (result.magnitude == 0) result.negative = false;
  return result;
}

// 2001-12-14 and what may follow a date; only explicit `!!timestamp` asks for it.
bool LooksLikeTimestamp(absl::string_view s) {
  auto digits = [&](size_t least, size_t most) {
    size_t n = 0;
    while (n < s.size() && n < most && absl::ascii_isdigit(s[n])) ++n;
    s.remove_prefix(n);
    return n >= least;
  };
  auto dash = [&] { return absl::StartsWith(s, "-") ? (s.remove_prefix(1), true) : false; };
  return digits(4, 4) && dash() && digits(1, 2) && dash() && digits(1, 2) &&
         (s.empty() || s[0] == 'T' || s[0] == 't' || s[0] == ' ');
}

// Shortest decimal digits of a finite number: d.ddd x 10^exponent.
struct Decimal {
  bool negative = false;
  std::string digits;
  int exponent = 0;
};

template <typename Float>
Decimal ShortestDecimal(Float value) {
  char buffer[64];
  auto end = std::to_chars(buffer, buffer + sizeof(buffer), value, std::chars_format::scientific).ptr;
  absl::string_view text(buffer, end - buffer);
  Decimal result;
  if (text[0] == '-') {
    result.negative = true;
    text.remove_prefix(1);
  }
  size_t e = text.find('e');
  for (char c : text.substr(0, e)) {
    if (c != '.') result.digits += c;
  }
  absl::string_view exponent = text.substr(e + 1);
  if (exponent[0] == '+') exponent.remove_prefix(1);
  std::from_chars(exponent.data(), exponent.data() + exponent.size(), result.exponent);
  return result;
}

// Go's %f and %e with shortest precision.
std::string LayOut(const Decimal& decimal, bool scientific, int least_exponent_digits) {
  std::string out = decimal.negative ? "-" : "";
  const std::string& digits = decimal.digits;
  int exponent = decimal.exponent;
  int count = static_cast<int>(digits.size());
  if (scientific) {
    out += digits[0];
    if (count > 1) absl::StrAppend(&out, ".", digits.substr(1));
    std::string e = absl::StrCat(std::abs(exponent));
    if (static_cast<int>(e.size()) < least_exponent_digits) e.insert(0, "0");
    return absl::StrCat(out, exponent < 0 ? "e-" : "e+", e);
  }
  if (exponent < 0) return absl::StrCat(out, "0.", std::string(-exponent - 1, '0'), digits);
  if (count <= exponent + 1) return absl::StrCat(out, digits, std::string(exponent + 1 - count, '0'));
  return absl::StrCat(out, digits.substr(0, exponent + 1), ".", digits.substr(exponent + 1));
}

}  // namespace

ScalarTag ParseScalarTag(absl::string_view tag) {
  if (tag.empty()) return ScalarTag::kNone;
  if (!absl::StartsWith(tag, kLongTag)) return ScalarTag::kOther;
  tag.remove_prefix(kLongTag.size());
  if (tag == "str") return ScalarTag::kString;
  if (tag == "bool") return ScalarTag::kBool;
  if (tag == "int") return ScalarTag::kInt;
  if (tag == "float") return ScalarTag::kFloat;
  if (tag == "null") return ScalarTag::kNull;
  if (tag == "timestamp") return ScalarTag::kTimestamp;
  if (tag == "binary") return ScalarTag::kBinary;
  if (tag == "merge") return ScalarTag::kMerge;
  return ScalarTag::kOther;
}

absl::string_view ScalarTagName(ScalarTag tag) {
  constexpr absl::string_view kNames[] = {"",        "!!str",       "!!bool",   "!!int",   "!!float",
                                          "!!null", "!!timestamp", "!!binary", "!!merge", ""};
  return kNames[static_cast<size_t>(tag)];
}

NodeKind ResolvePlain(absl::string_view text) {
  switch (HintOf(text)) {
    case Hint::kString:
      return NodeKind::kString;
    case Hint::kWord:
      if (text.size() > 5) return NodeKind::kString;
      if (IsNullWord(text)) return NodeKind::kNull;
      return ParseYamlBool(text) ? NodeKind::kBool : NodeKind::kString;
    case Hint::kDot:
      return ParseYamlFloat(text) ? NodeKind::kFloat : NodeKind::kString;
    case Hint::kNumber:
      if (ParseYamlInteger(text)) return NodeKind::kInt;
      return ParseYamlFloat(text) ? NodeKind::kFloat : NodeKind::kString;
  }
  return NodeKind::kString;
}

std::optional<NodeKind> ResolveTagged(ScalarTag tag, absl::string_view text) {
  auto only = [&](NodeKind kind) -> std::optional<NodeKind> {
    if (ResolvePlain(text) == kind) return kind;
    return std::nullopt;
  };
  switch (tag) {
    case ScalarTag::kNone:
      return ResolvePlain(text);
    case ScalarTag::kString:
    case ScalarTag::kBinary:
    case ScalarTag::kMerge:
    case ScalarTag::kOther:
      return NodeKind::kString;
    case ScalarTag::kBool:
      return only(NodeKind::kBool);
    case ScalarTag::kInt:
      return only(NodeKind::kInt);
    case ScalarTag::kNull:
      return only(NodeKind::kNull);
    case ScalarTag::kFloat: {
      NodeKind kind = ResolvePlain(text);
      if (kind == NodeKind::kFloat) return kind;
      if (kind != NodeKind::kInt) return std::nullopt;
      YamlInteger integer = *ParseYamlInteger(text);
      if (!integer.negative && integer.magnitude >> 63 != 0) return std::nullopt;
      return NodeKind::kFloat;
    }
    case ScalarTag::kTimestamp:
      if (LooksLikeTimestamp(text)) return NodeKind::kString;
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<YamlInteger> ParseYamlInteger(absl::string_view text) {
  if (HintOf(text) != Hint::kNumber) return std::nullopt;
  if (text.find('_') == absl::string_view::npos) return IntegerOfDigits(text);
  return IntegerOfDigits(WithoutUnderscores(text));
}

std::optional<double> ParseYamlFloat(absl::string_view text) {
  Hint hint = HintOf(text);
  if (hint != Hint::kNumber && hint != Hint::kDot) return std::nullopt;
  if (auto integer = ParseYamlInteger(text)) {
    double size = static_cast<double>(integer->magnitude);
    return integer->negative ? -size : size;
  }
  if (auto special = SpecialFloat(text)) return special;
  if (text.find('_') == absl::string_view::npos) return FloatOfDigits(text);
  if (hint == Hint::kDot && !UnderscoresBetweenDigits(text)) return std::nullopt;
  return FloatOfDigits(WithoutUnderscores(text));
}

std::optional<bool> ParseYamlBool(absl::string_view text) {
  if (IsOneOf(text, {"true", "True", "TRUE", "y", "Y", "yes", "Yes", "YES", "on", "On", "ON"})) return true;
  if (IsOneOf(text, {"false", "False", "FALSE", "n", "N", "no", "No", "NO", "off", "Off", "OFF"})) return false;
  return std::nullopt;
}

std::optional<std::string> DecodeYamlBinary(absl::string_view text) {
  std::string out;
  uint32_t bits = 0;
  int count = 0, padding = 0;
  for (char c : text) {
    if (c == '\n' || c == '\r') continue;
    uint32_t value = 0;
    if (c == '=') {
      if (++padding > 2 || count % 4 < 2) return std::nullopt;
    } else if (padding > 0) {
      return std::nullopt;
    } else if (absl::ascii_isupper(c)) {
      value = c - 'A';
    } else if (absl::ascii_islower(c)) {
      value = c - 'a' + 26;
    } else if (absl::ascii_isdigit(c)) {
      value = c - '0' + 52;
    } else if (c == '+' || c == '/') {
      value = c == '+' ? 62 : 63;
    } else {
      return std::nullopt;
    }
    bits = bits << 6 | value;
    if (++count % 4 != 0) continue;
    for (int i = 0; i < 3 - padding; ++i) out += static_cast<char>(bits >> (16 - 8 * i) & 0xff);
    bits = 0;
    if (padding > 0) count = 0, padding = 3;  // nothing may follow
  }
  if (count % 4 != 0) return std::nullopt;
  return out;
}

std::optional<std::string> KeyOfScalar(NodeKind kind, absl::string_view text) {
  switch (kind) {
    case NodeKind::kString:
      return std::string(text);
    case NodeKind::kBool:
      return ParseYamlBool(text).value_or(false) ? "true" : "false";
    case NodeKind::kInt: {
      auto value = ParseYamlInteger(text);
      if (!value || (!value->negative && value->magnitude >> 63 != 0)) return std::nullopt;
      return absl::StrCat(value->negative ? "-" : "", value->magnitude);
    }
    case NodeKind::kFloat: {
      // Keys are printed with 32 bits: FormatFloat(key, 'g', -1, 32).
      auto value = ParseYamlFloat(text);
      if (!value) return std::nullopt;
      if (std::isnan(*value)) return ".nan";
      if (std::abs(*value) >= 3.4028235677973366e38) return *value > 0 ? ".inf" : "-.inf";
      Decimal decimal = ShortestDecimal(static_cast<float>(*value));
      return LayOut(decimal, decimal.exponent < -4 || decimal.exponent >= 6, 2);
    }
    default:
      return std::nullopt;
  }
}

std::optional<std::string> JsonOfScalar(NodeKind kind, absl::string_view text) {
  switch (kind) {
    case NodeKind::kBool:
      return ParseYamlBool(text).value_or(false) ? "true" : "false";
    case NodeKind::kInt: {
      auto value = ParseYamlInteger(text);
      if (!value) return std::nullopt;
      return absl::StrCat(value->negative ? "-" : "", value->magnitude);
    }
    case NodeKind::kFloat: {
      auto value = ParseYamlFloat(text);
      if (!value || !std::isfinite(*value)) return std::nullopt;
      double size = std::abs(*value);
      return LayOut(ShortestDecimal(*value), size != 0 && (size < 1e-6 || size >= 1e21), 1);
    }
    default:
      return std::nullopt;
  }
}

}  // namespace chartlint
