// SPDX-License-Identifier: GPL-3.0-or-later
// The canvas of a CFG: the current block, mouse input and keyboard navigation between blocks.
#pragma once

#include "views/cfg/painter.h"
#include "views/graph/graph_canvas.h"
#include "views/widgets/spoken_item.h"

namespace relaxscope {

class CfgCanvas : public GraphCanvas {
  Q_OBJECT
 public:
  explicit CfgCanvas(QWidget* parent = nullptr);
  ~CfgCanvas() override;

  /// Keeps zoom and position when the function is unchanged.
  void setScene(std::shared_ptr<const CfgScene> scene);
  [[nodiscard]] const CfgScene* scene() const { return scene_.get(); }
  /// Text of the chip in the corner.
  void setTitle(const QString& name, const QString& rest);
  void setCurrent(InstrIndex pc, bool reveal);
  void setHighlightedRegister(RegIndex reg);
  /// The block at a point of the widget, or -1.
  [[nodiscard]] int blockAt(QPointF position) const { return blockUnder(toGraph(position)); }

 signals:
  void chosen(InstrIndex pc);
  /// The block under the pointer, otherwise the one of the current instruction; -1: none.
  void blockPointed(int block);
  void activated(InstrIndex pc, relaxscope::ViewId view);  ///< `view` is Listing for Space and Enter

 protected:
  [[nodiscard]] QRectF graphBounds() const override;
  [[nodiscard]] QRectF entryRect() const override { return scene_->rect(0); }
  void paintGraph(QPainter* painter, const QRectF& visible, double zoom) const override;
  void paintMiniature(QPainter* painter) const override;
  void paintOver(QPainter* painter) const override;
  void pointAt(QPointF point) override { hover(blockUnder(point)); }
  void pointAway() override { hover(-1); }
  void click(QPointF point) override;
  bool doubleClick(QPointF point) override;
  void resizeEvent(QResizeEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void paintTitle(QPainter* painter) const;
  [[nodiscard]] int blockUnder(QPointF point) const;
  void hover(int block);
  [[nodiscard]] int pointedBlock() const;
  void stepAlong(bool down);
  void stepSideways(int step);
  [[nodiscard]] QString spokenBlock() const;

  std::shared_ptr<const CfgScene> scene_;
  CfgMarks marks_;
  QString name_, rest_;
  SpokenItem* spoken_;
};

}  // namespace relaxscope
