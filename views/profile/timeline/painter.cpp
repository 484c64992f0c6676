// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/timeline/painter.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

#include "views/profile/timeline/cut_time.h"
#include "views/profile/timeline/flow_painter.h"
#include "views/profile/timeline/recording_part.h"
#include "views/theme/theme.h"
#include "views/widgets/draw_figure.h"
#include "views/widgets/figures.h"

namespace relaxscope {
namespace {

/// Blends `over` onto `under` with opacity `share`; both colours are opaque.
QRgb mix(const QColor& under, const QColor& over, double share) {
  const auto part = [share](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * share)); };
  return qRgb(part(under.red(), over.red()), part(under.green(), over.green()), part(under.blue(), over.blue()));
}

/// A rectangle without its four corner pixels: the 2 px radius of look.md without the cost of a path.
void fillSlice(QPainter* painter, const QRect& r, const QBrush& brush) {
  if (r.width() < 4) {
    painter->fillRect(r, brush);
    return;
  }
  painter->fillRect(r.adjusted(1, 0, -1, 0), brush);
  painter->fillRect(QRect(r.left(), r.top() + 1, 1, r.height() - 2), brush);
  painter->fillRect(QRect(r.right(), r.top() + 1, 1, r.height() - 2), brush);
}

void frameSlice(QPainter* painter, const QRect& r, const QColor& edge) {
  painter->fillRect(QRect(r.left() + 1, r.top(), r.width() - 2, 1), edge);
  painter->fillRect(QRect(r.left() + 1, r.bottom(), r.width() - 2, 1), edge);
  painter->fillRect(QRect(r.left(), r.top() + 1, 1, r.height() - 2), edge);
  painter->fillRect(QRect(r.right(), r.top() + 1, 1, r.height() - 2), edge);
}

/// At least three pixels wide, and cut a little outside of the area.
QRect sliceRect(const QRect& area, const TimelineScene& scene, const RowBand& band, uint32_t slice) {
  const TimeScale scale(scene.window, area.left(), area.width());
  const EventRow& row = scene.tracks().rows()[band.row]->slices;
  const auto x = [&](int64_t ticks) {
    return static_cast<int>(
        std::lround(std::clamp<double>(scale.x(static_cast<double>(ticks)), area.left() - 8, area.right() + 8)));
  };
  const int left = x(row.start(slice)), right = x(row.end(slice));
  return {left, area.top() + band.y - scene.scrollY, std::max(3, right - left), band.height};
}

constexpr size_t kMaxWalked = 200'000;  // slices of a row
constexpr size_t kMaxLabels = 20'000;
}  // namespace

void TimelinePainter::themeChanged() {
  labels_.clear();
  hatches_.clear();
  advance_ = 0;
}

void TimelinePainter::paint(QPainter* painter, const QRect& area, const TimelineScene& scene) {
  if (scene.source == nullptr) return;
  const void* trace = scene.tracks().trace().get();
  const uint32_t version = scene.tracks().namesVersion();
  if (trace != labelsOf_ || version != labelsVersion_ || labels_.size() > static_cast<qsizetype>(kMaxLabels)) {
    labels_.clear();
    labelsOf_ = trace;
    labelsVersion_ = version;
  }
  if (advance_ <= 0) advance_ = QFontMetricsF(Theme::instance()->mono(11)).horizontalAdvance(QLatin1Char('0'));
  painter->setRenderHint(QPainter::Antialiasing, false);
  for (const Lane& each : scene.layout.lanes) counters_.paint(painter, area, scene, each);
  if (scene.run < 0) runBoundaries(painter, area, scene);
  rows(painter, area, scene);
  paintFlows(painter, area, scene);
  marks(painter, area, scene);
  ranges(painter, area, scene);
  paintCutTime(painter, area, scene);
}

void TimelinePainter::rows(QPainter* painter, const QRect& area, const TimelineScene& scene) {
  painter->setFont(Theme::instance()->mono(11));
  for (const RowBand& band : scene.layout.bands) {
    const int y = area.top() + band.y - scene.scrollY;
    if (y + band.height < area.top()) continue;
    if (y > area.bottom()) break;
    strip(painter, area, scene, band);
    slices(painter, area, scene, band);
  }
}

