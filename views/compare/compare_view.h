// SPDX-License-Identifier: GPL-3.0-or-later
// What a change did to the run: the times of two profiles, call by call, with their uncertainty.
#pragma once

#include "views/compare/times_source.h"
#include "views/core/comparison.h"
#include "views/core/view.h"

class QStackedLayout;
class QToolButton;

namespace relaxscope {

class CallPane;
class DataTable;
class EmptyNote;
class ErrorStrip;
class TableFooter;
class TablePanel;
class TimesHead;
class ValuesLine;

class CompareView : public PairView {
  Q_OBJECT
 public:
  CompareView(Comparison* comparison, QWidget* parent);

  bool startFind() override;
  [[nodiscard]] bool isSettled() const override;
  [[nodiscard]] bool hasStep(bool backwards) const override;
  void step(bool backwards) override;
  void setGrouping(Grouping grouping);
  void setHideSame(bool hide);
  [[nodiscard]] TablePanel* panel() const { return panel_; }
  [[nodiscard]] TableFooter* sums() const { return sums_; }
  [[nodiscard]] TimesHead* head() const { return head_; }
  [[nodiscard]] ValuesLine* values() const { return values_; }
  [[nodiscard]] CallPane* calls() const { return calls_; }
  [[nodiscard]] const std::shared_ptr<const TimesSource>& source() const { return source_; }
  /// What is said of the figures as a whole.
  [[nodiscard]] QString notes() const;
  /// In place of the table; empty while that is shown.
  [[nodiscard]] QString sentence() const;

 private:
  QWidget* makeContent();
  QWidget* makeOptions();
  QToolButton* makeButton(const QString& name, const QString& text, const QString& help, bool checkable);
  void connectParts();
  void applyTheme();
  void reload();
  void showSource();
  void showNotes(const TraceComparison& comparison);
  void showEmpty();
  void followSort();
  void choose(int line);
  void activate(int line);
  /// The shown row that a step leads to, or -1.
  [[nodiscard]] int neighbour(bool backwards) const;

  Grouping grouping_ = Grouping::Callee;
  bool hideSame_ = false;
  std::shared_ptr<const TimesSource> source_;
  std::optional<ComparedRow> current_;
  TimesHead* head_;
  ValuesLine* values_;
  ErrorStrip* notes_;
  TablePanel* panel_ = nullptr;
  TableFooter* sums_ = nullptr;
  CallPane* calls_ = nullptr;
  EmptyNote* empty_ = nullptr;
  QWidget* content_ = nullptr;
  QStackedLayout* stack_ = nullptr;
  QToolButton *byCallee_ = nullptr, *bySite_ = nullptr, *swap_ = nullptr, *hide_ = nullptr;
};

}  // namespace relaxscope
