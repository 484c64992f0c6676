// SPDX-License-Identifier: GPL-3.0-or-later
// Values of a trace: the slots of the shape heap as step lines over all runs, and the argument shapes of every call.
#pragma once

#include "views/core/latest_task.h"
#include "views/core/view.h"
#include "views/profile/timeline/scene.h"
#include "views/profile/values/source.h"
#include "views/widgets/data_table.h"

class QSplitter;
class QStackedLayout;

namespace relaxscope {

class EmptyNote;
class LanePane;
class TimelinePlot;

class ValuesView : public View {
  Q_OBJECT
 public:
  ValuesView(Document* document, QWidget* parent);

  bool startFind() override;
  [[nodiscard]] bool isSettled() const override;
  [[nodiscard]] int wantedHeight() const override { return document()->trace() == nullptr ? 0 : -1; }
  QByteArray saveViewState() const override { return panel_->table()->saveState(); }
  void restoreViewState(const QByteArray& state) override { panel_->table()->restoreState(state); }
  [[nodiscard]] DataTable* table() const { return panel_->table(); }
  [[nodiscard]] const TimelineScene& scene() const { return scene_; }

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void tracksChanged();
  void collect();
  void take(std::vector<SeenShape> shapes);
  void arrange();
  void relayout();
  void follow();
  void choose(int row, bool activate);
  void pickSlot(QPoint pos);

  ProfileTracks* tracks_;
  TimelineScene scene_;
  LanePane* lines_;     ///< the slots
  TimelinePlot* plot_;  ///< owned by lines_
  TablePanel* panel_;
  EmptyNote* noSlots_;
  EmptyNote* empty_;
  QSplitter* splitter_;
  QStackedLayout* stack_ = nullptr;
  std::shared_ptr<const ValuesSource> source_;
  std::shared_ptr<const Trace> collected_;  ///< trace being read, or read last
  std::shared_ptr<const Trace> shown_;      ///< trace whose shapes are in the table
  LatestTask collectTask_;
  bool userSized_ = false;  ///< the user has moved the splitter
};

}  // namespace relaxscope
