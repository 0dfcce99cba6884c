#include "analyzer/helm/helm.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzer/process/process.h"

namespace chartlint {
namespace {

constexpr int kMinMajor = 3, kMinMinor = 12;
constexpr absl::string_view kWhatToInstall = "install Helm 3.12 or later (https://helm.sh/docs/intro/install), "
                                             "or name one with --helm or $HELM_BIN";

// Helm reads more of its environment than a render should depend on.
std::vector<std::pair<std::string, std::string>> Environment() {
  return {
      // Nothing is fetched: whatever asks the network meets a closed port.
      {"HTTP_PROXY", "http://127.0.0.1:9"},
      {"HTTPS_PROXY", "http://127.0.0.1:9"},
      {"http_proxy", "http://127.0.0.1:9"},
      {"https_proxy", "http://127.0.0.1:9"},
      {"NO_PROXY", ""},
      {"no_proxy", ""},
      // No cluster, no plugins, no user's defaults.
      {"KUBECONFIG", "/dev/null"},
      {"HELM_NO_PLUGINS", "1"},
      {"HELM_DEBUG", "false"},
      {"HELM_KUBECONTEXT", ""},
      // A render lives for a moment: collecting garbage less often saves a quarter of its processor time. The limit is
      // where Go becomes thrifty, well below RenderLimits::max_memory.
      {"GOGC", "400"},
      {"GOMEMLIMIT", "1GiB"},
  };
}

bool IsRunnable(const std::string& path) {
  struct stat info;
  return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) && access(path.c_str(), X_OK) == 0;
}

std::string FindInPath(const std::string& name) {
  const char* path = std::getenv("PATH");
  for (const absl::string_view folder : absl::StrSplit(path == nullptr ? "/usr/local/bin:/usr/bin:/bin" : path, ':')) {
    if (folder.empty()) continue;
    const std::string candidate = absl::StrCat(folder, "/", name);
    if (IsRunnable(candidate)) return candidate;
  }
  return "";
}

// "v3.19.0+g3d8990f" -> 3, 19; the patch level may be missing.
bool ParseVersion(absl::string_view text, int* major, int* minor) {
  if (!absl::ConsumePrefix(&text, "v")) return false;
  const std::vector<absl::string_view> parts = absl::StrSplit(text, absl::ByAnyChar(".-+"));
  return parts.size() >= 2 && absl::SimpleAtoi(parts[0], major) && absl::SimpleAtoi(parts[1], minor);
}

// Helm looks a bare name up in its repositories; a path that starts with a dot or slash is only ever a path.
std::string AsPath(const std::string& path) {
  return absl::StartsWith(path, "/") || absl::StartsWith(path, ".") ? path : absl::StrCat("./", path);
}

absl::Status CheckSettings(const std::string& chart_path, const RenderSettings& settings) {
  struct stat info;
  if (stat(chart_path.c_str(), &info) != 0) {
    return absl::InvalidArgumentError(absl::StrCat("there is no chart ", chart_path));
  }
  for (const std::string& file : settings.values_files) {
    // Helm would take an address, too.
    if (stat(file.c_str(), &info) != 0 || S_ISDIR(info.st_mode)) {
      return absl::InvalidArgumentError(absl::StrCat("there is no values file ", file));
    }
  }
  if (settings.release.empty() || settings.release[0] == '-') {
    return absl::InvalidArgumentError(absl::StrCat("\"", settings.release, "\" cannot be a release's name"));
  }
  return absl::OkStatus();
}

// Helm's flag parser reads some values as CSV: a comma in a file's name would split it.
std::string CsvField(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  return absl::StrCat("\"", absl::StrReplaceAll(text, {{"\"", "\"\""}}), "\"");
}

std::vector<std::string> Arguments(const std::string& program, const std::string& chart_path,
                                   const RenderSettings& settings, const std::string& inline_file) {
  std::vector<std::string> argv = {program, "template", settings.release, AsPath(chart_path)};
  // One word each: a value that starts with a dash cannot become an option.
  argv.push_back(absl::StrCat("--namespace=", settings.name_space));
  for (const std::string& file : settings.values_files) argv.push_back(absl::StrCat("--values=", CsvField(AsPath(file))));
  if (!settings.inline_values.empty()) argv.push_back(absl::StrCat("--values=", inline_file));
  for (const std::string& assignment : settings.set) argv.push_back(absl::StrCat("--set=", assignment));
  if (!settings.kube_version.empty()) argv.push_back(absl::StrCat("--kube-version=", settings.kube_version));
  for (const std::string& version : settings.api_versions) argv.push_back(absl::StrCat("--api-versions=", CsvField(version)));
  if (settings.is_upgrade) argv.push_back("--is-upgrade");
  if (settings.include_crds) argv.push_back("--include-crds");
  return argv;
}

bool NeedsQuotes(absl::string_view word) {
  for (const char c : word) {
    if (!absl::ascii_isalnum(static_cast<unsigned char>(c)) && !absl::StrContains("-_./=:,+@%", c)) return true;
  }
  return word.empty();
}

std::string ShellQuote(absl::string_view word) {
  if (!NeedsQuotes(word)) return std::string(word);
  return absl::StrCat("'", absl::StrJoin(absl::StrSplit(word, '\''), "'\\''"), "'");
}

RenderResult FromProcess(ProcessResult process, const RenderLimits& limits) {
  RenderResult result;
  result.ok = process.ok();
  result.text = std::move(process.out);
  result.standard_error = std::move(process.err);
  result.elapsed = process.elapsed;
  if (result.ok) return result;
  if (process.timed_out) {
    result.error.kind = RenderErrorKind::kTimeout;
    result.error.message = absl::StrCat("helm did not finish within ", absl::FormatDuration(limits.time_limit));
  } else if (process.stdout_truncated) {
    result.error.kind = RenderErrorKind::kTooLarge;
    result.error.message = absl::StrCat("the render is larger than ", limits.max_output >> 20, " MiB");
  } else {
    result.error = ParseRenderError(result.standard_error);
    if (process.signal != 0) {
      result.error.kind = RenderErrorKind::kCrash;
      result.error.message = absl::StrCat("helm was ended by signal ", process.signal);
    } else if (result.error.kind == RenderErrorKind::kCrash) {
      result.error.message = absl::StrCat("helm crashed: ", result.error.message);
    }
  }
  return result;
}

// --debug lines of Helm before the first document.
void DropBeforeFirstDocument(std::string* text) {
  if (absl::StartsWith(*text, "---\n")) return;
  const size_t start = text->find("\n---\n");
  if (start == std::string::npos) {
    text->clear();
  } else {
    text->erase(0, start + 1);
  }
}

constexpr absl::string_view kVersionKind = "helm";

// Stands for the program's file as it is now: Helm itself is an executable file. "" for anything else, such as a script
// or the shim of a version manager, which may run another Helm in another folder.
std::string IdentityOf(const std::string& program) {
  std::error_code error;
  const std::filesystem::path file = std::filesystem::canonical(program, error);
  struct stat info;
  if (error || !absl::StartsWith(file.filename().string(), "helm") || stat(file.c_str(), &info) != 0) return "";
  char magic[4] = {};
  std::ifstream(file, std::ios::binary).read(magic, sizeof magic);
  if (absl::string_view(magic, sizeof magic) != absl::string_view("\177ELF", 4)) return "";
  CacheKey key;
  key.Add(file.string()).Add(absl::StrCat(info.st_dev, " ", info.st_ino, " ", info.st_size));
  return key.Add(absl::FormatTime(absl::TimeFromTimespec(info.st_mtim), absl::UTCTimeZone())).Hex();
}

// What the program says; "" if it fails.
absl::StatusOr<std::string> AskVersion(const std::string& program) {
  ProcessRequest request;
  request.argv = {program, "version", "--template", "{{.Version}}"};
  request.environment = Environment();
  request.time_limit = absl::Seconds(20);
  request.max_stdout = 4096;
  const absl::StatusOr<ProcessResult> process = RunProcess(request);
  if (!process.ok()) return process.status();
  return process->ok() ? std::string(absl::StripTrailingAsciiWhitespace(process->out)) : "";
}

}  // namespace

