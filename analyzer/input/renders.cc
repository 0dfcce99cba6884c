#include "analyzer/input/renders.h"

#include <xxhash.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "analyzer/input/files.h"
#include "analyzer/input/transcode.h"
#include "analyzer/parallel.h"

namespace chartlint {
namespace {

// A NUL this early means that the file is no text.
constexpr size_t kBinaryProbe = 4096;

struct Digest {
  uint64_t low = 0, high = 0;
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

struct SplitText {
  std::vector<DocumentText> pieces;
  std::vector<Digest> digests;  // of the pieces
};

// Source indices in the order of their variants.
std::vector<uint32_t> OrderedSources(const std::deque<Source>& sources) {
  std::vector<uint32_t> order(sources.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return sources[a].variant < sources[b].variant; });
  return order;
}

}  // namespace

std::vector<uint32_t> DistinctDocument::Variants() const {
  std::vector<uint32_t> variants;
  for (const Occurrence& occurrence : occurrences) {
    if (variants.empty() || variants.back() != occurrence.variant) variants.push_back(occurrence.variant);
  }
  return variants;
}

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
  const size_t before = set_->sources.size();
  AddBytes(variant, std::move(path), std::move(text));
  if (set_->sources.size() > before) set_->sources.back().rendered = true;
}

void RenderReader::AddBytes(uint32_t variant, std::string path, std::string text) {
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
  absl::string_view& known = text_of_size_[text.size()];
  if (known.data() == nullptr || known != text) known = set_->texts.emplace_back(std::move(text));
  AddSource(variant, std::move(path), known);
}

void RenderReader::AddSource(uint32_t variant, std::string path, absl::string_view text) {
  Source& source = set_->sources.emplace_back();
  source.path = std::move(path);
  source.text = text;
  source.variant = variant;
}

void RenderReader::AddFile(uint32_t variant, const std::string& path) {
  const uint64_t size = FileSize(path);
  const auto known = text_of_size_.find(size);
  // A pipe has no size, and can be read only once.
  if (size > 0 && known != text_of_size_.end() && FileHolds(path, known->second)) {
    AddSource(variant, path, known->second);
    return;
  }
  absl::StatusOr<std::string> text = ReadFileBytes(path);
  if (text.ok()) {
    AddBytes(variant, path, *std::move(text));
  } else {
    set_->problems.push_back({path, 0, std::string(text.status().message()), variant, true});
  }
}

void RenderReader::AddPath(uint32_t variant, const std::string& path) {
  auto note = [&](const std::string& where, const absl::Status& status) {
    set_->problems.push_back({where, 0, std::string(status.message()), variant, true});
  };
  if (!IsFolder(path)) {
    AddFile(variant, path);
    return;
  }
  size_t problems_before = set_->problems.size();
  std::vector<std::string> files = FindManifests(path, note);
  if (files.empty() && set_->problems.size() == problems_before) {
    note(path, absl::NotFoundError("holds no *.yaml, *.yml or *.json file"));
  }
  for (const std::string& file : files) AddFile(variant, file);
}

void RenderReader::Finish(int jobs, Stopwatch* stopwatch) {
  std::vector<SplitText> split(set_->texts.size());
  absl::flat_hash_map<const char*, SplitText*> split_of;
  for (size_t i = 0; i < split.size(); ++i) split_of[set_->texts[i].data()] = &split[i];
  ParallelFor(split.size(), jobs, [&](size_t i) {
    split[i].pieces = SplitDocuments(set_->texts[i]);
    for (const DocumentText& piece : split[i].pieces) split[i].digests.push_back(DigestOf(piece.text));
  });

  set_->documents_of_variant.resize(set_->variants.size());
  absl::flat_hash_map<Digest, uint32_t> known;
  std::vector<absl::string_view> texts;  // of the distinct documents
  for (uint32_t source : OrderedSources(set_->sources)) {
    const uint32_t variant = set_->sources[source].variant;
    const SplitText& text = *split_of[set_->sources[source].text.data()];
    for (size_t i = 0; i < text.pieces.size(); ++i) {
      const DocumentText& piece = text.pieces[i];
      auto [entry, added] = known.try_emplace(text.digests[i], static_cast<uint32_t>(texts.size()));
      uint32_t index = entry->second;
      // Texts can be made to collide on purpose: such a one is read for itself.
      if (!added && texts[index] != piece.text) {
        index = static_cast<uint32_t>(texts.size());
        added = true;
      }
      if (added) {
        texts.push_back(piece.text);
        set_->documents.emplace_back();
      }
      std::vector<Occurrence>& occurrences = set_->documents[index].occurrences;
      const bool again = !occurrences.empty() && occurrences.back().variant == variant;
      occurrences.push_back({variant, source, piece.first_line, piece.template_path});
      if (!again) set_->documents_of_variant[variant].push_back(index);
    }
  }

  if (stopwatch != nullptr) stopwatch->End("read");

  // The largest first: a CRD of megabytes must not be the last thing that one thread is busy with.
  std::vector<uint32_t> by_size(texts.size());
  std::iota(by_size.begin(), by_size.end(), 0);
  std::stable_sort(by_size.begin(), by_size.end(),
                   [&](uint32_t a, uint32_t b) { return texts[a].size() > texts[b].size(); });
  ParallelFor(by_size.size(), jobs, [&](size_t i) {
    set_->documents[by_size[i]].document = Document::Parse(texts[by_size[i]]);
  });
  if (stopwatch != nullptr) stopwatch->End("parse");
}

}  // namespace chartlint
