// The configuration of a repository, read and checked: `.chartlint.yaml`.
//
// Contract
//   FindConfig looks from a folder upwards to the repository's root and stops at the first file; where no root is known
//   only in the folder itself. LoadConfig reads the file and those that it includes. Everything that is wrong is told at
//   once: a configuration with a problem is not used at all.
//   Read with the reader of manifests (yaml/document.h), so that problems and later findings point at its lines.
// Units: paths in the file are relative to `base`: the repository's root if the file is in it, else the file's folder.
// Lifetime: Config owns its texts; setups and ignores are copies.
#ifndef CHARTLINT_ANALYZER_CONFIG_CONFIG_H_
#define CHARTLINT_ANALYZER_CONFIG_CONFIG_H_

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/config/schema.h"
#include "analyzer/engine/finding.h"
#include "analyzer/engine/ignore.h"
#include "analyzer/yaml/document.h"

namespace chartlint {

// A scalar and where it is written.
struct ConfigText {
  std::string text;
  FilePlace place;
};

struct RuleSeverity {
  std::string rule;
  std::string severity;  // "error", "warning", "note", "off"
  FilePlace place;
};

struct ConfiguredVariant {
  std::string name;
  std::vector<ConfigText> values;
  std::string set;  // one line of JSON, which is YAML; empty: nothing
  std::string kube_version, release, release_namespace;
  bool is_upgrade = false;
  std::vector<std::string> api_versions;
};

struct ConfiguredChart {
  Pattern path;
  std::string path_text;
  std::string release, release_namespace;
  std::vector<ConfiguredVariant> variants;
  std::vector<ConfigText> context;
  std::optional<bool> discover;
  FilePlace place, path_place;
};

struct ConfigFile {
  std::string path;
  std::unique_ptr<const std::string> text;
  std::unique_ptr<Document> document;
};

struct Config {
  std::string path;  // as found; empty: there is none
  std::string base;  // absolute
  std::vector<ConfigFile> files;  // the main one first, then those that it includes

  std::optional<ConfigText> profile, fail_on, kube_version, release_namespace, baseline;
  std::vector<RuleSeverity> severities;
  std::vector<ConfigText> repeatable_flags;
  std::vector<ConfigText> external;
  std::vector<ConfiguredChart> charts;
  std::vector<IgnoreEntry> ignores;

  // The first entry for a chart, by its path relative to `base`; nullptr if there is none.
  const ConfiguredChart* ChartAt(absl::string_view path) const;
};

// A problem as it is printed: "FILE:LINE:COLUMN: error: …" with the line and a caret.
struct ConfigError {
  std::string file;
  uint32_t line = 0, column = 0, end_column = 0;  // 1-based; line 0: the file as a whole
  std::string message;
  std::string line_text;
};

// Path of the nearest configuration; empty if there is none. `repository_root` may be empty.
std::string FindConfig(const std::string& folder, const std::string& repository_root);

// No errors: *config is complete.
std::vector<ConfigError> LoadConfig(const std::string& path, const std::string& repository_root, Config* config);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CONFIG_CONFIG_H_
