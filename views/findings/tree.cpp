// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/findings/tree.h"

#include <QContextMenuEvent>
#include <QDataStream>
#include <QHeaderView>
#include <QHelpEvent>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QToolTip>

#include <array>
#include <numeric>
#include <utility>

#include "views/widgets/table_delegate.h"

namespace relaxscope {
namespace {

// Widths at scale 1. Columns are dropped until the finding has its least width.
constexpr int kFindingWidth = 320, kRuleWidth = 164, kWhereWidth = 150, kNarrowWhereWidth = 144;
constexpr uint32_t kOpenRows = 12;  ///< rows of parts that are open at first
constexpr quint32 kTreeStateVersion = 1;

/// Heights alone: the tree draws its rows.
class RowHeights : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  QSize sizeHint(const QStyleOptionViewItem& /*option*/, const QModelIndex& index) const override {
    const auto* const model = static_cast<const FindingsModel*>(index.model());
    return {0, FindingRowPainter::heightOf(model->row(index).kind)};
  }
};

}  // namespace

FindingsTree::FindingsTree(QWidget* parent) : QTreeView(parent), model_(new FindingsModel(this)) {
  setObjectName(QStringLiteral("findings.tree"));
  setHeader(new TableHeader(this));
  setModel(model_);
  setItemDelegate(new RowHeights(this));
  setRootIsDecorated(false);
  setIndentation(0);
  setFrameShape(NoFrame);
  setEditTriggers(NoEditTriggers);
  setSelectionBehavior(SelectRows);
  setAllColumnsShowFocus(true);
  setExpandsOnDoubleClick(false);
  setMouseTracking(true);
  setVerticalScrollMode(ScrollPerPixel);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  header()->setSectionsMovable(false);
  header()->setSectionResizeMode(QHeaderView::Fixed);
  header()->setMinimumSectionSize(0);
  header()->setSortIndicatorShown(true);
  header()->setSortIndicator(-1, Qt::AscendingOrder);
  connect(header(), &QHeaderView::sectionClicked, this, [this](int section) {
    if (section == FindingsModel::Action) return sortBy(-1, Qt::AscendingOrder);
    const bool figure = section == FindingsModel::Cost || section == FindingsModel::Share;
    const bool again = header()->sortIndicatorSection() == section;
    const Qt::SortOrder first = figure ? Qt::DescendingOrder : Qt::AscendingOrder;
    const Qt::SortOrder other = figure ? Qt::AscendingOrder : Qt::DescendingOrder;
    sortBy(section, again && header()->sortIndicatorOrder() == first ? other : first);
  });
  connect(this, &QTreeView::expanded, this, [this](const QModelIndex& index) { rememberOpen(index, true); });
  connect(this, &QTreeView::collapsed, this, [this](const QModelIndex& index) { rememberOpen(index, false); });
  connect(Theme::instance(), &Theme::changed, this, &FindingsTree::applyTheme);
  applyTheme();
}

void FindingsTree::applyTheme() {
  verticalScrollBar()->setSingleStep(Theme::instance()->px(24));
  fitColumns();
  scheduleDelayedItemsLayout();
  viewport()->update();
}

FindingsTree::Name FindingsTree::nameOf(uint32_t finding) const {
  const LintSite site = model_->list().site(finding);
  return {model_->list().rule(finding), site.function.value, site.pc.value};
}

void FindingsTree::show(std::shared_ptr<const FindingList> list, ShownFindings shown, std::vector<bool> hits) {
  std::optional<std::pair<Name, int>> current;  // and its part, or -1
  if (currentIndex().isValid())
    if (const FindingsRow row = model_->row(currentIndex());
        row.kind == FindingsRow::Kind::Finding || row.kind == FindingsRow::Kind::Part)
      current = {nameOf(row.finding), row.kind == FindingsRow::Kind::Part ? static_cast<int>(row.part) : -1};
  const int scrolled = verticalScrollBar()->value();
  quiet_ = true;
  hovered_ = QModelIndex();
  model_->show(std::move(list), shown, std::move(hits));
  fitColumns();
  openRows();
  for (const uint32_t finding : current ? model_->list().order() : std::vector<uint32_t>()) {
    if (nameOf(finding) != current->first) continue;
    const QModelIndex row = model_->indexOf(finding), part = model_->index(current->second, 0, row);
    if (row.isValid()) setCurrentIndex(part.isValid() ? part : row);
    break;
  }
  if (!currentIndex().isValid()) setCurrentIndex(firstFinding());
  verticalScrollBar()->setValue(scrolled);
  quiet_ = false;
}

