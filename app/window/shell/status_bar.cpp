// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/status_bar.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QToolTip>

#include <cmath>

#include "app/window/document/document_page.h"
#include "app/window/document/output_panel.h"
#include "views/code/table_texts.h"
#include "views/theme/theme.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

QString duration(double ns) { return QString::fromStdString(durationText(ns)); }

/// Cost of recording that is in the times of one run: events of a run times what one costs, and its share.
QString costText(const Trace& trace, const TraceStatistics& statistics, QString* toolTip) {
  const InstrumentationCost& cost = trace.info.cost;
  const double each = cost.perEventNs;
  const size_t runs = std::max<size_t>(1, trace.runs.size());
  const double perRun = each * static_cast<double>(trace.eventCount()) / static_cast<double>(runs);
  if (each <= 0 || statistics.runTimes.medianNs <= 0) return {};
  *toolTip =
      StatusBar::tr(
          "%1 an event, measured on this machine before the run, is in the figures; clock: %2. What recording values and handing events over took (%3 in all) is not.")
          .arg(duration(each), QString::fromStdString(trace.info.clock.source), duration(statistics.recordingNs));
  return StatusBar::tr("Instrumentation: %1 a run (%2 %)")
      .arg(duration(perRun))
      .arg(100.0 * perRun / statistics.runTimes.medianNs, 0, 'f', 1);
}

}  // namespace

StatusBar::StatusBar(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("statusBar"));
  setMouseTracking(true);
  setFixedHeight(Theme::instance()->px(24));
  cancel_ = new QPushButton(tr("Cancel"), this);
  cancel_->setObjectName(QStringLiteral("statusBar.cancel"));
  cancel_->setProperty("link", true);
  cancel_->hide();
  connect(cancel_, &QPushButton::clicked, this, &StatusBar::cancelClicked);
  connect(Theme::instance(), &Theme::changed, this, [this] { setFixedHeight(Theme::instance()->px(24)); });
}

void StatusBar::showPage(DocumentPage* page, const QString& device) {
  left_.clear();
  right_.clear();
  work_.clear();
  left_.append({QStringLiteral("cpu"), device, {}, {}, {}});
  left_.append({{}, tr("Engine: builtin"), tr("Runs happen in a worker process of its own"), {}, {}});
  if (page == nullptr) {
    right_.append({{}, tr("No file open"), {}, {}, {}});
    right_.append({QStringLiteral("lock"), tr("Works offline, sends nothing"), {}, {}, {}});
  } else {
    Document* document = page->document();
    if (const QString& why = document->whyNotRunnable(); !why.isEmpty())
      left_.append({QStringLiteral("info"), tr("Cannot be run"), why, {}, {}});
    const auto trace = document->trace();
    const auto statistics = document->byCallee();
    if (statistics && statistics->runs > 0) {
      const QString runs =
          tr("%n run(s), median %1 ± %2", nullptr, static_cast<int>(statistics->runs))
              .arg(duration(statistics->runTimes.medianNs), duration(statistics->runTimes.halfWidthNs));
      left_.append({QStringLiteral("timeline"), runs, tr("± is half the 95 % interval of the median"), {}, {}});
      QString toolTip;
      if (trace)
        if (const QString cost = costText(*trace, *statistics, &toolTip); !cost.isEmpty())
          left_.append({QStringLiteral("values"), cost, toolTip, {}, {}});
    }
    if (trace && trace->info.lostEvents > 0)
      left_.append({QStringLiteral("diagnostics"),
                    tr("%n event(s) lost", nullptr, static_cast<int>(trace->info.lostEvents)),
                    {},
                    {},
                    {}});
    if (const int lines = lineCount(page->runController()->output()); lines > 0)
      left_.append({QStringLiteral("listing"),
                    tr("output: %n line(s)", nullptr, lines),
                    tr("Show what the kernels printed"),
                    QStringLiteral("output"),
                    {}});
    if (const Executable* executable = document->executable()) {
      right_.append({{}, variantTitle(executable->variant), {}, {}, {}});
      if (const auto findings = document->data().diagnostics) {
        right_.append(
            {{}, tr("verified: %n error(s)", nullptr, static_cast<int>(findings->count(Severity::Error))), {}, {}, {}});
        right_.append({findings->total() > 0 ? QStringLiteral("diagnostics") : QStringLiteral("check"),
                       tr("%n finding(s)", nullptr, static_cast<int>(findings->total())),
                       tr("Show the findings"),
                       QStringLiteral("findings"),
                       {}});
      }
    }
    if (page->isLoading()) work_ = tr("Reading %1").arg(page->title());
    else if (page->runController()->isBusy()) work_ = page->runController()->progressText();
  }
  cancel_->setVisible(!work_.isEmpty());
  setAccessibleName(text());
  update();
}

