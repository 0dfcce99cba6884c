#include <algorithm>
#include <memory>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "rules/data/embedded.h"
#include "rules/prototypes.h"

namespace chartlint {
namespace {

// A configuration document that a ConfigMap may carry (rules/data/config_keys.yaml).
struct ConfigKind {
  absl::string_view kind, group;
  std::vector<absl::string_view> leader;  // path of the switch
};

struct ConfigKinds {
  std::unique_ptr<Document> document = Document::Parse(DataFile("config_keys.yaml"));
  std::vector<ConfigKind> kinds;
  ConfigKinds() {
    for (Node entry : document->root()["kinds"].Items()) {
      kinds.push_back({entry["kind"].text(), entry["group"].text(), absl::StrSplit(entry["leader"].text(), '.')});
    }
  }
};

const std::vector<ConfigKind>& Kinds() {
  static const ConfigKinds* const table = new ConfigKinds;
  return table->kinds;
}

// The kind of a configuration that switches election on; empty if the text is none.
absl::string_view KindThatElects(absl::string_view text) {
  for (const ConfigKind& known : Kinds()) {
    if (!absl::StrContains(text, known.kind) || !absl::StrContains(text, known.leader.back())) continue;
    const std::unique_ptr<Document> config = Document::Parse(text);
    const Node root = config->root();
    if (root["kind"].text() != known.kind || !absl::StartsWith(root["apiVersion"].text(), known.group)) continue;
    Node leader = root;
    for (absl::string_view key : known.leader) leader = leader[key];
    if (leader.IsTrue()) return known.kind;
  }
  return "";
}

bool IsRead(const Release& release, const Object* config) {
  for (const Workload* workload : release.workloads()) {
    const std::vector<const Object*> read = release.ConfigOf(*workload);
    if (std::find(read.begin(), read.end(), config) != read.end()) return true;
  }
  return false;
}

}  // namespace

void LeaderElectionConfigUnused(const ReleaseContext& context, Reporter& report) {
  const Release& release = context.release;
  if (release.HoldsBackMissing()) return;
  for (const Object* config : release.OfKind("ConfigMap")) {
    for (const auto& [key, value] : config->root["data"].Entries()) {
      const absl::string_view kind = KindThatElects(value.text());
      if (kind.empty() || IsRead(release, config)) continue;
      report
          .Add(key, absl::StrCat(kind, " with leaderElect true in ConfigMap ", config->name,
                                 ", which no pod of the release mounts: election is not switched on by it"))
          .Subject(absl::StrCat("key ", key.text()));
    }
  }
}

}  // namespace chartlint
