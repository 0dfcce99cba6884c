#include "analyzer/kube/effective_object.h"

#include <string>

#include "analyzer/kube/parsed_objects.h"
#include "gtest/gtest.h"

namespace chartlint {
namespace {

TEST(Try, It) {
  const ParsedObjects objects("apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: x}\nspec: {replicas: null, template: {spec: {hostNetwork: true, containers: [{image: a, ports: [{containerPort: 80}]}]}}}");
  const EffectiveObject effective(objects[0]);
  printf("%s\n", effective.root().document()->ToJson(effective.root()).c_str());
}

}  // namespace
}  // namespace chartlint
