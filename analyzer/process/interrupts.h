// Ctrl-C: one flag for the whole program, and a file descriptor that wakes up whoever waits.
//
// Contract
//   Interrupts::Install() catches SIGINT and SIGTERM for the rest of the program's life. The first signal sets the flag
//   and makes fd() readable for good, so that every poll() in every thread that includes it returns; RunProcess then
//   kills its child and all that the child started. The second signal ends the program at once, as it would have
//   without us. Whoever owns main() returns Interrupts::kExitCode when Interrupted() is true.
//   Without Install() nothing changes: fd() is -1, which poll() ignores, and Interrupted() is false.
// Thread safety
//   Everything may be called from any thread; Install() is idempotent.
#ifndef CHARTLINT_ANALYZER_PROCESS_INTERRUPTS_H_
#define CHARTLINT_ANALYZER_PROCESS_INTERRUPTS_H_

namespace chartlint {

class Interrupts {
 public:
  static constexpr int kExitCode = 130;  // what shells use for a program that Ctrl-C ended

  static void Install();
  static bool Interrupted();
  // Readable as soon as the program is interrupted; never read from it.
  static int fd();

  // As if the signal had come: for tests, and for whoever wants all children gone.
  static void Raise();
  // Takes the flag back, so that one test does not end the next.
  static void ResetForTesting();
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_PROCESS_INTERRUPTS_H_
