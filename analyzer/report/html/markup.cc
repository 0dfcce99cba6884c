#include "analyzer/report/html/markup.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "analyzer/report/excerpt.h"
#include "analyzer/report/uri.h"

namespace chartlint::html {

std::string Text(absl::string_view text) {
  return absl::StrReplaceAll(Printable(text),
                             {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}, {"'", "&#39;"}});
}

std::string Prose(absl::string_view text) {
  const std::vector<absl::string_view> pieces = absl::StrSplit(text, '`');
  std::string out;
  for (size_t i = 0; i < pieces.size(); ++i) {
    // An odd mark opens nothing that ends.
    const bool code = i % 2 == 1 && i + 1 < pieces.size();
    absl::StrAppend(&out, code ? "<code>" : i % 2 == 1 ? "`" : "", Text(pieces[i]), code ? "</code>" : "");
  }
  return out;
}

std::string Code(absl::string_view text) {
  return absl::StrCat("<code>", absl::StrReplaceAll(Text(text), {{"/", "/<wbr>"}, {".", ".<wbr>"}}), "</code>");
}

std::string RuleLink(const RuleInfo& rule) {
  const std::string page = RulePageUri(rule);
  return page.empty() ? Text(rule.id)
                      : absl::StrCat("<a href=\"", Text(page), "\" rel=\"noreferrer\">", Text(rule.id), "</a>");
}

std::string Percent(int taken, int total) {
  if (taken >= total) return "100 %";
  const int per_mille = static_cast<int>(1000.0 * taken / total);
  return absl::StrCat(per_mille / 10, ".", per_mille % 10, " %");
}

std::string Where(const ReportView& view, const Place& place) {
  std::string where = RepositoryPath(place.file, view.working_directory, view.repository_root);
  if (place.line > 0) absl::StrAppend(&where, ":", place.line);
  if (place.line > 0 && place.column > 0) absl::StrAppend(&where, ":", place.column);
  return where;
}

}  // namespace chartlint::html
