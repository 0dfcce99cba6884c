// Measures the template map against the truth that truth.py made:  measure [--wrong] [--unsure] [--with-crds]
// [--no-values] TRUTH.json...
//
// A line's truth is a chain of template lines, innermost first. Right is: the literal's line; for the output
// of an action the innermost line of the chain that names .Values, else the outermost. Lines of
// CustomResourceDefinitions are left out (all literal, they would drown the rest), as are blank lines and
// lines without a mark.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzer/template/chart_templates.h"
#include "analyzer/template_map/template_map.h"
#include "nlohmann/json.hpp"

namespace chartlint {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using Line = std::pair<std::string, int>;  // file, line

// Of this process: other work on the machine does not count.
double CpuSeconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::string ReadFile(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::vector<TemplateSource> ReadChart(const std::string& root) {
  std::vector<TemplateSource> files;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (!entry.is_regular_file() || entry.file_size() > 4'000'000) continue;
    files.push_back({entry.path().lexically_relative(root).generic_string(), ReadFile(entry.path())});
  }
  return files;
}

struct Counts {
  int64_t lines = 0, right = 0, near_miss = 0, wrong_file = 0, none = 0, in_chain = 0;
  void Add(const Counts& o) {
    lines += o.lines, right += o.right, near_miss += o.near_miss, wrong_file += o.wrong_file, none += o.none,
        in_chain += o.in_chain;
  }
  double Share(int64_t n) const {
    return lines == 0 ? 0 : 100.0 * static_cast<double>(n) / static_cast<double>(lines);
  }
};

struct Totals {
  Counts literal, action, interesting;
  int64_t of_confidence[4] = {0, 0, 0, 0};
  int64_t right_of_confidence[4] = {0, 0, 0, 0};
  int64_t documents = 0, timed_lines = 0, values = 0, outside_chain = 0;
  double seconds = 0, parse_seconds = 0;
};

// Parts of a manifest that findings point at: containers, rules, probes, ports, strategy, names.
std::set<size_t> InterestingLines(const std::vector<absl::string_view>& lines) {
  static const char* const below[] = {"spec/template/spec", "args",           "ports",
                                      "strategy",           "updateStrategy", "livenessProbe",
                                      "readinessProbe",     "startupProbe",   "rules"};
  std::set<size_t> result;
  std::vector<std::pair<size_t, std::string>> keys;
  for (size_t i = 0; i < lines.size(); ++i) {
    size_t column = lines[i].find_first_not_of(' ');
    if (column == absl::string_view::npos || lines[i][column] == '#') continue;
    while (lines[i].substr(column, 2) == "- ") column += 2;
    const size_t colon = lines[i].find(':', column);
    while (!keys.empty() && keys.back().first >= column) keys.pop_back();
    std::string path;
    for (const auto& key : keys) absl::StrAppend(&path, key.second, "/");
    if (colon != absl::string_view::npos) {
      keys.emplace_back(column, std::string(lines[i].substr(column, colon - column)));
      absl::StrAppend(&path, keys.back().second, "/");
    }
    bool hit = path == "metadata/name/" || absl::StartsWith(path, "spec/replicas/") ||
               absl::StartsWith(path, "spec/selector/") || absl::StartsWith(path, "spec/type/");
    for (const char* const name : below) {
      hit = hit || absl::StrContains(absl::StrCat("/", path), absl::StrCat("/", name, "/"));
    }
    if (hit) result.insert(i);
  }
  return result;
}

// Text of the actions on each line of a file, to know which name .Values.
class ActionTexts {
 public:
  explicit ActionTexts(const ChartTemplates& chart) : chart_(chart) {}
  bool NamesValues(const Line& line) {
    const int file = chart_.FindFile(line.first);
    if (file < 0) return false;
    auto& lines = known_[file];
    if (lines.empty()) {
      const std::string& text = chart_.files()[static_cast<size_t>(file)].text;
      std::vector<TemplateToken> tokens;
      TokenizeTemplate(text, file, TemplateLines(text), &tokens);
      lines[0] = false;
      for (const TemplateToken& token : tokens) {
        if (token.kind != TemplateTokenKind::kAction) continue;
        const absl::string_view inner =
            absl::string_view(text).substr(token.inner_begin, token.inner_end - token.inner_begin);
        const std::string word(inner.substr(std::min(inner.size(), inner.find_first_not_of(" \t\r\n"))));
        bool prints = true;
        for (const char* const k : {"if", "else", "end", "range", "with", "define", "block", "$"}) {
          prints = prints && !absl::StartsWith(word, k);
        }
        if (prints || absl::StartsWith(word, "$")) {
          const bool assigns = absl::StrContains(word, ":=") || absl::StrContains(word, " = ");
          if (!assigns) lines[token.line] = absl::StrContains(inner, ".Values");
        }
      }
    }
    const auto it = lines.find(line.second);
    return it != lines.end() && it->second;
  }

