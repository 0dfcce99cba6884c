#include "analyzer/helm/schema_error.h"

#include <algorithm>
#include <tuple>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace chartlint {
namespace {

// One "- ..." line of the message.
struct Item {
  size_t indent = 0;
  SchemaViolation violation;
};

// "'a', 'b'" or "a": the quoted names, with the escapes of the validator taken back.
std::vector<std::string> QuotedNames(absl::string_view text) {
  std::vector<std::string> names;
  while (!text.empty()) {
    const size_t open = text.find('\'');
    if (open == absl::string_view::npos) break;
    text.remove_prefix(open + 1);
    std::string name;
    size_t i = 0;
    for (; i < text.size() && text[i] != '\''; ++i) {
      if (text[i] == '\\' && i + 1 < text.size()) ++i;
      name.push_back(text[i]);
    }
    text.remove_prefix(std::min(i + 1, text.size()));
    names.push_back(std::move(name));
  }
  return names;
}

// "at '/a/b': message" of the newer shape. The closing quote is the first one that is followed by a colon.
bool ParseNewItem(absl::string_view text, SchemaViolation* violation) {
  if (!absl::ConsumePrefix(&text, "at '")) return false;
  const size_t close = text.find("': ");
  if (close == absl::string_view::npos) return false;
  const std::string pointer = absl::StrReplaceAll(text.substr(0, close), {{"\\'", "'"}, {"\\\\", "\\"}});
  violation->path = ParseJsonPointer(pointer);
  violation->message = std::string(text.substr(close + 3));
  return true;
}

// "a.b: message" of the older shape.
bool ParseOldItem(absl::string_view text, SchemaViolation* violation) {
  const size_t colon = text.find(": ");
  if (colon == absl::string_view::npos) return false;
  const absl::string_view field = text.substr(0, colon);
  absl::string_view message = text.substr(colon + 2);
  violation->path = ParseJsonPointer(field);
  if (absl::ConsumePrefix(&message, field)) message = absl::StripPrefix(message, " ");
  violation->message = std::string(message);
  absl::string_view property = message;
  if (absl::ConsumePrefix(&property, "Additional property ") && absl::ConsumeSuffix(&property, " is not allowed")) {
    violation->path.emplace_back(property);
  }
  return true;
}

bool IsChoice(absl::string_view message) {
  return absl::StartsWith(message, "'oneOf' failed") || absl::StartsWith(message, "'anyOf' failed");
}

// Adds the leaves of the tree at items[begin, end), whose first line is the root.
void AddLeaves(const std::vector<Item>& items, size_t begin, size_t end, std::vector<SchemaViolation>* violations) {
  const Item& root = items[begin];
  if (end - begin == 1) {
    absl::string_view message = root.violation.message;
    if (absl::ConsumePrefix(&message, "additional properties ") && absl::EndsWith(message, " not allowed")) {
      for (const std::string& name : QuotedNames(message)) {
        violations->push_back(root.violation);
        violations->back().path.push_back(name);
        violations->back().message = "additional property is not allowed";
      }
    } else {
      violations->push_back(root.violation);
    }
    return;
  }
  if (IsChoice(root.violation.message)) {
    // None of the alternatives is *the* cause; they are one violation.
    SchemaViolation violation = root.violation;
    std::vector<std::string> alternatives;
    for (size_t i = begin + 1; i < end; ++i) {
      if (i + 1 < end && items[i + 1].indent > items[i].indent) continue;
      const SchemaViolation& alternative = items[i].violation;
      const bool same_place = alternative.path == root.violation.path;
      alternatives.push_back(same_place ? alternative.message
                                        : absl::StrCat(absl::StrJoin(alternative.path, "."), ": ", alternative.message));
    }
    absl::StrAppend(&violation.message, " (", absl::StrJoin(alternatives, "; "), ")");
    violations->push_back(std::move(violation));
    return;
  }
  for (size_t child = begin + 1; child < end;) {
    size_t next = child + 1;
    while (next < end && items[next].indent > items[child].indent) ++next;
    AddLeaves(items, child, next, violations);
    child = next;
  }
}

// The address in `failing loading "https://…"` or `Get "https://…"`.
std::string UnreachableAddress(absl::string_view text) {
  for (const absl::string_view opening : {"failing loading \"http", "Get \"http"}) {
    const size_t found = text.find(opening);
    if (found == absl::string_view::npos) continue;
    const absl::string_view address = text.substr(found + opening.size() - 4);
    return std::string(address.substr(0, address.find('"')));
  }
  return "";
}

}  // namespace

