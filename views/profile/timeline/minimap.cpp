// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/timeline/minimap.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

#include "views/theme/theme.h"

namespace relaxscope {
namespace {
constexpr int kHandle = 5;        // pixels on both sides of an edge
constexpr int kSlack = 3;         // maximum pixels between press and release of a click
constexpr int kMark = 4;          // height of the mark of an outlying run
constexpr int kCallsWithin = 16;  // pixels of a run from which on its calls are drawn

std::vector<int> outlyingRuns(const TimelineScene& scene) {
  std::vector<int> runs = scene.source->outlyingRuns();
  std::ranges::sort(runs);
  return runs;
}

}  // namespace

TimelineMinimap::TimelineMinimap(TimelineScene* scene, QWidget* parent) : QWidget(parent), scene_(scene) {
  setObjectName(QStringLiteral("timeline.minimap"));
  setMouseTracking(true);
  setFixedHeight(Theme::instance()->px(26));
  connect(Theme::instance(), &Theme::changed, this, [this] {
    setFixedHeight(Theme::instance()->px(26));
    cache_ = {};
    update();
  });
}

QRect TimelineMinimap::track() const { return rect().adjusted(3, 4, -4, -4); }
double TimelineMinimap::ticksAt(int x) const {
  return scene_->window.limitBegin + (x - track().left()) * scene_->scopeTicks() / std::max(1, track().width());
}
int TimelineMinimap::xOf(double ticks) const {
  return track().left() + static_cast<int>(std::lround((ticks - scene_->window.limitBegin) /
                                                       std::max(1e-9, scene_->scopeTicks()) * track().width()));
}

QRect TimelineMinimap::windowFrame() const {
  const int a = xOf(scene_->window.begin), b = std::max(xOf(scene_->window.end), a + 8);
  return QRect(QPoint(a, track().top() - 2), QPoint(b, track().bottom() + 2));
}

void TimelineMinimap::refresh() {
  if (cachedScope_ != scene_->scope() || cachedEvents_ != scene_->tracks().eventsTaken() ||
      cachedOutlying_ != outlyingRuns(*scene_))
    cache_ = {};
  update();
}

/// A bar per run; those that are wide enough have their calls inside. Outlying ones are hatched below a mark.
void TimelineMinimap::paintRuns(QPainter* painter, const QRect& rect) const {
  const Theme* theme = Theme::instance();
  const auto columns = static_cast<size_t>(std::max(1, rect.width()));
  const auto [from, to] = scene_->scope();
  const std::vector<RunColumns> bars = runColumns(scene_->tracks().trace()->runs, cachedOutlying_, from, to, columns);
  const Skyline skyline = skylineOf(scene_->tracks(), from, to, columns);
  QColor fill = theme->color(Token::ShareBar);
  fill.setAlphaF(0.55f);
  for (const RunColumns& bar : bars) {
    const int wide = static_cast<int>(bar.last - bar.first + 1);
    const int tall = std::max(2, static_cast<int>(std::lround((rect.height() - kMark) * bar.height)));
    // One pixel between runs that are wide enough.
    const QRect box(rect.left() + static_cast<int>(bar.first), rect.bottom() + 1 - tall, wide > 3 ? wide - 1 : wide,
                    tall);
    painter->fillRect(box, bar.outlying ? theme->color(Token::Warning) : fill);
    if (bar.outlying) {
      if (wide > 3) paintHatch(painter, box, theme->color(Token::Panel));
      const int middle = box.center().x();
      painter->setRenderHint(QPainter::Antialiasing);
      painter->setPen(Qt::NoPen);
      painter->setBrush(theme->color(Token::Warning));
      painter->drawPolygon(QPolygonF{QPointF(middle - 2.5, rect.top()), QPointF(middle + 3.5, rect.top()),
                                     QPointF(middle + 0.5, rect.top() + kMark - 1)});
      painter->setRenderHint(QPainter::Antialiasing, false);
    } else if (wide >= kCallsWithin) {
      paintLevels(painter, box, skyline, bar.first);
    }
  }
}

void TimelineMinimap::paintCalls(QPainter* painter, const QRect& rect) const {
  const auto [from, to] = scene_->scope();
  paintLevels(painter, rect, skylineOf(scene_->tracks(), from, to, static_cast<size_t>(std::max(1, rect.width()))), 0);
}

/// Levels from the bottom up, so that the outline says how deep calls are nested.
void TimelineMinimap::paintLevels(QPainter* painter, const QRect& rect, const Skyline& skyline, size_t column) const {
  const Tracks& tracks = scene_->tracks();
  const auto y = [&](size_t level) {
    return rect.bottom() + 1 - static_cast<int>(static_cast<size_t>(rect.height()) * level / skyline.levels);
  };
  for (size_t level = 0; level < skyline.levels; ++level) {
    const int top = std::min(y(level + 1), rect.bottom()), bottom = std::max(y(level), top + 1);
    for (int x = 0; x < rect.width(); ++x) {
      const uint32_t name = skyline.name(level, column + static_cast<size_t>(x));
      if (name != kNoIndex)
        painter->fillRect(QRect(rect.left() + x, top, 1, bottom - top),
                          Theme::instance()->call(tracks.names()[name].kind).fill);
    }
  }
}

void TimelineMinimap::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme* theme = Theme::instance();
  painter.fillRect(rect(), theme->color(Token::Panel));
  const QRect area = track();
  const bool any = scene_->source != nullptr && scene_->tracks().trace() != nullptr && !scene_->tracks().rows().empty();
  if (!any) return;
  const QSize wanted = size() * devicePixelRatioF();
  if (cache_.size() != wanted) {
    cache_ = QPixmap(wanted);
    cache_.setDevicePixelRatio(devicePixelRatioF());
    cache_.fill(Qt::transparent);
    cachedOutlying_ = outlyingRuns(*scene_);
    QPainter content(&cache_);
    content.fillRect(area, theme->color(Token::Subtle));
    if (scene_->run < 0 && !scene_->tracks().trace()->runs.empty()) paintRuns(&content, area);
    else paintCalls(&content, area);
    cachedScope_ = scene_->scope();
    cachedEvents_ = scene_->tracks().eventsTaken();
  }
  painter.drawPixmap(0, 0, cache_);
  const QRect frame = windowFrame();
  QColor veil = theme->color(Token::Window);
  veil.setAlphaF(0.55f);
  if (frame.left() > area.left()) painter.fillRect(QRect(area.topLeft(), QPoint(frame.left(), area.bottom())), veil);
  if (frame.right() < area.right())
    painter.fillRect(QRect(QPoint(frame.right(), area.top()), area.bottomRight()), veil);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme->color(Token::Accent), 1.5));
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(QRectF(frame).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
  painter.setBrush(theme->color(Token::Panel));
  for (const int x : {frame.left(), frame.right()})
    painter.drawRoundedRect(QRectF(x - 2, frame.center().y() - 5, 5, 11), 2.5, 2.5);
}

