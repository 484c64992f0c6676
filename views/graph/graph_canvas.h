// SPDX-License-Identifier: GPL-3.0-or-later
// A drawing larger than its window: zoom, pan, minimap and the keys for them. Subclasses define what is drawn and
// what a click does. "Graph" coordinates are logical pixels at zoom 1.
#pragma once

#include <QPixmap>
#include <QWidget>

class QToolButton;

namespace relaxscope {

class GraphCanvas : public QWidget {
  Q_OBJECT
 public:
  /// The widgets are called NAME.canvas, NAME.zoomIn, NAME.zoomOut and NAME.fit.
  explicit GraphCanvas(const QString& name, QWidget* parent = nullptr);

  /// Shown when there is no drawing.
  void setEmptySentence(const QString& sentence);
  void fit();
  void zoomBy(double factor, QPointF at);
  void zoomReset();
  [[nodiscard]] double zoom() const { return zoom_; }
  /// Size of the whole drawing at zoom 1, with a margin around it; empty without one.
  [[nodiscard]] QSizeF contentSize() const;
  /// Paints the whole drawing into a target of that size (export).
  void paintAll(QPainter* painter, const QSizeF& size) const;

 signals:
  void findRequested();

 protected:
  // Drawing by the subclass. Bounds are empty when there is nothing to draw.
  [[nodiscard]] virtual QRectF graphBounds() const = 0;
  /// The part shown first when the whole would be too small to read.
  [[nodiscard]] virtual QRectF entryRect() const = 0;
  virtual void paintGraph(QPainter* painter, const QRectF& visible, double zoom) const = 0;
  /// The drawing for the minimap, in graph coordinates: shapes without text.
  virtual void paintMiniature(QPainter* painter) const = 0;
  /// Overlays on the drawing, in widget coordinates.
  virtual void paintOver(QPainter* /*painter*/) const {}
  // Mouse input; points in graph coordinates.
  virtual void pointAt(QPointF /*point*/) {}
  virtual void pointAway() {}
  virtual void click(QPointF /*point*/) {}
  /// Returns true if something was hit; otherwise a double click fits the drawing.
  virtual bool doubleClick(QPointF /*point*/) { return false; }

  /// To be called after a new drawing; keeps zoom and position if it shows the same thing.
  void graphChanged(bool sameThing);
  void reveal(const QRectF& rect);
  [[nodiscard]] QPointF toGraph(QPointF position) const { return (position - offset_) / zoom_; }
  [[nodiscard]] QRectF minimapRect() const;
  [[nodiscard]] bool placedByUser() const { return placedByUser_; }

  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  void paintMinimap(QPainter* painter);
  void drawMiniature(QSizeF size, double scale);
  [[nodiscard]] QRectF minimapPicture() const;
  [[nodiscard]] double minimapScale() const;
  [[nodiscard]] QRectF pictureBounds() const;
  [[nodiscard]] QRectF windowInGraph() const;
  void centreOn(QPointF point);
  void clampOffset();
  void home();
  void placeButtons();
  void applyTheme();

  QString sentence_;
  double zoom_ = 1;
  QPointF offset_{0, 0};
  bool panning_ = false, onMinimap_ = false, moved_ = false;
  bool placedByUser_ = false;  ///< zoomed or panned: resizing keeps the position
  QPointF last_;
  QPixmap minimap_;
  QToolButton *in_, *out_, *fit_;
};

}  // namespace relaxscope
