// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/tracks.h"

#include <QTimer>

#include <algorithm>

#include "views/code/function_detail.h"
#include "vmcore/base/text/text.h"
#include "vmcore/model/callee_kind.h"

namespace relaxscope {
namespace {
constexpr uint64_t kEventsAtOnce = 150'000;  // takes a few milliseconds
}

RunNumber runNumber(const Trace& trace, int run) {
  RunNumber out;
  if (run < 0 || run >= static_cast<int>(trace.runs.size())) return out;
  out.kind = trace.runs[static_cast<size_t>(run)].kind;
  for (int i = 0; i < static_cast<int>(trace.runs.size()); ++i) {
    if (trace.runs[static_cast<size_t>(i)].kind != out.kind) continue;
    ++out.count;
    if (i <= run) ++out.number;
  }
  return out;
}

QString shortCallName(std::string_view name) {
  const size_t dot = name.rfind('.');
  if (findBuiltin(name) != nullptr && dot != std::string_view::npos && dot + 1 < name.size())
    name.remove_prefix(dot + 1);
  return QString::fromStdString(printable(name));
}

ProfileTracks* ProfileTracks::of(Document* document) {
  auto* found = document->findChild<ProfileTracks*>(QString(), Qt::FindDirectChildrenOnly);
  return found != nullptr ? found : new ProfileTracks(document);
}

ProfileTracks::ProfileTracks(Document* document)
    : QObject(document),
      document_(document),
      layers_(document->derived<AllLayers>()),
      tracks_([document](uint32_t function, std::string_view name) {
        return calleeKind(document->executable(), function, name);
      }) {
  setObjectName(QStringLiteral("profileTracks"));
  connect(document, &Document::traceChanged, this, [this] {
    if (document_->trace() == nullptr) restart();
    else work();
  });
  connect(document, &Document::dataChanged, this, &ProfileTracks::restart);
  connect(layers_, &DerivedValues::made, this, &ProfileTracks::takeLayers);
  connect(document, &Document::runStateChanged, this, &ProfileTracks::takeLayers);
  connect(document->notes(), &Notes::changed, this, [this] {
    tracks_.renameLayers();
    emit changed();
  });
  restart();
}

/// Null while they are unknown, and without any. While a run is measured no long code is searched for layers.
LayersOfTrace ProfileTracks::findLayers() {
  const Executable* executable = document_->executable();
  if (executable == nullptr) return nullptr;
  if (document_->runState() != RunState::Idle && executable->code.size() > AllLayers::kShortCode) return nullptr;
  LayersOfTrace layers = layers_->find({});
  return layers != nullptr && !layers->empty() ? layers : nullptr;
}

/// Starts over with the layers once they are known.
void ProfileTracks::takeLayers() {
  if (document_->trace() == nullptr || tracks_.layers() != nullptr) return;
  LayersOfTrace layers = findLayers();
  if (layers == nullptr) return;
  tracks_.setLayers(std::move(layers), [this](const LayerMap& map, const LayerCopy& copy) {
    return LayerTexts::name(map, copy, document_->notes()->table().get()).toStdString();
  });
  work();
}

void ProfileTracks::restart() {
  tracks_.setLayers(nullptr, {});
  settled_ = true;
  emit changed();
  if (document_->trace() != nullptr) work();
}

void ProfileTracks::work() {
  scheduled_ = false;
  if (document_->trace() == nullptr) return;
  if (tracks_.layers() == nullptr && findLayers() != nullptr) return takeLayers();
  settled_ = tracks_.advance(document_->trace(), kEventsAtOnce);
  emit changed();
  if (settled_ || scheduled_) return;
  scheduled_ = true;
  QTimer::singleShot(0, this, [this] {
    if (scheduled_) work();
  });
}

void ProfileTracks::finish() {
  if (document_->trace() == nullptr) return;
  takeLayers();
  scheduled_ = false;
  settled_ = tracks_.advance(document_->trace());
  emit changed();
}

double ProfileTracks::nsPerTick() const {
  const double ns = tracks_.trace() != nullptr ? tracks_.trace()->info.clock.nsPerTick : 1.0;
  return ns > 0 && ns < 1e12 ? ns : 1.0;
}

std::vector<int> ProfileTracks::runsByDuration() const {
  std::vector<int> order;
  if (tracks_.trace() == nullptr) return order;
  const auto& runs = tracks_.trace()->runs;
  for (const bool measured : {true, false}) {
    for (size_t i = 0; i < runs.size(); ++i)
      if (runs[i].measured() == measured) order.push_back(static_cast<int>(i));
    if (!order.empty()) break;
  }
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return runs[static_cast<size_t>(a)].duration < runs[static_cast<size_t>(b)].duration;
  });
  return order;
}

int ProfileTracks::medianRun() const {
  const std::vector<int> order = runsByDuration();
  return order.empty() ? -1 : order[(order.size() - 1) / 2];
}

int ProfileTracks::fastestRun() const {
  const std::vector<int> order = runsByDuration();
  return order.empty() ? -1 : order.front();
}

int ProfileTracks::slowestRun() const {
  const std::vector<int> order = runsByDuration();
  return order.empty() ? -1 : order.back();
}

