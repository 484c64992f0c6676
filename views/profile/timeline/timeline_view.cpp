// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/timeline/timeline_view.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QStackedLayout>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <utility>

#include "views/core/run_offer.h"
#include "views/profile/event_facts.h"
#include "views/profile/timeline/minimap.h"
#include "views/profile/timeline/names.h"
#include "views/profile/timeline/plot.h"
#include "views/profile/timeline/search.h"
#include "views/theme/theme.h"
#include "views/widgets/empty_note.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {
constexpr double kKeyZoom = 0.7;     // span after one press of W
constexpr double kKeyPan = 0.15;     // parts of the span
constexpr int kKeyScroll = 48;       // pixels
constexpr double kSliceShare = 0.8;  // of the window that a slice fills after a double click
}  // namespace

TimelineView::TimelineView(Document* document, QWidget* parent)
    : View(document, parent), tracks_(ProfileTracks::of(document)) {
  setObjectName(QStringLiteral("view.timeline"));
  setFocusPolicy(Qt::StrongFocus);
  scene_.source = tracks_;
  build();
  buildCorner();
  connectParts();
  tracksChanged();
}

QSize TimelineView::contentSize() const {
  return stack_->currentIndex() == 0 ? size() : QSize(width(), scene_.layout.height + plot_->rulerHeight() + 1);
}

/// All lanes as vectors: what is scrolled out of sight is painted, too.
void TimelineView::renderAll(QPainter* painter, const QSize& size) {
  if (stack_->currentIndex() == 0 || width() <= 0) {
    View::renderAll(painter, size);
    return;
  }
  const int height = contentSize().height();
  const double scale = std::min(size.width() / double(width()), size.height() / double(height));
  painter->save();
  painter->scale(scale, scale);
  const int scrolled = std::exchange(scene_.scrollY, 0);
  names_->paintAll(painter, QRect(0, 0, names_->width(), height));
  plot_->paintAll(painter, QRect(names_->width(), 0, width() - names_->width(), height));
  scene_.scrollY = scrolled;
  painter->restore();
}

bool TimelineView::isSettled() const { return tracks_->isSettled(); }

void TimelineView::tracksChanged() {
  const std::shared_ptr<const Trace> trace = tracks_->tracks().trace();
  const void* first = trace != nullptr && !trace->chunks().empty() ? trace->chunks().front().get() : nullptr;
  const bool fresh = first != shownFirstChunk_;
  shownFirstChunk_ = first;
  if (fresh) {
    scene_.range.reset();
    scene_.kept.clear();
    scene_.selected = {};
    shownEvent_ = {};
    scene_.scrollY = 0;
    chosenRun_ = false;
  }
  const bool any = trace != nullptr && !tracks_->tracks().rows().empty();
  stack_->setCurrentIndex(any ? 1 : 0);
  empty_->setSentence(trace != nullptr && tracks_->isSettled() && !any
                          ? tr("The trace holds no events. Run again with recording on.")
                          : noRunSentence(*document()));
  empty_->setAction(canRun(*document()) && !any ? tr("Run") : QString());
  if (scene_.selected.valid()) scene_.selected = {};  // rows may have moved; found again below
  updateScope(fresh);
  if (!search_->isHidden()) scene_.found = search_->search(tracks_->tracks());
  followSelection();
  relayout();
}

TickRange TimelineView::scopeOfRun(int run) const {
  const auto& runs = tracks_->tracks().trace()->runs;
  if (run >= 0 && run < static_cast<int>(runs.size())) {
    const RunSpan& span = runs[static_cast<size_t>(run)];
    return {static_cast<double>(span.start), static_cast<double>(span.start + std::max<int64_t>(1, span.duration))};
  }
  const auto [begin, end] = tracks_->tracks().extent();
  return {static_cast<double>(begin), static_cast<double>(std::max(end, begin + 1))};
}

