// SPDX-License-Identifier: GPL-3.0-or-later
// The QActions of a window: one per row of the action table and one per view.
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
  /// The window owns the actions, so that their shortcuts work everywhere in it.
  explicit ActionSet(MainWindow* window);

  /// Null if no action has that id.
  [[nodiscard]] QAction* action(const QString& id) const { return actions_.value(id); }
  [[nodiscard]] QList<QString> ids() const { return actions_.keys(); }
  /// Enables the actions that apply now; the tooltips of the others give the reason.
  void update(const ActionContext& context);
  /// Adds the table's single-key shortcuts to a view; they work while the view or one of its children has the focus.
  void addViewKeys(View* view) const;

 private:
  QHash<QString, QAction*> actions_;
};

}  // namespace relaxscope
