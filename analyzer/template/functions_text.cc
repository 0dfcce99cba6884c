#include <algorithm>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzer/template/functions.h"

namespace chartlint {
namespace {

using Args = FunctionArguments;
constexpr size_t kMaxText = 1 << 20;

ChartValue Text(absl::string_view s) { return ChartValue::String(std::string(s)); }

// Most functions take strings and Go refuses anything else.
bool AllStrings(const Args& a) {
  return std::all_of(a.begin(), a.end(), [](const ChartValue& v) { return v.IsString(); });
}
const std::string& Str(const ChartValue& v) { return v.string_value(); }

// Go's %v: lists as "[a b]", maps as "map[k:v]". Nullopt where anything is unknown, or it gets too long.
bool AppendShown(const ChartValue& v, std::string* out) {
  const std::optional<std::string> text = v.PrintVerbose();
  if (!v.known() || out->size() > kMaxText) return false;
  if (text.has_value()) {
    *out += *text;
    return true;
  }
  *out += v.IsMap() ? "map[" : "[";
  bool first = true;
  for (const auto& entry : v.map()) {
    absl::StrAppend(out, first ? "" : " ", entry.first, ":");
    first = false;
    if (!AppendShown(entry.second, out)) return false;
  }
  for (const ChartValue& item : v.list()) {
    if (!first) out->push_back(' ');
    first = false;
    if (!AppendShown(item, out)) return false;
  }
  out->push_back(']');
  return true;
}
std::optional<std::string> Shown(const ChartValue& v) {
  std::string text;
  if (!AppendShown(v, &text)) return std::nullopt;
  return text;
}

// Go's %T; int and int64 are one kind here.
std::optional<std::string> TypeName(const ChartValue& v) {
  switch (v.kind()) {
    case ChartValue::Kind::kNull:
      return "<nil>";
    case ChartValue::Kind::kBool:
      return "bool";
    case ChartValue::Kind::kFloat:
      return "float64";
    case ChartValue::Kind::kString:
      return "string";
    case ChartValue::Kind::kList:
      return "[]interface {}";
    case ChartValue::Kind::kMap:
      return "map[string]interface {}";
    default:
      return std::nullopt;
  }
}

// Go's %q, for printable text.
std::string Quoted(absl::string_view s) {
  return absl::StrCat(
      "\"",
      absl::StrReplaceAll(s, {{"\\", "\\\\"}, {"\"", "\\\""}, {"\n", "\\n"}, {"\t", "\\t"}, {"\r", "\\r"}}),
      "\"");
}

template <char kMark>
ChartValue QuoteWith(const Args& a) {
  std::vector<std::string> parts;
  for (const ChartValue& v : a) {
    if (v.IsNull()) continue;
    const std::optional<std::string> text = Shown(v);
    if (!text.has_value()) return ChartValue();
    parts.push_back(kMark == '"' ? Quoted(*text) : absl::StrCat("'", *text, "'"));
  }
  return ChartValue::String(absl::StrJoin(parts, " "));
}

ChartValue ToText(const Args& a) {
  const std::optional<std::string> text = Shown(a[0]);
  return text.has_value() ? ChartValue::String(*text) : ChartValue();
}
ChartValue ToTexts(const Args& a) {
  if (!a[0].IsList()) return ChartValue();
  ChartValue::List items;
  for (const ChartValue& v : a[0].list()) items.push_back(ToText({v}));
  return ChartValue::MakeList(std::move(items));
}

// fmt.Sprint: blanks between operands where neither is a string.
ChartValue Print(const Args& a) {
  std::string out;
  for (size_t i = 0; i < a.size(); ++i) {
    const std::optional<std::string> text = Shown(a[i]);
    if (!text.has_value()) return ChartValue();
    if (i > 0 && !a[i].IsString() && !a[i - 1].IsString()) out.push_back(' ');
    out += *text;
  }
  return ChartValue::String(out);
}
ChartValue Println(const Args& a) {
  std::vector<std::string> parts;
  for (const ChartValue& v : a) {
    const std::optional<std::string> text = Shown(v);
    if (!text.has_value()) return ChartValue();
    parts.push_back(*text);
  }
  return ChartValue::String(absl::StrJoin(parts, " ") + "\n");
}

// The verbs s, v, d, q, t and T without flags; anything else is unknown. A verb that does not fit prints Go's
// complaint.
ChartValue Printf(const Args& a) {
  if (!a[0].IsString()) return ChartValue();
  const std::string& format = Str(a[0]);
  std::string out;
  size_t next = 1;
  for (size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') {
      out.push_back(format[i]);
      continue;
    }
    if (++i >= format.size()) return ChartValue();
    const char verb = format[i];
    if (verb == '%') {
      out.push_back('%');
      continue;
    }
    if (next >= a.size()) return ChartValue();
    const ChartValue& v = a[next++];
    const std::optional<std::string> text = verb == 'T' ? TypeName(v) : Shown(v);
    if (!text.has_value()) return ChartValue();
    const bool fits = verb == 'v' || verb == 'T' || (verb == 's' && v.IsString()) ||
                      (verb == 'd' && v.kind() == ChartValue::Kind::kInt) ||
                      (verb == 't' && v.kind() == ChartValue::Kind::kBool) || (verb == 'q' && v.IsString());
    if (!fits && (verb == 's' || verb == 'd' || verb == 't') && v.kind() == ChartValue::Kind::kFloat) {
      absl::StrAppend(&out, "%!", std::string(1, verb), "(float64=", *text, ")");
    } else if (!fits && verb == 's' && v.IsNull()) {
      out += "%!s(<nil>)";
    } else if (!fits) {
      return ChartValue();
    } else {
      out += verb == 'q' ? Quoted(*text) : *text;
    }
  }
  return next == a.size() ? ChartValue::String(out) : ChartValue();
}

ChartValue Trunc(const Args& a) {
  if (!a[1].IsString()) return ChartValue();
  const absl::string_view s = Str(a[1]);
  const int64_t n = a[0].int_value();
  const int64_t size = static_cast<int64_t>(s.size());
  if (n >= 0) return Text(s.substr(0, static_cast<size_t>(std::min(n, size))));
  return Text(size + n > 0 ? s.substr(static_cast<size_t>(size + n)) : s);
}
ChartValue Substr(const Args& a) {
  if (!a[2].IsString()) return ChartValue();
  const absl::string_view s = Str(a[2]);
  const int64_t size = static_cast<int64_t>(s.size());
  const int64_t begin = std::min(std::max<int64_t>(a[0].int_value(), 0), size);
  int64_t end = a[1].int_value();
  if (end < 0 || end > size) end = size;
  return Text(end > begin ? s.substr(static_cast<size_t>(begin), static_cast<size_t>(end - begin)) : "");
}

ChartValue TrimSuffix(const Args& a) {
  return AllStrings(a) ? Text(absl::StripSuffix(Str(a[1]), Str(a[0]))) : ChartValue();
}
ChartValue TrimPrefix(const Args& a) {
  return AllStrings(a) ? Text(absl::StripPrefix(Str(a[1]), Str(a[0]))) : ChartValue();
}
ChartValue Trim(const Args& a) {
  return AllStrings(a) ? Text(absl::StripAsciiWhitespace(Str(a[0]))) : ChartValue();
}
ChartValue TrimAll(const Args& a) {
  if (!AllStrings(a)) return ChartValue();
  const absl::string_view s = Str(a[1]);
  const size_t begin = s.find_first_not_of(Str(a[0]));
  if (begin == absl::string_view::npos) return Text("");
  return Text(s.substr(begin, s.find_last_not_of(Str(a[0])) + 1 - begin));
}
ChartValue Lower(const Args& a) {
  return AllStrings(a) ? Text(absl::AsciiStrToLower(Str(a[0]))) : ChartValue();
}
ChartValue Upper(const Args& a) {
  return AllStrings(a) ? Text(absl::AsciiStrToUpper(Str(a[0]))) : ChartValue();
}
ChartValue Title(const Args& a) {
  if (!AllStrings(a)) return ChartValue();
  std::string s = Str(a[0]);
  for (size_t i = 0; i < s.size(); ++i) {
    const bool starts = i == 0 || (!absl::ascii_isalnum(s[i - 1]) && s[i - 1] != '_' && s[i - 1] != '\'');
    if (starts) s[i] = absl::ascii_toupper(static_cast<unsigned char>(s[i]));
  }
  return Text(s);
}
ChartValue Untitle(const Args& a) {
  if (!AllStrings(a)) return ChartValue();
  std::string s = Str(a[0]);
  if (!s.empty()) s[0] = absl::ascii_tolower(static_cast<unsigned char>(s[0]));
  return Text(s);
}
ChartValue NoSpace(const Args& a) {
  if (!AllStrings(a)) return ChartValue();
  std::string s = Str(a[0]);
  s.erase(std::remove_if(s.begin(), s.end(), [](char c) { return absl::ascii_isspace(c); }), s.end());
  return Text(s);
}
ChartValue Replace(const Args& a) {
  if (!AllStrings(a) || Str(a[0]).empty()) return ChartValue();
  return Text(absl::StrReplaceAll(Str(a[2]), {{Str(a[0]), Str(a[1])}}));
}
ChartValue Repeat(const Args& a) {
  const int64_t n = a[0].int_value();
  if (!a[1].IsString() || n < 0 || static_cast<size_t>(n) * Str(a[1]).size() > kMaxText || n > (1 << 20)) {
    return ChartValue();
  }
  std::string out;
  for (int64_t i = 0; i < n; ++i) out += Str(a[1]);
  return Text(out);
}
ChartValue Contains(const Args& a) {
  return AllStrings(a) ? ChartValue::Bool(absl::StrContains(Str(a[1]), Str(a[0]))) : ChartValue();
}
ChartValue HasPrefix(const Args& a) {
  return AllStrings(a) ? ChartValue::Bool(absl::StartsWith(Str(a[1]), Str(a[0]))) : ChartValue();
}
ChartValue HasSuffix(const Args& a) {
  return AllStrings(a) ? ChartValue::Bool(absl::EndsWith(Str(a[1]), Str(a[0]))) : ChartValue();
}

ChartValue Cat(const Args& a) {
  std::vector<std::string> parts;
  for (const ChartValue& v : a) {
    if (v.IsNull()) continue;
    const std::optional<std::string> text = Shown(v);
    if (!text.has_value()) return ChartValue();
    parts.push_back(*text);
  }
  return ChartValue::String(absl::StrJoin(parts, " "));
}

ChartValue Indent(const Args& a) {
  const int64_t n = a[0].int_value();
  if (!a[1].IsString() || n < 0 || n > 1000) return ChartValue();
  const std::string pad(static_cast<size_t>(n), ' ');
  return Text(absl::StrCat(pad, absl::StrReplaceAll(Str(a[1]), {{"\n", "\n" + pad}})));
}
ChartValue NIndent(const Args& a) {
  const ChartValue indented = Indent(a);
  return indented.known() ? Text("\n" + indented.string_value()) : indented;
}

ChartValue Join(const Args& a) {
  if (!a[0].IsString()) return ChartValue();
  if (!a[1].IsList()) return ToText({a[1]});
  std::vector<std::string> parts;
  for (const ChartValue& v : a[1].list()) {
    if (v.IsNull()) continue;
    const std::optional<std::string> text = Shown(v);
    if (!text.has_value()) return ChartValue();
    parts.push_back(*text);
  }
  return ChartValue::String(absl::StrJoin(parts, Str(a[0])));
}
// Go's path.Clean, Dir, Base, Ext.
std::string CleanPath(absl::string_view path) {
  const bool rooted = absl::StartsWith(path, "/");
  std::vector<absl::string_view> parts;
  for (const absl::string_view part : absl::StrSplit(path, '/', absl::SkipEmpty())) {
    if (part == ".") continue;
    if (part != "..") {
      parts.push_back(part);
    } else if (!parts.empty() && parts.back() != "..") {
      parts.pop_back();
    } else if (!rooted) {
      parts.push_back(part);
    }
  }
  const std::string clean = absl::StrCat(rooted ? "/" : "", absl::StrJoin(parts, "/"));
  return clean.empty() ? "." : clean;
}
ChartValue Clean(const Args& a) { return AllStrings(a) ? Text(CleanPath(Str(a[0]))) : ChartValue(); }
ChartValue Dir(const Args& a) {
  if (!AllStrings(a)) return ChartValue();
  const absl::string_view path = Str(a[0]);
  const size_t slash = path.rfind('/');
  return Text(CleanPath(slash == absl::string_view::npos ? "" : path.substr(0, slash + 1)));
}
ChartValue Base(const Args& a) {
  if (!AllStrings(a)) return ChartValue();
  absl::string_view path = Str(a[0]);
  if (path.empty()) return Text(".");
  while (absl::ConsumeSuffix(&path, "/")) {
  }
  return path.empty() ? Text("/") : Text(path.substr(path.rfind('/') + 1));
}
ChartValue Ext(const Args& a) {
  if (!AllStrings(a)) return ChartValue();
  const absl::string_view path = Str(a[0]);
  const size_t at = path.find_last_of("./");
  return Text(at == absl::string_view::npos || path[at] == '/' ? "" : path.substr(at));
}
ChartValue IsAbs(const Args& a) {
  return AllStrings(a) ? ChartValue::Bool(absl::StartsWith(Str(a[0]), "/")) : ChartValue();
}

ChartValue SplitList(const Args& a) {
  if (!AllStrings(a) || Str(a[0]).empty()) return ChartValue();
  ChartValue::List items;
  for (const absl::string_view part : absl::StrSplit(Str(a[1]), Str(a[0]))) items.push_back(Text(part));
  return ChartValue::MakeList(std::move(items));
}
ChartValue Split(const Args& a) {
  const ChartValue items = SplitList(a);
  if (!items.known()) return items;
  ChartValue::Map map;
  for (size_t i = 0; i < items.list().size(); ++i) map[absl::StrCat("_", i)] = items.list()[i];
  return ChartValue::MakeMap(std::move(map));
}

}  // namespace

