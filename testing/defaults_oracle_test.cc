// Defaults against what a real API server stored: recorded objects, skipped where they are not at hand. Both
// directions: what we fill in is what the server filled in, and the server filled in nothing that we do not
// know of. An object as it is stored has nothing left to fill in.
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/kube/effective_object.h"
#include "gtest/gtest.h"
#include "testing/shared_data.h"

namespace chartlint {
namespace {

// Paths without indices: what a template gets only in what is made of it, and what an admission plug-in sets
// that did not run.
bool ComesLater(absl::string_view kind, absl::string_view path) {
  if (absl::EndsWith(path, ".serviceAccountName") || absl::EndsWith(path, ".serviceAccount")) return true;
  if (kind == "CronJob" && absl::StartsWith(path, "spec.jobTemplate.spec.") &&
      !absl::StrContains(path, ".template."))
    return true;
  return kind != "Pod" && (absl::EndsWith(path, ".enableServiceLinks") || absl::EndsWith(path, ".hostPort") ||
                           absl::StrContains(path, ".resources.requests"));
}

// What we leave out on purpose (see the head of rules/data/defaults.yaml).
bool LeftOut(absl::string_view kind, absl::string_view path, Node value) {
  if (value.IsUnset() || (value.IsMapping() && value.size() == 0)) return true;
  // An entry of a map with nothing behind is an empty text; stringData becomes data.
  if (absl::StartsWith(path, "data.") || absl::StrContains(path, ".matchLabels.")) return true;
  if (absl::StartsWith(path, "metadata") || absl::EndsWith(path, ".metadata") ||
      absl::StrContains(path, ".metadata.labels"))
    return true;
  static const std::set<std::string>& fields =
      *new std::set<std::string>{"CSIDriver spec.seLinuxMount",
                                 "CustomResourceDefinition spec.names.listKind",
                                 "CustomResourceDefinition spec.names.singular",
                                 "Job spec.manualSelector",
                                 "Job spec.podReplacementPolicy",
                                 "Job spec.selector",
                                 "Namespace spec",
                                 "Pod spec.preemptionPolicy",
                                 "Pod spec.priority",
                                 "Pod spec.tolerations",
                                 "Service spec.ipFamilies",
                                 "Service spec.ipFamilyPolicy",
                                 "StatefulSet spec.volumeClaimTemplates[].apiVersion",
                                 "StatefulSet spec.volumeClaimTemplates[].kind",
                                 "StatefulSet spec.volumeClaimTemplates[].status"};
  return fields.count(absl::StrCat(kind, " ", path)) > 0;
}

class Comparison {
 public:
  Comparison(const Object& object, Node stored) : object_(object), effective_(object) {
    Compare(effective_.root(), stored, "");
  }
  size_t defaults() const { return defaults_; }

 private:
  void Say(const std::string& path, absl::string_view what, Node value) {
    ADD_FAILURE() << object_.Title() << " " << path << ": " << what << ": "
                  << value.document()->ToJson(value);
  }

  void Compare(Node ours, Node theirs, const std::string& path) {
    if (effective_.IsDefault(ours) && !ComesLater(object_.kind, path)) {
      ++defaults_;
      const bool same = ours.kind() == theirs.kind() && (ours.IsMapping() || ours.size() == theirs.size());
      if (!same || (ours.IsScalar() && ours.document()->ToJson(ours) != theirs.document()->ToJson(theirs))) {
        Say(path, "we fill in", ours);
        Say(path, "the server", theirs);
      }
    }
    for (size_t i = 0; i < ours.Items().size() && i < theirs.size(); ++i)
      Compare(ours[i], theirs[i], path + "[]");
    if (!ours.IsMapping() || !theirs.IsMapping()) return;
    const auto below = [&](Node key) { return absl::StrCat(path, path.empty() ? "" : ".", key.text()); };
    for (const auto& [key, value] : ours.Entries()) {
      if (Node other = theirs[key.text()]) {
        Compare(value, other, below(key));
      } else if (effective_.IsDefault(value) && !ComesLater(object_.kind, below(key))) {
        Say(below(key), "the server leaves it out", value);
      }
    }
    for (const auto& [key, value] : theirs.Entries()) {
      if (ours[key.text()].IsUnset() && !LeftOut(object_.kind, below(key), value))
        Say(below(key), "only the server fills in", value);
    }
  }

  const Object& object_;
  EffectiveObject effective_;
  size_t defaults_ = 0;
};

// The defaults that a stored object would still get.
void ExpectComplete(Node stored) {
  const std::string json = stored.document()->ToJson(stored);
  const std::unique_ptr<Document> document = Document::Parse(json);
  for (const std::unique_ptr<Object>& object : ObjectsOf(*document)) {
    const EffectiveObject effective(*object);
    std::vector<std::pair<Node, std::string>> open = {{effective.root(), ""}};
    while (!open.empty()) {
      const auto [node, path] = open.back();
      open.pop_back();
      EXPECT_TRUE(!effective.IsDefault(node) || ComesLater(object->kind, path))
          << object->Title() << " " << node.Path();
      for (Node item : node.Items()) open.emplace_back(item, path + "[]");
      for (const auto& [key, value] : node.Entries())
        open.emplace_back(value, absl::StrCat(path, path.empty() ? "" : ".", key.text()));
    }
  }
}

// Defaults that were compared over the objects of a table; `written` and `stored` are its columns.
size_t CompareAll(const char* table, const char* written, const char* stored) {
  size_t defaults = 0;
  for (const std::string& text : SharedLines(table)) {
    const std::unique_ptr<Document> row = Document::Parse(text);
    if (!row->root()[stored].IsMapping()) continue;
    const Node input = row->root()[written];
    const std::string manifest = input.IsString() ? std::string(input.text()) : row->ToJson(input);
    const std::unique_ptr<Document> document = Document::Parse(manifest);
    const std::vector<std::unique_ptr<Object>> objects = ObjectsOf(*document);
    ExpectComplete(row->root()[stored]);
    if (objects.size() == 1) defaults += Comparison(*objects[0], row->root()[stored]).defaults();
  }
  return defaults;
}

TEST(DefaultsOracle, StoredManifests) {
  if (SharedLines("oracle/manifests.jsonl").empty())
    GTEST_SKIP() << "no recorded answers at hand (CHARTLINT_SHARED)";
  EXPECT_GE(CompareAll("oracle/manifests.jsonl", "manifest", "object"), 10000u);
}

TEST(DefaultsOracle, StoredMutations) {
  if (SharedLines("oracle/mutations.jsonl").empty())
    GTEST_SKIP() << "no recorded answers at hand (CHARTLINT_SHARED)";
  EXPECT_GE(CompareAll("oracle/mutations.jsonl", "input", "object"), 90u);
}

}  // namespace
}  // namespace chartlint
