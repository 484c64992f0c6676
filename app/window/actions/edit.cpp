// SPDX-License-Identifier: GPL-3.0-or-later
// The menu Edit: notes and names, editing of code, find.
#include <QCoreApplication>
#include <QInputDialog>
#include <QPointer>

#include <functional>

#include "app/window/actions/table.h"
#include "app/window/document/document_page.h"
#include "app/window/shell/main_window.h"
#include "app/window/shell/save_flow.h"
#include "views/code/layers.h"
#include "views/code/references_popup.h"
#include "views/listing/listing_view.h"
#include "views/theme/theme.h"
#include "views/widgets/label.h"

namespace relaxscope {
namespace {

void undo(const ActionContext& context) { context.document->notes()->undoStack()->undo(); }
void redo(const ActionContext& context) { context.document->notes()->undoStack()->redo(); }

void askForText(MainWindow* window, const QString& title, const QString& label, const QString& text,
                std::function<void(const QString&)> done) {
  auto* dialog = new QInputDialog(window);
  dialog->setObjectName(QStringLiteral("textDialog"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(windowTitleText(title));
  dialog->setLabelText(label);
  dialog->setTextValue(text);
  dialog->setOkButtonText(MainWindow::tr("Save"));
  dialog->setCancelButtonText(MainWindow::tr("Cancel"));
  dialog->resize(Theme::instance()->px(460), dialog->sizeHint().height());
  QObject::connect(dialog, &QInputDialog::textValueSelected, window, std::move(done));
  dialog->open();
}

/// Edits the note of the selected instruction, otherwise of the function.
void editNote(const ActionContext& context) {
  Document* document = context.document;
  const Place place = document->selection()->current();
  if (document->executable()->function(place.function) == nullptr)
    return context.window->notify(MainWindow::tr("Select an instruction or a function to annotate."), false);
  const QString title = place.pc.valid() ? MainWindow::tr("Note on pc %1").arg(place.pc.value)
                                         : MainWindow::tr("Note on %1").arg(document->shownName(place.function));
  const auto table = document->notes()->table();
  askForText(context.window, title,
             (areNotesBeside(document->data().path)
                  ? MainWindow::tr("The note is stored beside the file, which is not changed.")
                  : MainWindow::tr("The note is stored in the data folder, as the file's folder cannot be written.")) +
                 QLatin1Char(' ') + MainWindow::tr("Leave empty to remove it."),
             place.pc.valid() ? table->note(place.pc) : table->note(place.function),
             [document = QPointer<Document>(document), place](const QString& text) {
               if (document) document->notes()->setNote(place.function, place.pc, text);
             });
}

/// Edits the name of the layer whose heading is selected in the listing, else of the innermost one of the instruction.
void renameLayer(const ActionContext& context) {
  Document* document = context.document;
  const Place place = document->selection()->current();
  const auto layers = document->derived<FunctionLayers>()->find({place.function});
  const LayerCopy* copy = layers && place.pc.valid() ? layers->innermostAt(place.pc) : nullptr;
  const auto* listing = qobject_cast<ListingView*>(context.view);
  const auto heading = listing != nullptr ? listing->area()->currentLayer() : std::nullopt;
  if (layers && heading && *heading < layers->copies().size()) copy = &layers->copies()[*heading];
  if (copy == nullptr)
    return context.window->notify(MainWindow::tr("Select an instruction of a layer to name the layer."), false);
  const auto notes = document->notes()->table();
  askForText(
      context.window,
      MainWindow::tr("Name of %1, %2")
          .arg(LayerTexts::ownName(layers->nameOf(*copy)), LayerTexts::range(copy->first, copy->last)),
      MainWindow::tr("Shown in place of the layer's own name; the file is not changed. Leave empty for its own name."),
      LayerTexts::name(*layers, *copy, notes.get()),
      [document = QPointer<Document>(document), function = place.function, first = copy->first, depth = copy->depth,
       own = LayerTexts::ownName(layers->nameOf(*copy))](const QString& text) {
        if (document) document->notes()->setLayerName(function, first, depth, text.trimmed() == own ? QString() : text);
      });
}

/// Edits the displayed name of the selected call's callee, otherwise of the function; of a selected heading its
/// layer's.
void renameFunction(const ActionContext& context) {
  if (const auto* listing = qobject_cast<ListingView*>(context.view);
      listing != nullptr && listing->area()->currentLayer())
    return renameLayer(context);
  Document* document = context.document;
  Place place;
  place.function = document->selection()->current().function;
  place.pc = document->selection()->current().pc;
  const auto subject = referenceSubject(*document->executable(), place);
  if (!subject) return context.window->notify(MainWindow::tr("Select a function to name it."), false);
  const FuncIndex function = subject->function;
  const QString own = document->functionName(function);
  const QString given = document->notes()->table()->name(function);
  askForText(context.window, MainWindow::tr("Name of %1").arg(own),
             MainWindow::tr(
                 "Shown in place of the function's own name; the file is not changed. Leave empty for its own name."),
             given.isEmpty() ? own : given, [document = QPointer<Document>(document), function](const QString& text) {
               if (document) document->notes()->setName(function, text);
             });
}

/// In the first listing, at the place of the view that has the focus.
void toggleEditing(const ActionContext& context) {
  context.page->document()->selection()->select(context.document->selection()->current());
  context.workspace->showView(ViewId::Listing);
  if (auto* listing = qobject_cast<ListingView*>(context.workspace->view(ViewId::Listing)))
    listing->setEditing(!listing->isEditing());
}

void saveCode(const ActionContext& context) { context.window->saveFlow()->saveEdited(context.page); }

void find(const ActionContext& context) {
  if (context.view == nullptr || !context.view->startFind()) context.window->perform(QStringLiteral("go.quickOpen"));
}
void findNext(const ActionContext& context) { context.view->findNext(false); }
void findPrevious(const ActionContext& context) { context.view->findNext(true); }

// id, text, icon, keys, viewKey, separator, enabled, run
constexpr ActionRow kEditRows[] = {
    {"edit.undo", QT_TRANSLATE_NOOP("actions", "&Undo note or name"), "", "Ctrl+Z", "", false, hasDocument, undo},
    {"edit.redo", QT_TRANSLATE_NOOP("actions", "&Redo note or name"), "", "Ctrl+Shift+Z", "", false, hasDocument, redo},
    {"edit.note", QT_TRANSLATE_NOOP("actions", "&Note…"), "note", "Ctrl+;", ";", true, hasExecutable, editNote},
    {"edit.rename", QT_TRANSLATE_NOOP("actions", "Na&me the function…"), "", "F2", "N", false, hasExecutable,
     renameFunction},
    {"edit.renameLayer", QT_TRANSLATE_NOOP("actions", "Name the &layer…"), "", "Shift+F2", "Shift+N", false,
     hasExecutable, renameLayer},
    {"edit.code", QT_TRANSLATE_NOOP("actions", "Edit the &code"), "edit", "Ctrl+E", "", true, hasExecutable,
     toggleEditing},
    {"edit.saveCode", QT_TRANSLATE_NOOP("actions", "Save the code &as…"), "save", "", "", false, hasExecutable,
     saveCode},
    {"edit.find", QT_TRANSLATE_NOOP("actions", "&Find"), "search", "Ctrl+F", "/", true, hasDocumentOrView, find},
    {"edit.findNext", QT_TRANSLATE_NOOP("actions", "Find &next"), "", "F3", "", false, hasView, findNext},
    {"edit.findPrevious", QT_TRANSLATE_NOOP("actions", "Find &previous"), "", "Shift+F3", "", false, hasView,
     findPrevious},
};

}  // namespace

ActionMenu editActions() { return {"edit", QT_TRANSLATE_NOOP("actions", "&Edit"), kEditRows}; }

}  // namespace relaxscope
