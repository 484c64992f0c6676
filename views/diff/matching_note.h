// SPDX-License-Identifier: GPL-3.0-or-later
// How the functions of a comparison were matched, the buttons that change it, and what the signs mean. Below its head
// it folds; until the user folds or opens it, it is open where there is room for it beside the table above.
#pragma once

#include <QWidget>

#include "views/core/comparison.h"

class QGridLayout;
class QPushButton;
class QToolButton;

namespace relaxscope {

class MatchingNote : public QWidget {
  Q_OBJECT
 public:
  MatchingNote(Comparison* comparison, QWidget* parent);
  /// "same name, same code 5", one line each.
  [[nodiscard]] QStringList lines() const { return texts_; }
  /// Pixels for it and the table above.
  void setRoom(int height);
  [[nodiscard]] bool isOpen() const { return open_; }
  [[nodiscard]] int headHeight() const;
  /// Of all of it.
  [[nodiscard]] int wholeHeight() const;

 signals:
  void matchRequested();
  void folded();  ///< or opened, or its legend was hidden or shown

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void addHead();
  QWidget* makeBody();
  QWidget* makeLegend();
  void arrange();
  void reload();
  void follow();
  void cut();

  Comparison* comparison_;
  QToolButton* head_;
  QWidget *body_, *list_, *legend_;
  QGridLayout* rows_;
  QStringList texts_;
  QPushButton *match_, *cut_;
  int room_ = 0;
  bool open_ = false;
  bool byUser_ = false;  ///< the user folded or opened it
};

}  // namespace relaxscope
