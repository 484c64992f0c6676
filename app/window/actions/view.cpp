// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the menu View below the list of views: theme, moving the focus, tabs, tables.
#include <QApplication>

#include <algorithm>

#include "app/window/actions/table.h"
#include "app/window/comparison/comparison_page.h"
#include "app/window/document/document_page.h"
#include "app/window/settings.h"
#include "app/window/shell/main_window.h"
#include "app/window/shell/theme_setting.h"
#include "views/theme/theme.h"
#include "views/widgets/data_table.h"
#include "views/widgets/tab_bar.h"

namespace relaxscope {
namespace {

void toggleTheme(const ActionContext& context) {
  const bool dark = Theme::instance()->mode() == Theme::Mode::Dark;
  const QString mode = dark ? QStringLiteral("light") : QStringLiteral("dark");
  applyTheme(mode);
  if (context.window->keepsState()) settings::setTheme(mode);
}

bool hasPanels(const ActionContext& context) { return hasDocument(context) || hasComparison(context); }

template <int step>
void movePanel(const ActionContext& context) {
  if (hasComparison(context)) return context.comparison->showNext(step < 0);
  const QList<View*> views = context.workspace->visibleViews();
  if (views.isEmpty()) return;
  const qsizetype at = std::max<qsizetype>(0, views.indexOf(context.view));
  const View* next = views[(at + step + views.size()) % views.size()];
  context.workspace->showView(context.workspace->keyOf(next));
}

template <int step>
void moveTab(const ActionContext& context) {
  TabBar* tabs = context.window->documentTabs();
  if (tabs->count() > 0) tabs->setCurrentIndex((tabs->currentIndex() + step + tabs->count()) % tabs->count());
}

/// The table that has the focus, otherwise the view's first visible table.
DataTable* tableToSort(const View* view) {
  for (QWidget* widget = QApplication::focusWidget(); widget != nullptr; widget = widget->parentWidget()) {
    if (auto* table = qobject_cast<DataTable*>(widget)) return table;
    if (const auto* panel = qobject_cast<TablePanel*>(widget)) return panel->table();  // its filter field has the focus
  }
  if (view == nullptr) return nullptr;
  const QList<DataTable*> tables = view->findChildren<DataTable*>();
  const auto visible =
      std::find_if(tables.begin(), tables.end(), [](const DataTable* each) { return each->isVisible(); });
  return visible == tables.end() ? nullptr : *visible;
}

void sortTable(const ActionContext& context) {
  DataTable* table = tableToSort(context.view);
  if (table == nullptr || !table->isVisible() || table->tableModel()->source() == nullptr)
    return context.window->notify(MainWindow::tr("This view has no table to sort."), false);
  table->openColumnMenu();
}

// id, text, icon, keys, viewKey, separator, enabled, run
constexpr ActionRow kViewRows[] = {
    {"view.theme", QT_TRANSLATE_NOOP("actions", "Switch &theme"), "moon", "Ctrl+Shift+D", "", false, always,
     toggleTheme},
    {"view.nextPanel", QT_TRANSLATE_NOOP("actions", "Ne&xt panel"), "", "F6", "", true, hasPanels, movePanel<1>},
    {"view.previousPanel", QT_TRANSLATE_NOOP("actions", "Previ&ous panel"), "", "Shift+F6", "", false, hasPanels,
     movePanel<-1>},
    {"view.nextTab", QT_TRANSLATE_NOOP("actions", "Next docu&ment"), "", "Ctrl+Tab", "", false, always, moveTab<1>},
    {"view.previousTab", QT_TRANSLATE_NOOP("actions", "Pre&vious document"), "", "Ctrl+Shift+Tab", "", false, always,
     moveTab<-1>},
    {"view.sort", QT_TRANSLATE_NOOP("actions", "&Sort the table…"), "", "Ctrl+Shift+O", "", true, hasPanels, sortTable},
};

}  // namespace

ActionMenu viewActions() { return {"view", QT_TRANSLATE_NOOP("actions", "&View"), kViewRows}; }

}  // namespace relaxscope