 private:
  const ChartTemplates& chart_;
  std::map<int, std::map<int, bool>> known_;
};

class Measure {
 public:
  Measure(bool tell_wrong, bool tell_unsure, bool use_values, bool with_crds)
      : tell_wrong_(tell_wrong), tell_unsure_(tell_unsure), use_values_(use_values), with_crds_(with_crds) {}

  void File(const std::string& path) {
    Json truth;
    try {
      truth = Json::parse(ReadFile(path));
    } catch (const Json::exception&) {
      std::fprintf(stderr, "%s: no truth file\n", path.c_str());
      return;
    }
    const std::string root = truth["chart"];
    std::vector<TemplateSource> files = ReadChart(root);
    const double before_parse = CpuSeconds();
    const ChartTemplates chart(std::move(files));
    totals_.parse_seconds += CpuSeconds() - before_parse;
    RenderInputs inputs;
    inputs.values_known = use_values_;
    for (const std::string value : truth["values"]) inputs.values_files.push_back({value, ReadFile(value)});
    inputs.release.name = truth["release"];
    inputs.release.release_namespace = truth["namespace"];
    inputs.release.api_versions.emplace();
    std::vector<RenderedDocument> documents;
    std::vector<const Json*> of_document;
    int64_t count = 0;
    std::vector<std::vector<std::string>> texts;
    for (const Json& d : truth["documents"]) texts.push_back(d["lines"].get<std::vector<std::string>>());
    std::vector<std::string> sources;
    for (const Json& d : truth["documents"]) sources.push_back(d["source"]);
    for (size_t i = 0; i < texts.size(); ++i) {
      RenderedDocument document;
      document.source = sources[i];
      bool crd = false;
      for (const std::string& line : texts[i]) {
        document.lines.push_back(line);
        if (absl::StartsWith(line, "kind:") && document.kind.empty()) document.kind = line;
        crd = crd || absl::StartsWith(line, "kind: CustomResourceDefinition");
        document.is_hook = document.is_hook || absl::StrContains(line, "helm.sh/hook");
      }
      if (!with_crds_ && (crd || texts[i].size() > 2500)) continue;
      count += static_cast<int64_t>(texts[i].size());
      documents.push_back(std::move(document));
      of_document.push_back(&truth["documents"][i]);
    }
    const double start = CpuSeconds();
    TemplateMap map(chart, inputs);
    const auto places = map.MapDocuments(documents);
    const double seconds = CpuSeconds() - start;
    totals_.seconds += seconds;
    totals_.timed_lines += count;
    ActionTexts actions(chart);
    Totals own;
    for (size_t i = 0; i < documents.size(); ++i) {
      if ((*of_document[i])["truth"].is_null()) continue;
      ++totals_.documents;
      Judge(chart, documents[i], places[i], (*of_document[i])["truth"], truth, &actions, &own);
    }
    totals_.literal.Add(own.literal);
    totals_.action.Add(own.action);
    totals_.interesting.Add(own.interesting);
    charts_ += 1;
    perfect_ += own.literal.right == own.literal.lines && own.action.right == own.action.lines;
    if (count > 0 && 1e6 * seconds / static_cast<double>(count) > 40) {
      std::printf("slow %s %.1f us/line %lld lines\n", path.c_str(),
                  1e6 * seconds / static_cast<double>(count), static_cast<long long>(count));
    }
  }

  void Print() const {
    const Totals& t = totals_;
    std::printf("%d renders, %lld documents, parse %.3f s, map %.3f s, %.2f us/line (CPU); all right in %d\n",
                charts_, static_cast<long long>(t.documents), t.parse_seconds, t.seconds,
                t.timed_lines == 0 ? 0 : 1e6 * t.seconds / static_cast<double>(t.timed_lines), perfect_);
    Row("literal", t.literal);
    Row("action", t.action);
    Row("interesting", t.interesting);
    Counts all = t.literal;
    all.Add(t.action);
    std::printf("right chain %.3f %%, outside every file of the chain %.3f %%, values places %lld\n",
                all.Share(all.in_chain), all.Share(t.outside_chain), static_cast<long long>(t.values));
    static const char* const names[] = {"none", "file", "near", "exact"};
    for (int c = 3; c >= 0; --c) {
      std::printf("%-6s %.2f %% right of %lld\n", names[c],
                  100.0 * static_cast<double>(t.right_of_confidence[c]) /
                      static_cast<double>(std::max<int64_t>(1, t.of_confidence[c])),
                  static_cast<long long>(t.of_confidence[c]));
    }
  }

 private:
  static void Row(const char* name, const Counts& c) {
    std::printf(
        "%-12s %8lld lines  right %.3f %%  within 3 lines %.2f %%  wrong file %.3f %%  none %.2f %%\n", name,
        static_cast<long long>(c.lines), c.Share(c.right), c.Share(c.near_miss), c.Share(c.wrong_file),
        c.Share(c.none));
  }

