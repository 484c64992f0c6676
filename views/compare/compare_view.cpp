// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/compare_view.h"

#include <QButtonGroup>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include "views/compare/call_pane.h"
#include "views/compare/place_of_row.h"
#include "views/compare/swing_delegate.h"
#include "views/compare/time_texts.h"
#include "views/compare/times_head.h"
#include "views/compare/values_line.h"
#include "views/core/engine_text.h"
#include "views/profile/table_footer.h"
#include "views/widgets/data_table.h"
#include "views/widgets/empty_note.h"
#include "views/widgets/error_strip.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {

CompareView::CompareView(Comparison* comparison, QWidget* parent) : PairView(comparison, parent) {
  head_ = new TimesHead(comparison, this);
  values_ = new ValuesLine(comparison, this);
  notes_ = new ErrorStrip(this);
  notes_->setObjectName(QStringLiteral("compare.notes"));
  auto* body = new QWidget(this);
  stack_ = new QStackedLayout(body);
  empty_ = new EmptyNote(body);
  empty_->setObjectName(QStringLiteral("compare.empty"));
  content_ = makeContent();
  stack_->addWidget(empty_);
  stack_->addWidget(content_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(head_);
  layout->addWidget(values_);
  layout->addWidget(notes_);
  layout->addWidget(body, 1);
  setFocusProxy(panel_->table());
  connectParts();
  applyTheme();
  reload();
}

QWidget* CompareView::makeContent() {
  panel_ = new TablePanel(this);
  panel_->setObjectName(QStringLiteral("compare.calls"));
  panel_->table()->setAccessibleName(tr("Compared calls"));
  panel_->setEmptySentence(tr("Neither profile has a call in its measured runs."));
  sums_ = new TableFooter(panel_->table(), this);
  sums_->setObjectName(QStringLiteral("compare.sums"));
  auto* left = new QWidget(this);
  auto* column = new QVBoxLayout(left);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(makeOptions());
  column->addWidget(panel_, 1);
  column->addWidget(sums_);
  calls_ = new CallPane(this);
  auto* scroll = new QScrollArea(this);
  scroll->setObjectName(QStringLiteral("compare.callScroll"));
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setFocusPolicy(Qt::NoFocus);
  scroll->setWidget(calls_);
  scroll->setMinimumWidth(Theme::instance()->px(300));
  auto* split = new QSplitter(Qt::Horizontal, this);
  split->setObjectName(QStringLiteral("compare.split"));
  split->setChildrenCollapsible(false);
  split->addWidget(left);
  split->addWidget(scroll);
  split->setStretchFactor(0, 13);
  split->setStretchFactor(1, 7);
  split->setSizes({Theme::instance()->px(1'000), Theme::instance()->px(540)});
  return split;
}

QToolButton* CompareView::makeButton(const QString& name, const QString& text, const QString& help, bool checkable) {
  auto* button = new QToolButton(this);
  button->setObjectName(name);
  button->setText(text);
  button->setToolTip(help);
  button->setAccessibleName(text);
  button->setAccessibleDescription(help);
  button->setCheckable(checkable);
  button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  button->setFocusPolicy(Qt::TabFocus);
  return button;
}

QWidget* CompareView::makeOptions() {
  const Theme* theme = Theme::instance();
  byCallee_ = makeButton(QStringLiteral("compare.byCallee"), tr("By callee"), tr("One row per callee"), true);
  bySite_ = makeButton(QStringLiteral("compare.bySite"), tr("By call"), tr("One row per call in the code"), true);
  swap_ = makeButton(QStringLiteral("compare.swap"), tr("Swap sides"), tr("Old becomes new"), false);
  hide_ = makeButton(QStringLiteral("compare.hideSame"), tr("Hide what is the same"),
                     tr("Fold the rows that are the same into one"), true);
  byCallee_->setChecked(true);
  auto* group = new QButtonGroup(this);
  for (QToolButton* each : {byCallee_, bySite_}) group->addButton(each);
  connect(byCallee_, &QToolButton::clicked, this, [this] { setGrouping(Grouping::Callee); });
  connect(bySite_, &QToolButton::clicked, this, [this] { setGrouping(Grouping::Site); });
  connect(hide_, &QToolButton::toggled, this, &CompareView::setHideSame);
  connect(swap_, &QToolButton::clicked, this, [this] { emit comparison() -> swapRequested(); });
  auto* strip = new QWidget(this);
  strip->setFixedHeight(theme->px(32));
  auto* row = new QHBoxLayout(strip);
  row->setContentsMargins(theme->px(8), 0, theme->px(8), 0);
  row->setSpacing(theme->px(2));
  for (QToolButton* each : {byCallee_, bySite_}) row->addWidget(each);
  row->addStretch(1);
  for (QToolButton* each : {swap_, hide_}) row->addWidget(each);
  return strip;
}

void CompareView::connectParts() {
  DataTable* table = panel_->table();
  auto* swing = new SwingDelegate(table);
  connect(swing, &TableDelegate::figureNeeds, table, &DataTable::needWidth, Qt::QueuedConnection);
  for (const int column : {7, 8}) table->setItemDelegateForColumn(column, swing);
  connect(comparison()->times(), &PairTimes::changed, this, &CompareView::reload);
  connect(comparison(), &Comparison::valuesChanged, this, &CompareView::reload);
  connect(values_, &ValuesLine::placeShown, this, [this] { emit viewRequested(ViewId::Diff); });
  connect(empty_, &EmptyNote::triggered, this, [this] { emit comparison() -> runRequested(); });
  connect(comparison()->times(), &PairTimes::pendingChanged, this, &CompareView::showEmpty);
  connect(comparison(), &Comparison::pendingChanged, this, &CompareView::showEmpty);
  connect(comparison(), &Comparison::dataChanged, this, &CompareView::showEmpty);
  connect(table, &DataTable::rowSelected, this, &CompareView::choose);
  connect(table, &DataTable::rowActivated, this, &CompareView::activate);
  connect(table->tableModel(), &TableModel::settled, this, &CompareView::followSort, Qt::QueuedConnection);
  connect(head_, &TimesHead::stepRequested, this, &CompareView::step);
  connect(head_, &TimesHead::exportRequested, this,
          [this](const QString& id) { emit comparison() -> timesExportRequested(id, grouping_); });
  connect(Theme::instance(), &Theme::changed, this, &CompareView::applyTheme);
}

void CompareView::applyTheme() {
  swap_->setIcon(Theme::instance()->icon(QStringLiteral("swap")));
  hide_->setIcon(Theme::instance()->icon(QStringLiteral("eye")));
  byCallee_->setIcon(Theme::instance()->icon(QStringLiteral("functions")));
  bySite_->setIcon(Theme::instance()->icon(QStringLiteral("listing")));
}

void CompareView::reload() {
  const auto times = comparison()->times()->times();
  for (QToolButton* each : {byCallee_, bySite_, swap_, hide_}) each->setEnabled(times != nullptr);
  if (times) {
    showSource();
    showNotes(times->by(grouping_));
  } else {
    source_ = nullptr;
    panel_->setSource(nullptr);
    sums_->setRows({}, {});
    calls_->setTimes(nullptr, grouping_);
    notes_->clear();
  }
  showEmpty();
}

/// The rows in groups while the table has the order of the comparison; a sort mixes them.
void CompareView::showSource() {
  const auto times = comparison()->times()->times();
  DataTable* table = panel_->table();
  source_ = std::make_shared<const TimesSource>(
      TimesInput{times, grouping_, hideSame_, table->tableModel()->query().sortColumn < 0, comparison()->values()});
  const TraceComparison& c = source_->comparison();
  panel_->setPlaceholder(grouping_ == Grouping::Site
                             ? tr("Filter %n calls", nullptr, static_cast<int>(c.rows.size()))
                             : tr("Filter %n callees", nullptr, static_cast<int>(c.rows.size())));
  panel_->setSource(source_);
  sums_->setRows(source_->columns(), source_->sums());
  calls_->setTimes(times, grouping_);
  int line = current_ ? source_->lineOf(*current_) : -1;
  for (size_t i = 0; line < 0 && i < source_->rows(); ++i)
    if (source_->isSignificant(i)) line = static_cast<int>(i);
  for (size_t i = 0; line < 0 && i < source_->rows(); ++i)
    if (source_->rowOf(i) != nullptr) line = static_cast<int>(i);
  table->markRow(line, current_.has_value());
  choose(line);
}

void CompareView::showNotes(const TraceComparison& c) {
  QStringList texts;
  if (!c.matchedByName.empty())
    texts << tr("Calls are matched by name alone: %1.").arg(engineText(printable(c.matchedByName)));
  for (const std::string& note : c.notes) texts << engineText(printable(note));
  for (QString& text : texts)
    if (!text.isEmpty()) text[0] = text[0].toUpper();
  if (texts.isEmpty()) return notes_->clear();
  notes_->showMessage(ErrorStrip::Level::Info, texts.join(QLatin1Char('\n')));
}

QString CompareView::notes() const { return notes_->isHidden() ? QString() : notes_->text(); }

void CompareView::showEmpty() {
  const bool waiting = comparison()->isPending() || comparison()->times()->isPending();
  const auto has = [this](Side side) { return comparison()->document(side)->trace() != nullptr; };
  const bool runnable =
      comparison()->document(Side::Old)->data().file && comparison()->document(Side::New)->data().file;
  QString sentence;
  if (waiting) sentence = tr("Comparing the times of both…");
  else if (const QString& error = comparison()->times()->error(); !error.isEmpty())
    sentence = tr("The times cannot be compared: %1").arg(error);
  else if (!has(Side::Old) && !has(Side::New))
    sentence =
        runnable
            ? tr("Neither side has a recorded run. Run both in turns to see what the change did to it.")
            : tr("Neither side has a recorded run. Compare two profiles (.rsprof) to see what the change did to it.");
  else if (!comparison()->hasTraces())
    sentence = tr("Only %1 has a recorded run. Compare it with another profile (.rsprof).")
                   .arg(comparison()->name(has(Side::Old) ? Side::Old : Side::New));
  empty_->setSentence(sentence);
  empty_->setAction(runnable && !waiting ? tr("Run both in turns") : QString());
  head_->setVisible(source_ != nullptr);
  stack_->setCurrentWidget(source_ ? content_ : empty_);
}

QString CompareView::sentence() const { return source_ ? QString() : empty_->sentence(); }

void CompareView::followSort() {
  if (!source_) return;
  const bool ordered = panel_->table()->tableModel()->query().sortColumn < 0;
  if (ordered != source_->input().heads) showSource();
}

void CompareView::choose(int line) {
  const ComparedRow* row = source_ && line >= 0 ? source_->rowOf(static_cast<size_t>(line)) : nullptr;
  if (row != nullptr) current_ = *row;
  calls_->showRow(row);
  head_->setSteps(hasStep(true), hasStep(false));
  emit stepsChanged();
}

/// The call in the view of differences.
void CompareView::activate(int line) {
  const ComparedRow* row = source_ && line >= 0 ? source_->rowOf(static_cast<size_t>(line)) : nullptr;
  const auto diff = comparison()->diff();
  if (row == nullptr || !diff || !comparison()->hasTraces()) return;
  const auto place =
      placeOfRow(*row, *diff, *comparison()->executable(Side::Old), *comparison()->executable(Side::New));
  if (!place) return;
  comparison()->select(*place);
  emit viewRequested(ViewId::Diff);
}

int CompareView::neighbour(bool backwards) const {
  if (!source_) return -1;
  const TableModel* model = panel_->table()->tableModel();
  const int here = current_ ? model->shownRow(source_->lineOf(*current_)) : -1;
  const int by = backwards ? -1 : 1, count = model->rowCount();
  for (int shown = here < 0 && backwards ? count - 1 : here + by; shown >= 0 && shown < count; shown += by)
    if (const int line = model->sourceRow(shown); line >= 0 && source_->isSignificant(static_cast<size_t>(line)))
      return line;
  return -1;
}

bool CompareView::hasStep(bool backwards) const { return neighbour(backwards) >= 0; }

void CompareView::step(bool backwards) {
  const int line = neighbour(backwards);
  if (line < 0) return;
  panel_->table()->showRow(line);
  choose(line);
}

void CompareView::setGrouping(Grouping grouping) {
  if (grouping == grouping_) return;
  grouping_ = grouping;
  (grouping == Grouping::Site ? bySite_ : byCallee_)->setChecked(true);
  current_.reset();
  reload();
}

void CompareView::setHideSame(bool hide) {
  if (hide_->isChecked() != hide) return hide_->setChecked(hide);
  hideSame_ = hide;
  reload();
}

bool CompareView::startFind() {
  if (!source_) return false;
  panel_->startFilter();
  return true;
}

bool CompareView::isSettled() const {
  return !comparison()->isPending() && !comparison()->times()->isPending() && panel_->isSettled() &&
         calls_->isSettled();
}

}  // namespace relaxscope
