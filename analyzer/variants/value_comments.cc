#include "analyzer/variants/value_comments.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "analyzer/template/value_yaml.h"
#include "re2/re2.h"

namespace chartlint {
namespace {

constexpr size_t kBlockLines = 25;

bool IsComment(absl::string_view line) {
  return absl::StartsWith(absl::StripLeadingAsciiWhitespace(line), "#");
}

// The lines without their '#' and common indent.
std::vector<std::string> Uncomment(const std::vector<absl::string_view>& lines) {
  std::vector<std::string> out;
  size_t common = std::string::npos;
  for (absl::string_view line : lines) {
    line = absl::StripLeadingAsciiWhitespace(line);
    while (absl::StartsWith(line, "#")) line.remove_prefix(1);
    const size_t indent = line.find_first_not_of(' ');
    if (indent != absl::string_view::npos) common = std::min(common, indent);
    out.emplace_back(line);
  }
  for (std::string& line : out) line = common < line.size() ? line.substr(common) : "";
  return out;
}

std::string JoinFrom(const std::vector<std::string>& lines, size_t begin, size_t end) {
  size_t common = std::string::npos;
  for (size_t i = begin; i < end; ++i) common = std::min(common, lines[i].find_first_not_of(' '));
  std::string text;
  for (size_t i = begin; i < end; ++i) {
    text += common < lines[i].size() ? lines[i].substr(common) : "";
    text += '\n';
  }
  return text;
}

// A list or map that is an example of the key's value; prose parses, too.
std::optional<ChartValue> Example(const std::string& text, const std::string& key,
                                  absl::string_view current) {
  std::optional<ChartValue> parsed = ReadYaml(text, nullptr);
  if (!parsed.has_value()) return std::nullopt;
  ChartValue value = *parsed;
  if (value.IsMap() && value.map().size() == 1 && value.map().begin()->first == key) {
    const ChartValue inner = value.map().begin()->second;
    value = inner;
  }
  if ((current == "[]" && !value.IsList()) || (current == "{}" && !value.IsMap())) return std::nullopt;
  if (value.IsMap()) {
    if (value.map().empty()) return std::nullopt;
    const std::string& first = value.map().begin()->second.string_value();
    if (value.map().size() == 1 && absl::StrContains(first, "://"))
      return std::nullopt;  // "ref: https://..."
    for (const auto& entry : value.map()) {
      if (absl::StrContains(entry.first, ' ') || entry.second.IsNull()) return std::nullopt;
    }
    return value;
  }
  if (!value.IsList() || value.list().empty()) return std::nullopt;
  bool all_null = true;
  for (const ChartValue& item : value.list()) {
    all_null = all_null && item.IsNull();
    if (item.IsString() && absl::StrContains(item.string_value(), ' ')) return std::nullopt;
  }
  return all_null ? std::nullopt : std::optional<ChartValue>(value);
}

}  // namespace

void ValueComments::ReadBlock(const std::vector<absl::string_view>& lines, size_t at, const KeyPath& path,
                              absl::string_view value) {
  const std::string& key = path.back();
  std::vector<absl::string_view> below;
  for (size_t i = at + 1; i < lines.size() && IsComment(lines[i]) && below.size() < kBlockLines; ++i) {
    below.push_back(lines[i]);
  }
  const std::vector<std::string> after = Uncomment(below);
  for (size_t end = after.size(); end > 0; --end) {
    for (size_t begin = 0; begin < std::min<size_t>(3, end); ++begin) {
      if (auto example = Example(JoinFrom(after, begin, end), key, value)) {
        blocks[path] = *example;
        return;
      }
    }
  }
  std::vector<absl::string_view> above;
  for (size_t i = at; i > 0 && IsComment(lines[i - 1]) && above.size() < kBlockLines; --i) {
    above.push_back(lines[i - 1]);
  }
  std::reverse(above.begin(), above.end());
  const std::vector<std::string> before = Uncomment(above);
  for (size_t begin = 0; begin < before.size(); ++begin) {
    const absl::string_view first = absl::StripAsciiWhitespace(before[begin]);
    if (!absl::StartsWith(first, "- ") && !absl::StartsWith(first, key + ":")) continue;
    for (size_t end = before.size(); end > begin; --end) {
      if (auto example = Example(JoinFrom(before, begin, end), key, value)) {
        blocks[path] = *example;
        return;
      }
    }
  }
}

void ValueComments::Read(const KeyPath& place, absl::string_view values_yaml) {
  static const RE2* const key_line = new RE2(R"(^(\s*)([\w.-]+):\s*(.*?)\s*(?:#.*)?$)");
  static const RE2* const commented = new RE2(R"(^\s*#+\s?(?:-\s)?\s*([\w.-]+):\s+(\S.*)$)");
  const std::vector<absl::string_view> lines = absl::StrSplit(values_yaml, '\n');
  std::vector<std::pair<size_t, std::string>> around;
  for (size_t i = 0; i < lines.size(); ++i) {
    std::string indent, key, value;
    const re2::StringPiece line(lines[i].data(), lines[i].size());
    if (RE2::FullMatch(line, *commented, &key, &value)) {
      constexpr size_t kLength = 60;
      if (absl::StartsWith(value, "@") || absl::StartsWith(value, "[") || value.size() >= kLength) continue;
      const auto scalar = ReadYaml(value, nullptr);
      if (scalar.has_value() && !scalar->IsMap() && !scalar->IsList() && IsTrue(&*scalar))
        scalars.emplace(key, *scalar);
      continue;
    }
    if (!RE2::FullMatch(line, *key_line, &indent, &key, &value)) continue;
    while (!around.empty() && around.back().first >= indent.size()) around.pop_back();
    around.emplace_back(indent.size(), key);
    KeyPath path = place;
    for (const auto& entry : around) path.push_back(entry.second);
    if (value == "\"\"" || value == "''") {
      std::vector<std::string> words;
      for (size_t up = i; up > 0 && IsComment(lines[up - 1]) && words.size() < 6; --up) {
        words.emplace_back(lines[up - 1]);
      }
      hints[path] = absl::StrJoin(words, " ");
    }
    if (value.empty() || value == "[]" || value == "{}" || value == "\"\"" || value == "''" ||
        value == "null" || value == "~") {
      ReadBlock(lines, i, path, value);
    }
  }
}

}  // namespace chartlint
