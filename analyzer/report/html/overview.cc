#include "analyzer/report/html/overview.h"

#include <algorithm>

namespace chartlint {

bool ObjectRow::SameEverywhere() const {
  return std::all_of(texts.begin(), texts.end(), [](uint32_t text) { return text == 1; });
}

int PartOverview::taken() const {
  int sum = 0;
  for (const TemplateCoverage& file : templates) sum += file.taken;
  return sum;
}

int PartOverview::total() const {
  int sum = 0;
  for (const TemplateCoverage& file : templates) sum += file.total;
  return sum;
}

}  // namespace chartlint
