// Pins hold on effective values in every variant, and each change breaks the one that it should.

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "testing/scratch_repository.h"

namespace chartlint {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr char kPins[] = R"(pins:
  - for: Deployment/operator
    because: it shares the node's network
    strategy: {type: RollingUpdate, maxSurge: 1, maxUnavailable: 0}
    ports: none
    probes: {httpGet: absent}
    flags:
      --leader-elect: {is: true, times: 1}
      --metrics-bind-address: {is: "0", times: 1}
      --health-probe-bind-address: {is: "0", times: 1}
)";

constexpr char kOperator[] = R"(apiVersion: apps/v1
kind: Deployment
metadata:
  name: operator
spec:
  replicas: 1
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxSurge: 1
      maxUnavailable: 0
  selector:
    matchLabels: {app: operator}
  template:
    metadata:
      labels: {app: operator}
    spec:
      hostNetwork: true
      containers:
        - name: operator
          image: registry.example.com/operator:1
          args:
            - --leader-elect=true
            - --metrics-bind-address=0
            - --health-probe-bind-address=0
          livenessProbe:
            exec: {command: [/operator, check]}
)";

std::vector<std::string> Broken(const std::string& pins, const std::string& text) {
  const ScratchRepository repository("pins");
  repository.Write(".chartlint.yaml", pins);
  const ProgramResult result = repository.Run({"--rule", "pin-broken", "--format", "json", "-"}, text);
  std::vector<std::string> messages;
  const nlohmann::json report = nlohmann::json::parse(result.out, nullptr, false);
  if (!report.is_object()) return {result.err};
  for (const nlohmann::json& finding : report["findings"]) messages.push_back(finding["message"]);
  return messages;
}

std::string With(const std::string& from, const std::string& to) { return absl::StrReplaceAll(kOperator, {{from, to}}); }

TEST(Pins, HoldAsTheyAreWritten) { EXPECT_THAT(Broken(kPins, kOperator), IsEmpty()); }

TEST(Pins, EachFaultyChangeBreaksExactlyOne) {
  const std::string metrics = "            - --metrics-bind-address=0\n";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {With("    type: RollingUpdate\n    rollingUpdate:\n      maxSurge: 1\n      maxUnavailable: 0\n", "    type: Recreate\n"),
       "the strategy is Recreate, pinned to RollingUpdate"},
      {With("maxSurge: 1", "maxSurge: 0"), "maxSurge is 0 at replicas 1 (0), pinned to 1"},
      {With("maxUnavailable: 0", "maxUnavailable: 1"), "maxUnavailable is 1 at replicas 1 (1), pinned to 0"},
      {With("maxSurge: 1\n      maxUnavailable: 0", "maxSurge: 0\n      maxUnavailable: 1"),
       "maxSurge is 0 at replicas 1 (0), pinned to 1, and maxUnavailable is 1 at replicas 1 (1), pinned to 0"},
      {With("maxSurge: 1\n", "maxSurge: 150%\n"), "maxSurge is 2 at replicas 1 (150%), pinned to 1"},
      {With(metrics, metrics + "            - --metrics-bind-address=:8080\n"),
       "--metrics-bind-address of container operator is given twice and the last, ':8080', wins, pinned to '0', given once"},
      {With(metrics, "            - --metrics-bind-address=:8080\n" + metrics),
       "--metrics-bind-address of container operator is given twice and the last, '0', wins, pinned to '0', given once"},
      {With(metrics, ""), "--metrics-bind-address of container operator is not given, pinned to '0', given once"},
      {With("--leader-elect=true", "--leader-elect=false"), "--leader-elect of container operator is 'false', pinned to 'true', given once"},
      {With("--health-probe-bind-address=0", "--health-probe-bind-address=:8081"),
       "--health-probe-bind-address of container operator is ':8081', pinned to '0', given once"},
      {With("exec: {command: [/operator, check]}", "httpGet: {path: /healthz, port: 8081}"),
       "livenessProbe of container operator has httpGet, pinned to be absent"},
      {With("          livenessProbe:", "          ports: [{containerPort: 8080}]\n          livenessProbe:"),
       "container operator declares port 8080, pinned to none"},
      {With("      containers:", "      initContainers: [{name: init, image: x, ports: [{containerPort: 9}]}]\n      containers:"),
       "container init declares port 9, pinned to none"},
  };
  for (const auto& [text, message] : cases) {
    ASSERT_NE(text, kOperator);
    EXPECT_THAT(Broken(kPins, text), ElementsAre(message + ": it shares the node's network"));
  }
}

