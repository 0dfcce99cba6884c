// Runs a child process to its end and collects what it wrote.
//
// Contract
//   No shell: `argv` reaches the program as it is. The program is looked up in PATH when argv[0] has no slash; with
//   one, it is relative to `directory`. The child
//   leads a process group of its own, has default signal dispositions and an empty signal mask, and inherits no file
//   descriptor but its standard three. RunProcess returns after the child has ended and has been waited for; whatever
//   the child left running in its group is killed then, so a pipe that a grandchild keeps open delays nothing.
//   The group is killed when the time limit passes, when stdout exceeds its cap (a cut text is of no use), or when the
//   program is interrupted (interrupts.h). A stderr above its cap is cut, and the child goes on.
// Errors
//   NotFound if there is no such program, PermissionDenied if it cannot be executed, Cancelled on an interrupt,
//   ResourceExhausted or Internal if the operating system refuses. A child that fails is not an error: see ProcessResult.
// Thread safety
//   Any number of threads may run children at once. The parent's SIGCHLD must not be ignored.
#ifndef CHARTLINT_ANALYZER_PROCESS_PROCESS_H_
#define CHARTLINT_ANALYZER_PROCESS_PROCESS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace chartlint {

struct ProcessRequest {
  std::vector<std::string> argv;  // argv[0] is the program
  std::string directory;          // working directory; empty: the parent's
  // Added to the parent's environment, replacing equal names.
  std::vector<std::pair<std::string, std::string>> environment;
  std::string input;  // what the child reads from stdin; empty: end of file at once
  absl::Duration time_limit = absl::Seconds(60);
  size_t max_stdout = 128u << 20;  // bytes
  size_t max_stderr = 1u << 20;    // bytes
  // Bytes of writable memory that the child may map (RLIMIT_DATA); 0: no limit.
  uint64_t max_memory = 0;
};

struct ProcessResult {
  int exit_code = 0;  // meaningful if signal is 0
  int signal = 0;     // the signal that ended the child, else 0
  bool timed_out = false;
  bool stdout_truncated = false;  // over the cap: killed
  bool stderr_truncated = false;  // over the cap: cut
  std::string out;
  std::string err;
  absl::Duration elapsed;

  bool ok() const { return exit_code == 0 && signal == 0 && !timed_out && !stdout_truncated; }
};

absl::StatusOr<ProcessResult> RunProcess(const ProcessRequest& request);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_PROCESS_PROCESS_H_
