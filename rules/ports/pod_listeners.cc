#include "rules/ports/pod_listeners.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace chartlint {

bool HasNumber(absl::string_view text, int64_t number) {
  const std::string digits = absl::StrCat(number);
  for (size_t at = text.find(digits); at != absl::string_view::npos; at = text.find(digits, at + 1)) {
    const size_t end = at + digits.size();
    const bool begins = at == 0 || !absl::ascii_isdigit(static_cast<unsigned char>(text[at - 1]));
    const bool ends = end == text.size() || !absl::ascii_isdigit(static_cast<unsigned char>(text[end]));
    if (begins && ends) return true;
  }
  return false;
}

bool IsReachable(const Listener& listener) { return !listener.off && !listener.OnLoopback(); }

bool BoundInPod(const Workload& workload, int64_t port) {
  for (const Container& container : workload.containers) {
    if (!container.RunsBesideMain()) continue;
    for (const Listener& listener : container.listeners) {
      if (!listener.off && listener.port == port) return true;
    }
  }
  return false;
}

bool MentionsPort(const Container& container, int64_t port, Node but) {
  // Occurrences of the same flag that lose against it say nothing, and its value may stand in the next item.
  std::vector<Node> ignored = {but};
  const std::vector<FlagOccurrence>& flags = container.command_line.occurrences;
  for (const FlagOccurrence& flag : flags) {
    if (flag.node != but) continue;
    for (const FlagOccurrence& same : flags) {
      if (same.name == flag.name) ignored.insert(ignored.end(), {same.node, same.value_node});
    }
  }
  const auto counts = [&ignored](Node node) {
    return std::find(ignored.begin(), ignored.end(), node) == ignored.end();
  };
  for (Node item : container.command_line.items) {
    if (counts(item) && HasNumber(item.text(), port)) return true;
  }
  for (const EnvVariable& variable : container.env) {
    if (counts(variable.node) && HasNumber(variable.value.text(), port)) return true;
  }
  return false;
}

bool AnotherContainerServes(const Workload& workload, const Container& own, int64_t port) {
  for (const Container& container : workload.containers) {
    if (&container == &own || !container.RunsBesideMain()) continue;
    for (const ContainerPort& declared : container.ports) {
      if (declared.number == port) return true;
    }
    for (const Listener& listener : container.listeners) {
      if (IsReachable(listener) && listener.port == port) return true;
    }
    // An image with its own configuration may listen on anything that it is told.
    if (MentionsPort(container, port)) return true;
  }
  return false;
}

bool SomethingSpeaksOf(const Release& release, const Workload& workload, int64_t port) {
  for (const Container& container : workload.containers) {
    for (const ContainerPort& declared : container.ports) {
      if (declared.number == port) return true;
    }
    if (MentionsPort(container, port) || release.ConfigTextHasNumber(workload, container, port)) return true;
  }
  return BoundInPod(workload, port);
}

bool SpeaksOfRole(absl::string_view name, ListenerRole role) {
  const std::string lower = absl::AsciiStrToLower(name);
  switch (role) {
    case ListenerRole::kMetrics:
      return absl::StrContains(lower, "metric") || absl::StrContains(lower, "prom");
    case ListenerRole::kHealth:
      return absl::StrContains(lower, "health") || absl::StrContains(lower, "probe") ||
             absl::StrContains(lower, "ready") || absl::StrContains(lower, "live");
    case ListenerRole::kWebhook:
      return absl::StrContains(lower, "webhook");
    case ListenerRole::kApi:
    case ListenerRole::kOther:
      return false;
  }
  return false;
}

absl::string_view RoleName(ListenerRole role) {
  switch (role) {
    case ListenerRole::kMetrics:
      return "metrics";
    case ListenerRole::kHealth:
      return "health";
    case ListenerRole::kWebhook:
      return "webhook";
    case ListenerRole::kApi:
      return "api";
    case ListenerRole::kOther:
      break;
  }
  return "other";
}

}  // namespace chartlint
