// Methods that templates call: of .Files (helm.sh/helm/v3/pkg/engine/files.go) and of .Capabilities.APIVersions.
#include <algorithm>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzer/template/evaluator.h"
#include "analyzer/template/value_yaml.h"
#include "re2/re2.h"

namespace chartlint {
namespace {

// Groups whose kinds every cluster serves. Others of Kubernetes' own are left open; those of third parties
// are served offline only when --api-versions says so.
std::optional<bool> ServesApi(absl::string_view wanted, const ChartValue& extra) {
  for (const ChartValue& version : extra.list()) {
    if (version.string_value() == wanted) return true;
  }
  static const char* const always[] = {"v1",
                                       "apps/v1",
                                       "batch/v1",
                                       "policy/v1",
                                       "networking.k8s.io/v1",
                                       "rbac.authorization.k8s.io/v1",
                                       "autoscaling/v1",
                                       "autoscaling/v2",
                                       "storage.k8s.io/v1",
                                       "apiextensions.k8s.io/v1"};
  for (const char* const known : always) {
    if (wanted == known) return true;
  }
  const std::vector<absl::string_view> parts = absl::StrSplit(wanted, '/');
  const bool third_party = absl::StrContains(parts[0], '.') && !absl::EndsWith(parts[0], ".k8s.io");
  if (third_party || (parts[0] == "gateway.networking.k8s.io")) return false;
  return std::nullopt;
}

// A pattern of github.com/gobwas/glob with "/" as separator, as a regular expression.
std::string GlobToRegex(absl::string_view glob) {
  std::string out = "\\A";
  bool in_choice = false;
  for (size_t i = 0; i < glob.size(); ++i) {
    const char c = glob[i];
    const size_t close = c == '[' ? glob.find(']', i + 1) : absl::string_view::npos;
    if (c == '*') {
      const bool any = i + 1 < glob.size() && glob[i + 1] == '*';
      out += any ? ".*" : "[^/]*";
      i += any ? 1 : 0;
    } else if (c == '?') {
      out += "[^/]";
    } else if (close != absl::string_view::npos) {
      std::string set(glob.substr(i, close - i + 1));
      if (set[1] == '!') set[1] = '^';
      out += set;
      i = close;
    } else if (c == '{' || c == '}') {
      in_choice = c == '{';
      out += in_choice ? "(?:" : ")";
    } else if (c == ',' && in_choice) {
      out += "|";
    } else {
      const size_t at = c == '\\' && i + 1 < glob.size() ? ++i : i;
      out += RE2::QuoteMeta(re2::StringPiece(glob.data() + at, 1));
    }
  }
  return out + "\\z";
}

ChartValue Glob(const ChartValue& files, const std::string& glob) {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_dot_nl(true);
  const RE2 pattern(GlobToRegex(glob), options);
  if (!pattern.ok()) return ChartValue::MakeMap({});
  ChartValue::Map matching;
  for (const auto& file : files.map()) {
    if (RE2::FullMatch(file.first, pattern)) matching.insert(file);
  }
  return ChartValue::MakeMap(std::move(matching));
}

// AsConfig and AsSecrets: one entry for each file, under its name without folders.
ChartValue AsData(const ChartValue& files, bool encoded) {
  ChartValue::Map data;
  for (const auto& file : files.map()) {
    const std::string& text = file.second.string_value();
    data[file.first.substr(file.first.rfind('/') + 1)] =
        encoded ? ChartValue::String(absl::Base64Escape(text)) : file.second;
  }
  if (data.empty()) return ChartValue::String("");
  std::optional<std::string> text = WriteYaml(ChartValue::MakeMap(std::move(data)));
  return text.has_value() ? ChartValue::String(*std::move(text)) : ChartValue();
}

ChartValue Lines(const std::string& text) {
  if (text.empty()) return ChartValue::MakeList({});
  ChartValue::List lines;
  for (const absl::string_view line : absl::StrSplit(absl::StripSuffix(text, "\n"), '\n')) {
    lines.push_back(ChartValue::String(std::string(line)));
  }
  return ChartValue::MakeList(std::move(lines));
}

}  // namespace

ChartValue Evaluator::Method(absl::string_view name, const ChartValue& receiver,
                             const std::vector<ChartValue>& args) const {
  if (args.size() != 1 || !args[0].IsString()) return ChartValue();
  const std::string& argument = args[0].string_value();
  if (name == "Has" && receiver.IsList()) {
    const std::optional<bool> served =
        hooks_ != nullptr ? hooks_->ServesApi(argument) : ServesApi(argument, receiver);
    return served.has_value() ? ChartValue::Bool(*served) : ChartValue();
  }
  if (!receiver.IsMap()) return ChartValue();
  if (name == "Glob") return Glob(receiver, argument);
  const auto at = receiver.map().find(argument);
  const ChartValue text = at == receiver.map().end() ? ChartValue::String("") : at->second;
  if (name == "Get" || name == "GetBytes") return text;
  return name == "Lines" ? Lines(text.string_value()) : ChartValue();
}

ChartValue Evaluator::FieldOrMethod(const ChartValue& value, absl::string_view name) {
  const bool of_files = (name == "AsConfig" || name == "AsSecrets") && value.IsMap() && value.map().count(name) == 0;
  return of_files ? AsData(value, name == "AsSecrets") : value.Field(name);
}

}  // namespace chartlint
