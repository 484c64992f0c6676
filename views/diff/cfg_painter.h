// SPDX-License-Identifier: GPL-3.0-or-later
// Draws both graphs of a function's difference: blocks with their lines, blocks that a side lacks as hatched places,
// edges that only one side has in its colour.
#pragma once

#include <QCoreApplication>

#include "views/code/code_widths.h"
#include "views/diff/cfg_scene.h"

class QPainter;

namespace relaxscope {

/// Created per paint event; the scene must outlive it.
class DiffCfgPainter {
  Q_DECLARE_TR_FUNCTIONS(DiffCfgPainter)
 public:
  /// `current`: a box that is framed, or -1.
  DiffCfgPainter(QPainter* painter, const DiffCfgScene& scene, int current);
  /// `visible` is in scene coordinates.
  void paint(const QRectF& visible, double zoom);
  void title(Side side, const QString& name);
  /// Boxes without text.
  void paintMiniature();

 private:
  void box(size_t index, Side side, bool detailed);
  void lines(size_t index, Side side, const QRectF& rect);
  void edge(size_t index, Side side, bool detailed);
  [[nodiscard]] QString titleOf(const DiffCfgBox& box, Side side) const;
  [[nodiscard]] double px(double pixels) const { return pixels * scene_.of.scale; }

  QPainter* painter_;
  const DiffCfgScene& scene_;
  int current_;
  CodeWidths widths_;
};

}  // namespace relaxscope
