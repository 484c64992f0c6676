// SPDX-License-Identifier: GPL-3.0-or-later
// Where the parts of a listing's rows go at a given width: columns, texts and the room they have. Paints nothing.
#pragma once

#include "views/code/code_widths.h"
#include "views/code/costs.h"
#include "views/code/tokens.h"
#include "views/listing/rows.h"

namespace relaxscope {

/// What a listing shows; everything shared, replaced as a whole.
struct ListingContent {
  std::shared_ptr<const Executable> executable;
  FuncIndex function;
  std::shared_ptr<const ListingRows> rows;
  std::shared_ptr<const std::vector<std::string>> results;  ///< by pc - begin; may be null
  std::shared_ptr<const CodeCosts> costs;                   ///< may be null
  QString signature;                                        ///< behind the function's name
  std::shared_ptr<const NoteTable> notes;                   ///< may be null
};

/// Columns from left to right, in pixels.
struct ListingColumns {
  int gutter = 0, pcRight = 0, costLeft = 0, costRight = 0, code = 0, resultRight = 0;
};

/// An instruction's texts with the room they have.
struct ListingLine {
  CodeLine code;
  QString result;
  int resultRoom = 0;  ///< 0: the result is left out
  int right = 0;       ///< where the instruction's text is cut
  int cut = 0;         ///< pixels by which it would need more; negative where it fits
};

/// Valid as long as the content and the theme are.
class ListingGeometry {
 public:
  ListingGeometry(const ListingContent& content, int width);
  [[nodiscard]] static int rowHeight();
  [[nodiscard]] static int headerHeight();
  /// From one jump lane to the next.
  [[nodiscard]] static int laneStep();

  [[nodiscard]] const ListingContent& content() const { return content_; }
  [[nodiscard]] const ListingColumns& columns() const { return columns_; }
  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] double textWidth(const QString& text) const { return widths_.of(text); }
  /// The instruction as it is drawn: constants stand inline where there is room; then names lose their middle.
  [[nodiscard]] CodeLine code(InstrIndex pc) const;
  /// With its text moved to the left by `scrolled` pixels.
  [[nodiscard]] ListingLine line(InstrIndex pc, int scrolled) const;

 private:
  [[nodiscard]] ListingColumns makeColumns() const;
  [[nodiscard]] QString resultText(InstrIndex pc) const;
  [[nodiscard]] int codeRight(const QString& result, int edge) const;

  const ListingContent& content_;
  int width_;
  CodeWidths widths_;
  ListingColumns columns_;
};

}  // namespace relaxscope
