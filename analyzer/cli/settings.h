// What is in effect: defaults, then the configuration, then the command line.
#ifndef CHARTLINT_ANALYZER_CLI_SETTINGS_H_
#define CHARTLINT_ANALYZER_CLI_SETTINGS_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "analyzer/charts/chart_run.h"
#include "analyzer/cli/options.h"
#include "analyzer/config/config.h"
#include "analyzer/engine/selection.h"
#include "analyzer/kube/program_facts.h"
#include "analyzer/own_rules/own_rules.h"

namespace chartlint {

// A value in effect, for `chartlint config`. Key and value as in the file.
struct EffectiveSetting {
  std::string key, value;
  std::string origin;  // ".chartlint.yaml:3", "--profile", "default"
};

struct Settings {
  Options options;  // complete: nothing is left to the configuration
  Config config;
  Selection selection;
  OwnRules own_rules;
  std::vector<std::string> repeatable_flags;
  std::shared_ptr<const ProgramFacts> facts;  // refers into config; null: the configuration adds none
  std::string repository_root;  // absolute; empty if unknown
  std::vector<EffectiveSetting> effective;
  mutable std::optional<std::vector<std::string>> charts_of_base;  // of ChartsOfBase

  // `path` relative to the configuration's base, with `/`; as it is if it lies outside.
  std::string RelativeToBase(const std::string& path) const;
  // The charts below the configuration's base; looked for once.
  const std::vector<std::string>& ChartsOfBase() const;
  // How the configuration wants a chart; default if it says nothing of it.
  ChartSetup SetupOf(const std::string& chart_path) const;
};

// Finds and reads the configuration. Errors: InvalidArgument; the message has several lines when the configuration is
// wrong, each with its place, and is to be printed as it is.
absl::Status LoadSettings(const Options& asked, Settings* settings);

// Without any path, at a terminal or without an input: the charts that the configuration names. True if there are some.
bool AddConfiguredCharts(Settings* settings);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CLI_SETTINGS_H_
