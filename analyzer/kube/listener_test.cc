// Listeners by flag, by variable and by default: bound, moved, on loopback, off.
#include "analyzer/kube/listener.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzer/kube/container_for_test.h"
#include "gtest/gtest.h"

namespace chartlint {
namespace {

std::string Told(const std::vector<Listener>& listeners) {
  const char* roles[] = {"metrics", "health", "webhook", "api", "other"};
  return absl::StrJoin(listeners, "; ", [&roles](std::string* out, const Listener& listener) {
    absl::StrAppend(out, roles[static_cast<int>(listener.role)], " ");
    if (listener.off) {
      absl::StrAppend(out, "off");
    } else {
      absl::StrAppend(out, listener.host, ":", listener.port, listener.protocol == "UDP" ? "/UDP" : "");
    }
    if (listener.OnLoopback()) absl::StrAppend(out, " loopback");
    if (listener.OnAllAddresses()) absl::StrAppend(out, " all");
    if (!listener.forwards.empty()) absl::StrAppend(out, " -> ", listener.forwards);
  });
}

TEST(ListenerTest, Flags) {
  const struct {
    const char* container;
    const char* told;
  } cases[] = {
      {"{image: x, args: [--metrics-bind-address=:8080, --health-probe-bind-address=0.0.0.0:8081]}",
       "metrics :8080 all; health 0.0.0.0:8081 all"},
      {"{image: x, args: [--metrics-bind-address=0]}", "metrics off"},
      {"{image: x, args: [--metrics-bind-address=:0]}", "metrics off"},
      // Empty is controller-runtime's default for metrics, and off for probes.
      {"{image: x, args: ['--metrics-bind-address=', '--health-probe-bind-address=']}", "health off"},
      {"{image: x, args: [--metrics-bind-address, ':9090']}", "metrics :9090 all"},
      {"{image: x, args: [--metrics-bind-address=127.0.0.1:8080]}", "metrics 127.0.0.1:8080 loopback"},
      {"{image: x, args: ['--metrics-bind-address=[::1]:8080']}", "metrics ::1:8080 loopback"},
      {"{image: x, args: [--metrics-addr=localhost:8080]}", "metrics localhost:8080 loopback"},
      {"{image: x, args: ['--metrics-addr=[$(HOST_IP)]:8080']}", "metrics $(HOST_IP):8080"},
      // The last one wins, except where each binds.
      {"{image: x, args: [--metrics-bind-address=0, --metrics-bind-address=:8080]}", "metrics :8080 all"},
      {"{image: x, args: [--metrics-bind-address=:8080, --metrics-bind-address=0]}", "metrics off"},
      {"{image: x, args: [--web.listen-address=:1, --web.listen-address=:2]}", "api :1 all; api :2 all"},
      // A host alone has its port in another flag.
      {"{image: x, args: [--metrics-bind-address=0.0.0.0, --metrics-port=7472]}", "metrics 0.0.0.0:7472 all"},
      {"{image: x, args: ['--bind-address=::', --secure-port=10250]}", "api :::10250 all"},
      // Values through variables.
      {"{image: x, args: ['--metrics-bind-address=:$(P)'], env: [{name: P, value: '8080'}]}", "metrics :8080 all"},
      {"{image: x, args: ['--metrics-bind-address=:$(P)']}", "metrics :0 all"},
      // Proxies say where they lead.
      {"{image: kube-rbac-proxy, args: [--secure-listen-address=:8443, --upstream=http://127.0.0.1:8080/]}",
       "api :8443 all -> http://127.0.0.1:8080/"},
      // Names that are listeners of some programs only.
      {"{image: kube-state-metrics, args: [--port=8080, --telemetry-port=8081]}", "api :8080 all; metrics :8081 all"},
      {"{image: mysql, command: [mysqladmin], args: [--host=db, --port=3306]}", ""},
      {"{image: loki-canary, args: [-addr=loki:3100]}", ""},
      {"{image: helm-controller, args: ['--events-addr=http://notification-controller/']}", ""},
      {"{image: notification-controller, args: ['--events-addr=:9292']}", "api :9292 all"},
      // Off by another flag.
      {"{image: kyverno, args: [--metricsPort=8000, --disableMetrics=false]}", "metrics :8000 all"},
      {"{image: kyverno, args: [--metricsPort=8000, --disableMetrics]}", "metrics off"},
      {"{image: traefik, args: [--entryPoints.metrics.address=:9100/tcp, --entrypoints.dns.address=:53/udp]}",
       "metrics :9100 all; api :53/UDP all"},
      // Nothing that can be read.
      {"{image: x, args: [--metrics-bind-address=unix:/x, --health-probe-bind-address=:99999, --metrics-addr]}", ""},
      {"{image: x, command: [sh, -c, 'a; x --metrics-addr=:1']}", ""},
      {"{image: x, command: [sh, -c, 'exec x --metrics-addr=:1']}", "metrics :1 all"},
  };
  for (const auto& c : cases) EXPECT_EQ(Told(ContainerForTest(c.container)->listeners), c.told) << c.container;
}

TEST(ListenerTest, Environment) {
  const struct {
    const char* container;
    const char* told;
  } cases[] = {
      {"{image: smee, env: [{name: SMEE_DHCP_ADDR, value: '0.0.0.0:67'}, {name: SMEE_TFTP_ADDR, value: 0.0.0.0},"
       " {name: SMEE_TFTP_PORT, value: '69'}, {name: SMEE_HTTP_PORT, value: '7171'}]}",
       "api 0.0.0.0:67/UDP all; api 0.0.0.0:69/UDP all; api :7171 all"},
      {"{image: x, env: [{name: ADMIN_LISTEN_ADDR, value: '127.0.0.1:4191'}]}", "other 127.0.0.1:4191 loopback"},
      {"{image: x, env: [{name: CONCOURSE_TSA_BIND_PORT, value: '2222'}, {name: CONCOURSE_TSA_BIND_IP, value: 127.0.0.1}]}",
       "other 127.0.0.1:2222 loopback"},
      {"{image: speaker, env: [{name: METALLB_ML_BIND_PORT, value: '7946'},"
       " {name: METALLB_ML_BIND_ADDR, valueFrom: {fieldRef: {fieldPath: status.podIP}}}]}",
       "other $(METALLB_ML_BIND_ADDR):7946; other $(METALLB_ML_BIND_ADDR):7946/UDP"},
      // Somebody else's addresses, a host without a port, a value from elsewhere.
      {"{image: x, env: [{name: REDIS_ADDR, value: 'redis:6379'}, {name: DB_PORT, value: '1'},"
       " {name: S_LISTEN_ADDRESS, value: 0.0.0.0}, {name: T_LISTEN_ADDR, valueFrom: {fieldRef: {fieldPath: p}}}]}",
       ""},
  };
  for (const auto& c : cases) EXPECT_EQ(Told(ContainerForTest(c.container)->listeners), c.told) << c.container;
}

TEST(ListenerTest, ProgramDefaults) {
  EXPECT_EQ(Told(ContainerForTest("{image: 'quay.io/kiwigrid/k8s-sidecar:2.10.1'}")->listeners), "health :8080 all");
  EXPECT_EQ(Told(ContainerForTest("{image: 'k8s-sidecar:2.1.0', env: [{name: HEALTH_PORT, value: '8081'}]}")->listeners),
            "health :8081 all");
  // Releases before the listener, and tags that say nothing.
  EXPECT_EQ(Told(ContainerForTest("{image: 'k8s-sidecar:1.30.0'}")->listeners), "");
  EXPECT_EQ(Told(ContainerForTest("{image: 'k8s-sidecar@sha256:00'}")->listeners), "");
  EXPECT_EQ(Told(ContainerForTest("{image: 'k8s-sidecar:latest'}")->listeners), "");
}

TEST(ListenerTest, ParseAddress) {
  const struct {
    const char* text;
    bool ok;
    const char* host;
    int64_t port;
  } cases[] = {
      {"1.2.3.4:80", true, "1.2.3.4", 80}, {":80", true, "", 80},     {"80", true, "", 80},
      {"[::1]:80", true, "::1", 80},       {"[::]", true, "::", 0},   {"tcp://h:80", true, "h", 80},
      {"http://h:80/x", true, "h", 80},    {"h", true, "h", 0},       {"unix:/x", false, "", 0},
      {"/run/x.sock", false, "", 0},       {"", false, "", 0},        {"h:http", false, "h", 0},
      {":65536", false, "", 0},            {"[::1", false, "", 0},    {":$(P)", true, "", 0},
  };
  for (const auto& c : cases) {
    std::string host;
    int64_t port = 0;
    EXPECT_EQ(ParseAddress(c.text, &host, &port), c.ok) << c.text;
    if (!c.ok) continue;
    EXPECT_EQ(host, c.host) << c.text;
    EXPECT_EQ(port, c.port) << c.text;
  }
}

}  // namespace
}  // namespace chartlint
