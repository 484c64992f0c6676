// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/timeline/timeline_view.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QStackedLayout>

#include <algorithm>
#include <cmath>
#include <utility>

#include "views/core/run_offer.h"
#include "views/profile/event_facts.h"
#include "views/profile/timeline/corner.h"
#include "views/profile/timeline/folded_lanes.h"
#include "views/profile/timeline/head.h"
#include "views/profile/timeline/lane_pane.h"
#include "views/profile/timeline/minimap.h"
#include "views/profile/timeline/names.h"
#include "views/profile/timeline/plot.h"
#include "views/profile/timeline/readout.h"
#include "views/profile/timeline/run_selector.h"
#include "views/profile/timeline/search.h"
#include "views/profile/timeline/site_slice.h"
#include "views/profile/work_facts.h"
#include "views/theme/theme.h"
#include "views/widgets/empty_note.h"
#include "views/widgets/readout_line.h"
#include "views/widgets/spoken_item.h"

namespace relaxscope {
namespace {
constexpr double kKeyZoom = 0.7;     // span factor per press of W
constexpr double kKeyPan = 0.15;     // fraction of the span per key press
constexpr int kKeyScroll = 48;       // pixels
constexpr double kSliceShare = 0.8;  // fraction of the window that a slice fills after a double click
}  // namespace

TimelineView::TimelineView(Document* document, QWidget* parent)
    : View(document, parent), tracks_(ProfileTracks::of(document)) {
  setObjectName(QStringLiteral("view.timeline"));
  setFocusPolicy(Qt::StrongFocus);
  scene_.source = tracks_;
  spoken_ = new SpokenItem(this, QAccessible::List, [this] { return selectedReadout().join(QStringLiteral(", ")); });
  build();
  corner_ = new TimelineCorner(this);
  corner_->hide();
  connectDocument();
  connectParts();
  tracksChanged();
}

void TimelineView::build() {
  lanes_ = new LanePane(&scene_, this);
  lanes_->scrollBar()->setObjectName(QStringLiteral("timeline.scroll"));
  plot_ = lanes_->plot();
  plot_->setFocusProxy(this);
  minimap_ = new TimelineMinimap(&scene_, this);
  search_ = new TimelineSearch(this);
  empty_ = new EmptyNote(this);

  runs_ = new RunSelector(tracks_, this);

  auto* content = new QWidget(this);
  auto* contentLayout = new QVBoxLayout(content);
  contentLayout->setContentsMargins(0, 0, 0, 0);
  contentLayout->setSpacing(0);
  head_ = new TimelineHead(runs_, minimap_, content);
  contentLayout->addWidget(head_);
  contentLayout->addWidget(lanes_, 1);
  readout_ = new ReadoutLine(tr("Point at a time, or select a slice with . and , to read its call and counters here"),
                             content);
  readout_->setObjectName(QStringLiteral("timeline.readout"));
  contentLayout->addWidget(readout_);

  stacked_ = new QWidget(this);
  stack_ = new QStackedLayout(stacked_);
  stack_->addWidget(empty_);
  stack_->addWidget(content);

  auto* all = new QVBoxLayout(this);
  all->setContentsMargins(0, 0, 0, 0);
  all->setSpacing(0);
  all->addWidget(search_);
  all->addWidget(stacked_, 1);
}

void TimelineView::connectDocument() {
  connect(tracks_, &ProfileTracks::changed, this, &TimelineView::tracksChanged);
  connect(document(), &Document::runStateChanged, this, &TimelineView::tracksChanged);
  // What recording took, and which runs are outlying.
  connect(document(), &Document::statisticsChanged, this, &TimelineView::relayout);
  connect(document()->selection(), &Selection::changed, this, &TimelineView::followSelection);
  connect(document()->selection(), &Selection::spanChanged, this, &TimelineView::followSpan);
  connect(empty_, &EmptyNote::triggered, this, [this] { emit document() -> requested(request::Run{}); });
}

void TimelineView::connectParts() {
  connect(corner_, &TimelineCorner::commandRequested, this, &TimelineView::perform);
  connect(runs_, &RunSelector::chosen, this, &TimelineView::showRun);
  connect(runs_, &RunSelector::stepped, this, &TimelineView::stepRun);
  connect(lanes_->names(), &TimelineNames::slotActivated, tracks_, &ProfileTracks::showSlotWriter);
  connect(lanes_, &LanePane::relayoutRequested, this, &TimelineView::relayout);
  connect(lanes_, &LanePane::moved, this, &TimelineView::refresh);
  connect(minimap_, &TimelineMinimap::windowChanged, this, &TimelineView::refresh);
  connect(minimap_, &TimelineMinimap::runChosen, this, [this](int run) {
    const auto [begin, end] = scene_.ticksOf(run);
    scene_.window.show(begin, end);
    refresh();
  });
  connect(plot_, &TimelinePlot::pointed, this, [this](QPoint pos) {
    pointer_ = pos;
    showReadout();
  });
  connect(plot_, &TimelinePlot::pointedAway, this, [this] {
    pointer_.reset();
    showReadout();
  });
  connect(plot_, &TimelinePlot::clicked, this, [this](SlicePlace place) {
    scene_.range.reset();
    selectSlice(place);
  });
  connect(plot_, &TimelinePlot::doubleClicked, this, [this](SlicePlace place) {
    if (!place.valid()) return;
    scene_.range.reset();
    selectSlice(place, true);
    fit();
  });
  connect(plot_, &TimelinePlot::contextRequested, this, &TimelineView::contextMenu);
  connectSearch();
}

void TimelineView::connectSearch() {
  connect(search_, &TimelineSearch::changed, this, &TimelineView::searchChanged);
  connect(search_, &TimelineSearch::next, this, &TimelineView::findNext);
  connect(search_, &TimelineSearch::closed, this, [this] {
    scene_.found.clear();
    scene_.hit = {};
    setFocus();
    refresh();
  });
  connect(search_, &TimelineSearch::chosen, this, [this](uint32_t name) {
    const SlicePlace place = tracks_->tracks().firstOf(tracks_->tracks().names()[name]);
    std::vector<bool> only(tracks_->tracks().names().size(), false);
    only[name] = true;
    const SlicePlace next = tracks_->tracks().findNext(only, scene_.selected, false);
    search_->hideNames();
    showHit(next.valid() ? next : place);
  });
}

/// The first hit from the selection, or from the start of the window on, is framed and in view, but not selected: the
/// other views stay where they are.
void TimelineView::searchChanged() {
  const Tracks& tracks = tracks_->tracks();
  scene_.found = search_->search(tracks);
  scene_.hit = {};
  if (!scene_.found.empty()) {
    const SlicePlace from = scene_.selected.valid() ? scene_.selected : tracks.lastBefore(scene_.window.begin);
    const bool here = scene_.selected.valid() && scene_.isFound(tracks.rows()[from.row]->slices.name(from.slice));
    scene_.hit = here ? from : tracks.findNext(scene_.found, from, false);
  }
  if (scene_.hit.valid()) reveal(scene_.hit);
  else refresh();
}

void TimelineView::showHit(SlicePlace hit) {
  if (!hit.valid()) return;
  scene_.hit = hit;
  selectSlice(hit);
  reveal(hit);
}

QSize TimelineView::contentSize() const {
  return stack_->currentIndex() == 0 ? size() : QSize(width(), scene_.layout.height + plot_->rulerHeight() + 1);
}

int TimelineView::wantedHeight() const {
  return stack_->currentIndex() == 0 ? 0 : contentSize().height() + head_->sizeHint().height() + readout_->height();
}

QSize TimelineView::minimumSizeHint() const { return stacked_->minimumSizeHint(); }

/// Paints all lanes as vectors, including those scrolled out of view.
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
  TimelineNames* names = lanes_->names();
  names->paintAll(painter, QRect(0, 0, names->width(), height));
  plot_->paintAll(painter, QRect(names->width(), 0, width() - names->width(), height));
  scene_.scrollY = scrolled;
  painter->restore();
}

