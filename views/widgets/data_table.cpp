// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/data_table.h"

#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QDataStream>
#include <QHeaderView>
#include <QHelpEvent>
#include <QMenu>
#include <QScrollBar>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>

#include "views/widgets/label.h"
#include "views/widgets/table_delegate.h"

namespace relaxscope {

DataTable::DataTable(QWidget* parent) : QTableView(parent), model_(new TableModel(this)) {
  setObjectName(QStringLiteral("table"));
  // The row height is set before the model, so that Qt does not measure a million rows.
  verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  verticalHeader()->setMinimumSectionSize(1);
  verticalHeader()->setDefaultSectionSize(Theme::instance()->px(24));
  verticalHeader()->hide();
  setHorizontalHeader(new TableHeader(this));
  horizontalHeader()->setSortIndicatorShown(true);  // setHorizontalHeader() resets it
  setModel(model_);
  auto* delegate = new TableDelegate(this);
  setItemDelegate(delegate);
  // Queued: a header is not resized while its table is painted.
  connect(delegate, &TableDelegate::figureNeeds, this, &DataTable::needWidth, Qt::QueuedConnection);
  setSelectionBehavior(SelectRows);
  setSelectionMode(ExtendedSelection);
  setEditTriggers(NoEditTriggers);
  setShowGrid(false);
  setWordWrap(false);
  setTabKeyNavigation(false);
  setCornerButtonEnabled(false);
  setFrameShape(NoFrame);
  setVerticalScrollMode(ScrollPerItem);
  setHorizontalScrollMode(ScrollPerPixel);
  setMouseTracking(true);
  horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
  horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
  connect(horizontalHeader(), &QHeaderView::customContextMenuRequested, this,
          [this](const QPoint& pos) { showColumnMenu(horizontalHeader()->viewport()->mapToGlobal(pos)); });
  connect(horizontalHeader(), &QHeaderView::sectionResized, this, [this](int section, int /*old*/, int size) {
    if (!fitting_ && section < static_cast<int>(columns_.size()) && size > 0) {
      columns_[static_cast<size_t>(section)].width = size;
      columns_[static_cast<size_t>(section)].byUser = true;
      fitStretchColumn();
    }
  });
  connect(horizontalHeader(), &QHeaderView::sectionClicked, this, [this](int section) {
    if (model_->source() == nullptr) return;
    const RowQuery& query = model_->query();
    const TableColumn& column = model_->source()->columns()[static_cast<size_t>(section)];
    sortBy(column.id, query.sortColumn == section ? !query.descending : column.descendingFirst);
  });
  connect(model_, &TableModel::modelAboutToBeReset, this, [this] { quiet_ = true; });
  connect(model_, &TableModel::modelReset, this, &DataTable::rowsChanged);
  connect(this, &QTableView::doubleClicked, this,
          [this](const QModelIndex& index) { emit rowActivated(model_->sourceRow(index.row())); });
  connect(Theme::instance(), &Theme::changed, this, &DataTable::applyTheme);
  applyTheme();
}

void DataTable::applyTheme() {
  QPalette palette = this->palette();
  palette.setColor(QPalette::Base, Theme::instance()->color(Token::Panel));
  palette.setColor(QPalette::Window, Theme::instance()->color(Token::Panel));
  setPalette(palette);
  viewport()->setPalette(palette);
  verticalHeader()->setDefaultSectionSize(Theme::instance()->px(24));
  applyColumns();
  viewport()->update();
  horizontalHeader()->viewport()->update();
}

void DataTable::setSource(std::shared_ptr<const TableSource> source) {
  kept_ = -1;
  model_->setSource(std::move(source));
}

int DataTable::columnById(const QString& id) const {
  if (model_->source() == nullptr) return -1;
  const auto& columns = model_->source()->columns();
  for (size_t i = 0; i < columns.size(); ++i)
    if (columns[i].id == id) return static_cast<int>(i);
  return -1;
}

int DataTable::stretchColumn() const {
  if (model_->source() == nullptr) return -1;
  const auto& columns = model_->source()->columns();
  for (size_t i = 0; i < columns.size(); ++i)
    if (columns[i].stretch) return static_cast<int>(i);
  return -1;
}

/// Applies the source's columns and the user's changes to them to the header.
void DataTable::applyColumns() {
  if (model_->source() == nullptr) return;
  const auto& wanted = model_->source()->columns();
  std::vector<ColumnState> next;
  for (const TableColumn& column : wanted) {
    const auto old =
        std::find_if(columns_.begin(), columns_.end(), [&](const ColumnState& s) { return s.id == column.id; });
    next.push_back(old != columns_.end() ? *old : ColumnState{column.id, 0, 0, column.hidden, false});
    next.back().needed = 0;
    if (!next.back().byUser) next.back().width = Theme::instance()->px(column.width);
  }
  for (const ColumnState& state : columns_)  // columns that reappear later keep their width
    if (std::none_of(next.begin(), next.end(), [&](const ColumnState& s) { return s.id == state.id; }))
      next.push_back(state);
  columns_ = std::move(next);
  measureFigures();
  fitting_ = true;
  for (size_t i = 0; i < wanted.size(); ++i) {
    horizontalHeader()->setSectionHidden(static_cast<int>(i), columns_[i].hidden);
    if (!columns_[i].hidden)
      horizontalHeader()->resizeSection(static_cast<int>(i), std::max(columns_[i].width, columns_[i].needed));
  }
  fitting_ = false;
  fitStretchColumn();
}

/// Figures and lone chips of the first rows; those of other rows widen their column when they are painted.
void DataTable::measureFigures() {
  constexpr size_t kRows = 64;
  const auto source = model_->sharedSource();
  const auto& columns = source->columns();
  for (size_t c = 0; c < columns.size(); ++c)
    for (size_t row = 0; !columns_[c].hidden && row < std::min(kRows, source->rows()); ++row)
      if (const Cell cell = source->cell(row, static_cast<int>(c)); TableDelegate::isUncut(cell, columns[c]))
        columns_[c].needed = std::max(columns_[c].needed, TableDelegate::neededWidth(cell, columns[c], c == 0));
}

void DataTable::needWidth(int column, int width) {
  if (column < 0 || column >= std::min(model_->columnCount(), static_cast<int>(columns_.size()))) return;
  ColumnState& state = columns_[static_cast<size_t>(column)];
  state.needed = std::max(state.needed, width);
  if (state.hidden || columnWidth(column) >= state.needed) return;
  fitting_ = true;
  horizontalHeader()->resizeSection(column, state.needed);
  fitting_ = false;
  fitStretchColumn();
}

void DataTable::fitStretchColumn() {
  const int stretch = stretchColumn();
  if (stretch < 0 || fitting_ || isColumnHidden(stretch)) return;
  int others = 0;
  for (int c = 0; c < model_->columnCount(); ++c)
    if (c != stretch && !isColumnHidden(c)) others += columnWidth(c);
  fitting_ = true;
  horizontalHeader()->resizeSection(
      stretch, std::max(viewport()->width() - others, columns_[static_cast<size_t>(stretch)].width));
  fitting_ = false;
}

void DataTable::rowsChanged() {
  applyColumns();
  showSort();
  const int keep = kept_;
  quiet_ = true;
  const int shown = model_->shownRow(keep);
  if (shown >= 0) {
    const QModelIndex index = model_->index(shown, std::max(0, horizontalHeader()->logicalIndex(0)));
    selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    scrollTo(index);
  }
  quiet_ = false;
  kept_ = keep;  // the selection is restored when a filter that hides the row is cleared
}

int DataTable::currentRow() const { return kept_; }

void DataTable::markRow(int sourceRow, bool scroll) {
  if (sourceRow == kept_) return;
  quiet_ = true;
  kept_ = sourceRow;
  const int shown = model_->shownRow(sourceRow);
  if (shown < 0) {
    clearSelection();
    selectionModel()->clearCurrentIndex();
  } else {
    const QModelIndex index = model_->index(shown, 0);
    selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    const int x = horizontalScrollBar()->value(), y = verticalScrollBar()->value();
    if (scroll) scrollTo(index);
    else verticalScrollBar()->setValue(y);
    horizontalScrollBar()->setValue(x);
  }
  quiet_ = false;
}

void DataTable::sortBy(const QString& columnId, bool descending) {
  model_->chooseSort({columnId, descending});
  showSort();
}

void DataTable::setDefaultSort(const QString& columnId, bool descending) {
  model_->setDefaultSort({columnId, descending});
  showSort();
}

void DataTable::showSort() {
  const RowQuery& query = model_->query();
  horizontalHeader()->setSortIndicator(query.sortColumn, query.descending ? Qt::DescendingOrder : Qt::AscendingOrder);
}

void DataTable::setColumnShown(const QString& columnId, bool shown) {
  const int column = columnById(columnId);
  if (column < 0) return;
  columns_[static_cast<size_t>(column)].hidden = !shown;
  applyColumns();
}

void DataTable::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  // QTableView tells assistive software that the row has the focus, also of a table that only follows a selection.
  if (hasFocus()) QTableView::currentChanged(current, previous);
  else QAbstractItemView::currentChanged(current, previous);
  if (quiet_) return;
  kept_ = model_->sourceRow(current.row());
  emit rowSelected(kept_);
}