/// That of the most severe ones that has a row.
QModelIndex FindingsTree::firstFinding() const {
  for (int heading = 0; heading < model_->rowCount(); ++heading) {
    const QModelIndex first = model_->index(0, 0, model_->index(heading, 0));
    if (first.isValid() && model_->row(first).kind == FindingsRow::Kind::Finding && isExpanded(first.parent()))
      return first;
  }
  return {};
}

/// Opens the headings, and the first findings with several parts.
void FindingsTree::openRows() {
  const bool was = std::exchange(quiet_, true);
  uint32_t rows = 0;
  for (int heading = 0; heading < model_->rowCount(); ++heading) {
    const QModelIndex group = model_->index(heading, 0);
    setExpanded(group, !folded_.contains(model_->row(group).severity));
    for (int i = 0; i < model_->rowCount(group); ++i) {
      const QModelIndex index = model_->index(i, 0, group);
      const auto parts = static_cast<uint32_t>(model_->rowCount(index));
      if (parts == 0) continue;
      const Name name = nameOf(model_->row(index).finding);
      const bool fits = parts > 1 && rows + parts <= kOpenRows;
      if (!open_.contains(name) && (!fits || closed_.contains(name))) continue;
      rows += parts;
      setExpanded(index, true);
    }
  }
  quiet_ = was;
}

void FindingsTree::rememberOpen(const QModelIndex& index, bool open) {
  if (quiet_) return;
  const FindingsRow row = model_->row(index);
  if (row.kind == FindingsRow::Kind::Heading) {
    if (open) folded_.erase(row.severity);
    else folded_.insert(row.severity);
  } else if (row.kind == FindingsRow::Kind::Finding) {
    (open ? open_ : closed_).insert(nameOf(row.finding));
    (open ? closed_ : open_).erase(nameOf(row.finding));
  }
}

void FindingsTree::sortBy(int column, Qt::SortOrder order) {
  header()->setSortIndicator(column, order);
  auto list = model_->sharedList();
  const QModelIndex current = currentIndex();
  const bool hasCurrent = current.isValid();
  const FindingsRow row = hasCurrent ? model_->row(current) : FindingsRow();
  quiet_ = true;
  model_->sort(column, order);
  openRows();
  if (hasCurrent && (row.kind == FindingsRow::Kind::Finding || row.kind == FindingsRow::Kind::Part)) {
    const QModelIndex finding = model_->indexOf(row.finding);
    setCurrentIndex(row.kind == FindingsRow::Kind::Part ? model_->index(static_cast<int>(row.part), 0, finding)
                                                        : finding);
  }
  quiet_ = false;
}

QByteArray FindingsTree::saveState() const {
  QByteArray state;
  QDataStream stream(&state, QIODevice::WriteOnly);
  quint32 folded = 0;
  for (const Severity severity : folded_) folded |= 1U << static_cast<unsigned>(severity);
  stream << kTreeStateVersion << qint32(header()->sortIndicatorSection())
         << qint32(header()->sortIndicatorOrder() == Qt::DescendingOrder) << folded;
  return state;
}