void TimelinePainter::strip(QPainter* painter, const QRect& area, const TimelineScene& scene, const RowBand& band) {
  const EventRow& row = scene.tracks().rows()[band.row]->slices;
  const Theme* theme = Theme::instance();
  const qreal ratio = painter->device() != nullptr ? painter->device()->devicePixelRatioF() : 1.0;
  const int width = std::max(1, static_cast<int>(std::lround(area.width() * ratio)));
  pixels_.resize(static_cast<size_t>(width));
  row.strip(scene.window.begin, scene.window.end, pixels_);
  const double wideTicks = scene.window.span() / area.width() * kRectPixels;
  QImage line(width, 1, QImage::Format_ARGB32_Premultiplied);
  auto* out = reinterpret_cast<QRgb*>(line.scanLine(0));
  const QColor panel = theme->color(Token::Panel);
  struct Ink {
    QColor color;
    bool known = false;
  } inks[16];
  uint32_t last = kNoSlice;
  bool lastWide = false;
  for (int x = 0; x < width; ++x) {
    const EventRow::Pixel& pixel = pixels_[static_cast<size_t>(x)];
    if (pixel.slice == kNoSlice) {
      out[x] = 0;
      continue;
    }
    if (pixel.slice != last) {
      last = pixel.slice;
      lastWide = static_cast<double>(row.duration(last)) >= wideTicks;
    }
    if (lastWide) {
      out[x] = 0;  // drawn as a separate rectangle
      continue;
    }
    const auto kind = static_cast<size_t>(scene.tracks().nameOf(row, pixel.slice).kind);
    Ink& ink = inks[std::min<size_t>(kind, 15)];
    if (!ink.known) {
      const CallColors colors = theme->call(static_cast<CallKind>(kind));
      ink = {QColor(mix(colors.fill, colors.edge, 0.30)), true};
    }
    out[x] = mix(panel, ink.color, 0.30 + 0.70 * static_cast<double>(pixel.coverage));
  }
  painter->drawImage(QRect(area.left(), area.top() + band.y - scene.scrollY, area.width(), band.height), line);
}

void TimelinePainter::slices(QPainter* painter, const QRect& area, const TimelineScene& scene, const RowBand& band) {
  const EventRow& row = scene.tracks().rows()[band.row]->slices;
  const Theme* theme = Theme::instance();
  const TimeScale scale(scene.window, area.left(), area.width());
  row.wideSlices(scene.window.begin, scene.window.end, scale.ticksPerPixel * kRectPixels, wide_);
  const int top = area.top() + band.y - scene.scrollY;
  const qreal ratio = painter->device() != nullptr ? painter->device()->devicePixelRatioF() : 1.0;
  const RecordingPart recording(scene, scale.ticksPerPixel);
  const TrackRow& track = *scene.tracks().rows()[band.row];
  const bool ofEvents = !track.layer && !track.isWork();
  for (const uint32_t slice : wide_) {
    const double from = std::max<double>(scale.x(static_cast<double>(row.start(slice))), area.left() - 4);
    const double to = std::min<double>(scale.x(static_cast<double>(row.end(slice))), area.right() + 5);
    const int left = static_cast<int>(std::lround(from));
    int right = static_cast<int>(std::lround(to));
    if (right - left >= 6) --right;  // one pixel between neighbours
    const QRect rect(left, top, std::max(1, right - left), band.height);
    const CallKind kind = scene.tracks().nameOf(row, slice).kind;
    const CallColors colors = theme->call(kind);
    fillSlice(painter, rect, colors.fill);
    if (colors.hatched && rect.width() >= 4)
      painter->drawTiledPixmap(rect.adjusted(1, 1, -1, -1), hatch(kind, ratio), QPointF(rect.left() % 9, 0));
    if (rect.width() >= 5) {
      QColor edge = colors.edge;
      edge.setAlphaF(rect.width() >= 12 ? 0.75f : 0.5f);
      frameSlice(painter, rect, edge);
    }
    if (ofEvents) recording.paint(painter, rect & area, row.event(slice));
    if (rect.width() >= kTextPixels) sliceText(painter, rect & area.adjusted(0, -4000, 0, 4000), scene, row, slice);
  }
}

const QPixmap& TimelinePainter::hatch(CallKind kind, qreal ratio) {
  QPixmap& tile = hatches_[static_cast<int>(kind)];
  if (!tile.isNull() && tile.devicePixelRatio() == ratio) return tile;
  constexpr int kSize = 9;
  tile = QPixmap(QSize(kSize, kSize) * ratio);
  tile.setDevicePixelRatio(ratio);
  tile.fill(Qt::transparent);
  QPainter p(&tile);
  p.setRenderHint(QPainter::Antialiasing);
  QColor line = Theme::instance()->call(kind).edge;
  line.setAlphaF(0.75f);
  p.setPen(QPen(line, 1));
  for (double x = -kSize; x <= 2 * kSize; x += kSize / 2.0) p.drawLine(QPointF(x, kSize), QPointF(x + kSize, 0));
  return tile;
}