void DataTable::keyPressEvent(QKeyEvent* event) {
  const auto key = event->key();
  const bool plain = !(event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier));
  if (event->matches(QKeySequence::Copy)) return copy();
  // The main window has an action with this key; popups and dialogs do not.
  if (key == Qt::Key_O && event->modifiers() == (Qt::ControlModifier | Qt::ShiftModifier)) return openColumnMenu();
  if (event->matches(QKeySequence::Find) || (plain && key == Qt::Key_Slash)) return emit findRequested();
  if (plain && (key == Qt::Key_Return || key == Qt::Key_Enter)) {
    if (currentIndex().isValid()) emit rowActivated(model_->sourceRow(currentIndex().row()));
    return;
  }
  if (plain && (key == Qt::Key_Home || key == Qt::Key_End) && model_->rowCount() > 0) {
    const int row = key == Qt::Key_Home ? 0 : model_->rowCount() - 1;
    setCurrentIndex(model_->index(row, std::max(0, currentIndex().column())));
    return;
  }
  const QString text = event->text();
  if (plain && !text.isEmpty() && text.front().isPrint() && key != Qt::Key_Space && key != Qt::Key_Question)
    return emit typed(text);
  if (key == Qt::Key_Space) return event->ignore();
  QTableView::keyPressEvent(event);
}

