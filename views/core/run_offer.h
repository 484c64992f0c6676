// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a view may offer a run, and the sentence it shows without a profile.
#pragma once

#include <QString>

namespace relaxscope {

class Document;

/// The sentence that a profile view shows when there is no profile.
QString noRunSentence(const Document& document);
/// Whether the executable can be run as it is.
bool canRun(const Document& document);
/// Whether it cannot be run as it is, but perhaps with libraries of packed functions from the run dialog.
bool canBeGivenLibraries(const Document& document);

}  // namespace relaxscope
