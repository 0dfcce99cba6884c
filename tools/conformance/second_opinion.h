// A second parser's opinion of a YAML document.
//
// yaml-cpp reads the text, the scalar rules of analyzer/yaml are laid over its tree, and the two trees are compared. What
// both get wrong in the same way stays unseen; what one of them misreads shows.
// Contract: no exception leaves; recursion is as deep as the document (at most YamlLimits::max_depth).
#ifndef CHARTLINT_TOOLS_CONFORMANCE_SECOND_OPINION_H_
#define CHARTLINT_TOOLS_CONFORMANCE_SECOND_OPINION_H_

#include <optional>
#include <string>

#include "analyzer/yaml/document.h"

namespace chartlint {

// Where yaml-cpp's tree differs from the document's, as `path: what`; nullopt if the trees are equal, or if both refuse
// the text.
std::optional<std::string> SecondOpinion(const Document& document);

}  // namespace chartlint

#endif  // CHARTLINT_TOOLS_CONFORMANCE_SECOND_OPINION_H_
