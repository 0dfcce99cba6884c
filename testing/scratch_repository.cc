#include "testing/scratch_repository.h"

#include <cstdlib>
#include <filesystem>

namespace chartlint {

namespace fs = std::filesystem;

ScratchRepository::ScratchRepository(const std::string& name) {
  const fs::path marker = WriteTemporaryFile(name + ".marker", "");
  path_ = (fs::absolute(marker).parent_path() / name).string();
  fs::remove_all(path_);
  fs::create_directories(path_ + "/.git");
}

void ScratchRepository::Write(const std::string& file, const std::string& text) const {
  // Below the folder of temporary files, where the repository is.
  WriteTemporaryFile(fs::path(path_).filename().string() + "/" + file, text);
}

void ScratchRepository::Remove(const std::string& file) const { fs::remove_all(path_ + "/" + file); }

std::string ScratchRepository::Read(const std::string& file) const { return ReadWholeFile(path_ + "/" + file); }

ProgramResult ScratchRepository::Run(const std::vector<std::string>& arguments, const std::string& input,
                                     const std::string& folder) const {
  std::vector<std::string> environment = {"SOURCE_DATE_EPOCH=1796040000", "HOME=" + path_, "XDG_CACHE_HOME=" + path_ + "/.cache"};
  if (!TestHelm().empty()) environment.push_back("HELM_BIN=" + TestHelm());
  return RunChartlint(arguments, input, environment, path_ + "/" + folder);
}

std::string TestHelm() {
  const char* helm = std::getenv("CHARTLINT_HELM");
  return helm == nullptr ? "" : helm;
}

}  // namespace chartlint
