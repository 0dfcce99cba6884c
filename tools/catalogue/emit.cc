#include "tools/catalogue/emit.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace chartlint {
namespace {

void SortById(std::vector<CatalogueEntry>* entries) {
  std::sort(entries->begin(), entries->end(),
            [](const CatalogueEntry& a, const CatalogueEntry& b) { return a.id < b.id; });
}

// "very-high" stays a text in RuleInfo, enumerators are "kWarning".
std::string Enumerator(absl::string_view type, absl::string_view value) {
  return absl::StrCat(type, "::k", FunctionName(value));
}

std::string Context(absl::string_view scope) { return absl::StrCat(FunctionName(scope), "Context"); }

// An absl::string_view of fixed length, as a text may hold any byte.
std::string View(absl::string_view text) {
  return absl::StrCat("absl::string_view(", Literal(text), ", ", text.size(), ")");
}

std::string Views(const std::vector<std::string>& texts) {
  return absl::StrCat("{", absl::StrJoin(texts, ", ",
                                         [](std::string* out, const std::string& text) {
                                           absl::StrAppend(out, View(text));
                                         }),
                      "}");
}

std::string Parameters(const CatalogueEntry& entry) {
  std::vector<std::string> pairs;
  for (const auto& [name, value] : entry.parameters) {
    pairs.push_back(absl::StrCat("{", View(name), ", ", View(value), "}"));
  }
  return absl::StrCat("{", absl::StrJoin(pairs, ", "), "}");
}

constexpr absl::string_view kBanner = "// Written by //tools/catalogue from rules/*/*.yaml.\n";

}  // namespace

std::string Literal(absl::string_view bytes) {
  constexpr size_t kLine = 96;
  std::string literal = "\"";
  size_t line_start = 0;
  for (size_t i = 0; i < bytes.size(); ++i) {
    const unsigned char c = static_cast<unsigned char>(bytes[i]);
    if (c == '\n') {
      literal += "\\n";
    } else if (c == '"' || c == '\\') {
      literal += '\\';
      literal += bytes[i];
    } else if (c == '?' || !absl::ascii_isprint(c)) {  // '?' could begin a trigraph
      absl::StrAppendFormat(&literal, "\\%03o", c);
    } else {
      literal += bytes[i];
    }
    const bool full = literal.size() - line_start >= kLine;
    if ((c == '\n' || full) && i + 1 < bytes.size()) {
      literal += "\"\n    \"";
      line_start = literal.size();
    }
  }
  return literal + "\"";
}

std::string EmitPrototypes(std::vector<CatalogueEntry> entries) {
  SortById(&entries);
  std::string out = absl::StrCat(kBanner, R"(//
// The function of every rule. Each rule's .cc includes this header, so that a function that has no
// catalogue entry fails to compile.
#ifndef CHARTLINT_RULES_PROTOTYPES_H_
#define CHARTLINT_RULES_PROTOTYPES_H_

#include "analyzer/engine/rule.h"

namespace chartlint {

)");
  for (const CatalogueEntry& entry : entries) {
    if (entry.scope == "input") continue;
    absl::StrAppend(&out, "void ", FunctionName(entry.id), "(const ", Context(entry.scope),
                    "&, Reporter&);\n");
  }
  absl::StrAppend(&out, "\n}  // namespace chartlint\n\n#endif  // CHARTLINT_RULES_PROTOTYPES_H_\n");
  return out;
}

std::string EmitCatalogue(std::vector<CatalogueEntry> entries) {
  SortById(&entries);
  std::string out = absl::StrCat(kBanner, R"(
#include "rules/catalogue.h"

#include "rules/prototypes.h"

namespace chartlint {
namespace {

std::vector<RuleInfo> MakeCatalogue() {
  std::vector<RuleInfo> rules;
)");
  absl::StrAppend(&out, "  rules.reserve(", entries.size(), ");\n");
  for (const CatalogueEntry& entry : entries) {
    absl::StrAppend(&out, "  {\n    RuleInfo rule{};\n");
    const auto set = [&out](absl::string_view field, absl::string_view value) {
      absl::StrAppend(&out, "    rule.", field, " = ", value, ";\n");
    };
    set("id", View(entry.id));
    set("family", View(entry.family));
    set("title", View(entry.title));
    set("severity", Enumerator("Severity", entry.severity));
    set("profile", Enumerator("Profile", entry.profile));
    set("scope", Enumerator("Scope", entry.scope));
    set("rationale", View(entry.rationale));
    set("silent", View(entry.silent));
    set("remediation", View(entry.remediation));
    set("parameters", Parameters(entry));
    set("references", Views(entry.references));
    set("tags", Views(entry.tags));
    set("precision", View(entry.precision));
    set("found_variants", Enumerator("FoundVariants", entry.found_variants));
    set("security_severity", View(entry.security_severity));
    if (entry.scope != "input") set(entry.scope, absl::StrCat("&", FunctionName(entry.id)));
    set("fixture", View(entry.fixture));
    absl::StrAppend(&out, "    rules.push_back(std::move(rule));\n  }\n");
  }
  absl::StrAppend(&out, R"(  return rules;
}

}  // namespace

const std::vector<RuleInfo>& Catalogue() {
  static const auto* rules = new std::vector<RuleInfo>(MakeCatalogue());
  return *rules;
}

}  // namespace chartlint
)");
  return out;
}

std::string EmitEmbedded(absl::string_view header, absl::string_view function,
                         const std::map<std::string, std::string>& files) {
  std::string out = absl::StrCat(R"(// Written by //tools/catalogue from files beside the header.

#include ")", header, R"("

namespace chartlint {

absl::string_view )", function, R"((absl::string_view name) {
)");
  for (const auto& [name, bytes] : files) {
    absl::StrAppend(&out, "  if (name == ", Literal(name), ") return ", View(bytes), ";\n");
  }
  absl::StrAppend(&out, R"(  return name.substr(0, 0);
}

}  // namespace chartlint
)");
  return out;
}

}  // namespace chartlint
