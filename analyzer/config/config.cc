#include "analyzer/config/config.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/config/read.h"
#include "analyzer/engine/selection.h"
#include "analyzer/helm/chart_files.h"

namespace chartlint {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxConfigBytes = 4u << 20;

bool IsBelow(const fs::path& path, const fs::path& folder) {
  auto [in_folder, in_path] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return in_folder == folder.end() || in_folder->empty();
}

std::vector<ConfigError> ErrorsOf(const ConfigFile& file, const std::vector<ConfigProblem>& problems) {
  std::vector<ConfigError> errors;
  for (const ConfigProblem& problem : problems) {
    const Position begin = file.document->PositionAt(problem.span.begin);
    const Position end = file.document->PositionAt(problem.span.end);
    const std::string line(file.document->Line(begin.line));
    const uint32_t end_column =
        end.line == begin.line ? std::max(end.column, begin.column + 1) : static_cast<uint32_t>(line.size()) + 1;
    errors.push_back({file.path, begin.line, begin.column, end_column, problem.message, line});
  }
  return errors;
}

// The rules that a file brings are known before anything in it is checked, so that it may name them.
void AddRulesOf(const Document& document) {
  std::vector<RuleInfo> rules;
  for (Node node : document.root()["rules"].Items()) {
    RuleInfo rule;
    rule.id = node["id"].text();
    rule.family = "own";
    rule.title = node["message"].text();
    rule.rationale = node["message"].text();
    rule.remediation = node["remediation"].text();
    const absl::string_view severity = node["severity"].text();
    rule.severity = severity == "error" ? Severity::kError : severity == "note" ? Severity::kNote : Severity::kWarning;
    rule.scope = Scope::kInput;
    rule.precision = "high";
    if (!rule.id.empty()) rules.push_back(rule);
  }
  AddOwnRules(rules);
}

// Reads one file; the errors are empty if there is YAML in it.
std::vector<ConfigError> LoadFile(const std::string& path, ConfigFile* file) {
  file->path = path;
  absl::StatusOr<std::string> text = ReadWholeFile(path, kMaxConfigBytes);
  if (!text.ok()) return {{path, 0, 0, 0, std::string(text.status().message()), ""}};
  file->text = std::make_unique<const std::string>(*std::move(text));
  file->document = Document::Parse(*file->text);
  if (file->document->problem()) return ErrorsOf(*file, ValidateConfig(*file->document));
  AddRulesOf(*file->document);
  return {};
}

}  // namespace

const ConfiguredChart* Config::ChartAt(absl::string_view chart) const {
  for (const ConfiguredChart& entry : charts) {
    if (entry.path.Matches(chart)) return &entry;
  }
  return nullptr;
}

std::string FindConfig(const std::string& folder, const std::string& repository_root) {
  std::error_code error;
  const bool inside = !repository_root.empty() && IsBelow(folder, repository_root);
  for (fs::path at = folder;; at = at.parent_path()) {
    for (const char* name : {".chartlint.yaml", ".chartlint.yml"}) {
      if (fs::is_regular_file(at / name, error)) return (at / name).string();
    }
    if (!inside || at == fs::path(repository_root) || at == at.parent_path()) return "";
  }
}

std::vector<ConfigError> LoadConfig(const std::string& path, const std::string& repository_root, Config* config) {
  std::error_code ignored;
  const fs::path absolute = fs::absolute(path, ignored).lexically_normal();
  config->path = path;
  const bool inside = !repository_root.empty() && IsBelow(absolute, repository_root);
  config->base = inside ? repository_root : absolute.parent_path().string();
  config->files.emplace_back();
  std::vector<ConfigError> errors = LoadFile(path, &config->files.front());
  if (!errors.empty()) return errors;

  const std::vector<Node> includes = config->files.front().document->root()["include"].Items();
  for (Node include : includes) {
    const ConfigFile& main = config->files.front();
    const std::string name(include.text());
    ConfigFile file;
    const std::string included = (fs::path(config->base) / name).lexically_normal().string();
    // Named as people know it, relative to where they are.
    const std::string relative = fs::relative(included, ignored).string();
    std::vector<ConfigError> own = LoadFile(relative.empty() ? included : relative, &file);
    if (!own.empty() && own.front().line == 0) {  // missing: said where it is asked for
      own = ErrorsOf(main, {{include.span(), own.front().message}});
    } else if (own.empty() && file.document->root().Key("include")) {
      own = ErrorsOf(file, {{file.document->root().Key("include").span(), "an included file includes no further ones"}});
    }
    errors.insert(errors.end(), own.begin(), own.end());
    config->files.push_back(std::move(file));
  }
  for (const ConfigFile& file : config->files) {
    if (file.document == nullptr || file.document->problem()) continue;
    std::vector<ConfigError> own = ErrorsOf(file, ValidateConfig(*file.document));
    errors.insert(errors.end(), own.begin(), own.end());
  }
  if (!errors.empty()) return errors;
  for (const ConfigFile& file : config->files) ReadConfigFile(file, config);
  return {};
}

}  // namespace chartlint
