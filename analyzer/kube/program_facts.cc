#include "analyzer/kube/program_facts.h"

namespace chartlint {

const ProgramFacts& ProgramFacts::BuiltIn() {
  static const ProgramFacts* const facts = new ProgramFacts({}, {});
  return *facts;
}

}  // namespace chartlint
