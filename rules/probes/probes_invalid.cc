// Upstream: pkg/apis/core/validation/validation.go (validateProbe, validateHandler, validateLivenessProbe,
// validateInitContainers), apimachinery/pkg/util/validation (IsValidPortName, IsHTTPHeaderName); values of
// the wrong type fail in the decoder.
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "rules/probes/probe.h"
#include "rules/prototypes.h"

namespace chartlint {

namespace {

struct Fault {
  Node node;
  std::string what;
};

class ProbeCheck {
 public:
  ProbeCheck(const Container& container, std::vector<Fault>* faults)
      : container_(container), faults_(faults) {}

  void Check(absl::string_view key) {
    key_ = key;
    const Node probe = container_.node[key];
    if (probe.IsUnset()) return;
    if (!probe.IsMapping()) return Add(probe, "is no mapping");
    if (container_.role == ContainerRole::kInit) {
      return Add(container_.node.Key(key), "is set on an init container without restartPolicy Always");
    }
    if (container_.role == ContainerRole::kEphemeral)
      return Add(container_.node.Key(key), "is set on an ephemeral container");
    CheckHandlers(probe);
    for (const char* field : {"initialDelaySeconds", "timeoutSeconds", "periodSeconds", "failureThreshold"}) {
      CheckNumber(probe[field], field, 0);
    }
    // 0 is taken for "not set" and becomes 1.
    const Node success = probe["successThreshold"];
    const bool only_one = key != "readinessProbe" && success.AsInt().value_or(0) > 1;
    if (only_one) {
      Add(success, absl::StrCat("has successThreshold ", success.text(), ", which must be 1 here"));
    } else {
      CheckNumber(success, "successThreshold", 0);
    }
    const Node grace = probe["terminationGracePeriodSeconds"];
    if (!grace.IsUnset() && key == "readinessProbe") {
      Add(grace, "has terminationGracePeriodSeconds, which only liveness and startup probes may have");
    } else {
      CheckNumber(grace, "terminationGracePeriodSeconds", 1);
    }
  }

 private:
  void Add(Node node, std::string what) { faults_->push_back({node, absl::StrCat(key_, " ", what)}); }

  void CheckHandlers(Node probe) {
    std::vector<absl::string_view> handlers;
    for (const char* name : {"exec", "httpGet", "tcpSocket", "grpc"}) {
      if (!probe[name].IsUnset()) handlers.push_back(name);
    }
    if (handlers.empty())
      return Add(container_.node.Key(key_), "has no handler (exec, httpGet, tcpSocket or grpc)");
    if (handlers.size() > 1) {
      return Add(probe.Key(handlers[1]),
                 absl::StrCat("has ", handlers.size(), " handlers (", absl::StrJoin(handlers, ", "), ")"));
    }
    const Node action = probe[handlers[0]];
    if (!action.IsMapping()) return Add(action, absl::StrCat("has a ", handlers[0], " that is no mapping"));
    if (handlers[0] == "exec") return CheckExec(action);
    CheckPort(action, handlers[0]);
    if (handlers[0] == "httpGet") CheckHttp(action);
  }

  void CheckExec(Node action) {
    const Node command = action["command"];
    if (command.IsUnset() || (command.IsSequence() && command.size() == 0)) {
      return Add(command ? command : action, "has an exec without a command");
    }
    if (!command.IsSequence()) return Add(command, "has an exec command that is no list");
    for (Node word : command.Items()) {
      if (!word.IsNull() && !word.IsString()) {
        return Add(word, absl::StrCat("has an exec command with ", word.text(),
                                      ", which is no string: it lacks quotes"));
      }
    }
  }

  void CheckPort(Node action, absl::string_view handler) {
    const Node port = action["port"];
    if (port.IsUnset()) return Add(port ? port : action, absl::StrCat("has a ", handler, " without a port"));
    const auto name = port.AsString();
    if (name && handler != "grpc") {
      if (!IsPortName(*name)) {
        Add(port, absl::StrCat("has port \"", *name, "\", which is no name of a port",
                               IsNumber(*name) ? ": a number has no quotes" : ""));
      }
      return;
    }
    const auto number = port.kind() == NodeKind::kInt ? port.AsInt() : std::nullopt;
    if (!number || *number < 1 || *number > 65535) {
      Add(port, absl::StrCat("has port ", port.IsScalar() ? port.text() : "(no scalar)",
                             ", which is no number from 1 to 65535"));
    }
  }

