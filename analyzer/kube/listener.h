// What a container listens on, as its flags and environment say it (rules/data/listeners.yaml).
//
// Only winning occurrences count. A listener that is written and switched off (`0`, empty, `:0`) is kept with off = true,
// because a probe or a Service that leads to it is a fault. What no flag or variable says is not listed, except defaults
// of programs where they are public knowledge, or told by the configuration (origin kProgramDefault).
#ifndef CHARTLINT_ANALYZER_KUBE_LISTENER_H_
#define CHARTLINT_ANALYZER_KUBE_LISTENER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/yaml/document.h"

namespace chartlint {

struct Container;
class ListenerTable;

enum class ListenerRole : uint8_t { kMetrics, kHealth, kWebhook, kApi, kOther };
enum class ListenerOrigin : uint8_t { kFlag, kEnvironment, kProgramDefault };

struct Listener {
  ListenerRole role = ListenerRole::kOther;
  ListenerOrigin origin = ListenerOrigin::kFlag;
  bool off = false;
  std::string host;      // "" = all addresses; may hold a $(VAR)
  int64_t port = 0;      // 0 if off or not a number
  absl::string_view protocol = "TCP";
  std::string said;      // "--metrics-bind-address=:8080", "SMEE_DHCP_ADDR=0.0.0.0:67"
  Node node;             // item of args or env (the container for a program default)
  std::string forwards;  // for proxies: the upstream they forward to

  bool OnLoopback() const;      // 127.0.0.0/8, ::1, localhost
  bool OnAllAddresses() const;  // "", 0.0.0.0, [::], ::
};

// command_line, env and image of `container` must be filled.
std::vector<Listener> ReadListeners(const Container& container, const ListenerTable& table);

// Splits "host:port", ":port", "port", "[::1]:port", "tcp://h:p", "unix:/x" -> host and port (port 0: none).
bool ParseAddress(absl::string_view text, std::string* host, int64_t* port);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_KUBE_LISTENER_H_
