// A container for tests, read from YAML the way workload.cc reads it: node, image, environment, command line, listeners.
#ifndef CHARTLINT_ANALYZER_KUBE_CONTAINER_FOR_TEST_H_
#define CHARTLINT_ANALYZER_KUBE_CONTAINER_FOR_TEST_H_

#include <memory>
#include <string>

#include "analyzer/kube/program_facts.h"
#include "analyzer/kube/workload.h"

namespace chartlint {

class ContainerForTest {
 public:
  // yaml: the container's mapping.
  explicit ContainerForTest(std::string yaml, const ProgramFacts& facts = ProgramFacts::BuiltIn())
      : text_(std::move(yaml)), document_(Document::Parse(text_)) {
    container_.node = document_->root();
    container_.image = container_.node["image"].text();
    for (Node item : container_.node["env"].Items()) {
      container_.env.push_back({item, item["name"].text(), item["value"], item["valueFrom"]});
    }
    container_.command_line = ReadCommandLine(container_.node, container_.image);
    container_.listeners = ReadListeners(container_, facts.listeners);
    container_.election = facts.elections.ElectionOf(container_);
    container_.lock = facts.elections.LockOf(container_);
  }
  const Container* operator->() const { return &container_; }
  const Container& operator*() const { return container_; }

 private:
  std::string text_;
  std::unique_ptr<Document> document_;
  Container container_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_KUBE_CONTAINER_FOR_TEST_H_
