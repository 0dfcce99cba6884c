#include "analyzer/cli/config_command.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzer/cli/check.h"
#include "analyzer/cli/files.h"
#include "analyzer/cli/settings.h"
#include "analyzer/config/schema.h"
#include "analyzer/report/excerpt.h"

namespace chartlint {

int RunTestRules(const Options& options) {
  Settings settings;
  if (absl::Status loaded = LoadSettings(options, &settings); !loaded.ok()) {
    std::fputs(std::string(loaded.message()).c_str(), stderr);
    return kExitUsage;
  }
  size_t count = 0;
  const std::vector<std::string> failed = settings.own_rules.Test(&count);
  std::string out;
  for (const std::string& line : failed) absl::StrAppend(&out, Printable(line), "\n");
  absl::StrAppend(&out, count - failed.size(), " passed, ", failed.size(), " failed\n");
  if (!WriteStdout(out).ok()) return kExitUsage;
  return failed.empty() ? kExitClean : kExitFindings;
}

int RunConfig(const Options& options) {
  std::string out;
  if (options.schema) {
    out = ConfigSchemaJson();
  } else if (options.keys) {
    out = ConfigKeysMarkdown();
  } else {
    Settings settings;
    if (absl::Status loaded = LoadSettings(options, &settings); !loaded.ok()) {
      std::fputs(std::string(loaded.message()).c_str(), stderr);
      return kExitUsage;
    }
    out = absl::StrCat("# ", settings.config.path.empty() ? "no configuration" : Printable(settings.config.path), "\n");
    std::vector<std::string> lines;
    size_t width = 0;
    for (const EffectiveSetting& setting : settings.effective) {
      lines.push_back(Printable(absl::StrCat(setting.key, ": ", setting.value)));
      width = std::max(width, std::min<size_t>(lines.back().size(), 72));
    }
    for (size_t i = 0; i < lines.size(); ++i) {
      const std::string blanks(lines[i].size() < width ? width - lines[i].size() : 0, ' ');
      absl::StrAppend(&out, lines[i], blanks, "  # ", Printable(settings.effective[i].origin), "\n");
    }
  }
  if (absl::Status written = WriteStdout(out); !written.ok()) {
    std::fprintf(stderr, "chartlint: %s\n", std::string(written.message()).c_str());
    return kExitUsage;
  }
  return kExitClean;
}

}  // namespace chartlint
