// SPDX-License-Identifier: GPL-3.0-or-later
// Every action of the window, one row each. Menus, toolbar, command palette, shortcut sheet and tests are generated
// from these rows. Each menu has a file in this folder with its rows and their functions. The registry of views adds
// one action per view ("show.listing").
#pragma once

#include <QString>

#include <span>
#include <vector>

#include "app/window/actions/context.h"
#include "views/core/view_id.h"

namespace relaxscope {

struct ActionRow {
  const char* id;       ///< also the object name's suffix: "action.file.open"
  const char* text;     ///< QT_TRANSLATE_NOOP("actions", "&Open…")
  const char* icon;     ///< in :/icons, or empty
  const char* keys;     ///< portable key sequences, separated by blanks; empty: none
  const char* viewKey;  ///< a single-key shortcut while a view has the focus; empty: none
  bool separator;       ///< whether a separator precedes it in the menu
  bool (*enabled)(const ActionContext&);
  /// Called only if `enabled` returns true.
  void (*run)(const ActionContext&);
  QString (*whyNot)(const ActionContext&) = nullptr;  ///< why the action is disabled; null: gives no reason
  bool (*checked)(const ActionContext&) = nullptr;    ///< null: it has no mark; called only if `enabled` returns true
};
/// A menu with its rows.
struct ActionMenu {
  const char* name;   ///< the object name's suffix: "menu.file"
  const char* title;  ///< QT_TRANSLATE_NOOP("actions", "&File")
  std::span<const ActionRow> rows;
  const char* within = nullptr;  ///< name of the menu that has it as a submenu; null: it is in the menu bar
};

ActionMenu fileActions();
ActionMenu editActions();
ActionMenu viewActions();
ActionMenu layoutActions();
ActionMenu goActions();
ActionMenu runActions();
ActionMenu compareActions();
ActionMenu toolsActions();
ActionMenu helpActions();

/// All menus in the order of the menu bar; a submenu follows its menu.
std::span<const ActionMenu> actionMenus();
/// All rows in the order of the menus.
const std::vector<ActionRow>& actionTable();
/// Id of the action that shows a view: "show.listing".
QString showActionId(ViewId view);
/// Null if no row has that id.
const ActionRow* findAction(const QString& id);

/// Title of a menu in the interface's language, without mnemonic marks.
QString menuTitle(const ActionMenu& menu);
/// Text of a row in the interface's language, without mnemonic marks.
QString actionTitle(const ActionRow& row);
/// The same with its first shortcut.
QString actionToolTip(const ActionRow& row);

}  // namespace relaxscope
