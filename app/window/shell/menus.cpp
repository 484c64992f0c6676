// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/menus.h"

#include <QFileInfo>
#include <QMenuBar>

#include "app/window/actions/action_set.h"
#include "app/window/actions/table.h"
#include "app/window/document/export.h"
#include "app/window/settings.h"
#include "app/window/shell/main_window.h"
#include "app/window/shell/save_flow.h"
#include "views/code/table_texts.h"
#include "views/compare/time_texts.h"
#include "views/diff/change_texts.h"
#include "views/theme/theme.h"
#include "views/widgets/label.h"

namespace relaxscope {

MenuBuilder::MenuBuilder(MainWindow* window, const ActionSet& actions)
    : QObject(window), window_(window), actions_(actions) {}

void MenuBuilder::build(QMenuBar* bar) {
  const Theme* theme = Theme::instance();
  bar->setObjectName(QStringLiteral("menuBar"));
  bar->setNativeMenuBar(false);
  bar->setFixedHeight(theme->px(28));
  auto* name = new Label(QStringLiteral("RelaxScope"), bar);
  name->setProperty("role", "third");
  name->setFont(theme->ui(12, 500));
  name->setContentsMargins(0, 0, theme->px(12), 0);
  name->setFixedHeight(theme->px(27));
  bar->setCornerWidget(name);
  for (const ActionMenu& group : actionMenus()) {
    QMenu* menu = group.within != nullptr ? submenuOf(bar, group)
                                          : bar->addMenu(QCoreApplication::translate("actions", group.title));
    menu->setObjectName(QStringLiteral("menu.") + QLatin1String(group.name));
    if (QLatin1String(group.name) == QLatin1String("view")) {
      for (const ViewRow& view : viewsOf(Subject::Executable)) menu->addAction(actions_.action(showActionId(view.id)));
      menu->addSeparator();
    }
    for (const ActionRow& row : group.rows) {
      if (row.whyNot != nullptr) menu->setToolTipsVisible(true);
      if (row.separator) menu->addSeparator();
      menu->addAction(actions_.action(QLatin1String(row.id)));
      addSubmenu(menu, QLatin1String(row.id));
    }
    if (QLatin1String(group.name) == QLatin1String("compare")) {
      menu->addSeparator();
      for (const ViewRow& view : viewsOf(Subject::Pair)) menu->addAction(actions_.action(showActionId(view.id)));
    }
  }
}

/// Above the rows that move the focus, which follow the views and the theme.
QMenu* MenuBuilder::submenuOf(QMenuBar* bar, const ActionMenu& group) {
  auto* above = bar->findChild<QMenu*>(QStringLiteral("menu.") + QLatin1String(group.within));
  auto* menu = new QMenu(QCoreApplication::translate("actions", group.title), above);
  menu->setIcon(Theme::instance()->icon(QStringLiteral("layout")));
  above->insertMenu(actions_.action(QStringLiteral("view.nextPanel")), menu);
  return menu;
}

void MenuBuilder::addSubmenu(QMenu* menu, const QString& afterAction) {
  if (afterAction == QLatin1String("file.open")) {
    QMenu* recent = menu->addMenu(Theme::instance()->icon(QStringLiteral("recent")), tr("Open &recent"));
    recent->setObjectName(QStringLiteral("menu.recent"));
    connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecent(recent); });
  } else if (afterAction == QLatin1String("file.saveAnonymousTrace")) {
    QMenu* exports = menu->addMenu(Theme::instance()->icon(QStringLiteral("export")), tr("&Export"));
    exports->setObjectName(QStringLiteral("menu.export"));
    connect(exports, &QMenu::aboutToShow, this, [this, exports] { fillExport(exports); });
  }
}

void MenuBuilder::fillRecent(QMenu* menu) {
  menu->clear();
  for (const settings::Recent& entry : settings::recent()) {
    QAction* action = menu->addAction(buttonText(Document::titleOf(entry.path)), window_,
                                      [window = window_, path = entry.path] { window->openFile(path); });
    action->setToolTip(entry.path);
    action->setEnabled(QFileInfo::exists(entry.path));
  }
  if (menu->isEmpty()) menu->addAction(tr("No recent files"))->setEnabled(false);
}

void MenuBuilder::fillComparisonExport(QMenu* menu, ComparisonPage* page) {
  SaveFlow* flow = window_->saveFlow();
  for (const DiffExporter& exporter : diffExporters()) {
    QAction* action = menu->addAction(exporterTitle(exporter), [flow, page = QPointer(page), id = exporter.id] {
      if (page) flow->exportDiff(page, QLatin1String(id));
    });
    action->setObjectName(QStringLiteral("action.export.diff.") + QLatin1String(exporter.id));
    action->setEnabled(page->comparison()->diff() != nullptr);
  }
  menu->addSeparator();
  for (const TimesExporter& exporter : timesExporters()) {
    QAction* action = menu->addAction(exporterTitle(exporter), [flow, page = QPointer(page), id = exporter.id] {
      if (page) flow->exportTimes(page, QLatin1String(id), Grouping::Callee);
    });
    action->setObjectName(QStringLiteral("action.export.times.") + QLatin1String(exporter.id));
    action->setEnabled(page->comparison()->times()->times() != nullptr);
  }
  menu->addSeparator();
  menu->addAction(actions_.action(QStringLiteral("file.exportImage")));
}

void MenuBuilder::fillExport(QMenu* menu) {
  menu->clear();
  if (ComparisonPage* comparison = window_->currentComparison()) return fillComparisonExport(menu, comparison);
  DocumentPage* page = window_->currentPage();
  const Executable* executable = page != nullptr ? page->document()->executable() : nullptr;
  const bool trace = page != nullptr && page->document()->trace() != nullptr;
  const auto add = [menu](const auto& exporter, bool enabled, auto save) {
    QAction* action = menu->addAction(exporterTitle(exporter.id, exporter.title), save);
    action->setObjectName(QStringLiteral("action.export.") + QLatin1String(exporter.id));
    action->setEnabled(enabled);
  };
  SaveFlow* flow = window_->saveFlow();
  const auto save = [flow, page = QPointer(page)](auto what, const auto& exporter) {
    return [flow, page, what, &exporter] {
      if (page) (flow->*what)(page, exporter);
    };
  };
  for (const ExecutableExporter& exporter : executableExporters())
    if (executable == nullptr || exporter.fits(*executable))
      add(exporter, executable != nullptr, save(&SaveFlow::exportExecutable, exporter));
  menu->addSeparator();
  for (const TraceExporter& exporter : traceExporters()) add(exporter, trace, save(&SaveFlow::exportTrace, exporter));
  menu->addAction(actions_.action(QStringLiteral("file.saveTrace")));
  menu->addSeparator();
  menu->addAction(actions_.action(QStringLiteral("file.exportImage")));
}

}  // namespace relaxscope
