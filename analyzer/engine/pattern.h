// Patterns that users write: RE2 for names, globs for paths. Compiled once, cheap to copy, safe from any thread.
//
// Globs: `*` and `?` stop at `/`, `**` does not, `**/` may also stand for no folder at all; `[a-z]` and `{a,b}` work as in
// a shell. A glob that names a folder also means what is in it where AnyBelow is asked.
#ifndef CHARTLINT_ANALYZER_ENGINE_PATTERN_H_
#define CHARTLINT_ANALYZER_ENGINE_PATTERN_H_

#include <memory>
#include <string>

#include "absl/strings/string_view.h"

namespace chartlint {

class Pattern {
 public:
  Pattern() = default;  // matches everything
  static Pattern Expression(const std::string& re2);  // the whole text must match; a broken one matches nothing
  static Pattern Glob(absl::string_view glob);        // the whole path
  static Pattern GlobOrBelow(absl::string_view glob); // the path, or a folder that it is in

  bool Matches(absl::string_view text) const;
  // False if nothing was written: everything matches.
  bool IsSet() const { return compiled_ != nullptr; }

 private:
  struct Compiled;
  std::shared_ptr<const Compiled> compiled_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_ENGINE_PATTERN_H_
