#include "testing/json_report.h"

#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "testing/run_program.h"

namespace chartlint {

std::ostream& operator<<(std::ostream& out, const ReportedFinding& finding) {
  out << finding.severity << " " << finding.rule << " at " << finding.object << " " << finding.path << ": "
      << finding.message << " (in";
  for (const std::string& variant : finding.variants) out << " " << variant;
  return out << ")";
}

std::vector<ReportedFinding> Check(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"--format", "json"});
  const ProgramResult result = RunChartlint(arguments);
  EXPECT_LE(result.exit_code, 2) << result.err;
  const nlohmann::json report = nlohmann::json::parse(result.out, nullptr, /*allow_exceptions=*/false);
  std::vector<ReportedFinding> findings;
  if (report.is_discarded()) {
    ADD_FAILURE() << "no JSON report: " << result.out << result.err;
    return findings;
  }
  for (const nlohmann::json& entry : report["findings"]) {
    ReportedFinding finding;
    finding.rule = entry.value("rule", "");
    finding.severity = entry.value("severity", "");
    finding.message = entry.value("message", "");
    finding.path = entry.value("path", "");
    if (entry.contains("object"))
      finding.object = entry["object"].value("kind", "") + "/" + entry["object"].value("name", "");
    if (entry.contains("location")) finding.file = entry["location"].value("file", "");
    finding.variants = entry.value("variants", std::vector<std::string>());
    for (const nlohmann::json& related : entry.value("related", nlohmann::json::array())) {
      finding.related.push_back(related.value("message", ""));
    }
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace chartlint
