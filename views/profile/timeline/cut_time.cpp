// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/timeline/cut_time.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <vector>

#include "views/theme/theme.h"
#include "views/widgets/draw_figure.h"
#include "views/widgets/figures.h"

namespace relaxscope {
namespace {

constexpr double kLeastPart = 0.01;  ///< of the run's time with what was cut out

struct CutTimeText {
  Q_DECLARE_TR_FUNCTIONS(CutTime)
};

bool recordsValues(const Trace& trace, const RunSpan& run) {
  if (run.kind == RunKind::Values) return true;
  return trace.info.values && trace.runCount(RunKind::Values) == 0;
}

}  // namespace

QString cutTimeText(const Trace& trace, const RunSpan& run) {
  const auto cut = static_cast<double>(run.recording), shown = static_cast<double>(run.duration);
  if (cut <= 0 || cut < kLeastPart * (cut + shown)) return {};
  const QString time = durationLabel(trace.info.clock.toNs(run.recording));
  return recordsValues(trace, run) ? CutTimeText::tr("%1 cut out: values recorded").arg(time)
                                   : CutTimeText::tr("%1 cut out: events handed over").arg(time);
}

void paintCutTime(QPainter* painter, const QRect& area, const TimelineScene& scene) {
  const std::shared_ptr<const Trace>& trace = scene.tracks().trace();
  if (trace == nullptr) return;
  const Theme* theme = Theme::instance();
  const TimeScale scale(scene.window, area.left(), area.width());
  painter->setFont(theme->ui(11));
  const int height = painter->fontMetrics().height() + 2;
  const auto endOf = [&](const RunSpan& run) {
    return static_cast<int>(std::lround(scale.x(static_cast<double>(run.start + run.duration))));
  };
  std::vector<const RunSpan*> visible;
  for (const RunSpan& run : trace->runs)
    if (endOf(run) >= area.left() && endOf(run) <= area.right() + 1) visible.push_back(&run);
  if (static_cast<int>(visible.size()) > area.width() / 10) return;  // edges closer than 10 px would merge into a tint
  for (const RunSpan* each : visible) {
    const RunSpan& run = *each;
    const int x = endOf(run);
    const QString text = cutTimeText(*trace, run);
    if (text.isEmpty()) continue;
    const int edge = theme->px(5);
    painter->fillRect(QRect(x - edge, area.top(), edge, area.height()),
                      QBrush(theme->color(Token::Warning), Qt::BDiagPattern));
    const int width = painter->fontMetrics().horizontalAdvance(text) + theme->px(10);
    const double begin = std::max<double>(scale.x(static_cast<double>(run.start)), area.left());
    if (width + edge > x - begin) continue;
    const QRect label(x - edge - width, area.bottom() - height, width, height);
    painter->fillRect(label, theme->color(Token::Panel));
    painter->setPen(theme->color(Token::TextSecond));
    drawFigure(painter, label, Qt::AlignCenter, text);
  }
}

}  // namespace relaxscope