std::vector<NamedFunction> TextFunctions() {
  return {
      {"quote", {QuoteWith<'"'>, 0, -1, false}},
      {"squote", {QuoteWith<'\''>, 0, -1, false}},
      {"clean", {Clean, 1, 1, false}},
      {"dir", {Dir, 1, 1, false}},
      {"base", {Base, 1, 1, false}},
      {"ext", {Ext, 1, 1, false}},
      {"isAbs", {IsAbs, 1, 1, false}},
      {"toString", {ToText, 1, 1, false}},
      {"toStrings", {ToTexts, 1, 1, false}},
      {"print", {Print, 0, -1, false}},
      {"println", {Println, 0, -1, false}},
      {"printf", {Printf, 1, -1, false}},
      {"trunc", {Trunc, 2, 2, false}},
      {"substr", {Substr, 3, 3, false}},
      {"trimSuffix", {TrimSuffix, 2, 2, false}},
      {"trimPrefix", {TrimPrefix, 2, 2, false}},
      {"trim", {Trim, 1, 1, false}},
      {"trimAll", {TrimAll, 2, 2, false}},
      {"lower", {Lower, 1, 1, false}},
      {"upper", {Upper, 1, 1, false}},
      {"title", {Title, 1, 1, false}},
      {"untitle", {Untitle, 1, 1, false}},
      {"nospace", {NoSpace, 1, 1, false}},
      {"replace", {Replace, 3, 3, false}},
      {"repeat", {Repeat, 2, 2, false}},
      {"contains", {Contains, 2, 2, false}},
      {"hasPrefix", {HasPrefix, 2, 2, false}},
      {"hasSuffix", {HasSuffix, 2, 2, false}},
      {"cat", {Cat, 0, -1, false}},
      {"indent", {Indent, 2, 2, false}},
      {"nindent", {NIndent, 2, 2, false}},
      {"join", {Join, 2, 2, false}},
      {"splitList", {SplitList, 2, 2, false}},
      {"split", {Split, 2, 2, false}},
  };
}

}  // namespace chartlint
