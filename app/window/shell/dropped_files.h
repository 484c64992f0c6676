// SPDX-License-Identifier: GPL-3.0-or-later
// What files that are dropped together are for: a comparison, a file with its constants, or tabs of their own.
#pragma once

#include <QString>
#include <QStringList>

namespace relaxscope {

struct DroppedFiles {
  QStringList files;      ///< to be opened
  bool compared = false;  ///< the two files, with each other
  QString constants;      ///< of the one file, if it was dropped with an executable
  QStringList lists;      ///< constants of the document that is shown
};

/// Told apart by their content. `wanted`: constants of the shown document are late-bound.
DroppedFiles sortDropped(const QStringList& paths, bool wanted);

}  // namespace relaxscope
