// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/statistics/statistics_view.h"

#include <QApplication>
#include <QButtonGroup>
#include <QClipboard>
#include <QHBoxLayout>
#include <QMenu>
#include <QSplitter>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <string_view>
#include <utility>

#include "views/code/tokens.h"
#include "views/core/run_offer.h"
#include "views/profile/event_facts.h"
#include "views/profile/statistics/calls_pane.h"
#include "views/profile/statistics/span_strip.h"
#include "views/profile/tracks.h"
#include "views/theme/theme.h"
#include "views/widgets/empty_note.h"
#include "vmcore/base/text/text.h"
#include "vmcore/export/layers_of_trace.h"
#include "vmcore/trace/event_groups.h"
#include "vmcore/trace/run_calls.h"

namespace relaxscope {
namespace {
constexpr int kLowHeight = 360;
constexpr std::string_view kLetters = "cshklr";  // of groupings, in the stored state
}  // namespace

StatisticsView::StatisticsView(Document* document, QWidget* parent)
    : View(document, parent),
      bar_(new StatisticsBar(this)),
      panel_(new TablePanel(this)),
      sum_(new StatisticsSum(panel_->table(), this)),
      span_(new SpanStrip(this)),
      calls_(new CallsPane(this)),
      empty_(new EmptyNote(this)),
      corner_(new QWidget(this)),
      layers_(document->derived<AllLayers>()) {
  setObjectName(QStringLiteral("view.statistics"));
  build();
  buildCorner();
  connectParts();
  reload();
}

void StatisticsView::build() {
  auto* rows = new QWidget(this);
  auto* rowsLayout = new QVBoxLayout(rows);
  rowsLayout->setContentsMargins(0, 0, 0, 0);
  rowsLayout->setSpacing(0);
  rowsLayout->addWidget(span_);
  rowsLayout->addWidget(panel_, 1);
  rowsLayout->addWidget(sum_);
  splitter_ = new QSplitter(this);
  splitter_->setChildrenCollapsible(false);
  splitter_->addWidget(rows);
  splitter_->addWidget(calls_);
  splitter_->setStretchFactor(0, 2);
  splitter_->setStretchFactor(1, 1);
  auto* content = new QWidget(this);
  auto* layout = new QVBoxLayout(content);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(bar_);
  layout->addWidget(splitter_, 1);
  stack_ = new QStackedLayout(this);
  stack_->addWidget(empty_);
  stack_->addWidget(content);
  setFocusProxy(panel_->table());
  panel_->table()->setAccessibleName(tr("Statistics of calls"));
  panel_->table()->setDefaultSort(QStringLiteral("self"), true);
}

void StatisticsView::buildCorner() {
  corner_->setObjectName(QStringLiteral("statistics.corner"));
  auto* corner = new QHBoxLayout(corner_);
  corner->setContentsMargins(0, 0, 0, 0);
  corner->setSpacing(2);
  auto* group = new QButtonGroup(this);
  const auto button = [&](const char* name, const QString& text, const QString& tip, bool checked) {
    auto* made = new QToolButton(corner_);
    made->setObjectName(QLatin1String(name));
    made->setText(text);
    made->setToolTip(tip);
    made->setAccessibleName(tip.section(QLatin1Char(':'), 0, 0));
    made->setCheckable(true);
    made->setChecked(checked);
    corner->addWidget(made);
    return made;
  };
  const auto toggle = [&](const char* name, const QString& text, const QString& tip, Grouping grouping) {
    QToolButton* made = button(name, text, tip, grouping == grouping_);
    group->addButton(made);
    connect(made, &QToolButton::clicked, this, [this, grouping] { setGrouping(grouping); });
    return made;
  };
  by_[Grouping::Callee] =
      toggle("statistics.byCallee", tr("Callee"), tr("Group by callee: one row per callee"), Grouping::Callee);
  by_[Grouping::Site] =
      toggle("statistics.bySite", tr("Site"), tr("Group by call site: one row per call site"), Grouping::Site);
  by_[Grouping::Shape] = toggle("statistics.byShape", tr("Shape"), shapeTip(), Grouping::Shape);
  by_[Grouping::Kind] =
      toggle("statistics.byKind", tr("Kind"), tr("Group by kind: one row per kind of call"), Grouping::Kind);
  by_[Grouping::Layer] = toggle("statistics.byLayer", tr("Layer"), layerTip(), Grouping::Layer);
  by_[Grouping::RunCall] =
      toggle("statistics.byRunCall", tr("Script"),
             tr("Group by call of the script: one row per call of a run, in their order"), Grouping::RunCall);
  withCalls_ = button("statistics.withCalls", tr("Calls"),
                      tr("Histogram and list of the calls of the selected row, where there is room"), true);
  connect(withCalls_, &QToolButton::toggled, this, &StatisticsView::arrange);
  corner_->hide();
}

void StatisticsView::connectParts() {
  connect(panel_->table(), &DataTable::rowSelected, this, &StatisticsView::choose);
  connect(panel_->table(), &DataTable::rowActivated, this, &StatisticsView::activateRow);
  connect(panel_->table(), &DataTable::contextMenuRequested, this, &StatisticsView::menu);
  connect(empty_, &EmptyNote::triggered, this, [this] { emit document() -> requested(request::Run{}); });
  for (const auto signal : {&Document::dataChanged, &Document::statisticsChanged, &Document::runStateChanged})
    connect(document(), signal, this, &StatisticsView::reload);
  connect(document(), &Document::traceChanged, this, [this] {
    if (source_ == nullptr || document()->trace() == nullptr) reload();
  });
  connect(document()->selection(), &Selection::changed, this, &StatisticsView::follow);
  connect(document()->selection(), &Selection::spanChanged, this, &StatisticsView::reloadSpan);
  connect(span_, &SpanStrip::clearRequested, this, [this] { document()->selection()->setSpan({}); });
  connect(layers_, &DerivedValues::made, this, [this] {
    if (grouping_ == Grouping::Layer) reload();
  });
  connect(document()->notes(), &Notes::changed, this, [this] {
    if (source_ != nullptr && source_->input().grouping == Grouping::Layer)
      showSource(source_->input().trace, source_->input().statistics);
  });
  const auto placeOfCall = [this](EventIndex event) { return placeOfEvent(*source_->input().trace, event); };
  connect(calls_, &CallsPane::callSelected, this,
          [this, placeOfCall](EventIndex event) { document()->selection()->select(placeOfCall(event)); });
  connect(calls_, &CallsPane::callActivated, this, [this, placeOfCall](EventIndex event) {
    document()->selection()->activate(placeOfCall(event), ViewId::Timeline);
  });
}

void StatisticsView::showEvent(QShowEvent* event) {
  View::showEvent(event);
  if (std::exchange(outdated_, false)) reload();
  else showCalls();
}

void StatisticsView::resizeEvent(QResizeEvent* event) {
  View::resizeEvent(event);
  bar_->setCompact(height() < Theme::instance()->px(kLowHeight));
  arrange();
}

/// The calls stand beside the rows in a wide view, below them in a high one, and nowhere in one that is neither.
void StatisticsView::arrange() {
  constexpr int kWide = 860, kLeastHeight = 280, kHigh = 500;
  const Theme* theme = Theme::instance();
  const bool wide = width() >= theme->px(kWide);
  const Qt::Orientation orientation = wide ? Qt::Horizontal : Qt::Vertical;
  const bool turned = splitter_->orientation() != orientation, hadCalls = calls_->isVisible();
  splitter_->setOrientation(orientation);
  const bool hasRoom = height() >= theme->px(wide ? kLeastHeight : kHigh);
  withCalls_->setVisible(hasRoom);
  calls_->setVisible(withCalls_->isChecked() && hasRoom);
  const bool sharesHeight = !wide && calls_->isVisibleTo(this);
  sum_->setCompact(height() < theme->px(sharesHeight ? 2 * kLowHeight : kLowHeight));
  const int room = wide ? width() : height();
  if (turned) splitter_->setSizes({room * 3 / 5, room * 2 / 5});
  if (!hadCalls) showCalls();
}

QList<QWidget*> StatisticsView::cornerWidgets() { return {corner_}; }

bool StatisticsView::startFind() {
  if (stack_->currentIndex() == 0) return false;
  panel_->startFilter();
  return true;
}

bool StatisticsView::isSettled() const {
  const bool waiting = document()->trace() != nullptr && document()->byCallee() == nullptr;
  const bool searching = grouping_ == Grouping::Layer && layers_->isPending();
  return !waiting && !searching && panel_->isSettled() && !spanTask_.isPending() && !deviceTask_.isPending() &&
         calls_->isSettled();
}

void StatisticsView::setGrouping(Grouping grouping) {
  if (grouping == grouping_) return;
  grouping_ = grouping;
  reload();
}

Grouping StatisticsView::grouping() const {
  const bool none = (grouping_ == Grouping::Shape && !hasShapes_) ||
                    (grouping_ == Grouping::Layer && !mayHaveLayers()) ||
                    (grouping_ == Grouping::RunCall && !hasRunCalls_);
  return none ? Grouping::Callee : grouping_;
}

QString StatisticsView::layerTip() { return tr("Group by layer: one row per layer, and one for what is in none"); }

/// Long code is searched for them only when it is grouped by them.
bool StatisticsView::mayHaveLayers() const {
  const Executable* executable = document()->executable();
  if (executable == nullptr) return false;
  if (executable->code.size() > AllLayers::kShortCode && grouping_ != Grouping::Layer) return true;
  const auto layers = layers_->find({});
  return layers_->isPending() || (layers != nullptr && !layers->empty());
}

/// By row of the layers that statistics of these have.
QStringList StatisticsView::layerNames() const {
  QStringList names;
  const auto layers = layers_->find({});
  if (layers == nullptr) return names;
  const auto notes = document()->notes()->table();
  for (const LayerMap& map : *layers)
    for (const LayerCopy& copy : map.copiesAt(0)) names << LayerTexts::name(map, copy, notes.get());
  return names;
}

QString StatisticsView::shapeTip() { return tr("Group by shape: one row per callee and shapes of its arguments"); }

/// A profile that was recorded without values has no shapes to group by.
void StatisticsView::updateChoices() {
  const std::shared_ptr<const Trace> trace = document()->trace();
  if (trace != searched_ && (trace == nullptr || document()->byCallee() != nullptr)) {
    searched_ = trace;
    hasShapes_ = trace != nullptr && trace->info.values && hasShapes(*trace);
    hasRunCalls_ = trace != nullptr && RunCalls::several(*trace);
  }
  QToolButton* byShape = by_[Grouping::Shape];
  byShape->setEnabled(hasShapes_);
  byShape->setToolTip(hasShapes_ || trace == nullptr || trace != searched_
                          ? shapeTip()
                          : tr("This profile has no shapes to group by: it was recorded without values"));
  QToolButton* byLayer = by_[Grouping::Layer];
  byLayer->setEnabled(trace == nullptr || mayHaveLayers());
  byLayer->setToolTip(byLayer->isEnabled() ? layerTip()
                                           : tr("No function has layers: calls that repeat on their own results"));
  by_[Grouping::RunCall]->setVisible(hasRunCalls_);  // rare, and the corner is narrow
  by_[grouping()]->setChecked(true);
}

void StatisticsView::reload() {
  const std::shared_ptr<const Trace> trace = document()->trace();
  updateChoices();
  if (trace == nullptr || document()->byCallee() == nullptr || document()->bySite() == nullptr) return showNothing();
  if (document()->selection()->span()) return reloadSpan();
  spanTask_.cancel();
  if (grouping() == Grouping::Callee) return showSource(trace, document()->byCallee());
  if (grouping() == Grouping::Site) return showSource(trace, document()->bySite());
  const bool shown = source_ != nullptr && source_->input().trace == trace && source_->input().grouping == grouping();
  if (!shown || source_->span()) compute(trace);
}

/// Figures of the range that is marked in the timeline; those shown before stay until they are computed.
void StatisticsView::reloadSpan() {
  const std::shared_ptr<const Trace> trace = document()->trace();
  spanTask_.cancel();
  outdated_ = !isVisible();  // a range that is being dragged in the timeline changes often
  if (outdated_ || trace == nullptr || document()->byCallee() == nullptr) return;
  if (!document()->selection()->span()) return reload();
  compute(trace);
}

/// What the document has no figures of: a range, and rows by shape, kind or layer.
void StatisticsView::compute(const std::shared_ptr<const Trace>& trace) {
  outdated_ = !isVisible();
  if (outdated_) return;
  const auto maps = grouping() == Grouping::Layer ? layers_->find({}) : nullptr;
  if (grouping() == Grouping::Layer && maps == nullptr) return;  // once they are known
  spanTask_.start(
      [trace, span = document()->selection()->span(), by = grouping(), maps,
       executable = document()->data().executable](const std::stop_token& stop) {
        const auto layers = maps != nullptr ? siteLayersOf(*maps) : nullptr;
        return std::make_shared<const TraceStatistics>(
            span ? statisticsOfSpan(*trace, by, *span, stop, executable, layers)
                 : computeStatistics(*trace, by, stop, executable, layers));
      },
      [this, trace](std::shared_ptr<const TraceStatistics> statistics) { showSource(trace, statistics); });
}

void StatisticsView::showNothing() {
  source_ = nullptr;
  deviceTask_.cancel();
  deviceOf_ = nullptr;
  device_ = nullptr;
  calls_->clear();
  stack_->setCurrentIndex(0);
  const QString& error = document()->statisticsError();
  const bool hasTrace = document()->trace() != nullptr;
  empty_->setSentence(!error.isEmpty() ? error
                      : hasTrace       ? (document()->runState() == RunState::Idle
                                              ? tr("The figures of the run are being computed.")
                                              : tr("Figures appear when runs have been measured for a second."))
                                       : noRunSentence(*document()));
  empty_->setAction(!hasTrace && canRun(*document()) ? tr("Run") : QString());
}

void StatisticsView::showSource(const std::shared_ptr<const Trace>& trace,
                                const std::shared_ptr<const TraceStatistics>& statistics) {
  const bool known = deviceOf_ == statistics;
  showRows(trace, statistics, known ? device_ : nullptr);
  if (!known && trace->workCount() > 0) computeDevice(trace, statistics);
}

void StatisticsView::computeDevice(const std::shared_ptr<const Trace>& trace,
                                   const std::shared_ptr<const TraceStatistics>& statistics) {
  deviceTask_.start(
      [trace, statistics, executable = document()->data().executable](const std::stop_token& stop) {
        return std::make_shared<const DeviceFigures>(
            DeviceFigures{std::make_shared<const DeviceStatistics>(deviceStatistics(*trace, *statistics, stop)),
                          deviceLedger(*trace, *statistics, executable)});
      },
      [this, trace, statistics](std::shared_ptr<const DeviceFigures> device) {
        if (source_ == nullptr || source_->input().statistics != statistics) return;
        deviceOf_ = statistics;
        device_ = std::move(device);
        showRows(trace, statistics, device_);
      });
}

void StatisticsView::showRows(const std::shared_ptr<const Trace>& trace,
                              const std::shared_ptr<const TraceStatistics>& statistics,
                              std::shared_ptr<const DeviceFigures> device) {
  auto source = std::make_shared<StatisticsSource>(
      StatisticsInput{trace, statistics, document()->data().executable, statistics->grouping,
                      statistics->grouping == Grouping::Layer ? layerNames() : QStringList(),
                      device != nullptr ? device->statistics : nullptr});
  source_ = source;
  stack_->setCurrentIndex(1);
  const int rows = static_cast<int>(statistics->rows.size());
  panel_->setPlaceholder(statistics->grouping == Grouping::Callee ? tr("Filter %n callees", nullptr, rows)
                         : statistics->grouping == Grouping::Site ? tr("Filter %n call sites", nullptr, rows)
                                                                  : tr("Filter %n rows", nullptr, rows));
  panel_->setEmptySentence(
      statistics->span
          ? tr("No calls in the range.")
          : tr("No calls in the measured runs: the entry function calls nothing, or every run was a warm-up."));
  panel_->table()->setSource(source);
  uint64_t warmups = 0;
  for (const RunSpan& run : trace->runs) warmups += run.kind == RunKind::Warmup ? 1 : 0;
  bar_->show(*statistics, source->timeByKind(), warmups, *trace,
             document()->areFiguresSoFar() ? FiguresOf::RunSoFar : FiguresOf::WholeRun);
  bar_->setLedger(*statistics, device != nullptr ? device->ledger : std::vector<RunTimePart>());
  span_->showSpan(*trace, statistics->span);
  sum_->setSource(source);
  followSelection(false);
}

/// The selected row is marked; `scroll` brings it into view. A function that a new run shows, mostly the one that runs
/// all others, is not: the rows that take the most time are.
void StatisticsView::followSelection(bool scroll) {
  if (source_ == nullptr) return;
  const Place& place = document()->selection()->current();
  int row = -1;
  const Grouping by = source_->input().grouping;
  if (by == Grouping::Site) {
    if (place.pc.valid()) row = source_->findSite(static_cast<uint32_t>(place.pc.value));
  } else if (by == Grouping::Layer) {
    if (place.pc.valid() && place.function.valid())
      row = source_->findLayer(static_cast<uint32_t>(place.function.value), static_cast<uint32_t>(place.pc.value));
  } else if (by != Grouping::Kind && by != Grouping::RunCall) {
    FuncIndex callee = place.function;
    if (const Executable* executable = document()->executable(); executable != nullptr && place.pc.valid())
      if (const FuncIndex called = calleeAt(*executable, place.pc); called.valid()) callee = called;
    if (callee.valid()) row = source_->findCallee(static_cast<uint32_t>(callee.value));
  }
  // A row of device work stays: its place is that of the calls above it.
  if (const int current = panel_->table()->currentRow();
      row >= 0 && current >= 0 && static_cast<size_t>(current) < source_->rows() &&
      source_->indexOf(static_cast<size_t>(current)) == source_->indexOf(static_cast<size_t>(row)))
    row = current;
  const bool isBodyRow = row >= 0 && isBody(source_->row(static_cast<size_t>(row)).kind);
  if (scroll || !isBodyRow) panel_->table()->markRow(row, scroll);
  showCalls();
  calls_->markEvent(place.event);
}

/// The calls of the selected row, else of the one that takes the most time.
void StatisticsView::showCalls() {
  if (source_ == nullptr || source_->rows() == 0) return calls_->clear();
  if (!calls_->isVisible()) return;  // reading all events takes seconds for long recordings
  const auto row = static_cast<size_t>(std::max(0, panel_->table()->currentRow()));
  calls_->showRow(source_->input().trace, source_->input().statistics, source_->indexOf(row),
                  QString::fromStdString(printable(source_->nameOf(source_->row(row)))), source_->isOnDevice(row));
}

Place StatisticsView::placeOf(int row) const {
  Place place;
  if (source_ == nullptr || row < 0 || static_cast<size_t>(row) >= source_->rows()) return place;
  const StatisticsRow& each = source_->row(static_cast<size_t>(row));
  if (source_->input().grouping == Grouping::Layer) {
    if (const SiteLayer* layer = source_->layerOf(each); layer != nullptr) {
      place.function = FuncIndex(layer->function);
      place.pc = InstrIndex(layer->firstPc);
    }
    return place;
  }
  if (each.callKind || calleeTable(each.kind) == CalleeTable::Names) return place;
  if (source_->input().grouping == Grouping::Site && each.pc != kNoIndex) {
    place.pc = InstrIndex(each.pc);
    if (each.function != kNoIndex) place.function = FuncIndex(each.function);
  } else if (const Executable* executable = document()->executable();
             executable == nullptr || executable->opcodeOfCallee(each.callee) == nullptr) {
    if (each.callee != kNoIndex) place.function = FuncIndex(each.callee);  // an opcode has no place
  }
  return place;
}

void StatisticsView::choose(int row) {
  showCalls();
  const Place place = placeOf(row);
  if (place.function.valid() || place.pc.valid()) document()->selection()->select(place);
}

void StatisticsView::activateRow(int row) {
  Place place = placeOf(row);
  const Executable* executable = document()->executable();
  const Function* function = executable != nullptr ? executable->function(place.function) : nullptr;
  if (function == nullptr) return;
  if (!place.pc.valid()) {
    // A callee without bytecode has no place in the listing: its first call site is shown instead.
    if (function->isBytecode()) {
      place.pc = InstrIndex(function->startInstr);
    } else if (const InstrIndex site = firstCallSite(*executable, place.function); site.valid()) {
      place.pc = site;
      place.function = executable->functionAt(site);
    }
  }
  document()->selection()->activate(place, ViewId::Listing);
}

void StatisticsView::menu(int row, const QPoint& pos) {
  QMenu menu(this);
  // A run that ends while the menu is open replaces the rows.
  const auto shown = source_;
  const auto isShown = [this, shown] { return source_ == shown; };
  const bool ofCallee =
      row >= 0 && shown && !shown->row(static_cast<size_t>(row)).callKind &&
      (shown->input().grouping != Grouping::Layer || shown->layerOf(shown->row(static_cast<size_t>(row))) != nullptr);
  if (ofCallee) {
    menu.addAction(tr("Show in listing"), this, [this, row, isShown] {
      if (isShown()) activateRow(row);
    });
    menu.addAction(tr("Show first call in timeline"), this, [this, row, shown, isShown] {
      if (!isShown()) return;
      const StatisticsRow& each = shown->row(static_cast<size_t>(row));
      const Tracks& tracks = ProfileTracks::of(document())->tracks();
      for (const TrackName& name : tracks.names()) {
        if (const LayerCopy* layer = tracks.layerOf(name); shown->layerOf(each) != nullptr && layer != nullptr) {
          if (layer->depth != 0 || layer->first.value != shown->layerOf(each)->firstPc) continue;
          Place place = placeOf(row);
          place.event = EventIndex(name.firstEvent);
          return document()->selection()->activate(place, ViewId::Timeline);
        }
        const auto space = isKernels(each.kind)                           ? TrackName::Space::Kernels
                           : calleeTable(each.kind) == CalleeTable::Names ? TrackName::Space::Other
                                                                          : TrackName::Space::Function;
        if (name.space != space || name.index != each.callee || name.firstEvent == kNoIndex) continue;
        Place place = placeOf(row);
        place.event = EventIndex(name.firstEvent);
        document()->selection()->activate(place, ViewId::Timeline);
        return;
      }
    });
  }
  if (row >= 0 && shown) {
    menu.addAction(tr("Copy name"), this, [row, shown] {
      QApplication::clipboard()->setText(QString::fromStdString(shown->nameOf(shown->row(static_cast<size_t>(row)))));
    });
    menu.addSeparator();
  }
  menu.addAction(tr("Copy rows"), panel_->table(), &DataTable::copy);
  menu.exec(pos);
}

QByteArray StatisticsView::saveViewState() const {
  return QByteArray(1, kLetters[static_cast<size_t>(grouping_)]) + panel_->table()->saveState();
}

void StatisticsView::restoreViewState(const QByteArray& state) {
  if (state.isEmpty()) return;
  panel_->table()->restoreState(state.mid(1));
  const auto letter = std::ranges::find(kLetters, state.at(0));
  setGrouping(letter == kLetters.end() ? Grouping::Callee : static_cast<Grouping>(letter - kLetters.begin()));
}

}  // namespace relaxscope