TEST(Pins, ReadDefaultsAndSpellingsAsTheClusterDoes) {
  EXPECT_THAT(Broken(kPins, With("--leader-elect=true", "--leader-elect")), IsEmpty());
  EXPECT_THAT(Broken(kPins, With("      maxSurge: 1\n", "")), IsEmpty()) << "25% of 1 is 1";
  EXPECT_THAT(Broken("pins: [{for: Deployment/oper*, because: x, replicas: 2, hostNetwork: false}]\n", kOperator),
              ElementsAre("replicas is 1, pinned to 2: x", "hostNetwork is true, pinned to false: x"));
  EXPECT_THAT(Broken("pins: [{for: Deployment/operator, because: x, flags: {--leader-elect: {absent: true}}}]\n", kOperator),
              ElementsAre("--leader-elect of container operator is given, pinned to be absent: x"));
}

TEST(Pins, AreShownWithBothPlacesAndTheirVariants) {
  const ScratchRepository repository("pins-places");
  repository.Write(".chartlint.yaml", kPins);
  repository.Write("out/good.yaml", kOperator);
  repository.Write("out/bad.yaml", With("maxSurge: 1", "maxSurge: 0"));
  const ProgramResult result = repository.Run({"--variants", "out", "--rule", "pin-broken"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, HasSubstr("out/bad.yaml:10:17: error: maxSurge is 0"));
  EXPECT_THAT(result.out, HasSubstr("in bad (1 of 2)"));
  EXPECT_THAT(result.out, HasSubstr(".chartlint.yaml:4:"));
}

TEST(Pins, ThatMatchNothingAreErrorsWhereTheirChartsWereLookedAt) {
  const ScratchRepository repository("pins-unmatched");
  repository.Write("out/a.yaml", kOperator);
  repository.Write(".chartlint.yaml", "pins: [{for: Deployment/other, because: x, replicas: 1}]\n");
  const ProgramResult all = repository.Run({"."});
  EXPECT_EQ(all.exit_code, 1);
  EXPECT_THAT(all.out, HasSubstr(".chartlint.yaml:1:14: error: no variant renders Deployment/other: the pin holds nothing"));
  EXPECT_THAT(repository.Run({"out"}).out, Not(HasSubstr("pin-unmatched")));
  repository.Write("out/b.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n");
  repository.Write(".chartlint.yaml", "pins: [{for: Deployment/operator, because: x, variants: [a, b], replicas: 1}]\n");
  EXPECT_THAT(repository.Run({"--variants", "out"}).out, HasSubstr("Deployment/operator is not rendered in b: the pin does not hold there"));
}

TEST(Pins, CanBeAcceptedAsOtherFindings) {
  const ScratchRepository repository("pins-accepted");
  repository.Write(".chartlint.yaml", kPins);
  const std::string text = With("maxSurge: 1", "maxSurge: 0  # chartlint: ignore pin-broken -- until the next release");
  const ProgramResult result = repository.Run({"--rule", "pin-broken", "-"}, text);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, HasSubstr("1 suppressed"));
}

