// SPDX-License-Identifier: GPL-3.0-or-later
// The menu Tools.
#include <QCoreApplication>

#include "app/window/actions/table.h"
#include "app/window/document/document_page.h"
#include "app/window/history/run_keeper.h"
#include "app/window/shell/main_window.h"
#include "app/window/shell/settings_dialog.h"

namespace relaxscope {
namespace {

void showCommands(const ActionContext& context) { context.window->openPalette(QStringLiteral(">")); }
void showSettings(const ActionContext& context) {
  auto* dialog = new SettingsDialog(context.window);
  QObject::connect(dialog, &SettingsDialog::storedRunsDeleted, context.window, [window = context.window] {
    for (DocumentPage* page : window->pages()) page->runKeeper()->forgetStored();
  });
  dialog->open();
}

// id, text, icon, keys, viewKey, separator, enabled, run
constexpr ActionRow kTools[] = {
    {"tools.palette", QT_TRANSLATE_NOOP("actions", "&Commands…"), "query", "Ctrl+Shift+P", "", false, always,
     showCommands},
    {"tools.settings", QT_TRANSLATE_NOOP("actions", "S&ettings…"), "settings", "Ctrl+,", "", false, always,
     showSettings},
};

}  // namespace

ActionMenu toolsActions() { return {"tools", QT_TRANSLATE_NOOP("actions", "&Tools"), kTools}; }

}  // namespace relaxscope
