#include "analyzer/template_map/values_origin.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace chartlint {
namespace {

// The key at the start of `s` up to its colon, quotes taken off; empty when there is none.
std::string KeyAt(absl::string_view s) {
  if (s.empty()) return "";
  if (s[0] == '"' || s[0] == '\'') {
    const size_t close = s.find(s[0], 1);
    if (close == absl::string_view::npos || close + 1 >= s.size() || s[close + 1] != ':') return "";
    return std::string(s.substr(1, close - 1));
  }
  const size_t colon = s.find(':');
  if (colon == absl::string_view::npos || colon == 0) return "";
  if (colon + 1 < s.size() && s[colon + 1] != ' ') return "";
  if (s[0] == '#') return "";
  return std::string(s.substr(0, colon));
}

// The longest path of fields below .Values in an expression that names exactly one.
bool StaticPath(const TemplateExpr* expr, std::vector<absl::string_view>* path, int* count) {
  if (expr == nullptr) return false;
  const auto at = std::find(expr->fields.begin(), expr->fields.end(), "Values");
  if (at != expr->fields.end()) {
    ++*count;
    path->assign(at + 1, expr->fields.end());
  }
  for (const TemplateExpr* operand : expr->operands) StaticPath(operand, path, count);
  return *count == 1 && !path->empty();
}

}  // namespace

std::vector<BlockPath::Step> BlockPath::Next(absl::string_view line) {
  size_t column = line.find_first_not_of(' ');
  if (column == absl::string_view::npos || line[column] == '#') return {};
  bool any = false;
  absl::string_view rest = line.substr(column);
  while (rest == "-" || absl::StartsWith(rest, "- ")) {
    // A list may stand at the column of its key: only levels deeper than the dash, and older items, end here.
    int index = 0;
    while (!levels_.empty() && levels_.back().column > column) levels_.pop_back();
    if (!levels_.empty() && levels_.back().column == column && levels_.back().step.index >= 0) {
      index = levels_.back().step.index + 1;
      levels_.pop_back();
    }
    levels_.push_back({column, {"", index}});
    any = true;
    const size_t next = rest.find_first_not_of(' ', 1);
    if (next == absl::string_view::npos) break;
    column += next;
    rest = rest.substr(next);
  }
  const std::string key = KeyAt(rest);
  if (!key.empty()) {
    while (!levels_.empty() &&
           (levels_.back().column > column ||
            (levels_.back().column == column && !(any && levels_.back().step.index >= 0)))) {
      levels_.pop_back();
    }
    levels_.push_back({column, {key, -1}});
    any = true;
  }
  if (!any) return {};
  std::vector<Step> steps;
  for (const Level& level : levels_) steps.push_back(level.step);
  return steps;
}

ValuesOrigin::ValuesOrigin(const ChartTemplates& chart, const Grammar& grammar, const Frames& frames,
                           FrameValues* values, const std::vector<ValuesFile>& files)
    : chart_(chart), grammar_(grammar), frames_(frames), values_(values) {
  for (const ValuesFile& file : files) {
    ValuesLines lines;
    if (ReadYaml(file.text, &lines).has_value()) files_.emplace_back(file.path, std::move(lines));
  }
}

int32_t ValuesOrigin::ActionAfter(int32_t text_node) const {
  const int32_t line = grammar_.node(text_node).line;
  int32_t id = text_node;
  for (int i = 0; i < 8 && id >= 0; ++i) {
    const GrammarNode& n = grammar_.node(id);
    if (n.line != line || n.kind == GrammarKind::kEnd) return -1;
    if (n.kind == GrammarKind::kGap || n.kind == GrammarKind::kReference || n.kind == GrammarKind::kCall)
      return id;
    if (n.kind != GrammarKind::kText) return -1;
    id = n.next;
  }
  return -1;
}

ValuesPath ValuesOrigin::OriginOf(int32_t node, int32_t frame) {
  const GrammarNode& n = grammar_.node(node);
  if (n.expr == nullptr) return nullptr;
  if (n.kind != GrammarKind::kCall) {
    const ValuesPath origin = values_->Evaluate({n.expr, n.scope, n.body, frames_[frame].env}).origin();
    if (origin != nullptr) return origin;
  }
  std::vector<absl::string_view> fields;
  int count = 0;
  if (!StaticPath(n.expr, &fields, &count)) return nullptr;
  int32_t top = frame;
  while (frames_[top].kind != FrameKind::kTop) top = frames_[top].parent;
  ValuesPath path = std::make_shared<const ValuesPathStep>(ValuesPathStep{nullptr, "", frames_[top].element});
  for (const absl::string_view field : fields) {
    path = std::make_shared<const ValuesPathStep>(ValuesPathStep{path, std::string(field), -1});
  }
  return path;
}

