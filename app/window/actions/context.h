// SPDX-License-Identifier: GPL-3.0-or-later
// What an action operates on: collected each time that its state is updated or that it runs.
#pragma once

#include <QString>

namespace relaxscope {

class ComparisonPage;
class Document;
class DocumentPage;
class MainWindow;
class Page;
class View;
class Workspace;

/// Pointers are valid until control returns to the event loop; deferred code keeps a QPointer.
struct ActionContext {
  MainWindow* window = nullptr;
  Page* shown = nullptr;                 ///< the shown page; null: the start page
  DocumentPage* page = nullptr;          ///< the same if it is of a document
  ComparisonPage* comparison = nullptr;  ///< the same if it is of a pair
  Document* document = nullptr;          ///< the page's, or that of a view shown once more; null until it is loaded
  Workspace* workspace = nullptr;        ///< set if and only if document is
  View* view = nullptr;  ///< the current view, if any; without a document, that of a pair or of a damaged file's bytes
  QString whyNotRunnable;  ///< why the page cannot be run; empty: it can be
};

/// The current state of the window. Checks again whether the page can be run: settings and files may have changed.
ActionContext contextOf(MainWindow* window);

// Conditions under which actions are enabled.
bool always(const ActionContext& context);
bool hasPage(const ActionContext& context);
bool hasAnyPage(const ActionContext& context);
bool hasComparison(const ActionContext& context);
bool hasDocument(const ActionContext& context);
bool hasExecutable(const ActionContext& context);
bool hasView(const ActionContext& context);
bool hasDocumentOrView(const ActionContext& context);
bool hasTrace(const ActionContext& context);
bool hasLateBoundConstants(const ActionContext& context);
bool isRunning(const ActionContext& context);
bool isRunnable(const ActionContext& context);
/// Whether the page can be run, if need be with libraries that the action asks the user for.
bool isRunnableWithLibraries(const ActionContext& context);
bool hasPast(const ActionContext& context);
bool hasFuture(const ActionContext& context);

// Why a run is not offered; empty if it is.
QString whyNotRun(const ActionContext& context);
QString whyNotRunWithLibraries(const ActionContext& context);

}  // namespace relaxscope
