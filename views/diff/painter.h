// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the rows of a function's difference as laid out by a geometry.
#pragma once

#include <QCoreApplication>
#include <QRect>

#include "views/core/comparison.h"
#include "views/diff/geometry.h"

class QPainter;

namespace relaxscope {

/// What is marked in the rows.
struct DiffMarks {
  int64_t line = -1;                  ///< the cursor's; -1: none
  std::optional<Difference> current;  ///< framed
};

/// Created per paint event; geometry and marks must outlive it.
class DiffPainter {
  Q_DECLARE_TR_FUNCTIONS(DiffPainter)
 public:
  DiffPainter(QPainter* painter, const DiffGeometry& geometry, const DiffMarks& marks, int scrolled);
  /// Draws `count` lines from `first`, from `top` down, and what connects them.
  void lines(int64_t first, int64_t count, int top);
  void header();

 private:
  void line(const DiffListLine& line, const QRect& rect, bool current);
  void fold(const DiffListLine& line, const QRect& rect, bool current);
  void sideOf(const DiffListLine& line, Side side, const QRect& rect);
  void code(const DiffListLine& line, Side side, const QRect& rect);
  void chip(const DiffListLine& line, const QRect& rect);
  void time(const DiffListLine& line, const QRect& rect);
  void brackets(int64_t first, int64_t end, int top);
  void bracket(uint32_t change, int64_t first, int64_t end, int top);
  void frame(int64_t first, int64_t end, int top);
  void title(Side side, const QRect& rect);
  [[nodiscard]] int yOf(int64_t line, int64_t first, int top) const;

  QPainter* painter_;
  const DiffGeometry& geometry_;
  const DiffContent& content_;
  const DiffColumns& at_;
  const DiffMarks& marks_;
  int scrolled_;
};

}  // namespace relaxscope
