// SPDX-License-Identifier: GPL-3.0-or-later
// Layout of a listing's rows at a given width: columns, texts and their room. Paints nothing.
#pragma once

#include "views/code/code_widths.h"
#include "views/code/costs.h"
#include "views/code/finding_marks.h"
#include "views/code/tokens.h"
#include "views/listing/rows.h"

namespace relaxscope {

/// Content of a listing; shared, replaced as a whole.
struct ListingContent {
  std::shared_ptr<const Executable> executable;
  FuncIndex function;
  std::shared_ptr<const ListingRows> rows;
  std::shared_ptr<const std::vector<std::string>> results;  ///< by pc - begin; may be null
  std::shared_ptr<const CodeCosts> costs;                   ///< may be null
  QString signature;                                        ///< after the function's name
  std::shared_ptr<const NoteTable> notes;                   ///< may be null
  std::shared_ptr<const LayerMap> layers;                   ///< that `rows` were made with; may be null
  std::shared_ptr<const FindingMarks> findings;             ///< may be null
};

/// Columns from left to right, in pixels.
struct ListingColumns {
  int gutter = 0;
  int mark = 0;  ///< width of the signs of findings, right of the gutter; 0: the function has none
  int pcRight = 0, costLeft = 0, costRight = 0, code = 0, resultRight = 0;
};

/// An instruction's texts with their room, in pixels.
struct ListingLine {
  CodeLine code;
  QString result;
  int resultWidth = 0;  ///< of the whole result
  int resultRoom = 0;   ///< 0: the result is omitted
  int right = 0;        ///< where the instruction's text is cut
  int cut = 0;          ///< pixels by which the text exceeds its room; negative if it fits
};

/// Non-owning; valid while the content lives and the theme does not change.
class ListingGeometry {
 public:
  ListingGeometry(const ListingContent& content, int width);
  [[nodiscard]] static int rowHeight();
  [[nodiscard]] static int headerHeight();
  /// Distance between jump lanes.
  [[nodiscard]] static int laneStep();
  /// The middle of the line that brackets layers of a depth.
  [[nodiscard]] int bracketX(uint32_t depth) const;

  [[nodiscard]] const ListingContent& content() const { return content_; }
  [[nodiscard]] const ListingColumns& columns() const { return columns_; }
  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] double textWidth(const QString& text) const { return widths_.of(text); }
  [[nodiscard]] const CodeWidths& widths() const { return widths_; }
  /// The instruction as drawn: with inline constants if they fit, else without; names are shortened in a
  /// narrow column, elsewhere only if nothing else fits.
  [[nodiscard]] CodeLine code(InstrIndex pc) const;
  /// Layout with the text scrolled left by `scrolled` pixels.
  [[nodiscard]] ListingLine line(InstrIndex pc, int scrolled) const;
  /// The result's whole text; empty where none is known.
  [[nodiscard]] QString resultText(InstrIndex pc) const;

 private:
  [[nodiscard]] ListingColumns makeColumns() const;
  [[nodiscard]] int bracketsWidth() const;
  [[nodiscard]] int widthOf(const QString& result) const;
  [[nodiscard]] int codeRight(int resultWidth, int edge) const;
  [[nodiscard]] CodeLine codeWithin(InstrIndex pc, double room) const;

  const ListingContent& content_;
  int width_;
  CodeWidths widths_, resultWidths_{11};
  ListingColumns columns_;
};

}  // namespace relaxscope
