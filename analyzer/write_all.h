// All bytes into a file descriptor, whatever the system takes at a time.
#ifndef CHARTLINT_ANALYZER_WRITE_ALL_H_
#define CHARTLINT_ANALYZER_WRITE_ALL_H_

#include <unistd.h>

#include <cerrno>
#include <cstddef>

#include "absl/strings/string_view.h"

namespace chartlint {

// False: errno says why.
inline bool WriteAll(int fd, absl::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_WRITE_ALL_H_
