// SPDX-License-Identifier: GPL-3.0-or-later
// Texts and places of the row above a layer, or above what almost is one. Paints nothing.
#pragma once

#include <QCoreApplication>
#include <QRect>

#include "views/listing/geometry.h"

namespace relaxscope {

struct ListingHeading {
  Q_DECLARE_TR_FUNCTIONS(ListingHeading)

 public:
  QString name;                              ///< "layer 0:"; empty above what is no layer
  QString text;                              ///< "pc 2–92"
  QString link;                              ///< "repeats as layer 1, pc 93–186"; goes to `next`
  QString chip;                              ///< "×2"; goes there as well
  InstrIndex next;                           ///< the first instruction of the next copy
  QRect nameBox, textBox, linkBox, chipBox;  ///< in the row's coordinates of the viewport, 0 at the row's top

  /// Of a row of kind Layer or Almost.
  static ListingHeading of(const ListingGeometry& geometry, const ListingRows::Row& row);
  [[nodiscard]] bool isLink(QPoint inRow) const { return linkBox.contains(inRow) || chipBox.contains(inRow); }
  /// As a screen reader says it: "layer 0, pc 2–92, repeats as layer 1, pc 93–186".
  [[nodiscard]] QString spoken() const;

 private:
  void describeLayer(const ListingContent& content, const LayerCopy& copy);
  void describeAlmost(const ListingContent& content, const AlmostRegion& almost);
  void layOut(const ListingGeometry& geometry);
};

}  // namespace relaxscope