double ProfileTracks::recordingTicks(EventKind kind) const {
  const std::shared_ptr<const TraceStatistics> statistics = document_->byCallee();
  const std::shared_ptr<const Trace> trace = tracks_.trace();
  if (statistics == nullptr || trace == nullptr) return 0;
  const EventCost cost = eventCost(kind, trace->info);
  const CostFactors& factors = statistics->correction.factors;
  return (factors.readings * cost.reading + factors.rest * cost.inside) / nsPerTick();
}

std::vector<int> ProfileTracks::outlyingRuns() const {
  std::vector<int> runs;
  const std::shared_ptr<const TraceStatistics> statistics = document_->byCallee();
  const std::shared_ptr<const Trace> trace = tracks_.trace();
  if (statistics == nullptr || trace == nullptr) return runs;
  std::vector<int> measured;
  for (size_t i = 0; i < trace->runs.size(); ++i)
    if (trace->runs[i].measured()) measured.push_back(static_cast<int>(i));
  for (const uint32_t run : statistics->runTimes.outliers)
    if (run < measured.size()) runs.push_back(measured[run]);
  return runs;
}

int ProfileTracks::runAt(double ticks) const {
  if (tracks_.trace() == nullptr) return -1;
  const auto& runs = tracks_.trace()->runs;
  const auto after = std::upper_bound(runs.begin(), runs.end(), ticks,
                                      [](double t, const RunSpan& run) { return t < static_cast<double>(run.start); });
  if (after == runs.begin()) return -1;
  const RunSpan& run = *(after - 1);
  return ticks <= static_cast<double>(run.start + run.duration) ? static_cast<int>(after - runs.begin()) - 1 : -1;
}

EventValues* ProfileTracks::values() const {
  const std::shared_ptr<const Trace>& trace = tracks_.trace();
  if (trace != valuesOf_) {
    values_ = trace != nullptr ? std::make_unique<EventValues>(*trace) : nullptr;
    valuesOf_ = trace;
  }
  return values_.get();
}

std::optional<uint64_t> ProfileTracks::settingEvent(const SlotKey& key, double ticks) const {
  std::optional<uint64_t> found;
  const Trace* trace = tracks_.trace().get();
  if (trace == nullptr) return found;
  // In a run that recorded times only, the events are those at the places of the values run's.
  const int run = runAt(ticks);
  const bool repeats = run >= 0 && values()->follows(static_cast<size_t>(run));
  for (const auto& chunk : trace->chunks()) {
    for (const SlotChange& change : chunk->slotChanges()) {
      if (change.slot != key.slot || change.function != key.function) continue;
      EventIndex event(static_cast<int64_t>(chunk->firstEvent + change.event));
      if (repeats) event = values()->counterpart(static_cast<size_t>(run), event);
      size_t place = 0;
      const StoredChunk* at = trace->find(event, place);
      if (at == nullptr) continue;
      if (static_cast<double>(at->end(place)) > ticks) return found;
      found = event.at();
    }
  }
  return found;
}

const SlotInfo* ProfileTracks::slotInfo(const SlotKey& key) const {
  const auto facts = document_->facts();
  if (facts == nullptr) return nullptr;
  const std::vector<SlotInfo>& heap = facts->shapeSlots(FuncIndex(key.function));
  return key.slot < heap.size() ? &heap[key.slot] : nullptr;
}

bool ProfileTracks::isNamed(const SlotKey& key) const {
  const SlotInfo* info = slotInfo(key);
  return info != nullptr && (info->origin == SlotInfo::Origin::Dimension || info->origin == SlotInfo::Origin::Derived ||
                             info->origin == SlotInfo::Origin::Inferred);
}

QString ProfileTracks::slotName(const SlotKey& key) const {
  if (!isNamed(key)) return tr("slot %1").arg(key.slot);
  return QString::fromStdString(printable(slotInfo(key)->name)).replace(QLatin1String(" * "), QStringLiteral("·"));
}

InstrIndex ProfileTracks::slotWriter(const SlotKey& key) const {
  const auto detail = document_->derived<FunctionDetail>()->find({FuncIndex(key.function)});
  if (detail == nullptr) return {};
  const std::vector<InstrIndex> writers = detail->shapes.writersOf(key.slot);
  return writers.empty() ? InstrIndex() : writers.front();
}

void ProfileTracks::showSlotWriter(const SlotKey& key) const {
  Place place;
  place.function = FuncIndex(key.function);
  place.pc = slotWriter(key);
  if (place.pc.valid()) document_->selection()->activate(place, ViewId::Listing);
}

QString ProfileTracks::slotOrigin(const SlotKey& key) const {
  const SlotInfo* info = slotInfo(key);
  if (info == nullptr) return tr("unnamed");
  switch (info->origin) {
    case SlotInfo::Origin::Dimension: return tr("slot %1, dimension").arg(key.slot);
    case SlotInfo::Origin::Derived: return tr("slot %1, derived").arg(key.slot);
    case SlotInfo::Origin::Inferred: return tr("slot %1, inferred from use").arg(key.slot);
    case SlotInfo::Origin::Stored: return tr("stored by a check");
    case SlotInfo::Origin::Computed: return tr("written by a kernel");
  }
  return {};
}

}  // namespace relaxscope