bool ValuesOrigin::Find(const ValuesPath& origin, const std::vector<BlockPath::Step>& below,
                        ValuesPlace* place) const {
  std::vector<ValuesPathStep> own;  // storage for steps that have no node of their own
  own.reserve(below.size() + 64);
  Path base;
  const ValuesPathStep* step = origin.get();
  for (; step->parent != nullptr; step = step->parent.get()) base.push_back(step);
  std::reverse(base.begin(), base.end());
  if (base.empty()) return false;
  const int instance = step->index;
  // Path of the instance's values inside the values of each chart above it, outermost chart first.
  std::vector<int> charts;
  for (int i = instance; i >= 0; i = chart_.instances()[static_cast<size_t>(i)].parent) charts.push_back(i);
  std::reverse(charts.begin(), charts.end());
  auto path_from = [&](size_t level) {
    Path path;
    for (size_t i = level + 1; i < charts.size(); ++i) {
      own.push_back({nullptr, chart_.instances()[static_cast<size_t>(charts[i])].name, -1});
      path.push_back(&own.back());
    }
    path.insert(path.end(), base.begin(), base.end());
    return path;
  };
  Path tail;
  std::vector<ValuesPathStep> tail_steps;
  tail_steps.reserve(below.size());
  for (const BlockPath::Step& s : below) {
    tail_steps.push_back({nullptr, s.key, s.index});
    tail.push_back(&tail_steps.back());
  }
  auto look = [&](const ValuesLines& lines, Path path, const std::string& file) {
    const size_t wanted = path.size();
    path.insert(path.end(), tail.begin(), tail.end());
    size_t found = 0;
    const int32_t line = lines.Find(path, &found);
    if (found < wanted || line == 0) return false;
    place->file = file;
    place->line = line;
    place->path = PrintValuesPath(origin);
    for (size_t i = wanted; i < found; ++i) {
      const ValuesPathStep* s = path[i];
      absl::StrAppend(&place->path,
                      s->index >= 0 ? absl::StrCat("[", s->index, "]") : absl::StrCat(".", s->key));
    }
    return true;
  };
  const bool global = base[0]->key == "global";
  for (auto it = files_.rbegin(); it != files_.rend(); ++it) {
    own.clear();
    if (look(it->second, path_from(0), it->first)) return true;
    if (global && look(it->second, base, it->first)) return true;
  }
  for (size_t level = 0; level < charts.size(); ++level) {
    own.clear();
    const ChartTemplates::Instance& chart = chart_.instances()[static_cast<size_t>(charts[level])];
    const std::string file = chart.directory + "values.yaml";
    if (look(chart.lines, path_from(level), file)) return true;
    if (global && look(chart.lines, base, file)) return true;
  }
  return false;
}

void ValuesOrigin::Annotate(const std::vector<absl::string_view>& lines,
                            const std::vector<LineOrigin>& origins, std::vector<LinePlace>* places) {
  LineOrigin block;  // the action whose lines we are in
  BlockPath keys;
  ValuesPath origin;
  for (size_t i = 0; i < lines.size(); ++i) {
    const LineOrigin& o = origins[i];
    if (o.kind == LineOrigin::Kind::kNone) {
      if (!absl::StripAsciiWhitespace(lines[i]).empty()) block = {};
      continue;
    }
    ValuesPlace place;
    if (o.kind == LineOrigin::Kind::kLiteral) {
      block = {};
      const int32_t action = ActionAfter(o.node);
      if (action < 0) continue;
      const ValuesPath from = OriginOf(action, o.frame);
      if (from != nullptr && Find(from, {}, &place)) (*places)[i].values.push_back(std::move(place));
      continue;
    }
    const GrammarNode& n = grammar_.node(o.node);
    if (n.kind == GrammarKind::kText) continue;
    if (!(o == block)) {
      block = o;
      keys = BlockPath();
      origin = OriginOf(o.node, o.frame);
    }
    const std::vector<BlockPath::Step> below = keys.Next(lines[i]);
    if (origin != nullptr && Find(origin, below, &place)) (*places)[i].values.push_back(std::move(place));
  }
}

}  // namespace chartlint
