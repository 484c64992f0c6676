// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline of a document: minimap, ruler, lanes and counters on one time axis, linked with the selection in both
// directions. Owns the scene; the plot, the names and the minimap only display it and emit requests.
#pragma once

#include "views/core/view.h"
#include "views/profile/timeline/keys.h"
#include "views/profile/timeline/run_selector.h"
#include "views/profile/timeline/scene.h"
#include "views/profile/tracks.h"

class QStackedLayout;

namespace relaxscope {

class EmptyNote;
class LanePane;
class ReadoutLine;
class SpokenItem;
class TimelineCorner;
class TimelineMinimap;
class TimelinePlot;
class TimelineSearch;

class TimelineView : public View {
  Q_OBJECT
 public:
  static constexpr ViewKeyRow kKeyRows[] = {
      {QT_TRANSLATE_NOOP("viewKeys", "Zoom time in, out"), "W S"},
      {QT_TRANSLATE_NOOP("viewKeys", "Pan left, right"), "A D"},
      {QT_TRANSLATE_NOOP("viewKeys", "Fit the selection"), "F"},
      {QT_TRANSLATE_NOOP("viewKeys", "Whole run"), "0 Home"},
      {QT_TRANSLATE_NOOP("viewKeys", "Mark a range; keep it"), "M Shift+M"},
      {QT_TRANSLATE_NOOP("viewKeys", "Next, previous slice"), ". ,"},
      {QT_TRANSLATE_NOOP("viewKeys", "Choose a run"), "R"},
      {QT_TRANSLATE_NOOP("viewKeys", "Previous, next run"), "PgUp PgDown"},
      {QT_TRANSLATE_NOOP("viewKeys", "Zoom at the cursor"), "Ctrl+Wheel"},
      {QT_TRANSLATE_NOOP("viewKeys", "Show in the listing"), "Enter"},
  };

  TimelineView(Document* document, QWidget* parent);

  QList<QWidget*> cornerWidgets() override;
  bool startFind() override;
  void findNext(bool backwards) override;
  [[nodiscard]] QSize contentSize() const override;
  void renderAll(QPainter* painter, const QSize& size) override;
  [[nodiscard]] int wantedHeight() const override;
  /// That of the lanes: the search bar takes its height from them and not from the panels around.
  [[nodiscard]] QSize minimumSizeHint() const override;
  bool isSettled() const override;
  QByteArray saveViewState() const override;
  void restoreViewState(const QByteArray& state) override;

  /// Executes a command as its key does.
  void perform(TimelineCommand command);
  /// Shows a single run, or all runs (-1).
  void showRun(int run);
  [[nodiscard]] const TimelineScene& scene() const { return scene_; }
  [[nodiscard]] TimelinePlot* plot() const { return plot_; }
  /// Text of the run selector: "Run 184 of 200 (median)".
  [[nodiscard]] QString runText() const { return runs_->text(); }
  void selectSlice(SlicePlace place, bool activate = false);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  bool event(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  [[nodiscard]] QStringList selectedReadout() const;
  void build();
  void connectDocument();
  void connectParts();
  void connectSearch();
  void searchChanged();
  void showHit(SlicePlace hit);
  void tracksChanged();
  void updateScope(bool freshTrace);
  void relayout();
  void refresh();
  void followSelection();
  void followSpan();
  void reveal(SlicePlace place);
  void fit();
  void mark();
  void keepRange();
  void showReadout();
  void stepSlice(bool backwards);
  void stepRun(int by);
  bool moveWindow(TimelineCommand command);
  void clearRanges();
  void showInListing();
  void toggleFlows();
  void contextMenu(const QPoint& pos, SlicePlace place);
  [[nodiscard]] TickRange rangeOfSlice(SlicePlace place) const;
  [[nodiscard]] bool isLayer(SlicePlace place) const {
    return place.valid() && place.row < tracks_->tracks().rows().size() && tracks_->tracks().rows()[place.row]->layer;
  }

  ProfileTracks* tracks_;
  TimelineScene scene_;
  LanePane* lanes_ = nullptr;
  TimelinePlot* plot_ = nullptr;  ///< owned by lanes_
  TimelineMinimap* minimap_ = nullptr;
  TimelineSearch* search_ = nullptr;
  ReadoutLine* readout_ = nullptr;
  SpokenItem* spoken_;
  std::optional<QPoint> pointer_;  ///< in the plot
  QWidget* stacked_ = nullptr;     ///< everything but the search bar
  QStackedLayout* stack_ = nullptr;
  EmptyNote* empty_ = nullptr;
  RunSelector* runs_ = nullptr;
  QWidget* head_ = nullptr;
  TimelineCorner* corner_ = nullptr;
  const void* shownFirstChunk_ = nullptr;  ///< distinguishes a new recording from a continued one
  uint32_t shownPc_ = kNoIndex;            ///< the selected instruction whose call was last brought into view
  EventIndex shownEvent_;                  ///< the selected event last brought into view
  WorkIndex shownWork_;                    ///< the same of device work
  int wantedHeight_ = -1;                  ///< that was last reported
  bool chosenRun_ = false;                 ///< the user has selected a run or all runs
};

}  // namespace relaxscope
