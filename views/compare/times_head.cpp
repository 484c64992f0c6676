// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/times_head.h"

#include <QGridLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QPushButton>

#include <cmath>

#include "views/compare/time_texts.h"
#include "views/diff/summary_lines.h"
#include "views/diff/tables.h"
#include "views/diff/tile.h"

namespace relaxscope {
namespace {

QString arrow(const Figure& old, const Figure& now) {
  const QString from = old.unit == now.unit ? old.number : old.number + QLatin1Char(' ') + old.unit;
  return from + QStringLiteral(" \u2192 ") + now.number + QLatin1Char(' ') + now.unit;
}

Token inkOf(double old, double now) { return now < old ? Token::DiffLess : now > old ? Token::DiffMore : Token::Text; }

}  // namespace

TimesHead::TimesHead(Comparison* comparison, QWidget* parent) : QWidget(parent), comparison_(comparison) {
  setObjectName(QStringLiteral("compare.head"));
  const Theme* theme = Theme::instance();
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(theme->px(16), theme->px(8), theme->px(16), theme->px(8));
  layout->setSpacing(theme->px(24));
  list_ = new SummaryLines(QStringLiteral("compare.line"), this);
  layout->addWidget(list_, 1, Qt::AlignTop);
  layout->addWidget(makeFigures(), 0, Qt::AlignTop);
  connect(comparison_->times(), &PairTimes::changed, this, &TimesHead::reload);
  connect(comparison_->times(), &PairTimes::pendingChanged, this, &TimesHead::reload);
  connect(comparison_, &Comparison::pendingChanged, this, &TimesHead::reload);
  connect(comparison_, &Comparison::dataChanged, this, &TimesHead::reload);
  connect(theme, &Theme::changed, this, &TimesHead::reload);
  setSteps(false, false);
  reload();
}

QWidget* TimesHead::makeFigures() {
  auto* holder = new QWidget(this);
  auto* grid = new QGridLayout(holder);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setSpacing(Theme::instance()->px(8));
  run_ = new DiffTile(QStringLiteral("compare.tile.run"), holder);
  calls_ = new DiffTile(QStringLiteral("compare.tile.calls"), holder);
  peak_ = new DiffTile(QStringLiteral("compare.tile.peak"), holder);
  int column = 0;
  for (DiffTile* tile : {run_, calls_, peak_}) grid->addWidget(tile, 0, column++);
  previous_ = new QPushButton(tr("Previous"), holder);
  previous_->setObjectName(QStringLiteral("compare.previous"));
  previous_->setToolTip(tr("The row before that is faster or slower (Shift+F7)"));
  next_ = new QPushButton(tr("Next  F7"), holder);
  next_->setObjectName(QStringLiteral("compare.next"));
  next_->setAccessibleName(tr("Next difference"));
  next_->setToolTip(tr("The next row that is faster or slower (F7)"));
  connect(previous_, &QPushButton::clicked, this, [this] { emit stepRequested(true); });
  connect(next_, &QPushButton::clicked, this, [this] { emit stepRequested(false); });
  grid->addWidget(previous_, 1, 0);
  grid->addWidget(next_, 1, 1);
  addExport(grid, holder);
  return holder;
}

void TimesHead::addExport(QGridLayout* grid, QWidget* holder) {
  export_ = new QPushButton(tr("Export…"), holder);
  export_->setObjectName(QStringLiteral("compare.export"));
  auto* menu = new QMenu(export_);
  menu->setObjectName(QStringLiteral("compare.exports"));
  for (const TimesExporter& exporter : timesExporters()) {
    const QString id = QLatin1String(exporter.id);
    menu->addAction(exporterTitle(exporter), this, [this, id] { emit exportRequested(id); })
        ->setObjectName(QStringLiteral("compare.export.") + id);
  }
  menu->addSeparator();
  menu->addAction(tr("Picture of the view…"), this, [this] { emit exportRequested({}); })
      ->setObjectName(QStringLiteral("compare.export.picture"));
  connect(export_, &QPushButton::clicked, menu,
          [this, menu] { menu->popup(export_->mapToGlobal(QPoint(0, export_->height()))); });
  grid->addWidget(export_, 1, 2);
}

void TimesHead::reload() {
  const Theme* theme = Theme::instance();
  list_->restart();
  const auto times = comparison_->times()->times();
  if (times) {
    for (const ComparisonLine& line : times->byCallee.summary)
      list_->addLine(topicIcon(line.topic), topicText(line.topic), lineText(line));
    if (!times->byCallee.noInterval.empty())
      list_->addLine(QStringLiteral("info"), tr("No marks"),
                     tr("A difference needs times of other processes: run both in turns, or record each with rscope "
                        "profile, which repeats its runs."));
  } else if (comparison_->isPending() || comparison_->times()->isPending()) {
    list_->addLine(QStringLiteral("recent"), tr("Comparing"), comparison_->title());
  }
  showTiles(times ? times->byCallee : TraceComparison());
  export_->setEnabled(times != nullptr);
  export_->setIcon(theme->icon(QStringLiteral("export"), Token::Text));
  previous_->setIcon(theme->icon(QStringLiteral("chevron-up"), Token::Text));
  next_->setIcon(theme->icon(QStringLiteral("chevron-down"), Token::Text));
}

void TimesHead::showTiles(const TraceComparison& c) {
  const QString none(QChar(0x2013));
  if (c.run.oldNs <= 0 && c.run.newNs <= 0) {
    run_->show(tr("Mean run"), none, tr("no runs"), Token::Text);
  } else {
    const bool same = c.run.mark == DifferenceMark::Same;
    const QString share = changeShare(c.run.oldNs, c.run.newNs);
    run_->show(tr("Mean run"),
               same              ? QStringLiteral("\u00B10")
               : share.isEmpty() ? none
                                 : share,
               arrow(durationFigure(c.run.oldNs), durationFigure(c.run.newNs)),
               same ? Token::Text : inkOfMark(c.run.mark));
  }
  const double old = c.sum.oldCalls, now = c.sum.newCalls;
  const QString calls = changeShare(old, now);
  calls_->show(tr("Calls a run"), calls.isEmpty() ? none : calls, callsText(old, now), inkOf(old, now));
  if (!c.oldPeak || !c.newPeak) return peak_->show(tr("Live peak"), none, tr("values not recorded"), Token::Text);
  const auto before = static_cast<double>(*c.oldPeak), after = static_cast<double>(*c.newPeak);
  const QString peak = changeShare(before, after);
  peak_->show(tr("Live peak"), peak.isEmpty() ? none : peak, arrow(bytesFigure(before), bytesFigure(after)),
              inkOf(before, after));
}

void TimesHead::setSteps(bool previous, bool next) {
  previous_->setEnabled(previous);
  next_->setEnabled(next);
}

QStringList TimesHead::lines() const { return list_->texts(); }

void TimesHead::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), Theme::instance()->color(Token::Panel));
  painter.fillRect(QRect(0, height() - 1, width(), 1), Theme::instance()->color(Token::Border));
}

}  // namespace relaxscope
