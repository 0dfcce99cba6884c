// Any template, any values, any render: parsing, evaluation and mapping end, with answers that name existing
// lines. Input: template, values and rendered lines, separated by lines "====".
#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "analyzer/template_map/template_map.h"
#include "tools/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  using namespace chartlint;
  const absl::string_view input(reinterpret_cast<const char*>(bytes), size);
  std::vector<absl::string_view> parts = absl::StrSplit(input, absl::MaxSplits("\n====\n", 2));
  parts.resize(3);
  const std::string source(parts[0]);
  const ChartTemplates chart(std::vector<TemplateSource>{
      {"Chart.yaml", "name: c"}, {"values.yaml", std::string(parts[1])}, {"templates/f.yaml", source}});
  RenderedDocument document;
  document.source = "c/templates/f.yaml";
  document.lines = absl::StrSplit(parts[2], '\n');
  const int32_t lines = static_cast<int32_t>(std::count(source.begin(), source.end(), '\n')) + 1;
  TemplateMap map(chart, {});
  const auto places = map.MapDocuments({document, document});
  for (const LinePlace& place : places[0]) {
    if (place.confidence == PlaceConfidence::kNone) continue;
    if (place.primary.file != 0 || place.primary.line < 1 || place.primary.line > lines) std::abort();
  }
  return 0;
}
