#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzer/template/functions.h"

namespace chartlint {
namespace {

using Args = FunctionArguments;

bool AllStrings(const Args& a) {
  return std::all_of(a.begin(), a.end(), [](const ChartValue& v) { return v.IsString(); });
}

// RE2 has Go's own pattern language.
class Pattern {
 public:
  explicit Pattern(const std::string& text) : re_(text, Options()) {}
  bool ok() const { return re_.ok(); }
  const re2::RE2& re() const { return re_; }

 private:
  static re2::RE2::Options Options() {
    re2::RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(1 << 20);
    return options;
  }
  re2::RE2 re_;
};

ChartValue RegexMatch(const Args& a) {
  if (!AllStrings(a)) return ChartValue();
  const Pattern pattern(a[0].string_value());
  if (!pattern.ok()) return ChartValue();
  return ChartValue::Bool(re2::RE2::PartialMatch(a[1].string_value(), pattern.re()));
}
ChartValue RegexFind(const Args& a) {
  if (!AllStrings(a)) return ChartValue();
  const Pattern pattern(a[0].string_value());
  if (!pattern.ok()) return ChartValue();
  const std::string& text = a[1].string_value();
  re2::StringPiece found;
  if (!pattern.re().Match(text, 0, text.size(), re2::RE2::UNANCHORED, &found, 1))
    return ChartValue::String("");
  return ChartValue::String(std::string(found.data(), found.size()));
}
// regexReplaceAll PATTERN TEXT REPLACEMENT; ${1} is the only form of reference that is modelled.
template <bool kLiteral>
ChartValue RegexReplace(const Args& a) {
  if (!AllStrings(a)) return ChartValue();
  const Pattern pattern(a[0].string_value());
  if (!pattern.ok()) return ChartValue();
  std::string with = absl::StrReplaceAll(a[2].string_value(), {{"\\", "\\\\"}});
  if (!kLiteral) {
    static const re2::RE2* const reference = new re2::RE2("\\$\\{([0-9])\\}");
    re2::RE2::GlobalReplace(&with, *reference, "\\\\\\1");
    if (with.find('$') != std::string::npos) return ChartValue();
  }
  std::string text = a[1].string_value();
  re2::RE2::GlobalReplace(&text, pattern.re(), with);
  return ChartValue::String(text);
}

ChartValue Base64Encode(const Args& a) {
  return AllStrings(a) ? ChartValue::String(absl::Base64Escape(a[0].string_value())) : ChartValue();
}
ChartValue Base64Decode(const Args& a) {
  std::string out;
  if (!AllStrings(a) || !absl::Base64Unescape(a[0].string_value(), &out)) return ChartValue();
  return ChartValue::String(out);
}

struct Version {
  std::array<int64_t, 3> parts = {0, 0, 0};
  int given = 0;  // how many parts were written
  bool prerelease = false;
  std::string prerelease_text;
};

std::optional<Version> ReadVersion(absl::string_view s) {
  Version version;
  s = absl::StripPrefix(absl::StripAsciiWhitespace(s), "v");
  const size_t plus = s.find('+');
  if (plus != absl::string_view::npos) s = s.substr(0, plus);
  const size_t dash = s.find('-');
  if (dash != absl::string_view::npos) {
    version.prerelease = true;
    version.prerelease_text = std::string(s.substr(dash + 1));
    s = s.substr(0, dash);
  }
  for (const absl::string_view part : absl::StrSplit(s, '.')) {
    if (part == "x" || part == "X" || part == "*") break;
    if (version.given == 3 || !absl::SimpleAtoi(part, &version.parts[static_cast<size_t>(version.given)])) {
      return std::nullopt;
    }
    ++version.given;
  }
  return version;
}

// One comparison such as ">=1.21-0" (Masterminds/semver). Pre-releases on both sides beyond "-0" are left
// open.
std::optional<bool> Satisfies(absl::string_view test, const Version& v) {
  test = absl::StripAsciiWhitespace(test);
  const size_t digits = test.find_first_not_of("<>=!~^ ");
  if (digits == absl::string_view::npos) return std::nullopt;
  const absl::string_view op = absl::StripAsciiWhitespace(test.substr(0, digits));
  const std::optional<Version> want = ReadVersion(test.substr(digits));
  if (!want.has_value() || want->given == 0) return std::nullopt;
  if (want->prerelease && want->prerelease_text != "0") return std::nullopt;
  if (v.prerelease && !want->prerelease) return false;
  const int order = v.parts < want->parts ? -1 : v.parts > want->parts ? 1 : (v.prerelease ? -1 : 0);
  const bool same_prefix = std::equal(v.parts.begin(), v.parts.begin() + want->given, want->parts.begin());
  // A pre-release of v itself stays above X.Y.Z-0.
  const bool at_least = order >= 0 || (v.parts == want->parts && want->prerelease);
  if (op == ">=" || op == "=>") return at_least;
  if (op == ">") return want->given < 3 ? at_least && !same_prefix : order > 0;
  if (op == "<") return !at_least;
  if (op == "<=" || op == "=<") return want->given < 3 ? !at_least || same_prefix : order <= 0;
  if (op == "=" || op.empty()) return same_prefix;
  if (op == "!=") return !same_prefix;
  if (op == "~") {
    const bool same_minor = v.parts[0] == want->parts[0] && (want->given < 2 || v.parts[1] == want->parts[1]);
    return at_least && same_minor;
  }
  if (op == "^") {
    if (want->parts[0] > 0 || want->given == 1) return at_least && v.parts[0] == want->parts[0];
    return std::nullopt;
  }
  return std::nullopt;
}

ChartValue SemverCompare(const Args& a) {
  if (!AllStrings(a)) return ChartValue();
  const std::optional<Version> version = ReadVersion(a[1].string_value());
  if (!version.has_value()) return ChartValue();
  for (const absl::string_view choice : absl::StrSplit(a[0].string_value(), "||")) {
    bool all = true;
    // Comparisons are joined by commas or blanks; blanks may also stand after the operator.
    std::string joined = absl::StrReplaceAll(choice, {{",", " "}});
    for (const char* const op : {">", "<", "=", "~", "^"}) {
      while (joined.find(absl::StrCat(op, " ")) != std::string::npos) {
        joined = absl::StrReplaceAll(joined, {{absl::StrCat(op, " "), op}});
      }
    }
    for (const absl::string_view test : absl::StrSplit(joined, ' ', absl::SkipWhitespace())) {
      if (test == "-") return ChartValue();
      const std::optional<bool> good = Satisfies(test, *version);
      if (!good.has_value()) return ChartValue();
      all = all && *good;
    }
    if (all) return ChartValue::Bool(true);
  }
  return ChartValue::Bool(false);
}

ChartValue Semver(const Args& a) {
  const std::optional<Version> version = AllStrings(a) ? ReadVersion(a[0].string_value()) : std::nullopt;
  if (!version.has_value()) return ChartValue();
  ChartValue::Map map;
  map["Major"] = ChartValue::Int(version->parts[0]);
  map["Minor"] = ChartValue::Int(version->parts[1]);
  map["Patch"] = ChartValue::Int(version->parts[2]);
  map["Prerelease"] = ChartValue::String(version->prerelease_text);
  map["Original"] = a[0];
  return ChartValue::MakeMap(std::move(map));
}

}  // namespace

std::vector<NamedFunction> PatternFunctions() {
  return {
      {"regexMatch", {RegexMatch, 2, 2, false}},
      {"mustRegexMatch", {RegexMatch, 2, 2, false}},
      {"regexFind", {RegexFind, 2, 2, false}},
      {"mustRegexFind", {RegexFind, 2, 2, false}},
      {"regexReplaceAll", {RegexReplace<false>, 3, 3, false}},
      {"mustRegexReplaceAll", {RegexReplace<false>, 3, 3, false}},
      {"regexReplaceAllLiteral", {RegexReplace<true>, 3, 3, false}},
      {"mustRegexReplaceAllLiteral", {RegexReplace<true>, 3, 3, false}},
      {"b64enc", {Base64Encode, 1, 1, false}},
      {"b64dec", {Base64Decode, 1, 1, false}},
      {"semverCompare", {SemverCompare, 2, 2, false}},
      {"semver", {Semver, 1, 1, false}},
  };
}

}  // namespace chartlint
