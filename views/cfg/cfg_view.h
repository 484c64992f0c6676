// SPDX-License-Identifier: GPL-3.0-or-later
// The control flow graph of the subject function. Layout runs off the GUI thread; its result is dropped
// when the subject has changed.
#pragma once

#include <QToolButton>

#include "views/cfg/canvas.h"
#include "views/code/find.h"
#include "views/core/latest_task.h"
#include "views/core/view.h"

namespace relaxscope {

class FindBar;
class ReadoutLine;

class CfgView : public View {
  Q_OBJECT
 public:
  static constexpr ViewKeyRow kKeyRows[] = {
      {QT_TRANSLATE_NOOP("viewKeys", "Along the control flow"), "Up Down"},
      {QT_TRANSLATE_NOOP("viewKeys", "To the neighbouring branch"), "Left Right"},
      {QT_TRANSLATE_NOOP("viewKeys", "Open in the listing"), "Space"},
      {QT_TRANSLATE_NOOP("viewKeys", "Zoom in, out"), "+ -"},
      {QT_TRANSLATE_NOOP("viewKeys", "Fit the graph"), "F"},
      {QT_TRANSLATE_NOOP("viewKeys", "Original size"), "0"},
      {QT_TRANSLATE_NOOP("viewKeys", "Initial view"), "Home"},
      {QT_TRANSLATE_NOOP("viewKeys", "Find"), "/"},
  };

  CfgView(Document* document, QWidget* parent);
  QList<QWidget*> cornerWidgets() override { return {fold_}; }
  bool startFind() override;
  void findNext(bool backwards) override;
  [[nodiscard]] QSize contentSize() const override;
  void renderAll(QPainter* painter, const QSize& size) override;
  bool isSettled() const override { return !layoutTask_.isPending() && search_->isSettled(); }
  QByteArray saveViewState() const override;
  void restoreViewState(const QByteArray& state) override;
  [[nodiscard]] CfgCanvas* canvas() const { return canvas_; }
  [[nodiscard]] FindBar* findBar() const { return bar_; }

 private:
  using Scene = std::shared_ptr<const CfgScene>;
  void reload();
  void rebuild();
  void follow();
  void take(Scene scene);
  [[nodiscard]] double entries() const;
  [[nodiscard]] QString emptyReason() const;
  void applyTheme();

  CfgCanvas* canvas_;
  FindBar* bar_;
  ReadoutLine* readout_;
  CodeFind* search_;
  QToolButton* fold_;
  FuncIndex shown_;
  CfgMetrics metrics_;  ///< of the latest requested layout
  QString shownName_;
  LatestTask layoutTask_;
};

}  // namespace relaxscope