absl::StatusOr<Helm> Helm::Find(const std::string& explicit_path, const DiskCache* cache) {
  Helm helm;
  const char* from_environment = std::getenv("HELM_BIN");
  const std::string wanted = !explicit_path.empty()                                     ? explicit_path
                             : from_environment != nullptr && *from_environment != '\0' ? from_environment
                                                                                        : "";
  if (wanted.empty()) {
    helm.program_ = FindInPath("helm");
  } else {
    helm.program_ = absl::StrContains(wanted, '/') ? wanted : FindInPath(wanted);
  }
  if (helm.program_.empty() || !IsRunnable(helm.program_)) {
    return absl::NotFoundError(absl::StrCat(wanted.empty() ? "helm is not in PATH" : absl::StrCat("there is no program ", wanted),
                                            ": ", kWhatToInstall));
  }
  const std::string identity = cache == nullptr ? "" : IdentityOf(helm.program_);
  std::optional<std::string> version;
  if (!identity.empty()) version = cache->Find(identity, kVersionKind);
  if (!version.has_value()) {
    const absl::StatusOr<std::string> told = AskVersion(helm.program_);
    if (!told.ok()) return told.status();
    version = *told;
    if (!identity.empty() && !version->empty()) cache->Store(identity, kVersionKind, *version);
  }
  helm.version_ = *std::move(version);
  if (!ParseVersion(helm.version_, &helm.major_, &helm.minor_)) {
    return absl::FailedPreconditionError(
        absl::StrCat(helm.program_, " does not tell its version as Helm does: ", kWhatToInstall));
  }
  if (std::make_pair(helm.major_, helm.minor_) < std::make_pair(kMinMajor, kMinMinor)) {
    return absl::FailedPreconditionError(
        absl::StrCat(helm.program_, " is Helm ", helm.version_, ", which is too old: ", kWhatToInstall));
  }
  return helm;
}

