// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/timeline/names.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include "views/profile/timeline/counter_painter.h"
#include "views/profile/work_facts.h"
#include "views/theme/theme.h"
#include "views/widgets/draw_figure.h"
#include "views/widgets/elide.h"
#include "views/widgets/table_source.h"
#include "vmcore/base/text/text.h"
#include "vmcore/trace/device/track_names.h"

namespace relaxscope {

TimelineNames::TimelineNames(const TimelineScene* scene, QWidget* parent) : QWidget(parent), scene_(scene) {
  setObjectName(QStringLiteral("timeline.names"));
  setFixedWidth(Theme::instance()->px(kWidth));
  setMouseTracking(true);
  connect(Theme::instance(), &Theme::changed, this, [this] {
    setFixedWidth(Theme::instance()->px(kWidth));
    update();
  });
}

void TimelineNames::setTop(int pixels) {
  top_ = pixels;
  update();
}

TimelineNames::Text TimelineNames::textOf(const Lane& lane) const {
  const Tracks& tracks = scene_->tracks();
  switch (lane.kind) {
    case LaneKind::Load: return {QStringLiteral("open"), tr("load phase"), {tr("before the first run")}, false};
    case LaneKind::Thread: {
      QStringList lines;
      size_t levels = 0;
      for (const auto& row : tracks.rows()) levels += row->hasEvents() ? 1 : 0;
      lines << (levels > 1 ? tr("call depth 0–%1").arg(levels - 1) : tr("call depth 0"));
      const auto [from, to] = scene_->scope();
      const uint64_t calls = tracks.totals(from, to).calls;
      lines << tr("%Ln calls", nullptr, static_cast<int>(std::min<uint64_t>(calls, INT_MAX)));
      return {QStringLiteral("cpu"), tr("main thread"), lines, false};
    }
    case LaneKind::Remark: return {QStringLiteral("info"), tr("compiled code"), {}, false};
    case LaneKind::Live: {
      const auto [from, to] = scene_->scope();
      const auto extent = tracks.liveBytes().extentIn(from, to);
      QStringList lines{tr("storage, all devices")};
      if (extent) lines << tr("at most %1").arg(bytesLabel(extent->max));
      return {QStringLiteral("memory"), tr("live bytes"), lines, false};
    }
    case LaneKind::SlotGroup: {
      const auto& names = tracks.trace()->info.functionNames;
      const QString function = lane.slot.function < names.size()
                                   ? QString::fromStdString(printable(names[lane.slot.function]))
                                   : QString::number(lane.slot.function);
      return {QStringLiteral("values"), tr("shape heap of %1").arg(function), {}, false};
    }
    case LaneKind::Device: return deviceText(lane);
    case LaneKind::NoSlots: return {QStringLiteral("values"), tr("shape heap"), {}, false};
    case LaneKind::Slot: {
      QStringList lines{scene_->source->slotOrigin(lane.slot)};
      if (const InstrIndex writer = scene_->source->slotWriter(lane.slot); writer.valid())
        lines << tr("written at pc %1").arg(writer.value);
      return {QString(), scene_->source->slotName(lane.slot), lines, true};
    }
  }
  return {};
}

TimelineNames::Text TimelineNames::deviceText(const Lane& lane) const {
  const DeviceTables& tables = scene_->tracks().trace()->device;
  const Track& track = tables.tracks[lane.track];
  QString title = trackTitle(tables, track);
  QStringList lines;
  if (track.kind == TrackKind::Stream) lines << tr("kernels and copies");
  if (track.kind == TrackKind::HostThread)
    lines << (track.name == kMemoryTrack ? tr("allocations") : tr("waits and work for devices"));
  if (track.kind == TrackKind::DriverOverhead) {
    title = tr("driver overhead");
    lines << tr("driver and collector, %1").arg(QString::fromStdString(printable(trackDevice(tables, track))));
  }
  if (tables.emulated()) lines << tr("emulated, no measure");
  return {track.kind == TrackKind::HostThread ? QStringLiteral("cpu") : QStringLiteral("gpu"), title, lines, false};
}

void TimelineNames::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paintAll(&painter, rect());
}

