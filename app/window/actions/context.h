// SPDX-License-Identifier: GPL-3.0-or-later
// What an action works on: looked up once when its state is asked for or when it runs.
#pragma once

#include <QString>

namespace relaxscope {

class Document;
class DocumentPage;
class MainWindow;
class View;
class Workspace;

/// Pointers are valid until the event loop turns; what runs later keeps a QPointer.
struct ActionContext {
  MainWindow* window = nullptr;
  DocumentPage* page = nullptr;    ///< the one in front; null: the start page is
  Document* document = nullptr;    ///< of the page; null until it is loaded
  Workspace* workspace = nullptr;  ///< present with the document
  View* view = nullptr;            ///< the current one, if there is any
  QString whyNotRunnable;          ///< why the page cannot be run; empty: it can
};

/// The state of the window now. Looks again at what a run needs, which settings and files may have changed.
ActionContext contextOf(MainWindow* window);

// Conditions of actions.
bool always(const ActionContext& context);
bool hasPage(const ActionContext& context);
bool hasDocument(const ActionContext& context);
bool hasExecutable(const ActionContext& context);
bool hasView(const ActionContext& context);
bool hasTrace(const ActionContext& context);
bool wantsConstants(const ActionContext& context);
bool isRunning(const ActionContext& context);
bool isRunnable(const ActionContext& context);
/// Runnable, or runnable with libraries that the action asks for.
bool isRunnableWithLibraries(const ActionContext& context);
bool hasPast(const ActionContext& context);
bool hasFuture(const ActionContext& context);

// Why a run is not offered; empty: it is.
QString whyNotRun(const ActionContext& context);
QString whyNotRunWithLibraries(const ActionContext& context);

}  // namespace relaxscope
