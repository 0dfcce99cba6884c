#include "analyzer/cli/options.h"

#include <utility>

#include "CLI/CLI.hpp"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "analyzer/version.h"

namespace chartlint {
namespace {

constexpr char kExamples[] = R"(
Examples:
  helm template rel ./chart | chartlint             check what Helm renders
  helm template rel ./chart | chartlint --chart ./chart
                                                    the same, and point at the chart's templates
  chartlint charts/                                 render every variant of every chart and check them all
  chartlint deploy/ --format sarif=chartlint.sarif  check files, text to the terminal and SARIF to a file
  chartlint --variant small=out/a.yaml --variant big=out/b.yaml
                                                    check the variants of one chart against each other
  chartlint explain strategy-zero-available         what a rule means and how to mend the fault

Exit codes: 0 nothing at or above --fail-on, 1 findings, 2 input that could not be read or rendered, 3 a wrong command line or
configuration, or a failure of chartlint itself, 130 interrupted.
)";

bool SplitAtEquals(const std::string& text, std::string* name, std::string* value) {
  const size_t at = text.find('=');
  if (at == std::string::npos || at == 0) return false;
  *name = text.substr(0, at);
  *value = text.substr(at + 1);
  return !value->empty();
}

const std::vector<std::string>& Formats() {
  static const auto* const kFormats = new std::vector<std::string>{"text", "json", "sarif", "github", "markdown", "junit", "html"};
  return *kFormats;
}

std::string FormatNames() { return absl::StrCat("{", absl::StrJoin(Formats(), ","), "}"); }

std::string CheckFormat(const std::string& text) {
  const std::string format = text.substr(0, text.find('='));
  for (const std::string& known : Formats()) {
    if (format == known) return "";
  }
  return absl::StrCat("no format '", format, "': one of ", FormatNames());
}

// "NAME=" is the chart's own values alone.
std::string CheckValues(const std::string& text) {
  const size_t at = text.find('=');
  return at != std::string::npos && at > 0 ? "" : absl::StrCat("'", text, "' is not NAME=FILE");
}

std::string CheckVariant(const std::string& text) {
  std::string name, path;
  return SplitAtEquals(text, &name, &path) ? "" : absl::StrCat("'", text, "' is not NAME=PATH");
}

// "2/8"
bool ParseShard(absl::string_view text, int* shard, int* shards) {
  const std::vector<absl::string_view> parts = absl::StrSplit(text, '/');
  return parts.size() == 2 && absl::SimpleAtoi(parts[0], shard) && absl::SimpleAtoi(parts[1], shards) && *shard >= 1 &&
         *shard <= *shards;
}

std::string CheckShard(const std::string& text) {
  int shard, shards;
  return ParseShard(text, &shard, &shards) ? "" : absl::StrCat("'", text, "' is not I/N with I from 1 to N");
}

// `allow_extra_args(false)`: a repeatable option takes one word each time, so that a PATH may follow it.
void AddInput(CLI::App* app, Options* options, std::vector<std::string>* variants) {
  app->add_option("PATH", options->paths, "charts, folders above charts, manifests or folders of them; `-` is stdin. All manifests together are one release")
      ->group("What to check");
  app->add_option("--variant", *variants, "NAME=PATH: the render of one variant (repeatable)")
      ->group("What to check")
      ->allow_extra_args(false)
      ->check(CheckVariant);
  app->add_option("--variants", options->variants_dir, "DIR: each file or folder directly in it is a variant")
      ->group("What to check");
  app->add_option("--chart", options->chart,
                  "the chart that the manifests were rendered from, so that findings point at its templates; found below the "
                  "working directory if exactly one bears the name")
      ->group("What to check");
  app->add_flag("--allow-empty", options->allow_empty, "an empty stream is fine")->group("What to check");
  app->add_option("--kube-version", options->kube_version, "version of the cluster, such as 1.34")->group("What to check");
  app->add_option("--release-namespace", options->release_namespace,
                  "namespace of objects that do not name one; unknown if not told")
      ->group("What to check");
  app->add_option("--release-name", options->release_name, "name of the release; read from labels if not told")
      ->group("What to check");
  app->add_option("--external", options->external, "KIND/NAME that exists outside of the release (repeatable)")
      ->group("What to check")
      ->allow_extra_args(false);
}

void AddCharts(CLI::App* app, Options* options, std::vector<std::string>* values) {
  app->add_option("--values", *values, "NAME=FILE: a variant and its values file, instead of those that are found; NAME= is the chart's own values (repeatable)")
      ->group("Charts")
      ->allow_extra_args(false)
      ->check(CheckValues);
  app->add_option("--api-versions", options->api_versions, "API version that the cluster has (repeatable)")
      ->group("Charts")
      ->allow_extra_args(false);
  app->add_option("--helm", options->helm, "the helm program; $HELM_BIN or the one on PATH if not told")->group("Charts");
  app->add_option("--helm-timeout", options->helm_timeout, "seconds that one render may take; 60 if not told")
      ->group("Charts")
      ->check(CLI::PositiveNumber);
  app->add_flag("--no-discover", options->no_discover, "only the variants that the chart's files or the configuration name")
      ->group("Charts");
  app->add_option("--max-variants", options->max_variants, "variants of one chart, 16 if not told; half of them are kept for those that are found")
      ->group("Charts")
      ->check(CLI::Range(1, 1000));
  app->add_flag("--no-cache", options->no_cache, "render anew, and keep no renders")->group("Charts");
  app->add_option("--renders", options->renders, "FOLDER that `chartlint render` wrote: what it holds is not rendered again (repeatable)")
      ->group("Charts")
      ->allow_extra_args(false);
  app->add_flag("--no-second-release", options->no_second_release,
                "do not render once more under other release names, and tell nothing of what two releases would fight over")
      ->group("Charts");
}

void AddRules(CLI::App* app, Options* options) {
  app->add_option("--profile", options->profile, "default, strict, security or all")
      ->group("Rules")
      ->check(CLI::IsMember({"default", "strict", "security", "all"}));
  app->add_option("--rule", options->rules, "only this rule (repeatable)")
      ->group("Rules")
      ->allow_extra_args(false);
  app->add_option("--disable", options->disable, "not this rule (repeatable)")
      ->group("Rules")
      ->allow_extra_args(false);
}

void AddConfigFile(CLI::App* app, Options* options) {
  CLI::Option* file = app->add_option("--config", options->config, "the configuration; the nearest .chartlint.yaml at or above the working directory if not told")
                          ->group("Configuration");
  app->add_flag("--no-config", options->no_config, "use no configuration")->group("Configuration")->excludes(file);
}

void AddConfig(CLI::App* app, Options* options) {
  AddConfigFile(app, options);
  app->add_option("--baseline", options->baseline, "SARIF file of findings that are known: only new ones count")
      ->group("Configuration");
  app->add_option("--write-baseline", options->write_baseline, "write the findings as a baseline and end with 0")
      ->group("Configuration");
}

void AddOutput(CLI::App* app, Options* options, std::vector<std::string>* formats) {
  app->add_option("--format", *formats, "the report's format, with =FILE to write a file (repeatable)")
      ->group("Report")
      ->allow_extra_args(false)
      ->check(CheckFormat, FormatNames());
  app->add_option("--fail-on", options->fail_on, "exit with 1 from this severity on: error, warning, note or never")
      ->group("Report")
      ->check(CLI::IsMember({"error", "warning", "note", "never"}));
  app->add_option("--color", options->color, "auto, always or never")
      ->group("Report")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  app->add_option("--repo-root", options->repo_root, "folder to which reported paths are relative; found by .git if not told")
      ->group("Report");
  app->add_option("--jobs", options->jobs, "threads; all cores if not told")->group("Report")->check(CLI::Range(1, 1024));
  app->add_flag("--timings", options->timings, "where the time goes, on stderr")->group("");  // hidden: for tools/bench
}

// Options that are texts until all is read.
struct Texts {
  std::vector<std::string> variants, values, formats;
  std::string shard;
};

void AddCommands(CLI::App* app, Options* options, Texts* texts) {
  CLI::App* parse = app->add_subcommand("parse", "print manifests as JSON, as the API server decodes them");
  parse->add_option("FILE", options->paths, "manifests; `-` or none is stdin");
  CLI::App* rules = app->add_subcommand("rules", "list the rules");
  rules->add_option("--format", options->page_format, "text, json or markdown")
      ->check(CLI::IsMember({"text", "json", "markdown"}));
  CLI::App* explain = app->add_subcommand("explain", "explain a rule: why, what it leaves alone, how to mend it");
  explain->add_option("RULE", options->rule, "the rule's id")->required();
  explain->add_option("--format", options->page_format, "text or markdown")->check(CLI::IsMember({"text", "markdown"}));
  CLI::App* config = app->add_subcommand("config", "print the settings in effect and where each comes from");
  config->add_flag("--schema", options->schema, "print the JSON Schema of .chartlint.yaml");
  config->add_flag("--keys", options->keys, "print all keys of .chartlint.yaml and what they mean, as Markdown");
  AddConfigFile(config, options);
  AddConfigFile(app->add_subcommand("test-rules", "run the tests of the configuration's own rules"), options);
  app->add_subcommand("init", "write a .chartlint.yaml for the charts of this repository");
  CLI::App* found = app->add_subcommand("variants", "list a chart's variants, what each opens, and what none reaches");
  CLI::App* coverage = app->add_subcommand("coverage", "say which branches and lines of a chart's templates some variant renders");
  for (CLI::App* command : {found, coverage}) {
    command->add_option("CHART", options->paths, "charts, or folders above charts")->required();
    AddCharts(command, options, &texts->values);
    AddConfigFile(command, options);
  }
  found->add_option("--format", options->page_format, "text, or yaml to copy into .chartlint.yaml")
      ->check(CLI::IsMember({"text", "yaml"}));
  found->add_flag("--write", options->write, "put them into .chartlint.yaml, to be edited there");
  coverage->add_option("--format", options->page_format, "text, json or lcov")->check(CLI::IsMember({"text", "json", "lcov"}));
  CLI::App* hook = app->add_subcommand("hook", "check what changed files belong to: their charts, and manifests by folder (for pre-commit)");
  hook->add_option("FILE", options->paths, "files that have changed; what is of no chart and no manifest is passed over");
  hook->fallthrough();  // the options of a check may follow
  CLI::App* render = app->add_subcommand("render", "render a chart's variants into a folder, for a check with --renders that may run elsewhere");
  render->add_option("CHART", options->paths, "charts, or folders above charts")->required();
  render->add_option("--output", options->output, "FOLDER to write to")->required();
  render->fallthrough();  // the options that the check has as well
  CLI::App* pin = app->add_subcommand("pin", "print the pins of a workload that hold now, to copy into .chartlint.yaml");
  pin->add_option("KIND/NAME", options->object, "the workload, such as Deployment/web; the name is a glob")->required();
  pin->add_option("PATH", options->paths, "charts and manifests, as for a check");
  pin->fallthrough();
  CLI::App* merge = app->add_subcommand("merge", "make one SARIF log of those of several shards");
  merge->add_option("SARIF", options->paths, "SARIF logs of chartlint")->required();
  merge->add_option("--output", options->output, "file to write; stdout if not told");
  CLI::App* completion = app->add_subcommand("completion", "print the completions of a shell");
  completion->add_option("SHELL", options->shell, "bash, zsh or fish")->required()->check(CLI::IsMember({"bash", "zsh", "fish"}));
  app->add_subcommand("manpage", "print the manual page, for `man`");
  app->require_subcommand(0, 1);
}

void Build(CLI::App* app, Options* options, Texts* texts) {
  app->set_version_flag("--version", absl::StrCat("chartlint ", kVersion));
  app->footer(kExamples);
  app->option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::Throw);
  AddInput(app, options, &texts->variants);
  AddCharts(app, options, &texts->values);
  app->add_option("--shard", texts->shard, "I/N: only every Nth chart, beginning with the Ith; manifests are of the first")
      ->group("Charts")
      ->check(CheckShard);
  AddRules(app, options);
  AddConfig(app, options);
  AddOutput(app, options, &texts->formats);
  AddCommands(app, options, texts);
}

