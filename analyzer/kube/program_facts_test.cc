// What a configuration adds to the tables of listeners and leader election.
#include "analyzer/kube/program_facts.h"

#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "analyzer/kube/container_for_test.h"
#include "gtest/gtest.h"

namespace chartlint {
namespace {

class Added {
 public:
  explicit Added(const char* yaml)
      : document_(Document::Parse(yaml)),
        facts_(document_->root()["listeners"].Items(), document_->root()["leaderElection"].Items()) {}
  // "metrics :9090", "off", "flag"; parted by blanks.
  std::string Listeners(const char* yaml) const {
    const ContainerForTest container(yaml, facts_);
    std::string told;
    for (const Listener& listener : container->listeners) {
      absl::StrAppend(&told, told.empty() ? "" : " ", listener.off ? "off" : absl::StrCat(listener.host, ":", listener.port),
                      listener.protocol == "UDP" ? "/UDP" : "", listener.origin == ListenerOrigin::kProgramDefault ? "(default)" : "");
    }
    return told;
  }
  std::string Election(const char* yaml) const {
    const ContainerForTest container(yaml, facts_);
    const char* states[] = {"unsaid", "on", "off"};
    return absl::StrCat(states[static_cast<int>(container->election.state)], container->election.built_in ? " built-in" : "",
                        container->lock.name.empty() ? "" : absl::StrCat(" ", container->lock.name));
  }

 private:
  std::unique_ptr<Document> document_;
  ProgramFacts facts_;
};

TEST(ProgramFactsTest, Listeners) {
  const Added added(R"(listeners:
  - {flag: --admin-addr, role: metrics, closedBy: [none]}
  - {flag: shop-port, reads: port, host: [--shop-host], protocol: both, programs: [shop]}
  - {env: ADMIN_BIND, role: health}
  - {flag: gossip, default: ":7946", programs: [shop-operator, depot]}
  - {flag: metrics-bind-address, role: other, closedBy: [""], programs: [shop]}
)");
  EXPECT_EQ(added.Listeners("{image: x, args: [--admin-addr=:9090]}"), ":9090");
  EXPECT_EQ(added.Listeners("{image: x, args: [--admin-addr=none]}"), "off");
  EXPECT_EQ(added.Listeners("{image: x, args: [--admin-addr=:1, --admin-addr=:2]}"), ":2") << "the last one counts";
  EXPECT_EQ(added.Listeners("{image: x, args: [--other-addr=:9090]}"), "");
  EXPECT_EQ(added.Listeners("{image: r/shop, args: [--shop-port=80, --shop-host=127.0.0.1]}"), "127.0.0.1:80 127.0.0.1:80/UDP");
  EXPECT_EQ(added.Listeners("{image: r/shop:1, command: [/manager], args: [--shop-port=80]}"), ":80 :80/UDP") << "the image's name";
  EXPECT_EQ(added.Listeners("{image: r/depot, command: [/bin/depot], args: [--shop-port=80]}"), ":7946(default)") << "not its flag";
  EXPECT_EQ(added.Listeners("{image: x, env: [{name: ADMIN_BIND, value: ':8081'}]}"), ":8081");
  EXPECT_EQ(added.Listeners("{image: r/shop-operator:v1}"), ":7946(default)");
  EXPECT_EQ(added.Listeners("{image: r/shop-operator, args: [--gossip=:80]}"), ":80");
  EXPECT_EQ(added.Listeners("{image: r/shop-operator, args: [--gossip=0]}"), "off");
  EXPECT_EQ(added.Listeners("{image: x, args: [--metrics-bind-address=:8080, '--metrics-addr=']}"), ":8080") << "built-in ones stay";
  EXPECT_EQ(added.Listeners("{image: r/shop, args: ['--metrics-bind-address=']}"), "off") << "added ones go before";
}

TEST(ProgramFactsTest, LeaderElection) {
  const Added added(R"(leaderElection:
  - {flag: ha}
  - {flag: --single, sets: disabled}
  - {env: REPLICATED, programs: [shop]}
  - {env: LOCK_ID, sets: present}
  - {flag: lock, sets: name}
  - {program: depot}
)");
  EXPECT_EQ(added.Election("{image: x, args: [--ha]}"), "on");
  EXPECT_EQ(added.Election("{image: x, args: [--ha=false]}"), "off");
  EXPECT_EQ(added.Election("{image: x, args: [--single]}"), "off");
  EXPECT_EQ(added.Election("{image: r/shop, env: [{name: REPLICATED, value: 'yes'}]}"), "on");
  EXPECT_EQ(added.Election("{image: r/other, env: [{name: REPLICATED, value: 'yes'}]}"), "unsaid");
  EXPECT_EQ(added.Election("{image: x, env: [{name: LOCK_ID, value: a}]}"), "on");
  EXPECT_EQ(added.Election("{image: x, args: [--ha, --lock=mine]}"), "on mine");
  EXPECT_EQ(added.Election("{image: r/depot:1}"), "unsaid built-in");
  EXPECT_EQ(added.Election("{image: x, args: [--leader-elect=false]}"), "off") << "built-in ones stay";
}

}  // namespace
}  // namespace chartlint
