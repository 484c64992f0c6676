// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/statistics/bar.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

#include "views/profile/accuracy_text.h"
#include "views/theme/call_titles.h"
#include "views/theme/theme.h"
#include "views/widgets/draw_figure.h"
#include "views/widgets/figures.h"

namespace relaxscope {
namespace {

constexpr int kBarHeight = 18, kNotesTop = 28, kNoteHeight = 17;

}  // namespace

StatisticsBar::StatisticsBar(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("statistics.bar"));
  breakLines();
  connect(Theme::instance(), &Theme::changed, this, &StatisticsBar::breakLines);
}

void StatisticsBar::setCompact(bool compact) {
  if (compact == compact_) return;
  compact_ = compact;
  breakLines();
}

void StatisticsBar::breakLines() {
  const Theme* theme = Theme::instance();
  const QFontMetricsF metrics(theme->ui(11));
  const double room = width() - theme->px(32);
  lines_.clear();
  for (const QStringList* parts : {&accuracy_, &runs_}) lines_ += partsInLines(metrics, *parts, room, compact_ ? 1 : 2);
  setFixedHeight(theme->px(kNotesTop + std::max(2, static_cast<int>(lines_.size())) * kNoteHeight + 6));
  update();
}

void StatisticsBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  breakLines();
}

void StatisticsBar::show(const TraceStatistics& statistics, std::vector<KindShare> shares, uint64_t warmups,
                         const Trace& trace, FiguresOf of) {
  shares_.clear();
  for (KindShare& share : shares) {
    share.selfNs = statistics.perRun(share.selfNs);
    const QString title = callKindTitle(share.kind, CallTitle::Calls);
    shares_.push_back({share, title,
                       tr("%1\n%2 of self time per run, %3 %")
                           .arg(title, durationLabel(share.selfNs))
                           .arg(share.share * 100, 0, 'f', 1)});
  }
  if (statistics.span) return showSpan(statistics);
  caption_ = statistics.runs > 0 ? tr("Median run %1").arg(durationLabel(statistics.leadingTimes().medianNs))
                                 : tr("no measured run");
  if (statistics.runs > 1 && statistics.leadingTimes().halfWidthNs > 0)
    caption_ += tr(" ± %1").arg(durationLabel(statistics.leadingTimes().halfWidthNs));
  accuracy_.clear();
  const auto count = static_cast<int>(std::min<uint64_t>(statistics.runs, INT_MAX));
  runs_ = {of == FiguresOf::RunSoFar ? tr("%Ln runs so far", nullptr, count) : tr("%Ln runs", nullptr, count)};
  if (statistics.leadsUnrecorded()) accuracy_ << tr("unrecorded") << recordedMedianText(statistics);
  if (const QString corrected = correctionText(statistics); !corrected.isEmpty())
    accuracy_ << accuracyText(trace) << corrected;
  else accuracy_ << tr("accuracy %1").arg(accuracyText(trace));
  if (const QString processes = processesText(statistics); !processes.isEmpty()) accuracy_ << processes;
  if (isBelowResolution(statistics)) runs_ << tr("below resolution: runs or calls are too short for rows to say much");
  if (statistics.runs > 1)
    runs_ << tr("recorded %1 to %2")
                 .arg(durationLabel(statistics.runTimes.minNs), durationLabel(statistics.runTimes.maxNs));
  if (warmups > 0) runs_ << tr("%Ln warm-up runs excluded", nullptr, static_cast<int>(warmups));
  if (const QString outliers = outliersText(trace, statistics); !outliers.isEmpty()) runs_ << outliers;
  breakLines();
}

void StatisticsBar::setLedger(const TraceStatistics& statistics, const std::vector<RunTimePart>& parts) {
  double all = 0;
  for (const RunTimePart& part : parts) all += part.ns;
  if (all <= 0) return;
  shares_.clear();
  for (const RunTimePart& part : parts) {
    const bool host = part.what == RunTimePart::What::Host;
    const bool launch = host && (part.kind == CallKind::Kernel || part.kind == CallKind::GpuKernel);
    const KindShare share{part.kind, part.ns / all, statistics.perRun(part.ns)};
    const QString title = part.what == RunTimePart::What::Kernels  ? tr("GPU kernels")
                          : part.what == RunTimePart::What::Copies ? tr("GPU copies")
                          : launch                                 ? tr("launch")
                                                                   : callKindTitle(part.kind, CallTitle::Calls);
    const QString time = durationLabel(share.selfNs), percent = QString::number(share.share * 100, 'f', 1);
    shares_.push_back(
        {share, title,
         host ? tr("%1\n%2 per run while the GPU is idle, %3 %").arg(title, time, percent)
              : tr("%1\n%2 per run, %3 %; what the host does meanwhile is not counted").arg(title, time, percent)});
  }
  update();
}