void DataTable::resizeEvent(QResizeEvent* event) {
  QTableView::resizeEvent(event);
  fitStretchColumn();
}

void DataTable::contextMenuEvent(QContextMenuEvent* event) {
  const QModelIndex index = event->reason() == QContextMenuEvent::Keyboard ? currentIndex() : indexAt(event->pos());
  const QPoint pos = event->reason() == QContextMenuEvent::Keyboard
                         ? viewport()->mapToGlobal(visualRect(index).bottomLeft())
                         : event->globalPos();
  if (receivers(SIGNAL(contextMenuRequested(int, QPoint))) > 0) {
    emit contextMenuRequested(index.isValid() ? model_->sourceRow(index.row()) : -1, pos);
    return;
  }
  QMenu menu(this);
  menu.addAction(tr("Copy"), this, &DataTable::copy);
  menu.exec(pos);
}

void DataTable::openColumnMenu() {
  const int sorted = std::max(0, model_->query().sortColumn);
  const int x =
      std::clamp(horizontalHeader()->sectionViewportPosition(sorted), 0, std::max(0, horizontalHeader()->width() - 1));
  showColumnMenu(horizontalHeader()->mapToGlobal(QPoint(x, horizontalHeader()->height())));
}

void DataTable::showColumnMenu(const QPoint& globalPos) {
  if (model_->source() == nullptr) return;
  auto* menu = new QMenu(this);
  menu->setObjectName(QStringLiteral("table.menu"));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  if (horizontalHeader()->sectionsClickable()) addSorts(menu);
  addColumns(menu);
  menu->popup(globalPos);
  for (QAction* action : menu->actions())
    if (action->isChecked() || action->menu() != nullptr) return menu->setActiveAction(action);
}

/// One entry per visible column, equivalent to a click on its header; then "not sorted" and the two directions.
void DataTable::addSorts(QMenu* menu) {
  const auto& columns = model_->source()->columns();
  const RowQuery query = model_->query();
  const auto entry = [&](QActionGroup* group, const QString& text, const QString& name, bool on, auto&& run) {
    QAction* action = menu->addAction(buttonText(text), this, run);
    action->setObjectName(QStringLiteral("table.sort.") + name);
    action->setCheckable(true);
    action->setChecked(on);
    group->addAction(action);
    return action;
  };
  auto* by = new QActionGroup(menu);
  menu->addSection(tr("Sort by"));
  for (size_t i = 0; i < columns.size(); ++i) {
    if (columns_[i].hidden) continue;
    const bool now = query.sortColumn == static_cast<int>(i);
    entry(by, columns[i].title, columns[i].id, now,
          [this, id = columns[i].id, falling = now ? !query.descending : columns[i].descendingFirst] {
            sortBy(id, falling);
          });
  }
  menu->addSeparator();
  entry(by, tr("Not sorted"), QStringLiteral("none"), query.sortColumn < 0, [this] { sortBy({}, false); });
  if (query.sortColumn >= 0) {
    auto* way = new QActionGroup(menu);
    const QString id = columns[static_cast<size_t>(query.sortColumn)].id;
    menu->addSeparator();
    entry(way, tr("Smallest first"), QStringLiteral("rising"), !query.descending, [this, id] { sortBy(id, false); });
    entry(way, tr("Largest first"), QStringLiteral("falling"), query.descending, [this, id] { sortBy(id, true); });
  }
  menu->addSeparator();
}

