#include "analyzer/template_map/template_map.h"

#include <algorithm>
#include <map>
#include <utility>

#include "analyzer/template_map/aligner.h"
#include "analyzer/template_map/document_order.h"
#include "analyzer/template_map/document_starts.h"
#include "analyzer/template_map/frame_values.h"
#include "analyzer/template_map/line_stepper.h"
#include "analyzer/template_map/references.h"
#include "analyzer/template_map/values_origin.h"

namespace chartlint {
namespace {

constexpr double kExactMargin = 1.5;
constexpr double kNearMargin = 0.2;
constexpr int32_t kFarApart = 30;  // lines between ties that no reader would call "near"

ChartValue Overrides(const RenderInputs& inputs) {
  ChartValue merged = ChartValue::MakeMap({});
  for (const ValuesFile& file : inputs.values_files) {
    const std::optional<ChartValue> own = ReadYaml(file.text, nullptr);
    if (own.has_value() && own->IsMap()) merged = MergeValues(merged, *own, /*null_deletes=*/false);
  }
  if (inputs.set_values.IsMap()) merged = MergeValues(merged, inputs.set_values, /*null_deletes=*/false);
  return merged;
}

TemplatePlace PlaceOf(const ChainLink& link) { return {link.file, link.line, link.column}; }

}  // namespace

class TemplateMap::Engine {
 public:
  Engine(const ChartTemplates& chart, const RenderInputs& inputs)
      : chart_(chart),
        grammar_(chart),
        values_(chart, grammar_, frames_,
                inputs.values_known ? chart.CoalesceValues(Overrides(inputs)) : std::vector<ChartValue>(),
                inputs.release),
        references_(&grammar_, &frames_, &values_),
        stepper_(&grammar_, &frames_, &values_, &references_),
        starts_(chart, &grammar_, &frames_, &references_, &stepper_),
        places_(grammar_, frames_),
        aligner_(&stepper_, &starts_, [this](const LineOrigin& origin) { return places_.PrimaryOf(origin); }),
        origins_(chart, grammar_, frames_, &values_, inputs.values_files) {}

  // All documents of one source; `which` are their indices.
  void MapSource(const std::vector<RenderedDocument>& documents, const std::vector<size_t>& which,
                 std::vector<std::vector<LinePlace>>* out) {
    const std::optional<ChartTemplates::Place> place = chart_.ResolveSource(documents[which[0]].source);
    const CompiledBody* body = place.has_value() ? grammar_.File(place->file) : nullptr;
    if (body == nullptr) return;
    const int32_t top = frames_.Top(place->file, place->instance, body);
    std::map<std::pair<bool, std::string>, std::vector<size_t>> groups;  // hooks come after all else
    for (const size_t i : which) groups[{documents[i].is_hook, documents[i].kind}].push_back(i);
    for (const auto& group : groups) MapGroup(documents, group.second, top, out);
    aligner_.ForgetLines();
  }

 private:
  void MapGroup(const std::vector<RenderedDocument>& documents, const std::vector<size_t>& which, int32_t top,
                std::vector<std::vector<LinePlace>>* out) {
    std::vector<Alignment> alignments;
    std::vector<std::vector<double>> costs;
    for (const size_t i : which) {
      alignments.push_back(aligner_.Align(top, documents[i].lines, -1));
      costs.push_back(alignments.back().start_costs);
    }
    if (which.size() > 1) {
      const std::vector<int> chosen = ChooseStarts(starts_.Starts(top), costs);
      for (size_t d = 0; d < which.size(); ++d) {
        const double best = *std::min_element(costs[d].begin(), costs[d].end());
        const auto close = std::count_if(costs[d].begin(), costs[d].end(),
                                         [best](double cost) { return cost - best < 0.5; });
        const bool is_best = costs[d][static_cast<size_t>(chosen[d])] <= best;
        if (!is_best || close > 1) alignments[d] = aligner_.Align(top, documents[which[d]].lines, chosen[d]);
      }
    }
    for (size_t d = 0; d < which.size(); ++d) Report(documents[which[d]], alignments[d], &(*out)[which[d]]);
  }

  void Report(const RenderedDocument& document, const Alignment& alignment, std::vector<LinePlace>* places) {
    std::vector<LineOrigin> origins;
    for (size_t i = 0; i < alignment.lines.size(); ++i) {
      const AlignedLine& line = alignment.lines[i];
      origins.push_back(line.origin);
      if (line.origin.kind != LineOrigin::Kind::kNone) Fill(line, &(*places)[i]);
    }
    // Lines that were left out: the nearest line that is known, before or else after it.
    const LinePlace* before = nullptr;
    for (size_t i = 0; i < places->size(); ++i) {
      LinePlace& place = (*places)[i];
      if (place.confidence != PlaceConfidence::kNone) {
        before = &place;
      } else if (alignment.lines[i].skipped) {
        const LinePlace* near = before;
        for (size_t j = i + 1; near == nullptr && j < places->size(); ++j) {
          if ((*places)[j].confidence != PlaceConfidence::kNone) near = &(*places)[j];
        }
        if (near == nullptr) continue;
        place.confidence = PlaceConfidence::kFile;
        place.primary = near->primary;
      }
    }
    origins_.Annotate(document.lines, origins, places);
  }

  void Fill(const AlignedLine& line, LinePlace* place) {
    place->chain = places_.Chain(line.origin);
    if (place->chain.empty()) return;
    place->primary = PlaceOf(place->chain[Places::Primary(place->chain)]);
    place->margin = line.margin;
    bool far = false;
    if (line.margin < kExactMargin) {
      for (const LineOrigin& tie : line.ties) {
        const std::vector<ChainLink> chain = places_.Chain(tie);
        if (chain.empty()) continue;
        const TemplatePlace other = PlaceOf(chain[Places::Primary(chain)]);
        far = far || other.file != place->primary.file ||
              std::abs(other.line - place->primary.line) > kFarApart;
        place->ties.push_back(other);
      }
    }
    place->confidence = line.margin >= kExactMargin  ? PlaceConfidence::kExact
                        : line.margin >= kNearMargin ? PlaceConfidence::kNear
                        : far                        ? PlaceConfidence::kFile
                                                     : PlaceConfidence::kNear;
  }

  const ChartTemplates& chart_;
  Grammar grammar_;
  Frames frames_;
  FrameValues values_;
  References references_;
  LineStepper stepper_;
  DocumentStarts starts_;
  Places places_;
  Aligner aligner_;
  ValuesOrigin origins_;
};

TemplateMap::TemplateMap(const ChartTemplates& chart, const RenderInputs& inputs)
    : engine_(std::make_unique<Engine>(chart, inputs)) {}
TemplateMap::~TemplateMap() = default;

std::vector<std::vector<LinePlace>> TemplateMap::MapDocuments(
    const std::vector<RenderedDocument>& documents) {
  std::vector<std::vector<LinePlace>> places(documents.size());
  std::map<absl::string_view, std::vector<size_t>> by_source;
  for (size_t i = 0; i < documents.size(); ++i) {
    places[i].resize(documents[i].lines.size());
    by_source[documents[i].source].push_back(i);
  }
  for (const auto& source : by_source) engine_->MapSource(documents, source.second, &places);
  return places;
}

}  // namespace chartlint
