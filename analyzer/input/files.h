// The files of a path, and their bytes. The only place in analyzer/input that talks to the file system.
#ifndef CHARTLINT_ANALYZER_INPUT_FILES_H_
#define CHARTLINT_ANALYZER_INPUT_FILES_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace chartlint {

constexpr uint64_t kMaxFileBytes = uint64_t{512} << 20;

// Reads a file, a device or a pipe to its end. kNotFound, kPermissionDenied, kInvalidArgument (a folder), kOutOfRange
// (more than `max_bytes`), kUnavailable; the message is a sentence without the path.
absl::StatusOr<std::string> ReadFileBytes(const std::string& path, uint64_t max_bytes = kMaxFileBytes);

bool IsFolder(const std::string& path);

// Of a regular file; 0 for everything else.
uint64_t FileSize(const std::string& path);

// The file can be read and is equal to `text`. Cheaper than reading it: nothing is kept.
bool FileHolds(const std::string& path, absl::string_view text);

// Manifests below a folder: regular files named *.yaml, *.yml, *.json in order of their paths. Hidden folders are left out;
// links are followed, but no file or folder is visited twice. Folders that cannot be read go to `unreadable`.
std::vector<std::string> FindManifests(const std::string& folder,
                                       const std::function<void(const std::string& path, absl::Status)>& unreadable);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_INPUT_FILES_H_
