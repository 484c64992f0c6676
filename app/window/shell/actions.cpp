// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/actions.h"

#include <QCoreApplication>
#include <QKeySequence>
#include <QRegularExpression>

#include "app/window/shell/main_window.h"

namespace relaxscope {
namespace {

using M = MainWindow;

// id, menu, text, icon, keys, key inside a view, needs, separator before, slot
constexpr ActionRow kRows[] = {
    {"file.open", QT_TRANSLATE_NOOP("actions", "&File"), QT_TRANSLATE_NOOP("actions", "&Open…"), "open", "Ctrl+O", "",
     Needs::Nothing, false, &M::openDialog},
    {"file.start", QT_TRANSLATE_NOOP("actions", "&File"), QT_TRANSLATE_NOOP("actions", "&New tab"), "plus", "Ctrl+T",
     "", Needs::Nothing, false, &M::showStartPage},
    {"file.reload", QT_TRANSLATE_NOOP("actions", "&File"), QT_TRANSLATE_NOOP("actions", "&Reload from disk"), "reload",
     "Ctrl+R", "", Needs::Page, false, &M::reload},
    {"file.constants", QT_TRANSLATE_NOOP("actions", "&File"), QT_TRANSLATE_NOOP("actions", "&Load constants file…"),
     "constants", "", "", Needs::Constants, false, &M::loadConstants},
    {"file.saveTrace", QT_TRANSLATE_NOOP("actions", "&File"), QT_TRANSLATE_NOOP("actions", "&Save profile…"), "save",
     "Ctrl+S", "", Needs::Trace, true, &M::saveTrace},
    {"file.exportImage", QT_TRANSLATE_NOOP("actions", "&File"),
     QT_TRANSLATE_NOOP("actions", "Save &picture of the view…"), "export", "Ctrl+Shift+S", "", Needs::Document, false,
     &M::exportPicture},
    {"file.close", QT_TRANSLATE_NOOP("actions", "&File"), QT_TRANSLATE_NOOP("actions", "&Close tab"), "close", "Ctrl+W",
     "", Needs::Nothing, true, &M::closeCurrentTab},
    {"file.quit", QT_TRANSLATE_NOOP("actions", "&File"), QT_TRANSLATE_NOOP("actions", "&Quit"), "", "Ctrl+Q", "",
     Needs::Nothing, false, &M::quit},

    {"edit.undo", QT_TRANSLATE_NOOP("actions", "&Edit"), QT_TRANSLATE_NOOP("actions", "&Undo note or name"), "",
     "Ctrl+Z", "", Needs::Document, false, &M::undoNote},
    {"edit.redo", QT_TRANSLATE_NOOP("actions", "&Edit"), QT_TRANSLATE_NOOP("actions", "&Redo note or name"), "",
     "Ctrl+Shift+Z", "", Needs::Document, false, &M::redoNote},
    {"edit.note", QT_TRANSLATE_NOOP("actions", "&Edit"), QT_TRANSLATE_NOOP("actions", "&Note…"), "note", "Ctrl+;", ";",
     Needs::Document, true, &M::editNote},
    {"edit.rename", QT_TRANSLATE_NOOP("actions", "&Edit"), QT_TRANSLATE_NOOP("actions", "Na&me the function…"), "",
     "F2", "N", Needs::Document, false, &M::renameFunction},
    {"edit.code", QT_TRANSLATE_NOOP("actions", "&Edit"), QT_TRANSLATE_NOOP("actions", "Edit the &code"), "edit",
     "Ctrl+E", "", Needs::Document, true, &M::toggleEditing},
    {"edit.saveCode", QT_TRANSLATE_NOOP("actions", "&Edit"), QT_TRANSLATE_NOOP("actions", "Save the code &as…"), "save",
     "", "", Needs::Document, false, &M::saveEdited},
    {"edit.find", QT_TRANSLATE_NOOP("actions", "&Edit"), QT_TRANSLATE_NOOP("actions", "&Find"), "search", "Ctrl+F", "/",
     Needs::Document, true, &M::find},
    {"edit.findNext", QT_TRANSLATE_NOOP("actions", "&Edit"), QT_TRANSLATE_NOOP("actions", "Find &next"), "", "F3", "",
     Needs::Document, false, &M::findNext},
    {"edit.findPrevious", QT_TRANSLATE_NOOP("actions", "&Edit"), QT_TRANSLATE_NOOP("actions", "Find &previous"), "",
     "Shift+F3", "", Needs::Document, false, &M::findPrevious},

    {"view.theme", QT_TRANSLATE_NOOP("actions", "&View"), QT_TRANSLATE_NOOP("actions", "Switch &theme"), "moon",
     "Ctrl+Shift+D", "", Needs::Nothing, false, &M::toggleTheme},
    {"view.left", QT_TRANSLATE_NOOP("actions", "&View"), QT_TRANSLATE_NOOP("actions", "&Left panel"), "layout",
     "Ctrl+Alt+L", "", Needs::Document, true, &M::toggleLeft},
    {"view.right", QT_TRANSLATE_NOOP("actions", "&View"), QT_TRANSLATE_NOOP("actions", "&Right panel"), "",
     "Ctrl+Alt+R", "", Needs::Document, false, &M::toggleRight},
    {"view.bottom", QT_TRANSLATE_NOOP("actions", "&View"), QT_TRANSLATE_NOOP("actions", "&Bottom panel"), "",
     "Ctrl+Alt+B", "", Needs::Document, false, &M::toggleBottom},
    {"view.resetLayout", QT_TRANSLATE_NOOP("actions", "&View"), QT_TRANSLATE_NOOP("actions", "Rese&t layout"), "", "",
     "", Needs::Document, false, &M::resetLayout},
    {"view.nextPanel", QT_TRANSLATE_NOOP("actions", "&View"), QT_TRANSLATE_NOOP("actions", "Ne&xt panel"), "", "F6", "",
     Needs::Document, true, &M::nextPanel},
    {"view.previousPanel", QT_TRANSLATE_NOOP("actions", "&View"), QT_TRANSLATE_NOOP("actions", "Previ&ous panel"), "",
     "Shift+F6", "", Needs::Document, false, &M::previousPanel},
    {"view.nextTab", QT_TRANSLATE_NOOP("actions", "&View"), QT_TRANSLATE_NOOP("actions", "Next docu&ment"), "",
     "Ctrl+Tab", "", Needs::Nothing, false, &M::nextTab},
    {"view.previousTab", QT_TRANSLATE_NOOP("actions", "&View"), QT_TRANSLATE_NOOP("actions", "Pre&vious document"), "",
     "Ctrl+Shift+Tab", "", Needs::Nothing, false, &M::previousTab},
    {"view.sort", QT_TRANSLATE_NOOP("actions", "&View"), QT_TRANSLATE_NOOP("actions", "&Sort the table…"), "",
     "Ctrl+Shift+O", "", Needs::Document, true, &M::sortTable},

    {"go.back", QT_TRANSLATE_NOOP("actions", "&Go"), QT_TRANSLATE_NOOP("actions", "&Back"), "back", "Alt+Left", "",
     Needs::Past, false, &M::goBack},
    {"go.forward", QT_TRANSLATE_NOOP("actions", "&Go"), QT_TRANSLATE_NOOP("actions", "&Forward"), "forward",
     "Alt+Right", "", Needs::Future, false, &M::goForward},
    {"go.quickOpen", QT_TRANSLATE_NOOP("actions", "&Go"), QT_TRANSLATE_NOOP("actions", "&Search calls and functions…"),
     "search", "Ctrl+P", "", Needs::Nothing, true, &M::quickOpen},
    {"go.place", QT_TRANSLATE_NOOP("actions", "&Go"), QT_TRANSLATE_NOOP("actions", "&Go to function or pc…"), "target",
     "Ctrl+G", "G", Needs::Document, false, &M::goToPlace},
    {"go.references", QT_TRANSLATE_NOOP("actions", "&Go"), QT_TRANSLATE_NOOP("actions", "&References…"), "references",
     "Shift+F12", "X", Needs::Document, false, &M::showReferences},
    {"go.listingCfg", QT_TRANSLATE_NOOP("actions", "&Go"), QT_TRANSLATE_NOOP("actions", "Listing to &graph and back"),
     "swap", "Ctrl+Space", "Space", Needs::Document, false, &M::swapListingCfg},

    {"run.run", QT_TRANSLATE_NOOP("actions", "&Run"), QT_TRANSLATE_NOOP("actions", "&Run"), "run", "F5", "",
     Needs::Runnable, false, &M::runAgain},
    {"run.dialog", QT_TRANSLATE_NOOP("actions", "&Run"), QT_TRANSLATE_NOOP("actions", "Run &with…"), "settings",
     "Ctrl+F5", "", Needs::Libraries, false, &M::runDialog},
    {"run.stop", QT_TRANSLATE_NOOP("actions", "&Run"), QT_TRANSLATE_NOOP("actions", "&Stop"), "stop", "Shift+F5", "",
     Needs::Running, false, &M::stopRun},
    {"run.output", QT_TRANSLATE_NOOP("actions", "&Run"), QT_TRANSLATE_NOOP("actions", "&Output of the kernels"), "",
     "Ctrl+Alt+O", "", Needs::Document, true, &M::toggleOutput},

    {"tools.palette", QT_TRANSLATE_NOOP("actions", "&Tools"), QT_TRANSLATE_NOOP("actions", "&Commands…"), "query",
     "Ctrl+Shift+P", "", Needs::Nothing, false, &M::commandPalette},
    {"tools.settings", QT_TRANSLATE_NOOP("actions", "&Tools"), QT_TRANSLATE_NOOP("actions", "S&ettings…"), "settings",
     "Ctrl+,", "", Needs::Nothing, false, &M::settingsDialog},

    {"help.shortcuts", QT_TRANSLATE_NOOP("actions", "&Help"), QT_TRANSLATE_NOOP("actions", "&Keyboard shortcuts"),
     "keyboard", "F1", "?", Needs::Nothing, false, &M::shortcutSheet},
    {"help.assembler", QT_TRANSLATE_NOOP("actions", "&Help"), QT_TRANSLATE_NOOP("actions", "Assembler &language"),
     "book", "Shift+F1", "", Needs::Nothing, false, &M::assemblerPage},
    {"help.about", QT_TRANSLATE_NOOP("actions", "&Help"), QT_TRANSLATE_NOOP("actions", "&About RelaxScope"), "info", "",
     "", Needs::Nothing, false, &M::about},
};

}  // namespace

std::span<const ActionRow> actionTable() { return kRows; }

QString actionTitle(const ActionRow& row) {
  QString text = QCoreApplication::translate("actions", row.text);
  // "(&F)" is how menus of languages without Latin letters carry their mnemonic.
  static const QRegularExpression kMark(QStringLiteral("\\(&\\w\\)"));
  return text.remove(kMark).remove(QLatin1Char('&'));
}

QString actionToolTip(const ActionRow& row) {
  const QString key = QString::fromLatin1(row.keys).section(QLatin1Char(' '), 0, 0);
  return key.isEmpty()
             ? actionTitle(row)
             : QStringLiteral("%1 (%2)").arg(actionTitle(row), QKeySequence(key).toString(QKeySequence::NativeText));
}

}  // namespace relaxscope
