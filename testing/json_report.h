// What the real program finds, read from its JSON report.
#ifndef CHARTLINT_TESTING_JSON_REPORT_H_
#define CHARTLINT_TESTING_JSON_REPORT_H_

#include <ostream>
#include <string>
#include <vector>

namespace chartlint {

struct ReportedFinding {
  std::string rule, severity, message;
  std::string object;  // "Deployment/web"; empty if the finding is about none
  std::string path;    // "spec.strategy.rollingUpdate.maxSurge"
  std::string file;
  std::vector<std::string> variants;  // their names
  std::vector<std::string> related;   // messages of the notes, in order
};

std::ostream& operator<<(std::ostream& out, const ReportedFinding& finding);

// Runs the program with `arguments` and --format json. A run that does not end with 0, 1 or 2, and a report
// that is no JSON, fail the test.
std::vector<ReportedFinding> Check(std::vector<std::string> arguments);

}  // namespace chartlint

#endif  // CHARTLINT_TESTING_JSON_REPORT_H_
