// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the current selection as file, function, layers, pc and callee. Clicking a part navigates to it; the menu of a
// layer lists its copies.
#pragma once

#include "views/code/layers.h"
#include "views/widgets/crumb_bar.h"

namespace relaxscope {

class Breadcrumb : public CrumbBar {
  Q_OBJECT
 public:
  Breadcrumb(Document* document, QWidget* parent);
  /// Title of the page that is shown if it is not a place in the bytecode ("overview").
  void setPageTitle(const QString& title);

 signals:
  void fileClicked();

 protected:
  void rebuild() override;

 private:
  void addLayers(const Place& place);
  void showCopies(const std::shared_ptr<const LayerMap>& layers, uint32_t row, QPushButton* button);
  void goTo(FuncIndex function, InstrIndex pc);
  Document* document_;
  QString page_;
};

}  // namespace relaxscope
