#include "analyzer/helm/staged_chart.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "absl/strings/str_cat.h"

namespace chartlint {

namespace fs = std::filesystem;

StagedChart::~StagedChart() {
  std::error_code ignored;
  if (!folder_.empty()) fs::remove_all(folder_, ignored);
}

absl::StatusOr<std::string> StagedChart::Path() const {
  std::call_once(once_, [this] { Write(); });
  if (!status_.ok()) return status_;
  return folder_;
}

void StagedChart::Write() const {
  std::error_code error;
  std::string pattern = (fs::temp_directory_path(error) / "chartlint-XXXXXX").string();
  if (error || mkdtemp(&pattern[0]) == nullptr) {
    status_ = absl::InternalError(absl::StrCat("cannot make a temporary folder ", pattern, ": ", strerror(errno)));
    return;
  }
  folder_ = pattern;
  for (const ChartFile& file : files_) {
    const fs::path path = fs::path(folder_) / file.name;
    fs::create_directories(path.parent_path(), error);
    std::ofstream stream(path, std::ios::binary);
    stream << file.bytes;
    stream.close();
    if (stream.fail()) {
      status_ = absl::InternalError(absl::StrCat("cannot write ", path.string(), ": ", strerror(errno)));
      return;
    }
  }
}

}  // namespace chartlint
