// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/timeline/minimap.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

#include "views/theme/theme.h"

namespace relaxscope {
namespace {
constexpr int kHandle = 5;  // pixels on both sides of an edge
}

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
  if (cachedScope_ != scene_->scope() || cachedEvents_ != scene_->tracks().eventsTaken()) cache_ = {};
  update();
}

void TimelineMinimap::paintRuns(QPainter* painter, const QRect& rect) const {
  const auto& runs = scene_->tracks().trace()->runs;
  int64_t longest = 1;
  for (const RunSpan& run : runs) longest = std::max(longest, run.duration);
  std::vector<int> tops(static_cast<size_t>(std::max(1, rect.width())), 0);
  for (const RunSpan& run : runs) {
    const int a = std::clamp(xOf(static_cast<double>(run.start)) - rect.left(), 0, static_cast<int>(tops.size()) - 1);
    const int b = std::clamp(xOf(static_cast<double>(run.start + run.duration)) - rect.left(), a,
                             static_cast<int>(tops.size()) - 1);
    const int tall =
        std::max(2, static_cast<int>(std::lround(static_cast<double>(rect.height()) *
                                                 static_cast<double>(run.duration) / static_cast<double>(longest))));
    // One pixel between runs that are wide enough.
    const int last = b - a > 3 ? b - 1 : b;
    for (int x = a; x <= last; ++x) tops[static_cast<size_t>(x)] = std::max(tops[static_cast<size_t>(x)], tall);
  }
  QColor fill = Theme::instance()->color(Token::ShareBar);
  fill.setAlphaF(0.55f);
  for (size_t x = 0; x < tops.size(); ++x)
    if (tops[x] > 0)
      painter->fillRect(QRect(rect.left() + static_cast<int>(x), rect.bottom() + 1 - tops[x], 1, tops[x]), fill);
}

void TimelineMinimap::paintCalls(QPainter* painter, const QRect& rect) const {
  // Shows the row with the most slices, which is the most characteristic of a run.
  const EventRow* row = nullptr;
  size_t most = 0;
  for (const auto& each : scene_->tracks().rows()) {
    if (each->load) continue;
    const size_t count =
        each->slices.firstStartingFrom(scene_->window.limitEnd) - each->slices.firstReaching(scene_->window.limitBegin);
    if (row != nullptr && count <= most) continue;
    row = &each->slices;
    most = count;
  }
  if (row == nullptr) return;
  std::vector<EventRow::Pixel> pixels(static_cast<size_t>(std::max(1, rect.width())));
  row->strip(scene_->window.limitBegin, scene_->window.limitEnd, pixels);
  for (size_t x = 0; x < pixels.size(); ++x) {
    if (pixels[x].slice == kNoSlice) continue;
    QColor color = Theme::instance()->call(scene_->tracks().nameOf(*row, pixels[x].slice).kind).fill;
    color.setAlphaF(0.35f + 0.65f * pixels[x].coverage);
    painter->fillRect(QRect(rect.left() + static_cast<int>(x), rect.top(), 1, rect.height()), color);
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

void TimelineMinimap::mouseReleaseEvent(QMouseEvent*) { dragging_ = false; }

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
