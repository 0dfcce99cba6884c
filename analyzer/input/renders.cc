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

// Source indices in the order of their variants.
std::vector<uint32_t> OrderedSources(const std::deque<Source>& sources) {
  std::vector<uint32_t> order(sources.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return sources[a].variant < sources[b].variant; });
  return order;
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
    auto text = ReadFileBytes(file);
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

void RenderReader::Finish(int jobs, Stopwatch* stopwatch) {
  std::vector<std::vector<DocumentText>> pieces(set_->sources.size());
  std::vector<std::vector<Digest>> digests(set_->sources.size());
  ParallelFor(pieces.size(), jobs, [&](size_t i) {
    pieces[i] = SplitDocuments(set_->sources[i].text);
    for (const DocumentText& piece : pieces[i]) digests[i].push_back(DigestOf(piece.text));
  });

  set_->documents_of_variant.resize(set_->variants.size());
  absl::flat_hash_map<Digest, uint32_t> known;
  std::vector<absl::string_view> texts;  // of the distinct documents
  for (uint32_t source : OrderedSources(set_->sources)) {
    const uint32_t variant = set_->sources[source].variant;
    for (size_t i = 0; i < pieces[source].size(); ++i) {
      const DocumentText& piece = pieces[source][i];
      auto [entry, added] = known.try_emplace(digests[source][i], static_cast<uint32_t>(texts.size()));
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
