#include "analyzer/helm/render_cache.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzer/helm/chart_files.h"

namespace chartlint {
namespace {

constexpr absl::string_view kFormat = "chartlint-render-2";
constexpr absl::string_view kEnding = ".render";
constexpr size_t kMaxEntryBytes = 512u << 20;
constexpr size_t kMaxValuesBytes = 64u << 20;
constexpr absl::Duration kAbandoned = absl::Hours(1);  // after this a temporary file belongs to nobody

std::string Hex(absl::string_view text) {
  XXH128_canonical_t digest;
  XXH128_canonicalFromHash(&digest, XXH3_128bits(text.data(), text.size()));
  return absl::BytesToHexString(absl::string_view(reinterpret_cast<const char*>(digest.digest), sizeof digest.digest));
}

// Each part with its length, so that no two lists give one text.
void AddPart(absl::string_view part, std::string* text) { absl::StrAppend(text, part.size(), ":", part, ";"); }

void AddParts(const std::vector<std::string>& parts, std::string* text) {
  absl::StrAppend(text, parts.size(), "[");
  for (const std::string& part : parts) AddPart(part, text);
}

bool IsWorthKeeping(const RenderResult& result) {
  if (result.ok) return true;
  switch (result.error.kind) {
    case RenderErrorKind::kTimeout:
    case RenderErrorKind::kCrash:
    case RenderErrorKind::kOther: return false;  // kOther may be the machine's fault: a full disk, no processes left
    default: return true;
  }
}

bool WriteAll(int fd, absl::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

// "<format> <ok> <schema skipped> <size of text> <size of stderr> <checksum of both>\n"
std::string Header(const RenderResult& result, size_t error_size, absl::string_view body) {
  return absl::StrCat(kFormat, " ", result.ok ? 1 : 0, " ", result.schema_skipped ? 1 : 0, " ",
                      result.text.size(), " ", error_size, " ", Hex(body), "\n");
}

std::string Versioned(const std::string& folder) { return folder.empty() ? "" : absl::StrCat(folder, "/v1"); }

std::string PathOf(const std::string& folder, const std::string& key) {
  return absl::StrCat(folder, "/", key.substr(0, 2), "/", key.substr(2), kEnding);
}

std::optional<RenderResult> ReadEntry(const std::string& path) {
  absl::StatusOr<std::string> bytes = ReadWholeFile(path, kMaxEntryBytes);
  if (!bytes.ok()) return std::nullopt;
  const size_t end = bytes->find('\n');
  if (end == std::string::npos) return std::nullopt;
  const std::vector<absl::string_view> fields = absl::StrSplit(absl::string_view(*bytes).substr(0, end), ' ');
  uint64_t text_size = 0, error_size = 0;
  if (fields.size() != 6 || fields[0] != kFormat || !absl::SimpleAtoi(fields[3], &text_size) ||
      !absl::SimpleAtoi(fields[4], &error_size)) {
    return std::nullopt;
  }
  const absl::string_view body = absl::string_view(*bytes).substr(end + 1);
  if (text_size > body.size() || error_size != body.size() - text_size || Hex(body) != fields[5]) return std::nullopt;

  RenderResult result;
  result.ok = fields[1] == "1";
  result.schema_skipped = fields[2] == "1";
  result.from_cache = true;
  result.standard_error = std::string(body.substr(text_size));
  if (!result.ok) result.error = ParseRenderError(result.standard_error);
  // The text is most of the entry: cut it out in place.
  bytes->resize(end + 1 + text_size);
  bytes->erase(0, end + 1);
  result.text = *std::move(bytes);
  return result;
}

}  // namespace

RenderCache::RenderCache(std::string folder, uint64_t max_bytes)
    : folder_(Versioned(folder)), max_bytes_(max_bytes) {}

void RenderCache::AddReadOnly(const std::string& folder) { read_only_.push_back(Versioned(folder)); }

std::string RenderCache::DefaultFolder() {
  // The base directory specification: a path that is not absolute is to be ignored.
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache == '/') return absl::StrCat(cache, "/chartlint");
  const char* home = std::getenv("HOME");
  return home != nullptr && *home == '/' ? absl::StrCat(home, "/.cache/chartlint") : "";
}

absl::StatusOr<std::string> RenderCache::Key(const Helm& helm, const Chart& chart, const RenderSettings& settings,
                                             const RenderLimits& limits) {
  std::string text;
  AddPart(kFormat, &text);
  AddPart(helm.version(), &text);
  bool names_files = NamesFiles(settings.inline_values);
  for (const std::string& assignment : settings.set) names_files |= NamesFiles(assignment);
  for (const std::string& file : settings.values_files) {
    const absl::StatusOr<std::string> bytes = ReadWholeFile(file, kMaxValuesBytes);
    if (!bytes.ok()) return bytes.status();
    names_files |= NamesFiles(*bytes);
    AddPart(Hex(*bytes), &text);
  }
  AddPart(names_files ? chart.digest : chart.render_digest, &text);
  AddPart(settings.inline_values, &text);
  AddParts(settings.set, &text);
  AddPart(settings.release, &text);
  AddPart(settings.name_space, &text);
  AddPart(settings.kube_version, &text);
  AddParts(settings.api_versions, &text);
  absl::StrAppend(&text, settings.is_upgrade ? "upgrade;" : ";", settings.include_crds ? "crds;" : ";",
                  limits.max_output);
  return Hex(text);
}

std::optional<RenderResult> RenderCache::Find(const std::string& key) const {
  for (const std::string& folder : read_only_) {
    if (std::optional<RenderResult> given = ReadEntry(PathOf(folder, key)); given.has_value()) return given;
  }
  if (folder_.empty()) return std::nullopt;
  const std::string path = PathOf(folder_, key);
  std::optional<RenderResult> kept = ReadEntry(path);
  if (kept.has_value()) utimensat(AT_FDCWD, path.c_str(), nullptr, 0);  // used now
  return kept;
}

void RenderCache::Store(const std::string& key, const RenderResult& result) const {
  if (folder_.empty() || !IsWorthKeeping(result)) return;
  // Error kinds that do not come from stderr would not survive.
  if (!result.ok && ParseRenderError(result.standard_error).kind != result.error.kind) return;
  // Warnings name places of this machine, and nobody reads them.
  const std::string standard_error = result.ok ? "" : result.standard_error;
  const std::string body = absl::StrCat(result.text, standard_error);
  if (body.size() > std::min<uint64_t>(kMaxEntryBytes / 2, max_bytes_ / 4)) return;
  const std::string path = PathOf(folder_, key);
  std::error_code error;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), error);
  if (error) return;
  static std::atomic<uint64_t> serial{0};
  const std::string temporary = absl::StrCat(path, ".", getpid(), "-", serial++, ".tmp");
  const int fd = open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0) return;
  const bool written = WriteAll(fd, Header(result, standard_error.size(), body)) && WriteAll(fd, body);
  if (close(fd) != 0 || !written || rename(temporary.c_str(), path.c_str()) != 0) unlink(temporary.c_str());
}

