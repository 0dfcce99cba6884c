#include "analyzer/report/html/html.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "analyzer/report/html/embedded.h"
#include "analyzer/report/html/markup.h"
#include "analyzer/report/html/object_findings.h"
#include "analyzer/report/html/sections.h"
#include "analyzer/report/tally.h"
#include "analyzer/version.h"

namespace chartlint {
namespace html {
namespace {

constexpr size_t kMaxFindings = 5000;
constexpr size_t kNamedCharts = 3;

// A source of the policy for one file of the page, "'sha256-…'" (CSP Level 3, 2.3.1: base64 of the digest).
std::string Digest(absl::string_view name) {
  for (absl::string_view line : absl::StrSplit(PageFile("digests.txt"), '\n')) {
    if (absl::EndsWith(line, name)) {
      return absl::StrCat("'sha256-", absl::Base64Escape(absl::HexStringToBytes(line.substr(0, line.find(' ')))), "'");
    }
  }
  return "'none'";
}

// The most severe ones that fit, what counts before what does not, in the view's order.
std::vector<size_t> Shown(const ReportView& view) {
  std::vector<size_t> shown(view.findings.size());
  std::iota(shown.begin(), shown.end(), 0u);
  if (shown.size() <= kMaxFindings) return shown;
  std::stable_sort(shown.begin(), shown.end(), [&](size_t a, size_t b) {
    const FindingView& left = view.findings[a];
    const FindingView& right = view.findings[b];
    return std::make_pair(left.Counts(), left.severity) > std::make_pair(right.Counts(), right.severity);
  });
  shown.resize(kMaxFindings);
  std::sort(shown.begin(), shown.end());
  return shown;
}

// By fingerprint, so that a link to a finding outlives other findings.
std::vector<std::string> IdsOf(const ReportView& view, const std::vector<size_t>& shown) {
  std::vector<std::string> ids(view.findings.size());
  std::map<absl::string_view, size_t> seen;
  for (size_t index : shown) {
    const std::string& fingerprint = view.findings[index].fingerprint;
    const size_t before = seen[fingerprint]++;
    ids[index] = absl::StrCat("f-", Text(fingerprint), before == 0 ? "" : absl::StrCat("-", before + 1));
  }
  return ids;
}

std::string Subject(const ReportView& view, const Overview& overview) {
  std::vector<std::string> names;
  for (const PartOverview& part : overview.parts) {
    const std::string name(part.chart.empty() ? "Manifests" : part.chart);
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  if (names.empty()) return Counted(view.documents, "document");
  if (names.size() > kNamedCharts) return absl::StrCat(names.size(), " charts");
  return absl::StrJoin(names, ", ");
}

void WriteHead(const ReportView& view, const Overview& overview, std::string* out) {
  absl::StrAppend(out,
                  "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                  "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src ",
                  Digest("page.css"), "; script-src ", Digest("page.js"),
                  "; base-uri 'none'; form-action 'none'\">\n"
                  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                  "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" content=\"no-referrer\">\n<title>",
                  Text(Tally(view)), " in ", Text(Subject(view, overview)), " – chartlint</title>\n<style>", PageFile("page.css"),
                  "</style>\n</head>\n");
}

void WriteCount(size_t count, absl::string_view noun, absl::string_view kind, std::string* out) {
  absl::StrAppend(out, "<li class=\"", kind, count == 0 ? " zero" : "", "\"><b>", count, "</b> ", noun, "</li>");
}

// Written before the navigation, which names those that are there.
struct Sections {
  std::string charts, findings, matrices, coverage, rules;
};

void WriteBanner(const ReportView& view, const Overview& overview, const Sections& sections, std::string* out) {
  size_t suppressed = 0, known = 0;
  for (const FindingView& finding : view.findings) {
    suppressed += finding.suppression ? 1 : 0;
    known += !finding.suppression && !finding.Counts() ? 1 : 0;
  }
  absl::StrAppend(out, "<body>\n<a class=\"skip\" href=\"#findings\">Skip to the findings</a>\n<header>\n<p class=\"tool\"><a href=\"",
                  kHomepage, "\" rel=\"noreferrer\">chartlint</a> ", Text(view.tool_version),
                  "<button type=\"button\" id=\"theme\" class=\"script-only\" hidden>dark</button></p>\n<h1>",
                  Text(Subject(view, overview)), "</h1>\n<ul class=\"counts\">");
  const size_t errors = view.Count(Severity::kError), warnings = view.Count(Severity::kWarning), notes = view.Count(Severity::kNote);
  WriteCount(errors, errors == 1 ? "error" : "errors", "error", out);
  WriteCount(warnings, warnings == 1 ? "warning" : "warnings", "warning", out);
  WriteCount(notes, notes == 1 ? "note" : "notes", "note", out);
  if (suppressed > 0) WriteCount(suppressed, "suppressed", "accepted", out);
  if (known > 0) WriteCount(known, "in the baseline", "accepted", out);
  if (!view.gone.empty()) WriteCount(view.gone.size(), "of the baseline gone", "gone", out);
  if (view.unreadable > 0) WriteCount(view.unreadable, "unreadable", "error", out);
  absl::StrAppend(out, "</ul>\n<p class=\"facts\">", Counted(view.objects, "object"), " of ", Counted(view.documents, "document"),
                  view.distinct_documents != view.documents ? absl::StrCat(" (", view.distinct_documents, " distinct)") : "", ", ",
                  Counted(view.variants.size(), "variant"), ", ", Counted(view.rules.size(), "rule"), "</p>\n");
  if (!view.command_line.empty()) absl::StrAppend(out, "<pre class=\"command\">$ ", Text(view.command_line), "</pre>\n");
  absl::StrAppend(out, "<nav aria-label=\"Sections\">", sections.charts.empty() ? "" : "<a href=\"#charts\">Charts</a>",
                  "<a href=\"#findings\">Findings</a>",
                  sections.matrices.empty() ? "" : "<a href=\"#objects\">Objects by variant</a>",
                  sections.coverage.empty() ? "" : "<a href=\"#coverage\">Template coverage</a>",
                  sections.rules.empty() ? "" : "<a href=\"#rules\">Rules</a>",
                  "</nav>\n</header>\n<main>\n");
}

// What the numbers above do not speak for.
void WriteNotRead(const ReportView& view, std::string* out) {
  // A remark that is a finding, too, needs no second place; what was not checked has one that nobody overlooks.
  std::vector<const NotificationView*> shown;
  for (const NotificationView& notification : view.notifications) {
    if (notification.fatal || !notification.told) shown.push_back(&notification);
  }
  if (shown.empty()) return;
  const bool fatal = std::any_of(shown.begin(), shown.end(), [](const NotificationView* notification) { return notification->fatal; });
  absl::StrAppend(out, "<section class=\"not-read\"><h2>", fatal ? "Not checked" : "Remarks", "</h2>\n<ul>\n");
  for (const NotificationView* notification : shown) {
    absl::StrAppend(out, "<li>", notification->place.file.empty() ? "" : absl::StrCat(Code(Where(view, notification->place)), ": "),
                    Prose(notification->message), "</li>\n");
  }
  absl::StrAppend(out, "</ul></section>\n");
}

void WriteGone(const ReportView& view, std::string* out) {
  if (view.gone.empty()) return;
  absl::StrAppend(out, "<section id=\"gone\"><h2>Gone since the baseline</h2>\n<ul>\n");
  for (const BaselineEntry& entry : view.gone) {
    absl::StrAppend(out, "<li>", Text(entry.rule), ": ", Prose(entry.message), entry.file.empty() ? "" : absl::StrCat(" ", Code(entry.file)),
                    "</li>\n");
  }
  absl::StrAppend(out, "</ul></section>\n");
}

}  // namespace
}  // namespace html

std::string WriteHtml(const ReportView& view, const Overview& overview) {
  const html::ObjectFindings objects(view, overview);
  html::Page page = {view, overview, objects, html::Shown(view), {}, {}};
  page.ids = html::IdsOf(view, page.shown);
  for (size_t i = 0; i < view.variants.size(); ++i) page.variant_numbers.emplace(view.variants[i], i);
  html::Sections sections;
  html::WriteCharts(page, &sections.charts);
  html::WriteFindings(page, &sections.findings);
  html::WriteMatrices(page, &sections.matrices);
  html::WriteCoverage(page, &sections.coverage);
  html::WriteRules(page, &sections.rules);
  std::string out;
  html::WriteHead(view, overview, &out);
  html::WriteBanner(view, overview, sections, &out);
  html::WriteNotRead(view, &out);
  absl::StrAppend(&out, sections.charts, sections.findings);
  html::WriteGone(view, &out);
  absl::StrAppend(&out, sections.matrices, sections.coverage, sections.rules, "</main>\n<script>", PageFile("page.js"),
                  "</script>\n</body>\n</html>\n");
  return out;
}

}  // namespace chartlint
