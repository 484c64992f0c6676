// SPDX-License-Identifier: GPL-3.0-or-later
// The control flow graph of the subject function. Layout runs off the GUI thread; a result is dropped
// when the subject moved on.
#pragma once

#include <QFutureWatcher>
#include <QToolButton>

#include <stop_token>

#include "views/cfg_canvas.h"
#include "views/view.h"

namespace relaxscope {

class CfgView : public View {
  Q_OBJECT
 public:
  CfgView(Document* document, QWidget* parent);
  ~CfgView() override;
  QList<QWidget*> cornerWidgets() override { return {fold_}; }
  void renderAll(QPainter* painter, const QSize& size) override;
  bool isSettled() const override { return !pending_; }
  QByteArray saveViewState() const override;
  void restoreViewState(const QByteArray& state) override;
  [[nodiscard]] CfgCanvas* canvas() const { return canvas_; }

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
  QToolButton* fold_;
  FuncIndex shown_;
  QString shownName_;
  std::stop_source stop_;
  QFutureWatcher<Scene> watcher_;
  bool pending_ = false;
};

}  // namespace relaxscope
