// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a CFG scene: boxes with their lines, edges with their counts, recursive calls. Only the visible part is
// drawn; below zoom 0.3 boxes and lines are drawn in batches without text, so that 20,000 blocks stay smooth.
#pragma once

#include <QCoreApplication>

#include "views/cfg/scene.h"
#include "views/code/code_widths.h"

class QPainter;

namespace relaxscope {

/// What is highlighted in the drawing.
struct CfgMarks {
  InstrIndex current;
  RegIndex reg;
  int hovered = -1;  ///< block under the pointer
};

/// Created per paint event; scene and marks must outlive it.
class CfgPainter {
  Q_DECLARE_TR_FUNCTIONS(CfgPainter)
 public:
  CfgPainter(QPainter* painter, const CfgScene& scene, const CfgMarks& marks);
  /// `visible` is in scene coordinates.
  void paint(const QRectF& visible, double zoom);
  /// Boxes and lines without text, for a minimap.
  void paintMiniature();

 private:
  void batchedEdges(const QRectF& visible);
  void detailedEdges(const QRectF& visible);
  void box(size_t block, bool detailed);
  void header(size_t block, const QRectF& header);
  double headerTime(const CfgBox& box, const QRectF& area);
  void body(size_t block, const QRectF& rect);
  void line(const CfgLine& line, const QRectF& rect, const CfgBox& box, bool current);
  void code(const CfgLine& line, const QRectF& area);
  void edge(size_t edge);
  void edgeLabel(size_t edge);
  void loopLabel(size_t edge, double count);
  void branchBadge(QPointF left, bool isTrue, const QString& words);
  void arrowHead(QPointF tip, QPointF from, const QColor& color, double size);
  void recursion();
  void recursionLabel(double lane, double top, double lowest, const QColor& color);
  [[nodiscard]] bool isHighlighted(size_t edge) const;
  [[nodiscard]] double px(double value) const { return value * scene_.metrics.scale; }

  QPainter* painter_;
  const CfgScene& scene_;
  const CfgMarks& marks_;
  CodeWidths widths_;
};

}  // namespace relaxscope
