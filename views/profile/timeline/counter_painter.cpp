// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/timeline/counter_painter.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <optional>

#include "views/theme/theme.h"
#include "views/widgets/draw_figure.h"
#include "views/widgets/elide.h"
#include "views/widgets/figures.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

/// The step line of `columns` with one point per corner; `y` maps a value to a pixel.
template <class Y>
QPolygonF stepLine(const std::vector<StepSeries::Column>& columns, int left, Y&& y) {
  QPolygonF line;
  for (size_t i = 0; i < columns.size(); ++i) {
    const StepSeries::Column& column = columns[i];
    if (!column.defined) continue;
    const double x = left + static_cast<double>(i);
    if (line.isEmpty()) line << QPointF(x, y(column.first));
    if (!column.changed) continue;
    line << QPointF(x, y(column.first));
    if (column.max > std::max(column.first, column.last)) line << QPointF(x, y(column.max));
    if (column.min < std::min(column.first, column.last)) line << QPointF(x, y(column.min));
    line << QPointF(x, y(column.last));
  }
  if (!columns.empty() && columns.back().defined)
    line << QPointF(left + static_cast<double>(columns.size()), y(columns.back().last));
  return line;
}

/// Clears the columns before `time`; the column that contains `time` keeps only its last value.
void hideBefore(std::vector<StepSeries::Column>& columns, const TimeWindow& window, double time) {
  const double column = (time - window.begin) / window.span() * static_cast<double>(columns.size());
  for (size_t i = 0; i < columns.size() && static_cast<double>(i) < column; ++i) {
    if (static_cast<double>(i + 1) > column) columns[i].first = columns[i].min = columns[i].max = columns[i].last;
    else columns[i] = {};
  }
}

void note(QPainter* painter, const QRect& rect, const QString& sentence) {
  painter->setFont(Theme::instance()->ui(11));
  painter->setPen(Theme::instance()->color(Token::TextSecond));
  const QString fitted = elided(painter->fontMetrics(), sentence, Qt::ElideRight, rect.width() - 16);
  painter->drawText(rect.adjusted(8, 0, -8, 0), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, fitted);
}

/// A small framed label with text (values of slots, the peak); returns its rectangle. `anchor` is its left centre.
QRect paintValueLabel(QPainter* painter, QPoint anchor, const QString& value, const QColor& edge) {
  const Theme* theme = Theme::instance();
  painter->setFont(theme->mono(11));
  const int width = painter->fontMetrics().horizontalAdvance(value) + 10;
  const QRect rect(anchor.x(), anchor.y() - 8, width, 16);
  painter->setRenderHint(QPainter::Antialiasing, true);
  painter->setPen(QPen(edge, 1));
  painter->setBrush(theme->color(Token::Panel));
  painter->drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
  painter->setRenderHint(QPainter::Antialiasing, false);
  painter->setPen(theme->color(Token::Text));
  drawFigure(painter, rect, Qt::AlignCenter, value);
  return rect;
}

/// The two values that the top and the bottom of a line stand for, at the right edge; returns its left edge.
int paintScale(QPainter* painter, const QRect& rect, int top, const QString& most, int bottom, const QString& least) {
  const Theme* theme = Theme::instance();
  painter->setFont(theme->mono(11));
  const QFontMetrics metrics = painter->fontMetrics();
  const int width = std::max(metrics.horizontalAdvance(most), metrics.horizontalAdvance(least)) + theme->px(2);
  const int tick = theme->px(4), x = rect.right() - width - tick - theme->px(4), half = metrics.height() / 2;
  QColor back = theme->color(Token::Panel);
  back.setAlphaF(0.85f);
  painter->setPen(theme->color(Token::BorderStrong));
  painter->drawLine(x, top, x, bottom);
  for (const int y : {top, bottom}) painter->drawLine(x, y, x + tick, y);
  const auto label = [&](int y, const QString& text) {
    const QRect cell(x + tick + theme->px(2), y - half, width, 2 * half);
    painter->fillRect(cell, back);
    painter->setPen(theme->color(Token::TextSecond));
    drawFigure(painter, cell, Qt::AlignVCenter | Qt::AlignLeft, text);
  };
  label(top, most);
  label(bottom, least);
  return x;
}

}  // namespace

