// SPDX-License-Identifier: GPL-3.0-or-later
// A memory plan as the content of a plot over instructions: the peak, calls, storages with their tensors, live bytes.
#pragma once

#include <QCoreApplication>

#include "views/axis/content.h"
#include "views/memory/scene.h"

namespace relaxscope {

/// What is under a point.
struct MemoryHit {
  MemoryItem item;
  InstrIndex call;  ///< of a kernel or VM function
  InstrIndex pc;    ///< of the axis at the point
  int reg = -1;     ///< row of the registers
  [[nodiscard]] bool isSelectable() const { return item.valid() || call.valid(); }
};

class MemoryContent final : public AxisContent {
  Q_DECLARE_TR_FUNCTIONS(MemoryContent)
 public:
  explicit MemoryContent(MemoryScene* scene) : scene_(scene) {}

  AxisWindow& window() override { return scene_->window; }
  std::optional<AxisRange>& range() override { return scene_->range; }
  [[nodiscard]] QString rangeLabel(const AxisRange& range) const override;
  [[nodiscard]] RulerMarks marks(double pixels, double minPixels) const override;
  [[nodiscard]] bool isEmpty() const override { return scene_->picture == nullptr; }
  void paint(QPainter* painter, const QRect& area) override;
  [[nodiscard]] QString tooltipAt(QPoint pos, const QRect& area) const override;

 private:
  void paintPeak(QPainter* painter, const QRect& area, const MemoryLayout& layout) const;
  void paintPeakLabel(QPainter* painter, const MemoryLayout& layout) const;
  void paintCalls(QPainter* painter, const QRect& row) const;
  void paintSelection(QPainter* painter, const QRect& area) const;

  MemoryScene* scene_;
};

MemoryHit memoryHit(const MemoryScene& scene, QPoint pos, const QRect& area);
/// Parts that say in words what a hit is, for the readout and assistive software.
QStringList memoryReadout(const MemoryScene& scene, const MemoryHit& hit);

}  // namespace relaxscope
