#include "analyzer/helm/chart_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzer/helm/ignore_rules.h"

namespace chartlint {
namespace {

namespace fs = std::filesystem;

// A folder is not held to Helm's 100 MiB for archives; this is where we stop reading.
constexpr size_t kMaxFolderBytes = 512u << 20;
constexpr int kMaxDepth = 64;
constexpr int kMaxEntries = 200'000;  // links to folders can multiply without a loop

absl::Status ErrnoStatus(int error, const std::string& path) {
  const std::string message = absl::StrCat("cannot read ", path, ": ", strerror(error));
  if (error == ENOENT || error == ENOTDIR) return absl::NotFoundError(message);
  if (error == EACCES || error == EPERM) return absl::PermissionDeniedError(message);
  return absl::InternalError(message);
}

// Sorted names without "." and "..".
absl::StatusOr<std::vector<std::string>> ListDirectory(const std::string& path) {
  DIR* directory = opendir(path.c_str());
  if (directory == nullptr) return ErrnoStatus(errno, path);
  std::vector<std::string> names;
  while (const dirent* entry = readdir(directory)) {
    const std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(name);
  }
  closedir(directory);
  std::sort(names.begin(), names.end());
  return names;
}

class FolderReader {
 public:
  FolderReader(std::string folder, const IgnoreRules& rules, std::vector<ChartProblem>* problems)
      : folder_(std::move(folder)), rules_(rules), problems_(problems) {}

  absl::Status Read() { return ReadDirectory("", 0); }
  std::vector<ChartFile> TakeFiles() { return std::move(files_); }

 private:
  std::string OnDisk(const std::string& name) const { return name.empty() ? folder_ : absl::StrCat(folder_, "/", name); }

  void Complain(ChartProblem::Kind kind, const std::string& name, std::string message) {
    problems_->push_back({kind, OnDisk(name), 0, std::move(message), ""});
  }

  absl::Status ReadDirectory(const std::string& directory, int depth) {
    struct stat info;
    if (stat(OnDisk(directory).c_str(), &info) != 0) return absl::OkStatus();
    const std::pair<dev_t, ino_t> identity(info.st_dev, info.st_ino);
    if (depth > kMaxDepth || std::count(above_.begin(), above_.end(), identity) > 0) {
      Complain(ChartProblem::Kind::kUnreadable, directory, "a link leads back to a folder above it");
      return absl::OkStatus();
    }
    const absl::StatusOr<std::vector<std::string>> names = ListDirectory(OnDisk(directory));
    if (!names.ok()) {
      Complain(ChartProblem::Kind::kUnreadable, directory, std::string(names.status().message()));
      return absl::OkStatus();
    }
    above_.push_back(identity);
    absl::Status status;
    for (const std::string& base : *names) {
      status = ReadEntry(directory.empty() ? base : absl::StrCat(directory, "/", base), depth);
      if (!status.ok()) break;
    }
    above_.pop_back();
    return status;
  }

  absl::Status ReadEntry(const std::string& name, int depth) {
    if (++entries_ > kMaxEntries) {
      return absl::ResourceExhaustedError(
          absl::StrCat("there are more than ", kMaxEntries, " files below ", folder_, ", too many for a chart"));
    }
    struct stat info;
    if (lstat(OnDisk(name).c_str(), &info) == 0 && S_ISLNK(info.st_mode)) return ReadLink(name, depth);
    return ReadTarget(name, depth);
  }

  // The files that it leads to are told by their own places, where these are known to whoever named the folder.
  absl::Status ReadLink(const std::string& name, int depth) {
    const size_t first = files_.size();
    const absl::Status status = ReadTarget(name, depth);
    std::error_code error;
    const fs::path target = fs::canonical(OnDisk(name), error);
    const fs::path here = fs::canonical(".", error);
    const fs::path relative = target.lexically_relative(here);
    if (error || relative.empty() || *relative.begin() == "..") return status;
    const std::string place = fs::path(folder_).is_absolute() ? target.string() : relative.string();
    for (size_t i = first; i < files_.size(); ++i) {
      if (files_[i].disk_path.empty()) files_[i].disk_path = absl::StrCat(place, files_[i].name.substr(name.size()));
    }
    return status;
  }

