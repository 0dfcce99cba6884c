// For tests: the objects of a text, with the documents that they refer into.
#ifndef CHARTLINT_ANALYZER_KUBE_PARSED_OBJECTS_H_
#define CHARTLINT_ANALYZER_KUBE_PARSED_OBJECTS_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "analyzer/kube/object.h"
#include "analyzer/kube/workload.h"
#include "analyzer/yaml/document.h"

namespace chartlint {

class ParsedObjects {
 public:
  // Documents are parted by `---` lines.
  explicit ParsedObjects(absl::string_view text) : texts_(absl::StrSplit(text, "\n---\n")) {
    for (const std::string& part : texts_) {
      documents_.push_back(Document::Parse(part));
      for (std::unique_ptr<Object>& object : ObjectsOf(*documents_.back())) {
        list_.push_back(object.get());
        objects_.push_back(std::move(object));
      }
    }
  }

  const Object& operator[](size_t index) const { return *list_.at(index); }
  size_t size() const { return list_.size(); }
  const std::vector<const Object*>& list() const { return list_; }
  const Workload& workload(size_t index) const { return *list_.at(index)->workload; }
  const Document& document(size_t index = 0) const { return *documents_.at(index); }

 private:
  const std::vector<std::string> texts_;
  std::vector<std::unique_ptr<Document>> documents_;
  std::vector<std::unique_ptr<Object>> objects_;
  std::vector<const Object*> list_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_KUBE_PARSED_OBJECTS_H_
