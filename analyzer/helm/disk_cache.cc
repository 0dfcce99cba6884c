#include "analyzer/helm/disk_cache.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <tuple>
#include <utility>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "analyzer/helm/chart_files.h"
#include "analyzer/write_all.h"

namespace chartlint {
namespace {

constexpr absl::string_view kFormat = "chartlint-2";
constexpr absl::string_view kVersionFolder = "/v2";
constexpr size_t kMaxEntryBytes = 512u << 20;
constexpr absl::Duration kAbandoned = absl::Hours(1);  // after this a temporary file belongs to nobody

// Behind the text, so that cutting it off leaves the text in place.
std::string Footer(absl::string_view text) {
  return absl::StrCat("\n", kFormat, " ", text.size(), " ", ContentDigest(text), "\n");
}

std::string PathOf(const std::string& folder, const std::string& key, absl::string_view kind) {
  return absl::StrCat(folder, "/", key.substr(0, 2), "/", key.substr(2), ".", kind);
}

std::optional<std::string> ReadEntry(const std::string& path) {
  absl::StatusOr<std::string> bytes = ReadWholeFile(path, kMaxEntryBytes);
  if (!bytes.ok() || !absl::EndsWith(*bytes, "\n")) return std::nullopt;
  const size_t end = bytes->rfind('\n', bytes->size() - 2);
  if (bytes->size() < 2 || end == std::string::npos) return std::nullopt;
  const absl::string_view text = absl::string_view(*bytes).substr(0, end);
  if (absl::string_view(*bytes).substr(end) != Footer(text)) return std::nullopt;
  bytes->resize(end);
  return *std::move(bytes);
}

}  // namespace

std::string ContentDigest(absl::string_view text) {
  XXH128_canonical_t digest;
  XXH128_canonicalFromHash(&digest, XXH3_128bits(text.data(), text.size()));
  return absl::BytesToHexString(absl::string_view(reinterpret_cast<const char*>(digest.digest), sizeof digest.digest));
}

CacheKey& CacheKey::Add(absl::string_view part) {
  absl::StrAppend(&text_, part.size(), ":", part, ";");
  return *this;
}

CacheKey& CacheKey::Add(const std::vector<std::string>& parts) {
  absl::StrAppend(&text_, parts.size(), "[");
  for (const std::string& part : parts) Add(part);
  return *this;
}

DiskCache::DiskCache(std::string folder, uint64_t max_bytes, const std::vector<std::string>& read_only)
    : folder_(folder.empty() ? "" : absl::StrCat(folder, kVersionFolder)), max_bytes_(max_bytes) {
  for (const std::string& given : read_only) read_only_.push_back(absl::StrCat(given, kVersionFolder));
}

std::string DiskCache::DefaultFolder() {
  // The base directory specification: a path that is not absolute is to be ignored.
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache == '/') return absl::StrCat(cache, "/chartlint");
  const char* home = std::getenv("HOME");
  return home != nullptr && *home == '/' ? absl::StrCat(home, "/.cache/chartlint") : "";
}

std::optional<std::string> DiskCache::Find(const std::string& key, absl::string_view kind) const {
  for (const std::string& folder : read_only_) {
    if (std::optional<std::string> given = ReadEntry(PathOf(folder, key, kind)); given.has_value()) return given;
  }
  if (folder_.empty()) return std::nullopt;
  const std::string path = PathOf(folder_, key, kind);
  std::optional<std::string> kept = ReadEntry(path);
  if (kept.has_value()) utimensat(AT_FDCWD, path.c_str(), nullptr, 0);  // used now
  return kept;
}

void DiskCache::Store(const std::string& key, absl::string_view kind, absl::string_view text) const {
  if (folder_.empty() || text.size() > std::min<uint64_t>(kMaxEntryBytes / 2, max_bytes_ / 4)) return;
  const std::string path = PathOf(folder_, key, kind);
  std::error_code error;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), error);
  if (error) return;
  static std::atomic<uint64_t> serial{0};
  const std::string temporary = absl::StrCat(path, ".", getpid(), "-", serial++, ".tmp");
  const int fd = open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0) return;
  const bool written = WriteAll(fd, text) && WriteAll(fd, Footer(text));
  if (close(fd) != 0 || !written || rename(temporary.c_str(), path.c_str()) != 0) {
    unlink(temporary.c_str());
    return;
  }
  stored_ = true;
}

void DiskCache::Trim() const {
  if (folder_.empty() || !stored_.exchange(false)) return;
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
      continue;
    }
    entries.push_back({used, static_cast<uint64_t>(info.st_size), path});
    total += entries.back().bytes;
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