void RenderCache::Trim() const {
  if (folder_.empty()) return;
  struct Entry {
    absl::Time used;
    uint64_t bytes;
    std::string path;
  };
  std::vector<Entry> entries;
  uint64_t total = 0;
  std::error_code error;
  for (std::filesystem::recursive_directory_iterator files(folder_, error), end; !error && files != end;
       files.increment(error)) {
    const std::string path = files->path().string();
    struct stat info;
    if (lstat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) continue;
    const absl::Time used = absl::TimeFromTimespec(info.st_mtim);
    if (absl::EndsWith(path, ".tmp")) {
      if (absl::Now() - used > kAbandoned) unlink(path.c_str());
    } else if (absl::EndsWith(path, kEnding)) {
      entries.push_back({used, static_cast<uint64_t>(info.st_size), path});
      total += entries.back().bytes;
    }
  }
  if (total <= max_bytes_) return;
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return std::tie(a.used, a.path) < std::tie(b.used, b.path); });
  // A tenth more than needed, so that the next run does not begin all over.
  const uint64_t wanted = max_bytes_ - max_bytes_ / 10;
  for (const Entry& entry : entries) {
    if (total <= wanted) break;
    unlink(entry.path.c_str());
    total -= entry.bytes;
  }
}

}  // namespace chartlint
