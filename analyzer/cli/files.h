// Files that the command line writes and folders that it looks for.
#ifndef CHARTLINT_ANALYZER_CLI_FILES_H_
#define CHARTLINT_ANALYZER_CLI_FILES_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace chartlint {

// Writes a file beside its place and renames it, so that a reader never sees half of it and an old one survives a full
// disk. A target that is no regular file (/dev/stdout, a named pipe) is written directly.
absl::Status WriteFileAtomically(const std::string& path, absl::string_view bytes);

// Writes all bytes to stdout; an error if the reader has gone or the disk is full.
absl::Status WriteStdout(absl::string_view bytes);

// The folder to which reported paths are relative: the nearest one at or above the working directory that holds `.git`,
// else $GITHUB_WORKSPACE, else "". Absolute.
std::string FindRepositoryRoot();

std::string WorkingDirectory();

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CLI_FILES_H_
