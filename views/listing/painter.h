// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the rows of a listing as laid out by a geometry, with highlights.
#pragma once

#include <QCoreApplication>
#include <QRect>

#include <optional>
#include <span>

#include "views/code/text_match.h"
#include "views/core/selection.h"
#include "views/listing/geometry.h"

class QPainter;

namespace relaxscope {

/// Highlights all tokens that refer to the same thing.
struct ListingHighlight {
  RegIndex reg;
  ConstIndex constant;
  FuncIndex function;
  [[nodiscard]] bool any() const { return reg.valid() || constant.valid() || function.valid(); }
  [[nodiscard]] bool holds(const CodeToken& token) const;
  friend bool operator==(const ListingHighlight&, const ListingHighlight&) = default;
};

/// What is marked in the rows.
struct ListingMarks {
  InstrIndex current;
  ListingHighlight selected, hovered;
  TextMatch match;
  Selection::Marked sites;        ///< instructions of a finding; may be null
  double maxCost = 0;             ///< time per run that gets the hottest colour
  std::optional<uint32_t> layer;  ///< the layer whose heading is selected in place of an instruction
};

/// Created per paint event; geometry and marks must outlive it.
class ListingPainter {
  Q_DECLARE_TR_FUNCTIONS(ListingPainter)
 public:
  ListingPainter(QPainter* painter, const ListingGeometry& geometry, const ListingMarks& marks, int scrolled);
  /// Draws `count` rows from `first`, from `top` down. `lines` holds those of the rows with instructions, in order.
  void rows(int64_t first, int64_t count, int top, std::span<const ListingLine> lines);
  /// Draws the jumps and the brackets of layers that touch these rows.
  void gutter(int64_t first, int64_t last, int top);
  void header();

 private:
  void jumps(int64_t first, int64_t last, int top);
  void functionRow(const QRect& rect);
  void labelRow(InstrIndex pc, const QRect& rect);
  void codeRow(InstrIndex pc, const QRect& rect, const ListingLine& line);
  void findingMark(InstrIndex pc, const QRect& rect, bool selected);
  void cost(InstrIndex pc, const QRect& rect);
  void code(const ListingLine& line, const QRect& rect);
  void jump(const ListingJump& jump, double from, double to, bool current);
  void mark(const QRectF& rect);
  [[nodiscard]] QString arrivalText(const ListingLabel& label) const;
  [[nodiscard]] double callsOfBlock(InstrIndex pc) const;
  [[nodiscard]] double rowCentre(InstrIndex pc, int64_t first, int top) const;

  QPainter* painter_;
  const ListingGeometry& geometry_;
  const ListingContent& content_;
  const ListingColumns& at_;
  const ListingMarks& marks_;
  int scrolled_;
};

}  // namespace relaxscope
