// SPDX-License-Identifier: GPL-3.0-or-later
// The part of a slice that recording its event took: a hatch at its end. The slice's own length stays as recorded.
#pragma once

#include <array>
#include <cstdint>
#include <iterator>

#include "views/profile/timeline/scene.h"

class QPainter;
class QRect;

namespace relaxscope {

class RecordingPart {
 public:
  static constexpr double kLeastPixels = 3;  ///< a narrower part is not drawn

  /// Of the slices of a scene at that scale; valid as long as the scene's trace.
  RecordingPart(const TimelineScene& scene, double ticksPerPixel);
  /// Width of the part of that event, by the event's kind; 0 if none is drawn.
  [[nodiscard]] double pixels(uint32_t event) const;
  void paint(QPainter* painter, const QRect& slice, uint32_t event) const;

 private:
  const Trace* trace_;
  std::array<double, std::size(kEventKinds)> pixels_{};  ///< by kind
  bool any_ = false;                                     ///< whether a kind has a part that is drawn
};

}  // namespace relaxscope
