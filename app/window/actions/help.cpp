// SPDX-License-Identifier: GPL-3.0-or-later
// The menu Help.
#include <QCoreApplication>

#include "app/window/actions/table.h"
#include "app/window/shell/about.h"
#include "app/window/shell/help_page.h"
#include "app/window/shell/main_window.h"
#include "app/window/shell/shortcut_sheet.h"

namespace relaxscope {
namespace {

void showShortcuts(const ActionContext& context) { (new ShortcutSheet(context.window))->open(); }
void showAssembler(const ActionContext& context) { showHelpPage(context.window); }
void showAbout(const ActionContext& context) { (new AboutDialog(context.window))->open(); }

// id, text, icon, keys, viewKey, separator, enabled, run
constexpr ActionRow kHelp[] = {
    {"help.shortcuts", QT_TRANSLATE_NOOP("actions", "&Keyboard shortcuts"), "keyboard", "F1", "?", false, always,
     showShortcuts},
    {"help.assembler", QT_TRANSLATE_NOOP("actions", "Assembler &language"), "book", "Shift+F1", "", false, always,
     showAssembler},
    {"help.about", QT_TRANSLATE_NOOP("actions", "&About RelaxScope"), "info", "", "", false, always, showAbout},
};

}  // namespace

ActionMenu helpActions() { return {"help", QT_TRANSLATE_NOOP("actions", "&Help"), kHelp}; }

}  // namespace relaxscope
