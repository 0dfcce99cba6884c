// What the user asked for on the command line.
//
// The only place that knows the command-line library. Errors come back as a Usage with a text and an exit code, so that
// nothing here prints.
#ifndef CHARTLINT_ANALYZER_CLI_OPTIONS_H_
#define CHARTLINT_ANALYZER_CLI_OPTIONS_H_

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace chartlint {

enum class Command { kCheck, kParse, kRules, kExplain, kConfig, kInit, kTestRules, kVariants, kCoverage, kHook, kMerge,
                     kRender, kPin, kCompletion, kManpage };

// `--format sarif=out.sarif`: a report and where it goes; no file: stdout.
struct ReportRequest {
  std::string format;
  std::string file;
};

struct Options {
  Command command = Command::kCheck;

  // What to check
  std::vector<std::string> paths;                              // "-": stdin; charts, folders of charts, manifests
  std::vector<std::pair<std::string, std::string>> variants;   // name, path
  std::string variants_dir;
  std::string chart;  // of renders that are given: findings point at its templates
  bool allow_empty = false;
  bool by_folder = false;                                      // each folder's manifests are a release of their own
  std::string kube_version, release_namespace, release_name;
  std::vector<std::string> external;

  // How charts are rendered
  std::string helm;
  double helm_timeout = 60;  // seconds
  bool no_cache = false;
  std::vector<std::string> renders;  // folders that `chartlint render` wrote
  bool no_second_release = false;
  bool no_discover = false;
  int max_variants = 16;
  int shard = 1, shards = 1;  // `--shard 2/8`: the second eighth of the charts
  std::vector<std::pair<std::string, std::string>> values;     // variant name, values file
  std::vector<std::string> api_versions;

  // What to report
  std::string profile;  // empty: the configuration's, else "default"
  std::vector<std::string> rules, disable;
  std::string fail_on;  // empty: the configuration's, else "warning"
  std::vector<ReportRequest> reports;
  std::string color = "auto";
  std::string repo_root;
  int jobs = 0;  // 0: all cores
  std::string baseline, write_baseline;
  bool timings = false;

  std::string config;  // path; empty: the nearest .chartlint.yaml
  bool no_config = false;

  // `chartlint explain RULE`, `chartlint rules --format F`, `chartlint parse FILE...`,
  // `chartlint config --schema`, `chartlint config --keys`
  std::string rule;
  std::string object;  // `chartlint pin KIND/NAME`
  std::string page_format = "text";
  bool schema = false;
  bool keys = false;
  bool write = false;  // `chartlint variants --write`
  // `chartlint completion SHELL`, `chartlint merge --output FILE`, `chartlint render --output FOLDER`
  std::string shell;
  std::string output;
};

// The answer when there is nothing to run: --help, --version, or a mistake.
struct Usage {
  std::string text;
  bool error = false;  // to stderr, exit code 3
};

// Fills `options`; a Usage if the process should print it and end.
std::optional<Usage> ParseOptions(int argc, const char* const* argv, Options* options);

// What --help tells, as data: for completions and the manual page.
struct OptionHelp {
  std::string name;   // "--format", "-h,--help"; of a positional, "PATH"
  std::string group;  // "Report"
  std::string text;
  std::vector<std::string> choices;  // of the value, if it is one of a few
  bool takes_value = false;
  bool positional = false;
};

struct CommandHelp {
  std::string name;  // empty: the program itself
  std::string text;
  std::vector<OptionHelp> options;
};

// The program first, then its commands in the order of --help. Hidden options are left out.
std::vector<CommandHelp> CommandTable();

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CLI_OPTIONS_H_
