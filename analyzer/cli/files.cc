#include "analyzer/cli/files.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "analyzer/write_all.h"

namespace chartlint {
namespace {

namespace fs = std::filesystem;

absl::Status CannotWrite(absl::string_view path) {
  return absl::InternalError(absl::StrCat("cannot write ", path, ": ", std::strerror(errno)));
}

}  // namespace

absl::Status WriteFileAtomically(const std::string& path, absl::string_view bytes) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  const bool direct = fs::exists(status) && !fs::is_regular_file(status);
  // A link is followed, so that it stays a link.
  const std::string target = fs::is_symlink(fs::symlink_status(path, error)) && !direct
                                 ? fs::weakly_canonical(path, error).string()
                                 : path;
  const std::string temporary = direct ? target : absl::StrCat(target, ".", getpid(), ".part");
  const int fd = open(temporary.c_str(), O_WRONLY | O_CREAT | (direct ? 0 : O_TRUNC) | O_CLOEXEC, 0666);
  if (fd < 0) return CannotWrite(path);
  const bool written = WriteAll(fd, bytes);
  const int reason = errno;
  if (close(fd) == 0 && written && (direct || rename(temporary.c_str(), target.c_str()) == 0)) return absl::OkStatus();
  if (!written) errno = reason;
  absl::Status failed = CannotWrite(path);
  if (!direct) unlink(temporary.c_str());
  return failed;
}

absl::Status WriteStdout(absl::string_view bytes) {
  return WriteAll(STDOUT_FILENO, bytes) ? absl::OkStatus() : CannotWrite("the report to stdout");
}

std::string FindRepositoryRoot() {
  std::error_code error;
  for (fs::path folder = fs::current_path(error); !error; folder = folder.parent_path()) {
    if (fs::exists(folder / ".git", error)) return folder.string();
    if (folder == folder.parent_path()) break;
  }
  const char* workspace = std::getenv("GITHUB_WORKSPACE");
  return workspace == nullptr ? "" : workspace;
}

std::string WorkingDirectory() {
  std::error_code error;
  return fs::current_path(error).string();
}

}  // namespace chartlint