void TimelineView::updateScope(bool freshTrace) {
  const std::shared_ptr<const Trace> trace = tracks_->tracks().trace();
  if (trace == nullptr) return;
  if (!chosenRun_) {
    // While a run streams everything is shown; afterwards the run that stands for all.
    const int median = tracks_->isSettled() && document()->runState() == RunState::Idle ? tracks_->medianRun() : -1;
    if (median != scene_.run) freshTrace = true;
    scene_.run = median;
  }
  const TickRange scope = scopeOfRun(scene_.run);
  const bool whole = scene_.window.begin <= scene_.window.limitBegin && scene_.window.end >= scene_.window.limitEnd;
  scene_.window.minimum = std::max(1.0, 5.0 / tracks_->nsPerTick());
  scene_.origin = scene_.run >= 0 ? scope.first : static_cast<double>(tracks_->tracks().extent().first);
  scene_.window.setLimits(scope.first, scope.second);
  if (freshTrace || whole) scene_.window.whole();
}

void TimelineView::showRun(int run) {
  const std::shared_ptr<const Trace> trace = tracks_->tracks().trace();
  if (trace == nullptr) return;
  chosenRun_ = true;
  const TickRange before = scene_.scope();
  const double left = scene_.window.begin - before.first, span = scene_.window.span();
  const bool whole = scene_.window.span() >= scene_.scopeTicks() * 0.999;
  const bool wasSingle = scene_.run >= 0;
  scene_.run = std::clamp(run, -1, static_cast<int>(trace->runs.size()) - 1);
  updateScope(false);
  // From run to run the same part stays in view, so that runs can be compared by eye.
  if (wasSingle && scene_.run >= 0 && !whole)
    scene_.window.show(scene_.window.limitBegin + left, scene_.window.limitBegin + left + span);
  else scene_.window.whole();
  scene_.range.reset();
  relayout();
}

void TimelineView::stepRun(int by) {
  const std::shared_ptr<const Trace> trace = tracks_->tracks().trace();
  if (trace == nullptr || trace->runs.empty()) return;
  const int count = static_cast<int>(trace->runs.size());
  showRun(scene_.run < 0 ? (by > 0 ? 0 : count - 1) : std::clamp(scene_.run + by, 0, count - 1));
}

QString TimelineView::runText() const {
  const std::shared_ptr<const Trace> trace = tracks_->tracks().trace();
  if (trace == nullptr) return {};
  const int count = static_cast<int>(trace->runs.size());
  if (count == 0) return tr("no runs recorded");
  if (scene_.run < 0) return count == 1 ? tr("1 run and load") : tr("All %n runs", nullptr, count);
  const RunNumber number = runNumber(*trace, scene_.run);
  if (number.warmup) return tr("Warm-up %1 of %2").arg(number.number).arg(number.count);
  const QString text = tr("Run %1 of %2").arg(number.number).arg(number.count);
  if (count > 2 && scene_.run == tracks_->medianRun()) return tr("%1 (median)").arg(text);
  if (count > 2 && scene_.run == tracks_->fastestRun()) return tr("%1 (fastest)").arg(text);
  if (count > 2 && scene_.run == tracks_->slowestRun()) return tr("%1 (slowest)").arg(text);
  return text;
}

void TimelineView::relayout() {
  options_.scale = Theme::instance()->px(100) / 100.0;
  options_.load = scene_.run < 0;
  if (tracks_->tracks().trace() != nullptr) scene_.layout = layoutLanes(tracks_->tracks(), options_);
  else scene_.layout = {};
  runButton_->setText(runText());
  const std::shared_ptr<const Trace> trace = tracks_->tracks().trace();
  const int count = trace != nullptr ? static_cast<int>(trace->runs.size()) : 0;
  previousRun_->setEnabled(count > 0 && scene_.run != 0);
  nextRun_->setEnabled(count > 0 && scene_.run != count - 1);
  names_->setTop(plot_->rulerHeight());
  const int page = plot_->laneArea().height();
  bar_->setRange(0, std::max(0, scene_.layout.height - page));
  bar_->setPageStep(std::max(1, page));
  bar_->setVisible(bar_->maximum() > 0);
  scrollTo(scene_.scrollY);
  refresh();
}

void TimelineView::refresh() {
  keep_->setEnabled(scene_.range.has_value());
  plot_->refresh();
  names_->update();
  minimap_->refresh();
}

void TimelineView::scrollTo(int y) {
  scene_.scrollY = std::clamp(y, 0, bar_->maximum());
  if (bar_->value() != scene_.scrollY) bar_->setValue(scene_.scrollY);
}

