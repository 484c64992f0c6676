// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/statistics/statistics_view.h"

#include <QApplication>
#include <QButtonGroup>
#include <QClipboard>
#include <QHBoxLayout>
#include <QMenu>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include "views/code/tokens.h"
#include "views/core/run_offer.h"
#include "views/profile/tracks.h"
#include "views/theme/theme.h"
#include "views/widgets/empty_note.h"

namespace relaxscope {

StatisticsView::StatisticsView(Document* document, QWidget* parent)
    : View(document, parent),
      bar_(new StatisticsBar(this)),
      panel_(new TablePanel(this)),
      sum_(new StatisticsSum(panel_->table(), this)),
      empty_(new EmptyNote(this)),
      corner_(new QWidget(this)) {
  setObjectName(QStringLiteral("view.statistics"));
  auto* content = new QWidget(this);
  auto* layout = new QVBoxLayout(content);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(bar_);
  layout->addWidget(panel_, 1);
  layout->addWidget(sum_);
  stack_ = new QStackedLayout(this);
  stack_->addWidget(empty_);
  stack_->addWidget(content);
  setFocusProxy(panel_->table());
  panel_->table()->setAccessibleName(tr("Statistics of calls"));
  panel_->table()->setDefaultSort(QStringLiteral("self"), true);

  corner_->setObjectName(QStringLiteral("statistics.corner"));
  auto* corner = new QHBoxLayout(corner_);
  corner->setContentsMargins(0, 0, 0, 0);
  corner->setSpacing(2);
  auto* group = new QButtonGroup(this);
  const auto toggle = [&](const char* name, const QString& text, const QString& tip, Grouping grouping) {
    auto* button = new QToolButton(corner_);
    button->setObjectName(QLatin1String(name));
    button->setText(text);
    button->setToolTip(tip);
    button->setCheckable(true);
    button->setChecked(grouping == grouping_);
    group->addButton(button);
    corner->addWidget(button);
    connect(button, &QToolButton::clicked, this, [this, grouping] { setGrouping(grouping); });
    return button;
  };
  byCallee_ = toggle("statistics.byCallee", tr("By callee"), tr("One row per callee"), Grouping::Callee);
  bySite_ = toggle("statistics.bySite", tr("By site"), tr("One row per call site"), Grouping::Site);
  corner_->hide();

  connect(panel_->table(), &DataTable::rowSelected, this, &StatisticsView::choose);
  connect(panel_->table(), &DataTable::rowActivated, this, &StatisticsView::activateRow);
  connect(panel_->table(), &DataTable::contextMenuRequested, this, &StatisticsView::menu);
  connect(empty_, &EmptyNote::triggered, this, [this] { emit this->document()->requested(request::Run{}); });
  for (const auto signal : {&Document::dataChanged, &Document::statisticsChanged, &Document::runStateChanged})
    connect(document, signal, this, &StatisticsView::reload);
  connect(document, &Document::traceChanged, this, [this] {
    if (source_ == nullptr || this->document()->trace() == nullptr) reload();
  });
  connect(document->selection(), &Selection::changed, this, &StatisticsView::follow);
  reload();
}

void StatisticsView::resizeEvent(QResizeEvent* event) {
  constexpr int kLowHeight = 360;
  View::resizeEvent(event);
  const bool low = height() < Theme::instance()->px(kLowHeight);
  sum_->setCompact(low);
  bar_->setCompact(low);
}

QList<QWidget*> StatisticsView::cornerWidgets() { return {corner_}; }

bool StatisticsView::startFind() {
  if (stack_->currentIndex() == 0) return false;
  panel_->startFilter();
  return true;
}

bool StatisticsView::isSettled() const {
  const bool waiting = document()->trace() != nullptr && document()->byCallee() == nullptr;
  return !waiting && panel_->isSettled();
}

void StatisticsView::setGrouping(Grouping grouping) {
  (grouping == Grouping::Callee ? byCallee_ : bySite_)->setChecked(true);
  if (grouping == grouping_) return;
  grouping_ = grouping;
  reload();
}

void StatisticsView::reload() {
  const std::shared_ptr<const Trace> trace = document()->trace();
  const std::shared_ptr<const TraceStatistics> statistics =
      grouping_ == Grouping::Callee ? document()->byCallee() : document()->bySite();
  if (trace == nullptr || statistics == nullptr) {
    source_ = nullptr;
    stack_->setCurrentIndex(0);
    const QString& error = document()->statisticsError();
    empty_->setSentence(!error.isEmpty()   ? error
                        : trace != nullptr ? (document()->runState() == RunState::Idle
                                                  ? tr("The figures of the run are being computed.")
                                                  : tr("Figures appear when the run has ended."))
                                           : noRunSentence(*document()));
    empty_->setAction(trace == nullptr && canRun(*document()) ? tr("Run") : QString());
    return;
  }
  auto source =
      std::make_shared<StatisticsSource>(StatisticsInput{trace, statistics, document()->data().executable, grouping_});
  source_ = source;
  stack_->setCurrentIndex(1);
  panel_->setPlaceholder(grouping_ == Grouping::Callee
                             ? tr("Filter %n callees", nullptr, static_cast<int>(source->rows()))
                             : tr("Filter %n call sites", nullptr, static_cast<int>(source->rows())));
  panel_->setEmptySentence(
      tr("No calls in the measured runs: the entry function calls nothing, or every run was a warm-up."));
  panel_->table()->setSource(source);
  uint64_t warmups = 0;
  for (const RunSpan& run : trace->runs) warmups += run.kind == RunKind::Warmup ? 1 : 0;
  bar_->show(*statistics, source->timeByKind(), warmups, *trace);
  sum_->setSource(source);
  follow();
}

void StatisticsView::follow() {
  if (source_ == nullptr) return;
  const Place& place = document()->selection()->current();
  int row = -1;
  if (grouping_ == Grouping::Site) {
    if (place.pc.valid()) row = source_->findSite(static_cast<uint32_t>(place.pc.value));
  } else {
    FuncIndex callee = place.function;
    if (const Executable* executable = document()->executable(); executable != nullptr && place.pc.valid())
      if (const FuncIndex called = calleeAt(*executable, place.pc); called.valid()) callee = called;
    if (callee.valid()) row = source_->findCallee(static_cast<uint32_t>(callee.value));
  }
  panel_->table()->showRow(row);
}

Place StatisticsView::placeOf(int row) const {
  Place place;
  if (source_ == nullptr || row < 0 || static_cast<size_t>(row) >= source_->rows()) return place;
  const StatisticsRow& each = source_->row(static_cast<size_t>(row));
  if (calleeTable(each.kind) == CalleeTable::Names) return place;
  if (grouping_ == Grouping::Site && each.pc != kNoIndex) {
    place.pc = InstrIndex(each.pc);
    if (each.function != kNoIndex) place.function = FuncIndex(each.function);
  } else if (const Executable* executable = document()->executable();
             executable == nullptr || executable->opcodeOfCallee(each.callee) == nullptr) {
    if (each.callee != kNoIndex) place.function = FuncIndex(each.callee);  // an opcode has no place
  }
  return place;
}

void StatisticsView::choose(int row) {
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
  if (row >= 0 && shown) {
    menu.addAction(tr("Show in listing"), this, [this, row, isShown] {
      if (isShown()) activateRow(row);
    });
    menu.addAction(tr("Show first call in timeline"), this, [this, row, shown, isShown] {
      if (!isShown()) return;
      const StatisticsRow& each = shown->row(static_cast<size_t>(row));
      for (const TrackName& name : ProfileTracks::of(document())->tracks().names()) {
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
    menu.addAction(tr("Copy name"), this, [row, shown] {
      QApplication::clipboard()->setText(QString::fromStdString(shown->nameOf(shown->row(static_cast<size_t>(row)))));
    });
    menu.addSeparator();
  }
  menu.addAction(tr("Copy rows"), panel_->table(), &DataTable::copy);
  menu.exec(pos);
}

QByteArray StatisticsView::saveViewState() const {
  return QByteArray(grouping_ == Grouping::Site ? "s" : "c") + panel_->table()->saveState();
}

void StatisticsView::restoreViewState(const QByteArray& state) {
  if (state.isEmpty()) return;
  panel_->table()->restoreState(state.mid(1));
  setGrouping(state.at(0) == 's' ? Grouping::Site : Grouping::Callee);
}

}  // namespace relaxscope
