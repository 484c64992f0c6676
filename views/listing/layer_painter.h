// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the rows above layers and the brackets over their instructions, as laid out by a geometry.
#pragma once

#include <QRect>

#include "views/listing/geometry.h"

class QPainter;

namespace relaxscope {

class ListingLayerPainter {
 public:
  /// The geometry must outlive it.
  ListingLayerPainter(QPainter* painter, const ListingGeometry& geometry) : painter_(painter), geometry_(geometry) {}
  /// A row of kind Layer or Almost; `selected`: that of a layer was clicked.
  void heading(const ListingRows::Row& row, const QRect& rect, bool selected);
  /// Brackets of the copies that touch rows [first, last), the first of which is at `top`: as many as these rows have.
  void brackets(int64_t first, int64_t last, int top);

 private:
  void bracket(const LayerCopy& copy, int64_t first, int64_t last, int top);

  QPainter* painter_;
  const ListingGeometry& geometry_;
};

}  // namespace relaxscope
