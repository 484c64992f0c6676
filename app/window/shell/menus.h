// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the menu bar from the action table, and the menus that are filled each time they open.
#pragma once

#include <QObject>

class QMenu;
class QMenuBar;

namespace relaxscope {

class ActionSet;
struct ActionMenu;
class ComparisonPage;
class MainWindow;

class MenuBuilder : public QObject {
  Q_OBJECT
 public:
  MenuBuilder(MainWindow* window, const ActionSet& actions);
  void build(QMenuBar* bar);
  void fillRecent(QMenu* menu);
  void fillExport(QMenu* menu);

 private:
  QMenu* submenuOf(QMenuBar* bar, const ActionMenu& group);
  void fillComparisonExport(QMenu* menu, ComparisonPage* page);
  void addSubmenu(QMenu* menu, const QString& afterAction);
  MainWindow* window_;
  const ActionSet& actions_;
};

}  // namespace relaxscope
