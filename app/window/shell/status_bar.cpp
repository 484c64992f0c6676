// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/status_bar.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QToolTip>

#include <algorithm>
#include <cmath>

#include "app/window/document/document_page.h"
#include "app/window/document/output_panel.h"
#include "views/code/lint.h"
#include "views/code/table_texts.h"
#include "views/core/comparison.h"
#include "views/core/engine_text.h"
#include "views/profile/accuracy_text.h"
#include "views/profile/event_facts.h"
#include "views/profile/work_facts.h"
#include "views/theme/theme.h"
#include "views/widgets/draw_figure.h"
#include "views/widgets/figures.h"
#include "views/widgets/spoken_item.h"
#include "vmcore/base/text/text.h"
#include "vmcore/trace/accuracy.h"

namespace relaxscope {
namespace {

QString duration(double ns) { return QString::fromStdString(durationText(ns)); }

/// What recording adds to the times of a run, and in the tooltip how that is known.
QString costText(const Trace& trace, const TraceStatistics& statistics, QString* toolTip) {
  const InstrumentationCost& cost = trace.info.cost;
  *toolTip = StatusBar::tr("Accuracy: %1.").arg(accuracyText(trace));
  if (cost.perEventNs > 0)
    *toolTip +=
        QLatin1Char('\n') +
        StatusBar::tr(
            "Recording takes about %1 per event, measured on this host before the run; clock: %2. All times exclude the time for recording values and handing over events (%3 in all).")
            .arg(duration(cost.perEventNs), QString::fromStdString(trace.info.clock.source),
                 duration(statistics.recordingNs));
  if (const QString corrected = correctionText(statistics); !corrected.isEmpty())
    *toolTip += QLatin1Char('\n') + StatusBar::tr("Rows and runs: %1.").arg(corrected);
  if (const QString processes = processesText(statistics); !processes.isEmpty())
    *toolTip +=
        QLatin1Char('\n') + StatusBar::tr("Times of one process over unrecorded times of another: %1.").arg(processes);
  const auto accuracy = accuracyOf(trace);
  if (accuracy && statistics.correction.factor > 0 && statistics.correction.accuracy)
    return StatusBar::tr("Recorded %1, corrected %2")
        .arg(QString::fromStdString(excessText(accuracy->ratio)),
             QString::fromStdString(excessText(statistics.correction.accuracy->ratio)));
  return accuracy ? StatusBar::tr("Recording: %1").arg(QString::fromStdString(excessText(accuracy->ratio)))
                  : StatusBar::tr("Recording: accuracy not measured");
}

}  // namespace

StatusBar::StatusBar(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("statusBar"));
  new SpokenItem(this, QAccessible::StatusBar);
  setMouseTracking(true);
  setFixedHeight(Theme::instance()->px(24));
  cancel_ = new QPushButton(tr("Cancel"), this);
  cancel_->setObjectName(QStringLiteral("statusBar.cancel"));
  cancel_->setProperty("link", true);
  cancel_->hide();
  connect(cancel_, &QPushButton::clicked, this, &StatusBar::cancelClicked);
  connect(Theme::instance(), &Theme::changed, this, [this] {
    setFixedHeight(Theme::instance()->px(24));
    layOut();
  });
}

void StatusBar::showPage(DocumentPage* page, const QString& device) {
  left_.clear();
  right_.clear();
  work_.clear();
  left_.append({QStringLiteral("cpu"), device, {}});
  left_.append({{}, tr("Engine: builtin"), tr("Runs happen in a separate worker process")});
  if (page == nullptr) {
    right_.append({{}, tr("No file open"), {}});
    right_.append({QStringLiteral("lock"), tr("Works offline, sends nothing"), {}});
  } else {
    addStatistics(page);
    addExecutable(page->document());
    if (page->isLoading()) work_ = {tr("Reading %1").arg(page->title())};
    else if (page->runController()->isBusy()) work_ = page->runController()->progress();
  }
  finish();
}

/// Code, and what else differs.
void StatusBar::addDifferences(const Comparison& comparison) {
  const ExecutableDiff& diff = *comparison.diff();
  const auto functions = static_cast<int>(
      std::ranges::count_if(diff.functions, [](const FunctionPair& pair) { return pair.state != PairState::Same; }));
  const auto differences = static_cast<int>(comparison.differences().size());
  const int constants = countOf(diff, ChangeKind::ConstantEdited, ChangeKind::ConstantRemoved),
            kernels = countOf(diff, ChangeKind::KernelAdded, ChangeKind::KernelInterface);
  if (functions > 0 || (constants == 0 && kernels == 0))
    left_.append(
        {QStringLiteral("compare"),
         tr("%n difference(s)", nullptr, differences) + QLatin1Char(' ') + tr("in %n function(s)", nullptr, functions),
         tr("Differences of the code; those of hidden kinds are left out")});
  const QString icon = functions > 0 ? QString() : QStringLiteral("compare");
  if (constants > 0)
    left_.append({icon, tr("%n constant(s) differ", nullptr, constants), tr("See the tab \"Constants\"")});
  if (kernels > 0)
    left_.append(
        {constants > 0 ? QString() : icon, tr("%n kernel(s) differ", nullptr, kernels), tr("See the tab \"Kernels\"")});
}

