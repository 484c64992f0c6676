// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/geometry/track.h"

#include <algorithm>
#include <cctype>

#include "vmcore/trace/event_text.h"

namespace relaxscope {
namespace {

/// Keys of rows: load steps by depth, then per depth its calls, bodies and two kinds of layers.
constexpr uint32_t kFirstDepth = 0x10000, kRowsPerDepth = 4;
/// Device work of the load phase comes after the load steps, that of tracks after the last depth.
constexpr uint32_t kFirstLoadWork = 0x8000, kFirstTrack = kFirstDepth + (kRowsPerDepth << 16);

CallKind callKindOf(DeviceWorkKind kind) {
  if (isKernel(kind)) return CallKind::GpuKernel;
  if (isCopy(kind)) return CallKind::Copy;
  if (kind == DeviceWorkKind::Fill || isMemory(kind)) return CallKind::Memory;
  return kind == DeviceWorkKind::Wait ? CallKind::Wait : CallKind::Other;
}

const char* loadStepName(EventKind kind) {
  switch (kind) {
    case EventKind::LoadConstants: return "constants";
    case EventKind::LoadLookup: return "function lookup";
    case EventKind::LoadLibrary: return "library";
    default: return "read and verify";
  }
}

std::string lowered(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

}  // namespace

Tracks::Tracks(KindOf kindOf) : kindOf_(std::move(kindOf)) {}

void Tracks::clear() {
  Tracks fresh(std::move(kindOf_));
  fresh.follower_.setLayers(follower_.layers());
  fresh.layerTitle_ = std::move(layerTitle_);
  fresh.namesVersion_ = namesVersion_ + 1;
  *this = std::move(fresh);
}

void Tracks::setLayers(LayersOfTrace layers, LayerTitle title) {
  clear();
  follower_.setLayers(std::move(layers));
  layerTitle_ = std::move(title);
}

const LayerCopy* Tracks::layerOf(const TrackName& name) const {
  if (name.space != TrackName::Space::Layer || layers() == nullptr) return nullptr;
  return &(*layers())[name.subject].copies()[name.index];
}

void Tracks::renameLayers() {
  if (!layerTitle_) return;
  for (TrackName& name : names_)
    if (const LayerCopy* copy = layerOf(name)) name.text = layerTitle_((*layers())[name.subject], *copy);
  ++namesVersion_;
}

bool Tracks::advance(const std::shared_ptr<const Trace>& trace, uint64_t maxEvents) {
  if (trace == nullptr) {
    clear();
    return true;
  }
  const auto& chunks = trace->chunks();
  const size_t last = place_ > 0 ? chunk_ : chunk_ - 1;
  // No chunk was read, or another trace's.
  if (last >= chunks.size() || chunks[last] != lastChunk_ || !work_.continues(*trace)) clear();
  trace_ = trace;
  while (chunk_ < chunks.size() && maxEvents > 0) {
    const StoredChunk& chunk = *chunks[chunk_];
    const size_t end = place_ + static_cast<size_t>(std::min<uint64_t>(maxEvents, chunk.size() - place_));
    lastChunk_ = chunks[chunk_];
    take(chunk, place_, end);
    maxEvents -= end - place_;
    taken_ += end - place_;
    place_ = end;
    if (place_ < chunk.size()) return false;
    ++chunk_;
    place_ = slotCursor_ = memoryCursor_ = 0;
  }
  return chunk_ >= chunks.size() && repeatValues(maxEvents) && takeWork(maxEvents);
}

bool Tracks::takeWork(uint64_t most) {
  for (uint64_t taken = 0; taken < most; ++taken) {
    const auto placed = work_.next(*trace_);
    if (!placed) return true;
    placeWork(*placed);
  }
  return work_.isDone(*trace_);
}

void Tracks::placeWork(const PlacedWork& placed) {
  const DeviceWork& work = placed.work;
  const bool compilation = work.workKind() == DeviceWorkKind::Compilation;
  TrackRow made;
  made.track = work.track;
  made.load = compilation;
  const uint32_t key = compilation ? kFirstLoadWork + placed.lane : keyOfTrack(work.track) + placed.lane;
  const uint32_t id = nameOfWork(work);
  TrackName& name = names_[id];
  ++name.count;
  if (name.firstEvent == kNoIndex) name.firstEvent = placed.number;
  rowFor(key, made).slices.append(work.start, work.duration, id, placed.number);
  if (!occupiesDevice(work.workKind())) return;
  lateWork_ |= work.start < lastWork_;
  lastWork_ = std::max(lastWork_, work.start);
  busy_.append(work.start, work.duration, id, placed.number);
}

/// Streams first, below the calls that launch their work.
uint32_t Tracks::keyOfTrack(uint32_t track) const {
  const bool isStream = trace_->device.tracks[track].kind == TrackKind::Stream;
  return kFirstTrack + WorkFeed::kLanes * (track + (isStream ? 0 : WorkFeed::kMaxTracks));
}

uint32_t Tracks::nameOfWork(const DeviceWork& work) {
  constexpr uint64_t kWorkNames = 0x8000;  // above what events of load steps and name spaces take
  const uint64_t key = ((kWorkNames + work.kind) << 32) | work.name;
  const auto [found, fresh] = nameIds_.try_emplace(key, static_cast<uint32_t>(names_.size()));
  if (!fresh) return found->second;
  TrackName name;
  name.space = TrackName::Space::Work;
  name.index = work.name;
  name.subject = work.kind;
  name.kind = callKindOf(work.workKind());
  const auto& known = trace_->device.names;
  name.text = work.name < known.size() ? known[work.name] : deviceWorkKindRow(work.kind)->name;
  names_.push_back(std::move(name));
  return found->second;
}

bool Tracks::repeatValues(uint64_t maxEvents) {
  if (runsRepeated_ >= trace_->runs.size()) return true;
  EventValues values(*trace_);
  if (!values.valuesRun()) runsRepeated_ = trace_->runs.size();
  for (uint64_t looked = 0; runsRepeated_ < trace_->runs.size() && looked <= maxEvents; ++runsRepeated_) {
    if (!trace_->runs[runsRepeated_].measured()) continue;
    looked += values.eventsOf(runsRepeated_).size();
    if (values.follows(runsRepeated_)) repeatValues(values, runsRepeated_);
  }
  return runsRepeated_ >= trace_->runs.size();
}

void Tracks::repeatValues(EventValues& values, size_t run) {
  const EventValues::Range source = values.eventsOf(*values.valuesRun()), target = values.eventsOf(run);
  for (const auto& chunk : trace_->chunks()) {
    if (chunk->firstEvent + chunk->size() <= source.begin || chunk->firstEvent >= source.end) continue;
    const auto endOf = [&](uint32_t event) -> std::optional<int64_t> {
      const uint64_t number = chunk->firstEvent + event;
      if (number < source.begin || number >= source.end) return std::nullopt;
      size_t place = 0;
      const StoredChunk* other =
          trace_->find(EventIndex(static_cast<int64_t>(target.begin + (number - source.begin))), place);
      if (other == nullptr) return std::nullopt;
      return other->end(place);
    };
    for (const MemoryRecord& record : chunk->memory())
      if (const auto end = endOf(record.event)) live_.append(*end, record.live);
    for (const SlotChange& change : chunk->slotChanges())
      if (const auto end = endOf(change.event))
        slots_[SlotKey{change.function, change.slot}].append(*end, change.value);
  }
}

void Tracks::take(const StoredChunk& chunk, size_t begin, size_t end) {
  for (size_t i = begin; i < end; ++i) {
    const EventSite& site = chunk.site(i);
    const EventKind kind = site.kind;
    RawSlice slice{chunk.start(i), chunk.duration(i), 0,          static_cast<uint32_t>(chunk.firstEvent + i),
                   site.callee,    site.function,     site.depth, site.kind};
    slice.name = nameFor(kind, slice.callee);
    follower_.read(site, slice.start, slice.start + slice.duration, slice.event, ended_);
    if (!ended_.empty()) placeLayers();
    if (bodyPending_) {
      // A VM call and the body inside it cover the same time: only the call is drawn.
      const bool same = kind == EventKind::Call && slice.callee == body_.callee && slice.start <= body_.start &&
                        slice.start + slice.duration >= body_.start + body_.duration && slice.depth <= body_.depth;
      if (!same) flushBody();
      bodyPending_ = false;
    }
    if (kind == EventKind::FunctionBody && slice.depth > 0) {
      body_ = slice;
      bodyPending_ = true;
    } else {
      place(slice);
    }
  }
  takeValues(chunk, end);
}

void Tracks::takeValues(const StoredChunk& chunk, size_t end) {
  const auto& memory = chunk.memory();
  for (; memoryCursor_ < memory.size() && memory[memoryCursor_].event < end; ++memoryCursor_)
    live_.append(chunk.end(memory[memoryCursor_].event), memory[memoryCursor_].live);
  const auto& changes = chunk.slotChanges();
  for (; slotCursor_ < changes.size() && changes[slotCursor_].event < end; ++slotCursor_) {
    const SlotChange& change = changes[slotCursor_];
    slots_[SlotKey{change.function, change.slot}].append(chunk.end(change.event), change.value);
  }
}

uint32_t Tracks::rowKey(const RawSlice& slice) {
  if (isLoadPhase(slice.kind)) return slice.depth;
  const bool body = isBody(slice.kind);
  return kFirstDepth + kRowsPerDepth * slice.depth + (body ? 1u : 0u);
}

TrackRow Tracks::rowOf(const RawSlice& slice) {
  TrackRow row;
  row.depth = slice.depth;
  row.load = isLoadPhase(slice.kind);
  row.body = isBody(slice.kind);
  return row;
}

/// Below the body of their frame, whose calls are one deeper.
void Tracks::placeLayers() {
  for (const LayerStretch& stretch : ended_) {
    if (stretch.depth == 0) continue;
    TrackRow made;
    made.depth = stretch.depth - 1;
    made.layer = true;
    const uint32_t key = kFirstDepth + kRowsPerDepth * made.depth + 2 + stretch.nest;
    const uint32_t name = nameOfLayer(stretch);
    ++names_[name].count;
    rowFor(key, made).slices.append(stretch.start, stretch.end - stretch.start, name, stretch.event);
  }
  ended_.clear();
}

uint32_t Tracks::nameOfLayer(const LayerStretch& stretch) {
  const auto [found, fresh] =
      layerNames_.try_emplace((uint64_t{stretch.map} << 32) | stretch.copy, static_cast<uint32_t>(names_.size()));
  if (!fresh) return found->second;
  const LayerMap& map = (*layers())[stretch.map];
  const LayerCopy& copy = map.copies()[stretch.copy];
  TrackName name;
  name.space = TrackName::Space::Layer;
  name.index = stretch.copy;
  name.subject = stretch.map;
  name.kind = CallKind::Check;  // grey: a frame around calls
  name.text = layerTitle_ ? layerTitle_(map, copy) : map.nameOf(copy).text();
  name.firstEvent = stretch.event;
  names_.push_back(std::move(name));
  return found->second;
}

TrackRow& Tracks::rowFor(uint32_t key, const TrackRow& made) {
  if (key < rowByKey_.size() && rowByKey_[key] != nullptr) return *rowByKey_[key];
  if (key >= rowByKey_.size()) rowByKey_.resize(std::max<size_t>(key + 1, rowByKey_.size() * 2), nullptr);
  auto row = std::make_unique<TrackRow>(made);
  rowByKey_[key] = row.get();
  const auto at = std::lower_bound(rowKeys_.begin(), rowKeys_.end(), key) - rowKeys_.begin();
  rowKeys_.insert(rowKeys_.begin() + at, key);
  rows_.insert(rows_.begin() + at, std::move(row));
  return *rowByKey_[key];
}

void Tracks::place(const RawSlice& slice) {
  TrackName& name = names_[slice.name];
  ++name.count;
  if (name.firstEvent == kNoIndex) name.firstEvent = slice.event;
  if (isCall(slice.kind)) ++calls_;
  if (slice.kind == EventKind::CompiledBody) compiled_ = true;
  rowFor(rowKey(slice), rowOf(slice)).slices.append(slice.start, slice.duration, slice.name, slice.event);
}

void Tracks::flushBody() { place(body_); }

uint32_t Tracks::nameFor(EventKind kind, uint32_t callee) {
  const bool load = isLoadPhase(kind);
  const auto space = load                                      ? TrackName::Space::Load
                     : isKernels(kind)                         ? TrackName::Space::Kernels
                     : calleeTable(kind) == CalleeTable::Names ? TrackName::Space::Other
                                                               : TrackName::Space::Function;
  if (space == TrackName::Space::Function && callee < functionNames_.size() && functionNames_[callee] != kNoIndex)
    return functionNames_[callee];
  const uint64_t key =
      (static_cast<uint64_t>(load ? static_cast<uint32_t>(kind) + 2 : static_cast<uint32_t>(space)) << 32) | callee;
  const auto [found, fresh] = nameIds_.try_emplace(key, static_cast<uint32_t>(names_.size()));
  if (!fresh) return found->second;
  TrackName name;
  name.space = space;
  name.index = load ? static_cast<uint32_t>(kind) : callee;
  name.subject = load ? callee : kNoIndex;
  const auto textOf = [](const std::vector<std::string>& table, uint32_t i) {
    return i < table.size() ? table[i] : i == kNoIndex ? std::string("?") : "#" + std::to_string(i);
  };
  if (space == TrackName::Space::Kernels) {
    name.text = eventLabel(trace_->info, kind, callee);
    name.kind = CallKind::Kernel;
  } else if (load) {
    name.text = loadStepName(kind);
    if (callee < trace_->info.functionNames.size()) name.text = trace_->info.functionNames[callee];
    name.kind = CallKind::Other;
  } else if (space == TrackName::Space::Other) {
    name.text = textOf(trace_->info.names, callee);
    const BuiltinRow* row = findBuiltin(name.text);
    name.kind = row != nullptr ? row->kind : CallKind::Other;
  } else {
    name.text = textOf(trace_->info.functionNames, callee);
    const BuiltinRow* row = findBuiltin(name.text);
    name.kind = kindOf_ ? kindOf_(callee, name.text) : row != nullptr ? row->kind : CallKind::Kernel;
    if (isBody(kind)) name.kind = CallKind::VmFunction;
    if (callee < (1u << 20)) {
      if (callee >= functionNames_.size()) functionNames_.resize(callee + 1, kNoIndex);
      functionNames_[callee] = found->second;
    }
  }
  names_.push_back(std::move(name));
  return found->second;
}

uint32_t Tracks::maxDepth() const {
  uint32_t depth = 0;
  for (const auto& row : rows_)
    if (row->hasEvents() || row->layer) depth = std::max(depth, row->depth);
  return depth;
}

std::pair<int64_t, int64_t> Tracks::extent() const {
  int64_t begin = INT64_MAX, end = INT64_MIN;
  for (const auto& row : rows_) {
    begin = std::min(begin, row->slices.start(0));
    end = std::max(end, row->slices.end(row->slices.size() - 1));
  }
  return begin <= end ? std::pair{begin, end} : std::pair<int64_t, int64_t>{0, 0};
}

std::pair<int64_t, int64_t> Tracks::runExtent() const {
  int64_t begin = INT64_MAX, end = INT64_MIN;
  for (const auto& row : rows_) {
    if (row->load || row->isWork()) continue;
    begin = std::min(begin, row->slices.start(0));
    end = std::max(end, row->slices.end(row->slices.size() - 1));
  }
  return begin <= end ? std::pair{begin, end} : extent();
}

SlicePlace Tracks::placeOf(uint64_t event) const {
  if (trace_ == nullptr || event >= taken_) return {};
  for (size_t r = 0; r < rows_.size(); ++r) {
    if (rows_[r]->layer || rows_[r]->isWork()) continue;
    const uint32_t slice = rows_[r]->slices.sliceOfEvent(static_cast<uint32_t>(event));
    if (slice != kNoSlice) return {static_cast<uint32_t>(r), slice};
  }
  // A body that is drawn as its call: the call is the next event.
  size_t at = 0;
  const StoredChunk* chunk = trace_->find(EventIndex(static_cast<int64_t>(event)), at);
  if (chunk == nullptr || chunk->site(at).kind != EventKind::FunctionBody || event + 1 >= taken_) return {};
  for (size_t r = 0; r < rows_.size(); ++r) {
    if (rows_[r]->layer || rows_[r]->isWork()) continue;
    const uint32_t slice = rows_[r]->slices.sliceOfEvent(static_cast<uint32_t>(event + 1));
    if (slice != kNoSlice) return {static_cast<uint32_t>(r), slice};
  }
  return {};
}

RangeTotals Tracks::totals(double begin, double end) const {
  RangeTotals sum;
  sum.ticks = end - begin;
  for (const auto& row : rows_) {
    if (!row->hasEvents() || row->body) continue;
    sum.calls += row->slices.firstStartingFrom(end) - row->slices.firstReaching(begin);
  }
  // Work that came late was trimmed: what it covers is not known.
  if (hasWork() && !lateWork_) sum.deviceBusy = busy_.busyTicks(begin, end);
  return sum;
}

SlicePlace Tracks::placeOfWork(WorkIndex work) const {
  constexpr size_t kMaxTrimmed = 4096;  // slices that a trimmed one may come after
  const auto wanted = trace_ != nullptr ? trace_->findWork(work) : std::nullopt;
  if (!wanted) return {};
  for (size_t r = 0; r < rows_.size(); ++r) {
    if (rows_[r]->track != wanted->track) continue;
    const EventRow& slices = rows_[r]->slices;
    size_t i = slices.firstReaching(static_cast<double>(wanted->start));
    for (const size_t end = std::min(slices.size(), i + kMaxTrimmed); i < end; ++i)
      if (slices.event(i) == work.at()) return {static_cast<uint32_t>(r), static_cast<uint32_t>(i)};
  }
  return {};
}

SlicePlace Tracks::firstOf(const TrackName& name) const {
  return name.space == TrackName::Space::Work ? placeOfWork(WorkIndex(name.firstEvent)) : placeOf(name.firstEvent);
}

WorkIndex Tracks::workOf(SlicePlace place) const {
  if (place.row >= rows_.size() || !rows_[place.row]->isWork()) return {};
  return WorkIndex(rows_[place.row]->slices.event(place.slice));
}

SlicePlace Tracks::lastBefore(double ticks) const {
  SlicePlace last;
  int64_t lastStart = 0;
  for (uint32_t r = 0; r < rows_.size(); ++r) {
    const EventRow& slices = rows_[r]->slices;
    const size_t next = slices.firstStartingFrom(ticks);
    if (next == 0 || (last.valid() && slices.start(next - 1) < lastStart)) continue;
    last = {r, static_cast<uint32_t>(next - 1)};
    lastStart = slices.start(next - 1);
  }
  return last;
}

int64_t Tracks::workEnd(int64_t begin, int64_t end) const {
  const size_t after = busy_.firstStartingFrom(static_cast<double>(end));
  if (after == 0 || busy_.start(after - 1) < begin) return begin;
  return busy_.end(after - 1);
}

SlicePlace Tracks::step(SlicePlace from, bool backwards) const {
  if (from.row >= rows_.size()) return {};
  const size_t count = rows_[from.row]->slices.size();
  if (backwards) return from.slice > 0 && from.slice <= count ? SlicePlace{from.row, from.slice - 1} : SlicePlace{};
  return from.slice + 1 < count ? SlicePlace{from.row, from.slice + 1} : SlicePlace{};
}

std::vector<uint32_t> Tracks::findNames(std::string_view needle) const {
  const std::string wanted = lowered(needle);
  std::vector<uint32_t> out;
  for (uint32_t i = 0; i < names_.size(); ++i)
    if (names_[i].count > 0 && (wanted.empty() || lowered(names_[i].text).find(wanted) != std::string::npos))
      out.push_back(i);
  std::stable_sort(out.begin(), out.end(), [&](uint32_t a, uint32_t b) { return names_[a].count > names_[b].count; });
  return out;
}

SlicePlace Tracks::scanRow(size_t row, const std::vector<bool>& wanted, size_t from, bool backwards) const {
  const EventRow& slices = rows_[row]->slices;
  if (backwards) {
    for (size_t i = std::min(from, slices.size()); i-- > 0;)
      if (wanted[slices.name(i)]) return {static_cast<uint32_t>(row), static_cast<uint32_t>(i)};
  } else {
    for (size_t i = from; i < slices.size(); ++i)
      if (wanted[slices.name(i)]) return {static_cast<uint32_t>(row), static_cast<uint32_t>(i)};
  }
  return {};
}

SlicePlace Tracks::findNext(const std::vector<bool>& wanted, SlicePlace from, bool backwards) const {
  if (wanted.size() < names_.size()) return {};
  const bool started = from.row < rows_.size() && from.slice < rows_[from.row]->slices.size();
  const int64_t origin = started ? rows_[from.row]->slices.start(from.slice) : (backwards ? INT64_MAX : INT64_MIN);
  // Order: by start, then by row. The first pass searches past the origin, the second wraps around.
  for (int pass = 0; pass < 2; ++pass) {
    SlicePlace best;
    int64_t bestStart = 0;
    for (size_t r = 0; r < rows_.size(); ++r) {
      const EventRow& slices = rows_[r]->slices;
      size_t begin = backwards ? slices.size() : 0;
      if (pass == 0 && started) {
        begin = slices.firstStartingFrom(static_cast<double>(origin));
        const auto hasSame = [&](size_t i) { return i < slices.size() && slices.start(i) == origin; };
        if (r == from.row) begin = backwards ? from.slice : from.slice + 1;
        else if (r < from.row)
          while (hasSame(begin)) ++begin;
      }
      const SlicePlace found = scanRow(r, wanted, begin, backwards);
      if (!found.valid()) continue;
      const int64_t start = slices.start(found.slice);
      const bool better = !best.valid() || (backwards ? start >= bestStart : start < bestStart);
      if (better) {
        best = found;
        bestStart = start;
      }
    }
    if (best.valid() || !started) return best;
  }
  return {};
}

const std::vector<std::pair<int64_t, int64_t>>& Tracks::measuredSpans() const {
  if (trace_ == nullptr) return spans_;
  const std::vector<RunSpan>& runs = trace_->runs;
  for (; spannedRuns_ < runs.size(); ++spannedRuns_) {
    const RunSpan& run = runs[spannedRuns_];
    if (!run.measured()) continue;
    // It joins the span before if no warm-up lies between them.
    if (spannedRuns_ > 0 && runs[spannedRuns_ - 1].measured()) spans_.back().second = run.start + run.duration;
    else spans_.emplace_back(run.start, run.start + run.duration);
  }
  return spans_;
}

template <class Visit>
size_t Tracks::forEachMeasured(const TrackRow& row, size_t from, Visit&& visit) const {
  const EventRow& slices = row.slices;
  const auto& spans = measuredSpans();
  if (row.load || spans.empty()) {
    visit(slices, from, slices.size());
    return slices.size();
  }
  if (from == slices.size()) return from;
  // The first span that ends after that slice.
  auto span = std::upper_bound(spans.begin(), spans.end(), slices.start(from),
                               [](int64_t start, const auto& each) { return start < each.second; });
  for (; span != spans.end() && from < slices.size(); ++span) {
    const size_t first = std::max(from, slices.firstStartingFrom(static_cast<double>(span->first)));
    from = std::max(first, slices.firstStartingFrom(static_cast<double>(span->second)));
    visit(slices, first, from);
  }
  return from;
}

Tracks::Peers Tracks::peers(uint32_t name, int64_t ticks) const {
  Peers out;
  const auto add = [&](const EventRow& slices, size_t from, size_t to) {
    for (size_t i = from; i < to; ++i) {
      if (slices.name(i) != name) continue;
      const int64_t duration = slices.duration(i);
      ++out.count;
      out.sum += static_cast<double>(duration);
      if (duration < ticks) ++out.shorter;
    }
  };
  for (const auto& row : rows_) forEachMeasured(*row, 0, add);
  return out;
}

std::vector<uint64_t> Tracks::measuredCounts() const {
  std::vector<uint64_t> counts;
  if (measuredSpans().empty()) {
    for (const TrackName& name : names_) counts.push_back(name.count);
    return counts;
  }
  measuredCounts_.resize(names_.size());
  const auto add = [&](const EventRow& slices, size_t from, size_t to) {
    for (size_t i = from; i < to; ++i) ++measuredCounts_[slices.name(i)];
  };
  for (const auto& row : rows_) {
    size_t& from = counted_[row.get()];
    from = forEachMeasured(*row, from, add);
  }
  return measuredCounts_;
}

}  // namespace relaxscope
