// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/actions.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include "app/main_window.h"

namespace relaxscope {
namespace {

#define RS_TEXT(text) QT_TRANSLATE_NOOP("actions", text)
using M = MainWindow;

// id, menu, text, icon, keys, key inside a view, needs, separator before, slot
constexpr ActionRow kRows[] = {
    {"file.open", RS_TEXT("&File"), RS_TEXT("&Open…"), "open", "Ctrl+O", "", Needs::Nothing, false, &M::openDialog},
    {"file.start", RS_TEXT("&File"), RS_TEXT("&New tab"), "plus", "Ctrl+T", "", Needs::Nothing, false, &M::showStartPage},
    {"file.reload", RS_TEXT("&File"), RS_TEXT("&Reload from disk"), "reload", "Ctrl+R", "", Needs::Page, false, &M::reload},
    {"file.saveTrace", RS_TEXT("&File"), RS_TEXT("&Save profile…"), "save", "Ctrl+S", "", Needs::Trace, true, &M::saveTrace},
    {"file.exportImage", RS_TEXT("&File"), RS_TEXT("Save &picture of the view…"), "export", "Ctrl+Shift+S", "", Needs::Document, false, &M::exportPicture},
    {"file.close", RS_TEXT("&File"), RS_TEXT("&Close tab"), "close", "Ctrl+W", "", Needs::Nothing, true, &M::closeCurrentTab},
    {"file.quit", RS_TEXT("&File"), RS_TEXT("&Quit"), "", "Ctrl+Q", "", Needs::Nothing, false, &M::quit},

    {"edit.find", RS_TEXT("&Edit"), RS_TEXT("&Find"), "search", "Ctrl+F", "/", Needs::Document, false, &M::find},
    {"edit.findNext", RS_TEXT("&Edit"), RS_TEXT("Find &next"), "", "F3", "", Needs::Document, false, &M::findNext},
    {"edit.findPrevious", RS_TEXT("&Edit"), RS_TEXT("Find &previous"), "", "Shift+F3", "", Needs::Document, false, &M::findPrevious},

    {"view.theme", RS_TEXT("&View"), RS_TEXT("Switch &theme"), "moon", "Ctrl+Shift+D", "", Needs::Nothing, false, &M::toggleTheme},
    {"view.left", RS_TEXT("&View"), RS_TEXT("&Left panel"), "layout", "Ctrl+Alt+L", "", Needs::Document, true, &M::toggleLeft},
    {"view.right", RS_TEXT("&View"), RS_TEXT("&Right panel"), "", "Ctrl+Alt+R", "", Needs::Document, false, &M::toggleRight},
    {"view.bottom", RS_TEXT("&View"), RS_TEXT("&Bottom panel"), "", "Ctrl+Alt+B", "", Needs::Document, false, &M::toggleBottom},
    {"view.resetLayout", RS_TEXT("&View"), RS_TEXT("Rese&t layout"), "", "", "", Needs::Document, false, &M::resetLayout},
    {"view.nextPanel", RS_TEXT("&View"), RS_TEXT("Ne&xt panel"), "", "F6", "", Needs::Document, true, &M::nextPanel},
    {"view.previousPanel", RS_TEXT("&View"), RS_TEXT("Previ&ous panel"), "", "Shift+F6", "", Needs::Document, false, &M::previousPanel},
    {"view.nextTab", RS_TEXT("&View"), RS_TEXT("Next docu&ment"), "", "Ctrl+Tab", "", Needs::Nothing, false, &M::nextTab},
    {"view.previousTab", RS_TEXT("&View"), RS_TEXT("Pre&vious document"), "", "Ctrl+Shift+Tab", "", Needs::Nothing, false, &M::previousTab},

    {"go.back", RS_TEXT("&Go"), RS_TEXT("&Back"), "back", "Alt+Left", "", Needs::Past, false, &M::goBack},
    {"go.forward", RS_TEXT("&Go"), RS_TEXT("&Forward"), "forward", "Alt+Right", "", Needs::Future, false, &M::goForward},
    {"go.quickOpen", RS_TEXT("&Go"), RS_TEXT("&Search calls and functions…"), "search", "Ctrl+P", "", Needs::Nothing, true, &M::quickOpen},
    {"go.place", RS_TEXT("&Go"), RS_TEXT("&Go to function or pc…"), "target", "Ctrl+G", "G", Needs::Document, false, &M::goToPlace},
    {"go.listingCfg", RS_TEXT("&Go"), RS_TEXT("Listing to &graph and back"), "swap", "Ctrl+Space", "Space", Needs::Document, false, &M::swapListingCfg},

    {"run.run", RS_TEXT("&Run"), RS_TEXT("&Run"), "run", "F5", "", Needs::Runnable, false, &M::runAgain},
    {"run.dialog", RS_TEXT("&Run"), RS_TEXT("Run &with…"), "settings", "Ctrl+F5", "", Needs::Runnable, false, &M::runDialog},
    {"run.stop", RS_TEXT("&Run"), RS_TEXT("&Stop"), "stop", "Shift+F5", "", Needs::Running, false, &M::stopRun},

    {"tools.palette", RS_TEXT("&Tools"), RS_TEXT("&Commands…"), "query", "Ctrl+Shift+P", "", Needs::Nothing, false, &M::commandPalette},
    {"tools.settings", RS_TEXT("&Tools"), RS_TEXT("S&ettings…"), "settings", "Ctrl+,", "", Needs::Nothing, false, &M::settingsDialog},

    {"help.shortcuts", RS_TEXT("&Help"), RS_TEXT("&Keyboard shortcuts"), "keyboard", "F1", "?", Needs::Nothing, false, &M::shortcutSheet},
    {"help.about", RS_TEXT("&Help"), RS_TEXT("&About RelaxScope"), "info", "", "", Needs::Nothing, false, &M::about},
};
#undef RS_TEXT

}  // namespace

std::span<const ActionRow> actionTable() { return kRows; }

QString actionTitle(const ActionRow& row) {
  QString text = QCoreApplication::translate("actions", row.text);
  // "(&F)" is how menus of languages without Latin letters carry their mnemonic.
  static const QRegularExpression kMark(QStringLiteral("\\(&\\w\\)"));
  return text.remove(kMark).remove(QLatin1Char('&'));
}

}  // namespace relaxscope
