#include "analyzer/cli/variants_block.h"

#include <unistd.h>

#include <algorithm>
#include <map>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "analyzer/charts/chart_plan.h"
#include "analyzer/cli/chart_options.h"
#include "analyzer/cli/files.h"
#include "analyzer/yaml/writing.h"

namespace chartlint {
namespace {

bool Holds(const std::vector<std::string>& texts, const std::string& text) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

// What a variant says beyond what all of the chart stand on.
std::string VariantEntry(const std::string& name, const RenderSettings& settings, const RenderSettings& base,
                         const Settings& configured, const std::string& margin) {
  std::string out = absl::StrCat(margin, "- name: ", PlainOrQuotedScalar(name), "\n");
  const auto add = [&](absl::string_view key, absl::string_view value) {
    absl::StrAppend(&out, margin, "  ", key, ": ", value, "\n");
  };
  std::vector<std::string> files;
  for (const std::string& file : settings.values_files) {
    if (!Holds(base.values_files, file)) files.push_back(configured.RelativeToBase(file));
  }
  if (!files.empty()) add("values", ScalarList(files));
  if (!settings.inline_values.empty()) {
    absl::StrAppend(&out, margin, "  set:\n");
    for (absl::string_view line : absl::StrSplit(settings.inline_values, '\n')) {
      absl::StrAppend(&out, line.empty() ? "" : absl::StrCat(margin, "    ", line), "\n");
    }
    while (absl::EndsWith(out, "\n\n")) out.pop_back();
  }
  if (settings.release != base.release) add("release", PlainOrQuotedScalar(settings.release));
  if (settings.name_space != base.name_space) add("namespace", PlainOrQuotedScalar(settings.name_space));
  if (settings.kube_version != base.kube_version) add("kubeVersion", QuotedScalar(settings.kube_version));
  std::vector<std::string> versions;
  for (const std::string& version : settings.api_versions) {
    if (!Holds(base.api_versions, version)) versions.push_back(version);
  }
  if (!versions.empty()) add("apiVersions", ScalarList(versions));
  if (settings.is_upgrade) add("upgrade", "true");
  return out;
}

// "variants:" and what is below it, behind `indent` spaces.
std::string VariantsKey(const ChartRun& run, const Settings& settings, size_t indent) {
  const std::string margin(indent, ' ');
  const ChartSetup setup = settings.SetupOf(run.path);
  const RenderSettings base = BaseOf(*run.chart, setup, ChartOptionsOf(settings.options, JobsOf(settings.options)));
  std::string out = absl::StrCat(margin, "variants:\n");
  for (const Variant& variant : run.variants) {
    out += VariantEntry(variant.name, variant.settings, base, settings, margin + "  ");
  }
  return out;
}

// Where the list `charts:` of the configuration is, and the entries that it has.
class ChartsList {
 public:
  explicit ChartsList(const Config& config) {
    if (config.files.empty()) return;
    for (const auto& [key, value] : config.files[0].document->root().Entries()) {
      if (key.text() != "charts") continue;
      line_ = key.begin().line;
      indent_ = DashIndent(value);
      for (Node item : value.Items()) {
        entries_[std::string(item["path"].text())] = item["path"];
      }
    }
  }
  bool exists() const { return line_ > 0; }
  uint32_t line() const { return line_; }  // of the key
  size_t indent() const { return indent_; }  // of the dashes
  // The path of the entry for a chart; absent if there is none.
  Node PathOf(const std::string& path_text) const {
    const auto found = entries_.find(path_text);
    return found == entries_.end() ? Node() : found->second;
  }

