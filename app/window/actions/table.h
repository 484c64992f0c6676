// SPDX-License-Identifier: GPL-3.0-or-later
// Every action of the window, one row each: menus, toolbar, command palette, shortcut sheet and tests are made from
// these rows. A file of this folder holds the rows of a menu and what they do. Views add one action each
// ("show.listing") from their own registry.
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
  const char* viewKey;  ///< a single key that works while a view has the keyboard; empty: none
  bool separator;       ///< a line stands before it
  bool (*enabled)(const ActionContext&);
  /// Called only where `enabled` holds.
  void (*run)(const ActionContext&);
  QString (*whyNot)(const ActionContext&) = nullptr;  ///< the reason that a disabled one gives; null: none
};
/// A menu with its rows.
struct ActionMenu {
  const char* name;   ///< the object name's suffix: "menu.file"
  const char* title;  ///< QT_TRANSLATE_NOOP("actions", "&File")
  std::span<const ActionRow> rows;
};

ActionMenu fileActions();
ActionMenu editActions();
ActionMenu viewActions();
ActionMenu goActions();
ActionMenu runActions();
ActionMenu toolsActions();
ActionMenu helpActions();

/// All menus in the order of the menu bar.
std::span<const ActionMenu> actionMenus();
/// All rows in the order of the menus.
const std::vector<ActionRow>& actionTable();
/// Of the action that shows a view: "show.listing".
QString showActionId(ViewId view);
/// Null: there is no row of that id.
const ActionRow* findAction(const QString& id);

/// Title of a menu in the interface's language, without mnemonic marks.
QString menuTitle(const ActionMenu& menu);
/// Text of a row in the interface's language, without mnemonic marks.
QString actionTitle(const ActionRow& row);
/// The same with its first key.
QString actionToolTip(const ActionRow& row);

}  // namespace relaxscope
