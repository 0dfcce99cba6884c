#include "analyzer/template/value_yaml.h"

#include <yaml.h>

#include <cmath>
#include <cstdlib>
#include <memory>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace chartlint {
namespace {

constexpr int kMaxYamlDepth = 150;
constexpr size_t kMaxYamlNodes = 2'000'000;

bool OneOf(absl::string_view s, std::initializer_list<const char*> words) {
  for (const char* const word : words) {
    if (s == word) return true;
  }
  return false;
}

// Integers and floats of YAML 1.1 as go-yaml's resolver takes them; underscores are allowed between digits.
std::optional<double> PlainNumber(absl::string_view plain) {
  if (plain.empty() || plain.size() > 64) return std::nullopt;
  if (absl::string_view("0123456789+-.").find(plain[0]) == absl::string_view::npos) return std::nullopt;
  std::string s;
  for (const char c : plain) {
    if (c != '_') s.push_back(c);
  }
  const size_t sign = !s.empty() && (s[0] == '-' || s[0] == '+') ? 1 : 0;
  absl::string_view body = absl::string_view(s).substr(sign);
  if (OneOf(body, {".inf", ".Inf", ".INF"}) || OneOf(s, {".nan", ".NaN", ".NAN"})) return std::nullopt;
  int base = 10;
  if (body.size() > 1 && body[0] == '0') {
    const char mark = body[1];
    if (mark == 'x' || mark == 'X') base = 16;
    if (mark == 'b' || mark == 'B') base = 2;
    if (mark == 'o' || mark == 'O' || (mark >= '0' && mark <= '9')) base = 8;
    if (base == 16 || base == 2 || mark == 'o' || mark == 'O') body.remove_prefix(2);
  }
  if (!body.empty() &&
      body.find_first_not_of(base == 16 ? "0123456789abcdefABCDEF" : "0123456789") == body.npos) {
    char* rest = nullptr;
    const std::string digits(body);
    const double value = static_cast<double>(std::strtoull(digits.c_str(), &rest, base));
    if (*rest == '\0' && (base != 10 || digits.size() <= 15))
      return sign != 0 && s[0] == '-' ? -value : value;
  }
  if (s.find_first_not_of("0123456789+-.eE") != std::string::npos) return std::nullopt;
  if (s.find_first_of("0123456789") == std::string::npos) return std::nullopt;
  double value = 0;
  if (!absl::SimpleAtod(s, &value) || !std::isfinite(value)) return std::nullopt;
  return value;
}

ChartValue PlainScalar(absl::string_view s) {
  if (s.empty() || OneOf(s, {"~", "null", "Null", "NULL"})) return ChartValue::Null();
  if (s.size() <= 5) {
    if (OneOf(s, {"true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON", "y", "Y"})) {
      return ChartValue::Bool(true);
    }
    if (OneOf(s, {"false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF", "n", "N"})) {
      return ChartValue::Bool(false);
    }
  }
  if (const std::optional<double> number = PlainNumber(s)) return ChartValue::Float(*number);
  return ChartValue::String(std::string(s));
}

}  // namespace

