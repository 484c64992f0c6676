// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/actions/action_set.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QShortcut>

#include <algorithm>
#include <array>

#include "app/window/actions/table.h"
#include "app/window/comparison/comparison_page.h"
#include "app/window/shell/main_window.h"
#include "views/core/view.h"
#include "views/theme/theme.h"

namespace relaxscope {
namespace {

/// Whether a widget handles a single key itself: fields, buttons and boxes do; tables filter by typed letters.
bool usesKey(const QWidget* widget, const QString& text) {
  constexpr std::array kClasses = {"QLineEdit",      "QAbstractButton", "QComboBox", "QAbstractSpinBox",
                                   "QPlainTextEdit", "QTextEdit",       "QTabBar"};
  if (std::any_of(kClasses.begin(), kClasses.end(), [widget](const char* name) { return widget->inherits(name); }))
    return true;
  return widget->inherits("QTableView") && !text.isEmpty() && text.front().isLetter();
}

/// Gives a focused child that handles single keys precedence over the view's shortcuts: the ShortcutOverride event
/// reaches the child first, then its parents.
class KeyOwner : public QObject {
 public:
  using QObject::QObject;
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() != QEvent::ShortcutOverride) return QObject::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const QWidget* focus = QApplication::focusWidget();
    const bool single = (key->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) == 0;
    if (!single || key->text().isEmpty() || focus == nullptr || !usesKey(focus, key->text())) return false;
    event->accept();
    return true;
  }
};

}  // namespace

ActionSet::ActionSet(MainWindow* window) {
  for (const ActionRow& row : actionTable()) {
    auto* action = new QAction(QCoreApplication::translate("actions", row.text), window);
    const QString id = QLatin1String(row.id);
    action->setObjectName(QStringLiteral("action.") + id);
    if (row.icon[0] != 0) action->setIcon(Theme::instance()->icon(QLatin1String(row.icon)));
    QList<QKeySequence> keys;
    for (const QString& key : QString::fromLatin1(row.keys).split(QLatin1Char(' '), Qt::SkipEmptyParts))
      keys.append(QKeySequence(key));
    action->setShortcuts(keys);
    action->setToolTip(actionToolTip(row));
    action->setIconText(actionTitle(row));  // what a screen reader says of a button without a text
    action->setCheckable(row.checked != nullptr);
    if (row.checked != nullptr) action->setIconVisibleInMenu(false);  // it would take the mark's place
    QObject::connect(action, &QAction::triggered, window, [window, id] { window->perform(id); });
    window->addAction(action);
    actions_[id] = action;
  }
  for (const ViewRow& row : viewRegistry()) {
    const QString id = showActionId(row.id);
    auto* action = new QAction(Theme::instance()->icon(QLatin1String(row.icon)), viewTitle(row), window);
    action->setObjectName(QStringLiteral("action.") + id);
    if (row.keys[0] != 0) action->setShortcut(QKeySequence(QLatin1String(row.keys)));
    QObject::connect(action, &QAction::triggered, window, [window, view = row.id] { window->showView(view); });
    window->addAction(action);
    actions_[id] = action;
  }
}

void ActionSet::update(const ActionContext& context) {
  for (const ActionRow& row : actionTable()) {
    QAction* action = actions_[QLatin1String(row.id)];
    action->setEnabled(row.enabled(context));
    if (row.checked != nullptr) action->setChecked(row.enabled(context) && row.checked(context));
    if (row.whyNot == nullptr) continue;
    const QString why = row.whyNot(context);
    action->setToolTip(why.isEmpty() ? actionToolTip(row) : why);
  }
  // Views of a pair have the keys that views of a document have, whichever page is shown.
  for (const ViewRow& row : viewRegistry())
    actions_[showActionId(row.id)]->setEnabled(row.subjects.has(Subject::Pair)
                                                   ? hasComparison(context) && context.comparison->canShow(row.id)
                                                   : hasDocument(context));
}

void ActionSet::addViewKeys(View* view) const {
  view->installEventFilter(new KeyOwner(view));
  for (const ActionRow& row : actionTable()) {
    if (row.viewKey[0] == 0) continue;
    auto* key = new QShortcut(QKeySequence(QLatin1String(row.viewKey)), view);
    key->setContext(Qt::WidgetWithChildrenShortcut);
    QObject::connect(key, &QShortcut::activated, actions_[QLatin1String(row.id)], &QAction::trigger);
  }
}

}  // namespace relaxscope
