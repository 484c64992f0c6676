// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/values/values_view.h"

#include <QSplitter>
#include <QStackedLayout>

#include <algorithm>

#include "views/code/tokens.h"
#include "views/core/run_offer.h"
#include "views/profile/timeline/lane_pane.h"
#include "views/profile/timeline/names.h"
#include "views/profile/timeline/plot.h"
#include "views/widgets/empty_note.h"

namespace relaxscope {

ValuesView::ValuesView(Document* document, QWidget* parent)
    : View(document, parent), tracks_(ProfileTracks::of(document)) {
  setObjectName(QStringLiteral("view.values"));
  scene_.source = tracks_;
  splitter_ = new QSplitter(Qt::Vertical, this);
  splitter_->setObjectName(QStringLiteral("values.splitter"));
  splitter_->setChildrenCollapsible(false);
  lines_ = new LanePane(&scene_, splitter_);
  lines_->options().onlySlots = true;
  lines_->options().slotHeight = 56;
  lines_->names()->setObjectName(QStringLiteral("values.names"));
  plot_ = lines_->plot();
  plot_->setObjectName(QStringLiteral("values.plot"));
  noSlots_ = new EmptyNote(splitter_);
  panel_ = new TablePanel(splitter_);
  panel_->table()->setAccessibleName(tr("Shapes passed to calls"));
  splitter_->addWidget(lines_);
  splitter_->addWidget(noSlots_);
  splitter_->addWidget(panel_);
  splitter_->setStretchFactor(2, 1);
  empty_ = new EmptyNote(this);
  stack_ = new QStackedLayout(this);
  stack_->addWidget(empty_);
  stack_->addWidget(splitter_);
  setFocusProxy(panel_->table());

  connect(tracks_, &ProfileTracks::changed, this, &ValuesView::tracksChanged);
  connect(document, &Document::runStateChanged, this, &ValuesView::tracksChanged);
  connect(document->selection(), &Selection::changed, this, &ValuesView::follow);
  connect(empty_, &EmptyNote::triggered, this, [this] { emit this->document()->requested(request::Run{}); });
  connect(panel_->table(), &DataTable::rowSelected, this, [this](int source) { choose(source, false); });
  connect(panel_->table(), &DataTable::rowActivated, this, [this](int source) { choose(source, true); });
  connect(lines_->names(), &TimelineNames::slotActivated, tracks_, &ProfileTracks::showSlotWriter);
  connect(lines_, &LanePane::relayoutRequested, this, &ValuesView::relayout);
  connect(lines_, &LanePane::moved, lines_, &LanePane::refresh);
  connect(plot_, &TimelinePlot::clicked, this, [this] {
    scene_.range.reset();
    pickSlot(plot_->mapFromGlobal(QCursor::pos()));
  });
  connect(plot_, &TimelinePlot::doubleClicked, this, [this] {
    scene_.window.whole();
    lines_->refresh();
  });
  connect(splitter_, &QSplitter::splitterMoved, this, [this] { userSized_ = true; });
  tracksChanged();
}

bool ValuesView::startFind() {
  if (stack_->currentIndex() == 0) return false;
  panel_->startFilter();
  return true;
}

bool ValuesView::isSettled() const {
  const bool waiting = document()->trace() != nullptr && document()->trace()->info.values &&
                       document()->runState() == RunState::Idle && shown_ != document()->trace();
  return tracks_->isSettled() && !waiting && panel_->isSettled();
}

void ValuesView::tracksChanged() {
  const std::shared_ptr<const Trace> trace = document()->trace();
  const bool any = trace != nullptr && trace->info.values;
  stack_->setCurrentIndex(any ? 1 : 0);
  if (!any) {
    empty_->setSentence(
        trace != nullptr
            ? tr("This trace was recorded without values. Run again with values to see the shapes passed to calls.")
            : noRunSentence(*document()));
    empty_->setAction(canRun(*document()) ? tr("Run") : QString());
    collected_ = nullptr;
    collectTask_.cancel();
    return;
  }
  const auto [begin, end] = tracks_->tracks().runExtent();
  const bool whole = scene_.window.span() >= scene_.scopeTicks() * 0.999;
  scene_.origin = static_cast<double>(begin);
  scene_.window.minimum = std::max(1.0, 5.0 / tracks_->nsPerTick());
  scene_.window.setLimits(static_cast<double>(begin), static_cast<double>(std::max(end, begin + 1)));
  if (whole) scene_.window.whole();
  const bool hasSlots = !tracks_->tracks().slotSeries().empty();
  lines_->setVisible(hasSlots);
  noSlots_->setVisible(!hasSlots);
  noSlots_->setSentence(
      tr("No slots: every shape is constant. A dynamic model shows one step line per slot of the shape heap here."));
  panel_->setEmptySentence(tr("No call received a tensor or a shape."));
  arrange();
  relayout();
  // Shapes collected during streaming would be outdated immediately: they are collected after the run.
  if (tracks_->isSettled() && document()->runState() == RunState::Idle && collected_ != trace) collect();
}

void ValuesView::collect() {
  collected_ = document()->trace();
  collectTask_.start(
      [trace = collected_](std::stop_token stop) {
        ShapeCollector collector;
        collector.take(*trace, 0, std::move(stop));
        return std::move(collector).rows();
      },
      [this](std::vector<SeenShape> shapes) { take(std::move(shapes)); });
}

void ValuesView::take(std::vector<SeenShape> shapes) {
  if (collected_ != document()->trace()) return;  // another run has started: its shapes are collected at its end
  source_ = std::make_shared<const ValuesSource>(collected_, document()->data().executable, std::move(shapes));
  shown_ = collected_;
  panel_->setPlaceholder(tr("Filter %n shapes by call or shape", nullptr, static_cast<int>(source_->rows())));
  panel_->table()->setSource(source_);
  follow();
}

void ValuesView::relayout() {
  lines_->relayout();
  lines_->refresh();
}

/// Places lines and table side by side in a wide, flat dock, else one above the other.
void ValuesView::arrange() {
  const bool flat = width() > 2 * height();
  const Qt::Orientation wanted = flat ? Qt::Horizontal : Qt::Vertical;
  const bool turned = splitter_->orientation() != wanted;
  if (turned) splitter_->setOrientation(wanted);
  const bool hasSlots = !tracks_->tracks().slotSeries().empty();
  noSlots_->setMaximumHeight(flat ? QWIDGETSIZE_MAX : Theme::instance()->px(56));
  noSlots_->setMaximumWidth(flat ? Theme::instance()->px(360) : QWIDGETSIZE_MAX);
  const int room = flat ? width() : height();
  if (turned) userSized_ = false;
  if (!userSized_)
    splitter_->setSizes(hasSlots ? QList<int>{room * 50 / 100, 0, room * 50 / 100}
                                 : QList<int>{0, room / 4, room * 3 / 4});
}

void ValuesView::resizeEvent(QResizeEvent* event) {
  View::resizeEvent(event);
  arrange();
  relayout();
}

/// A click on a slot's line selects the call that set the value there.
void ValuesView::pickSlot(QPoint pos) {
  const QRect area = plot_->laneArea();
  const int lane = scene_.layout.laneAt(pos.y() - area.top() + scene_.scrollY);
  if (lane < 0 || scene_.layout.lanes[static_cast<size_t>(lane)].kind != LaneKind::Slot) return;
  const SlotKey key = scene_.layout.lanes[static_cast<size_t>(lane)].slot;
  const std::optional<uint64_t> event = tracks_->settingEvent(key, plot_->scale().ticks(pos.x()));
  if (!event) return;
  size_t at = 0;
  const StoredChunk* chunk = tracks_->tracks().trace()->find(EventIndex(static_cast<int64_t>(*event)), at);
  if (chunk == nullptr) return;
  Place place;
  place.event = EventIndex(static_cast<int64_t>(*event));
  const EventSite& site = chunk->site(at);
  if (site.function != kNoIndex) place.function = FuncIndex(site.function);
  if (const uint32_t pc = instructionOf(site); pc != kNoIndex) place.pc = InstrIndex(pc);
  document()->selection()->select(place);
}

void ValuesView::choose(int row, bool activate) {
  if (source_ == nullptr || row < 0 || static_cast<size_t>(row) >= source_->rows()) return;
  const SeenShape& shape = source_->shape(static_cast<size_t>(row));
  Place place;
  if (shape.function != kNoIndex) place.function = FuncIndex(shape.function);
  if (shape.pc != kNoIndex) place.pc = InstrIndex(shape.pc);
  place.event = EventIndex(static_cast<int64_t>(shape.firstEvent));
  if (activate) document()->selection()->activate(place, ViewId::Listing);
  else document()->selection()->select(place);
}

void ValuesView::follow() {
  if (source_ == nullptr) return;
  const Place& place = document()->selection()->current();
  if (!place.pc.valid()) return;
  // Keeps a current row of the same instruction: the user may have selected another of its arguments.
  const int now = panel_->table()->currentRow();
  if (now >= 0 && static_cast<size_t>(now) < source_->rows() &&
      source_->shape(static_cast<size_t>(now)).pc == static_cast<uint32_t>(place.pc.value))
    return;
  panel_->table()->showRow(source_->findSite(static_cast<uint32_t>(place.pc.value)));
}

}  // namespace relaxscope
