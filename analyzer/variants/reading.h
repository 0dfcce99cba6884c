// What one pass over a chart's templates tells: under which conditions each branch runs, how values are used,
// and where a render can be refused.
//
// Everything is about the root chart's .Values: those of a sub-chart lie below its name. Data only; filled by
// Interpreter.
#ifndef CHARTLINT_ANALYZER_VARIANTS_READING_H_
#define CHARTLINT_ANALYZER_VARIANTS_READING_H_

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "analyzer/variants/abstract_value.h"
#include "analyzer/variants/branches.h"

namespace chartlint {

// The way to a branch, as a list from the innermost condition outwards, down to the entry: a file, or a named
// template with one context.
struct PathStep {
  const PathStep* outer = nullptr;
  Abstract value = nullptr;  // null: the entry
  bool holds = true;
  int entry = -1;  // into Reading::entries, of the entry step
};

struct TemplateEntry {
  std::string name;  // of the named template; empty: a file
  Abstract context = nullptr;
  std::vector<const PathStep*>
      callers;  // of a file: the conditions of its sub-chart, null when there are none
};

// A `fail` or `required`.
struct GuardSite {
  bool is_required = false;
  const PathStep* path = nullptr;
  Abstract message = nullptr;
  Abstract argument = nullptr;  // required
};

enum class RangeShape : uint8_t { kList, kMap };

struct SourceLine {
  int32_t file = -1;
  int32_t line = 0;
  bool operator<(const SourceLine& o) const { return std::tie(file, line) < std::tie(o.file, o.line); }
};

struct Reading {
  AbstractValues values;
  std::deque<PathStep> steps;                        // storage
  std::deque<TemplateEntry> entries;                 // storage
  std::vector<std::vector<const PathStep*>> visits;  // of each branch

  std::map<KeyPath, std::set<std::string>> children;  // keys read of a map
  std::map<KeyPath, RangeShape> ranges;               // what is ranged over
  std::set<KeyPath> printed_as_yaml;
  std::set<KeyPath> printed_as_text;
  std::set<KeyPath> given_to_tpl;                       // as they are: they have to be text
  std::set<KeyPath> asked_for_kind;                     // kindIs, typeOf, ...
  std::map<KeyPath, std::vector<ChartValue>> literals;  // compared with
  std::map<SourceLine, std::set<KeyPath>> reads;
  std::map<SourceLine, std::vector<GuardSite>> guards;
  std::set<KeyPath> chart_roots;  // where the charts' values lie: {} and those of sub-charts
  bool complete = true;           // false: the budget was used up

  const std::set<std::string>* ChildrenOf(const KeyPath& path) const {
    const auto it = children.find(path);
    return it == children.end() || it->second.empty() ? nullptr : &it->second;
  }
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_VARIANTS_READING_H_