void FindingsTree::restoreState(const QByteArray& state) {
  QDataStream stream(state);
  quint32 version = 0, folded = 0;
  qint32 column = -1, descending = 0;
  stream >> version >> column >> descending >> folded;
  if (stream.status() != QDataStream::Ok || version != kTreeStateVersion || column < -1 ||
      column >= FindingsModel::Action)
    return;
  folded_.clear();
  for (const Severity severity : {Severity::Error, Severity::Warning, Severity::Info})
    if ((folded & 1U << static_cast<unsigned>(severity)) != 0) folded_.insert(severity);
  sortBy(column, descending != 0 ? Qt::DescendingOrder : Qt::AscendingOrder);
}

/// Columns give way to the finding in a narrow view.
void FindingsTree::fitColumns() {
  const Theme* const theme = Theme::instance();
  const bool costs = model_->list().hasCosts();
  std::array<int, FindingsModel::Columns> sizes{};
  sizes[FindingsModel::Rule] = theme->px(kRuleWidth);
  sizes[FindingsModel::Where] = theme->px(kWhereWidth);
  sizes[FindingsModel::Cost] = costs ? FindingRowPainter::costWidth() : 0;
  sizes[FindingsModel::Share] = costs ? FindingRowPainter::shareWidth() : 0;
  sizes[FindingsModel::Action] = FindingRowPainter::actionWidth();
  const auto rest = [&] { return viewport()->width() - std::accumulate(sizes.begin() + 1, sizes.end(), 0); };
  for (const int column : {FindingsModel::Rule, FindingsModel::Action, FindingsModel::Share}) {
    if (rest() >= theme->px(kFindingWidth)) break;
    sizes[static_cast<size_t>(column)] = 0;
    sizes[FindingsModel::Where] = theme->px(kNarrowWhereWidth);
  }
  sizes[FindingsModel::Finding] = std::max(theme->px(120), rest());
  for (int column = 0; column < FindingsModel::Columns; ++column) {
    const int size = sizes[static_cast<size_t>(column)];
    header()->setSectionHidden(column, size == 0);
    if (size > 0) header()->resizeSection(column, size);
  }
}

FindingCells FindingsTree::cellsOf(const QRect& row) const {
  const auto cell = [&](int column) {
    return QRect(header()->sectionViewportPosition(column), row.top(),
                 header()->isSectionHidden(column) ? 0 : header()->sectionSize(column), row.height());
  };
  FindingCells at;
  at.row = QRect(0, row.top(), viewport()->width(), row.height());
  at.finding = cell(FindingsModel::Finding);
  at.rule = cell(FindingsModel::Rule);
  at.where = cell(FindingsModel::Where);
  at.cost = cell(FindingsModel::Cost);
  at.share = cell(FindingsModel::Share);
  at.action = cell(FindingsModel::Action);
  return at;
}

void FindingsTree::drawRow(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const QModelIndex first = index.siblingAtColumn(0);
  FindingRowState state;
  state.selected = selectionModel()->isSelected(first);
  state.open = isExpanded(first);
  state.hasParts = model_->rowCount(first) > 0;
  state.linked = hoversLink_ && hovered_ == first;
  const FindingCells cells = cellsOf(option.rect);
  FindingRowPainter(painter, *model_, cells, state).paint(model_->row(first));
}

void FindingsTree::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  // QTreeView tells assistive software that the row has the focus, also where it only follows.
  if (hasFocus()) QTreeView::currentChanged(current, previous);
  else QAbstractItemView::currentChanged(current, previous);
  viewport()->update();
  if (!quiet_ && current.isValid()) emit rowChosen(current.siblingAtColumn(0));
}

void FindingsTree::toggle(const QModelIndex& index) {
  if (model_->rowCount(index) > 0) setExpanded(index, !isExpanded(index));
}

