#include "analyzer/process/interrupts.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <mutex>

namespace chartlint {
namespace {

std::atomic<bool> interrupted{false};
std::atomic<int> read_end{-1};
std::atomic<int> write_end{-1};
std::once_flag installed;

// Async-signal-safe: an atomic store and a write().
void Wake() {
  if (interrupted.exchange(true)) return;
  const int saved_errno = errno;
  const char byte = '!';
  // The pipe is empty before this, so the write cannot fail for lack of room.
  if (write(write_end.load(), &byte, 1) < 0) {
  }
  errno = saved_errno;
}

extern "C" void HandleSignal(int) { Wake(); }

}  // namespace

void Interrupts::Install() {
  std::call_once(installed, [] {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return;
    read_end = ends[0];
    write_end = ends[1];
    struct sigaction action = {};
    action.sa_handler = HandleSignal;
    // SA_RESETHAND: a second Ctrl-C is not caught, so that an impatient user gets out.
    action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
  });
}

bool Interrupts::Interrupted() { return interrupted.load(); }

int Interrupts::fd() { return read_end.load(); }

void Interrupts::Raise() { Wake(); }

void Interrupts::ResetForTesting() {
  char byte;
  while (read(read_end.load(), &byte, 1) > 0) {
  }
  interrupted = false;
}

}  // namespace chartlint