void DataTable::addColumns(QMenu* menu) {
  const auto& columns = model_->source()->columns();
  QMenu* shown = menu->addMenu(tr("Columns"));
  shown->setObjectName(QStringLiteral("table.columns"));
  for (size_t i = 0; i < columns.size(); ++i) {
    QAction* action = shown->addAction(buttonText(columns[i].title));
    action->setCheckable(true);
    action->setChecked(!columns_[i].hidden);
    action->setEnabled(!columns[i].stretch);
    connect(action, &QAction::toggled, this, [this, id = columns[i].id](bool on) { setColumnShown(id, on); });
  }
}

void DataTable::mouseMoveEvent(QMouseEvent* event) {
  QTableView::mouseMoveEvent(event);
  hovered_ = indexAt(event->pos()).row();
}

void DataTable::leaveEvent(QEvent* event) {
  hovered_ = -1;
  QTableView::leaveEvent(event);
}

bool DataTable::viewportEvent(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QTableView::viewportEvent(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const QModelIndex index = indexAt(help->pos());
  const int row = model_->sourceRow(index.row());
  if (row < 0) return true;
  const Cell cell = model_->source()->cell(static_cast<size_t>(row), index.column());
  QString text = cell.tooltip;
  if (text.isEmpty() && TableDelegate::isElided(cell, model_->source()->columns()[static_cast<size_t>(index.column())],
                                                columnWidth(index.column())))
    text = model_->source()->plainText(static_cast<size_t>(row), index.column());
  for (const Chip& chip : cell.chips)
    if (!chip.tooltip.isEmpty()) text += (text.isEmpty() ? QString() : QStringLiteral("\n")) + chip.tooltip;
  if (text.isEmpty()) QToolTip::hideText();
  else QToolTip::showText(help->globalPos(), text, this, visualRect(index));
  return true;
}

namespace {
constexpr size_t kDirectCopy = 5'000;  ///< rows whose text is built synchronously

/// Input of tsvOf(), which runs on any thread.
struct TsvRequest {
  std::shared_ptr<const TableSource> source;
  QList<int> columns;
  std::vector<int> rows;  ///< source rows
};

QString tsvOf(const TsvRequest& request, const std::stop_token& stop = {}) {
  QString out;
  const QList<int>& columns = request.columns;
  const auto append = [&](auto&& text) {
    for (qsizetype i = 0; i < columns.size(); ++i) {
      QString cell = text(columns[i]);
      cell.replace(u'\t', u' ').replace(u'\n', u' ');
      out += cell + (i + 1 < columns.size() ? u'\t' : u'\n');
    }
  };
  append([&](int c) { return request.source->columns()[static_cast<size_t>(c)].title; });
  for (size_t i = 0; i < request.rows.size() && !(i % 1024 == 0 && stop.stop_requested()); ++i)
    append([&](int c) { return request.source->plainText(static_cast<size_t>(request.rows[i]), c); });
  return out;
}

TsvRequest requestOf(const DataTable& table) {
  const TableModel* model = table.tableModel();
  TsvRequest request{model->sharedSource(), {}, {}};
  if (!request.source) return request;
  const QHeaderView* header = table.horizontalHeader();
  for (int v = 0; v < header->count(); ++v)
    if (const int c = header->logicalIndex(v); !table.isColumnHidden(c)) request.columns << c;
  std::vector<int>& rows = request.rows;
  for (const QItemSelectionRange& range : table.selectionModel()->selection())
    for (int r = range.top(); r <= range.bottom(); ++r) rows.push_back(r);
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  if (rows.empty())
    for (int r = 0; r < model->rowCount(); ++r) rows.push_back(r);
  for (int& row : rows) row = model->sourceRow(row);
  return request;
}
}  // namespace

QString DataTable::selectionAsTsv() const { return model_->source() != nullptr ? tsvOf(requestOf(*this)) : QString(); }

void DataTable::copy() {
  if (model_->source() == nullptr) return;
  TsvRequest request = requestOf(*this);
  copyTask_.cancel();
  if (request.rows.size() <= kDirectCopy) return QApplication::clipboard()->setText(tsvOf(request));
  copyTask_.start([request = std::move(request)](const std::stop_token& stop) { return tsvOf(request, stop); },
                  [](const QString& text) { QApplication::clipboard()->setText(text); });
}

namespace {
constexpr quint32 kStateVersion = 2;
}  // namespace

QByteArray DataTable::saveState() const {
  QByteArray state;
  QDataStream stream(&state, QIODevice::WriteOnly);
  const std::optional<ColumnSort>& sort = model_->chosenSort();
  stream << kStateVersion << sort.has_value() << (sort ? sort->column : QString()) << (sort && sort->descending)
         << quint32(columns_.size());
  for (const ColumnState& column : columns_)
    stream << column.id << qint32(column.byUser ? column.width : 0) << column.hidden;
  return state;
}

void DataTable::restoreState(const QByteArray& state) {
  QDataStream stream(state);
  quint32 version = 0, count = 0;
  ColumnSort sort;
  bool chosen = false;
  stream >> version;
  if (version == kStateVersion) stream >> chosen;
  stream >> sort.column >> sort.descending >> count;
  if (stream.status() != QDataStream::Ok || version < 1 || version > kStateVersion || count > 1000) return;
  if (version == 1) chosen = !sort.column.isEmpty();  // version 1 stored no flag: "none" was ambiguous
  std::vector<ColumnState> read(count);
  for (ColumnState& column : read) {
    qint32 width = 0;
    stream >> column.id >> width >> column.hidden;
    column.byUser = width > 0;
    column.width = std::clamp<int>(width, 20, 4000);
  }
  if (stream.status() != QDataStream::Ok) return;
  columns_ = std::move(read);
  applyColumns();
  if (chosen) sortBy(sort.column, sort.descending);
}

TablePanel::TablePanel(QWidget* parent)
    : QWidget(parent),
      filter_(new FilterField(this)),
      table_(new DataTable(this)),
      empty_(new Label(table_->viewport())) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(filter_);
  layout->addWidget(table_, 1);
  empty_->setObjectName(QStringLiteral("table.empty"));
  empty_->setWordWrap(true);
  empty_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  empty_->setAttribute(Qt::WA_TransparentForMouseEvents);
  connect(filter_, &FilterField::changed, this, &TablePanel::applyFilter);
  connect(filter_, &FilterField::leave, this, [this] {
    table_->setFocus();
    if (!table_->currentIndex().isValid() && table_->model()->rowCount() > 0)
      table_->setCurrentIndex(table_->model()->index(0, 0));
  });
  connect(table_, &DataTable::typed, filter_, &FilterField::typeAhead);
  connect(table_, &DataTable::findRequested, this, &TablePanel::startFilter);
  connect(table_->tableModel(), &TableModel::settled, this, &TablePanel::refreshNotes);
  connect(Theme::instance(), &Theme::changed, this, &TablePanel::refreshNotes);
  refreshNotes();
}

