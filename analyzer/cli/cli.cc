#include "analyzer/cli/cli.h"

#include <cstdio>
#include <exception>
#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "analyzer/cli/chart_commands.h"
#include "analyzer/cli/check.h"
#include "analyzer/cli/completion.h"
#include "analyzer/cli/config_command.h"
#include "analyzer/cli/files.h"
#include "analyzer/cli/init.h"
#include "analyzer/cli/manpage.h"
#include "analyzer/cli/merge_command.h"
#include "analyzer/cli/options.h"
#include "analyzer/cli/parse.h"
#include "analyzer/cli/pin_command.h"
#include "analyzer/cli/rule_page.h"
#include "analyzer/engine/selection.h"

namespace chartlint {
namespace {

int Print(absl::string_view text) {
  const absl::Status written = WriteStdout(text);
  if (written.ok()) return kExitClean;
  std::fprintf(stderr, "chartlint: %s\n", std::string(written.message()).c_str());
  return kExitUsage;
}

int Explain(const Options& options) {
  const RuleInfo* rule = FindRule(options.rule);
  if (rule == nullptr) {
    std::fprintf(stderr, "chartlint: %s\n`chartlint rules` lists them.\n", UnknownRule(options.rule).c_str());
    return kExitUsage;
  }
  return Print(options.page_format == "markdown" ? RulePageMarkdown(*rule) : RulePageText(*rule));
}

int Run(int argc, char** argv) {
  Options options;
  if (std::optional<Usage> usage = ParseOptions(argc, argv, &options)) {
    if (!usage->error) return Print(usage->text);
    std::fputs(usage->text.c_str(), stderr);
    return kExitUsage;
  }
  switch (options.command) {
    case Command::kParse: return RunParse(options);
    case Command::kRules: return Print(RuleTable(options.page_format));
    case Command::kExplain: return Explain(options);
    case Command::kConfig: return RunConfig(options);
    case Command::kTestRules: return RunTestRules(options);
    case Command::kInit: return RunInit(options);
    case Command::kVariants: return RunVariants(options);
    case Command::kCoverage: return RunCoverage(options);
    case Command::kMerge: return RunMerge(options);
    case Command::kRender: return RunRender(options);
    case Command::kPin: return RunPin(options);
    case Command::kCompletion: return Print(CompletionScript(options.shell, CommandTable()));
    case Command::kManpage: return Print(ManualPage(CommandTable()));
    case Command::kHook:
    case Command::kCheck: break;
  }
  std::string command_line = "chartlint";
  for (int i = 1; i < argc; ++i) absl::StrAppend(&command_line, " ", argv[i]);
  return options.command == Command::kHook ? RunHook(options, command_line) : RunCheck(options, command_line);
}

}  // namespace

int RunCommandLine(int argc, char** argv) {
  try {
    return Run(argc, argv);
  } catch (const std::exception& error) {  // out of memory, or a library's own
    std::fprintf(stderr, "chartlint: internal error: %s\n", error.what());
    return kExitUsage;
  }
}

}  // namespace chartlint
