// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/diff/diff_view.h"

#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

#include "views/diff/area.h"
#include "views/diff/cfg_pane.h"
#include "views/diff/constant_pane.h"
#include "views/diff/kernel_pane.h"
#include "views/diff/kind_menu.h"
#include "views/diff/match_dialog.h"
#include "views/diff/matching_note.h"
#include "views/diff/plan_pane.h"
#include "views/diff/summary_pane.h"
#include "views/diff/tables.h"
#include "views/diff/times.h"
#include "views/diff/uses.h"
#include "views/widgets/data_table.h"
#include "views/widgets/label.h"
#include "views/widgets/tab_bar.h"

namespace relaxscope {
namespace {

/// The strip of a row of tabs, which get the width that the options at its end leave.
class TabStrip : public QWidget {
 public:
  TabStrip(TabBar* tabs, const QList<QWidget*>& options, QWidget* parent)
      : QWidget(parent), tabs_(tabs), options_(options) {
    const Theme* theme = Theme::instance();
    setFixedHeight(theme->px(32));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(theme->px(4), 0, theme->px(8), 0);
    row->setSpacing(theme->px(2));
    row->addWidget(tabs);
    row->addStretch(1);
    for (QWidget* each : options) row->addWidget(each);
  }

 protected:
  void resizeEvent(QResizeEvent* event) override {
    QWidget::resizeEvent(event);
    int taken = Theme::instance()->px(16);
    for (const QWidget* option : options_) taken += option->sizeHint().width() + Theme::instance()->px(2);
    tabs_->fitInto(std::max(0, width() - taken));
  }

