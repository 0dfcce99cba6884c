// The texts to check: variants, their files, and the distinct documents in them.
//
// Way of the data: files and streams are read whole, equal ones are kept once (Source), split at `---` lines (Split), and
// equal document texts become one entry of DocumentSet with several occurrences. Only distinct documents are parsed, in
// parallel.
//
// Errors: what cannot be read is kept as an InputProblem with a place; it is reported as a finding and ends in exit code 2.
// Lifetime: RenderSet owns every byte; Documents and all string_views below refer into it. It never moves a text.
#ifndef CHARTLINT_ANALYZER_INPUT_RENDERS_H_
#define CHARTLINT_ANALYZER_INPUT_RENDERS_H_

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "analyzer/stopwatch.h"
#include "analyzer/yaml/document.h"

namespace chartlint {

// One file, or one stream, of one variant.
struct Source {
  std::string path;  // as the user named it; "<stdin>" for a pipe
  absl::string_view text;  // in RenderSet::texts; equal sources share one
  uint32_t variant = 0;
  bool rendered = false;   // a pipe, or Helm's output: all of it is meant for the cluster
};

// Where a distinct document stands.
struct Occurrence {
  uint32_t variant = 0;
  uint32_t source = 0;              // index into RenderSet::sources
  uint32_t first_line = 1;          // line of the file at which the document's text begins
  absl::string_view template_path;  // value of Helm's `# Source:` comment; empty if none. Holds on for documents without one
};

// Equal texts in all variants: one of these.
struct DistinctDocument {
  std::unique_ptr<Document> document;
  std::vector<Occurrence> occurrences;  // ordered by variant, source, line

  // The variants that hold it, each once, in order.
  std::vector<uint32_t> Variants() const;
};

struct InputProblem {
  std::string path;
  uint32_t line = 0;  // 0: no line
  std::string message;
  uint32_t variant = 0;
  bool fatal = true;  // false: worth telling only
};

struct RenderSet {
  std::vector<std::string> variants;  // names, in the order given; a single unnamed set has the name "default"
  std::deque<std::string> texts;  // each once
  std::deque<Source> sources;
  std::vector<DistinctDocument> documents;                  // in order of first occurrence
  std::vector<std::vector<uint32_t>> documents_of_variant;  // indices into documents, in reading order, each once
  std::vector<InputProblem> problems;

  size_t occurrence_count() const;
};

// One document's text inside a stream.
struct DocumentText {
  absl::string_view text;           // without the `---` line and without leading comment lines up to `# Source:`
  absl::string_view template_path;  // of its own `# Source:` comment, or of the last one before it
  uint32_t first_line = 1;          // of `text` in the stream
};

// Splits a stream at lines that are `---` (also `--- # comment`, `---` followed by blanks or content) and `...`; never
// inside an indented block scalar, since only column 0 counts. `%YAML` directives stay with their document. A BOM at the
// start is dropped. Blank lines around a document are dropped, too, so that equal objects are equal texts. Documents that
// hold only blank and comment lines are left out. Linear time, no allocation per line.
std::vector<DocumentText> SplitDocuments(absl::string_view stream);

// Collects sources and builds the RenderSet.
class RenderReader {
 public:
  explicit RenderReader(RenderSet* set) : set_(set) {}

  // Adds a variant (or gives the index of an existing one).
  uint32_t Variant(absl::string_view name);
  // A text that is in memory already (a pipe, Helm's output). UTF-16 with a byte order mark becomes UTF-8; a text with a
  // NUL at its beginning is binary: an InputProblem.
  void AddText(uint32_t variant, std::string path, std::string text);
  // A file, or a folder: `*.yaml`, `*.yml`, `*.json` below it, sorted, each real file once, symlink loops safe, hidden
  // folders (".git") left out. Missing, unreadable, binary or too large (> 512 MiB): an InputProblem.
  void AddPath(uint32_t variant, const std::string& path);

  // Splits, deduplicates (XXH3 128) and parses on `jobs` threads. Call once, at the end. Ends the stages "read" and "parse".
  void Finish(int jobs, Stopwatch* stopwatch = nullptr);

 private:
  void AddFile(uint32_t variant, const std::string& path);
  void AddBytes(uint32_t variant, std::string path, std::string text);
  void AddSource(uint32_t variant, std::string path, absl::string_view text);

  RenderSet* set_;
  // The last text of each size: variants that differ in nothing come one after the other.
  absl::flat_hash_map<size_t, absl::string_view> text_of_size_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_INPUT_RENDERS_H_
