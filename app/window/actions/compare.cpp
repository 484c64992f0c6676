// SPDX-License-Identifier: GPL-3.0-or-later
// The menu Compare.
#include <QCoreApplication>

#include "app/window/actions/table.h"
#include "app/window/comparison/compare_dialog.h"
#include "app/window/comparison/comparison_page.h"
#include "app/window/document/document_page.h"
#include "app/window/shell/main_window.h"

namespace relaxscope {
namespace {

/// Proposes the current page's file as the new one, and that of another tab as the old one.
template <CompareDialog::Kind kind>
void compare(const ActionContext& context) {
  MainWindow* window = context.window;
  QStringList open;
  for (const DocumentPage* page : window->pagesByTab()) open.append(page->path());
  QString now = context.page != nullptr ? context.page->path() : QString();
  if (context.comparison != nullptr) now = context.comparison->path(Side::New);
  auto* dialog = new CompareDialog(open, now, window, kind);
  QObject::connect(dialog, &CompareDialog::chosen, window,
                   [window](const QString& old, const QString& newer) { window->openComparison(old, newer); });
  dialog->open();
}

bool isEdited(const ActionContext& context) {
  return hasDocument(context) && context.page->document()->data().edited && context.page->document()->data().file;
}

QString whyNotDisk(const ActionContext& context) {
  return isEdited(context) ? QString() : MainWindow::tr("The code is not edited: it is that of the file");
}

void compareWithDisk(const ActionContext& context) { context.window->compareWithDisk(context.page); }

void swapSides(const ActionContext& context) { context.comparison->swap(); }

template <bool backwards>
bool hasStep(const ActionContext& context) {
  return hasComparison(context) && context.comparison->currentView() != nullptr &&
         context.comparison->currentView()->hasStep(backwards);
}

template <bool backwards>
void step(const ActionContext& context) {
  context.comparison->currentView()->step(backwards);
}

// id, text, icon, keys, viewKey, separator, enabled, run, whyNot
constexpr ActionRow kCompareRows[] = {
    {"compare.open", QT_TRANSLATE_NOOP("actions", "&Compare…"), "compare", "Ctrl+D", "", false, always,
     compare<CompareDialog::Kind::Files>},
    {"compare.profiles", QT_TRANSLATE_NOOP("actions", "Compare p&rofiles…"), "", "", "", false, always,
     compare<CompareDialog::Kind::Profiles>},
    {"compare.disk", QT_TRANSLATE_NOOP("actions", "Compare with the file on &disk"), "", "", "", false, isEdited,
     compareWithDisk, whyNotDisk},
    {"compare.next", QT_TRANSLATE_NOOP("actions", "&Next difference"), "chevron-down", "F7 Ctrl+Down", "", true,
     hasStep<false>, step<false>},
    {"compare.previous", QT_TRANSLATE_NOOP("actions", "&Previous difference"), "chevron-up", "Shift+F7 Ctrl+Up", "",
     false, hasStep<true>, step<true>},
    {"compare.swap", QT_TRANSLATE_NOOP("actions", "&Swap sides"), "swap", "", "", true, hasComparison, swapSides},
};

}  // namespace

ActionMenu compareActions() { return {"compare", QT_TRANSLATE_NOOP("actions", "&Compare"), kCompareRows}; }

}  // namespace relaxscope
