#include "analyzer/report/uri.h"

#include <filesystem>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "analyzer/version.h"

namespace chartlint {

namespace {

namespace fs = std::filesystem;

std::string Encode(absl::string_view path) {
  std::string uri;
  for (const char c : path) {
    if (absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
        absl::StrContains("-._~/", absl::string_view(&c, 1))) {
      uri += c;
    } else {
      absl::StrAppendFormat(&uri, "%%%02X", static_cast<unsigned char>(c));
    }
  }
  return uri;
}

// Without `.` and `..`, and without a trailing slash.
fs::path Clean(const fs::path& path) {
  fs::path clean = path.lexically_normal();
  if (clean.filename().empty() && clean.has_parent_path() && clean != clean.root_path())
    clean = clean.parent_path();
  return clean;
}

bool Inside(const fs::path& path, const fs::path& folder) {
  const fs::path relative = path.lexically_relative(folder);
  return !relative.empty() && *relative.begin() != "..";
}

}  // namespace

FileUri UriOf(absl::string_view file, absl::string_view working_directory,
              absl::string_view repository_root) {
  if (absl::StartsWith(file, "<") && absl::EndsWith(file, ">")) return {Encode(file), true};
  fs::path path = Clean(std::string(file));
  if (repository_root.empty()) {
    if (path.is_relative() && *path.begin() != "..") return {Encode(path.string()), true};
  }
  if (path.is_relative()) path = Clean(fs::path(std::string(working_directory)) / path);
  const fs::path root = Clean(std::string(repository_root));
  if (repository_root.empty() || !Inside(path, root))
    return {absl::StrCat("file://", Encode(path.string())), false};
  return {Encode(path.lexically_relative(root).string()), true};
}

std::string RepositoryPath(absl::string_view file, absl::string_view working_directory, absl::string_view repository_root) {
  if (file.empty() || (absl::StartsWith(file, "<") && absl::EndsWith(file, ">"))) return std::string(file);
  const fs::path named = Clean(std::string(file));
  if (repository_root.empty()) return named.string();
  const fs::path path = named.is_relative() ? Clean(fs::path(std::string(working_directory)) / named) : named;
  const fs::path root = Clean(std::string(repository_root));
  return Inside(path, root) ? path.lexically_relative(root).string() : named.string();
}

std::string RulePageUri(const RuleInfo& rule) {
  return rule.family == "own" ? "" : absl::StrCat(kHomepage, "/blob/main/docs/rules/", rule.id, ".md");
}

}  // namespace chartlint
