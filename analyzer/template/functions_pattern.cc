#include <re2/re2.h>

#include <algorithm>
#include <string>

#include "absl/strings/escaping.h"
#include "absl/strings/str_replace.h"
#include "analyzer/template/functions.h"
#include "analyzer/template/semver.h"

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

// regexSplit PATTERN TEXT COUNT: Go's Regexp.Split.
ChartValue RegexSplit(const Args& a) {
  if (!a[0].IsString() || !a[1].IsString()) return ChartValue();
  const Pattern pattern(a[0].string_value());
  if (!pattern.ok()) return ChartValue();
  const std::string& text = a[1].string_value();
  const int64_t count = a[2].int_value();
  ChartValue::List parts;
  size_t begin = 0, at = 0;
  re2::StringPiece found;
  while (count != 0 && (count < 0 || static_cast<int64_t>(parts.size()) + 1 < count) && at < text.size() &&
         pattern.re().Match(text, at, text.size(), re2::RE2::UNANCHORED, &found, 1)) {
    const size_t start = static_cast<size_t>(found.data() - text.data());
    if (found.empty() && start == begin) {  // nothing before it: the next character is a part of its own
      at = start + 1;
      continue;
    }
    parts.push_back(ChartValue::String(text.substr(begin, start - begin)));
    begin = start + found.size();
    at = found.empty() ? begin + 1 : begin;
  }
  if (count != 0) parts.push_back(ChartValue::String(text.substr(begin)));
  return ChartValue::MakeList(std::move(parts));
}

ChartValue Base64Encode(const Args& a) {
  return AllStrings(a) ? ChartValue::String(absl::Base64Escape(a[0].string_value())) : ChartValue();
}
ChartValue Base64Decode(const Args& a) {
  std::string out;
  if (!AllStrings(a) || !absl::Base64Unescape(a[0].string_value(), &out)) return ChartValue();
  return ChartValue::String(out);
}

ChartValue SemverCompare(const Args& a) {
  if (!AllStrings(a)) return ChartValue();
  const std::optional<SemanticVersion> version = ReadSemanticVersion(a[1].string_value());
  if (!version.has_value()) return ChartValue();
  const std::optional<bool> met = MeetsConstraint(a[0].string_value(), *version);
  return met.has_value() ? ChartValue::Bool(*met) : ChartValue();
}

ChartValue Semver(const Args& a) {
  if (!AllStrings(a)) return ChartValue();
  const std::optional<SemanticVersion> version = ReadSemanticVersion(a[0].string_value());
  if (!version.has_value()) return ChartValue();
  ChartValue::Map map;
  map["Major"] = ChartValue::Int(static_cast<int64_t>(version->parts[0]));
  map["Minor"] = ChartValue::Int(static_cast<int64_t>(version->parts[1]));
  map["Patch"] = ChartValue::Int(static_cast<int64_t>(version->parts[2]));
  map["Prerelease"] = ChartValue::String(version->prerelease);
  map["Metadata"] = ChartValue::String(version->metadata);
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
      {"regexSplit", {RegexSplit, 3, 3, false}},
      {"mustRegexSplit", {RegexSplit, 3, 3, false}},
      {"b64enc", {Base64Encode, 1, 1, false}},
      {"b64dec", {Base64Decode, 1, 1, false}},
      {"semverCompare", {SemverCompare, 2, 2, false}},
      {"semver", {Semver, 1, 1, false}},
  };
}

}  // namespace chartlint
