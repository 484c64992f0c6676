// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/core/run_offer.h"

#include <QCoreApplication>

#include "views/core/document.h"

namespace relaxscope {

bool canRun(const Document& document) {
  return document.executable() != nullptr && document.runState() == RunState::Idle &&
         document.whyNotRunnable().isEmpty();
}

bool canBeGivenLibraries(const Document& document) {
  return document.executable() != nullptr && document.runState() == RunState::Idle && document.needsLibrary();
}

QString noRunSentence(const Document& document) {
  if (document.runState() != RunState::Idle)
    return QCoreApplication::translate("Profile", "The run is starting; its calls appear here as they arrive.");
  if (document.executable() == nullptr)
    return QCoreApplication::translate("Profile",
                                       "Nothing is open. Open an executable and run it, or open a profile (.rsprof).");
  if (!document.whyNotRunnable().isEmpty()) return document.whyNotRunnable();
  return QCoreApplication::translate("Profile", "No profile yet. Run the executable to see where its time goes.");
}

}  // namespace relaxscope
