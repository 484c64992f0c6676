// SPDX-License-Identifier: GPL-3.0-or-later
// Cells of the column of shares: bars that begin at a common zero, to the left for less, to the right for more.
#pragma once

#include "views/widgets/table_delegate.h"

namespace relaxscope {

class SwingDelegate : public TableDelegate {
  Q_OBJECT
 public:
  using TableDelegate::TableDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace relaxscope