const QStaticText& TimelinePainter::label(const Tracks& tracks, uint32_t name, int characters, int& width) {
  Label& entry = labels_[(static_cast<quint64>(name) << 16) | static_cast<quint64>(std::min(characters, 0xFFFF))];
  if (entry.width == 0) {
    QString text = shortCallName(tracks.names()[name].text);
    if (text.size() > characters) text = text.left(std::max(1, characters - 1)) + QChar(0x2026);
    entry.text.setText(text);
    entry.text.setTextFormat(Qt::PlainText);
    entry.text.setPerformanceHint(QStaticText::AggressiveCaching);
    entry.text.prepare(QTransform(), Theme::instance()->mono(11));
    entry.width = std::max(1, static_cast<int>(std::ceil(static_cast<double>(text.size()) * advance_)));
  }
  width = entry.width;
  return entry.text;
}

void TimelinePainter::sliceText(QPainter* painter, const QRect& rect, const TimelineScene& scene, const EventRow& row,
                                uint32_t slice) {
  constexpr int kPad = 5;
  const int room = rect.width() - 2 * kPad;
  const int characters = static_cast<int>(room / advance_);
  if (characters < 2) return;
  int width = 0;
  const QStaticText& text = label(scene.tracks(), row.name(slice), std::min(characters, 200), width);
  const CallColors colors = Theme::instance()->call(scene.tracks().nameOf(row, slice).kind);
  const int y = rect.top() + (rect.height() - static_cast<int>(std::ceil(text.size().height()))) / 2;
  if (colors.hatched) {
    // Solid background: text is hard to read on a hatch.
    painter->fillRect(QRect(rect.left() + kPad - 2, rect.top() + 2, std::min(width, room) + 4, rect.height() - 4),
                      colors.fill);
  }
  painter->setPen(Theme::instance()->color(Token::SliceText));
  painter->drawStaticText(rect.left() + kPad, y, text);
  if (room < width + 8 + static_cast<int>(6 * advance_)) return;
  const QString time = durationLabel(scene.source->toNs(static_cast<double>(row.duration(slice))));
  const int timeWidth = static_cast<int>(std::ceil(static_cast<double>(time.size()) * advance_));
  if (room < width + 10 + timeWidth) return;
  const QRect box(rect.right() - kPad - timeWidth, rect.top(), timeWidth + 1, rect.height());
  if (colors.hatched) painter->fillRect(box.adjusted(-2, 2, 2, -2), colors.fill);
  drawFigure(painter, box, Qt::AlignVCenter | Qt::AlignRight, time);
}

void TimelinePainter::highlights(QPainter* painter, const QRect& area, const TimelineScene& scene,
                                 const RowBand& band) {
  const TimeScale scale(scene.window, area.left(), area.width());
  const EventRow& row = scene.tracks().rows()[band.row]->slices;
  const TrackRow& track = *scene.tracks().rows()[band.row];
  const bool marking = scene.markedPc != kNoIndex && !track.layer && !track.isWork();
  row.wideSlices(scene.window.begin, scene.window.end, scale.ticksPerPixel * kRectPixels, wide_);
  painter->setPen(QPen(Theme::instance()->color(Token::Accent), 2));
  painter->setBrush(Qt::NoBrush);
  for (const uint32_t slice : wide_) {
    bool highlighted = scene.isFound(row.name(slice));
    if (!highlighted && marking) {
      size_t at = 0;
      const StoredChunk* chunk = scene.tracks().trace()->find(EventIndex(row.event(slice)), at);
      highlighted = chunk != nullptr && chunk->site(at).pc == scene.markedPc && chunk->site(at).kind == EventKind::Call;
    }
    if (highlighted) painter->drawRect(sliceRect(area, scene, band, slice).adjusted(1, 1, -1, -1));
  }
}

void TimelinePainter::narrowHits(QPainter* painter, const QRect& area, const TimelineScene& scene,
                                 const RowBand& band) {
  const EventRow& row = scene.tracks().rows()[band.row]->slices;
  std::vector<bool> hit(static_cast<size_t>(std::max(1, area.width())));
  const size_t first = row.firstReaching(scene.window.begin), last = row.firstStartingFrom(scene.window.end);
  if (first + kMaxWalked >= last) {
    const TimeScale scale(scene.window, 0, area.width());
    for (size_t i = first; i < last; ++i) {
      const auto slice = static_cast<uint32_t>(i);
      if (!scene.isFound(row.name(slice))) continue;
      const double x = scale.x(static_cast<double>(row.start(slice)));
      hit[static_cast<size_t>(std::clamp(x, 0.0, static_cast<double>(hit.size() - 1)))] = true;
    }
  } else {
    // Where there are too many slices to look at, a pixel stands for its longest one.
    pixels_.resize(hit.size());
    row.strip(scene.window.begin, scene.window.end, pixels_);
    for (size_t x = 0; x < hit.size(); ++x)
      hit[x] = pixels_[x].slice != kNoSlice && scene.isFound(row.name(pixels_[x].slice));
  }
  const QColor ink = Theme::instance()->color(Token::Accent);
  const int y = area.top() + band.y - scene.scrollY + band.height - 3;
  for (size_t x = 0; x < hit.size(); ++x)
    if (hit[x]) painter->fillRect(area.left() + static_cast<int>(x), y, 2, 4, ink);
}