// What `chartlint pin` prints is pasted and holds; a change breaks it.
TEST(Pins, ThatAreWrittenHold) {
  const ScratchRepository repository("pins-written");
  repository.Write("out/a.yaml", kOperator);
  repository.Write("out/b.yaml", With("            - --metrics-bind-address=0\n", "            - --metrics-bind-address=:8080\n            - --zone=b\n"));
  const ProgramResult printed = repository.Run({"pin", "Deployment/operator", "--variants", "out"});
  EXPECT_EQ(printed.exit_code, 0) << printed.err;
  EXPECT_EQ(printed.out, R"(# To be added to .chartlint.yaml. Leave what may change; say why the rest must stay.
pins:
  - for: Deployment/operator
    because: it holds today  # say why it must stay
    replicas: 1
    strategy: {type: RollingUpdate, maxSurge: 1, maxUnavailable: 0}
    hostNetwork: true
    ports: none
    probes: {grpc: absent, httpGet: absent, tcpSocket: absent}
    flags:
      --health-probe-bind-address: {is: "0", times: 1}
      --leader-elect: {is: true, times: 1}
  - for: Deployment/operator
    because: it holds today  # say why it must stay
    variants: [a]
    flags:
      --metrics-bind-address: {is: "0", times: 1}
      --zone: {absent: true}
  - for: Deployment/operator
    because: it holds today  # say why it must stay
    variants: [b]
    flags:
      --metrics-bind-address: {is: ":8080", times: 1}
      --zone: {is: "b", times: 1}
)");
  repository.Write(".chartlint.yaml", printed.out);
  const std::vector<std::string> check = {"--variants", "out", "--rule", "pin-broken", "--rule", "pin-unmatched"};
  EXPECT_EQ(repository.Run(check).exit_code, 0) << repository.Run(check).out << repository.Run(check).err;
  repository.Write("out/b.yaml", With("            - --metrics-bind-address=0\n", "            - --metrics-bind-address=:9090\n            - --zone=b\n"));
  EXPECT_THAT(repository.Run(check).out, HasSubstr("--metrics-bind-address of container operator is ':9090', pinned to ':8080'"));
  // A list that is there already is continued.
  repository.Write(".chartlint.yaml", "pins:\n- {for: Deployment/operator, because: x, replicas: 1}\n");
  const ProgramResult more = repository.Run({"pin", "Deployment/operator", "out/a.yaml"});
  EXPECT_THAT(more.out, HasSubstr("# To be added to the list `pins:` of .chartlint.yaml."));
  EXPECT_THAT(more.out, HasSubstr("\n- for: Deployment/operator\n  because:"));
  repository.Write(".chartlint.yaml", "pins:\n- {for: Deployment/operator, because: x, replicas: 1}\n" + more.out);
  EXPECT_EQ(repository.Run({"out/a.yaml", "--rule", "pin-broken"}).exit_code, 0);
}

TEST(Pins, AreWrittenForEachContainerAndOnWhatAllObjectsOfAGlobShare) {
  const ScratchRepository repository("pins-written-containers");
  std::string two = With("          livenessProbe:", "          ports: [{containerPort: 80}]\n          livenessProbe:");
  absl::StrAppend(&two, "        - {name: side, image: x, args: [--zone=c, --zone=d, '-v', '--at=a: b']}\n---\n",
                  absl::StrReplaceAll(kOperator, {{"name: operator\nspec", "name: operator-two\nspec"}, {"replicas: 1", "replicas: 3"}}));
  repository.Write("out/a.yaml", two);
  const ProgramResult printed = repository.Run({"pin", "Deployment/operator*", "out"});
  EXPECT_THAT(printed.out, HasSubstr("  - for: \"Deployment/operator*\"\n"));
  EXPECT_THAT(printed.out, Not(HasSubstr("replicas")));
  EXPECT_THAT(printed.out, Not(HasSubstr("ports")));
  EXPECT_THAT(printed.out, HasSubstr("    container: operator\n    flags:\n      --health-probe-bind-address: "));
  EXPECT_THAT(printed.out, Not(HasSubstr("side"))) << "the other object has no such container";
  repository.Write(".chartlint.yaml", printed.out);
  EXPECT_EQ(repository.Run({"out", "--rule", "pin-broken", "--rule", "pin-unmatched"}).exit_code, 0);
  const ProgramResult one = repository.Run({"--no-config", "pin", "Deployment/operator", "out"});
  EXPECT_THAT(one.out, HasSubstr("    container: side\n    flags:\n      --at: {is: \"a: b\", times: 1}\n      --zone: {is: \"d\", times: 2}\n      -v: {is: true, times: 1}\n"));
  repository.Write(".chartlint.yaml", one.out);
  EXPECT_EQ(repository.Run({"out", "--rule", "pin-broken"}).exit_code, 0) << repository.Run({"out", "--rule", "pin-broken"}).out;
}

