// Printing of values as toYaml and toJson do; the style is that of go-yaml's emitter.
#include <cmath>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "analyzer/template/value_yaml.h"

namespace chartlint {
namespace {

// A float in JSON, and so in YAML: without an exponent below 1e21.
std::string JsonNumber(double value) {
  if (value == std::floor(value) && std::fabs(value) < 1e15) return absl::StrCat(static_cast<int64_t>(value));
  std::string text = PrintGoFloat(value);
  if (text.find('e') != std::string::npos && std::fabs(value) < 1e21 && std::fabs(value) >= 1e-6) {
    text = absl::StrFormat("%f", value);
  }
  return text;
}

std::string JsonString(absl::string_view s) {
  std::string out = "\"";
  for (const char c : s) {
    switch (c) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      case '<':
        out += "\\u003c";
        break;
      case '>':
        out += "\\u003e";
        break;
      case '&':
        out += "\\u0026";
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          absl::StrAppendFormat(&out, "\\u%04x", c);
        } else {
          out.push_back(c);
        }
    }
  }
  out.push_back('"');
  return out;
}

// Would this plain text be read back as something other than the string?
bool NeedsDoubleQuotes(const std::string& s) {
  const std::optional<ChartValue> read =
      s.find('\n') == std::string::npos ? ReadYaml(s, nullptr) : std::nullopt;
  return read.has_value() && !read->IsString() && !read->IsMap() && !read->IsList();
}

bool NeedsSingleQuotes(const std::string& s) {
  if (absl::string_view("-?:,[]{}#&*!|>'\"%@` ").find(s[0]) != absl::string_view::npos) {
    const bool block_indicator = s[0] == '-' || s[0] == '?' || s[0] == ':';
    if (!block_indicator || s.size() == 1 || s[1] == ' ') return true;
  }
  if (s.back() == ' ' || s.back() == ':') return true;
  return s.find(": ") != std::string::npos || s.find(" #") != std::string::npos || s == "---" || s == "...";
}

std::string YamlString(const std::string& s, int indent) {
  if (s.empty()) return "\"\"";
  if (s.find('\n') != std::string::npos) {
    std::string out = "|";
    if (s[0] == ' ' || s[0] == '\n') absl::StrAppend(&out, 2);
    const bool ends_in_break = s.back() == '\n';
    if (!ends_in_break) out.push_back('-');
    if (ends_in_break && s.size() > 1 && s[s.size() - 2] == '\n') out.push_back('+');
    const std::string pad(static_cast<size_t>(indent), ' ');
    for (const absl::string_view line :
         absl::StrSplit(absl::string_view(s).substr(0, s.size() - (ends_in_break ? 1 : 0)), '\n')) {
      absl::StrAppend(&out, "\n", line.empty() ? "" : pad, line);
    }
    return out;
  }
  for (const char c : s) {
    if (static_cast<unsigned char>(c) < 0x20) return JsonString(s);
  }
  if (NeedsDoubleQuotes(s)) return JsonString(s);
  if (!NeedsSingleQuotes(s)) return s;
  std::string out = "'";
  for (const char c : s) {
    out.push_back(c);
    if (c == '\'') out.push_back(c);
  }
  out.push_back('\'');
  return out;
}

std::string YamlScalar(const ChartValue& value, int indent) {
  switch (value.kind()) {
    case ChartValue::Kind::kNull:
      return "null";
    case ChartValue::Kind::kFloat:
      return JsonNumber(value.float_value());
    case ChartValue::Kind::kString:
      return YamlString(value.string_value(), indent);
    case ChartValue::Kind::kList:
      return "[]";  // empty ones only
    case ChartValue::Kind::kMap:
      return "{}";
    default:
      return value.PrintVerbose().value_or("");
  }
}

// Lines of a collection; the first line's indentation is the caller's.
void WriteBlock(const ChartValue& value, int indent, std::string* out) {
  const std::string pad(static_cast<size_t>(indent), ' ');
  bool first = true;
  auto item = [&](absl::string_view lead, const ChartValue& v, bool is_map_value) {
    if (!first) absl::StrAppend(out, "\n", pad);
    first = false;
    absl::StrAppend(out, lead);
    const bool block = (v.IsMap() && !v.map().empty()) || (v.IsList() && !v.list().empty());
    if (!block) {
      absl::StrAppend(out, " ", YamlScalar(v, indent + 2));
    } else if (is_map_value) {
      const int inner = v.IsMap() ? indent + 2 : indent;
      absl::StrAppend(out, "\n", std::string(static_cast<size_t>(inner), ' '));
      WriteBlock(v, inner, out);
    } else {
      absl::StrAppend(out, " ");
      WriteBlock(v, indent + 2, out);
    }
  };
  for (const ChartValue& v : value.list()) item("-", v, false);
  for (const auto& entry : value.map()) item(YamlString(entry.first, indent + 2) + ":", entry.second, true);
}

void WriteJsonTo(const ChartValue& value, int step, int indent, std::string* out) {
  const std::string pad = step == 0 ? "" : "\n" + std::string(static_cast<size_t>(indent + step), ' ');
  const std::string close = step == 0 ? "" : "\n" + std::string(static_cast<size_t>(indent), ' ');
  bool first = true;
  if (value.IsMap()) {
    out->push_back('{');
    for (const auto& entry : value.map()) {
      absl::StrAppend(out, first ? "" : ",", pad, JsonString(entry.first), step == 0 ? ":" : ": ");
      first = false;
      WriteJsonTo(entry.second, step, indent + step, out);
    }
    absl::StrAppend(out, first ? "" : close, "}");
  } else if (value.IsList()) {
    out->push_back('[');
    for (const ChartValue& item : value.list()) {
      absl::StrAppend(out, first ? "" : ",", pad);
      first = false;
      WriteJsonTo(item, step, indent + step, out);
    }
    absl::StrAppend(out, first ? "" : close, "]");
  } else if (value.IsString()) {
    absl::StrAppend(out, JsonString(value.string_value()));
  } else {
    absl::StrAppend(out, value.kind() == ChartValue::Kind::kFloat ? JsonNumber(value.float_value())
                                                                  : YamlScalar(value, 0));
  }
}

}  // namespace

std::optional<std::string> WriteYaml(const ChartValue& value) {
  if (!value.FullyKnown()) return std::nullopt;
  const bool block = (value.IsMap() && !value.map().empty()) || (value.IsList() && !value.list().empty());
  if (!block) return YamlScalar(value, 2);
  std::string out;
  WriteBlock(value, 0, &out);
  return out;
}

std::optional<std::string> WriteJson(const ChartValue& value, int indent) {
  if (!value.FullyKnown()) return std::nullopt;
  std::string out;
  WriteJsonTo(value, indent, 0, &out);
  return out;
}

}  // namespace chartlint