QString StatusBar::text() const {
  QStringList parts;
  for (const auto& list : {left_, right_})
    for (const Segment& segment : list) parts.append(segment.text);
  if (!work_.isEmpty()) parts.prepend(work_);
  return parts.join(QStringLiteral(" | "));
}

int StatusBar::paintSegments(QPainter& painter, const QList<Segment>& segments, bool fromRight, int limit) const {
  const Theme* theme = Theme::instance();
  const QFontMetrics metrics(theme->ui(11));
  const int icon = theme->px(14), gap = theme->px(6), pad = theme->px(12);
  int x = fromRight ? width() - pad : pad;
  for (int i = 0; i < segments.size(); ++i) {
    const Segment& segment = fromRight ? segments[segments.size() - 1 - i] : segments[i];
    const int need = (segment.icon.isEmpty() ? 0 : icon + gap) + metrics.horizontalAdvance(segment.text);
    if (!fromRight && x + need > limit) break;
    int at = fromRight ? x - need : x;
    segment.area = QRect(at, 0, need, height());
    if (!segment.icon.isEmpty()) {
      theme->icon(segment.icon).paint(&painter, QRect(at, (height() - icon) / 2 + 1, icon, icon));
      at += icon + gap;
    }
    painter.setPen(theme->color(Token::TextSecond));
    painter.drawText(QRect(at, 0, need, height()), Qt::AlignVCenter | Qt::AlignLeft, segment.text);
    x = fromRight ? x - need - 2 * pad + gap : x + need;
    if (!fromRight && i + 1 < segments.size()) {
      painter.fillRect(QRect(x + pad, height() / 2 - theme->px(6), 1, theme->px(12)),
                       theme->color(Token::BorderStrong));
      x += 2 * pad;
    }
  }
  return x;
}

void StatusBar::paintEvent(QPaintEvent*) {
  const Theme* theme = Theme::instance();
  QPainter painter(this);
  painter.fillRect(rect(), theme->color(Token::Window));
  painter.fillRect(QRect(0, 0, width(), 1), theme->color(Token::Border));
  painter.setFont(theme->ui(11));
  const int right = paintSegments(painter, right_, true, 0);
  int x = paintSegments(painter, left_, false, right);
  if (work_.isEmpty()) return;
  x += theme->px(24);
  const QFontMetrics metrics(theme->ui(11, 500));
  painter.setFont(theme->ui(11, 500));
  painter.setPen(theme->color(Token::Accent));
  painter.drawText(QRect(x, 0, right - x, height()), Qt::AlignVCenter, work_);
  cancel_->setFont(theme->ui(11, 500));
  cancel_->move(x + metrics.horizontalAdvance(work_) + theme->px(12),
                (height() - cancel_->sizeHint().height()) / 2 + 1);
  cancel_->resize(cancel_->sizeHint());
}

const StatusBar::Segment* StatusBar::segmentAt(const QPoint& at) const {
  for (const auto* list : {&left_, &right_})
    for (const Segment& segment : *list)
      if (segment.area.contains(at)) return &segment;
  return nullptr;
}

void StatusBar::mouseReleaseEvent(QMouseEvent* event) {
  if (const Segment* segment = segmentAt(event->pos()); segment != nullptr && !segment->id.isEmpty())
    emit segmentClicked(segment->id);
}

void StatusBar::mouseMoveEvent(QMouseEvent* event) {
  const Segment* segment = segmentAt(event->pos());
  setCursor(segment != nullptr && !segment->id.isEmpty() ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

bool StatusBar::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const Segment* segment = segmentAt(help->pos());
    if (segment != nullptr && !segment->toolTip.isEmpty())
      QToolTip::showText(help->globalPos(), segment->toolTip, this);
    else QToolTip::hideText();
    return true;
  }
  return QWidget::event(event);
}

}  // namespace relaxscope
