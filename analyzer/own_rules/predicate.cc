#include "analyzer/own_rules/predicate.h"

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "re2/re2.h"

namespace chartlint {
namespace {

// Equal as text, or as numbers: 1 and 1.0.
bool Equal(Node value, Node wanted) {
  if (!value.IsScalar()) return false;
  if (value.text() == wanted.text()) return true;
  const std::optional<double> a = value.AsDouble(), b = wanted.AsDouble();
  if (a && b) return *a == *b;
  return value.AsBool() && wanted.AsBool() && *value.AsBool() == *wanted.AsBool();
}

absl::Status ReadList(Node list, std::vector<Predicate>* predicates) {
  for (Node item : list.Items()) {
    absl::StatusOr<Predicate> read = Predicate::Read(item);
    if (!read.ok()) return read.status();
    predicates->push_back(*std::move(read));
  }
  return absl::OkStatus();
}

absl::Status ReadOne(Node node, std::vector<Predicate>* predicates) {
  if (!node) return absl::OkStatus();
  absl::StatusOr<Predicate> read = Predicate::Read(node);
  if (!read.ok()) return read.status();
  predicates->push_back(*std::move(read));
  return absl::OkStatus();
}

}  // namespace

struct Predicate::Patterns {
  std::unique_ptr<RE2> matches, not_matches;
};

std::optional<double> QuantityOf(absl::string_view text) {
  struct Suffix {
    absl::string_view text;
    double factor;
  };
  static constexpr Suffix kSuffixes[] = {
      {"Ki", 1024.0},          {"Mi", 1048576.0},        {"Gi", 1073741824.0}, {"Ti", 1099511627776.0}, {"Pi", 1125899906842624.0},
      {"Ei", 1152921504606846976.0}, {"n", 1e-9}, {"u", 1e-6}, {"m", 1e-3}, {"k", 1e3}, {"M", 1e6}, {"G", 1e9}, {"T", 1e12},
      {"P", 1e15},             {"E", 1e18}};
  double value = 0;
  if (absl::SimpleAtod(text, &value)) return value;
  for (const Suffix& suffix : kSuffixes) {
    if (text.size() > suffix.text.size() && text.substr(text.size() - suffix.text.size()) == suffix.text &&
        absl::SimpleAtod(text.substr(0, text.size() - suffix.text.size()), &value)) {
      return value * suffix.factor;
    }
  }
  return std::nullopt;
}

absl::StatusOr<Predicate> Predicate::Read(Node node) {
  Predicate predicate;
  absl::StatusOr<FieldPath> path = FieldPath::Parse(node["path"].text());
  if (!path.ok()) return path.status();
  predicate.path_ = *std::move(path);
  predicate.is_ = node["is"];
  predicate.in_ = node["in"];
  predicate.min_ = node["min"];
  predicate.max_ = node["max"];
  predicate.count_ = node["count"];
  predicate.exists_ = node["exists"].IsTrue();
  const Node exists = node["exists"];
  predicate.absent_ = node["absent"].IsTrue() || (exists && !exists.IsTrue());
  predicate.unique_ = node["unique"].IsTrue();
  auto patterns = std::make_shared<Patterns>();
  if (Node matches = node["matches"]) patterns->matches = std::make_unique<RE2>(std::string(matches.text()), RE2::Quiet);
  if (Node other = node["notMatches"]) patterns->not_matches = std::make_unique<RE2>(std::string(other.text()), RE2::Quiet);
  predicate.patterns_ = std::move(patterns);
  for (const auto& [key, list] : {std::make_pair("all", &predicate.all_), std::make_pair("any", &predicate.any_)}) {
    if (absl::Status read = ReadList(node[key], list); !read.ok()) return read;
  }
  for (const auto& [key, list] : {std::make_pair("not", &predicate.not_), std::make_pair("each", &predicate.each_)}) {
    if (absl::Status read = ReadOne(node[key], list); !read.ok()) return read;
  }
  return predicate;
}

bool Predicate::Holds(Node node) const {
  const absl::string_view text = node.text();
  const re2::StringPiece piece(text.data(), text.size());
  if (is_ && !Equal(node, is_)) return false;
  if (in_) {
    const std::vector<Node> items = in_.Items();
    if (std::none_of(items.begin(), items.end(), [&](Node item) { return Equal(node, item); })) return false;
  }
  if (patterns_->matches && !(node.IsScalar() && RE2::PartialMatch(piece, *patterns_->matches))) return false;
  if (patterns_->not_matches && node.IsScalar() && RE2::PartialMatch(piece, *patterns_->not_matches)) return false;
  for (const auto& [limit, sign] : {std::make_pair(min_, 1), std::make_pair(max_, -1)}) {
    if (!limit) continue;
    const std::optional<double> value = QuantityOf(text), bound = QuantityOf(limit.text());
    if (!value || !bound || (*value - *bound) * sign < 0) return false;
  }
  const auto holds = [&](const Predicate& predicate) { return predicate.Broken(node).empty(); };
  if (!std::all_of(all_.begin(), all_.end(), holds)) return false;
  if (!any_.empty() && std::none_of(any_.begin(), any_.end(), holds)) return false;
  if (std::any_of(not_.begin(), not_.end(), holds)) return false;
  for (const Predicate& each : each_) {
    for (Node item : node.Items()) {
      if (!each.Broken(item).empty()) return false;
    }
    for (const auto& [key, value] : node.Entries()) {
      if (!each.Broken(value).empty()) return false;
    }
  }
  return true;
}

bool Predicate::HoldsForAll(const std::vector<Node>& nodes) const {
  if (exists_ && nodes.empty()) return false;
  const int64_t count = static_cast<int64_t>(nodes.size());
  if (count_) {
    if (count < count_["min"].AsInt().value_or(0)) return false;
    if (count_["max"].AsInt() && count > *count_["max"].AsInt()) return false;
  }
  return true;
}

std::vector<Node> Predicate::Broken(Node from) const {
  std::vector<Node> nodes = path_.Select(from);
  // `key:` with nothing behind is not set.
  nodes.erase(std::remove_if(nodes.begin(), nodes.end(), [](Node node) { return node.IsUnset(); }), nodes.end());
  if (absent_ && !nodes.empty()) return nodes;
  if (!HoldsForAll(nodes)) return {nodes.empty() ? path_.Nearest(from) : nodes.front()};
  std::vector<Node> broken;
  absl::flat_hash_set<std::string> seen;
  for (Node node : nodes) {
    const bool twice = unique_ && !seen.insert(node.document()->ToJson(node)).second;
    if (twice || !Holds(node)) broken.push_back(node);
  }
  return broken;
}

}  // namespace chartlint
