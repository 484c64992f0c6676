// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/curve.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

#include "views/memory/step_line.h"
#include "views/theme/theme.h"
#include "views/widgets/figures.h"

namespace relaxscope {
namespace {

/// The measured bytes at each instruction that changes them, in proportion to the plan where sizes differ.
void paintMeasured(QPainter* painter, const MemoryScene& scene, const StepFrame& frame) {
  const Theme* theme = Theme::instance();
  painter->save();
  painter->setClipRect(frame.area, Qt::IntersectClip);
  painter->setRenderHint(QPainter::Antialiasing, true);
  painter->setPen(QPen(theme->color(Token::RoleImmediate), 1.5));
  painter->setBrush(theme->color(Token::Panel));
  const double peak = static_cast<double>(std::max<int64_t>(1, scene.measured->peak));
  const double scaled = scene.isScaled ? static_cast<double>(scene.picture->plan.storagesPeak) / peak : 1;
  double last = -10;
  for (const MeasuredMemory::Point& point : scene.measured->points) {
    const double x = frame.x(static_cast<double>(point.pc.value) + 0.5);
    if (x < last + 6 && x >= last) continue;  // a circle for every few pixels
    last = x;
    painter->drawEllipse(QPointF(x, frame.y(static_cast<double>(point.live) * scaled)), 3, 3);
  }
  painter->restore();
}

}  // namespace

void paintLiveBytes(QPainter* painter, const MemoryScene& scene, const QRect& area) {
  const MemoryPicture& picture = *scene.picture;
  uint64_t most = std::max<uint64_t>(picture.plan.storagesPeak, 1);
  if (!picture.withoutReuse.empty()) most = std::max(most, picture.withoutReuse.back().bytes);
  if (scene.showsMeasured && scene.measured && !scene.isScaled && scene.measured->peak > 0)
    most = std::max(most, static_cast<uint64_t>(scene.measured->peak));
  const StepFrame frame(scene.window, area, static_cast<double>(most));
  std::vector<StepPoint> planned, naive;
  planned.reserve(picture.plan.steps.size());
  for (const MemoryStep& step : picture.plan.steps)
    planned.push_back(
        {static_cast<double>(step.pc.value), static_cast<double>(step.peak), static_cast<double>(step.after)});
  for (const MemoryPoint& point : picture.withoutReuse)
    naive.push_back(
        {static_cast<double>(point.pc.value), static_cast<double>(point.bytes), static_cast<double>(point.bytes)});
  paintStepScale(painter, frame, bytesLabel(static_cast<int64_t>(std::min<uint64_t>(most, INT64_MAX))),
                 QStringLiteral("0"));
  paintStepLine(painter, frame, planned, StepStyle::Filled);
  paintStepLine(painter, frame, naive, StepStyle::Dashed);
  if (scene.showsMeasured && scene.measured && !scene.measured->points.empty()) paintMeasured(painter, scene, frame);
}

uint64_t liveAt(const MemoryPlan& plan, InstrIndex pc) {
  const auto next = std::ranges::upper_bound(plan.steps, pc, {}, &MemoryStep::pc);
  return next == plan.steps.begin() ? 0 : (next - 1)->after;
}

}  // namespace relaxscope
