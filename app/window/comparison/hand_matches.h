// SPDX-License-Identifier: GPL-3.0-or-later
// Matches of functions that the user made and cut, kept for each pair of files between starts.
#pragma once

#include <QString>

#include "views/core/comparison.h"

namespace relaxscope {

struct HandMatches {
  NamePairs matched, cut;
};

/// Those kept for a pair, whichever of the two is old.
HandMatches handMatchesOf(const QString& old, const QString& now);
/// Keeps them; the pairs kept longest go first when there are too many.
void keepHandMatches(const QString& old, const QString& now, const HandMatches& matches);

}  // namespace relaxscope
