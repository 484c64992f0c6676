// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/timeline/recording_part.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

#include "views/theme/theme.h"

namespace relaxscope {

RecordingPart::RecordingPart(const TimelineScene& scene, double ticksPerPixel) : trace_(scene.tracks().trace().get()) {
  for (const EventKindRow& row : kEventKinds) {
    const double pixels = scene.source->recordingTicks(row.kind) / ticksPerPixel;
    if (pixels < kLeastPixels) continue;
    pixels_[static_cast<size_t>(row.kind)] = pixels;
    any_ = true;
  }
}

double RecordingPart::pixels(uint32_t event) const {
  if (!any_) return 0;
  size_t place = 0;
  const StoredChunk* chunk = trace_->find(EventIndex(event), place);
  return chunk != nullptr ? pixels_[static_cast<size_t>(chunk->site(place).kind)] : 0;
}

void RecordingPart::paint(QPainter* painter, const QRect& slice, uint32_t event) const {
  const int width = std::min(slice.width(), static_cast<int>(std::lround(pixels(event))));
  if (width > 0)
    painter->fillRect(QRect(slice.right() + 1 - width, slice.top(), width, slice.height()),
                      QBrush(Theme::instance()->color(Token::TextThird), Qt::BDiagPattern));
}

}  // namespace relaxscope
