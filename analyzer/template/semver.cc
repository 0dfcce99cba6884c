#include "analyzer/template/semver.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace chartlint {
namespace {

// One comparison; parts that are left out or "x" are 0.
struct Comparison {
  std::string op;
  SemanticVersion version;
  int given = 0;  // parts that are numbers, from the left
};

bool IsWildcard(absl::string_view part) { return part == "x" || part == "X" || part == "*"; }

bool IsIdentifier(absl::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '.';
  });
}

// `given`: how many parts are numbers; wildcards only where `wildcards`.
bool Read(absl::string_view text, bool wildcards, SemanticVersion* version, int* given) {
  text = absl::StripPrefix(text, "v");
  const size_t plus = text.find('+');
  if (plus != absl::string_view::npos) {
    version->metadata = std::string(text.substr(plus + 1));
    if (!IsIdentifier(version->metadata)) return false;
    text = text.substr(0, plus);
  }
  const size_t dash = text.find('-');
  if (dash != absl::string_view::npos) {
    version->prerelease = std::string(text.substr(dash + 1));
    if (!IsIdentifier(version->prerelease)) return false;
    text = text.substr(0, dash);
  }
  const std::vector<absl::string_view> parts = absl::StrSplit(text, '.');
  if (parts.size() > 3) return false;
  bool open = false;
  *given = 0;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (wildcards && IsWildcard(parts[i])) {
      open = true;
      continue;
    }
    uint64_t number = 0;
    if (parts[i].empty() || !absl::ascii_isdigit(static_cast<unsigned char>(parts[i][0])) ||
        !absl::SimpleAtoi(parts[i], &number)) {
      return false;
    }
    if (open) continue;
    version->parts[i] = number;
    ++*given;
  }
  return true;
}

int ComparePrereleases(absl::string_view a, absl::string_view b) {
  if (a == b) return 0;
  if (a.empty()) return 1;
  if (b.empty()) return -1;
  const std::vector<absl::string_view> left = absl::StrSplit(a, '.'), right = absl::StrSplit(b, '.');
  for (size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
    if (i >= left.size()) return -1;
    if (i >= right.size()) return 1;
    if (left[i] == right[i]) continue;
    uint64_t x = 0, y = 0;
    const bool left_number = absl::SimpleAtoi(left[i], &x), right_number = absl::SimpleAtoi(right[i], &y);
    if (left_number && right_number) return x < y ? -1 : 1;
    if (left_number != right_number) return left_number ? -1 : 1;  // numbers come before words
    return left[i] < right[i] ? -1 : 1;
  }
  return 0;
}

bool IsOperator(char c) { return c == '<' || c == '>' || c == '=' || c == '!' || c == '~' || c == '^'; }

bool ReadComparison(absl::string_view op, absl::string_view text, std::vector<Comparison>* out) {
  static const char* const known[] = {"", "=", "!=", ">", "<", ">=", "=>", "<=", "=<", "~", "~>", "^"};
  Comparison comparison;
  comparison.op = std::string(op);
  if (std::find(std::begin(known), std::end(known), op) == std::end(known)) return false;
  if (!Read(text, /*wildcards=*/true, &comparison.version, &comparison.given)) return false;
  out->push_back(std::move(comparison));
  return true;
}

// Comparisons that all have to hold; false: not readable.
bool ReadGroup(absl::string_view group, std::vector<Comparison>* out) {
  std::vector<absl::string_view> words;
  size_t at = 0;
  while (at < group.size()) {
    const char c = group[at];
    if (absl::ascii_isspace(static_cast<unsigned char>(c)) || c == ',') {
      ++at;
      continue;
    }
    const bool op = IsOperator(c);
    size_t end = at;
    while (end < group.size() && IsOperator(group[end]) == op && group[end] != ',' &&
           !absl::ascii_isspace(static_cast<unsigned char>(group[end]))) {
      ++end;
    }
    words.push_back(group.substr(at, end - at));
    at = end;
  }
  for (size_t i = 0; i < words.size(); ++i) {
    if (i + 2 < words.size() && words[i + 1] == "-") {  // "1.2 - 1.4"
      if (!ReadComparison(">=", words[i], out) || !ReadComparison("<=", words[i + 2], out)) return false;
      i += 2;
    } else if (IsOperator(words[i][0])) {
      if (i + 1 >= words.size() || !ReadComparison(words[i], words[i + 1], out)) return false;
      ++i;
    } else if (!ReadComparison("", words[i], out)) {
      return false;
    }
  }
  return !out->empty();
}

