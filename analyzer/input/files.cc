#include "analyzer/input/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace chartlint {
namespace {

using FileId = std::pair<dev_t, ino_t>;

absl::Status ErrorOf(int error) {
  switch (error) {
    case ENOENT:
    case ENOTDIR:
      return absl::NotFoundError("there is no such file or folder");
    case EACCES:
    case EPERM:
      return absl::PermissionDeniedError("no permission to read it");
    case ELOOP:
      return absl::NotFoundError("a symbolic link that leads in a circle");
    default:
      return absl::UnavailableError(absl::StrCat("cannot be read: ", std::strerror(error)));
  }
}

bool IsManifestName(const std::string& name) {
  return absl::EndsWith(name, ".yaml") || absl::EndsWith(name, ".yml") || absl::EndsWith(name, ".json");
}

absl::StatusOr<std::vector<std::string>> NamesIn(const std::string& folder) {
  DIR* stream = opendir(folder.c_str());
  if (stream == nullptr) return ErrorOf(errno);
  absl::Cleanup close = [stream] { closedir(stream); };
  std::vector<std::string> names;
  while (const dirent* entry = readdir(stream)) {
    absl::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

absl::StatusOr<std::string> ReadFileBytes(const std::string& path, uint64_t max_bytes) {
  int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return ErrorOf(errno);
  absl::Cleanup close_file = [file] { close(file); };
  struct stat info;
  if (fstat(file, &info) != 0) return ErrorOf(errno);
  if (S_ISDIR(info.st_mode)) return absl::InvalidArgumentError("is a folder");
  auto too_large = [&] {
    return absl::OutOfRangeError(absl::StrCat("is larger than ", max_bytes >> 20, " MiB, the most that is read"));
  };
  uint64_t expected = S_ISREG(info.st_mode) ? static_cast<uint64_t>(info.st_size) : 0;
  if (expected > max_bytes) return too_large();
  // The size is a guess only: pipes have none, and files under /proc say 0. One byte more finds the end in one call.
  std::string text(std::max<uint64_t>(expected + 1, 1 << 16), '\0');
  size_t used = 0;
  while (true) {
    if (used == text.size()) text.resize(text.size() * 2);
    ssize_t count = read(file, &text[used], text.size() - used);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return ErrorOf(errno);
    if (count == 0) break;
    used += static_cast<size_t>(count);
    if (used > max_bytes) return too_large();
  }
  text.resize(used);
  return text;
}

bool IsFolder(const std::string& path) {
  struct stat info;
  return stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

uint64_t FileSize(const std::string& path) {
  struct stat info;
  return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) ? static_cast<uint64_t>(info.st_size) : 0;
}

bool FileHolds(const std::string& path, absl::string_view text) {
  int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  absl::Cleanup close_file = [file] { close(file); };
  std::vector<char> piece(1 << 16);
  while (true) {
    ssize_t count = read(file, piece.data(), piece.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count == 0 && text.empty();
    if (!absl::ConsumePrefix(&text, absl::string_view(piece.data(), static_cast<size_t>(count)))) return false;
  }
}

std::vector<std::string> FindManifests(const std::string& folder,
                                       const std::function<void(const std::string& path, absl::Status)>& unreadable) {
  std::vector<std::string> files;
  std::set<FileId> seen;
  std::vector<std::string> waiting = {folder};  // the next one is last
  while (!waiting.empty()) {
    std::string path = std::move(waiting.back());
    waiting.pop_back();
    struct stat info;
    bool found = stat(path.c_str(), &info) == 0;
    if (!found || S_ISDIR(info.st_mode)) {
      if (!found) {
        if (IsManifestName(path)) unreadable(path, ErrorOf(errno));
        continue;
      }
      if (!seen.emplace(info.st_dev, info.st_ino).second) continue;
      auto names = NamesIn(path);
      if (!names.ok()) {
        unreadable(path, names.status());
        continue;
      }
      for (auto name = names->rbegin(); name != names->rend(); ++name) {
        std::string child = absl::StrCat(path, absl::EndsWith(path, "/") ? "" : "/", *name);
        if (!absl::StartsWith(*name, ".") || !IsFolder(child)) waiting.push_back(std::move(child));
      }
    } else if (S_ISREG(info.st_mode) && IsManifestName(path) && seen.emplace(info.st_dev, info.st_ino).second) {
      files.push_back(std::move(path));
    }
  }
  return files;
}

}  // namespace chartlint
