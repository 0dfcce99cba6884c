#include "analyzer/input/renders.h"

#include <xxhash.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <thread>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "analyzer/input/files.h"
#include "analyzer/input/transcode.h"

namespace chartlint {
namespace {

// A NUL this early means that the file is no text.
constexpr size_t kBinaryProbe = 4096;

// Threads cost more than they bring for little text.
constexpr size_t kBytesPerThread = 64 << 10;

void ParseAll(const std::vector<absl::string_view>& texts, int jobs, std::vector<DistinctDocument>* documents) {
  std::vector<uint32_t> order(texts.size());
  std::iota(order.begin(), order.end(), 0);
  // The largest first, so that none is left over at the end.
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return texts[a].size() > texts[b].size(); });
  std::atomic<size_t> next{0};
  auto work = [&] {
    for (size_t i = next++; i < order.size(); i = next++) {
      (*documents)[order[i]].document = Document::Parse(texts[order[i]]);
    }
  };
  size_t bytes = 0;
  for (absl::string_view text : texts) bytes += text.size();
  size_t threads = std::min<size_t>({static_cast<size_t>(std::max(jobs, 1)), bytes / kBytesPerThread + 1, texts.size()});
  std::vector<std::thread> others;
  for (size_t i = 1; i < threads; ++i) others.emplace_back(work);
  work();
  for (std::thread& thread : others) thread.join();
}

}  // namespace

size_t RenderSet::occurrence_count() const {
  size_t count = 0;
  for (const DistinctDocument& document : documents) count += document.occurrences.size();
  return count;
}

uint32_t RenderReader::Variant(absl::string_view name) {
  auto& variants = set_->variants;
  auto found = std::find(variants.begin(), variants.end(), name);
  if (found == variants.end()) found = variants.emplace(variants.end(), name);
  return static_cast<uint32_t>(found - variants.begin());
}

void RenderReader::AddText(uint32_t variant, std::string path, std::string text) {
  if (text.size() > kMaxFileBytes) {
    set_->problems.push_back(
        {std::move(path), 0, absl::StrCat("is larger than ", kMaxFileBytes >> 20, " MiB, the most that is read"), variant, true});
    return;
  }
  if (IsUtf16(text)) {
    text = Utf8FromUtf16(text);
  } else if (absl::string_view(text).substr(0, kBinaryProbe).find('\0') != absl::string_view::npos) {
    set_->problems.push_back({std::move(path), 0, "is a binary file", variant, true});
    return;
  }
  Source& source = set_->sources.emplace_back();
  source.path = std::move(path);
  source.text = std::move(text);
  source.variant = variant;
}

void RenderReader::AddPath(uint32_t variant, const std::string& path) {
  auto note = [&](const std::string& where, const absl::Status& status) {
    set_->problems.push_back({where, 0, std::string(status.message()), variant, true});
  };
  auto add = [&](const std::string& file) {
    auto text = ReadWholeFile(file);
    if (text.ok()) {
      AddText(variant, file, *std::move(text));
    } else {
      note(file, text.status());
    }
  };
  if (!IsFolder(path)) {
    add(path);
    return;
  }
  size_t problems_before = set_->problems.size();
  std::vector<std::string> files = FindManifests(path, note);
  if (files.empty() && set_->problems.size() == problems_before) {
    note(path, absl::NotFoundError("holds no *.yaml, *.yml or *.json file"));
  }
  for (const std::string& file : files) add(file);
}

void RenderReader::Finish(int jobs) {
  // Occurrences are listed by variant; sources may have come in any order.
  std::vector<uint32_t> order(set_->sources.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return set_->sources[a].variant < set_->sources[b].variant; });
  set_->documents_of_variant.resize(set_->variants.size());

  struct Hash {
    size_t operator()(const std::pair<uint64_t, uint64_t>& key) const { return static_cast<size_t>(key.first); }
  };
  absl::flat_hash_map<std::pair<uint64_t, uint64_t>, uint32_t, Hash> index_of;
  std::vector<absl::string_view> texts;
  for (uint32_t source_index : order) {
    const Source& source = set_->sources[source_index];
    for (const DocumentText& piece : SplitDocuments(source.text)) {
      XXH128_hash_t hash = XXH3_128bits(piece.text.data(), piece.text.size());
      auto [entry, is_new] = index_of.try_emplace({hash.low64, hash.high64}, static_cast<uint32_t>(texts.size()));
      // Texts can be made to collide on purpose; such a one is simply parsed for itself.
      uint32_t index = entry->second;
      if (!is_new && texts[index] != piece.text) {
        index = static_cast<uint32_t>(texts.size());
        is_new = true;
      }
      if (is_new) {
        texts.push_back(piece.text);
        set_->documents.emplace_back();
      }
      auto& occurrences = set_->documents[index].occurrences;
      bool known_here = !occurrences.empty() && occurrences.back().variant == source.variant;
      occurrences.push_back({source.variant, source_index, piece.first_line, piece.template_path});
      if (!known_here) set_->documents_of_variant[source.variant].push_back(index);
    }
  }
  ParseAll(texts, jobs, &set_->documents);
}

}  // namespace chartlint