  void CheckHttp(Node action) {
    const Node scheme = action["scheme"];
    if (!TextOf(scheme).empty() && scheme.text() != "HTTP" && scheme.text() != "HTTPS") {
      Add(scheme, absl::StrCat("has scheme ", scheme.text(), ", which is neither HTTP nor HTTPS"));
    }
    for (const char* field : {"path", "host"}) {
      const Node node = action[field];
      if (!node.IsUnset() && !node.IsString())
        Add(node, absl::StrCat("has a ", field, " that is no string: it lacks quotes"));
    }
    const Node headers = action["httpHeaders"];
    if (!headers.IsUnset() && !headers.IsSequence()) Add(headers, "has httpHeaders that are no list");
    for (Node header : headers.Items()) CheckHeader(header);
  }

  void CheckHeader(Node header) {
    const Node name = header["name"];
    if (!name.IsUnset() && !name.IsString()) {
      Add(name, absl::StrCat("has the header name ", name.text(), ", which is no string: it lacks quotes"));
    } else if (!IsHeaderName(TextOf(name))) {
      Add(name ? name : header, absl::StrCat("has the header name \"", TextOf(name), "\", which is none"));
    }
    const Node value = header["value"];
    if (!value.IsUnset() && !value.IsString()) {
      Add(value,
          absl::StrCat("has the header value ", value.text(), ", which is no string: it lacks quotes"));
    }
  }

  void CheckNumber(Node node, absl::string_view field, int64_t least) {
    if (node.IsUnset()) return;
    const auto number = node.IsString() ? std::nullopt : node.AsInt();
    if (!number || *number > std::numeric_limits<int32_t>::max()) {
      Add(node, absl::StrCat("has ", field, " ", node.IsScalar() ? node.text() : "(no scalar)",
                             ", which is no whole number"));
    } else if (*number < least) {
      Add(node, absl::StrCat("has ", field, " ", *number, ", below ", least));
    }
  }

  static bool IsNumber(absl::string_view text) {
    int64_t number = 0;
    return absl::SimpleAtoi(text, &number);
  }

  static bool IsPortName(absl::string_view name) {
    if (name.empty() || name.size() > 15 || absl::StrContains(name, "--")) return false;
    if (name.front() == '-' || name.back() == '-') return false;
    bool letter = false;
    for (const char c : name) {
      letter |= absl::ascii_islower(static_cast<unsigned char>(c));
      if (!absl::ascii_islower(static_cast<unsigned char>(c)) &&
          !absl::ascii_isdigit(static_cast<unsigned char>(c)) && c != '-') {
        return false;
      }
    }
    return letter;
  }

  static bool IsHeaderName(absl::string_view name) {
    for (const char c : name) {
      if (!absl::ascii_isalnum(static_cast<unsigned char>(c)) && c != '-') return false;
    }
    return !name.empty();
  }

  const Container& container_;
  std::vector<Fault>* faults_;
  absl::string_view key_;
};

}  // namespace

void ProbesInvalid(const ObjectContext& context, Reporter& report) {
  // Operators complete the templates in their custom resources (Knative fills in a probe's port).
  if (context.object.workload == nullptr || context.object.workload->controller == Controller::kCustom)
    return;
  for (const Container& container : context.object.workload->containers) {
    std::vector<Fault> faults;
    ProbeCheck check(container, &faults);
    for (absl::string_view key : {"livenessProbe", "readinessProbe", "startupProbe"}) check.Check(key);
    if (faults.empty()) continue;
    std::vector<std::string> all;
    for (const Fault& fault : faults) all.push_back(fault.what);
    Reporter::Builder builder =
        report.Add(faults[0].node, absl::StrCat("container ", container.name, ": ", absl::StrJoin(all, "; "),
                                                ": the API server refuses it"));
    builder.Subject(absl::StrCat("container ", container.name));
    for (size_t i = 1; i < faults.size(); ++i) builder.Note(faults[i].node, faults[i].what);
  }
}

}  // namespace chartlint