std::vector<std::string> ParseJsonPointer(absl::string_view pointer) {
  std::vector<std::string> path;
  if (pointer.empty() || pointer == "(root)" || pointer == "/") return path;
  if (absl::ConsumePrefix(&pointer, "/")) {
    for (const absl::string_view key : absl::StrSplit(pointer, '/')) {
      path.push_back(absl::StrReplaceAll(key, {{"~1", "/"}, {"~0", "~"}}));
    }
    return path;
  }
  absl::ConsumePrefix(&pointer, "(root).");
  for (const absl::string_view key : absl::StrSplit(pointer, '.')) path.emplace_back(key);
  return path;
}

void ParseSchemaError(absl::string_view text, RenderError* error) {
  // The validator's recursion is bounded by the depth of the message, and that by this.
  constexpr size_t kMaxIndent = 200;
  error->kind = RenderErrorKind::kSchema;
  std::string chart;
  std::vector<Item> items;
  std::string other;  // the first line that is neither a chart's name nor a violation
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    Item item;
    item.indent = std::min(line.size() - absl::StripLeadingAsciiWhitespace(line).size(), kMaxIndent);
    absl::string_view rest = absl::StripLeadingAsciiWhitespace(line);
    item.violation.chart = chart;
    if (absl::ConsumePrefix(&rest, "- ")) {
      if (ParseNewItem(rest, &item.violation) || ParseOldItem(rest, &item.violation)) items.push_back(std::move(item));
    } else if (item.indent == 0 && absl::EndsWith(line, ":") && !absl::StrContains(line, ' ')) {
      chart = std::string(absl::StripSuffix(line, ":"));
    } else if (!rest.empty() && other.empty()) {
      other = std::string(rest);
    }
  }
  error->subject = UnreachableAddress(other);
  if (!error->subject.empty()) {
    error->kind = RenderErrorKind::kSchemaUnreachable;
    error->message = absl::StrCat("values.schema.json of chart ", chart, " refers to ", error->subject,
                                  ", which is not fetched");
    return;
  }
  if (!other.empty()) {
    // The schema itself is broken; what follows are faults of the schema, not of the values.
    error->kind = RenderErrorKind::kChart;
    error->message = absl::StrCat("values.schema.json of chart ", chart, ": ", other);
    return;
  }
  for (size_t begin = 0; begin < items.size();) {
    size_t next = begin + 1;
    while (next < items.size() && items[next].indent > items[begin].indent) ++next;
    AddLeaves(items, begin, next, &error->violations);
    begin = next;
  }
  if (error->violations.empty()) return;
  // Helm walks the schema in random order.
  std::sort(error->violations.begin(), error->violations.end(), [](const SchemaViolation& a, const SchemaViolation& b) {
    return std::tie(a.chart, a.path, a.message) < std::tie(b.chart, b.path, b.message);
  });
  const SchemaViolation& first = error->violations[0];
  error->message = absl::StrCat("values do not fit values.schema.json of chart ", first.chart, ": ",
                                absl::StrJoin(first.path, "."), first.path.empty() ? "" : ": ", first.message);
  if (error->violations.size() > 1) absl::StrAppend(&error->message, " (and ", error->violations.size() - 1, " more)");
}

}  // namespace chartlint