TEST(Pins, CannotBeWrittenForWhatIsNotThereOrThereTwice) {
  const ScratchRepository repository("pins-not-written");
  repository.Write("out/a.yaml", std::string(kOperator) + "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n");
  const auto said = [&](const std::string& object) {
    const ProgramResult result = repository.Run({"pin", object, "out"});
    EXPECT_EQ(result.exit_code, 3);
    EXPECT_THAT(result.out, IsEmpty());
    return result.err;
  };
  EXPECT_EQ(said("deployment/operater"), "chartlint: no variant renders the workload deployment/operater; did you mean 'Deployment/operator'?\n");
  EXPECT_EQ(said("ConfigMap/x"), "chartlint: no variant renders the workload ConfigMap/x; there are Deployment/operator\n");
  EXPECT_EQ(said("operator"), "chartlint: 'operator' is not KIND/NAME, such as Deployment/web\n");
  repository.Write("out/bad.yaml", "a: [\n");
  const ProgramResult partly = repository.Run({"pin", "Deployment/operator", "out"});
  EXPECT_EQ(partly.exit_code, 2);
  EXPECT_THAT(partly.err, HasSubstr("out/bad.yaml: "));
  EXPECT_THAT(partly.out, HasSubstr("replicas: 1"));
}

TEST(Pins, OfChartsNameTheChartAndHoldInAllItsVariants) {
  if (TestHelm().empty()) GTEST_SKIP() << "no Helm (tools/setup --tests brings one)";
  const ScratchRepository repository("pins-charts");
  for (const char* chart : {"one", "two"}) {
    const std::string folder = absl::StrCat("charts/", chart, "/");
    repository.Write(folder + "Chart.yaml", absl::StrCat("apiVersion: v2\nname: ", chart, "\nversion: 1.0.0\n"));
    repository.Write(folder + "values.yaml", "metrics: false\nreplicas: 1\n");
    repository.Write(folder + "ci/large-values.yaml", "replicas: 5\n");
    repository.Write(folder + "templates/operator.yaml",
                     absl::StrReplaceAll(kOperator, {{"replicas: 1", "replicas: {{ .Values.replicas }}"},
                                                     {"--metrics-bind-address=0", "--metrics-bind-address={{ if .Values.metrics }}:8080{{ else }}0{{ end }}"}}));
  }
  const ProgramResult both = repository.Run({"pin", "Deployment/operator", "charts"});
  EXPECT_EQ(both.exit_code, 3);
  EXPECT_THAT(both.err, HasSubstr("Deployment/operator is rendered by charts/one, charts/two: name one of them"));
  const ProgramResult printed = repository.Run({"pin", "Deployment/operator", "one"}, "", "charts");
  EXPECT_EQ(printed.exit_code, 0) << printed.err;
  EXPECT_THAT(printed.out, HasSubstr("    chart: charts/one\n"));
  EXPECT_THAT(printed.out, HasSubstr("    variants: [ci.large]\n    replicas: 5\n"));
  EXPECT_THAT(printed.out, HasSubstr("# These variants, which chartlint found, differ further: "));
  repository.Write(".chartlint.yaml", printed.out);
  const ProgramResult check = repository.Run({"charts", "--rule", "pin-broken", "--rule", "pin-unmatched"});
  EXPECT_EQ(check.exit_code, 0) << check.out << check.err;
}

TEST(Pins, OfAPublicOperatorHoldInItsVariants) {
  const char* shared = std::getenv("CHARTLINT_SHARED");
  const std::string folder = absl::StrCat(shared == nullptr ? "" : shared, "/corpus/cozystack+cozystack/core-installer/");
  if (shared == nullptr || !std::filesystem::exists(folder)) GTEST_SKIP() << "no corpus";
  const ScratchRepository repository("pins-corpus");
  repository.Write(".chartlint.yaml", absl::StrReplaceAll(kPins, {{"Deployment/operator", "Deployment/cozystack-operator"}}));
  std::vector<std::string> arguments = {"--rule", "pin-broken", "--rule", "pin-unmatched"};
  for (const char* variant : {"talos", "generic", "hosted"}) {
    arguments.insert(arguments.end(), {"--variant", absl::StrCat(variant, "=", folder, "variant-", variant, ".yaml")});
  }
  const ProgramResult result = repository.Run(arguments);
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
}

}  // namespace
}  // namespace chartlint