bool Tilde(const Comparison& c, const SemanticVersion& v) {
  const auto& want = c.version.parts;
  if (CompareVersions(v, c.version) < 0) return false;
  // "~0.0.0" and "*" stand for anything.
  if ((c.given == 3 || c.given == 0) && want == std::array<uint64_t, 3>{0, 0, 0}) return true;
  return v.parts[0] == want[0] && (c.given == 1 || v.parts[1] == want[1]);
}

bool Caret(const Comparison& c, const SemanticVersion& v) {
  const auto& want = c.version.parts;
  if (CompareVersions(v, c.version) < 0) return false;
  if (want[0] > 0 || c.given == 1) return v.parts[0] == want[0];
  if (v.parts[0] > 0) return c.given == 0;
  if (want[1] > 0 || c.given == 2) return v.parts[1] == want[1];
  return v.parts[1] == 0 && v.parts[2] == want[2];
}

bool NotEqual(const Comparison& c, const SemanticVersion& v) {
  if (c.given == 3) return CompareVersions(v, c.version) != 0;
  for (int i = 0; i < c.given; ++i) {
    if (v.parts[static_cast<size_t>(i)] != c.version.parts[static_cast<size_t>(i)]) return true;
  }
  return false;
}

bool MeetsOne(const Comparison& c, const SemanticVersion& v, bool with_prereleases) {
  if (!v.prerelease.empty() && c.version.prerelease.empty() && !with_prereleases) return false;
  const int order = CompareVersions(v, c.version);
  const auto& want = c.version.parts;
  if (c.op.empty() || c.op == "=") return c.given == 3 ? order == 0 : Tilde(c, v);
  if (c.op == "!=") return NotEqual(c, v);
  if (c.op == "~" || c.op == "~>") return Tilde(c, v);
  if (c.op == "^") return Caret(c, v);
  if (c.op == "<") return order < 0;
  if (c.op == ">=" || c.op == "=>") return order >= 0;
  if (c.op == ">") {
    if (c.given == 3 || c.given == 0) return order > 0;
    if (v.parts[0] != want[0]) return v.parts[0] > want[0];
    return c.given == 2 && v.parts[1] > want[1];
  }
  if (c.given == 3) return order <= 0;  // "<="
  if (v.parts[0] > want[0]) return c.given == 0;
  return !(v.parts[0] == want[0] && c.given == 2 && v.parts[1] > want[1]);
}

}  // namespace

std::optional<SemanticVersion> ReadSemanticVersion(absl::string_view text) {
  SemanticVersion version;
  int given = 0;
  if (!Read(text, /*wildcards=*/false, &version, &given)) return std::nullopt;
  return version;
}

int CompareVersions(const SemanticVersion& a, const SemanticVersion& b) {
  if (a.parts != b.parts) return a.parts < b.parts ? -1 : 1;
  return ComparePrereleases(a.prerelease, b.prerelease);
}

std::optional<bool> MeetsConstraint(absl::string_view constraint, const SemanticVersion& version) {
  bool met = false;
  for (const absl::string_view choice : absl::StrSplit(constraint, "||")) {
    std::vector<Comparison> group;
    if (!ReadGroup(choice, &group)) return std::nullopt;
    const bool with_prereleases = std::any_of(
        group.begin(), group.end(), [](const Comparison& c) { return !c.version.prerelease.empty(); });
    met = met || std::all_of(group.begin(), group.end(),
                             [&](const Comparison& c) { return MeetsOne(c, version, with_prereleases); });
  }
  return met;
}

}  // namespace chartlint
