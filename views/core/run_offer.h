// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a view may offer a run, and what it says where there is no profile yet.
#pragma once

#include <QString>

namespace relaxscope {

class Document;

/// The sentence of a view of profiles when there is none.
QString noRunSentence(const Document& document);
/// Whether the executable can be run as it is.
bool canRun(const Document& document);
/// Whether it cannot be run as it is, but perhaps with libraries of packed functions, which the run dialog asks for.
bool canBeGivenLibraries(const Document& document);

}  // namespace relaxscope
