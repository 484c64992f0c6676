// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the current selection as file, function, layers, pc and callee. Clicking a part navigates to it; the menu of a
// layer lists its copies.
#pragma once

#include <QWidget>

#include "views/code/layers.h"

class QHBoxLayout;
class QPushButton;

namespace relaxscope {

class Breadcrumb : public QWidget {
  Q_OBJECT
 public:
  Breadcrumb(Document* document, QWidget* parent);
  /// Title of the page that is shown if it is not a place in the bytecode ("overview").
  void setPageTitle(const QString& title);
  [[nodiscard]] QString text() const;

 signals:
  void fileClicked();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void rebuild();
  QPushButton* addPart(const QString& text, bool code, bool last, const std::function<void()>& go);
  void addLayers(const Place& place);
  void showCopies(const std::shared_ptr<const LayerMap>& layers, uint32_t row, QPushButton* button);
  void goTo(FuncIndex function, InstrIndex pc);
  Document* document_;
  QHBoxLayout* layout_;
  QString page_;
  QStringList parts_;
};

}  // namespace relaxscope
