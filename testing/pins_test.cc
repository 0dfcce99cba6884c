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
