// SPDX-License-Identifier: GPL-3.0-or-later
// The value of one constant: figures and histogram of a tensor (computed off the GUI thread), its elements,
// or the text of the other kinds; its uses; saving.
#pragma once

#include <QLabel>
#include <QPushButton>
#include <QTableView>

#include "views/constants/source.h"
#include "views/constants/values.h"
#include "views/core/latest_task.h"

namespace relaxscope {

class HistogramStrip;

class ConstantPane : public QWidget {
  Q_OBJECT
 public:
  ConstantPane(Document* document, QWidget* parent);
  void show(ConstIndex constant);
  /// The equal constants that are known; null while they are not. `pending`: more of them are searched.
  void setCopies(std::shared_ptr<const ConstantCopies> copies, bool pending);
  [[nodiscard]] ConstIndex shown() const { return constant_; }
  [[nodiscard]] bool isSettled() const { return !figuresTask_.isPending(); }
  [[nodiscard]] QString figuresText() const { return figures_->text(); }

 signals:
  void hashed(int constant, const QString& hash);  ///< the digest of a large tensor was computed
  void compareRequested();                         ///< of constants whose contents were not compared

 private:
  void connectParts();
  void applyTheme();
  void startFigures();
  void showFigures(const TensorFigures& figures);
  void showUses();
  void showCopies();
  Document* document_;
  ConstIndex constant_;
  QLabel *title_, *facts_, *figures_, *uses_, *equal_;
  QLabel* text_;
  HistogramStrip* histogram_;
  QTableView* elements_;
  TensorModel* model_;
  QPushButton *save_, *cancel_, *compute_, *compare_;
  std::shared_ptr<const ConstantCopies> copies_;
  bool comparing_ = false;
  LatestTask figuresTask_;
};

}  // namespace relaxscope