void StatusBar::showComparison(const Comparison& comparison, const QStringList& work) {
  left_.clear();
  right_.clear();
  work_.clear();
  const auto diff = comparison.diff();
  if (!comparison.remark().isEmpty()) left_.append({QStringLiteral("info"), comparison.remark(), comparison.remark()});
  if (diff) {
    addDifferences(comparison);
    left_.append({{}, tr("registers compared after renumbering"), tr("A renumbered operand is not a difference")});
    for (const std::string& text : diff->notCompared)
      left_.append({QStringLiteral("info"), engineText(printable(text)), engineText(printable(text))});
    right_.append(
        {{},
         diff->same ? tr("exit code for scripts: 0 (the same)") : tr("exit code for scripts: 1 (they differ)"),
         tr("Of rscope diff without options")});
  }
  if (const auto times = comparison.times()->times()) {
    const TraceComparison& c = times->byCallee;
    const auto number = [](uint64_t runs) { return countText(static_cast<int64_t>(runs)); };
    left_.append({QStringLiteral("recent"),
                  c.inTurns
                      ? tr("%1 and %2 runs in %3 turns").arg(number(c.oldRuns), number(c.newRuns), number(c.turns))
                      : tr("%1 and %2 runs, not in turns").arg(number(c.oldRuns), number(c.newRuns)),
                  tr("Measured runs of the old and of the new side")});
  }
  const bool isPending = comparison.isPending() || comparison.times()->isPending();
  work_ = isPending ? QStringList(tr("Comparing %1").arg(comparison.title())) : work;
  finish();
}

void StatusBar::finish() {
  cancel_->setVisible(!work_.isEmpty());
  setAccessibleName(text());
  layOut();
  update();
}

void StatusBar::addStatistics(DocumentPage* page) {
  const Document* document = page->document();
  if (const QString& why = document->whyNotRunnable(); !why.isEmpty())
    left_.append({QStringLiteral("info"), tr("Cannot be run"), why});
  const auto trace = document->trace();
  const auto statistics = document->byCallee();
  // Before the times that it is about: entries that do not fit give way from the end.
  if (const QString aligned = trace ? alignmentText(*trace) : QString(); !aligned.isEmpty())
    left_.append({QStringLiteral("gpu"), aligned, howDeviceMeasured(trace->device).join(QLatin1Char('\n'))});
  if (statistics && statistics->runs > 0) {
    const RunTimes& times = statistics->leadingTimes();
    const bool hasInterval = !std::isnan(times.halfWidthNs);
    const QString median = duration(times.medianNs);
    const QString figures = hasInterval ? QStringLiteral("%1 ± %2").arg(median, duration(times.halfWidthNs)) : median;
    const auto count = static_cast<int>(statistics->runs);
    const QString runs = (document->areFiguresSoFar() ? tr("%Ln runs so far, median %1", nullptr, count)
                                                      : tr("%n run(s), median %1", nullptr, count))
                             .arg(figures);
    left_.append({QStringLiteral("timeline"), runs,
                  (hasInterval ? tr("± is half the 95 % interval of the median")
                               : tr("A single run: how the time varies is not known")) +
                      QLatin1Char('\n') +
                      (statistics->leadsUnrecorded() ? tr("Of the runs beside the measured ones that are not recorded")
                                                     : tr("Of the recorded runs"))});
    QString toolTip;
    const QString cost = trace ? costText(*trace, *statistics, &toolTip) : QString();
    if (!cost.isEmpty()) left_.append({QStringLiteral("values"), cost, toolTip});
  }
  if (trace && trace->info.lostEvents > 0) {
    const auto lost = static_cast<int>(trace->info.lostEvents);
    left_.append({QStringLiteral("diagnostics"), tr("%n event(s) dropped", nullptr, lost),
                  statistics ? eventsText(statistics->events) : QString()});
  }
  if (const int lines = lineCount(page->runController()->output()); lines > 0)
    left_.append({QStringLiteral("listing"), tr("output: %n line(s)", nullptr, lines), tr("Show the kernels' output"),
                  Target::Output});
}

void StatusBar::addExecutable(Document* document) {
  const Executable* executable = document->executable();
  if (executable == nullptr) return;
  right_.append({{}, variantTitle(executable->variant), {}});
  if (!document->data().diagnostics) return;
  const FindingCounts findings = countFindings(document);
  const auto errors = static_cast<int>(findings.of(Severity::Error)), total = static_cast<int>(findings.total());
  right_.append({{}, tr("verified: %n error(s)", nullptr, errors), {}});
  right_.append({total > 0 ? QStringLiteral("diagnostics") : QStringLiteral("check"),
                 tr("%n finding(s)", nullptr, total), tr("Show the findings"), Target::Findings});
}