  // The primary place among the lines that could bear marks: some definitions have none in this render.
  static TemplatePlace Marked(const ChartTemplates& chart, const LinePlace& place, const Json& whole) {
    std::vector<ChainLink> chain;
    for (const ChainLink& link : place.chain) {
      const auto blind = whole["unmarked"].find(chart.files()[static_cast<size_t>(link.file)].path);
      bool marked = true;
      if (blind != whole["unmarked"].end()) {
        for (const Json& range : *blind) marked = marked && (link.line < range[0] || link.line > range[1]);
      }
      if (marked) chain.push_back(link);
    }
    if (chain.empty() || chain.size() == place.chain.size()) return place.primary;
    const ChainLink& link = chain[Places::Primary(chain)];
    return {link.file, link.line, link.column};
  }

  void Judge(const ChartTemplates& chart, const RenderedDocument& document,
             const std::vector<LinePlace>& places, const Json& truth, const Json& whole, ActionTexts* actions,
             Totals* own) {
    const Json& ids = whole["ids"];
    const std::set<size_t> interesting = InterestingLines(document.lines);
    for (size_t i = 0; i < places.size(); ++i) {
      if (i >= truth.size() || truth[i].empty()) continue;
      std::set<Line> accepted;
      std::set<Line> chain;
      std::vector<Line> in_order;
      bool literal = false;
      for (const Json& id : truth[i]) {
        const Json& mark = ids[std::to_string(id.get<int>())];
        const Line line(mark[0], mark[1]);
        chain.insert(line);
        in_order.push_back(line);
        if (mark[2] == "L") {
          literal = true;
          accepted.insert(line);
        }
      }
      if (!literal) {
        accepted.insert(in_order.back());
        for (const Line& line : in_order) {
          if (actions->NamesValues(line)) {
            accepted = {line};
            break;
          }
        }
      }
      const LinePlace& place = places[i];
      Line answer;
      const TemplatePlace primary = Marked(chart, place, whole);
      if (primary.file >= 0) {
        answer = {chart.files()[static_cast<size_t>(primary.file)].path, primary.line};
      }
      Counts one;
      one.lines = 1;
      one.right = accepted.count(answer) > 0;
      one.in_chain = chain.count(answer) > 0;
      one.none = place.primary.file < 0;
      bool same_file = false;
      for (const Line& line : accepted) {
        same_file = same_file || line.first == answer.first;
        if (line.first == answer.first && std::abs(line.second - answer.second) <= 3) one.near_miss = 1;
      }
      one.wrong_file = !same_file;
      const bool outside =
          std::none_of(chain.begin(), chain.end(), [&](const Line& l) { return l.first == answer.first; });
      totals_.outside_chain += outside;
      (literal ? own->literal : own->action).Add(one);
      if (interesting.count(i) > 0) own->interesting.Add(one);
      totals_.values += !place.values.empty();
      const int c = static_cast<int>(place.confidence);
      ++totals_.of_confidence[c];
      totals_.right_of_confidence[c] += one.right;
      const bool unsure = tell_unsure_ && place.confidence != PlaceConfidence::kExact;
      if ((tell_wrong_ && one.right == 0) || unsure) {
        std::string told;
        for (const Line& line : in_order) absl::StrAppend(&told, line.first, ":", line.second, " ");
        std::string found;
        for (const ChainLink& link : place.chain) {
          absl::StrAppend(&found, chart.files()[static_cast<size_t>(link.file)].path, ":", link.line, " ");
        }
        std::printf("%s %s | %s | truth %s| answer %s:%d (%s) margin %.2f chain %s\n",
                    one.right != 0 ? "UNSURE" : "WRONG", std::string(document.source).c_str(),
                    std::string(document.lines[i].substr(0, 80)).c_str(), told.c_str(), answer.first.c_str(),
                    answer.second, literal ? "L" : "A", place.margin, found.c_str());
      }
    }
  }

  bool tell_wrong_;
  bool tell_unsure_;
  bool use_values_;
  bool with_crds_;
  int charts_ = 0;
  int perfect_ = 0;
  Totals totals_;
};

}  // namespace
}  // namespace chartlint

int main(int argc, char** argv) {
  bool wrong = false;
  bool unsure = false;
  bool values = true;
  bool crds = false;
  std::vector<std::string> files;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--wrong") {
      wrong = true;
    } else if (argument == "--unsure") {
      unsure = true;
    } else if (argument == "--with-crds") {
      crds = true;
    } else if (argument == "--no-values") {
      values = false;
    } else {
      files.push_back(argument);
    }
  }
  if (files.empty()) {
    std::fprintf(stderr, "usage: measure [--wrong] [--unsure] [--with-crds] [--no-values] TRUTH.json...\n");
    return 3;
  }
  chartlint::Measure measure(wrong, unsure, values, crds);
  for (const std::string& file : files) measure.File(file);
  measure.Print();
  return 0;
}
