// SPDX-License-Identifier: GPL-3.0-or-later
// Every action of the window, one row each: menus, toolbar, command palette, shortcut sheet and tests
// are made from this table. Views add one action each ("view.listing") from their own registry.
#pragma once

#include <span>

#include <QString>

class QAction;
class QMenuBar;

namespace relaxscope {

class MainWindow;

/// When an action can be used.
/// Libraries: runnable, or with libraries that the action asks for.
enum class Needs : uint8_t { Nothing, Page, Constants, Document, Runnable, Libraries, Running, Trace, Past, Future };
struct ActionRow {
  const char* id;       ///< also the object name's suffix: "action.file.open"
  const char* menu;     ///< "File"; a row with another menu than the one before starts that menu
  const char* text;     ///< QT_TRANSLATE_NOOP("actions", "&Open…")
  const char* icon;     ///< in :/icons, or empty
  const char* keys;     ///< portable key sequences, separated by blanks; empty: none
  const char* viewKey;  ///< a single key that works while a view has the keyboard; empty: none
  Needs needs;
  bool separator;  ///< a line stands before it
  void (MainWindow::*run)();
};
std::span<const ActionRow> actionTable();
/// Text of a row in the interface's language, without mnemonic marks.
QString actionTitle(const ActionRow& row);
/// The same with its first key.
QString actionToolTip(const ActionRow& row);

}  // namespace relaxscope
