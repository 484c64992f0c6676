// SPDX-License-Identifier: GPL-3.0-or-later
// Both control flow graphs side by side with one layout, zoomed and moved together. Laid out when it is first shown.
#pragma once

#include "views/core/latest_task.h"
#include "views/diff/cfg_scene.h"
#include "views/graph/graph_canvas.h"

namespace relaxscope {

class SpokenItem;

class DiffCfgPane : public GraphCanvas {
  Q_OBJECT
 public:
  explicit DiffCfgPane(QWidget* parent = nullptr);

  /// What to draw; laid out once it is visible.
  void setRequest(DiffCfgRequest request, const QString& oldName, const QString& nowName);
  void setCurrent(uint32_t row);
  [[nodiscard]] const DiffCfgScene* scene() const { return scene_.get(); }
  [[nodiscard]] bool isSettled() const { return !task_.isPending(); }

 signals:
  void chosen(uint32_t row);
  void followed(uint32_t row);

 protected:
  [[nodiscard]] QRectF graphBounds() const override { return scene_ ? scene_->bounds() : QRectF(); }
  [[nodiscard]] QRectF entryRect() const override { return scene_->rect(0, Side::Old) | scene_->rect(0, Side::New); }
  void paintGraph(QPainter* painter, const QRectF& visible, double zoom) const override;
  void paintMiniature(QPainter* painter) const override;
  void click(QPointF point) override;
  bool doubleClick(QPointF point) override;
  void showEvent(QShowEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void layOut();
  [[nodiscard]] int boxUnder(QPointF point) const;
  [[nodiscard]] QString spokenBox() const;
  void stepBox(int step);

  DiffCfgRequest request_;
  QString oldName_, nowName_;
  bool stale_ = false;  ///< the scene is of another request
  std::shared_ptr<const DiffCfgScene> scene_;
  int current_ = -1;  ///< box
  SpokenItem* spoken_;
  LatestTask task_;
};

}  // namespace relaxscope
