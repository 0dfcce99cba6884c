// All templates of one chart, sub-charts included, parsed once; and the charts in it under the names that
// Helm uses.
//
// Built from the chart's files in memory; texts are copied and owned. Immutable afterwards: any number of
// threads may read. Pointers into it are valid as long as it lives. A file that does not parse is kept with
// its error and without a tree; everything else goes on.
//
// Order of definitions as in Helm (pkg/engine/engine.go, sortTemplates): files are parsed by descending
// (number of slashes, path) and the last definition of a name wins, so the shallowest and alphabetically
// first file does. A blank redefinition does not replace (text/template, Tree.add).
#ifndef CHARTLINT_ANALYZER_TEMPLATE_CHART_TEMPLATES_H_
#define CHARTLINT_ANALYZER_TEMPLATE_CHART_TEMPLATES_H_

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "analyzer/template/lexer.h"
#include "analyzer/template/tree.h"
#include "analyzer/template/value.h"
#include "analyzer/template/value_yaml.h"

namespace chartlint {

// A file of the chart; `path` is relative to the chart's root, with '/' between its parts. A packed sub-chart
// (charts/x-1.2.3.tgz) is given unpacked, as charts/x/....
struct TemplateSource {
  std::string path;
  std::string text;
};

class ChartTemplates {
 public:
  // Uses Chart.yaml, requirements.yaml, values.yaml and everything under templates/ of the chart and its
  // sub-charts; the rest is what templates find in .Files.
  explicit ChartTemplates(std::vector<TemplateSource> files);
  ChartTemplates(const ChartTemplates&) = delete;
  ChartTemplates& operator=(const ChartTemplates&) = delete;

  struct File {
    std::string path;  // relative to the root chart
    std::string text;
    TemplateTree tree;
    std::optional<TemplateSyntaxError> error;
  };
  // Indexed by TemplatePos::file.
  const std::deque<File>& files() const { return files_; }
  int FindFile(absl::string_view path) const;  // -1: none

  // A chart as Helm sees it. A sub-chart that is a dependency under aliases is one instance for each.
  struct Instance {
    std::string name;       // the alias, or the chart's name
    std::string directory;  // "" or "charts/x/": where its files are
    std::string helm_path;  // "" or "charts/alias/": what "# Source:" calls it, after the root chart's name
    int parent = -1;        // into instances()
    ChartValue metadata;    // .Chart: keys capitalised
    ChartValue values;      // its own values.yaml
    ValuesLines lines;      // of that file
    ChartValue files;       // .Files: path below the chart -> text
  };
  const std::vector<Instance>& instances() const { return instances_; }  // [0] is the root chart

  // "mychart/charts/x/templates/f.yaml" as in "# Source: ..." -> file and instance.
  struct Place {
    int file = -1;
    int instance = -1;
  };
  std::optional<Place> ResolveSource(absl::string_view source) const;
  // The first instance to which a file belongs; 0 when unclear.
  int InstanceOfFile(int file) const;

  // The definition that an include of `name` executes; null when there is none.
  const TemplateDefinition* FindDefinition(absl::string_view name) const;

  // .Values of each instance, as Helm coalesces them, for overrides of the root chart (-f, --set merged; may
  // be null). Origins are set: each value knows its path below the .Values of its instance.
  std::vector<ChartValue> CoalesceValues(const ChartValue& overrides) const;

  // `values` of an instance with everything unknown that some template changes while rendering (`set
  // .Values.a "b" ...`, `set . "Values" ...`): what is read there may not be what the values files say.
  ChartValue WithoutRewritten(int instance, const ChartValue& values) const;

  // Keys that templates set on their context (`set . "key" ...`): a field of that name may be anything.
  const std::vector<std::string>& keys_set_on_context() const { return context_keys_; }

 private:
  void AddInstance(const std::string& directory, const std::string& helm_path, std::string name, int parent,
                   int depth, const std::map<std::string, const TemplateSource*>& files);
  void GiveFiles(std::vector<TemplateSource>* files);
  void ParseTemplates(const std::vector<TemplateSource>& files);
  void RegisterDefinitions();
  void NoteRewrites(const File& file);
  void CoalesceInstance(size_t instance, std::vector<ChartValue>* values) const;

  std::deque<File> files_;
  std::vector<Instance> instances_;
  absl::flat_hash_map<std::string, int> file_by_path_;
  absl::flat_hash_map<std::string, int> instance_by_path_;  // helm_path
  absl::flat_hash_map<std::string, const TemplateDefinition*> definitions_;
  struct Rewrite {
    std::string directory;          // of the instance concerned; "*": any
    std::vector<std::string> path;  // below .Values; empty: all of it
  };
  std::vector<Rewrite> rewrites_;
  std::vector<std::string> context_keys_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_TEMPLATE_CHART_TEMPLATES_H_
