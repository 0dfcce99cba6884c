// The RBAC index against small releases, and against a real API server's answers where they are at hand.
#include "analyzer/index/rbac.h"

#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzer/kube/parsed_objects.h"
#include "gtest/gtest.h"

namespace chartlint {
namespace {

struct Fixture {
  explicit Fixture(absl::string_view text, const ReleaseOptions& options = {})
      : objects(text), release(Release::Build(objects.list(), options, false)) {}

  Allowed Ask(absl::string_view account, absl::string_view verb, absl::string_view group,
              absl::string_view combined, absl::string_view name = "", absl::string_view ns = "",
              bool cluster_wide = false) const {
    const std::vector<absl::string_view> who = absl::StrSplit(account, '/');
    const std::vector<absl::string_view> what = absl::StrSplit(combined, '/');
    AccessRequest request;
    request.verb = verb;
    request.group = group;
    request.resource = what[0];
    if (what.size() > 1) request.subresource = what[1];
    request.name = name;
    request.ns = ns;
    request.cluster_wide = cluster_wide;
    return release->rbac().MayDo(who[0], who[1], request);
  }

  ParsedObjects objects;
  std::unique_ptr<Release> release;
};

constexpr char kLease[] = R"(apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: lease}
rules: [{apiGroups: [coordination.k8s.io], resources: [leases], verbs: [get, update]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: lease}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: lease}
subjects: [{kind: ServiceAccount, name: widget}]
)";

TEST(RbacIndexTest, SubjectWithoutNamespaceIsInTheBindingsOwn) {
  const Fixture f(kLease);
  EXPECT_EQ(f.Ask("/widget", "update", "coordination.k8s.io", "leases"), Allowed::kYes);
  EXPECT_EQ(f.Ask("/widget", "create", "coordination.k8s.io", "leases"), Allowed::kNo);
  EXPECT_EQ(f.Ask("/widget", "update", "coordination.k8s.io", "leases", "", "", true), Allowed::kNo);
  EXPECT_EQ(f.Ask("/other", "update", "coordination.k8s.io", "leases"), Allowed::kNo);
}

TEST(RbacIndexTest, LiteralNamespaceAgainstAnUnknownOneIsUnknown) {
  EXPECT_EQ(Fixture(kLease).Ask("/widget", "update", "coordination.k8s.io", "leases", "", "kube-system"),
            Allowed::kUnknown);
  ReleaseOptions options;
  options.release_namespace = "apps";
  EXPECT_EQ(
      Fixture(kLease, options).Ask("/widget", "update", "coordination.k8s.io", "leases", "", "kube-system"),
      Allowed::kNo);
  EXPECT_EQ(
      Fixture(kLease, options).Ask("apps/widget", "update", "coordination.k8s.io", "leases", "", "apps"),
      Allowed::kYes);
}

Fixture Bound(absl::string_view role) {
  return Fixture(
      absl::StrCat("apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: {name: b}\n"
                   "roleRef: {kind: ClusterRole, name: '",
                   role,
                   "'}\n"
                   "subjects: [{kind: ServiceAccount, name: w, namespace: n}]\n"));
}

TEST(RbacIndexTest, KnowsTheClustersOwnRoles) {
  EXPECT_EQ(Bound("cluster-admin").Ask("n/w", "delete", "apps", "deployments", "x", "any"), Allowed::kYes);
  EXPECT_EQ(Bound("view").Ask("n/w", "get", "", "configmaps", "x", "any"), Allowed::kYes);
  EXPECT_EQ(Bound("edit").Ask("n/w", "list", "", "pods", "", "any"), Allowed::kYes);        // by view
  EXPECT_EQ(Bound("admin").Ask("n/w", "create", "", "secrets", "", "any"), Allowed::kYes);  // by edit
  EXPECT_EQ(Bound("view").Ask("n/w", "get", "", "secrets", "x", "any"),
            Allowed::kUnknown);  // others may add it
  EXPECT_EQ(Bound("system:auth-delegator")
                .Ask("n/w", "create", "authentication.k8s.io", "tokenreviews", "", "", true),
            Allowed::kYes);
  EXPECT_EQ(Bound("system:auth-delegator").Ask("n/w", "get", "", "pods", "x", "any"), Allowed::kNo);
  EXPECT_EQ(Bound("of-another-chart").Ask("n/w", "get", "", "pods", "x", "any"), Allowed::kUnknown);
  EXPECT_TRUE(Bound("of-another-chart").release->rbac().HasUnknownRole("n", "w"));
}

TEST(RbacIndexTest, AggregatesByLabelsAndReplacesWrittenRules) {
  const Fixture f(R"(apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: whole}
aggregationRule: {clusterRoleSelectors: [{matchLabels: {part-of: whole}}]}
rules: [{apiGroups: [""], resources: [nodes], verbs: [get]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: part, labels: {part-of: whole}}
rules: [{apiGroups: [""], resources: [pods], verbs: [get]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: widgets, labels: {rbac.authorization.k8s.io/aggregate-to-edit: "true"}}
rules: [{apiGroups: [example.com], resources: [widgets], verbs: [update]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: b}
roleRef: {kind: ClusterRole, name: whole}
subjects: [{kind: ServiceAccount, name: w, namespace: n}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: b, namespace: n}
roleRef: {kind: ClusterRole, name: admin}
subjects: [{kind: Group, name: "system:serviceaccounts:n", apiGroup: rbac.authorization.k8s.io}]
)");
  EXPECT_EQ(f.Ask("n/w", "get", "", "pods", "x", "m"), Allowed::kYes);
  EXPECT_EQ(f.Ask("n/w", "get", "", "nodes", "x", "", true),
            Allowed::kUnknown);  // replaced; another chart may add it
  EXPECT_EQ(f.Ask("n/any", "update", "example.com", "widgets", "x", "n"), Allowed::kYes);
  EXPECT_EQ(f.Ask("n/any", "update", "example.com", "widgets", "x", "m"), Allowed::kNo);
}

TEST(RbacIndexTest, NamesTheGrantAndItsHolders) {
  const Fixture f(
      absl::StrCat(kLease,
                   "---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\n"
                   "spec: {template: {spec: {serviceAccountName: widget, containers: [{name: c}]}}}\n"));
  const RbacIndex& rbac = f.release->rbac();
  EXPECT_TRUE(rbac.IsBound("", "widget"));
  EXPECT_FALSE(rbac.IsBound("", "default"));
  ASSERT_EQ(rbac.roles().size(), 1u);
  const std::vector<const Workload*> holders = rbac.HoldersOf(*rbac.roles()[0]);
  ASSERT_EQ(holders.size(), 1u);
  EXPECT_EQ(holders[0]->object->name, "d");
  bool found = false;
  for (const Grant& grant : rbac.GrantsOf("", "widget")) {
    if (grant.role != rbac.roles()[0]) continue;
    found = true;
    EXPECT_EQ(grant.rule->verbs[1].text(), "update");
    EXPECT_EQ(grant.binding->object->name, "lease");
    EXPECT_EQ(grant.subject->name, "widget");
  }
  EXPECT_TRUE(found);
}

TEST(RbacIndexTest, ServiceAccountWithoutNamespaceOnAClusterRoleBindingHoldsNothing) {
  const Fixture f(
      "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: {name: b}\n"
      "roleRef: {kind: ClusterRole, name: cluster-admin}\nsubjects: [{kind: ServiceAccount, name: w}]\n");
  EXPECT_EQ(f.Ask("/w", "get", "", "pods"), Allowed::kNo);
}

std::string ReadShared(const std::string& name) {
  const char* folder = std::getenv("CHARTLINT_SHARED");
  if (folder == nullptr) return "";
  std::ifstream in(absl::StrCat(folder, "/oracle/", name));
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

// Each line is a flow mapping, which YAML reads as well.
TEST(RbacIndexTest, AgreesWithARealApiServer) {
  const std::string objects = ReadShared("rbac.yaml");
  const std::string rows = ReadShared("rbac.jsonl");
  if (objects.empty() || rows.empty()) GTEST_SKIP() << "no recorded answers at hand (CHARTLINT_SHARED)";
  const Fixture f(objects);
  int count = 0;
  for (absl::string_view line : absl::StrSplit(rows, '\n', absl::SkipEmpty())) {
    const auto document = Document::Parse(line);
    const Node row = document->root();
    if (const Node path = row["path"]; path) {
      const std::vector<absl::string_view> who = absl::StrSplit(row["serviceAccount"].text(), '/');
      AccessRequest request;
      request.verb = row["verb"].text();
      request.path = path.text();
      EXPECT_EQ(f.release->rbac().MayDo(who[0], who[1], request),
                row["allowed"].IsTrue() ? Allowed::kYes : Allowed::kNo)
          << line;
      ++count;
      continue;
    }
    std::string combined(row["resource"].text());
    if (!row["subresource"].text().empty()) absl::StrAppend(&combined, "/", row["subresource"].text());
    const absl::string_view ns = row["namespace"].text();
    const Allowed answer = f.Ask(row["serviceAccount"].text(), row["verb"].text(), row["group"].text(),
                                 combined, row["name"].text(), ns, ns.empty());
    EXPECT_EQ(answer, row["allowed"].IsTrue() ? Allowed::kYes : Allowed::kNo) << line;
    ++count;
  }
  RecordProperty("rows", count);
  EXPECT_GT(count, 300);
}

}  // namespace
}  // namespace chartlint
