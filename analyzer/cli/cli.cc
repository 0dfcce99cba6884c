#include "analyzer/cli/cli.h"

#include "CLI/CLI.hpp"
#include "analyzer/version.h"

namespace chartlint {
namespace {

constexpr int kExitUsage = 3;

}  // namespace

int RunCommandLine(int argc, char** argv) {
  CLI::App app{"Offline analyzer for Helm charts and Kubernetes manifests", "chartlint"};
  app.set_version_flag("--version", std::string("chartlint ") + kVersion);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kExitUsage;
  }
  return 0;
}

}  // namespace chartlint