void TimelineNames::paintAll(QPainter* painter, const QRect& all) const {
  const Theme* theme = Theme::instance();
  painter->fillRect(all, theme->color(Token::Panel));
  painter->save();
  painter->setClipRect(all.adjusted(0, top_, 0, 0), Qt::IntersectClip);
  for (const Lane& lane : scene_->layout.lanes) {
    const QRect rect(0, top_ + lane.y - scene_->scrollY, all.width(), lane.height);
    if (rect.bottom() < top_ || rect.top() > all.height()) continue;
    paintLane(painter, lane, rect);
  }
  painter->restore();
  painter->setPen(theme->color(Token::Border));
  painter->drawLine(all.right(), all.top(), all.right(), all.bottom());
  painter->drawLine(all.left(), top_ - 1, all.right(), top_ - 1);
}

void TimelineNames::paintLane(QPainter* painter, const Lane& lane, const QRect& rect) const {
  const Theme* theme = Theme::instance();
  const Text text = textOf(lane);
  if (lane.kind == LaneKind::SlotGroup) painter->fillRect(rect, theme->color(Token::Subtle));
  const int line = theme->px(15);
  const QRect own = rect.adjusted(0, lane.above, 0, 0);
  const bool single = lane.collapsed || text.lines.isEmpty() || own.height() < theme->px(32);
  const int lines =
      single ? 1 : std::min<int>(1 + static_cast<int>(text.lines.size()), (own.height() - theme->px(8)) / line);
  int y = single ? own.top() + (own.height() - line) / 2 : own.top() + theme->px(lane.kind == LaneKind::Slot ? 6 : 8);
  if (lane.collapsible)
    theme->icon(lane.collapsed ? QStringLiteral("chevron-right") : QStringLiteral("chevron-down"), Token::TextThird)
        .paint(painter, QRect(theme->px(6), y, line, line));
  if (!text.icon.isEmpty())
    theme->icon(text.icon, Token::TextSecond).paint(painter, QRect(theme->px(23), y - 1, theme->px(16), theme->px(16)));
  if (lane.kind == LaneKind::Slot) {
    QPen pen = slotPen(lane.dash);
    pen.setWidthF(2);
    painter->setPen(pen);
    painter->drawLine(theme->px(23), y + line / 2, theme->px(40), y + line / 2);
  }
  const int x = theme->px(44);
  const int room = rect.width() - x - theme->px(8);
  painter->setFont(text.code ? theme->mono(12, 600) : theme->ui(12, 600));
  painter->setPen(theme->color(Token::Text));
  painter->drawText(QRect(x, y, room, line), Qt::AlignVCenter | Qt::TextSingleLine,
                    elided(painter->fontMetrics(), text.title, Qt::ElideMiddle, room));
  painter->setFont(theme->ui(11));
  painter->setPen(theme->color(Token::TextSecond));
  for (int i = 0; i + 1 < lines; ++i) {
    y += line + 1;
    drawFigure(painter, QRect(x, y, room, line), Qt::AlignVCenter,
               fittingRemark(painter->fontMetrics(), text.lines[i], room));
  }
  painter->setPen(theme->color(Token::Border));
  painter->drawLine(rect.bottomLeft(), rect.bottomRight());
}

const Lane* TimelineNames::laneAt(QPoint pos) const {
  const int lane = scene_->layout.laneAt(pos.y() - top_ + scene_->scrollY);
  return lane >= 0 && pos.y() >= top_ ? &scene_->layout.lanes[static_cast<size_t>(lane)] : nullptr;
}

void TimelineNames::mousePressEvent(QMouseEvent* event) {
  const Lane* lane = laneAt(event->pos());
  if (event->button() == Qt::LeftButton && lane != nullptr && lane->collapsible) emit toggled(laneId(*lane));
}

void TimelineNames::mouseDoubleClickEvent(QMouseEvent* event) {
  const Lane* lane = laneAt(event->pos());
  if (event->button() == Qt::LeftButton && lane != nullptr && lane->kind == LaneKind::Slot)
    emit slotActivated(lane->slot);
  else mousePressEvent(event);
}

void TimelineNames::mouseMoveEvent(QMouseEvent* event) {
  const Lane* lane = laneAt(event->pos());
  setCursor(lane != nullptr && lane->collapsible ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void TimelineNames::wheelEvent(QWheelEvent* event) {
  emit scrolled(-event->angleDelta().y() / 2);
  event->accept();
}

bool TimelineNames::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  auto* help = static_cast<QHelpEvent*>(event);
  const int lane = scene_->layout.laneAt(help->pos().y() - top_ + scene_->scrollY);
  if (lane < 0) return QWidget::event(event);
  const Text text = textOf(scene_->layout.lanes[static_cast<size_t>(lane)]);
  QToolTip::showText(help->globalPos(), (QStringList{text.title} + text.lines).join(QLatin1Char('\n')), this);
  return true;
}

}  // namespace relaxscope
