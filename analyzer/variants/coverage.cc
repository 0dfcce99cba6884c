#include "analyzer/variants/coverage.h"

#include <algorithm>
#include <map>

namespace chartlint {
namespace {

// Lines that hold nothing but the body: those of its opening and closing tags are someone else's, too.
std::pair<int32_t, int32_t> LinesOf(const Branch& branch, const std::string& text) {
  const uint32_t opened = branch.arm != nullptr ? branch.arm->end : branch.place.offset;
  int32_t first = branch.place.line;
  for (uint32_t i = branch.place.offset; i < opened && i < text.size(); ++i) first += text[i] == '\n' ? 1 : 0;
  return {first + 1, branch.last_line - 1};
}

}  // namespace

std::vector<FileCoverage> CoverageByFile(const ChartTemplates& templates, const BranchTable& branches,
                                         const DiscoverResult& result) {
  std::map<int32_t, FileCoverage> files;
  for (size_t i = 0; i < branches.branches().size(); ++i) {
    const Branch& branch = branches.branches()[i];
    if (!result.branches[i].target) continue;
    FileCoverage& file = files[branch.file];
    ++file.total;
    if (result.branches[i].taken) {
      ++file.taken;
      continue;
    }
    const auto lines = LinesOf(branch, templates.files()[static_cast<size_t>(branch.file)].text);
    if (lines.first <= lines.second) file.never_rendered.push_back(lines);
  }
  std::vector<FileCoverage> sorted;
  for (auto& entry : files) {
    FileCoverage& file = entry.second;
    file.file = templates.files()[static_cast<size_t>(entry.first)].path;
    std::sort(file.never_rendered.begin(), file.never_rendered.end());
    std::vector<std::pair<int32_t, int32_t>> merged;
    for (const auto& range : file.never_rendered) {
      if (!merged.empty() && range.first <= merged.back().second + 1) {
        merged.back().second = std::max(merged.back().second, range.second);
      } else {
        merged.push_back(range);
      }
    }
    file.never_rendered = std::move(merged);
    sorted.push_back(std::move(file));
  }
  std::sort(sorted.begin(), sorted.end(),
            [](const FileCoverage& a, const FileCoverage& b) { return a.file < b.file; });
  return sorted;
}

}  // namespace chartlint
