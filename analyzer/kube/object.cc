#include "analyzer/kube/object.h"

#include "absl/container/flat_hash_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzer/kube/kinds.h"
#include "analyzer/kube/program_facts.h"
#include "analyzer/kube/workload.h"

namespace chartlint {
namespace {

constexpr absl::string_view kEvents[] = {
    "pre-install",  "post-install",  "pre-upgrade", "post-upgrade", "pre-delete",   "post-delete",
    "pre-rollback", "post-rollback", "crd-install", "test",         "test-success", "test-failure",
};
constexpr absl::string_view kDeletePolicies[] = {"before-hook-creation", "hook-succeeded", "hook-failed"};

// Helm trims and lower-cases each word of its comma lists.
template <size_t kSize>
std::vector<absl::string_view> KnownWords(absl::string_view list, const absl::string_view (&known)[kSize]) {
  std::vector<absl::string_view> words;
  for (absl::string_view word : absl::StrSplit(list, ',')) {
    word = absl::StripAsciiWhitespace(word);
    for (absl::string_view candidate : known) {
      if (absl::EqualsIgnoreCase(word, candidate)) words.push_back(candidate);
    }
  }
  return words;
}

Hook ReadHook(Node annotations) {
  Hook hook;
  hook.events = KnownWords(TextOf(annotations["helm.sh/hook"]), kEvents);
  if (hook.events.empty()) return hook;
  hook.is_hook = true;
  hook.is_test = true;
  for (absl::string_view event : hook.events) hook.is_test = hook.is_test && absl::StartsWith(event, "test");
  hook.delete_policies = KnownWords(TextOf(annotations["helm.sh/hook-delete-policy"]), kDeletePolicies);
  if (hook.delete_policies.empty()) hook.delete_policies.push_back(kDeletePolicies[0]);
  if (!absl::SimpleAtoi(TextOf(annotations["helm.sh/hook-weight"]), &hook.weight)) hook.weight = 0;
  return hook;
}

std::unique_ptr<Object> ReadObject(Node root, const ProgramFacts& facts) {
  auto object = std::make_unique<Object>();
  object->root = root;
  object->api_version = TextOf(root["apiVersion"]);
  object->kind = TextOf(root["kind"]);
  const size_t slash = object->api_version.find('/');
  if (slash == absl::string_view::npos) {
    object->version = object->api_version;
  } else {
    object->group = object->api_version.substr(0, slash);
    object->version = object->api_version.substr(slash + 1);
  }
  const Node metadata = object->metadata();
  object->name = TextOf(metadata["name"]);
  object->cluster_scoped = IsBuiltInClusterScoped(object->group, object->kind);
  // A namespace on a cluster-scoped object means nothing: the API server drops it.
  if (!object->cluster_scoped) object->ns = TextOf(metadata["namespace"]);
  object->hook = ReadHook(metadata["annotations"]);
  object->workload = BuildWorkload(*object, facts);
  return object;
}

// An aliased item stands in a list more than once, but is one object; a list of lists of aliases would else
// give more objects than there is memory.
void Collect(Node root, const ProgramFacts& facts, absl::flat_hash_set<uint32_t>* seen, std::vector<std::unique_ptr<Object>>* objects) {
  if (!IsObject(root)) return;
  if (!seen->insert(root.id()).second) return;
  const Node items = root["items"];
  if (absl::EndsWith(TextOf(root["kind"]), "List") && items.IsSequence()) {
    for (Node item : items.Items()) Collect(item, facts, seen, objects);
    return;
  }
  objects->push_back(ReadObject(root, facts));
}

}  // namespace

bool IsObject(Node root) { return !TextOf(root["apiVersion"]).empty() && !TextOf(root["kind"]).empty(); }

std::string Object::Title() const {
  if (name.empty()) {
    const absl::string_view prefix = TextOf(metadata()["generateName"]);
    return prefix.empty() ? std::string(kind) : absl::StrCat(kind, "/", prefix, "*");
  }
  return absl::StrCat(kind, "/", name);
}

Node Object::Anchor() const {
  if (Node node = metadata()["name"]) return node;
  if (Node node = root["kind"]) return node;
  return root;
}

std::vector<std::unique_ptr<Object>> ObjectsOf(const Document& document) { return ObjectsOf(document, ProgramFacts::BuiltIn()); }

std::vector<std::unique_ptr<Object>> ObjectsOf(const Document& document, const ProgramFacts& facts) {
  std::vector<std::unique_ptr<Object>> objects;
  absl::flat_hash_set<uint32_t> seen;
  Collect(document.root(), facts, &seen, &objects);
  return objects;
}

}  // namespace chartlint