void TimelinePainter::marks(QPainter* painter, const QRect& area, const TimelineScene& scene) {
  const Theme* theme = Theme::instance();
  const bool searching = !scene.found.empty();
  for (const RowBand& band : scene.layout.bands) {
    const int y = area.top() + band.y - scene.scrollY;
    if (y + band.height < area.top() || y > area.bottom()) continue;
    if (searching) narrowHits(painter, area, scene, band);
    if (searching || scene.markedPc != kNoIndex) highlights(painter, area, scene, band);
  }
  const auto rectOf = [&](SlicePlace place) -> std::optional<QRect> {
    const int band = place.valid() ? scene.layout.bandOfRow(place.row) : -1;
    if (band < 0 || place.slice >= scene.tracks().rows()[place.row]->slices.size()) return {};
    return sliceRect(area, scene, scene.layout.bands[static_cast<size_t>(band)], place.slice);
  };
  const auto frame = [&](const QRect& r, Token ink) {
    painter->setRenderHint(QPainter::Antialiasing, true);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(theme->color(Token::Panel), 4));
    painter->drawRoundedRect(QRectF(r).adjusted(-0.5, -1, 0.5, 1), 3, 3);
    painter->setPen(QPen(theme->color(ink), 2));
    painter->drawRoundedRect(QRectF(r).adjusted(-0.5, -1, 0.5, 1), 3, 3);
    painter->setRenderHint(QPainter::Antialiasing, false);
  };
  if (const auto marked = rectOf(scene.marked)) {
    painter->setPen(QPen(theme->color(Token::Accent), 2));
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(marked->adjusted(-1, 0, 1, 0));
  }
  if (const auto selected = rectOf(scene.selected)) frame(*selected, Token::Text);
  if (const auto hit = rectOf(scene.hit); hit && scene.hit != scene.selected) frame(*hit, Token::Accent);
}

void TimelinePainter::runBoundaries(QPainter* painter, const QRect& area, const TimelineScene& scene) {
  const auto& runs = scene.tracks().trace() != nullptr ? scene.tracks().trace()->runs : std::vector<RunSpan>{};
  const TimeScale scale(scene.window, area.left(), area.width());
  const auto first = std::lower_bound(runs.begin(), runs.end(), scene.window.begin,
                                      [](const RunSpan& run, double t) { return static_cast<double>(run.start) < t; });
  const auto last = std::lower_bound(first, runs.end(), scene.window.end,
                                     [](const RunSpan& run, double t) { return static_cast<double>(run.start) < t; });
  if (last - first > area.width() / 10) return;  // lines closer than 10 px would merge into a tint
  painter->setPen(QPen(Theme::instance()->color(Token::BorderStrong), 1, Qt::DotLine));
  for (auto run = first; run != last; ++run) {
    const int x = static_cast<int>(std::lround(scale.x(static_cast<double>(run->start))));
    painter->drawLine(x, area.top(), x, area.bottom());
  }
}

void TimelinePainter::ranges(QPainter* painter, const QRect& area, const TimelineScene& scene) {
  const TimeScale scale(scene.window, area.left(), area.width());
  const Theme* theme = Theme::instance();
  const auto bar = [&](const TickRange& range, bool kept) {
    const double a = scale.x(range.first), b = scale.x(range.second);
    if (b < area.left() || a > area.right()) return;
    const QRect r(QPoint(static_cast<int>(std::lround(std::max<double>(a, area.left() - 2))), area.top()),
                  QPoint(static_cast<int>(std::lround(std::min<double>(b, area.right() + 2))), area.bottom()));
    QColor veil = theme->color(Token::Accent);
    veil.setAlphaF(kept ? 0.06f : theme->mode() == Theme::Mode::Dark ? 0.18f : 0.13f);
    painter->fillRect(r, veil);
    painter->setPen(QPen(theme->color(Token::Accent), 1, kept ? Qt::DashLine : Qt::SolidLine));
    painter->drawLine(r.topLeft(), r.bottomLeft());
    painter->drawLine(r.topRight(), r.bottomRight());
  };
  for (const TickRange& range : scene.kept) bar(range, true);
  if (scene.range) bar(*scene.range, false);
}

}  // namespace relaxscope
