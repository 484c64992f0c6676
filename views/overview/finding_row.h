// SPDX-License-Identifier: GPL-3.0-or-later
// A finding of the overview: severity, title, consequence, cost, place, "Show me".
#pragma once

#include <QPushButton>
#include <QWidget>

#include "vmcore/base/diagnostics.h"

namespace relaxscope {

class FindingRow : public QWidget {
  Q_OBJECT
 public:
  struct Texts {
    QString title, text, place;
    QString cost;  ///< "58.0 µs · 12.3 %"; may be empty
  };
  FindingRow(Severity severity, Texts texts, bool first, QWidget* parent);
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QPushButton* showButton() { return show_; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  Severity severity_;
  Texts texts_;
  bool first_;
  QPushButton* show_;
};

}  // namespace relaxscope
