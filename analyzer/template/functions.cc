#include "analyzer/template/functions.h"

#include <string>

#include "absl/container/flat_hash_map.h"

namespace chartlint {

const TemplateFunction* FindTemplateFunction(absl::string_view name) {
  using Table = absl::flat_hash_map<std::string, TemplateFunction>;
  static const Table* const table = [] {
    auto* const all = new Table;
    for (const auto family : {LogicFunctions, NumberFunctions, TextFunctions, PatternFunctions,
                              CollectionFunctions, MapFunctions}) {
      for (const NamedFunction& entry : family()) (*all)[entry.name] = entry.function;
    }
    return all;
  }();
  const auto it = table->find(name);
  return it == table->end() ? nullptr : &it->second;
}

}  // namespace chartlint
