// SPDX-License-Identifier: GPL-3.0-or-later
// What drawFigure() draws and elided() shortens while a FigureRecord exists. For tests.
#pragma once

#include <QString>

#include <vector>

namespace relaxscope {

/// One at a time.
class FigureRecord {
 public:
  struct Drawn {
    QString text;
    double width = 0, cell = 0;  ///< pixels: of the text, of its cell
  };
  struct Elided {
    QString text, shown;
  };
  FigureRecord();
  ~FigureRecord();
  FigureRecord(const FigureRecord&) = delete;
  FigureRecord& operator=(const FigureRecord&) = delete;
  /// The one that exists, or null.
  static FigureRecord* current();

  std::vector<Drawn> drawn;
  std::vector<Elided> elided;
};

/// `text` is drawn as `shown`.
void recordElided(const QString& text, const QString& shown);

}  // namespace relaxscope
