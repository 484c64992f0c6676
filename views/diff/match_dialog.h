// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for a function of each side that are to be taken for one.
#pragma once

#include <QDialog>

#include "views/core/comparison.h"

class QComboBox;
class QPushButton;

namespace relaxscope {

class MatchDialog : public QDialog {
  Q_OBJECT
 public:
  /// Proposes the functions of the current place.
  MatchDialog(Comparison* comparison, QWidget* parent);

 private:
  QComboBox* makeBox(Side side, const QString& name);
  void fill(QComboBox* box, Side side);
  [[nodiscard]] QString noteOf(const FunctionPair& pair, Side side) const;
  void check();
  void apply();

  Comparison* comparison_;
  QComboBox *old_, *now_;
  QPushButton* match_;
};

}  // namespace relaxscope
