#include "analyzer/kube/workload.h"

#include <utility>

#include "analyzer/kube/program_facts.h"
#include "analyzer/kube/program_table.h"
#include "analyzer/kube/rollout_reader.h"

namespace chartlint {
namespace {

ContainerPort ReadPort(Node node, bool host_network) {
  ContainerPort port;
  port.node = node;
  port.name = TextOf(node["name"]);
  port.number = node["containerPort"].AsInt().value_or(0);
  if (!TextOf(node["protocol"]).empty()) port.protocol = TextOf(node["protocol"]);
  port.host_ip = TextOf(node["hostIP"]);
  port.host_port = node["hostPort"].AsInt().value_or(0);
  port.host_port_written = port.host_port > 0;
  if (!port.host_port_written) port.host_port = host_network ? port.number : 0;
  return port;
}

EnvVariable ReadEnv(Node node) {
  EnvVariable variable;
  variable.node = node;
  variable.name = TextOf(node["name"]);
  if (!node["value"].IsUnset()) variable.value = node["value"];
  if (!node["valueFrom"].IsUnset()) variable.value_from = node["valueFrom"];
  return variable;
}

Container ReadContainer(Node node, ContainerRole role, bool host_network, const ProgramFacts& facts) {
  Container container;
  container.role = role;
  if (role == ContainerRole::kInit && TextOf(node["restartPolicy"]) == "Always")
    container.role = ContainerRole::kSidecar;
  container.node = node;
  container.name = TextOf(node["name"]);
  container.image = TextOf(node["image"]);
  for (Node port : node["ports"].Items()) {
    if (port.IsMapping()) container.ports.push_back(ReadPort(port, host_network));
  }
  for (Node variable : node["env"].Items()) {
    if (variable.IsMapping()) container.env.push_back(ReadEnv(variable));
  }
  container.command_line = ReadCommandLine(node, container.image);
  container.listeners = ReadListeners(container, facts.listeners);
  container.election = facts.elections.ElectionOf(container);
  if (container.election.state == LeaderElection::State::kOn) container.lock = facts.elections.LockOf(container);
  return container;
}

void ReadContainers(Node list, ContainerRole role, const ProgramFacts& facts, Workload* workload) {
  for (Node node : list.Items()) {
    if (node.IsMapping()) workload->containers.push_back(ReadContainer(node, role, workload->host_network, facts));
  }
}

PodRole RoleOf(const Object& object, Controller controller) {
  if (object.hook.is_hook) return PodRole::kHook;
  const bool job = controller == Controller::kJob || controller == Controller::kCronJob;
  return job ? PodRole::kJob : PodRole::kService;
}

void ReadServiceAccount(Workload* workload) {
  workload->service_account = "default";
  // serviceAccount is the deprecated name of the same field.
  for (const char* key : {"serviceAccountName", "serviceAccount"}) {
    const Node node = workload->pod[key];
    if (TextOf(node).empty()) continue;
    workload->service_account = TextOf(node);
    workload->service_account_node = node;
    return;
  }
}

}  // namespace

std::shared_ptr<const Workload> BuildWorkload(const Object& object, const ProgramFacts& facts) {
  const WorkloadKind* kind = FindWorkloadKind(object.group, object.kind);
  if (kind == nullptr || object.hook.is_test) return nullptr;
  Node pod_template = object.root;
  for (absl::string_view key : kind->template_path) pod_template = pod_template[key];
  if (!pod_template["spec"].IsMapping()) return nullptr;

  auto workload = std::make_shared<Workload>();
  workload->object = &object;
  workload->facts = &facts;
  workload->controller = kind->controller;
  workload->role = RoleOf(object, kind->controller);
  workload->pod_metadata = pod_template["metadata"];
  workload->pod = pod_template["spec"];
  workload->host_network = workload->pod["hostNetwork"].IsTrue();
  ReadServiceAccount(workload.get());
  ReadContainers(workload->pod["containers"], ContainerRole::kMain, facts, workload.get());
  ReadContainers(workload->pod["initContainers"], ContainerRole::kInit, facts, workload.get());
  ReadContainers(workload->pod["ephemeralContainers"], ContainerRole::kEphemeral, facts, workload.get());
  if (kind->has_replicas) {
    workload->replicas_node = object.spec()["replicas"];
    workload->replicas = workload->replicas_node.AsInt().value_or(1);
  }
  workload->strategy = ReadRollout(object, kind->controller);
  return workload;
}

bool Container::Runs(absl::string_view program) const {
  return IsProgram(command_line.program, program) || IsProgram(ImageProgram(image), program);
}

const ContainerPort* Container::PortNamed(absl::string_view wanted) const {
  if (wanted.empty()) return nullptr;
  for (const ContainerPort& port : ports) {
    if (port.name == wanted) return &port;
  }
  return nullptr;
}

const ContainerPort* Container::PortNumbered(int64_t number, absl::string_view protocol) const {
  for (const ContainerPort& port : ports) {
    if (port.number == number && port.protocol == protocol) return &port;
  }
  return nullptr;
}

const EnvVariable* Container::Env(absl::string_view wanted) const {
  for (auto variable = env.rbegin(); variable != env.rend(); ++variable) {
    if (variable->name == wanted) return &*variable;
  }
  return nullptr;
}

const Container* Workload::ContainerNamed(absl::string_view wanted) const {
  for (const Container& container : containers) {
    if (container.name == wanted) return &container;
  }
  return nullptr;
}

}  // namespace chartlint