constexpr char kAbout[] = "Finds the faults of Helm charts and Kubernetes manifests that lie in the combination.";

// "TEXT:{a,b}" -> a, b
std::vector<std::string> ChoicesOf(const std::string& type) {
  const size_t open = type.find('{'), close = type.find('}');
  if (open == std::string::npos || close == std::string::npos) return {};
  return absl::StrSplit(type.substr(open + 1, close - open - 1), ',');
}

CommandHelp HelpOf(const CLI::App& app) {
  CommandHelp command = {app.get_name(), app.get_description(), {}};
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;
    OptionHelp help;
    help.positional = option->get_positional();
    help.name = option->get_name(help.positional);
    help.group = option->get_group();
    help.text = option->get_description();
    help.takes_value = option->get_items_expected_max() > 0;
    if (help.takes_value) help.choices = ChoicesOf(option->get_type_name());
    command.options.push_back(std::move(help));
  }
  return command;
}

}  // namespace

std::vector<CommandHelp> CommandTable() {
  CLI::App app{kAbout, "chartlint"};
  Options options;
  Texts texts;
  Build(&app, &options, &texts);
  std::vector<CommandHelp> table = {HelpOf(app)};
  table.front().name.clear();
  for (const CLI::App* command : app.get_subcommands(nullptr)) table.push_back(HelpOf(*command));
  return table;
}

