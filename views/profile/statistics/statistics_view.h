// SPDX-License-Identifier: GPL-3.0-or-later
// Distribution of the run time, or of a range marked in the timeline: a bar by kind of call, a table by callee, call
// site, shape or kind of call, and the single calls of the selected row.
#pragma once

#include "views/code/layers.h"
#include "views/core/latest_task.h"
#include "views/core/view.h"
#include "views/profile/statistics/bar.h"
#include "views/profile/statistics/source.h"
#include "views/profile/statistics/sum.h"
#include "views/widgets/data_table.h"

class QSplitter;
class QStackedLayout;
class QToolButton;

namespace relaxscope {

class CallsPane;
class EmptyNote;
class SpanStrip;

/// What is computed of device work for the rows and the bar.
struct DeviceFigures {
  std::shared_ptr<const DeviceStatistics> statistics;
  std::vector<RunTimePart> ledger;
};

class StatisticsView : public View {
  Q_OBJECT
 public:
  static constexpr ViewKeyRow kKeyRows[] = {
      {QT_TRANSLATE_NOOP("viewKeys", "Histogram: choose the next, previous bar"), "Right Left"},
      {QT_TRANSLATE_NOOP("viewKeys", "Histogram: choose one bar more, less"), "Shift+Right Shift+Left"},
      {QT_TRANSLATE_NOOP("viewKeys", "Histogram: choose all bars"), "Esc"},
  };

  StatisticsView(Document* document, QWidget* parent);

  QList<QWidget*> cornerWidgets() override;
  bool startFind() override;
  bool isSettled() const override;
  QByteArray saveViewState() const override;
  void restoreViewState(const QByteArray& state) override;
  /// By shape only where the profile has shapes; until then by callee.
  void setGrouping(Grouping grouping);
  /// What the rows are grouped by.
  [[nodiscard]] Grouping grouping() const;
  [[nodiscard]] DataTable* table() const { return panel_->table(); }
  [[nodiscard]] StatisticsBar* bar() const { return bar_; }
  [[nodiscard]] CallsPane* calls() const { return calls_; }

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  void build();
  void buildCorner();
  void connectParts();
  void reload();
  void reloadSpan();
  void compute(const std::shared_ptr<const Trace>& trace);
  void updateChoices();
  [[nodiscard]] static QString shapeTip();
  [[nodiscard]] static QString layerTip();
  [[nodiscard]] bool mayHaveLayers() const;
  [[nodiscard]] QStringList layerNames() const;
  /// Shows the rows, and those of device work once they are computed.
  void showSource(const std::shared_ptr<const Trace>& trace, const std::shared_ptr<const TraceStatistics>& statistics);
  void showRows(const std::shared_ptr<const Trace>& trace, const std::shared_ptr<const TraceStatistics>& statistics,
                std::shared_ptr<const DeviceFigures> device);
  void computeDevice(const std::shared_ptr<const Trace>& trace,
                     const std::shared_ptr<const TraceStatistics>& statistics);
  void showNothing();
  void follow() { followSelection(true); }
  void followSelection(bool scroll);
  void showCalls();
  void arrange();
  [[nodiscard]] Place placeOf(int row) const;
  void choose(int row);
  void activateRow(int row);
  void menu(int row, const QPoint& pos);

  Grouping grouping_ = Grouping::Callee;
  StatisticsBar* bar_;
  TablePanel* panel_;
  StatisticsSum* sum_;
  SpanStrip* span_;
  CallsPane* calls_;
  EmptyNote* empty_;
  QSplitter* splitter_ = nullptr;
  QStackedLayout* stack_ = nullptr;
  QWidget* corner_;
  Derived<AllLayers>* layers_;
  QHash<Grouping, QToolButton*> by_;
  std::shared_ptr<const Trace> searched_;  ///< the trace that shapes and calls were looked for in
  bool hasShapes_ = false, hasRunCalls_ = false;
  QToolButton* withCalls_ = nullptr;
  LatestTask spanTask_, deviceTask_;
  std::shared_ptr<const TraceStatistics> deviceOf_;  ///< what device_ belongs to
  std::shared_ptr<const DeviceFigures> device_;
  bool outdated_ = false;  ///< the marked range changed while the view was hidden
  std::shared_ptr<const StatisticsSource> source_;
};

}  // namespace relaxscope
