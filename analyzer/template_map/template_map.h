// The template map: for each line of a render, the template lines that made it.
//
// Works from the rendered text, the templates' literal texts and the values; the chart is not changed and no
// template engine is needed. Each template file is a weighted grammar whose terminals are its literals; every
// document is decoded line by line with a Viterbi search over it. Named templates are walked through as
// calls; ranges over known values are unrolled; what the partial evaluator knows is a soft hint and never a
// must, so wrong values (or none) make answers less sure, not the search fail.
//
// Contract
//   Only lines that exist are named. Every answer says how sure it is. No input makes it crash or run without
//   bound: depth, states, steps per line and remembered paths are limited; what lies beyond gets a coarser
//   answer. The same input gives the same answer.
// Lifetime and threads
//   Keeps a reference to the ChartTemplates. One TemplateMap for each variant; not thread-safe, but several
//   maps may share one ChartTemplates on different threads.
#ifndef CHARTLINT_ANALYZER_TEMPLATE_MAP_TEMPLATE_MAP_H_
#define CHARTLINT_ANALYZER_TEMPLATE_MAP_TEMPLATE_MAP_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/template/chart_templates.h"
#include "analyzer/template/evaluator.h"
#include "analyzer/template/value.h"
#include "analyzer/template_map/places.h"

namespace chartlint {

struct ValuesFile {
  std::string path;  // as it is to be shown
  std::string text;
};

// What made the render, as far as it is known.
struct RenderInputs {
  bool values_known = true;              // false (a pipe, say): no hints at all
  std::vector<ValuesFile> values_files;  // -f, in that order: the last one wins
  ChartValue set_values;                 // --set and the like, merged; unknown or null when there are none
  ReleaseFacts release;
};

// One document of the render, in the order of the output.
struct RenderedDocument {
  absl::string_view source;              // of its "# Source:" comment
  std::string kind;                      // Kubernetes kind; documents of one kind keep the template's order
  bool is_hook = false;                  // Helm prints hooks after all else
  std::vector<absl::string_view> lines;  // without the "---" and "# Source:" lines
};

enum class PlaceConfidence : uint8_t {
  kNone,   // nothing is known: a blank line, an unknown source
  kFile,   // the file is right; the line is the nearest that is known, or one of several far apart
  kNear,   // probably this line, or one of `ties`
  kExact,  // measured: right in 99.5 % and more of cases
};

struct TemplatePlace {
  int32_t file = -1;  // index into ChartTemplates::files()
  int32_t line = 0;   // from 1
  int32_t column = 0;
};

// Where a value was set.
struct ValuesPlace {
  std::string file;  // ValuesFile::path, or the chart's own: "values.yaml", "charts/x/values.yaml"
  int32_t line = 0;
  std::string path;  // "image.tag", below the .Values of the chart that uses it
};

struct LinePlace {
  PlaceConfidence confidence = PlaceConfidence::kNone;
  TemplatePlace primary;
  std::vector<ChainLink> chain;     // all template lines that took part, innermost first; holds the primary
  std::vector<TemplatePlace> ties;  // kNear, kFile: other lines that are as good
  std::vector<ValuesPlace> values;  // none or one: where the value on this line comes from
  double margin = 0;                // cost by which the next best answer is worse
};

class TemplateMap {
 public:
  TemplateMap(const ChartTemplates& chart, const RenderInputs& inputs);
  ~TemplateMap();
  TemplateMap(const TemplateMap&) = delete;
  TemplateMap& operator=(const TemplateMap&) = delete;

  // One vector for each document, one entry for each line. All documents of a source that are known should be
  // given at once, since they are placed together; sources may be mixed.
  std::vector<std::vector<LinePlace>> MapDocuments(const std::vector<RenderedDocument>& documents);

 private:
  class Engine;
  std::unique_ptr<Engine> engine_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_TEMPLATE_MAP_TEMPLATE_MAP_H_
