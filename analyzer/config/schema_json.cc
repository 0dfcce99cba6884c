// The table of keys as a JSON Schema (draft-07).

#include "analyzer/config/schema.h"
#include "analyzer/version.h"
#include "nlohmann/json.hpp"

namespace chartlint {
namespace {

using Json = nlohmann::ordered_json;

Json SchemaOf(const ConfigKey& key) {
  Json schema = Json::object();
  if (!key.description.empty()) schema["description"] = key.description;
  if (key.type == ConfigType::kChoice && !key.fallback.empty()) schema["default"] = key.fallback;
  switch (key.type) {
    case ConfigType::kString: schema["type"] = "string"; break;
    case ConfigType::kBool: schema["type"] = "boolean"; break;
    case ConfigType::kNumber:
      schema["type"] = "integer";
      schema["minimum"] = 0;
      break;
    case ConfigType::kScalar: schema["type"] = {"string", "number", "boolean"}; break;
    case ConfigType::kChoice: schema["enum"] = key.choices; break;
    case ConfigType::kDate:
      schema["type"] = "string";
      schema["format"] = "date";
      break;
    case ConfigType::kVersion:
      schema["type"] = "string";
      schema["pattern"] = "^v?1\\.[0-9]+(\\.[0-9]+)?$";
      break;
    case ConfigType::kAddress:
      schema["type"] = {"string", "integer"};
      schema["pattern"] = "^(.*:)?[0-9]+$";
      break;
    case ConfigType::kObject:
      schema["type"] = "string";
      schema["pattern"] = "^[^/]+/.+$";
      break;
    case ConfigType::kParameters:
      schema["type"] = "object";
      schema["propertyNames"] = {{"$ref", "#/definitions/rule"}};
      schema["additionalProperties"] = {{"type", "object"}};
      break;
    case ConfigType::kPattern: schema["type"] = "string"; break;
    case ConfigType::kPredicate: schema["$ref"] = "#/definitions/predicate"; break;
    case ConfigType::kNewRule:
    case ConfigType::kRule: schema["$ref"] = "#/definitions/rule"; break;
    case ConfigType::kAny: break;
    case ConfigType::kList:
      schema["type"] = "array";
      schema["items"] = SchemaOf(key.children.front());
      break;
    case ConfigType::kRuleMap:
      schema["type"] = "object";
      schema["propertyNames"] = {{"$ref", "#/definitions/rule"}};
      schema["additionalProperties"] = SchemaOf(key.children.front());
      break;
    case ConfigType::kMap:
      schema["type"] = "object";
      schema["additionalProperties"] = SchemaOf(key.children.front());
      break;
    case ConfigType::kMapping:
      schema["type"] = "object";
      schema["properties"] = Json::object();
      for (const ConfigKey& child : key.children) {
        schema["properties"][child.name] = SchemaOf(child);
        if (child.required) schema["required"].push_back(child.name);
        if (!child.needs.empty()) schema["dependencies"][child.name].push_back(child.needs);
      }
      for (const std::string& name : key.any_of) schema["anyOf"].push_back({{"required", {name}}});
      schema["additionalProperties"] = false;
      break;
  }
  return schema;
}

}  // namespace

std::string ConfigSchemaJson() {
  Json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"},
                 {"$id", std::string(kHomepage) + "/blob/main/docs/chartlint.schema.json"},
                 {"title", "chartlint"}};
  schema.update(SchemaOf(ConfigSchema()));
  // The ids themselves are not in it: a new rule must not need a new schema. chartlint checks them.
  schema["definitions"] = {{"rule", {{"type", "string"}, {"pattern", "^[a-z0-9]+(-[a-z0-9]+)+$"}}}};
  schema["definitions"]["predicate"] = SchemaOf(PredicateSchema());
  return schema.dump(2) + "\n";
}

}  // namespace chartlint
