// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the current selection as file, function, pc and callee. Clicking a part navigates to it.
#pragma once

#include <QWidget>

#include "views/core/document.h"

class QHBoxLayout;

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
  void addPart(const QString& text, bool code, bool last, const std::function<void()>& go);
  Document* document_;
  QHBoxLayout* layout_;
  QString page_;
  QStringList parts_;
};

}  // namespace relaxscope