 private:
  TabBar* tabs_;
  QList<QWidget*> options_;
};

/// `lower` below `upper`, which takes the room.
QWidget* below(QWidget* upper, QWidget* lower) {
  auto* holder = new QWidget(upper->parentWidget());
  auto* column = new QVBoxLayout(holder);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(upper, 1);
  column->addWidget(lower);
  return holder;
}

}  // namespace

DiffView::DiffView(Comparison* comparison, QWidget* parent) : PairView(comparison, parent) {
  summary_ = new DiffSummaryPane(comparison, this);
  uses_ = new UseSteps(comparison, this);
  split_ = new QSplitter(Qt::Horizontal, this);
  split_->setObjectName(QStringLiteral("diff.split"));
  split_->setChildrenCollapsible(false);
  split_->addWidget(makeLeft());
  split_->addWidget(makeRight());
  split_->setStretchFactor(1, 1);
  split_->setSizes({Theme::instance()->px(424), 10'000});
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(summary_);
  layout->addWidget(split_, 1);
  setFocusProxy(area_);
  connectParts();
  applyTheme();
  reload();
}

TablePanel* DiffView::makeTable(const QString& name, const QString& title, const QString& empty) {
  auto* panel = new TablePanel(this);
  panel->setObjectName(name);
  panel->table()->setAccessibleName(title);
  panel->setEmptySentence(empty);
  return panel;
}

/// `pages` is placed below the strip; `corner` at its right end.
QWidget* DiffView::makeTabs(Tabbed& out, QWidget* body, const QList<QWidget*>& corner) {
  auto* strip = new TabStrip(out.tabs, corner, this);
  auto* holder = new QWidget(this);
  auto* layout = new QVBoxLayout(holder);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(strip);
  layout->addWidget(body, 1);
  connect(out.tabs, &QTabBar::currentChanged, out.pages, &QStackedWidget::setCurrentIndex);
  return holder;
}

QWidget* DiffView::makeLeft() {
  functions_ = makeTable(QStringLiteral("diff.functions"), tr("Functions"), tr("Neither file has a function."));
  constants_ = makeTable(QStringLiteral("diff.constants"), tr("Constants"), tr("Neither file has a constant."));
  kernels_ = makeTable(QStringLiteral("diff.kernels"), tr("Kernels"), tr("No function calls a kernel or builtin."));
  left_.tabs = new TabBar(TabBar::Kind::Panel, this);
  left_.tabs->setObjectName(QStringLiteral("diff.leftTabs"));
  left_.tabs->setAccessibleName(tr("Tables"));
  left_.pages = new QStackedWidget(this);
  left_.tabs->addNamedTab(QStringLiteral("functions"), tr("Functions"), QStringLiteral("functions"));
  left_.tabs->addNamedTab(QStringLiteral("constants"), tr("Constants"), QStringLiteral("constants"));
  left_.tabs->addNamedTab(QStringLiteral("kernel"), tr("Kernels"), QStringLiteral("kernels"));
  constantPane_ = new DiffConstantPane(this);
  makeSumRow();
  left_.pages->addWidget(below(functions_, sumRow_));
  left_.pages->addWidget(below(constants_, constantPane_));
  left_.pages->addWidget(kernels_);
  matching_ = new MatchingNote(comparison(), this);
  noteScroll_ = new QScrollArea(this);
  noteScroll_->setObjectName(QStringLiteral("diff.matchingScroll"));
  noteScroll_->setFrameShape(QFrame::NoFrame);
  noteScroll_->setWidgetResizable(true);
  noteScroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  noteScroll_->setFocusPolicy(Qt::NoFocus);
  noteScroll_->setWidget(matching_);
  leftSplit_ = new QSplitter(Qt::Vertical, this);
  leftSplit_->setObjectName(QStringLiteral("diff.leftSplit"));
  leftSplit_->setChildrenCollapsible(false);
  leftSplit_->addWidget(left_.pages);
  leftSplit_->addWidget(noteScroll_);
  leftSplit_->setStretchFactor(0, 1);
  left_.pages->setMinimumHeight(Theme::instance()->px(140));
  connect(matching_, &MatchingNote::folded, this, &DiffView::fitNote);
  return makeTabs(left_, leftSplit_, {});
}

/// The row of sums at the end of the functions, where they have times.
void DiffView::makeSumRow() {
  const Theme* theme = Theme::instance();
  sumRow_ = new QWidget(this);
  sumRow_->setObjectName(QStringLiteral("diff.sumRow"));
  sumRow_->setFixedHeight(theme->px(28));
  auto* row = new QHBoxLayout(sumRow_);
  row->setContentsMargins(theme->px(16), 0, theme->px(16), 0);
  auto* title = new Label(tr("Sum of calls"), sumRow_);
  title->setFont(theme->ui(12, 600));
  sum_ = new Label(sumRow_);
  sum_->setObjectName(QStringLiteral("diff.sum"));
  sum_->setFont(theme->mono(12, 600));
  row->addWidget(title);
  row->addStretch(1);
  row->addWidget(sum_);
  sumRow_->hide();
}

QToolButton* DiffView::makeToggle(const QString& name, const QString& text, const QString& help) {
  auto* button = new QToolButton(this);
  button->setObjectName(name);
  button->setText(text);
  button->setToolTip(help);
  button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  button->setFocusPolicy(Qt::TabFocus);
  return button;
}

void DiffView::addOptions() {
  swap_ = makeToggle(QStringLiteral("diff.swap"), tr("Swap sides"), tr("Old becomes new"));
  hide_ = makeToggle(QStringLiteral("diff.hideEqual"), tr("Hide equal rows"), tr("Fold rows that are equal"));
  unified_ = makeToggle(QStringLiteral("diff.unified"), tr("Unified"), tr("One listing in place of two side by side"));
  filter_ = makeToggle(QStringLiteral("diff.filter"), tr("Kinds"), tr("Hide and show kinds of change"));
  for (QToolButton* button : {hide_, unified_}) button->setCheckable(true);
  filter_->setPopupMode(QToolButton::InstantPopup);
  filter_->setMenu(new KindMenu(comparison(), filter_));
  connect(swap_, &QToolButton::clicked, this, [this] { emit comparison() -> swapRequested(); });
  connect(hide_, &QToolButton::toggled, this, &DiffView::setHideEqual);
  connect(unified_, &QToolButton::toggled, this, &DiffView::setUnified);
  options_ = {swap_, hide_, unified_, filter_};
}

QWidget* DiffView::makeRight() {
  area_ = new DiffArea(this);
  cfg_ = new DiffCfgPane(this);
  memory_ = makeTable(QStringLiteral("diff.memory"), tr("Memory plans"),
                      tr("No matched function allocates storage, so there is no plan to compare."));
  kernelPane_ = new DiffKernelPane(this);
  plans_ = new DiffPlanPane(this);
  memorySplit_ = new QSplitter(Qt::Vertical, this);
  memorySplit_->setObjectName(QStringLiteral("diff.memorySplit"));
  memorySplit_->setChildrenCollapsible(false);
  for (QWidget* each : std::initializer_list<QWidget*>{memory_, plans_}) memorySplit_->addWidget(each);
  memorySplit_->setStretchFactor(1, 1);
  memorySplit_->setSizes({Theme::instance()->px(140), 10'000});
  memory_->setMinimumHeight(Theme::instance()->px(96));
  right_.tabs = new TabBar(TabBar::Kind::Panel, this);
  right_.tabs->setObjectName(QStringLiteral("diff.rightTabs"));
  right_.tabs->setAccessibleName(tr("What is compared"));
  right_.pages = new QStackedWidget(this);
  right_.tabs->addNamedTab(QStringLiteral("listing"), tr("Instructions"), QStringLiteral("instructions"));
  right_.tabs->addNamedTab(QStringLiteral("cfg"), tr("CFG"), QStringLiteral("cfg"));
  right_.tabs->addNamedTab(QStringLiteral("memory"), tr("Memory plan"), QStringLiteral("memory"));
  right_.tabs->addNamedTab(QStringLiteral("kernel"), tr("Kernel"), QStringLiteral("kernel"));
  for (QWidget* page : std::initializer_list<QWidget*>{area_, cfg_, memorySplit_, kernelPane_})
    right_.pages->addWidget(page);
  addOptions();
  return makeTabs(right_, right_.pages, options_);
}

void DiffView::connectParts() {
  connect(comparison(), &Comparison::diffChanged, this, &DiffView::reload);
  connect(comparison(), &Comparison::placeChanged, this, &DiffView::follow);
  connect(comparison()->times(), &PairTimes::changed, this, &DiffView::findTimes);
  connect(comparison(), &Comparison::differencesChanged, this, &DiffView::listRows);
  connect(comparison(), &Comparison::pendingChanged, this, [this] {
    area_->setEmptySentence(comparison()->isPending()         ? tr("Comparing the two files…")
                            : comparison()->error().isEmpty() ? tr("The function has no instructions to compare.")
                                                              : comparison()->error());
  });
  connectTables();
  const auto select = [this](uint32_t row) { comparison()->select({shown_, row}); };
  connect(area_, &DiffArea::chosen, this, select);
  connect(cfg_, &DiffCfgPane::chosen, this, select);
  connect(plans_, &DiffPlanPane::chosen, this, select);
  connect(area_, &DiffArea::followed, this, [this](uint32_t row) { comparison()->open({shown_, row}); });
  connect(cfg_, &DiffCfgPane::followed, this, [this, select](uint32_t row) {
    select(row);
    showTab(QStringLiteral("instructions"));
  });
  connect(area_, &DiffArea::foldOpened, this, [this, select](uint32_t row) {
    hide_->setChecked(false);
    select(row);
  });
  connect(matching_, &MatchingNote::matchRequested, this, [this] { (new MatchDialog(comparison(), this))->open(); });
  connect(Theme::instance(), &Theme::changed, this, &DiffView::applyTheme);
}

void DiffView::connectTables() {
  connect(functions_->table(), &DataTable::rowSelected, this, &DiffView::choosePair);
  connect(functions_->table(), &DataTable::rowActivated, this, [this] { area_->setFocus(); });
  connect(constants_->table(), &DataTable::rowSelected, this, &DiffView::showConstant);
  connect(constants_->table(), &DataTable::rowActivated, this, [this](int row) { showUse(row, true); });
  connect(kernels_->table(), &DataTable::rowSelected, this, [this](int row) {
    showKernel(row);
    if (row >= 0) showTab(QStringLiteral("kernel"));
  });
  connect(kernels_->table(), &DataTable::rowActivated, this, [this](int row) { showUse(row, false); });
  connect(uses_, &UseSteps::stepped, this, [this] {
    if (right_.pages->currentWidget() != cfg_) showTab(QStringLiteral("instructions"));
  });
  connect(memory_->table(), &DataTable::rowActivated, this, [this](int row) {
    const auto diff = comparison()->diff();
    if (!diff || row < 0 || static_cast<size_t>(row) >= diff->memory.size()) return;
    const MemoryChange& change = diff->memory[static_cast<size_t>(row)];
    for (size_t i = 0; i < diff->functions.size(); ++i)
      if (diff->functions[i].old == change.old && diff->functions[i].now == change.now) choosePair(static_cast<int>(i));
  });
}

/// The note gets what it needs, at most half; folded its head alone.
void DiffView::fitNote() {
  const int all = leftSplit_->height(), head = matching_->headHeight();
  const int least = matching_->isOpen() ? std::max(head, Theme::instance()->px(96)) : head;
  noteScroll_->setMinimumHeight(least);
  noteScroll_->setMaximumHeight(matching_->isOpen() ? QWIDGETSIZE_MAX : head);
  const int note = matching_->isOpen() ? std::clamp(matching_->wholeHeight(), least, std::max(least, all / 2)) : head;
  leftSplit_->setSizes({std::max(0, all - note - leftSplit_->handleWidth()), note});
}

void DiffView::resizeEvent(QResizeEvent* event) {
  PairView::resizeEvent(event);
  matching_->setRoom(std::max(0, height() - summary_->sizeHint().height()));
}

void DiffView::applyTheme() {
  const Theme* theme = Theme::instance();
  swap_->setIcon(theme->icon(QStringLiteral("swap")));
  hide_->setIcon(theme->icon(QStringLiteral("eye")));
  unified_->setIcon(theme->icon(QStringLiteral("document")));
  filter_->setIcon(theme->icon(QStringLiteral("filter")));
}

DiffTablesInput DiffView::tablesInput() const {
  return {comparison()->diff(), comparison()->compared(Side::Old).executable,
          comparison()->compared(Side::New).executable, times_};
}

/// By row of the code, off the GUI thread: there may be many rows.
void DiffView::findTimes() {
  timesTask_.cancel();
  const auto diff = comparison()->diff();
  const auto times = comparison()->times()->times();
  if (!diff || !times) return setTimes(nullptr);
  timesTask_.start([diff, times](const std::stop_token&) { return std::make_shared<const DiffTimes>(*diff, *times); },
                   [this](std::shared_ptr<const DiffTimes> made) { setTimes(std::move(made)); });
}

void DiffView::setTimes(std::shared_ptr<const DiffTimes> times) {
  if (times == times_) return;
  times_ = std::move(times);
  const auto diff = comparison()->diff();
  functions_->setSource(diff ? std::make_shared<DiffFunctionsSource>(tablesInput()) : nullptr);
  sumRow_->setVisible(times_ != nullptr);
  if (times_) {
    sum_->setText(deltaText(times_->sum()).text());
    sum_->setToolTip(deltaHelp(times_->sum()).join(QLatin1Char('\n')));
  }
  summary_->setTimes(times_);
  listRows();
  follow();
}

void DiffView::reload() {
  setTimes(nullptr);
  const auto diff = comparison()->diff();
  const DiffTablesInput input = tablesInput();
  if (diff) {
    functions_->setPlaceholder(tr("Filter %n functions", nullptr, static_cast<int>(diff->functions.size())));
    constants_->setPlaceholder(tr("Filter %n constants", nullptr, static_cast<int>(diff->constants.size())));
    kernels_->setPlaceholder(tr("Filter %n kernels", nullptr, static_cast<int>(diff->kernels.size())));
    memory_->setPlaceholder(tr("Filter %n functions", nullptr, static_cast<int>(diff->memory.size())));
  }
  functions_->setSource(diff ? std::make_shared<DiffFunctionsSource>(input) : nullptr);
  constants_->setSource(diff ? std::make_shared<DiffConstantsSource>(input) : nullptr);
  kernels_->setSource(diff ? std::make_shared<DiffKernelsSource>(input) : nullptr);
  memory_->setSource(diff ? std::make_shared<DiffMemorySource>(input) : nullptr);
  showConstant(constants_->table()->currentRow());
  showKernel(kernels_->table()->currentRow());
  for (QWidget* option : options_) option->setEnabled(diff != nullptr);
  if (diff && comparison()->differences().empty() && comparison()->hiddenKinds().none()) showOtherTable(*diff);
  shown_ = comparison()->place().pair;
  showPair();
  follow();
  findTimes();
}

/// The code is the same: shows the table of what differs.
void DiffView::showOtherTable(const ExecutableDiff& diff) {
  const auto changed = [](const auto& row) { return row.state != PairState::Same; };
  if (std::ranges::any_of(diff.constants, changed)) showTab(QStringLiteral("constants"));
  else if (std::ranges::any_of(diff.kernels, changed)) showTab(QStringLiteral("kernels"));
}

void DiffView::showPair() {
  listRows();
  DiffCfgRequest request;
  request.diff = comparison()->diff();
  request.pair = shown_;
  const ComparedSide &old = comparison()->compared(Side::Old), &now = comparison()->compared(Side::New);
  request.old = old.executable;
  request.now = now.executable;
  cfg_->setRequest(std::move(request), old.name, now.name);
  plans_->setPair(tablesInput(), shown_, old.name, now.name);
}

void DiffView::listRows() {
  DiffContent content;
  content.diff = comparison()->diff();
  content.pair = shown_;
  const ComparedSide &old = comparison()->compared(Side::Old), &now = comparison()->compared(Side::New);
  content.old = old.executable;
  content.now = now.executable;
  content.oldName = old.name;
  content.nowName = now.name;
  content.times = times_;
  listed_.hidden = comparison()->hiddenKinds();
  content.options = listed_;
  if (const FunctionPair* pair = content.function()) content.lines = DiffList(*pair, listed_);
  area_->setContent(std::move(content));
  filter_->setChecked(listed_.hidden.any());
  filter_->setText(listed_.hidden.any() ? tr("Kinds: %n hidden", nullptr, static_cast<int>(listed_.hidden.count()))
                                        : tr("Kinds"));
}

void DiffView::follow() {
  const DiffPlace& place = comparison()->place();
  if (place.pair != shown_) {
    shown_ = place.pair;
    showPair();
  }
  const int current = comparison()->current();
  area_->setCurrent(place.row, current >= 0 ? std::optional(comparison()->differences()[static_cast<size_t>(current)])
                                            : std::nullopt);
  cfg_->setCurrent(place.row);
  const auto diff = comparison()->diff();
  if (diff && place.pair < diff->functions.size()) functions_->table()->showRow(static_cast<int>(place.pair));
}

/// Its first difference, or its first row.
void DiffView::choosePair(int row) {
  if (row < 0) return;
  const auto pair = static_cast<uint32_t>(row);
  if (pair == comparison()->place().pair) return;
  const auto& all = comparison()->differences();
  const auto first = std::ranges::lower_bound(all, DiffPlace{pair, 0}, {}, &Difference::place);
  comparison()->select(first != all.end() && first->pair == pair ? first->place() : DiffPlace{pair, 0});
}

void DiffView::showConstant(int row) {
  const auto* source = dynamic_cast<const DiffConstantsSource*>(constants_->table()->tableModel()->source());
  const ConstantPair* pair = source != nullptr && row >= 0 && static_cast<size_t>(row) < source->rows()
                                 ? &source->pair(static_cast<size_t>(row))
                                 : nullptr;
  constantPane_->show(tablesInput(), pair);
}

void DiffView::showKernel(int row) {
  const auto* source = dynamic_cast<const DiffKernelsSource*>(kernels_->table()->tableModel()->source());
  const bool isRow = source != nullptr && row >= 0 && static_cast<size_t>(row) < source->rows();
  kernelPane_->show(comparison()->diff(), comparison()->compared(Side::Old), comparison()->compared(Side::New),
                    isRow ? &source->pair(static_cast<size_t>(row)) : nullptr);
}

/// The next place that uses a constant or kernel.
void DiffView::showUse(int row, bool ofConstant) {
  const TableSource* source = (ofConstant ? constants_ : kernels_)->table()->tableModel()->source();
  if (source == nullptr || row < 0 || static_cast<size_t>(row) >= source->rows()) return;
  if (const auto* constants = dynamic_cast<const DiffConstantsSource*>(source)) {
    const ConstantPair& pair = constants->pair(static_cast<size_t>(row));
    return uses_->next({pair.old, pair.now, {}, {}}, constantIndices(pair));
  }
  if (const auto* kernels = dynamic_cast<const DiffKernelsSource*>(source)) {
    const KernelPair& pair = kernels->pair(static_cast<size_t>(row));
    const DiffTablesInput input = tablesInput();
    const auto indexOf = [](const auto& executable, const std::string& name) {
      return executable && !name.empty() ? executable->findFunction(name) : FuncIndex();
    };
    uses_->next({{}, {}, indexOf(input.old, pair.old), indexOf(input.now, pair.now)},
                source->plainText(static_cast<size_t>(row), 1));
  }
}

void DiffView::setUnified(bool unified) {
  if (unified_->isChecked() != unified) return unified_->setChecked(unified);
  listed_.unified = unified;
  listRows();
  follow();
}

void DiffView::setHideEqual(bool hide) {
  if (hide_->isChecked() != hide) return hide_->setChecked(hide);
  listed_.hideEqual = hide;
  listRows();
  follow();
}

void DiffView::showTab(const QString& id) {
  for (TabBar* tabs : {left_.tabs, right_.tabs})
    if (const int index = tabs->indexOfId(id); index >= 0) tabs->setCurrentIndex(index);
}

bool DiffView::startFind() {
  TablePanel* const tables[] = {functions_, constants_, kernels_};
  TablePanel* panel = left_.pages->currentIndex() >= 0 ? tables[left_.pages->currentIndex()] : nullptr;
  if (panel != nullptr) panel->startFilter();
  return panel != nullptr;
}

QSize DiffView::contentSize() const {
  if (right_.pages->currentWidget() == cfg_) {
    const QSizeF size = cfg_->contentSize();
    return size.isEmpty() ? this->size() : size.toSize();
  }
  constexpr int kMostHeight = 30'000;
  const QSize whole = area_->wholeSize();
  return right_.pages->currentWidget() == area_ && whole.height() < kMostHeight ? whole : size();
}

void DiffView::renderAll(QPainter* painter, const QSize& size) {
  if (right_.pages->currentWidget() == cfg_ && !cfg_->contentSize().isEmpty()) return cfg_->paintAll(painter, size);
  if (right_.pages->currentWidget() == area_ && contentSize() == area_->wholeSize())
    return area_->paintAll(painter, size.width());
  PairView::renderAll(painter, size);
}

bool DiffView::isSettled() const {
  if (comparison()->isPending() || !cfg_->isSettled() || !plans_->isSettled()) return false;
  if (comparison()->times()->isPending() || timesTask_.isPending() || !kernelPane_->isSettled()) return false;
  if (!uses_->isSettled() || !constantPane_->isSettled()) return false;
  return functions_->isSettled() && constants_->isSettled() && kernels_->isSettled() && memory_->isSettled();
}

}  // namespace relaxscope
