// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/actions/table.h"

#include <QCoreApplication>
#include <QKeySequence>
#include <QRegularExpression>

namespace relaxscope {
namespace {

QString withoutMnemonic(const char* source) {
  QString text = QCoreApplication::translate("actions", source);
  // Languages without Latin letters append the mnemonic as "(&F)".
  static const QRegularExpression kMark(QStringLiteral("\\(&\\w\\)"));
  return text.remove(kMark).remove(QLatin1Char('&'));
}

}  // namespace

std::span<const ActionMenu> actionMenus() {
  static const ActionMenu kMenus[] = {fileActions(), editActions(),    viewActions(),  layoutActions(), goActions(),
                                      runActions(),  compareActions(), toolsActions(), helpActions()};
  return kMenus;
}

const std::vector<ActionRow>& actionTable() {
  static const std::vector<ActionRow> kRows = [] {
    std::vector<ActionRow> rows;
    for (const ActionMenu& menu : actionMenus()) rows.insert(rows.end(), menu.rows.begin(), menu.rows.end());
    return rows;
  }();
  return kRows;
}

QString showActionId(ViewId view) { return QStringLiteral("show.") + QLatin1String(viewName(view)); }

const ActionRow* findAction(const QString& id) {
  for (const ActionRow& row : actionTable())
    if (id == QLatin1String(row.id)) return &row;
  return nullptr;
}

QString menuTitle(const ActionMenu& menu) { return withoutMnemonic(menu.title); }

QString actionTitle(const ActionRow& row) { return withoutMnemonic(row.text); }

QString actionToolTip(const ActionRow& row) {
  const QString key = QString::fromLatin1(row.keys).section(QLatin1Char(' '), 0, 0);
  if (key.isEmpty()) return actionTitle(row);
  return QStringLiteral("%1 (%2)").arg(actionTitle(row), QKeySequence(key).toString(QKeySequence::NativeText));
}

}  // namespace relaxscope
