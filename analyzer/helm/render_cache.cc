#include "analyzer/helm/render_cache.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzer/helm/chart_files.h"

namespace chartlint {
namespace {

constexpr absl::string_view kKind = "render";
constexpr absl::string_view kFormat = "chartlint-render-3";
constexpr size_t kMaxValuesBytes = 64u << 20;

bool IsWorthKeeping(const RenderResult& result) {
  if (result.ok) return true;
  switch (result.error.kind) {
    case RenderErrorKind::kTimeout:
    case RenderErrorKind::kCrash:
    case RenderErrorKind::kOther: return false;  // kOther may be the machine's fault: a full disk, no processes left
    default: return true;
  }
}

}  // namespace

absl::StatusOr<std::string> RenderCache::Key(const Helm& helm, const Chart& chart, const RenderSettings& settings,
                                             const RenderLimits& limits) {
  CacheKey key;
  key.Add(kFormat).Add(helm.version());
  bool names_files = NamesFiles(settings.inline_values);
  for (const std::string& assignment : settings.set) names_files |= NamesFiles(assignment);
  for (const std::string& file : settings.values_files) {
    const absl::StatusOr<std::string> bytes = ReadWholeFile(file, kMaxValuesBytes);
    if (!bytes.ok()) return bytes.status();
    names_files |= NamesFiles(*bytes);
    key.Add(ContentDigest(*bytes));
  }
  key.Add(names_files ? chart.digest : chart.render_digest);
  key.Add(settings.inline_values).Add(settings.set).Add(settings.release).Add(settings.name_space);
  key.Add(settings.kube_version).Add(settings.api_versions);
  key.Add(settings.is_upgrade ? "upgrade" : "").Add(settings.include_crds ? "crds" : "");
  return key.Add(absl::StrCat(limits.max_output)).Hex();
}

// The entry: what Helm printed, stderr, and a line "<ok> <schema skipped> <size of the first>" without an end. The text stays
// in place, as it is most of the entry.
std::optional<RenderResult> RenderCache::Find(const std::string& key) const {
  std::optional<std::string> entry = disk_.Find(key, kKind);
  if (!entry.has_value()) return std::nullopt;
  const size_t line = entry->rfind('\n') + 1;  // 0 if there is none
  const std::vector<std::string> fields = absl::StrSplit(absl::string_view(*entry).substr(line), ' ');
  uint64_t text_size = 0;
  if (line == 0 || fields.size() != 3 || !absl::SimpleAtoi(fields[2], &text_size) || text_size > line - 1) {
    return std::nullopt;
  }
  RenderResult result;
  result.ok = fields[0] == "1";
  result.schema_skipped = fields[1] == "1";
  result.from_cache = true;
  result.standard_error = entry->substr(text_size, line - 1 - text_size);
  if (!result.ok) result.error = ParseRenderError(result.standard_error);
  entry->resize(text_size);
  result.text = *std::move(entry);
  return result;
}

void RenderCache::Store(const std::string& key, const RenderResult& result) const {
  if (!IsWorthKeeping(result)) return;
  // Error kinds that do not come from stderr would not survive.
  if (!result.ok && ParseRenderError(result.standard_error).kind != result.error.kind) return;
  // Warnings name places of this machine, and nobody reads them.
  disk_.Store(key, kKind,
              absl::StrCat(result.text, result.ok ? "" : result.standard_error, "\n", result.ok ? 1 : 0, " ",
                           result.schema_skipped ? 1 : 0, " ", result.text.size()));
}

}  // namespace chartlint
