// SPDX-License-Identifier: GPL-3.0-or-later
// The QActions of a window: one a row of the action table, one a view.
#pragma once

#include <QHash>
#include <QList>
#include <QString>

class QAction;

namespace relaxscope {

struct ActionContext;
class MainWindow;
class View;

class ActionSet {
 public:
  /// The window owns the actions, so that their keys work in all of it.
  explicit ActionSet(MainWindow* window);

  /// Null: there is none of that id.
  [[nodiscard]] QAction* action(const QString& id) const { return actions_.value(id); }
  [[nodiscard]] QList<QString> ids() const { return actions_.keys(); }
  /// Sets what can be used now, and why the rest cannot.
  void update(const ActionContext& context);
  /// Adds the single keys of the table to a view: they work while it or a child of it has the keyboard.
  void addViewKeys(View* view) const;

 private:
  QHash<QString, QAction*> actions_;
};

}  // namespace relaxscope