TimelineMinimap::Part TimelineMinimap::partAt(QPoint pos) const {
  const QRect frame = windowFrame();
  if (std::abs(pos.x() - frame.left()) <= kHandle && pos.x() <= frame.center().x()) return Part::Begin;
  if (std::abs(pos.x() - frame.right()) <= kHandle) return Part::End;
  return pos.x() > frame.left() && pos.x() < frame.right() ? Part::Inside : Part::Outside;
}

void TimelineMinimap::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  drag_ = partAt(event->pos());
  dragging_ = true;
  dragged_ = drag_ != Part::Inside;
  pressed_ = event->pos();
  const double here = ticksAt(event->pos().x());
  if (drag_ == Part::Outside) {
    const double half = scene_->window.span() / 2;
    scene_->window.show(here - half, here + half);
    drag_ = Part::Inside;
    emit windowChanged();
  }
  grab_ = here - scene_->window.begin;
}

void TimelineMinimap::mouseMoveEvent(QMouseEvent* event) {
  if (!dragging_) {
    const Part part = partAt(event->pos());
    setCursor(part == Part::Inside ? Qt::OpenHandCursor : part == Part::Outside ? Qt::ArrowCursor : Qt::SizeHorCursor);
    return;
  }
  dragged_ |= std::abs(event->pos().x() - pressed_.x()) > kSlack;
  if (!dragged_) return;
  TimeWindow& window = scene_->window;
  const double here = std::clamp(ticksAt(event->pos().x()), window.limitBegin, window.limitEnd);
  if (drag_ == Part::Inside) {
    window.shift(ticksAt(event->pos().x()) - grab_ - window.begin);
  } else {
    const double fixed = drag_ == Part::Begin ? window.end : window.begin;
    if (std::abs(here - fixed) >= window.minimum) window.show(std::min(here, fixed), std::max(here, fixed));
  }
  emit windowChanged();
}

void TimelineMinimap::mouseReleaseEvent(QMouseEvent* event) {
  if (std::exchange(dragging_, false) && !dragged_) clicked(ticksAt(event->pos().x()));
}

/// Inside the frame: moves it there; if all is visible there is nowhere to move to, and a run comes closer.
void TimelineMinimap::clicked(double ticks) {
  TimeWindow& window = scene_->window;
  if (window.span() < scene_->scopeTicks() * 0.999) {
    window.shift(ticks - (window.begin + window.end) / 2);
    emit windowChanged();
  } else if (const int run = scene_->source->runAt(ticks); run >= 0 && scene_->run < 0) {
    emit runChosen(run);
  }
}

void TimelineMinimap::mouseDoubleClickEvent(QMouseEvent*) {
  scene_->window.whole();
  emit windowChanged();
}

void TimelineMinimap::wheelEvent(QWheelEvent* event) {
  scene_->window.zoom(std::pow(1.0 / 1.2, event->angleDelta().y() / 120.0),
                      ticksAt(static_cast<int>(event->position().x())));
  emit windowChanged();
  event->accept();
}

}  // namespace relaxscope
