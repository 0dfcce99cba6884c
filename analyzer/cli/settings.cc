#include "analyzer/cli/settings.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzer/cli/files.h"
#include "analyzer/helm/find_charts.h"
#include "analyzer/kube/command_line.h"
#include "analyzer/report/excerpt.h"

namespace chartlint {
namespace {

namespace fs = std::filesystem;

std::string OriginOf(const FilePlace& place) { return absl::StrCat(place.path, ":", place.line); }

// As compilers print it: place, words, line, caret.
std::string Printed(const ConfigError& error) {
  if (error.line == 0) return absl::StrCat(Printable(error.file), ": error: ", Printable(error.message), "\n");
  const Excerpt excerpt = ExcerptOf(error.line_text, error.column, error.end_column, 120);
  const std::string number = absl::StrCat(error.line);
  const std::string gutter(std::max<size_t>(number.size(), 5) - number.size(), ' ');
  return absl::StrCat(Printable(error.file), ":", error.line, ":", error.column, ": error: ", Printable(error.message), "\n",
                      gutter, number, " | ", excerpt.line, "\n", std::string(std::max<size_t>(number.size(), 5), ' '), " | ",
                      excerpt.underline, "\n");
}

std::string Relative(const std::string& path) {
  std::error_code error;
  const std::string relative = fs::relative(path, error).string();
  return error || relative.empty() ? path : relative;
}

// A values file: below the chart, else below the base.
NamedFile FindValues(const ConfigText& file, const std::string& chart_path, const std::string& base) {
  std::error_code ignored;
  const fs::path of_chart = fs::path(chart_path) / file.text;
  if (fs::exists(of_chart, ignored)) return {of_chart.lexically_normal().string(), file.place};
  return {Relative((fs::path(base) / file.text).lexically_normal().string()), file.place};
}

class Merger {
 public:
  explicit Merger(Settings* settings) : settings_(*settings) {}

  // The command line wins over the configuration, and that over the default.
  void Text(absl::string_view key, const std::optional<ConfigText>& configured, absl::string_view option,
            absl::string_view fallback, std::string* value) {
    if (!value->empty()) {
      Say(key, *value, option);
    } else if (configured) {
      *value = configured->text;
      Say(key, *value, OriginOf(configured->place));
    } else {
      *value = std::string(fallback);
      if (!fallback.empty()) Say(key, *value, "default");
    }
  }
  void Say(absl::string_view key, absl::string_view value, absl::string_view origin) {
    settings_.effective.push_back({std::string(key), std::string(value), std::string(origin)});
  }

