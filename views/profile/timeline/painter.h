// SPDX-License-Identifier: GPL-3.0-or-later
// Paints the lanes of a timeline: rows of slices as image strips, with crisp rectangles and text on top for slices
// that are wide enough, counters as step lines, the measured range. Independent of the plot library.
#pragma once

#include <QHash>
#include <QPixmap>
#include <QRect>
#include <QStaticText>

#include "views/profile/timeline/counter_painter.h"
#include "views/profile/timeline/scene.h"

class QPainter;

namespace relaxscope {

class TimelinePainter {
 public:
  /// Paints everything below the ruler, in `area` of the painter's coordinates.
  void paint(QPainter* painter, const QRect& area, const TimelineScene& scene);
  /// Drops cached content after a change of colours or fonts.
  void themeChanged();
  /// Minimum widths at which a slice is a separate rectangle and at which it has text.
  static constexpr int kRectPixels = 3;
  static constexpr int kTextPixels = 24;

 private:
  struct Wide {
    int left, right;
    uint32_t slice;
  };
  void rows(QPainter* painter, const QRect& area, const TimelineScene& scene);
  void strip(QPainter* painter, const QRect& area, const TimelineScene& scene, const RowBand& band);
  void slices(QPainter* painter, const QRect& area, const TimelineScene& scene, const RowBand& band);
  void sliceText(QPainter* painter, const QRect& rect, const TimelineScene& scene, const EventRow& row, uint32_t slice);
  void marks(QPainter* painter, const QRect& area, const TimelineScene& scene);
  /// Frames of the slices that the search or the selected instruction means.
  void highlights(QPainter* painter, const QRect& area, const TimelineScene& scene, const RowBand& band);
  /// A line below hits that are too narrow for a frame.
  void narrowHits(QPainter* painter, const QRect& area, const TimelineScene& scene, const RowBand& band);
  void runBoundaries(QPainter* painter, const QRect& area, const TimelineScene& scene);
  void ranges(QPainter* painter, const QRect& area, const TimelineScene& scene);
  const QPixmap& hatch(CallKind kind, qreal ratio);
  const QStaticText& label(const Tracks& tracks, uint32_t name, int characters, int& width);

  struct Label {
    QStaticText text;
    int width = 0;
  };
  QHash<quint64, Label> labels_;
  QHash<int, QPixmap> hatches_;
  const void* labelsOf_ = nullptr;  ///< trace the labels belong to
  uint32_t labelsVersion_ = 0;      ///< Tracks::namesVersion() that they have
  qreal advance_ = 0;               ///< of one character of the slice font
  std::vector<EventRow::Pixel> pixels_;
  std::vector<uint32_t> wide_;
  CounterPainter counters_;
};

}  // namespace relaxscope
