// Release, part: the configuration that pods read, as text.
#include "analyzer/index/release_config.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"

namespace chartlint {
namespace {

// Numbers of at most five digits; a longer run of digits is no port.
void CollectNumbers(absl::string_view text, std::vector<uint16_t>* numbers) {
  for (size_t i = 0; i < text.size();) {
    if (!absl::ascii_isdigit(text[i])) {
      ++i;
      continue;
    }
    uint32_t number = 0;
    const size_t begin = i;
    for (; i < text.size() && absl::ascii_isdigit(text[i]); ++i) {
      if (i - begin < 6) number = number * 10 + static_cast<uint32_t>(text[i] - '0');
    }
    if (i - begin <= 5 && number > 0 && number <= 65535) numbers->push_back(static_cast<uint16_t>(number));
  }
}

bool ContainsIgnoringCase(absl::string_view text, absl::string_view lower_case_word) {
  const auto same = [](char a, char b) { return absl::ascii_tolower(static_cast<unsigned char>(a)) == b; };
  return std::search(text.begin(), text.end(), lower_case_word.begin(), lower_case_word.end(), same) !=
         text.end();
}

// ConfigMaps and Secrets by the names under which a pod refers to them, each once.
class Collector {
 public:
  Collector(const Release& release, absl::string_view ns) : release_(release), ns_(ns) {}

  void AddConfigMap(Node name) { Add("ConfigMap", TextOf(name)); }
  void AddSecret(Node name) { Add("Secret", TextOf(name)); }

  void AddVolume(Node volume) {
    AddConfigMap(volume["configMap"]["name"]);
    AddSecret(volume["secret"]["secretName"]);
    for (Node source : volume["projected"]["sources"].Items()) {
      AddConfigMap(source["configMap"]["name"]);
      AddSecret(source["secret"]["name"]);
    }
  }

  void AddEnvironment(const Container& container) {
    for (const EnvVariable& variable : container.env) {
      AddConfigMap(variable.value_from["configMapKeyRef"]["name"]);
      AddSecret(variable.value_from["secretKeyRef"]["name"]);
    }
    for (Node source : container.node["envFrom"].Items()) {
      AddConfigMap(source["configMapRef"]["name"]);
      AddSecret(source["secretRef"]["name"]);
    }
  }

  void AddMounts(const Workload& workload, const Container& container) {
    absl::flat_hash_set<absl::string_view> mounted;
    for (Node mount : container.node["volumeMounts"].Items()) mounted.insert(TextOf(mount["name"]));
    for (Node volume : workload.pod["volumes"].Items()) {
      if (mounted.contains(TextOf(volume["name"]))) AddVolume(volume);
    }
  }

  std::vector<const Object*> Take() { return std::move(objects_); }

 private:
  void Add(absl::string_view kind, absl::string_view name) {
    if (name.empty()) return;
    const Object* object = release_.Find("", kind, name, ns_);
    if (object == nullptr || std::find(objects_.begin(), objects_.end(), object) != objects_.end()) return;
    objects_.push_back(object);
  }

  const Release& release_;
  absl::string_view ns_;
  std::vector<const Object*> objects_;
};

}  // namespace

Release::ConfigText::ConfigText(const Object& object) {
  const bool encoded = object.kind == "Secret";
  for (const auto& [key, value] : object.root["data"].Entries()) {
    if (!encoded) {
      texts.push_back(TextOf(value));
    } else if (std::string plain; absl::Base64Unescape(TextOf(value), &plain)) {
      decoded.push_back(std::move(plain));
      texts.push_back(decoded.back());
    }
  }
  for (const auto& [key, value] : object.root["stringData"].Entries()) texts.push_back(TextOf(value));
  for (absl::string_view text : texts) CollectNumbers(text, &numbers);
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

bool Release::ConfigText::HasNumber(int64_t port) const {
  return port > 0 && port <= 65535 &&
         std::binary_search(numbers.begin(), numbers.end(), static_cast<uint16_t>(port));
}

bool Release::ConfigText::HasWord(const std::string& lower_case_word) const {
  return std::any_of(texts.begin(), texts.end(),
                     [&](absl::string_view text) { return ContainsIgnoringCase(text, lower_case_word); });
}

const Release::ConfigText& Release::TextOfConfig(const Object& object) const {
  const std::lock_guard<std::mutex> lock(config_mutex_);
  std::unique_ptr<const ConfigText>& text = config_texts_[&object];
  if (text == nullptr) text = std::make_unique<const ConfigText>(object);
  return *text;
}

std::vector<const Object*> Release::ConfigOf(const Workload& workload) const {
  Collector collector(*this, workload.object->ns);
  for (Node volume : workload.pod["volumes"].Items()) collector.AddVolume(volume);
  for (const Container& container : workload.containers) collector.AddEnvironment(container);
  return collector.Take();
}

std::vector<const Object*> Release::ConfigReadBy(const Workload& workload, const Container& container) const {
  Collector collector(*this, workload.object->ns);
  for (const Container& other : workload.containers) {
    if (&other != &container && other.role != ContainerRole::kInit) continue;
    collector.AddMounts(workload, other);
    collector.AddEnvironment(other);
  }
  return collector.Take();
}

bool Release::ConfigTextHasNumber(const Workload& workload, const Container& container, int64_t port) const {
  for (const Object* object : ConfigReadBy(workload, container)) {
    if (TextOfConfig(*object).HasNumber(port)) return true;
  }
  return false;
}

bool Release::ConfigTextHasWord(const Workload& workload, const Container& container,
                                const std::vector<absl::string_view>& words) const {
  for (const Object* object : ConfigReadBy(workload, container)) {
    const ConfigText& text = TextOfConfig(*object);
    for (absl::string_view word : words) {
      if (text.HasWord(absl::AsciiStrToLower(word))) return true;
    }
  }
  return false;
}

}  // namespace chartlint
