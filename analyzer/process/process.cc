#include "analyzer/process/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "analyzer/process/interrupts.h"

extern char** environ;

namespace chartlint {
namespace {

class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int fd) : fd_(fd) {}
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  ~FileDescriptor() { Close(); }

  int get() const { return fd_; }
  void Reset(int fd) {
    Close();
    fd_ = fd;
  }
  void Close() {
    if (fd_ >= 0) close(fd_);
    fd_ = -1;
  }

 private:
  int fd_ = -1;
};

// RAII over the two objects that posix_spawn wants.
struct SpawnSettings {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;

  SpawnSettings() {
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }

  void StartAfresh() {
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
};

// A read end that never blocks, and a write end for the child.
bool MakePipe(FileDescriptor* read_end, FileDescriptor* write_end) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  read_end->Reset(ends[0]);
  write_end->Reset(ends[1]);
  return fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0;
}

// An anonymous file rather than a pipe: a child that does not read its input cannot block us nor raise SIGPIPE.
bool MakeInput(absl::string_view input, FileDescriptor* file) {
  if (input.empty()) {
    file->Reset(open("/dev/null", O_RDONLY | O_CLOEXEC));
    return file->get() >= 0;
  }
  file->Reset(memfd_create("stdin", MFD_CLOEXEC));
  if (file->get() < 0) return false;
  while (!input.empty()) {
    const ssize_t written = write(file->get(), input.data(), input.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    input.remove_prefix(static_cast<size_t>(written));
  }
  return lseek(file->get(), 0, SEEK_SET) == 0;
}

std::vector<std::string> MergeEnvironment(const std::vector<std::pair<std::string, std::string>>& additions) {
  std::vector<std::string> merged;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const absl::string_view text(*entry);
    const absl::string_view name = text.substr(0, text.find('='));
    const bool replaced = std::any_of(additions.begin(), additions.end(),
                                      [name](const auto& addition) { return addition.first == name; });
    if (!replaced) merged.emplace_back(text);
  }
  for (const auto& addition : additions) merged.push_back(absl::StrCat(addition.first, "=", addition.second));
  return merged;
}

