// SPDX-License-Identifier: GPL-3.0-or-later
// The menu Go: history, search, references.
#include <QCoreApplication>

#include "app/window/actions/table.h"
#include "app/window/document/document_page.h"
#include "app/window/shell/command_palette.h"
#include "app/window/shell/main_window.h"
#include "views/code/references_popup.h"
#include "views/theme/theme.h"

namespace relaxscope {
namespace {

void back(const ActionContext& context) { context.document->selection()->back(); }
void forward(const ActionContext& context) { context.document->selection()->forward(); }

void quickOpen(const ActionContext& context) { context.window->openPalette({}); }

void goToPlace(const ActionContext& context) {
  if (context.view == nullptr || !context.view->startGoTo()) context.window->openPalette(QStringLiteral(":"));
}

void showReferences(const ActionContext& context) {
  Document* document = context.document;
  const auto subject = referenceSubject(*document->executable(), document->selection()->current());
  if (!subject) {
    const QString hint =
        MainWindow::tr("The selection has no references: select an operand, a function or a constant first.");
    return context.window->notify(hint, false);
  }
  const QWidget* beside = context.view != nullptr ? static_cast<const QWidget*>(context.view) : context.page;
  const int inset = Theme::instance()->px(48);
  auto* popup = new ReferencesPopup(document, *subject, context.window);
  popup->openAt(beside->mapToGlobal(QPoint(inset, inset)));
}

void swapListingCfg(const ActionContext& context) {
  Workspace* workspace = context.workspace;
  // The two may stand side by side.
  const bool together = workspace->areaOfView(ViewId::Listing) == workspace->areaOfView(ViewId::Cfg);
  const ViewId shown = together && !workspace->showsOverview() ? workspace->panel(ViewArea::Centre)->currentId()
                                                               : workspace->currentViewId();
  workspace->showView(shown == ViewId::Listing ? ViewId::Cfg : ViewId::Listing);
}

// id, text, icon, keys, viewKey, separator, enabled, run
constexpr ActionRow kGoRows[] = {
    {"go.back", QT_TRANSLATE_NOOP("actions", "&Back"), "back", "Alt+Left", "", false, hasPast, back},
    {"go.forward", QT_TRANSLATE_NOOP("actions", "&Forward"), "forward", "Alt+Right", "", false, hasFuture, forward},
    {"go.quickOpen", QT_TRANSLATE_NOOP("actions", "&Search calls and functions…"), "search", "Ctrl+P", "", true, always,
     quickOpen},
    {"go.place", QT_TRANSLATE_NOOP("actions", "&Go to function or pc…"), "target", "Ctrl+G", "G", false, hasDocument,
     goToPlace},
    {"go.references", QT_TRANSLATE_NOOP("actions", "&References…"), "references", "Shift+F12", "X", false,
     hasExecutable, showReferences},
    {"go.listingCfg", QT_TRANSLATE_NOOP("actions", "Listing to &graph and back"), "swap", "Ctrl+Space", "Space", false,
     hasDocument, swapListingCfg},
};

}  // namespace

ActionMenu goActions() { return {"go", QT_TRANSLATE_NOOP("actions", "&Go"), kGoRows}; }

}  // namespace relaxscope
