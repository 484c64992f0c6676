// SPDX-License-Identifier: GPL-3.0-or-later
// What a page shows of a file that cannot be opened: its bytes, decoded as far as possible, with the damaged field
// framed.
#pragma once

#include <QWidget>

namespace relaxscope {

class Document;
class HexView;
class ViewPanel;

class DamagedView : public QWidget {
  Q_OBJECT
 public:
  /// Shows the byte map of the document, which has no executable.
  DamagedView(Document* document, QWidget* parent);
  [[nodiscard]] HexView* bytes() const;

 private:
  ViewPanel* panel_;
};

}  // namespace relaxscope
