// Text of one ConfigMap or Secret, and the port numbers in it; internal to Release.
#ifndef CHARTLINT_ANALYZER_INDEX_RELEASE_CONFIG_H_
#define CHARTLINT_ANALYZER_INDEX_RELEASE_CONFIG_H_

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/index/release.h"

namespace chartlint {

// Lifetime: refers into the object's document; decoded Secrets are owned.
struct Release::ConfigText {
  explicit ConfigText(const Object& object);
  bool HasNumber(int64_t port) const;
  bool HasWord(const std::string& lower_case_word) const;

  std::vector<absl::string_view> texts;
  std::deque<std::string> decoded;
  std::vector<uint16_t> numbers;  // 1 to 65535, sorted, each once
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_INDEX_RELEASE_CONFIG_H_
