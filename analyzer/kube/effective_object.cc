#include "analyzer/kube/effective_object.h"

#include "analyzer/kube/kinds.h"

namespace chartlint {
namespace {

// An empty mapping to make others of.
Node EmptyMapping() {
  static const Document& document = *Document::Parse("{}").release();
  return document.root();
}

}  // namespace

EffectiveObject::EffectiveObject(const Object& object) : object_(object), copy_(object.root) {
  if (const DefaultsType* type = FindDefaults(object.group, object.version, object.kind)) {
    Fill(root(), *type);
  } else {
    FillPodTemplate();
  }
}

Node EffectiveObject::pod_template() const {
  const WorkloadKind* kind = FindWorkloadKind(object_.group, object_.kind);
  if (kind == nullptr) return Node();
  Node node = root();
  for (const absl::string_view key : kind->template_path) node = node[key];
  return node;
}

// Kinds that have no defaults but those of their pods.
void EffectiveObject::FillPodTemplate() {
  const WorkloadKind* kind = FindWorkloadKind(object_.group, object_.kind);
  if (kind == nullptr || kind->rewritten) return;
  Node node = root();
  for (const absl::string_view key : kind->template_path) node = copy_.Own(node, key, 0).node;
  if (node) Fill(node, PodTemplateDefaults());
}

// Types nest a fixed number of levels: no input makes this recursion deeper.
void EffectiveObject::Fill(Node mapping, const DefaultsType& type) {
  if (!mapping.IsMapping()) return;
  for (const DefaultsLine& line : type.lines) {
    bool holds = true;
    for (const DefaultsCondition& condition : line.conditions) holds = holds && condition.Holds(mapping);
    if (holds) Apply(line, mapping);
  }
}

void EffectiveObject::Apply(const DefaultsLine& line, Node mapping) {
  using Action = DefaultsLine::Action;
  const absl::string_view name = line.field.text();
  const Node value = mapping[name];
  switch (line.action) {
    case Action::kDefault:
      if (line.IsUnset(value)) copy_.Set(mapping, line.field, line.value);
      return;
    case Action::kFrom: {
      const Node from = mapping[line.from];
      if (line.IsUnset(value) && from.IsScalar() && !from.IsNull())
        copy_.Set(mapping, line.field, from, from);
      return;
    }
    case Action::kEntriesFrom: {
      const Node from = mapping[line.from];
      if (!from.IsMapping() || from.size() == 0 || !(value.IsUnset() || value.IsMapping())) return;
      if (value.IsUnset()) copy_.Set(mapping, line.field, EmptyMapping());
      copy_.SetMissing(copy_.Own(mapping, name, 0).node, from);
      return;
    }
    case Action::kType: {
      if (line.made && line.IsUnset(value)) copy_.Set(mapping, line.field, EmptyMapping());
      const DocumentCopy::Part part = copy_.Own(mapping, name, line.type->id);
      if (part.fresh) Fill(part.node, *line.type);
      return;
    }
    case Action::kItems: {
      if (!value.IsSequence()) return;
      const DocumentCopy::Part list = copy_.Own(mapping, name, line.type->id);
      if (!list.fresh) return;
      for (size_t i = 0; i < list.node.size(); ++i) {
        const DocumentCopy::Part item = copy_.Own(list.node, i, line.type->id);
        if (item.fresh) Fill(item.node, *line.type);
      }
      return;
    }
  }
}

}  // namespace chartlint
