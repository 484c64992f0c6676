// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/register_bars.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

#include "views/memory/density.h"
#include "views/memory/step_line.h"
#include "views/theme/theme.h"
#include "views/widgets/draw_figure.h"
#include "views/widgets/figures.h"

namespace relaxscope {
namespace {

struct RegisterBars {
  Q_DECLARE_TR_FUNCTIONS(RegisterBars)
};

void paintRow(QPainter* painter, const MemoryScene& scene, const RegisterPicture::Row& row, const QRect& cell) {
  const Theme* theme = Theme::instance();
  const AxisScale scale(scene.window, cell.left(), cell.width());
  auto life = std::ranges::lower_bound(row.lives, static_cast<int64_t>(scene.window.begin), {},
                                       [](const RegisterPicture::Life& each) { return each.end; });
  const QRect inside(cell.left(), cell.top() + theme->px(3), cell.width(), cell.height() - theme->px(5));
  DensityStrip strip(cell.left(), cell.width());
  const auto ofLife = [theme](const RegisterPicture::Life& each) {
    return theme->call(each.parameter ? CallKind::VmFunction : CallKind::Kernel);
  };
  for (auto each = life; each != row.lives.end() && static_cast<double>(each->begin) < scene.window.end; ++each) {
    const double from = scale.x(static_cast<double>(each->begin)), to = scale.x(static_cast<double>(each->end));
    if (to - from < kLeastBar) strip.add(from, to);
  }
  strip.paint(painter, inside, ofLife({}).edge);
  for (; life != row.lives.end() && static_cast<double>(life->begin) < scene.window.end; ++life) {
    const double from = scale.x(static_cast<double>(life->begin)), to = scale.x(static_cast<double>(life->end));
    if (to - from < kLeastBar) continue;
    const int left = static_cast<int>(std::lround(std::max<double>(from, cell.left() - 2)));
    const int right = static_cast<int>(std::lround(std::min<double>(to, cell.right() + 2)));
    const QRect bar(left, inside.top(), right - left, inside.height());
    const CallColors colors = ofLife(*life);
    painter->fillRect(bar, life->unread ? theme->color(Token::Subtle) : colors.fill);
    painter->setPen(colors.edge);
    painter->drawRect(bar.adjusted(0, 0, -1, -1));
  }
}

}  // namespace

void paintRegisterBars(QPainter* painter, const MemoryScene& scene, const MemoryLayout& layout) {
  if (!scene.registers) return;
  const Theme* theme = Theme::instance();
  const int count = scene.rows();
  const int first = std::clamp(scene.scrollY / layout.rowHeight, 0, count);
  const int last = std::clamp((scene.scrollY + layout.rows.height()) / layout.rowHeight + 1, 0, count);
  for (int row = first; row < last; ++row) {
    const QRect cell(layout.rows.left(), layout.rows.top() + row * layout.rowHeight - scene.scrollY,
                     layout.rows.width(), layout.rowHeight);
    if (row % 2 == 1) painter->fillRect(cell, theme->color(Token::Zebra));
    paintRow(painter, scene, scene.registers->rows[static_cast<size_t>(row)], cell);
  }
}

void paintPressure(QPainter* painter, const MemoryScene& scene, const QRect& area) {
  if (!scene.registers || scene.registers->peak == 0) return;
  const RegisterPicture& registers = *scene.registers;
  std::vector<StepPoint> points;
  for (size_t i = 0; i < registers.pressure.size(); ++i)
    if (i == 0 || registers.pressure[i] != registers.pressure[i - 1])
      points.push_back({static_cast<double>(registers.begin) + static_cast<double>(i), double(registers.pressure[i]),
                        double(registers.pressure[i])});
  const StepFrame frame(scene.window, area, registers.peak);
  paintStepLine(painter, frame, points, StepStyle::Filled);
  paintStepScale(painter, frame, countText(registers.peak), QStringLiteral("0"));
}

QStringList registerReadout(const MemoryScene& scene, int row, InstrIndex pc) {
  if (!scene.registers || row < 0 || row >= static_cast<int>(scene.registers->rows.size())) return {};
  const RegisterPicture& registers = *scene.registers;
  const RegisterPicture::Row& found = registers.rows[static_cast<size_t>(row)];
  QStringList parts{MemoryScene::regName(found.reg)};
  for (const RegisterPicture::Life& life : found.lives) {
    if (pc.value < life.begin || pc.value >= life.end) continue;
    parts << RegisterBars::tr("pc %1–%2")
                 .arg(countText(scene.shownPc(life.begin)), countText(scene.shownPc(life.end - 1)));
    if (life.parameter) parts << RegisterBars::tr("parameter");
    if (life.unread) parts << RegisterBars::tr("never read");
    break;
  }
  const auto at = static_cast<size_t>(std::max<int64_t>(0, pc.value - registers.begin));
  if (at < registers.pressure.size())
    parts << RegisterBars::tr("%n registers needed", nullptr, static_cast<int>(registers.pressure[at]));
  return parts;
}

QString registerSummary(const RegisterPicture& registers) {
  return RegisterBars::tr("%1 of %n registers needed at once", nullptr,
                          pluralNumber(static_cast<uint64_t>(std::max<int64_t>(0, registers.fileSize))))
      .arg(countText(registers.peak));
}

}  // namespace relaxscope
