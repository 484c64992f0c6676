// SPDX-License-Identifier: GPL-3.0-or-later
// A finding of the overview: severity, title, consequence, place, "Go to".
#pragma once

#include <QPushButton>
#include <QWidget>

#include "vmcore/base/diagnostics.h"

namespace relaxscope {

class FindingRow : public QWidget {
  Q_OBJECT
 public:
  FindingRow(Severity severity, const QString& title, const QString& text, const QString& place, bool first,
             QWidget* parent);
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QPushButton* showButton() { return show_; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  Severity severity_;
  QString title_, text_, place_;
  bool first_;
  QPushButton* show_;
};

}  // namespace relaxscope
