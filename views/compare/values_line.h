// SPDX-License-Identifier: GPL-3.0-or-later
// One line on what both runs computed, which leads to the first call that writes something else. Hidden while values
// were not recorded.
#pragma once

#include <QWidget>

#include "views/core/comparison.h"

class QPushButton;

namespace relaxscope {

class ValuesLine : public QWidget {
  Q_OBJECT
 public:
  ValuesLine(Comparison* comparison, QWidget* parent);
  [[nodiscard]] const QString& text() const { return text_; }

 signals:
  /// The current place of the comparison is that of the first difference.
  void placeShown();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void reload();
  void showPlace();
  [[nodiscard]] std::optional<DiffPlace> place() const;

  Comparison* comparison_;
  QWidget* row_ = nullptr;
  QPushButton* show_;
  QString text_;
};

}  // namespace relaxscope