QPen slotPen(int index) {
  static constexpr Token kTokens[] = {Token::Accent, Token::RoleFunction, Token::RoleLabel, Token::RoleImmediate,
                                      Token::RoleConstant};
  QPen pen(Theme::instance()->color(kTokens[static_cast<size_t>(index) % std::size(kTokens)]), 1.6);
  static const QList<qreal> kDashes[] = {{}, {7, 3}, {2.5, 2}, {7, 2, 2, 2}, {11, 3, 4, 3}};
  const QList<qreal>& dash = kDashes[static_cast<size_t>(index) % std::size(kDashes)];
  if (!dash.isEmpty()) pen.setDashPattern(dash);
  pen.setCapStyle(Qt::FlatCap);
  pen.setJoinStyle(Qt::MiterJoin);
  return pen;
}

void CounterPainter::paint(QPainter* painter, const QRect& area, const TimelineScene& scene, const Lane& lane) {
  const QRect rect(area.left(), area.top() + lane.y - scene.scrollY, area.width(), lane.height);
  if (rect.bottom() < area.top() || rect.top() > area.bottom()) return;
  const Theme* theme = Theme::instance();
  switch (lane.kind) {
    case LaneKind::Live: live(painter, rect, area, scene); break;
    case LaneKind::Slot: slot(painter, rect, area, scene, lane); break;
    case LaneKind::SlotGroup: {
      painter->fillRect(rect, theme->color(Token::Subtle));
      int count = 0;
      for (const auto& [key, series] : scene.tracks().slotSeries()) count += key.function == lane.slot.function ? 1 : 0;
      note(painter, rect, tr("%n slots: a value is valid from the end of the call that set it", nullptr, count));
      break;
    }
    case LaneKind::NoSlots: {
      const bool values = scene.tracks().trace() == nullptr || scene.tracks().trace()->info.values;
      const QString entry = scene.tracks().trace() != nullptr
                                ? QString::fromStdString(printable(scene.tracks().trace()->info.entry))
                                : QString();
      note(
          painter, rect,
          values
              ? tr("No slots: every shape of %1 is constant. A dynamic model shows one step line per slot here, named after its dimension (n, 96·n).")
                    .arg(entry)
              : tr("No slots: this trace was recorded without values. Run again with values to see the shape heap."));
      break;
    }
    case LaneKind::Remark:
      note(
          painter, rect,
          tr("Compiled function: its entry, its exit and calls of builtins are recorded one by one, the kernels between two of them together."));
      break;
    default: break;
  }
  painter->setPen(theme->color(Token::Border));
  painter->drawLine(rect.bottomLeft(), rect.bottomRight());
}

