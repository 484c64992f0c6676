// SPDX-License-Identifier: GPL-3.0-or-later
// Distribution of the run time: a bar by kind of call, and a table by callee or by call site.
#pragma once

#include "views/core/view.h"
#include "views/profile/statistics/bar.h"
#include "views/profile/statistics/source.h"
#include "views/profile/statistics/sum.h"
#include "views/widgets/data_table.h"

class QStackedLayout;
class QToolButton;

namespace relaxscope {

class EmptyNote;

class StatisticsView : public View {
  Q_OBJECT
 public:
  StatisticsView(Document* document, QWidget* parent);

  QList<QWidget*> cornerWidgets() override;
  bool startFind() override;
  bool isSettled() const override;
  QByteArray saveViewState() const override;
  void restoreViewState(const QByteArray& state) override;
  void setGrouping(Grouping grouping);
  [[nodiscard]] DataTable* table() const { return panel_->table(); }
  [[nodiscard]] StatisticsBar* bar() const { return bar_; }

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void reload();
  void follow();
  [[nodiscard]] Place placeOf(int row) const;
  void choose(int row);
  void activateRow(int row);
  void menu(int row, const QPoint& pos);

  Grouping grouping_ = Grouping::Callee;
  StatisticsBar* bar_;
  TablePanel* panel_;
  StatisticsSum* sum_;
  EmptyNote* empty_;
  QStackedLayout* stack_ = nullptr;
  QWidget* corner_;
  QToolButton* byCallee_ = nullptr;
  QToolButton* bySite_ = nullptr;
  std::shared_ptr<const StatisticsSource> source_;
};

}  // namespace relaxscope