absl::StatusOr<RenderResult> Helm::Template(const std::string& chart_path, const RenderSettings& settings,
                                            const RenderLimits& limits) const {
  const absl::Status status = CheckSettings(chart_path, settings);
  if (!status.ok()) return status;
  ProcessRequest request;
  // Helm reads values from stdin when told so: no temporary file to lose.
  request.argv = Arguments(program_, chart_path, settings, "-");
  request.input = settings.inline_values;
  request.environment = Environment();
  request.time_limit = limits.time_limit;
  request.max_stdout = limits.max_output;
  request.max_memory = limits.max_memory;
  absl::StatusOr<ProcessResult> process = RunProcess(request);
  if (!process.ok()) return process.status();
  RenderResult result = FromProcess(*std::move(process), limits);

  const bool can_skip_schema = std::make_pair(major_, minor_) >= std::make_pair(3, 16);
  if (result.error.kind == RenderErrorKind::kSchemaUnreachable && can_skip_schema) {
    request.argv.push_back("--skip-schema-validation");
    process = RunProcess(request);
    if (!process.ok()) return process.status();
    const absl::Duration before = result.elapsed;
    result = FromProcess(*std::move(process), limits);
    result.schema_skipped = true;
    result.elapsed += before;
  }
  if (result.error.kind == RenderErrorKind::kInvalidYaml) {
    // With --debug Helm prints what it could not parse; the error stays that of the first run.
    request.argv.push_back("--debug");
    process = RunProcess(request);
    if (!process.ok()) return process.status();
    if (!process->timed_out && !process->stdout_truncated) {
      result.text = std::move(process->out);
      DropBeforeFirstDocument(&result.text);
    }
    result.elapsed += process->elapsed;
  }
  return result;
}

std::string Helm::CommandLine(const std::string& chart_path, const RenderSettings& settings) const {
  std::vector<std::string> words = Arguments("helm", chart_path, settings, "values.yaml");
  for (std::string& word : words) word = ShellQuote(word);
  return absl::StrJoin(words, " ");
}

std::string DefaultReleaseName(absl::string_view chart_name) {
  constexpr size_t kMaxReleaseName = 53;
  std::string name;
  for (const char c : chart_name.substr(0, kMaxReleaseName)) {
    const char lower = absl::ascii_tolower(static_cast<unsigned char>(c));
    name.push_back(absl::ascii_isalnum(static_cast<unsigned char>(lower)) ? lower : '-');
  }
  while (!name.empty() && name.back() == '-') name.pop_back();
  const size_t start = name.find_first_not_of('-');
  return start == std::string::npos ? "release-name" : name.substr(start);
}

}  // namespace chartlint
