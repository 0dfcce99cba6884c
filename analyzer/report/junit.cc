#include "analyzer/report/junit.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "analyzer/report/excerpt.h"
#include "analyzer/report/tally.h"
#include "analyzer/report/uri.h"

namespace chartlint {
namespace {

std::string Xml(absl::string_view text) {
  return absl::StrReplaceAll(Printable(text), {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}});
}

struct Suite {
  std::string name, cases;
  size_t tests = 0, failures = 0, errors = 0, skipped = 0;
};

class JunitWriter {
 public:
  explicit JunitWriter(const ReportView& view) : view_(view) {}
  std::string Write();

 private:
  Suite& SuiteOf(const std::string& name);
  std::string Where(const Place& place) const;
  void Add(const FindingView& finding, Suite* suite) const;

  const ReportView& view_;
  std::vector<Suite> suites_;
};

Suite& JunitWriter::SuiteOf(const std::string& name) {
  const auto at = std::find_if(suites_.begin(), suites_.end(), [&](const Suite& suite) { return suite.name == name; });
  if (at != suites_.end()) return *at;
  suites_.push_back({name, "", 0, 0, 0, 0});
  return suites_.back();
}

std::string JunitWriter::Where(const Place& place) const {
  std::string where = RepositoryPath(place.file, view_.working_directory, view_.repository_root);
  if (place.line > 0) absl::StrAppend(&where, ":", place.line);
  return where;
}

void JunitWriter::Add(const FindingView& finding, Suite* suite) const {
  const std::string object = finding.kind.empty() ? "" : absl::StrCat(finding.kind, "/", finding.name, ": ");
  ++suite->tests;
  absl::StrAppend(&suite->cases, "    <testcase classname=\"", finding.rule->id, "\" name=\"", Xml(absl::StrCat(object, finding.message)),
                  "\" file=\"", Xml(RepositoryPath(finding.primary.file, view_.working_directory, view_.repository_root)), "\"");
  if (finding.primary.line > 0) absl::StrAppend(&suite->cases, " line=\"", finding.primary.line, "\"");
  absl::StrAppend(&suite->cases, ">\n");

  std::string text = absl::StrCat(Xml(Where(finding.primary)), ": ", SeverityName(finding.severity), ": ", Xml(finding.message), "\n");
  if (!finding.path.empty()) absl::StrAppend(&text, Xml(object), Xml(finding.path), "\n");
  if (const std::string variants = VariantsOf(finding); !variants.empty()) absl::StrAppend(&text, "in ", Xml(variants), "\n");
  for (const RelatedPlace& related : finding.related) {
    absl::StrAppend(&text, Xml(Where(related.place)), ": note: ", Xml(related.message), "\n");
  }
  if (!finding.Counts()) {
    ++suite->skipped;
    const std::string reason = finding.suppression ? finding.suppression->reason : "in the baseline";
    absl::StrAppend(&suite->cases, "      <skipped message=\"", Xml(reason), "\"/>\n");
  } else if (finding.severity == Severity::kNote) {
    absl::StrAppend(&suite->cases, "      <system-out>", text, "</system-out>\n");
  } else {
    ++suite->failures;
    absl::StrAppend(&suite->cases, "      <failure type=\"", SeverityName(finding.severity), "\" message=\"", Xml(finding.message), "\">",
                    text, "</failure>\n");
  }
  absl::StrAppend(&suite->cases, "    </testcase>\n");
}

std::string JunitWriter::Write() {
  for (const std::string& chart : view_.charts) SuiteOf(chart.empty() ? "manifests" : chart);
  for (const FindingView& finding : view_.findings) Add(finding, &SuiteOf(finding.chart.empty() ? "manifests" : finding.chart));
  for (Suite& suite : suites_) {
    if (suite.tests > 0) continue;
    suite.tests = 1;
    suite.cases = "    <testcase classname=\"chartlint\" name=\"no findings\"/>\n";
  }
  for (const NotificationView& notification : view_.notifications) {
    if (!notification.fatal) continue;
    Suite& suite = SuiteOf("input");
    ++suite.tests;
    ++suite.errors;
    absl::StrAppend(&suite.cases, "    <testcase classname=\"input\" name=\"", Xml(Where(notification.place)), "\">\n      <error message=\"",
                    Xml(notification.message), "\"/>\n    </testcase>\n");
  }
  Suite all;
  for (const Suite& suite : suites_) {
    all.tests += suite.tests;
    all.failures += suite.failures;
    all.errors += suite.errors;
    all.skipped += suite.skipped;
    absl::StrAppend(&all.cases, "  <testsuite name=\"", Xml(suite.name), "\" tests=\"", suite.tests, "\" failures=\"", suite.failures,
                    "\" errors=\"", suite.errors, "\" skipped=\"", suite.skipped, "\">\n", suite.cases, "  </testsuite>\n");
  }
  return absl::StrCat("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"chartlint\" tests=\"", all.tests, "\" failures=\"",
                      all.failures, "\" errors=\"", all.errors, "\" skipped=\"", all.skipped, "\">\n", all.cases, "</testsuites>\n");
}

}  // namespace

std::string WriteJunit(const ReportView& view) { return JunitWriter(view).Write(); }

}  // namespace chartlint