// Builds the value from libyaml's events with a stack of its own: the input's depth never becomes ours.
class ValueReader {
 public:
  ValueReader(absl::string_view text, ValuesLines* lines) : lines_(lines) {
    yaml_parser_initialize(&parser_);
    yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()), text.size());
    yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
    if (lines_ != nullptr) lines_->entries_.assign(1, {});
  }
  ~ValueReader() { yaml_parser_delete(&parser_); }
  ValueReader(const ValueReader&) = delete;
  ValueReader& operator=(const ValueReader&) = delete;

  std::optional<ChartValue> Read() {
    bool done = false;
    while (!done) {
      yaml_event_t event;
      if (yaml_parser_parse(&parser_, &event) == 0) return std::nullopt;
      const bool good = Handle(event, &done);
      yaml_event_delete(&event);
      if (!good || ++nodes_ > kMaxYamlNodes) return std::nullopt;
    }
    return result_;
  }

 private:
  struct Level {
    bool is_map = false;
    std::string anchor;
    ChartValue::List list;
    ChartValue::Map map;
    std::vector<ChartValue> merged;  // values of << keys
    bool have_key = false;
    std::string key;
    uint32_t entry = 0;  // in lines_
    size_t weight = 1;
  };

  bool Handle(const yaml_event_t& event, bool* done) {
    switch (event.type) {
      case YAML_STREAM_END_EVENT:
      case YAML_DOCUMENT_END_EVENT:
        *done = true;
        if (event.type == YAML_STREAM_END_EVENT) result_ = ChartValue::Null();
        return true;
      case YAML_ALIAS_EVENT: {
        const auto it = anchors_.find(reinterpret_cast<const char*>(event.data.alias.anchor));
        if (it == anchors_.end()) return false;
        NoteLine(event);
        return Put(it->second.first, "", it->second.second);
      }
      case YAML_SCALAR_EVENT:
        return Scalar(event);
      case YAML_SEQUENCE_START_EVENT:
        return Open(event, false, event.data.sequence_start.anchor);
      case YAML_MAPPING_START_EVENT:
        return Open(event, true, event.data.mapping_start.anchor);
      case YAML_SEQUENCE_END_EVENT:
      case YAML_MAPPING_END_EVENT:
        return Close();
      default:
        return true;
    }
  }

  // The entry of lines_ for the value that comes now.
  uint32_t NoteLine(const yaml_event_t& event) {
    if (lines_ == nullptr || stack_.empty()) return 0;
    Level& level = stack_.back();
    if (level.is_map && !level.have_key) return 0;
    const uint32_t id = static_cast<uint32_t>(lines_->entries_.size());
    lines_->entries_.emplace_back();
    lines_->entries_.back().line = level.is_map ? key_line_ : static_cast<int32_t>(event.start_mark.line) + 1;
    ValuesLines::Entry& parent = lines_->entries_[level.entry];
    if (level.is_map) {
      parent.keys[level.key] = id;
    } else {
      parent.items.push_back(id);
    }
    return id;
  }

  bool Open(const yaml_event_t& event, bool is_map, const unsigned char* anchor) {
    if (stack_.size() >= kMaxYamlDepth) return false;
    if (!stack_.empty() && stack_.back().is_map && !stack_.back().have_key)
      return false;  // a collection as key
    Level level;
    level.is_map = is_map;
    level.entry = NoteLine(event);
    if (anchor != nullptr) level.anchor = reinterpret_cast<const char*>(anchor);
    stack_.push_back(std::move(level));
    return true;
  }

  bool Close() {
    Level level = std::move(stack_.back());
    stack_.pop_back();
    for (const ChartValue& merged : level.merged) {
      for (const auto& entry : merged.map()) level.map.insert(entry);
    }
    ChartValue value = level.is_map ? ChartValue::MakeMap(std::move(level.map))
                                    : ChartValue::MakeList(std::move(level.list));
    return Put(std::move(value), level.anchor, level.weight);
  }

  bool Scalar(const yaml_event_t& event) {
    const auto& scalar = event.data.scalar;
    const absl::string_view text(reinterpret_cast<const char*>(scalar.value), scalar.length);
    const char* const tag = scalar.tag == nullptr ? "" : reinterpret_cast<const char*>(scalar.tag);
    const bool plain = scalar.style == YAML_PLAIN_SCALAR_STYLE && !absl::EndsWith(tag, ":str");
    const bool is_key = !stack_.empty() && stack_.back().is_map && !stack_.back().have_key;
    if (is_key) key_line_ = static_cast<int32_t>(event.start_mark.line) + 1;
    NoteLine(event);
    ChartValue value = plain ? PlainScalar(text) : ChartValue::String(std::string(text));
    if (is_key && plain && text == "<<") value = ChartValue::String("<<");
    return Put(std::move(value), scalar.anchor == nullptr ? "" : reinterpret_cast<const char*>(scalar.anchor),
               1);
  }

  // `weight`: nodes of the value with its aliases expanded; that, too, is limited.
  bool Put(ChartValue value, const std::string& anchor, size_t weight) {
    if (!anchor.empty()) anchors_[anchor] = {value, weight};
    if (stack_.empty()) {
      result_ = std::move(value);
      return true;
    }
    Level& level = stack_.back();
    level.weight += weight;
    if (level.weight > kMaxYamlNodes) return false;
    if (!level.is_map) {
      level.list.push_back(std::move(value));
    } else if (!level.have_key) {
      const std::optional<std::string> key = value.IsNull() ? std::string("null") : value.PrintVerbose();
      if (!key.has_value()) return false;
      level.key = *key;
      level.have_key = true;
    } else {
      level.have_key = false;
      if (level.key == "<<" && (value.IsMap() || value.IsList())) {
        if (value.IsMap()) {
          level.merged.push_back(std::move(value));
        } else {
          for (const ChartValue& item : value.list()) level.merged.push_back(item);
        }
      } else {
        level.map[level.key] = std::move(value);
      }
    }
    return true;
  }

  yaml_parser_t parser_;
  ValuesLines* lines_;
  std::vector<Level> stack_;
  std::map<std::string, std::pair<ChartValue, size_t>> anchors_;
  ChartValue result_ = ChartValue::Null();
  int32_t key_line_ = 0;
  size_t nodes_ = 0;
};

std::optional<ChartValue> ReadYaml(absl::string_view text, ValuesLines* lines) {
  return ValueReader(text, lines).Read();
}

int32_t ValuesLines::Find(const std::vector<const ValuesPathStep*>& path, size_t* steps) const {
  *steps = 0;
  if (entries_.empty()) return 0;
  uint32_t at = 0;
  for (const ValuesPathStep* const step : path) {
    const Entry& entry = entries_[at];
    if (step->index >= 0) {
      if (static_cast<size_t>(step->index) >= entry.items.size()) break;
      at = entry.items[static_cast<size_t>(step->index)];
    } else {
      const auto it = entry.keys.find(step->key);
      if (it == entry.keys.end()) break;
      at = it->second;
    }
    ++*steps;
  }
  return entries_[at].line;
}

}  // namespace chartlint
