// SPDX-License-Identifier: GPL-3.0-or-later
// The memory plan of the subject function: storages over the order of the program with the tensors placed in them, live
// bytes, who is alive at the peak, and what other sizes would need. Owns the scene; its parts only display it.
#pragma once

#include <QToolButton>

#include "views/core/latest_task.h"
#include "views/core/view.h"
#include "views/memory/content.h"
#include "views/memory/scene.h"

class QScrollBar;
class QStackedLayout;

namespace relaxscope {

class AxisPlot;
class EmptyNote;
class MemoryNames;
class PeakPanel;
class ReadoutLine;
class SpokenItem;
class WhatIf;

class MemoryView : public View {
  Q_OBJECT
 public:
  static constexpr ViewKeyRow kKeyRows[] = {
      {QT_TRANSLATE_NOOP("viewKeys", "Previous, next storage"), "Up Down"},
      {QT_TRANSLATE_NOOP("viewKeys", "Previous, next tensor of the storage"), "Left Right"},
      {QT_TRANSLATE_NOOP("viewKeys", "Zoom in, out"), "W S"},
      {QT_TRANSLATE_NOOP("viewKeys", "Pan left, right"), "A D"},
      {QT_TRANSLATE_NOOP("viewKeys", "Fit the selection"), "F"},
      {QT_TRANSLATE_NOOP("viewKeys", "Whole function"), "0 Home"},
      {QT_TRANSLATE_NOOP("viewKeys", "Go to the peak"), "P"},
      {QT_TRANSLATE_NOOP("viewKeys", "Show in the listing"), "Enter"},
  };

  MemoryView(Document* document, QWidget* parent);

  QList<QWidget*> cornerWidgets() override;
  [[nodiscard]] QSize contentSize() const override;
  void renderAll(QPainter* painter, const QSize& size) override;
  [[nodiscard]] bool isSettled() const override;
  [[nodiscard]] const MemoryScene& scene() const { return scene_; }
  [[nodiscard]] AxisPlot* plot() const { return plot_; }
  [[nodiscard]] PeakPanel* panel() const { return panel_; }
  [[nodiscard]] WhatIf* whatIf() const { return whatIf_; }
  /// Selects it here and in the document.
  void choose(MemoryItem item, bool activate = false);
  void showRegisters(bool on) { lives_->setChecked(on); }

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void build();
  [[nodiscard]] QWidget* buildPlot();
  void buildCorner();
  QToolButton* corner(const char* name, const char* icon, const QString& text, const QString& tip, bool checkable);
  void connectDocument();
  void connectPlot();
  void reload();
  void setFunction(FuncIndex function);
  void recompute();
  void measure();
  [[nodiscard]] MemoryPlanOf wanted() const;
  [[nodiscard]] bool hasSizesOfRun() const;
  void follow();
  void relayout();
  void refresh();
  void arrange();
  void scrollTo(int y);
  void reveal();
  void fit();
  void pick(QPoint pos, bool activate);
  bool moveWindow(int key);
  bool step(int key);
  void select(InstrIndex pc, int64_t reg, bool activate);
  void menuAt(const QPoint& globalPos);
  [[nodiscard]] QString emptyReason() const;
  [[nodiscard]] QStringList selectedReadout() const;
  void showReadout();
  void copyCsv();

  MemoryScene scene_;
  FuncIndex function_;
  QString functionName_;
  GivenSizes sizes_;   ///< by the user
  bool asRun_ = true;  ///< with the sizes of the run that is shown, if it tells them
  Derived<MemoryPlanOf>* plans_ = nullptr;
  Derived<PeakCurveOf>* curves_ = nullptr;
  Derived<RegisterLivesOf>* registers_ = nullptr;
  std::shared_ptr<const Trace> measuredOf_;
  FuncIndex measuredFunction_;
  LatestTask measureTask_;
  AxisPlot* plot_ = nullptr;
  MemoryNames* names_ = nullptr;
  QScrollBar* bar_ = nullptr;
  PeakPanel* panel_ = nullptr;
  WhatIf* whatIf_ = nullptr;
  EmptyNote* empty_ = nullptr;
  ReadoutLine* readout_ = nullptr;
  SpokenItem* spoken_ = nullptr;
  QStackedLayout* stack_ = nullptr;
  QWidget* plotPane_ = nullptr;
  QToolButton *peak_ = nullptr, *measured_ = nullptr, *lives_ = nullptr, *fit_ = nullptr;
  bool wide_ = true;                                  ///< there is room for the panel beside the plot
  bool besideWanted_ = true, inPlaceWanted_ = false;  ///< the panel, if it is beside or in place of the plot
  std::optional<QPoint> pointer_;
};

}  // namespace relaxscope