void TimelineView::resizeEvent(QResizeEvent* event) {
  View::resizeEvent(event);
  relayout();
}

TickRange TimelineView::rangeOfSlice(SlicePlace place) const {
  const EventRow& row = tracks_->tracks().rows()[place.row]->slices;
  return {static_cast<double>(row.start(place.slice)), static_cast<double>(row.end(place.slice))};
}

void TimelineView::selectSlice(SlicePlace place, bool activate) {
  scene_.selected = place;
  if (!place.valid()) {
    shownEvent_ = {};
    refresh();
    return;
  }
  const EventRow& row = tracks_->tracks().rows()[place.row]->slices;
  size_t at = 0;
  const EventIndex event(row.event(place.slice));
  const TraceChunk* chunk = tracks_->tracks().trace()->find(event, at);
  if (chunk == nullptr) return;
  shownEvent_ = event;
  Place target;
  target.event = event;
  const auto kind = static_cast<EventKind>(chunk->events.kind[at]);
  if (!isLoadPhase(kind)) {
    const bool body = isBody(kind);
    const uint32_t function = body ? chunk->events.callee[at] : chunk->events.function[at];
    if (function != kNoIndex) target.function = FuncIndex(function);
    if (chunk->events.pc[at] != kNoIndex) target.pc = InstrIndex(chunk->events.pc[at]);
  }
  scene_.markedFunction = kNoIndex;
  scene_.markedPc = kNoIndex;
  if (activate) document()->selection()->activate(target);
  else document()->selection()->select(target);
  refresh();
}

void TimelineView::followSelection() {
  const Place& place = document()->selection()->current();
  scene_.markedFunction = scene_.markedPc = kNoIndex;
  if (tracks_->tracks().trace() == nullptr) return;
  if (place.event.valid()) {
    const SlicePlace slice = tracks_->tracks().placeOf(static_cast<uint64_t>(place.event.value));
    const bool moved = slice.valid() && place.event != shownEvent_;
    scene_.selected = slice;
    if (slice.valid()) shownEvent_ = place.event;
    if (moved) reveal(slice);
  } else {
    scene_.selected = {};
    shownEvent_ = {};
    if (place.pc.valid()) {
      scene_.markedPc = static_cast<uint32_t>(place.pc.value);
      scene_.markedFunction = place.function.valid() ? static_cast<uint32_t>(place.function.value) : kNoIndex;
    }
  }
  refresh();
}

void TimelineView::reveal(SlicePlace place) {
  const TickRange range = rangeOfSlice(place);
  if (scene_.run >= 0 && (range.first < scene_.window.limitBegin || range.second > scene_.window.limitEnd)) {
    const int run = tracks_->runAt(range.first);
    if (run != scene_.run) showRun(run);
  }
  TimeWindow& window = scene_.window;
  const bool inside = range.second > window.begin && range.first < window.end;
  if (!inside) {
    const double half = window.span() / 2, centre = (range.first + range.second) / 2;
    window.show(centre - half, centre + half);
  }
  const int band = scene_.layout.bandOfRow(place.row);
  if (band >= 0) {
    const RowBand& row = scene_.layout.bands[static_cast<size_t>(band)];
    const int page = plot_->laneArea().height();
    if (row.y < scene_.scrollY) scrollTo(row.y - 8);
    else if (row.y + row.height > scene_.scrollY + page) scrollTo(row.y + row.height - page + 8);
  }
  refresh();
}

void TimelineView::fit() {
  std::optional<TickRange> target = scene_.range;
  if (!target && scene_.selected.valid()) target = rangeOfSlice(scene_.selected);
  if (!target) {
    scene_.window.whole();
  } else {
    const double margin =
        std::max((target->second - target->first) * (1 / kSliceShare - 1) / 2, scene_.range ? 0.0 : 1.0);
    scene_.window.show(target->first - margin, target->second + margin);
  }
  refresh();
}

void TimelineView::mark() {
  if (!scene_.selected.valid()) return;
  scene_.range = rangeOfSlice(scene_.selected);
  refresh();
}

void TimelineView::keepRange() {
  if (!scene_.range) mark();
  if (!scene_.range) return;
  const auto same = std::find(scene_.kept.begin(), scene_.kept.end(), *scene_.range);
  if (same != scene_.kept.end()) scene_.kept.erase(same);  // a second time takes it away again
  else scene_.kept.push_back(*scene_.range);
  refresh();
}