std::vector<char*> Pointers(const std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (const std::string& text : strings) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

absl::Status ErrnoStatus(int error, absl::string_view what) {
  const std::string message = absl::StrCat(what, ": ", strerror(error));
  switch (error) {
    case ENOENT: return absl::NotFoundError(message);
    case EACCES:
    case ENOEXEC: return absl::PermissionDeniedError(message);
    case EMFILE:
    case ENFILE:
    case ENOMEM:
    case EAGAIN:
    case E2BIG: return absl::ResourceExhaustedError(message);
    default: return absl::InternalError(message);
  }
}

// Reads what is there. False at end of file. Bytes above `cap` are counted as truncation and dropped.
bool Drain(int fd, size_t cap, std::string* text, bool* truncated) {
  char buffer[1 << 16];
  while (true) {
    const ssize_t got = read(fd, buffer, sizeof buffer);
    if (got > 0) {
      const size_t room = cap - std::min(cap, text->size());
      text->append(buffer, std::min(room, static_cast<size_t>(got)));
      if (static_cast<size_t>(got) > room) *truncated = true;
      if (*truncated) return true;  // the caller decides; keep the loop from running as long as the child writes
      continue;
    }
    if (got < 0 && errno == EINTR) continue;
    return got < 0 && errno == EAGAIN;
  }
}

// A started child: it is killed with its group and waited for, whatever happens.
class Child {
 public:
  explicit Child(pid_t pid) : pid_(pid) {
#ifdef SYS_pidfd_open
    exit_fd_.Reset(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
#endif
  }
  ~Child() {
    Kill();
    Wait(0);
  }

  // Readable when the child has ended; -1 on kernels before 5.3.
  int exit_fd() const { return exit_fd_.get(); }

  void Kill() {
    if (!ended_) kill(-pid_, SIGKILL);
  }

  // True when the child has ended. `options`: WNOHANG or 0. What the child left running in its group is killed while the
  // child is still a zombie, since only until then the group's id is certainly ours.
  bool Wait(int options) {
    while (!ended_) {
      siginfo_t info = {};
      const int error = waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT | options);
      if (error != 0 && errno == EINTR) continue;
      if (error == 0 && info.si_pid == 0) return false;
      Kill();
      while (waitpid(pid_, &status_, 0) < 0 && errno == EINTR) {
      }
      ended_ = true;
    }
    return true;
  }

  int status() const { return status_; }

 private:
  pid_t pid_;
  FileDescriptor exit_fd_;
  bool ended_ = false;
  int status_ = 0;
};

// How long poll may sleep: until the deadline, and not long where the child's end cannot be polled for.
int PollTimeout(absl::Duration left, bool can_poll_exit) {
  const int64_t milliseconds = absl::ToInt64Milliseconds(absl::Ceil(left, absl::Milliseconds(1)));
  return static_cast<int>(std::clamp<int64_t>(milliseconds, 0, can_poll_exit ? 3600'000 : 20));
}

}  // namespace

absl::StatusOr<ProcessResult> RunProcess(const ProcessRequest& request) {
  if (request.argv.empty() || request.argv[0].empty()) return absl::InvalidArgumentError("no program given");
  if (Interrupts::Interrupted()) return absl::CancelledError("interrupted");

  FileDescriptor input, out_read, out_write, err_read, err_write;
  if (!MakeInput(request.input, &input) || !MakePipe(&out_read, &out_write) || !MakePipe(&err_read, &err_write)) {
    return ErrnoStatus(errno, absl::StrCat("cannot prepare to run ", request.argv[0]));
  }

  SpawnSettings settings;
  settings.StartAfresh();
  posix_spawn_file_actions_adddup2(&settings.actions, input.get(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&settings.actions, out_write.get(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&settings.actions, err_write.get(), STDERR_FILENO);
  posix_spawn_file_actions_addclosefrom_np(&settings.actions, STDERR_FILENO + 1);
  if (!request.directory.empty()) {
    posix_spawn_file_actions_addchdir_np(&settings.actions, request.directory.c_str());
  }

  const std::vector<std::string> environment = MergeEnvironment(request.environment);
  const absl::Time start = absl::Now();
  pid_t pid = 0;
  const int error = posix_spawnp(&pid, request.argv[0].c_str(), &settings.actions, &settings.attributes,
                                 Pointers(request.argv).data(), Pointers(environment).data());
  if (error != 0) return ErrnoStatus(error, absl::StrCat("cannot run ", request.argv[0]));
  Child child(pid);
  if (request.max_memory > 0) {
    const struct rlimit limit = {request.max_memory, request.max_memory};
    prlimit(pid, RLIMIT_DATA, &limit, nullptr);
  }
  input.Close();
  out_write.Close();
  err_write.Close();

  ProcessResult result;
  const absl::Time deadline = start + request.time_limit;
  bool out_open = true, err_open = true;
  while (true) {
    // Order matters: what was written before the end is still in the pipes after it.
    const bool ended = child.Wait(WNOHANG);
    if (out_open) out_open = Drain(out_read.get(), request.max_stdout, &result.out, &result.stdout_truncated);
    if (err_open) err_open = Drain(err_read.get(), request.max_stderr, &result.err, &result.stderr_truncated);
    if (ended || result.stdout_truncated) break;
    if (Interrupts::Interrupted()) return absl::CancelledError("interrupted");
    const absl::Duration left = deadline - absl::Now();
    if (left <= absl::ZeroDuration()) {
      result.timed_out = true;
      break;
    }
    struct pollfd waits[4] = {{out_open ? out_read.get() : -1, POLLIN, 0},
                              {err_open ? err_read.get() : -1, POLLIN, 0},
                              {child.exit_fd(), POLLIN, 0},
                              {Interrupts::fd(), POLLIN, 0}};
    poll(waits, 4, PollTimeout(left, child.exit_fd() >= 0));  // EINTR: the loop looks at everything again anyway
  }
  if (result.timed_out || result.stdout_truncated) child.Kill();
  child.Wait(0);
  result.elapsed = absl::Now() - start;
  if (WIFEXITED(child.status())) result.exit_code = WEXITSTATUS(child.status());
  if (WIFSIGNALED(child.status())) result.signal = WTERMSIG(child.status());
  return result;
}

}  // namespace chartlint
