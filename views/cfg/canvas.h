// SPDX-License-Identifier: GPL-3.0-or-later
// Paints a CFG scene with zoom, pan, minimap and keys. Only what is in sight is drawn; below zoom 0.3
// boxes and lines go in batches without text, so that 20,000 blocks stay smooth.
#pragma once

#include <QPixmap>
#include <QWidget>

#include "views/cfg/scene.h"
#include "views/theme/theme.h"

class QToolButton;

namespace relaxscope {

class CfgCanvas : public QWidget {
  Q_OBJECT
 public:
  explicit CfgCanvas(QWidget* parent = nullptr);

  /// The place on screen stays when the function is the same.
  void setScene(std::shared_ptr<const CfgScene> scene);
  [[nodiscard]] const CfgScene* scene() const { return scene_.get(); }
  void setEmptySentence(const QString& sentence);
  /// Text of the chip in the corner.
  void setTitle(const QString& name, const QString& rest);
  void setCurrent(InstrIndex pc, bool reveal);
  void setLitRegister(RegIndex reg);
  void fit();
  void zoomBy(double factor, QPointF at);
  void zoomReset();
  [[nodiscard]] double zoom() const { return zoom_; }
  /// Size of the whole drawing at zoom 1, with a margin around it; empty without one.
  [[nodiscard]] QSizeF contentSize() const;
  /// The whole drawing into a target of that size (export).
  void paintAll(QPainter* painter, const QSizeF& size) const;
  [[nodiscard]] int blockAt(QPointF position) const;

 signals:
  void chosen(InstrIndex pc);
  void activated(InstrIndex pc, const QString& viewId);  ///< "listing" for Space and Enter
  void findWanted();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  void paintScene(QPainter* painter, const QRectF& visible, double zoom) const;
  void paintBox(QPainter* painter, size_t block, bool detailed) const;
  void paintHeader(QPainter* painter, size_t block, const QRectF& header) const;
  void paintBody(QPainter* painter, size_t block, const QRectF& rect) const;
  void paintLine(QPainter* painter, const CfgLine& line, const QRectF& rect, double pcWidth, bool current) const;
  void paintEdge(QPainter* painter, size_t edge, bool detailed) const;
  void paintEdgeLabel(QPainter* painter, size_t edge) const;
  void paintRecursion(QPainter* painter) const;
  void paintLegend(QPainter* painter) const;
  void paintTitle(QPainter* painter) const;
  void paintMinimap(QPainter* painter);
  [[nodiscard]] QRectF minimapRect() const;
  [[nodiscard]] QRectF sceneBounds() const;
  [[nodiscard]] QRectF pictureBounds() const;
  [[nodiscard]] QPointF toScene(QPointF position) const { return (position - offset_) / zoom_; }
  [[nodiscard]] bool edgeIsLit(size_t edge) const;
  void clampOffset();
  void reveal(const QRectF& rect);
  void stepAlong(bool down);
  void stepSideways(int step);
  void home();
  void placeButtons();
  void applyTheme();

  std::shared_ptr<const CfgScene> scene_;
  QString sentence_, name_, rest_;
  double zoom_ = 1;
  QPointF offset_{0, 0};
  InstrIndex current_;
  RegIndex reg_;
  int hovered_ = -1;
  bool panning_ = false, onMinimap_ = false, moved_ = false;
  bool placedByUser_ = false;  ///< zoomed or panned: a new size keeps the place
  bool focusRing_ = false;     ///< the focus came by Tab
  QPointF last_;
  QPixmap minimap_;
  std::vector<QRectF> edgeBounds_;
  QToolButton *in_, *out_, *fit_;
};

/// A polyline of axis-parallel pieces with its corners rounded.
QPainterPath roundedPath(const std::vector<layout::Point>& points, double radius);

}  // namespace relaxscope
