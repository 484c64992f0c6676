// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/runs/runs_view.h"

#include <QMenu>
#include <QShortcut>
#include <QToolButton>
#include <QVBoxLayout>

#include "views/profile/runs/source.h"
#include "views/widgets/data_table.h"

namespace relaxscope {

RunsView::RunsView(Document* document, QWidget* parent) : View(document, parent) {
  panel_ = new TablePanel(this);
  panel_->table()->setObjectName(QStringLiteral("runs.table"));
  panel_->table()->setAccessibleName(tr("Runs"));
  panel_->setEmptySentence(tr("This file was not run yet. Each run is listed here and kept for later sessions."));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(panel_);
  setFocusProxy(panel_->table());
  show_ = button("runs.show", tr("Show"), tr("Show the profile of the selected run (Enter)"), "timeline");
  compare_ =
      button("runs.compare", tr("Compare"),
             tr("Compare the times of the two selected runs, or of the selected run and the shown one"), "compare");
  remove_ = button("runs.remove", tr("Delete"), tr("Delete the stored profile of the selected run (Del)"), "close");
  connect(show_, &QToolButton::clicked, this, [this] { showRow(panel_->table()->currentRow()); });
  connect(compare_, &QToolButton::clicked, this, [this] { compareRows(panel_->table()->currentRow()); });
  connect(remove_, &QToolButton::clicked, this, [this] { removeRow(panel_->table()->currentRow()); });
  auto* key = new QShortcut(QKeySequence(Qt::Key_Delete), panel_->table());
  key->setContext(Qt::WidgetWithChildrenShortcut);
  connect(key, &QShortcut::activated, this, [this] { removeRow(panel_->table()->currentRow()); });
  connect(panel_->table(), &DataTable::rowActivated, this, &RunsView::showRow);
  connect(panel_->table(), &DataTable::rowSelected, this, &RunsView::updateButtons);
  connect(panel_->table(), &DataTable::contextMenuRequested, this, &RunsView::openMenu);
  connect(panel_->table()->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunsView::updateButtons);
  connect(document->runs(), &RunHistory::changed, this, &RunsView::refresh);
  connect(document, &Document::runStateChanged, this, &RunsView::updateButtons);
  refresh();
}

QToolButton* RunsView::button(const char* name, const QString& text, const QString& tip, const char* icon) {
  auto* made = new QToolButton(this);
  made->setObjectName(QLatin1String(name));
  made->setText(text);
  made->setToolTip(tip);
  made->setIcon(Theme::instance()->icon(QLatin1String(icon)));
  made->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  made->hide();
  return made;
}

void RunsView::refresh() {
  const QString selected = idOf(panel_->table()->currentRow());
  auto source = std::make_shared<RunsSource>(*document()->runs());
  int row = source->shownRow();
  for (size_t i = 0; i < source->rows(); ++i)
    if (!selected.isEmpty() && source->entry(i).id == selected) row = static_cast<int>(i);
  panel_->setPlaceholder(tr("Filter %n run(s)", nullptr, static_cast<int>(source->rows())));
  panel_->setSource(std::move(source));
  panel_->table()->showRow(row);
  updateButtons();
}

QString RunsView::idOf(int row) const {
  const auto* source = dynamic_cast<const RunsSource*>(panel_->table()->tableModel()->source());
  if (source == nullptr || row < 0 || static_cast<size_t>(row) >= source->rows()) return {};
  return source->entry(static_cast<size_t>(row)).id;
}

void RunsView::updateButtons() {
  const QString id = idOf(panel_->table()->currentRow());
  const bool idle = document()->runState() == RunState::Idle;
  show_->setEnabled(idle && !id.isEmpty() && id != document()->runs()->shown());
  compare_->setEnabled(idle && !toCompare(panel_->table()->currentRow()).isEmpty());
  remove_->setEnabled(!id.isEmpty());
}

QStringList RunsView::toCompare(int row) const {
  QStringList ids;
  for (const QModelIndex& index : panel_->table()->selectionModel()->selectedRows())
    ids << idOf(panel_->table()->tableModel()->sourceRow(index.row()));
  if (ids.size() != 2) ids = {idOf(row), document()->runs()->shown()};
  return ids[0].isEmpty() || ids[1].isEmpty() || ids[0] == ids[1] ? QStringList() : ids;
}

void RunsView::compareRows(int row) {
  if (const QStringList ids = toCompare(row); !ids.isEmpty()) document()->runs()->requestCompare(ids[0], ids[1]);
}

void RunsView::showRow(int row) {
  if (const QString id = idOf(row); !id.isEmpty()) document()->runs()->requestShow(id);
}

void RunsView::removeRow(int row) {
  if (const QString id = idOf(row); !id.isEmpty()) document()->runs()->requestRemove(id);
}

void RunsView::openMenu(int row, const QPoint& position) {
  if (idOf(row).isEmpty()) return;
  QMenu menu(this);
  connect(menu.addAction(tr("Show")), &QAction::triggered, this, [this, row] { showRow(row); });
  QAction* compare =
      menu.addAction(toCompare(row).contains(document()->runs()->shown()) ? tr("Compare with the shown run")
                                                                          : tr("Compare the selected runs"));
  compare->setEnabled(compare_->isEnabled());
  connect(compare, &QAction::triggered, this, [this, row] { compareRows(row); });
  connect(menu.addAction(tr("Delete")), &QAction::triggered, this, [this, row] { removeRow(row); });
  menu.exec(position);
}

bool RunsView::startFind() {
  panel_->startFilter();
  return true;
}

QList<QWidget*> RunsView::cornerWidgets() { return {show_, compare_, remove_}; }
bool RunsView::isSettled() const { return panel_->isSettled(); }
QByteArray RunsView::saveViewState() const { return panel_->table()->saveState(); }
void RunsView::restoreViewState(const QByteArray& state) { panel_->table()->restoreState(state); }

}  // namespace relaxscope
