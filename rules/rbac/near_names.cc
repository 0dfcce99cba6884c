#include "rules/rbac/near_names.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace chartlint {
namespace {

// Letters to insert, delete or change, counted up to 3.
size_t Distance(absl::string_view a, absl::string_view b) {
  if (a.size() > b.size() + 2 || b.size() > a.size() + 2) return 3;
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({change, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

// `most`: letters that may be wrong in a long name.
bool IsSlipOf(absl::string_view written, absl::string_view right, absl::string_view kind, size_t most = 2) {
  if (absl::AsciiStrToLower(written) == absl::AsciiStrToLower(kind)) return true;
  if (absl::AsciiStrToLower(written) == right) return true;
  const size_t allowed = std::min<size_t>(most, right.size() >= 10 ? 2 : right.size() >= 6 ? 1 : 0);
  return Distance(written, right) <= allowed || absl::StrCat(written, "s") == right ||
         absl::StrCat(right, "s") == written;
}

std::string NearSubresource(const ApiResource& resource, absl::string_view written) {
  std::vector<absl::string_view> known = resource.subresources;
  for (absl::string_view extra : {"log", "stats", "metrics"}) {
    if (ApiResources::Get().Exists(resource.group, {resource.resource, extra})) known.push_back(extra);
  }
  for (absl::string_view subresource : known) {
    if (IsSlipOf(written, subresource, subresource)) return absl::StrCat(resource.resource, "/", subresource);
  }
  return "";
}

}  // namespace

std::string NearResource(const PolicyRule& rule, absl::string_view combined,
                         const std::vector<CustomResource>& custom) {
  const ResourceName name = SplitResource(combined);
  const auto with_subresource = [&name](absl::string_view resource) {
    return name.subresource.empty() ? std::string(resource) : absl::StrCat(resource, "/", name.subresource);
  };
  for (const ApiResource& resource : ApiResources::Get().all()) {
    if (!rule.HasGroup(resource.group)) {
      // A group that is none says nothing about which one was meant.
      const bool any = std::any_of(rule.groups.begin(), rule.groups.end(), [](const Node& g) {
        return ApiResources::Get().IsBuiltinGroup(g.text());
      });
      if (any || !resource.group.empty()) continue;
    }
    if (resource.resource == name.resource) {
      std::string near = NearSubresource(resource, name.subresource);
      if (!near.empty()) return near;
      continue;
    }
    if (resource.resource == name.subresource &&
        ApiResources::Get().Exists(resource.group, {name.subresource, name.resource})) {
      return absl::StrCat(name.subresource, "/", name.resource);
    }
    if (IsSlipOf(name.resource, resource.resource, resource.kind)) return with_subresource(resource.resource);
  }
  for (const CustomResource& resource : custom) {
    if (!rule.HasGroup(resource.group) || resource.plural == name.resource) continue;
    // Not all kinds of the group need be defined here: tcproutes are no slip of httproutes.
    if (IsSlipOf(name.resource, resource.plural, resource.kind, 1)) return with_subresource(resource.plural);
  }
  return "";
}

}  // namespace chartlint