std::optional<Usage> ParseOptions(int argc, const char* const* argv, Options* options) {
  CLI::App app{kAbout, "chartlint"};
  Texts texts;
  Build(&app, options, &texts);

  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    const std::vector<CLI::App*> chosen = app.get_subcommands();
    return Usage{chosen.empty() ? app.help() : chosen.front()->help(), false};
  } catch (const CLI::CallForAllHelp&) {
    return Usage{app.help("", CLI::AppFormatMode::All), false};
  } catch (const CLI::CallForVersion& version) {
    return Usage{absl::StrCat(version.what(), "\n"), false};
  } catch (const CLI::ParseError& error) {
    return Usage{absl::StrCat("chartlint: ", error.what(), "\nchartlint --help lists the options.\n"), true};
  }

  for (const auto& [named, pairs] : {std::make_pair(&texts.variants, &options->variants), std::make_pair(&texts.values, &options->values)}) {
    for (const std::string& text : *named) {
      std::string name, path;
      SplitAtEquals(text, &name, &path);
      pairs->emplace_back(std::move(name), std::move(path));
    }
  }
  for (const std::string& text : texts.formats) {
    ReportRequest request;
    if (!SplitAtEquals(text, &request.format, &request.file)) request.format = text;
    options->reports.push_back(std::move(request));
  }
  if (!texts.shard.empty()) ParseShard(texts.shard, &options->shard, &options->shards);
  static constexpr std::pair<const char*, Command> kCommands[] = {
      {"parse", Command::kParse},       {"rules", Command::kRules},           {"explain", Command::kExplain},
      {"config", Command::kConfig},     {"init", Command::kInit},             {"variants", Command::kVariants},
      {"coverage", Command::kCoverage}, {"hook", Command::kHook},             {"merge", Command::kMerge},
      {"render", Command::kRender},     {"pin", Command::kPin},
      {"manpage", Command::kManpage},   {"completion", Command::kCompletion}, {"test-rules", Command::kTestRules},
  };
  for (const auto& [name, command] : kCommands) {
    if (app.got_subcommand(name)) options->command = command;
  }
  return std::nullopt;
}

}  // namespace chartlint
