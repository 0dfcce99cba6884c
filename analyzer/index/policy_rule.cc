// What one rule of a role allows.
#include <algorithm>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzer/index/rbac.h"

namespace chartlint {
namespace {

bool Holds(const std::vector<Node>& list, absl::string_view word) {
  return std::any_of(list.begin(), list.end(), [word](const Node& item) { return item.text() == word; });
}

}  // namespace

bool PolicyRule::HasVerb(absl::string_view verb) const { return Holds(verbs, "*") || Holds(verbs, verb); }

bool PolicyRule::HasGroup(absl::string_view group) const {
  return Holds(groups, "*") || Holds(groups, group);
}

bool PolicyRule::HasResource(absl::string_view combined, absl::string_view subresource) const {
  for (const Node& item : resources) {
    const absl::string_view resource = item.text();
    if (resource == "*" || resource == combined) return true;
    if (subresource.empty()) continue;
    absl::string_view rest = resource;
    if (absl::ConsumePrefix(&rest, "*/") && rest == subresource) return true;
  }
  return false;
}

bool PolicyRule::HasUrl(absl::string_view path) const {
  return std::any_of(urls.begin(), urls.end(), [path](const Node& item) {
    absl::string_view url = item.text();
    return absl::ConsumeSuffix(&url, "*") ? absl::StartsWith(path, url) : url == path;
  });
}

bool PolicyRule::Allows(const AccessRequest& request) const {
  if (!request.path.empty()) return HasVerb(request.verb) && HasUrl(request.path);
  if (!HasVerb(request.verb) || !HasGroup(request.group)) return false;
  const std::string combined = request.subresource.empty()
                                   ? std::string(request.resource)
                                   : absl::StrCat(request.resource, "/", request.subresource);
  if (!HasResource(combined, request.subresource)) return false;
  return names.empty() || Holds(names, request.name);
}

}  // namespace chartlint
