#include "analyzer/input/renders.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/parallel.h"
#include "xxhash.h"

namespace chartlint {
namespace {

namespace fs = std::filesystem;

constexpr off_t kLargestFile = off_t{512} << 20;

bool IsManifestName(const std::string& name) {
  return absl::EndsWith(name, ".yaml") || absl::EndsWith(name, ".yml") || absl::EndsWith(name, ".json");
}

// The file's bytes; a sentence on failure.
std::string ReadFile(const std::string& path, std::string* text) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return std::strerror(errno);
  struct stat status;
  std::string failure;
  if (fstat(fd, &status) != 0) {
    failure = std::strerror(errno);
  } else if (!S_ISREG(status.st_mode) && !S_ISFIFO(status.st_mode)) {
    failure = "neither a file nor a folder";
  } else if (status.st_size > kLargestFile) {
    failure = "larger than 512 MiB";
  } else {
    if (S_ISFIFO(status.st_mode)) fcntl(fd, F_SETFL, 0);  // a process substitution: wait for its writer
    size_t size = 0;
    text->resize(static_cast<size_t>(status.st_size) + 1);
    while (failure.empty()) {
      if (size == text->size()) text->resize(size * 2);
      const ssize_t got = read(fd, &(*text)[size], text->size() - size);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) failure = std::strerror(errno);
      if (got <= 0) break;
      size += static_cast<size_t>(got);
      if (size > static_cast<size_t>(kLargestFile)) failure = "larger than 512 MiB";
    }
    text->resize(size);
  }
  close(fd);
  return failure;
}

struct Digest {
  uint64_t low, high;
  bool operator==(const Digest& other) const { return low == other.low && high == other.high; }
  template <typename H>
  friend H AbslHashValue(H state, const Digest& digest) {
    return H::combine(std::move(state), digest.low);
  }
};

Digest DigestOf(absl::string_view text) {
  const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
  return {hash.low64, hash.high64};
}

// Manifests below a folder, sorted; every real folder and file once, so that links cannot go in circles.
void CollectFiles(const fs::path& folder, std::set<fs::path>* seen, std::vector<std::string>* files,
                  std::vector<std::pair<std::string, std::string>>* failures) {
  std::vector<fs::path> pending = {folder};
  while (!pending.empty()) {
    const fs::path current = std::move(pending.back());
    pending.pop_back();
    std::error_code error;
    if (!seen->insert(fs::canonical(current, error)).second) continue;
    for (fs::directory_iterator at(current, error), end; !error && at != end; at.increment(error)) {
      const std::string name = at->path().filename().string();
      if (name[0] == '.') continue;
      std::error_code ignored;
      if (at->is_directory(ignored)) {
        pending.push_back(at->path());
      } else if (IsManifestName(name)) {
        // A dangling link is told by the attempt to read it.
        const fs::path real = fs::weakly_canonical(at->path(), ignored);
        if (seen->insert(real).second) files->push_back(at->path().string());
      }
    }
    if (error) failures->emplace_back(current.string(), error.message());
  }
  std::sort(files->begin(), files->end());
}

}  // namespace

size_t RenderSet::occurrence_count() const {
  size_t count = 0;
  for (const DistinctDocument& document : documents) count += document.occurrences.size();
  return count;
}

uint32_t RenderReader::Variant(absl::string_view name) {
  auto at = std::find(set_->variants.begin(), set_->variants.end(), name);
  if (at == set_->variants.end()) at = set_->variants.insert(at, std::string(name));
  return static_cast<uint32_t>(at - set_->variants.begin());
}

void RenderReader::AddText(uint32_t variant, std::string path, std::string text) {
  set_->sources.push_back({std::move(path), std::move(text), variant});
}

void RenderReader::AddPath(uint32_t variant, const std::string& path) {
  std::error_code error;
  std::vector<std::string> files;
  if (fs::is_directory(path, error)) {
    std::set<fs::path> seen;
    std::vector<std::pair<std::string, std::string>> failures;
    CollectFiles(path, &seen, &files, &failures);
    for (const auto& [folder, failure] : failures) {
      set_->problems.push_back({folder, 0, absl::StrCat("cannot read the folder: ", failure), variant, true});
    }
    if (files.empty() && failures.empty()) {
      set_->problems.push_back({path, 0, "no *.yaml, *.yml or *.json below this folder", variant, true});
    }
  } else {
    files.push_back(path);
  }
  for (std::string& file : files) {
    std::string text;
    std::string failure = ReadFile(file, &text);
    if (failure.empty() && text.find('\0') != std::string::npos && !absl::StartsWith(text, "\xFF\xFE") &&
        !absl::StartsWith(text, "\xFE\xFF")) {
      failure = "a binary file, no manifest";
    }
    if (!failure.empty()) {
      set_->problems.push_back({std::move(file), 0, absl::StrCat("cannot be read: ", failure), variant, true});
    } else {
      AddText(variant, std::move(file), std::move(text));
    }
  }
}

void RenderReader::Finish(int jobs) {
  std::vector<std::vector<DocumentText>> texts(set_->sources.size());
  std::vector<std::vector<Digest>> digests(set_->sources.size());
  ParallelFor(set_->sources.size(), jobs, [&](size_t i) {
    texts[i] = SplitDocuments(set_->sources[i].text);
    for (const DocumentText& document : texts[i]) digests[i].push_back(DigestOf(document.text));
  });

  // Sources in the order of their variants, so that occurrences and documents_of_variant are ordered.
  std::vector<uint32_t> order(set_->sources.size());
  for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return set_->sources[a].variant < set_->sources[b].variant;
  });
  set_->documents_of_variant.resize(set_->variants.size());
  absl::flat_hash_map<Digest, uint32_t> known;
  std::vector<absl::string_view> distinct;
  for (uint32_t source : order) {
    const uint32_t variant = set_->sources[source].variant;
    std::vector<uint32_t>& of_variant = set_->documents_of_variant[variant];
    for (size_t i = 0; i < texts[source].size(); ++i) {
      const DocumentText& text = texts[source][i];
      auto [at, added] = known.emplace(digests[source][i], static_cast<uint32_t>(distinct.size()));
      if (added) {
        distinct.push_back(text.text);
        set_->documents.emplace_back();
      }
      std::vector<Occurrence>& occurrences = set_->documents[at->second].occurrences;
      const bool again = !occurrences.empty() && occurrences.back().variant == variant;
      occurrences.push_back({variant, source, text.first_line, text.template_path});
      if (!again) of_variant.push_back(at->second);
    }
  }

  // The largest first: a CRD of megabytes must not be the last thing that one thread is busy with.
  std::vector<uint32_t> by_size(distinct.size());
  for (uint32_t i = 0; i < by_size.size(); ++i) by_size[i] = i;
  std::stable_sort(by_size.begin(), by_size.end(),
                   [&](uint32_t a, uint32_t b) { return distinct[a].size() > distinct[b].size(); });
  ParallelFor(by_size.size(), jobs,
              [&](size_t i) { set_->documents[by_size[i]].document = Document::Parse(distinct[by_size[i]]); });
}

}  // namespace chartlint