QList<QWidget*> TimelineView::cornerWidgets() { return {corner_}; }

bool TimelineView::isSettled() const { return tracks_->isSettled() && !tracks_->awaitsLayers(); }

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
  scene_.selected = scene_.hit = {};  // rows may have moved; followSelection() finds the selection again
  updateScope(fresh);
  if (!search_->isHidden()) scene_.found = search_->search(tracks_->tracks());
  followSelection();
  relayout();
}

void TimelineView::updateScope(bool freshTrace) {
  const std::shared_ptr<const Trace> trace = tracks_->tracks().trace();
  if (trace == nullptr) return;
  if (!chosenRun_) {
    // All runs while streaming, afterwards the median run.
    const int median = tracks_->isSettled() && document()->runState() == RunState::Idle ? tracks_->medianRun() : -1;
    if (median != scene_.run) freshTrace = true;
    scene_.run = median;
  }
  const TickRange scope = scene_.ticksOf(scene_.run);
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
  // Switching between runs keeps the same relative window, so that runs can be compared visually.
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

void TimelineView::relayout() {
  lanes_->options().load = scene_.run < 0;
  scene_.flows = lanes_->options().flows;
  runs_->setRun(scene_.run);
  lanes_->relayout();
  refresh();
  const int before = std::exchange(wantedHeight_, wantedHeight());
  if (before != wantedHeight_) emit wantedHeightChanged();
}

void TimelineView::refresh() {
  corner_->setCanKeep(scene_.range.has_value());
  corner_->setFlows(tracks_->tracks().hasWork(), scene_.flows);
  document()->selection()->setSpan(spanOf(scene_.range));
  lanes_->refresh();
  minimap_->refresh();
  showReadout();
}

/// Of the pointer, otherwise of the start of the selected slice, which keys move.
void TimelineView::showReadout() {
  const bool pointed = pointer_ && tracks_->tracks().trace() != nullptr;
  readout_->setParts(pointed ? timelineReadout(scene_, plot_->scale().ticks(pointer_->x()), plot_->sliceAt(*pointer_))
                             : selectedReadout());
  spoken_->changed();
}

QStringList TimelineView::selectedReadout() const {
  if (tracks_->tracks().trace() == nullptr || !scene_.selected.valid()) return {};
  return timelineReadout(scene_, rangeOfSlice(scene_.selected).first, scene_.selected);
}

/// A range that another view sets or clears.
void TimelineView::followSpan() {
  const auto& span = document()->selection()->span();
  if (span == spanOf(scene_.range)) return;
  scene_.range.reset();
  if (span) scene_.range = TickRange{static_cast<double>(span->begin), static_cast<double>(span->end)};
  refresh();
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
  const Place target = placeOfSlice(tracks_->tracks(), place);
  if (!target.event.valid() && !target.work.valid()) return;
  shownEvent_ = target.event;
  shownWork_ = target.work;
  scene_.markedFunction = kNoIndex;
  scene_.markedPc = kNoIndex;
  scene_.marked = {};
  if (activate) document()->selection()->activate(target);
  else document()->selection()->select(target);
  refresh();
}

void TimelineView::followSelection() {
  const Place& place = document()->selection()->current();
  scene_.markedFunction = scene_.markedPc = kNoIndex;
  scene_.marked = {};
  if (tracks_->tracks().trace() == nullptr) return;
  if (place.work.valid()) {
    scene_.selected = tracks_->tracks().placeOfWork(place.work);
    shownEvent_ = place.event;
    if (std::exchange(shownWork_, place.work) != place.work && scene_.selected.valid()) return reveal(scene_.selected);
  } else if (place.event.valid()) {
    // Of a layer its first call is selected elsewhere.
    const bool layer = isLayer(scene_.selected) && place.event == shownEvent_;
    const SlicePlace slice =
        layer ? scene_.selected : tracks_->tracks().placeOf(static_cast<uint64_t>(place.event.value));
    const bool moved = slice.valid() && (place.event != shownEvent_ || shownWork_.valid());
    shownWork_ = {};
    scene_.selected = slice;
    if (slice.valid()) shownEvent_ = place.event;
    if (moved) reveal(slice);
  } else {
    scene_.selected = {};
    shownEvent_ = {};
    if (place.pc.valid()) {
      scene_.markedPc = static_cast<uint32_t>(place.pc.value);
      scene_.markedFunction = place.function.valid() ? static_cast<uint32_t>(place.function.value) : kNoIndex;
      scene_.marked = nearestMarked(scene_, (scene_.window.begin + scene_.window.end) / 2);
      if (std::exchange(shownPc_, scene_.markedPc) != scene_.markedPc && scene_.marked.valid())
        return reveal(scene_.marked);
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
  lanes_->ensureRowVisible(place.row);
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
  if (same != scene_.kept.end()) scene_.kept.erase(same);  // repeating the command removes the range
  else scene_.kept.push_back(*scene_.range);
  refresh();
}

void TimelineView::stepSlice(bool backwards) {
  SlicePlace from = scene_.selected;
  if (!from.valid()) {
    // Nothing selected: start at the first visible call of the first row of calls.
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
  search_->hideNames();
  // The hit that typing brought into view is the first one.
  if (scene_.hit.valid() && scene_.hit != scene_.selected) return showHit(scene_.hit);
  showHit(tracks_->tracks().findNext(scene_.found, scene_.selected, backwards));
}

/// Performs zoom, pan and scroll commands; returns false for any other.
bool TimelineView::moveWindow(TimelineCommand command) {
  // Zooming keeps the time under the pointer fixed, as the wheel does.
  const double centre = (scene_.window.begin + scene_.window.end) / 2;
  const QPoint pointer = plot_->mapFromGlobal(QCursor::pos());
  const bool over = plot_->rect().contains(pointer) && plot_->underMouse();
  const double anchor = over ? plot_->scale().ticks(pointer.x()) : centre;
  switch (command) {
    case TimelineCommand::ZoomIn: scene_.window.zoom(kKeyZoom, anchor); return true;
    case TimelineCommand::ZoomOut: scene_.window.zoom(1 / kKeyZoom, anchor); return true;
    case TimelineCommand::PanLeft: scene_.window.pan(-kKeyPan); return true;
    case TimelineCommand::PanRight: scene_.window.pan(kKeyPan); return true;
    case TimelineCommand::ScrollUp: lanes_->scrollTo(scene_.scrollY - kKeyScroll); return true;
    case TimelineCommand::ScrollDown: lanes_->scrollTo(scene_.scrollY + kKeyScroll); return true;
    case TimelineCommand::Whole: scene_.window.whole(); return true;
    default: return false;
  }
}

/// Clears the measured range if there is one, else the kept ranges.
void TimelineView::clearRanges() {
  if (scene_.range) scene_.range.reset();
  else scene_.kept.clear();
  refresh();
}

void TimelineView::showInListing() {
  if (!scene_.selected.valid()) return;
  document()->selection()->activate(document()->selection()->current(), ViewId::Listing);
}

void TimelineView::perform(TimelineCommand command) {
  if (moveWindow(command)) return refresh();
  switch (command) {
    case TimelineCommand::Fit: return fit();
    case TimelineCommand::AllRuns: return showRun(-1);
    case TimelineCommand::Mark: return mark();
    case TimelineCommand::Keep: return keepRange();
    case TimelineCommand::Next: return stepSlice(false);
    case TimelineCommand::Previous: return stepSlice(true);
    case TimelineCommand::Search: startFind(); return;
    case TimelineCommand::FindNext: return findNext(false);
    case TimelineCommand::FindPrevious: return findNext(true);
    case TimelineCommand::PreviousRun: return stepRun(-1);
    case TimelineCommand::NextRun: return stepRun(1);
    case TimelineCommand::RunMenu: return runs_->openMenu();
    case TimelineCommand::Clear: return clearRanges();
    case TimelineCommand::Activate: return showInListing();
    case TimelineCommand::Flows: return toggleFlows();
    default: return;
  }
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
  // The timeline's single-letter keys take precedence over window shortcuts with the same letter.
  if (event->type() == QEvent::ShortcutOverride &&
      timelineCommand(*static_cast<QKeyEvent*>(event)) != TimelineCommand::None) {
    event->accept();
    return true;
  }
  return View::event(event);
}

void TimelineView::contextMenu(const QPoint& pos, SlicePlace place) {
  auto* menu = new QMenu(this);
  menu->setObjectName(QStringLiteral("timeline.menu"));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  if (place.valid()) {
    selectSlice(place);
    menu->addAction(tr("Zoom to slice"), this, [this] { fit(); });
    menu->addAction(tr("Mark its time range"), this, [this] { mark(); });
    menu->addAction(tr("Show in listing"), this, &TimelineView::showInListing);
    menu->addAction(tr("Copy as text"), this, [this] {
      const QString text = selectedAsText(*document(), *tracks_);
      if (!text.isEmpty()) QApplication::clipboard()->setText(text);
    });
    menu->addSeparator();
  }
  menu->addAction(tr("Whole run"), this, [this] { perform(TimelineCommand::Whole); });
  menu->addAction(tr("All runs"), this, [this] { perform(TimelineCommand::AllRuns); });
  if (!scene_.kept.empty())
    menu->addAction(tr("Remove kept ranges"), this, [this] {
      scene_.kept.clear();
      refresh();
    });
  menu->popup(pos);
}

void TimelineView::toggleFlows() {
  lanes_->options().flows = !lanes_->options().flows;
  relayout();
}

/// Opens the menu at the selected slice when the menu key is pressed.
void TimelineView::contextMenuEvent(QContextMenuEvent* event) {
  if (event->reason() != QContextMenuEvent::Keyboard || tracks_->tracks().trace() == nullptr)
    return View::contextMenuEvent(event);
  QPoint at = plot_->laneArea().center();
  if (scene_.selected.valid()) {
    const TickRange range = rangeOfSlice(scene_.selected);
    at.setX(static_cast<int>(
        std::clamp<double>(plot_->scale().x((range.first + range.second) / 2), 0, plot_->width() - 1)));
    if (const int band = scene_.layout.bandOfRow(scene_.selected.row); band >= 0) {
      const RowBand& row = scene_.layout.bands[static_cast<size_t>(band)];
      at.setY(std::clamp(plot_->laneArea().top() + row.y + row.height - scene_.scrollY, 0, plot_->height() - 1));
    }
  }
  contextMenu(plot_->mapToGlobal(at), scene_.selected);
}

QByteArray TimelineView::saveViewState() const { return saveFoldedLanes(lanes_->options()); }

void TimelineView::restoreViewState(const QByteArray& state) {
  restoreFoldedLanes(state, lanes_->options());
  relayout();
}

}  // namespace relaxscope