 private:
  uint32_t line_ = 0;
  size_t indent_ = DashIndent(Node());
  std::map<std::string, Node> entries_;
};

absl::Status ByHand(absl::string_view file, absl::string_view why) {
  return absl::FailedPreconditionError(
      absl::StrCat(file, ": ", why, "; `chartlint variants --format yaml` prints what to put there by hand"));
}

// Every chart has the variants that were written, and the file is as good as it was.
absl::Status Check(const std::string& written, const std::string& file, const std::vector<const ChartRun*>& runs,
                   const Settings& settings) {
  Config config;
  const std::vector<ConfigError> errors = LoadConfig(written, settings.repository_root, &config);
  if (!errors.empty()) return ByHand(file, "it is not written in lines that variants can be put between");
  for (const ChartRun* run : runs) {
    const ConfiguredChart* chart = config.ChartAt(settings.RelativeToBase(run->path));
    if (chart == nullptr || chart->variants.size() != run->variants.size()) {
      return ByHand(file, absl::StrCat("the entry for ", run->path, " is not written in lines that variants can be put between"));
    }
  }
  return absl::OkStatus();
}

}  // namespace

std::string ChartEntryOf(const ChartRun& run, const Settings& settings, size_t indent) {
  return absl::StrCat(std::string(indent, ' '), "- path: ", PlainOrQuotedScalar(settings.RelativeToBase(run.path)), "\n",
                      VariantsKey(run, settings, indent + 2));
}

absl::StatusOr<std::string> WriteVariantsIntoConfig(const std::vector<ChartRun>& runs, const Settings& settings) {
  const Config& config = settings.config;
  std::string file = config.path;
  if (file.empty()) {
    const std::string root = settings.repository_root.empty() ? WorkingDirectory() : settings.repository_root;
    file = absl::StrCat(root, "/.chartlint.yaml");
  }
  std::vector<const ChartRun*> written;
  for (const ChartRun& run : runs) {
    if (run.branches == nullptr) continue;
    const ConfiguredChart* chart = config.ChartAt(settings.RelativeToBase(run.path));
    if (chart != nullptr && !chart->variants.empty()) {
      return ByHand(absl::StrCat(chart->place.path, ":", chart->place.line),
                    absl::StrCat("there are variants for ", run.path, " already"));
    }
    written.push_back(&run);
  }
  const ChartsList list(config);
  std::map<uint32_t, std::string> after;  // text by the line that it follows
  std::string fresh;
  for (const ChartRun* run : written) {
    const ConfiguredChart* chart = config.ChartAt(settings.RelativeToBase(run->path));
    const Node path = chart == nullptr ? Node() : list.PathOf(chart->path_text);
    const std::string relative = settings.RelativeToBase(run->path);
    if (path && chart->path_text == relative) {
      after[path.begin().line] += VariantsKey(*run, settings, path.Parent().begin().column - 1);
    } else {
      // Before the others: the first entry that fits a chart counts.
      fresh += ChartEntryOf(*run, settings, list.indent());
    }
  }
  if (list.exists()) after[list.line()] = fresh + after[list.line()];
  const absl::string_view before = config.files.empty() ? absl::string_view() : *config.files[0].text;
  const absl::string_view line_end = absl::StrContains(before, "\r\n") ? "\r\n" : "\n";
  for (auto& [line, block] : after) block = absl::StrReplaceAll(block, {{"\n", line_end}});
  fresh = absl::StrReplaceAll(fresh, {{"\n", line_end}});
  std::string text;
  uint32_t line = 0;
  for (absl::string_view part : absl::StrSplit(before, '\n')) {
    if (line > 0) text += '\n';
    absl::StrAppend(&text, part);
    const auto found = after.find(++line);
    if (found == after.end() || found->second.empty()) continue;
    absl::StrAppend(&text, "\n", found->second);
    text.pop_back();  // the line break that follows anyway
  }
  if (!list.exists() && !fresh.empty()) {
    if (!text.empty() && !absl::EndsWith(text, "\n")) absl::StrAppend(&text, line_end);
    absl::StrAppend(&text, text.empty() ? "" : line_end, "charts:", line_end, fresh);
  }
  if (!text.empty() && !absl::EndsWith(text, "\n")) absl::StrAppend(&text, line_end);
  const std::string trial = absl::StrCat(file, ".", getpid(), ".new");
  absl::Status status = WriteFileAtomically(trial, text);
  if (status.ok()) status = Check(trial, file, written, settings);
  unlink(trial.c_str());
  if (status.ok()) status = WriteFileAtomically(file, text);
  if (!status.ok()) return status;
  return file;
}

}  // namespace chartlint