  absl::Status ReadTarget(const std::string& name, int depth) {
    struct stat info;
    if (stat(OnDisk(name).c_str(), &info) != 0) {
      const int error = errno;
      if (!rules_.Ignores(name, false)) {
        Complain(ChartProblem::Kind::kUnreadable, name, absl::StrCat("cannot be read: ", strerror(error)));
      }
      return absl::OkStatus();
    }
    if (rules_.Ignores(name, S_ISDIR(info.st_mode))) return absl::OkStatus();
    if (S_ISDIR(info.st_mode)) return ReadDirectory(name, depth + 1);
    if (!S_ISREG(info.st_mode)) {
      Complain(ChartProblem::Kind::kUnreadable, name, "is no regular file, which Helm refuses to load");
      return absl::OkStatus();
    }
    if (static_cast<size_t>(info.st_size) > kMaxChartFileBytes) {
      Complain(ChartProblem::Kind::kTooLarge, name,
               absl::StrCat("is larger than Helm's limit of ", kMaxChartFileBytes >> 20,
                            " MiB a file; name it in .helmignore if the chart does not need it"));
      return absl::OkStatus();
    }
    absl::StatusOr<std::string> bytes = ReadWholeFile(OnDisk(name), kMaxChartFileBytes);
    if (!bytes.ok()) {
      Complain(ChartProblem::Kind::kUnreadable, name, std::string(bytes.status().message()));
      return absl::OkStatus();
    }
    total_ += bytes->size();
    if (total_ > kMaxFolderBytes) {
      return absl::ResourceExhaustedError(absl::StrCat("the files below ", folder_, " are more than ",
                                                       kMaxFolderBytes >> 20, " MiB, too much for a chart"));
    }
    if (bytes->size() >= 3) *bytes = std::string(WithoutByteOrderMark(*bytes));
    files_.push_back({name, *std::move(bytes)});
    return absl::OkStatus();
  }

  const std::string folder_;
  const IgnoreRules& rules_;
  std::vector<ChartProblem>* problems_;
  std::vector<ChartFile> files_;
  std::vector<std::pair<dev_t, ino_t>> above_;  // the folders that we are in
  size_t total_ = 0;
  int entries_ = 0;
};

}  // namespace

absl::StatusOr<std::string> ReadWholeFile(const std::string& path, size_t limit) {
  // O_NONBLOCK: a named pipe must not hold us up.
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return ErrnoStatus(errno, path);
  struct stat info;
  std::string bytes;
  if (fstat(fd, &info) == 0 && info.st_size > 0) bytes.reserve(std::min<size_t>(info.st_size, limit) + 1);
  char buffer[1 << 16];
  int error = 0;
  while (bytes.size() <= limit) {
    const ssize_t got = read(fd, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) error = errno;
    if (got <= 0) break;
    bytes.append(buffer, static_cast<size_t>(got));
  }
  close(fd);
  if (error != 0) return ErrnoStatus(error, path);
  if (bytes.size() > limit) {
    return absl::ResourceExhaustedError(absl::StrCat(path, " is larger than ", limit >> 20, " MiB"));
  }
  return bytes;
}

absl::StatusOr<std::vector<ChartFile>> ReadChartFolder(const std::string& folder, std::vector<ChartProblem>* problems) {
  IgnoreRules rules;
  const std::string ignore_file = absl::StrCat(folder, "/.helmignore");
  const absl::StatusOr<std::string> text = ReadWholeFile(ignore_file, kMaxChartFileBytes);
  if (text.ok()) {
    absl::StatusOr<IgnoreRules> parsed = IgnoreRules::Parse(*text);
    if (!parsed.ok()) {
      return absl::InvalidArgumentError(absl::StrCat(ignore_file, ": ", parsed.status().message()));
    }
    rules = *std::move(parsed);
  }
  FolderReader reader(folder, rules, problems);
  const absl::Status status = reader.Read();
  if (!status.ok()) return status;
  return reader.TakeFiles();
}

}  // namespace chartlint