void FindingsTree::keyPressEvent(QKeyEvent* event) {
  const auto key = event->key();
  const bool plain = !(event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier));
  const QModelIndex current = currentIndex().siblingAtColumn(0);
  if (event->matches(QKeySequence::Copy)) return emit copyRequested();
  if (event->matches(QKeySequence::Find) || (plain && key == Qt::Key_Slash)) return emit findRequested();
  if (plain && (key == Qt::Key_Return || key == Qt::Key_Enter)) {
    if (!current.isValid()) return;
    if (model_->row(current).kind == FindingsRow::Kind::Heading) toggle(current);
    else emit showMe(current);
    return;
  }
  if (key == Qt::Key_Space) return event->ignore();
  const QString text = event->text();
  const bool opens = key == Qt::Key_Plus || key == Qt::Key_Minus || key == Qt::Key_Asterisk;
  if (plain && !opens && !text.isEmpty() && text.front().isPrint() && key != Qt::Key_Question) return emit typed(text);
  QTreeView::keyPressEvent(event);
}

bool FindingsTree::isLink(const QModelIndex& index, const QPoint& pos) const {
  if (!index.isValid()) return false;
  const FindingsRow row = model_->row(index);
  if (row.kind != FindingsRow::Kind::Finding && row.kind != FindingsRow::Kind::Part) return false;
  const bool isPart = row.kind == FindingsRow::Kind::Part;
  const LintSite site = isPart ? model_->list().site(row.finding, row.part) : model_->list().site(row.finding);
  if (viewOfSite(site) == ViewId::None) return false;
  const FindingCells cells = cellsOf(visualRect(index));
  return FindingRowPainter::linkRect(row, cells).contains(pos) || (!isPart && cells.action.contains(pos));
}

void FindingsTree::mousePressEvent(QMouseEvent* event) {
  const QPoint pos = event->position().toPoint();
  const QModelIndex index = indexAt(pos).siblingAtColumn(0);
  if (event->button() == Qt::LeftButton && index.isValid()) {
    const bool heading = model_->row(index).kind == FindingsRow::Kind::Heading;
    if (model_->rowCount(index) > 0 && (heading || pos.x() < FindingRowPainter::openerRight())) {
      setCurrentIndex(index);
      return toggle(index);
    }
  }
  QTreeView::mousePressEvent(event);
  if (event->button() == Qt::LeftButton && isLink(index, pos)) emit showMe(index);
}

void FindingsTree::mouseDoubleClickEvent(QMouseEvent* event) {
  const QModelIndex index = indexAt(event->position().toPoint()).siblingAtColumn(0);
  if (index.isValid() && model_->row(index).kind != FindingsRow::Kind::Heading &&
      event->position().x() >= FindingRowPainter::openerRight())
    emit showMe(index);
}

void FindingsTree::mouseMoveEvent(QMouseEvent* event) {
  const QPoint pos = event->position().toPoint();
  const QModelIndex index = indexAt(pos).siblingAtColumn(0);
  const bool link = isLink(index, pos);
  if (index != hovered_ || link != hoversLink_) viewport()->update();
  hovered_ = index;
  hoversLink_ = link;
  viewport()->setCursor(link ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void FindingsTree::leaveEvent(QEvent* event) {
  hovered_ = QModelIndex();
  viewport()->update();
  QTreeView::leaveEvent(event);
}

void FindingsTree::contextMenuEvent(QContextMenuEvent* event) {
  const bool keyboard = event->reason() == QContextMenuEvent::Keyboard;
  const QModelIndex index = (keyboard ? currentIndex() : indexAt(event->pos())).siblingAtColumn(0);
  emit menuRequested(index, keyboard ? viewport()->mapToGlobal(visualRect(index).bottomLeft()) : event->globalPos());
}

void FindingsTree::resizeEvent(QResizeEvent* event) {
  QTreeView::resizeEvent(event);
  fitColumns();
}

bool FindingsTree::viewportEvent(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QTreeView::viewportEvent(event);
  const auto* const help = static_cast<QHelpEvent*>(event);
  const QModelIndex index = indexAt(help->pos()).siblingAtColumn(0);
  const bool says = index.isValid() && model_->row(index).kind != FindingsRow::Kind::Heading;
  const QString text = says ? model_->rowText(index) : QString();
  if (says) QToolTip::showText(help->globalPos(), text, viewport(), visualRect(index));
  else QToolTip::hideText();
  return true;
}

}  // namespace relaxscope
