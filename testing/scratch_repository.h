// A repository of its own for a test: files, and the program run in it as a user does.
#ifndef CHARTLINT_TESTING_SCRATCH_REPOSITORY_H_
#define CHARTLINT_TESTING_SCRATCH_REPOSITORY_H_

#include <string>
#include <vector>

#include "testing/run_program.h"

namespace chartlint {

class ScratchRepository {
 public:
  // Empty but for a `.git` folder; what an earlier run left under this name is removed.
  explicit ScratchRepository(const std::string& name);

  void Write(const std::string& file, const std::string& text) const;
  void Remove(const std::string& file) const;
  std::string Read(const std::string& file) const;
  // `folder` below the repository is the working directory. The day is 2026-11-30.
  ProgramResult Run(const std::vector<std::string>& arguments, const std::string& input = "",
                    const std::string& folder = "") const;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// The Helm that tests may use; empty if there is none.
std::string TestHelm();

}  // namespace chartlint

#endif  // CHARTLINT_TESTING_SCRATCH_REPOSITORY_H_