void StatisticsBar::showSpan(const TraceStatistics& statistics) {
  caption_ = tr("Range %1").arg(durationLabel(statistics.totalNs));
  accuracy_ = {statistics.correction.factor > 0 ? tr("times less the cost of recording") : tr("times as recorded")};
  runs_ = {tr("of calls at its ends the part inside counts")};
  breakLines();
}

QStringList StatisticsBar::notes() const {
  return {accuracy_.join(QStringLiteral(" · ")), runs_.join(QStringLiteral(" · "))};
}

std::vector<QRect> StatisticsBar::parts() const {
  const Theme* theme = Theme::instance();
  const int left = theme->px(16) + QFontMetrics(theme->ui(12, 600)).horizontalAdvance(caption_) + theme->px(20);
  const int room = std::max(0, width() - left - theme->px(16));
  std::vector<QRect> out;
  double at = 0;
  for (const auto& [share, title, tip] : shares_) {
    const int from = left + static_cast<int>(std::lround(at * room));
    at += share.share;
    const int to = left + static_cast<int>(std::lround(at * room));
    out.emplace_back(from, theme->px(6), std::max(1, to - from - 1), theme->px(kBarHeight));
  }
  return out;
}

void StatisticsBar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme* theme = Theme::instance();
  painter.fillRect(rect(), theme->color(Token::Panel));
  painter.setFont(theme->ui(12, 600));
  painter.setPen(theme->color(Token::Text));
  drawFigure(&painter, QRect(theme->px(16), theme->px(6), width() - theme->px(16), theme->px(kBarHeight)),
             Qt::AlignVCenter | Qt::AlignLeft, caption_);
  painter.setFont(theme->ui(11));
  painter.setPen(theme->color(Token::TextSecond));
  QRect below(theme->px(16), theme->px(kNotesTop), width() - theme->px(32), theme->px(kNoteHeight));
  for (const QString& line : lines_) {
    drawFigure(&painter, below, Qt::AlignVCenter | Qt::AlignLeft, line);
    below.translate(0, below.height());
  }
  const std::vector<QRect> rects = parts();
  painter.setFont(theme->ui(11, 600));
  for (size_t i = 0; i < shares_.size(); ++i) {
    const KindShare& share = shares_[i].share;
    const CallColors colors = theme->call(share.kind);
    painter.fillRect(rects[i], colors.fill);
    const QString text =
        QStringLiteral("%1 %2 %").arg(shares_[i].title).arg(share.share * 100, 0, 'f', share.share < 0.0995 ? 1 : 0);
    const QString shorter = QStringLiteral("%1 %").arg(share.share * 100, 0, 'f', 0);
    const int room = rects[i].width() - theme->px(12);
    const QString& shown = painter.fontMetrics().horizontalAdvance(text) <= room ? text : shorter;
    const bool fits = painter.fontMetrics().horizontalAdvance(shown) <= room;
    if (colors.hatched)
      paintHatch(
          &painter,
          fits ? QRectF(rects[i]).adjusted(painter.fontMetrics().horizontalAdvance(shown) + theme->px(10), 0, 0, 0)
               : QRectF(rects[i]),
          colors.edge);
    painter.setPen(colors.edge);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rects[i].adjusted(0, 0, -1, -1));
    if (!fits) continue;
    painter.setPen(theme->color(Token::SliceText));
    drawFigure(&painter, rects[i].adjusted(theme->px(6), 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, shown);
  }
}

bool StatisticsBar::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  auto* help = static_cast<QHelpEvent*>(event);
  const std::vector<QRect> rects = parts();
  for (size_t i = 0; i < rects.size(); ++i) {
    if (!rects[i].adjusted(0, -4, 1, 4).contains(help->pos())) continue;
    QToolTip::showText(help->globalPos(), shares_[i].tip, this);
    return true;
  }
  // The notes below the bar may be cut in a narrow window.
  if (help->pos().y() >= Theme::instance()->px(kNotesTop))
    QToolTip::showText(help->globalPos(), notes().join(QLatin1Char('\n')), this);
  else QToolTip::hideText();
  return true;
}

}  // namespace relaxscope