void TablePanel::setSource(std::shared_ptr<const TableSource> source) { table_->setSource(std::move(source)); }

void TablePanel::setEmptySentence(const QString& sentence) {
  sentence_ = sentence;
  refreshNotes();
}

void TablePanel::applyFilter() {
  RowQuery query = table_->tableModel()->query();
  query.pattern = filter_->text();
  query.regex = filter_->isRegex();
  table_->tableModel()->setQuery(query);
  refreshNotes();
}

void TablePanel::refreshNotes() {
  const TableModel* model = table_->tableModel();
  const auto total = model->source() != nullptr ? static_cast<qlonglong>(model->source()->rows()) : 0;
  const bool filtered = !filter_->text().isEmpty();
  filter_->setError(filtered ? model->error() : QString());
  filter_->setCount(filtered && total > 0 ? tr("%1 of %2").arg(countText(model->rowCount()), countText(total))
                                          : QString());
  const Theme* theme = Theme::instance();
  empty_->setFont(theme->ui(12));
  empty_->setStyleSheet(
      QStringLiteral("QLabel{color:%1;background:transparent}").arg(theme->color(Token::TextSecond).name()));
  if (total == 0) empty_->setText(sentence_);
  else if (model->rowCount() == 0 && !model->isBusy())
    empty_->setText(tr("Nothing matches “%1”.").arg(filter_->text()));
  else empty_->clear();
  empty_->setVisible(!empty_->text().isEmpty());
  empty_->setGeometry(table_->viewport()->rect().adjusted(theme->px(16), theme->px(16), -theme->px(16), 0));
}

void TablePanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  refreshNotes();
}

}  // namespace relaxscope
