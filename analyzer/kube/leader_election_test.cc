// Every spelling of leader election, and what each says.
#include "analyzer/kube/leader_election.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "analyzer/kube/container_for_test.h"
#include "gtest/gtest.h"

namespace chartlint {
namespace {

std::string Told(const LeaderElection& election) {
  const char* states[] = {"unsaid", "on", "off"};
  return absl::StrCat(states[static_cast<int>(election.state)], ": ", election.said);
}

TEST(LeaderElectionTest, Spellings) {
  const struct {
    const char* container;
    const char* told;
  } cases[] = {
      {"{image: x, args: [--leader-elect]}", "on: --leader-elect"},
      {"{image: x, args: [--leader-elect=True]}", "on: --leader-elect=True"},
      {"{image: x, args: [--leader-elect=false]}", "off: --leader-elect=false"},
      {"{image: x, args: [--leader-elect=no]}", "unsaid: --leader-elect=no"},
      {"{image: x, args: [--leader-elect, 'false']}", "on: --leader-elect"},
      {"{image: x, args: [-enable-leader-election=f]}", "off: -enable-leader-election=f"},
      {"{image: x, args: [--leader-election-enabled=0]}", "off: --leader-election-enabled=0"},
      {"{image: x, args: [--enableLeaderElection=false]}", "off: --enableLeaderElection=false"},
      {"{image: x, args: [--disable-leader-election]}", "off: --disable-leader-election"},
      {"{image: x, args: [--disable-leader-election=false]}", "on: --disable-leader-election=false"},
      // The last one counts, and a flag goes before a variable.
      {"{image: x, args: [--leader-elect=false, --leader-elect]}", "on: --leader-elect"},
      {"{image: x, args: [--leader-elect], env: [{name: LEADER_ELECT, value: 'false'}]}", "on: --leader-elect"},
      // Variables, direct and through a flag.
      {"{image: x, env: [{name: LEADER_ELECT, value: 'false'}]}", "off: LEADER_ELECT=false"},
      {"{image: x, env: [{name: WIDGET_LEADER_ELECTION_ENABLED, value: 'yes'}]}", "on: WIDGET_LEADER_ELECTION_ENABLED=yes"},
      {"{image: x, env: [{name: LEADER_ELECTION_DISABLE, value: 'true'}]}", "off: LEADER_ELECTION_DISABLE=true"},
      {"{image: x, env: [{name: LEADER_ELECTION_IDENTITY, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]}",
       "on: LEADER_ELECTION_IDENTITY"},
      {"{image: x, args: [--leader-elect=$(LE)], env: [{name: LE, value: 'false'}]}", "off: --leader-elect=$(LE)"},
      {"{image: x, args: [--leader-elect=$(LE)]}", "unsaid: --leader-elect=$(LE)"},
      {"{image: x, env: [{name: LEADER_ELECT, valueFrom: {configMapKeyRef: {name: c, key: k}}}]}", "unsaid: LEADER_ELECT"},
      // Nothing is said.
      {"{image: x, args: [--leader-elect-id=a]}", "unsaid: "},
      {"{image: x, env: [{name: LEADER_ELECTION_LEASE_NAME, value: 'true'}]}", "unsaid: "},
  };
  for (const auto& c : cases) {
    const ContainerForTest container(c.container);
    EXPECT_EQ(Told(container->election), c.told) << c.container;
  }
}

TEST(LeaderElectionTest, Lock) {
  const ContainerForTest plain("{image: x, args: [--leader-elect]}");
  EXPECT_TRUE(plain->lock.own_ns);
  EXPECT_TRUE(plain->lock.leases);

  const ContainerForTest far("{image: x, args: [--leader-election-namespace=kube-system, --leader-election-id=w]}");
  const ElectionLock lock = far->lock;
  EXPECT_FALSE(lock.own_ns);
  EXPECT_EQ(lock.ns, "kube-system");
  EXPECT_EQ(lock.name, "w");

  const ContainerForTest own(
      "{image: x, args: [--leader-election-namespace=$(NS)], env: [{name: NS, valueFrom: {fieldRef: {fieldPath: metadata.namespace}}}]}");
  EXPECT_TRUE(own->lock.own_ns);

  const ContainerForTest unknown(
      "{image: x, args: [--leader-election-namespace=$(NS)], env: [{name: NS, valueFrom: {configMapKeyRef: {name: c, key: k}}}]}");
  EXPECT_FALSE(unknown->lock.own_ns);
  EXPECT_EQ(unknown->lock.ns, "$(NS)");

  const ContainerForTest maps("{image: x, env: [{name: DD_LEADER_ELECTION_DEFAULT_RESOURCE, value: configmap}]}");
  EXPECT_FALSE(maps->lock.leases);
}

}  // namespace
}  // namespace chartlint