void TimelineView::stepSlice(bool backwards) {
  SlicePlace from = scene_.selected;
  if (!from.valid()) {
    // Nothing selected: the first visible call of the first row of calls.
    for (const RowBand& band : scene_.layout.bands) {
      const EventRow& row = tracks_->tracks().rows()[band.row]->slices;
      const size_t first = row.firstReaching(scene_.window.begin);
      if (first >= row.size()) continue;
      const SlicePlace place{band.row, static_cast<uint32_t>(first)};
      selectSlice(place);
      reveal(place);
      return;
    }
    return;
  }
  const SlicePlace next = tracks_->tracks().step(from, backwards);
  if (!next.valid()) return;
  selectSlice(next);
  reveal(next);
}

bool TimelineView::startFind() {
  if (tracks_->tracks().trace() == nullptr) return false;
  search_->open();
  return true;
}

void TimelineView::findNext(bool backwards) {
  if (scene_.found.empty()) {
    startFind();
    return;
  }
  const SlicePlace hit = tracks_->tracks().findNext(scene_.found, scene_.selected, backwards);
  if (!hit.valid()) return;
  selectSlice(hit);
  reveal(hit);
}

void TimelineView::perform(TimelineCommand command) {
  const double centre = (scene_.window.begin + scene_.window.end) / 2;
  // Zoom keeps what the pointer is on, as the wheel does.
  const QPoint pointer = plot_->mapFromGlobal(QCursor::pos());
  const double anchor =
      plot_->rect().contains(pointer) && plot_->underMouse() ? plot_->scale().ticks(pointer.x()) : centre;
  switch (command) {
    case TimelineCommand::ZoomIn: scene_.window.zoom(kKeyZoom, anchor); break;
    case TimelineCommand::ZoomOut: scene_.window.zoom(1 / kKeyZoom, anchor); break;
    case TimelineCommand::PanLeft: scene_.window.pan(-kKeyPan); break;
    case TimelineCommand::PanRight: scene_.window.pan(kKeyPan); break;
    case TimelineCommand::ScrollUp: scrollTo(scene_.scrollY - kKeyScroll); break;
    case TimelineCommand::ScrollDown: scrollTo(scene_.scrollY + kKeyScroll); break;
    case TimelineCommand::Fit: fit(); return;
    case TimelineCommand::Whole: scene_.window.whole(); break;
    case TimelineCommand::AllRuns: showRun(-1); return;
    case TimelineCommand::Mark: mark(); return;
    case TimelineCommand::Keep: keepRange(); return;
    case TimelineCommand::Next: stepSlice(false); return;
    case TimelineCommand::Previous: stepSlice(true); return;
    case TimelineCommand::Search: startFind(); return;
    case TimelineCommand::FindNext: findNext(false); return;
    case TimelineCommand::FindPrevious: findNext(true); return;
    case TimelineCommand::PreviousRun: stepRun(-1); return;
    case TimelineCommand::NextRun: stepRun(1); return;
    case TimelineCommand::RunMenu: runMenu(); return;
    case TimelineCommand::Clear:
      if (scene_.range) scene_.range.reset();
      else scene_.kept.clear();
      break;
    case TimelineCommand::Activate:
      if (scene_.selected.valid())
        document()->selection()->activate(document()->selection()->current(), QStringLiteral("listing"));
      return;
    case TimelineCommand::None: return;
  }
  refresh();
}

void TimelineView::keyPressEvent(QKeyEvent* event) {
  const TimelineCommand command = timelineCommand(*event);
  if (command == TimelineCommand::None || tracks_->tracks().trace() == nullptr) {
    View::keyPressEvent(event);
    return;
  }
  perform(command);
  event->accept();
}

bool TimelineView::event(QEvent* event) {
  // Our single letters come before shortcuts of the window that use the same letter.
  if (event->type() == QEvent::ShortcutOverride &&
      timelineCommand(*static_cast<QKeyEvent*>(event)) != TimelineCommand::None) {
    event->accept();
    return true;
  }
  return View::event(event);
}

}  // namespace relaxscope