 private:
  Settings& settings_;
};

void Select(const Config& config, Settings* settings, Merger* merger) {
  Options& options = settings->options;
  Selection& selection = settings->selection;
  selection.SetProfile(options.profile);
  selection.only = options.rules;
  for (const std::string& rule : options.rules) merger->Say("rule", rule, "--rule");
  for (const RuleSeverity& severity : config.severities) {
    const bool named = std::find(options.rules.begin(), options.rules.end(), severity.rule) != options.rules.end();
    if (severity.severity == "off") {
      // Who names a rule on the command line wants to hear it.
      if (!named) selection.disable.push_back(severity.rule);
    } else {
      selection.severities[severity.rule] = severity.severity == "error"     ? Severity::kError
                                            : severity.severity == "warning" ? Severity::kWarning
                                                                             : Severity::kNote;
    }
    merger->Say(absl::StrCat("severities.", severity.rule), severity.severity, OriginOf(severity.place));
  }
  for (const std::string& rule : options.disable) {
    selection.disable.push_back(rule);
    merger->Say(absl::StrCat("severities.", rule), "off", "--disable");
  }
}

void ReadProgramFacts(Settings* settings, Merger* merger) {
  std::vector<Node> listeners, elections;
  const auto read = [&](const ConfigFile& file, absl::string_view key, std::vector<Node>* entries) {
    for (Node entry : file.document->root()["flags"][key].Items()) {
      std::string names;
      for (absl::string_view name : {"flag", "env", "program"}) {
        if (entry[name]) absl::StrAppend(&names, names.empty() ? "" : ", ", entry[name].text());
      }
      merger->Say(absl::StrCat("flags.", key), names, OriginOf({file.path, entry.begin().line, 0}));
      entries->push_back(entry);
    }
  };
  for (const ConfigFile& file : settings->config.files) {
    read(file, "listeners", &listeners);
    read(file, "leaderElection", &elections);
  }
  if (!listeners.empty() || !elections.empty()) settings->facts = std::make_shared<const ProgramFacts>(listeners, elections);
}

}  // namespace

std::string Settings::RelativeToBase(const std::string& path) const {
  std::error_code ignored;
  const std::string base = config.base.empty() ? WorkingDirectory() : config.base;
  const fs::path relative = fs::absolute(path, ignored).lexically_normal().lexically_relative(base);
  std::string text = relative.generic_string();
  if (text.empty() || absl::StartsWith(text, "..")) return path;
  if (absl::EndsWith(text, "/")) text.pop_back();
  return text;
}

const std::vector<std::string>& Settings::ChartsOfBase() const {
  if (!charts_of_base.has_value()) charts_of_base = FindCharts(config.base).value_or(std::vector<std::string>());
  return *charts_of_base;
}

ChartSetup Settings::SetupOf(const std::string& chart_path) const {
  ChartSetup setup;
  const ConfiguredChart* chart = config.ChartAt(RelativeToBase(chart_path));
  if (chart == nullptr) return setup;
  setup.release = chart->release;
  setup.release_namespace = chart->release_namespace;
  setup.discover = chart->discover.value_or(chart->variants.empty());
  for (const ConfigText& file : chart->context) setup.context.push_back(FindValues(file, chart_path, config.base));
  for (const ConfiguredVariant& configured : chart->variants) {
    VariantSetup variant;
    variant.name = configured.name;
    for (const ConfigText& file : configured.values) variant.values_files.push_back(FindValues(file, chart_path, config.base));
    variant.inline_values = configured.set;
    variant.release = configured.release;
    variant.release_namespace = configured.release_namespace;
    variant.is_upgrade = configured.is_upgrade;
    variant.kube_version = configured.kube_version;
    variant.api_versions = configured.api_versions;
    setup.variants.push_back(std::move(variant));
  }
  return setup;
}

bool AddConfiguredCharts(Settings* settings) {
  Options& options = settings->options;
  const bool asked = !options.paths.empty() || !options.variants.empty() || !options.variants_dir.empty();
  struct stat input;
  const bool piped = fstat(STDIN_FILENO, &input) == 0 && !S_ISCHR(input.st_mode);
  if (asked || piped || settings->config.charts.empty()) return false;
  for (const std::string& chart : settings->ChartsOfBase()) {
    if (settings->config.ChartAt(settings->RelativeToBase(chart)) == nullptr) continue;
    std::error_code error;
    const std::string relative = fs::relative(chart, error).string();
    options.paths.push_back(error ? chart : relative);
  }
  return !options.paths.empty();
}

absl::Status LoadSettings(const Options& asked, Settings* settings) {
  settings->options = asked;
  Options& options = settings->options;
  std::error_code ignored;
  settings->repository_root =
      asked.repo_root.empty() ? FindRepositoryRoot() : fs::absolute(asked.repo_root, ignored).lexically_normal().string();
  std::string path = asked.config;
  if (path.empty() && !asked.no_config) {
    path = FindConfig(WorkingDirectory(), settings->repository_root);
    if (!path.empty()) path = Relative(path);
  }
  if (!path.empty()) {
    std::vector<ConfigError> errors = LoadConfig(path, settings->repository_root, &settings->config);
    if (errors.empty()) errors = OwnRules::Read(settings->config, &settings->own_rules);
    if (!errors.empty()) {
      return absl::InvalidArgumentError(
          absl::StrJoin(errors, "", [](std::string* out, const ConfigError& error) { out->append(Printed(error)); }));
    }
  }
  const Config& config = settings->config;
  Merger merger(settings);
  merger.Text("profile", config.profile, "--profile", "default", &options.profile);
  merger.Text("failOn", config.fail_on, "--fail-on", "warning", &options.fail_on);
  merger.Text("kubeVersion", config.kube_version, "--kube-version", "", &options.kube_version);
  merger.Text("releaseNamespace", config.release_namespace, "--release-namespace", "", &options.release_namespace);
  std::optional<ConfigText> baseline;
  // Who writes a baseline anew starts from nothing.
  if (config.baseline && options.write_baseline.empty()) {
    baseline = ConfigText{Relative((fs::path(config.base) / config.baseline->text).lexically_normal().string()), config.baseline->place};
  }
  merger.Text("baseline", baseline, "--baseline", "", &options.baseline);
  Select(config, settings, &merger);
  for (const ConfigText& flag : config.repeatable_flags) {
    // Written as on a command line; rules know the name.
    settings->repeatable_flags.emplace_back(WithoutDashes(flag.text));
    merger.Say("flags.repeatable", flag.text, OriginOf(flag.place));
  }
  ReadProgramFacts(settings, &merger);
  for (const std::string& object : options.external) merger.Say("external", object, "--external");
  for (const ConfigText& object : config.external) {
    options.external.push_back(object.text);
    merger.Say("external", object.text, OriginOf(object.place));
  }
  for (const ConfiguredChart& chart : config.charts) {
    const std::string variants =
        absl::StrJoin(chart.variants, ", ", [](std::string* out, const auto& variant) { out->append(variant.name); });
    merger.Say("charts", absl::StrCat(chart.path_text, ": ", variants.empty() ? "variants by convention" : variants),
               OriginOf(chart.place));
  }
  for (const IgnoreEntry& ignore : config.ignores) {
    merger.Say("ignore", absl::StrCat(ignore.rule, ": ", ignore.reason), OriginOf(ignore.place));
  }
  return absl::OkStatus();
}

}  // namespace chartlint
