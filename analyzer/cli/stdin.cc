#include "analyzer/cli/stdin.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "absl/strings/str_cat.h"

namespace chartlint {

absl::Status ReadStdin(std::string* text) {
  constexpr size_t kMost = size_t{512} << 20;
  constexpr size_t kStep = size_t{256} << 10;
  size_t size = 0;
  while (true) {
    if (text->size() < size + kStep) text->resize(std::max(text->size() * 2, size + kStep));
    const ssize_t got = read(STDIN_FILENO, &(*text)[size], text->size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return absl::InternalError(absl::StrCat("cannot read stdin: ", std::strerror(errno)));
    if (got == 0) break;
    size += static_cast<size_t>(got);
    if (size > kMost) return absl::InvalidArgumentError("stdin holds more than 512 MiB");
  }
  text->resize(size);
  return absl::OkStatus();
}

}  // namespace chartlint
