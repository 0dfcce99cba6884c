// The C++ that the catalogue generator writes. All output is sorted by id or name, so that it does
// not depend on the order in which files were given.
#ifndef CHARTLINT_TOOLS_CATALOGUE_EMIT_H_
#define CHARTLINT_TOOLS_CATALOGUE_EMIT_H_

#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "tools/catalogue/entry.h"

namespace chartlint {

// rules/prototypes.h: one declaration for each rule that has a function. Every rule's .cc includes
// it: with -Wmissing-declarations, a function without an entry does not compile.
std::string EmitPrototypes(std::vector<CatalogueEntry> entries);

// rules/catalogue.cc: the table of all rules. An entry without a function does not link.
std::string EmitCatalogue(std::vector<CatalogueEntry> entries);

// The definition of `absl::string_view FUNCTION(absl::string_view name)`, declared in `header`: the bytes of each file in
// `files` (name -> bytes).
std::string EmitEmbedded(absl::string_view header, absl::string_view function,
                         const std::map<std::string, std::string>& files);

// A C++ string literal of `bytes`, any bytes, as adjacent literals of one source line each.
std::string Literal(absl::string_view bytes);

}  // namespace chartlint

#endif  // CHARTLINT_TOOLS_CATALOGUE_EMIT_H_