void CounterPainter::live(QPainter* painter, const QRect& rect, const QRect& area, const TimelineScene& scene) {
  const StepSeries& series = scene.tracks().liveBytes();
  const Theme* theme = Theme::instance();
  if (series.empty()) {
    const bool values = scene.tracks().trace() == nullptr || scene.tracks().trace()->info.values;
    note(painter, rect,
         values ? tr("No storage was allocated or freed during the run.")
                : tr("This trace was recorded without values, so bytes are unknown."));
    return;
  }
  const auto [from, to] = scene.scope();
  const size_t first = series.pointsUntil(from), last = series.pointsUntil(to);
  const auto whole = series.extentIn(from, to);
  const double most = whole ? std::max<double>(1.0, static_cast<double>(whole->max)) : 1.0;
  const int bottom = rect.bottom() - 5, height = rect.height() - 16;
  const auto y = [&](int64_t value) {
    return bottom - std::round(height * std::max(0.0, static_cast<double>(value)) / most);
  };
  columns_.resize(static_cast<size_t>(area.width()));
  series.columns(scene.window.begin, scene.window.end, columns_);
  const QPolygonF line = stepLine(columns_, area.left(), y);
  if (line.isEmpty()) return;
  QColor fill = theme->color(Token::Accent);
  fill.setAlphaF(0.16f);
  QPolygonF shape = line;
  shape << QPointF(line.last().x(), bottom + 1) << QPointF(line.first().x(), bottom + 1);
  painter->setPen(Qt::NoPen);
  painter->setBrush(fill);
  painter->drawPolygon(shape);
  painter->setBrush(Qt::NoBrush);
  painter->setPen(QPen(theme->color(Token::Accent), 1.5));
  painter->drawPolyline(line);
  if (!whole || whole->max <= 0) return;
  const int limit =
      paintScale(painter, rect, static_cast<int>(y(whole->max)), bytesLabel(whole->max), bottom, bytesLabel(0)) - 4;
  const size_t peak = series.findValue(first == 0 ? 0 : first - 1, last, whole->max);
  const TimeScale scale(scene.window, area.left(), area.width());
  const double x = peak < last ? scale.x(static_cast<double>(series.time(peak))) : -1;
  const QString label = tr("peak %1").arg(bytesLabel(whole->max));
  painter->setFont(theme->mono(11));
  const int width = painter->fontMetrics().horizontalAdvance(label) + 10;
  const bool visible = x >= area.left() && x <= area.right();
  const int left = std::clamp(static_cast<int>(visible ? x + 8 : limit - width - 4), area.left() + 4,
                              std::max(area.left() + 4, limit - width));
  if (visible) {
    painter->setRenderHint(QPainter::Antialiasing, true);
    painter->setBrush(theme->color(Token::Panel));
    painter->setPen(QPen(theme->color(Token::Accent), 1.5));
    painter->drawEllipse(QPointF(x, y(whole->max)), 3, 3);
    painter->setRenderHint(QPainter::Antialiasing, false);
  }
  paintValueLabel(painter, QPoint(left, static_cast<int>(y(whole->max)) + 14), label, theme->color(Token::Border));
}

void CounterPainter::slot(QPainter* painter, const QRect& rect, const QRect& area, const TimelineScene& scene,
                          const Lane& lane) {
  const auto found = scene.tracks().slotSeries().find(lane.slot);
  if (found == scene.tracks().slotSeries().end()) return;
  const StepSeries& series = found->second;
  const auto [from, to] = scene.scope();
  // When a single run is shown, a slot's line begins where that run sets it: earlier values belong to another heap.
  const size_t before = series.pointsUntil(from), last = series.pointsUntil(to);
  const bool own = scene.run >= 0 && last > before;
  const auto whole = own ? series.extent(before, last) : series.extentIn(from, to);
  if (!whole) return;
  const double low = static_cast<double>(whole->min), high = static_cast<double>(whole->max);
  const int bottom = rect.bottom() - 10, height = rect.height() - 20;
  const auto y = [&](int64_t value) {
    const double part = high > low ? (static_cast<double>(value) - low) / (high - low) : 0.5;
    return bottom - std::round(height * part);
  };
  columns_.resize(static_cast<size_t>(area.width()));
  series.columns(scene.window.begin, scene.window.end, columns_);
  if (own) hideBefore(columns_, scene.window, static_cast<double>(series.time(before)));
  const QPen pen = slotPen(lane.dash);
  painter->setPen(pen);
  painter->setBrush(Qt::NoBrush);
  painter->drawPolyline(stepLine(columns_, area.left(), y));
  // Labels each value change, and the value at the left edge, unless labels would overlap.
  int free = area.left();
  std::optional<int64_t> lastLabelled;
  const int limit = high > low ? paintScale(painter, rect, static_cast<int>(y(whole->max)), countText(whole->max),
                                            static_cast<int>(y(whole->min)), countText(whole->min))
                               : area.right();
  painter->setFont(Theme::instance()->mono(11));
  const auto label = [&](int x, int64_t value) {
    if (x < free || lastLabelled == value) return;  // no room, or set again to the same value
    if (x + painter->fontMetrics().horizontalAdvance(countText(value)) + 10 > limit) return;  // the scale says it
    lastLabelled = value;
    const QRect box = paintValueLabel(painter, QPoint(x, static_cast<int>(y(value))), countText(value), pen.color());
    free = box.right() + 10;
  };
  if (!columns_.empty() && columns_.front().defined && !columns_.front().changed)
    label(area.left() + 8, columns_.front().last);
  for (size_t i = 0; i < columns_.size(); ++i)
    if (columns_[i].changed) label(area.left() + static_cast<int>(i) + 8, columns_[i].last);
}

}  // namespace relaxscope