QString StatusBar::text() const {
  QStringList parts;
  for (const auto& list : {left_, right_})
    for (const Segment& segment : list) parts.append(segment.text);
  if (!work_.isEmpty()) parts.prepend(work_.join(QStringLiteral(" · ")));
  return parts.join(QStringLiteral(" | "));
}

int StatusBar::widthOf(const Segment& segment) const {
  const Theme* theme = Theme::instance();
  const int icon = segment.icon.isEmpty() ? 0 : theme->px(14) + theme->px(6);
  return icon + QFontMetrics(theme->ui(11)).horizontalAdvance(segment.text);
}

void StatusBar::layOut() {
  const Theme* theme = Theme::instance();
  const int gap = theme->px(6), pad = theme->px(12);
  const QFont font = theme->ui(11, 500);
  const QFontMetrics metrics(font);
  const QSize size = cancel_->sizeHint();
  cancel_->setFont(font);
  // Work in progress and its button come first, then the segments at the right, then those at the left.
  const int button = work_.isEmpty() ? 0 : pad + size.width() + pad;
  shownWork_ = fittingParts(metrics, work_, width() - pad - button);
  const int work = work_.isEmpty() ? 0 : theme->px(24) + metrics.horizontalAdvance(shownWork_) + button;
  int right = width() - pad;
  bool room = true;
  for (auto it = right_.rbegin(); it != right_.rend(); ++it) {
    const int need = widthOf(*it);
    room = room && right - need >= pad + work;
    it->area = room ? QRect(right - need, 0, need, height()) : QRect();
    if (room) right -= need + 2 * pad - gap;
  }
  int x = pad;
  room = true;
  for (Segment& segment : left_) {
    const int need = widthOf(segment);
    room = room && x + need + work <= right;
    segment.area = room ? QRect(x, 0, need, height()) : QRect();
    if (room) x += need + (&segment == &left_.back() ? 0 : 2 * pad);
  }
  if (x > pad) x += theme->px(24);
  workArea_ = QRect(x, 0, metrics.horizontalAdvance(shownWork_) + 1, height());
  cancel_->setGeometry(QRect(QPoint(workArea_.right() + pad, (height() - size.height()) / 2 + 1), size));
}

void StatusBar::paintSegment(QPainter& painter, const Segment& segment) const {
  const Theme* theme = Theme::instance();
  const int icon = theme->px(14);
  QRect area = segment.area;
  if (!segment.icon.isEmpty()) {
    theme->icon(segment.icon).paint(&painter, QRect(area.left(), (height() - icon) / 2 + 1, icon, icon));
    area.setLeft(area.left() + icon + theme->px(6));
  }
  painter.setPen(theme->color(Token::TextSecond));
  drawFigure(&painter, area, Qt::AlignVCenter | Qt::AlignLeft, segment.text);
}

void StatusBar::paintEvent(QPaintEvent*) {
  const Theme* theme = Theme::instance();
  QPainter painter(this);
  painter.fillRect(rect(), theme->color(Token::Window));
  painter.fillRect(QRect(0, 0, width(), 1), theme->color(Token::Border));
  painter.setFont(theme->ui(11));
  for (const Segment& segment : right_)
    if (!segment.area.isEmpty()) paintSegment(painter, segment);
  for (qsizetype i = 0; i < left_.size() && !left_[i].area.isEmpty(); ++i) {
    const Segment& segment = left_[i];
    paintSegment(painter, segment);
    if (i + 1 == left_.size() || left_[i + 1].area.isEmpty()) continue;
    const int x = segment.area.left() + segment.area.width() + theme->px(12);
    painter.fillRect(QRect(x, height() / 2 - theme->px(6), 1, theme->px(12)), theme->color(Token::BorderStrong));
  }
  if (work_.isEmpty()) return;
  painter.setFont(theme->ui(11, 500));
  painter.setPen(theme->color(Token::Accent));
  drawFigure(&painter, workArea_, Qt::AlignVCenter, shownWork_);
}

void StatusBar::resizeEvent(QResizeEvent*) { layOut(); }

const StatusBar::Segment* StatusBar::segmentAt(const QPoint& at) const {
  for (const auto* list : {&left_, &right_})
    for (const Segment& segment : *list)
      if (segment.area.contains(at)) return &segment;
  return nullptr;
}

void StatusBar::mouseReleaseEvent(QMouseEvent* event) {
  if (const Segment* segment = segmentAt(event->pos()); segment != nullptr && segment->target != Target::None)
    emit targetClicked(segment->target);
}

void StatusBar::mouseMoveEvent(QMouseEvent* event) {
  const Segment* segment = segmentAt(event->pos());
  setCursor(segment != nullptr && segment->target != Target::None ? Qt::PointingHandCursor : Qt::ArrowCursor);
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
