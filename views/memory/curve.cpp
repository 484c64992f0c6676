// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/curve.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

#include "views/memory/step_line.h"
#include "views/theme/theme.h"
#include "views/widgets/figures.h"

namespace relaxscope {
namespace {

struct LiveBytes {
  Q_DECLARE_TR_FUNCTIONS(LiveBytes)
};

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

double liveBytesScale(const MemoryScene& scene) {
  constexpr double kNear = 1.5;
  double most = static_cast<double>(std::max<uint64_t>(scene.picture->plan.storagesPeak, 1));
  if (scene.showsMeasured && scene.measured && !scene.isScaled)
    most = std::max(most, static_cast<double>(scene.measured->peak));
  const double naive = scene.picture->withoutReuse.empty() ? 0 : scene.picture->withoutReuse.back().after;
  return naive <= kNear * most ? std::max(most, naive) : most;
}

void paintLiveBytes(QPainter* painter, const MemoryScene& scene, const QRect& area) {
  const MemoryPicture& picture = *scene.picture;
  const StepFrame frame(scene.window, area, liveBytesScale(scene));
  const auto label = [](double bytes) { return bytesLabel(static_cast<int64_t>(std::min(bytes, 9e18))); };
  const double naive = picture.withoutReuse.empty() ? 0 : picture.withoutReuse.back().after;
  paintStepScale(painter, frame, label(frame.most), QStringLiteral("0"),
                 naive > frame.most ? LiveBytes::tr("no reuse: up to %1").arg(label(naive)) : QString());
  paintStepLine(painter, frame, picture.live, StepStyle::Filled);
  paintStepLine(painter, frame, picture.withoutReuse, StepStyle::Dashed);
  if (scene.showsMeasured && scene.measured && !scene.measured->points.empty()) paintMeasured(painter, scene, frame);
}

uint64_t liveAt(const MemoryPlan& plan, InstrIndex pc) {
  const auto next = std::ranges::upper_bound(plan.steps, pc, {}, &MemoryStep::pc);
  return next == plan.steps.begin() ? 0 : (next - 1)->after;
}

}  // namespace relaxscope
