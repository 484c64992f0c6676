// SPDX-License-Identifier: GPL-3.0-or-later
// How the functions of a comparison were matched, the buttons that change it, and what the signs mean.
#pragma once

#include <QWidget>

#include "views/core/comparison.h"

class QGridLayout;
class QPushButton;

namespace relaxscope {

class MatchingNote : public QWidget {
  Q_OBJECT
 public:
  MatchingNote(Comparison* comparison, QWidget* parent);
  /// "same name, same code 5", one line each.
  [[nodiscard]] QStringList lines() const { return texts_; }

 signals:
  void matchRequested();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QWidget* makeLegend();
  void reload();
  void follow();
  void cut();

  Comparison* comparison_;
  QWidget* list_;
  QGridLayout* rows_;
  QStringList texts_;
  QPushButton *match_, *cut_;
};

}  // namespace relaxscope
