// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/call_pane.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

#include "views/compare/overlaid_histogram.h"
#include "views/compare/time_texts.h"
#include "views/core/engine_text.h"
#include "views/theme/theme.h"
#include "views/widgets/chip_label.h"
#include "views/widgets/elided_label.h"
#include "views/widgets/label.h"
#include "vmcore/base/text/text.h"
#include "vmcore/base/unknown.h"

namespace relaxscope {
namespace {

constexpr size_t kNamed = 3;

QString textOf(const Figure& figure) {
  return figure.unit.isEmpty() ? figure.number : figure.number + QLatin1Char(' ') + figure.unit;
}

double perCall(double ns, double calls) { return calls > 0 ? ns / calls : kUnknown; }

/// What all calls of a run take divided by their number: exact only where both runs make the same number of calls.
double halfWidthPerCall(const ComparedRow& row) {
  return row.oldCalls > 0 && row.oldCalls == row.newCalls ? row.time.halfWidthNs / row.oldCalls : kUnknown;
}

void clear(QWidget* holder) { qDeleteAll(holder->findChildren<QWidget*>(Qt::FindDirectChildrenOnly)); }

}  // namespace

/// The reader keeps what rows share; a replaced task may still use it.
struct CallPane::Shared {
  explicit Shared(std::shared_ptr<const ComparedTimes> times) : reader(std::move(times)) {}
  std::mutex mutex;
  CallReader reader;
};

CallPane::CallPane(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("compare.call"));
  const Theme* theme = Theme::instance();
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(theme->px(16), theme->px(10), theme->px(16), theme->px(10));
  layout->setSpacing(theme->px(6));
  buildHead(layout);
  table_ = new QWidget(this);
  rows_ = new QGridLayout(table_);
  rows_->setContentsMargins(0, 0, 0, 0);
  rows_->setVerticalSpacing(0);
  rows_->setHorizontalSpacing(theme->px(12));
  layout->addWidget(table_);
  nested_ = heading(tr("Median and p99 are of whole calls, with those within them"));
  layout->addWidget(nested_);
  histogram_ = new OverlaidHistogram(this);
  histogram_->setMaximumHeight(theme->px(280));
  layout->addWidget(histogram_, 1);
  auto* title = heading(tr("How calls were matched"));
  title->setFont(theme->ui(11, 600));
  layout->addWidget(title);
  matched_ = new QWidget(this);
  matches_ = new QGridLayout(matched_);
  matches_->setContentsMargins(0, 0, 0, 0);
  matches_->setVerticalSpacing(0);
  matches_->setHorizontalSpacing(theme->px(12));
  matches_->setColumnStretch(2, 1);
  layout->addWidget(matched_);
  interval_ = heading({});
  interval_->setObjectName(QStringLiteral("compare.interval"));
  layout->addWidget(interval_);
  layout->addStretch(1);
  clearRow();
}

QLabel* CallPane::heading(const QString& text) {
  auto* label = new Label(text, this);
  label->setFont(Theme::instance()->ui(11));
  label->setProperty("role", "second");
  label->setWordWrap(true);
  return label;
}

void CallPane::buildHead(QVBoxLayout* layout) {
  const Theme* theme = Theme::instance();
  auto* head = new QHBoxLayout;
  head->setSpacing(theme->px(8));
  name_ = new ElidedLabel({}, theme->mono(13, 600), Token::RoleFunction, this);
  name_->setObjectName(QStringLiteral("compare.call.name"));
  chips_ = new QWidget(this);
  auto* chips = new QHBoxLayout(chips_);
  chips->setContentsMargins(0, 0, 0, 0);
  chips->setSpacing(theme->px(4));
  head->addWidget(name_, 1);
  head->addWidget(chips_);
  layout->addLayout(head);
  about_ = heading({});
  about_->setObjectName(QStringLiteral("compare.call.about"));
  layout->addWidget(about_);
}

void CallPane::paintEvent(QPaintEvent*) { QPainter(this).fillRect(rect(), Theme::instance()->color(Token::Panel)); }

void CallPane::setTimes(std::shared_ptr<const ComparedTimes> times, Grouping grouping) {
  if (times != times_) shared_ = times ? std::make_shared<Shared>(times) : nullptr;
  times_ = std::move(times);
  grouping_ = grouping;
  showRow(nullptr);
  showMatching();
}

void CallPane::clearRow() {
  task_.cancel();
  row_.reset();
  figures_.clear();
  clear(table_);
  clear(chips_);
  histogram_->setFigures({});
  name_->clear();
  about_->setText(times_ ? tr("Select a row to see its calls.") : QString());
  nested_->hide();
}

void CallPane::showRow(const ComparedRow* row) {
  clearRow();
  if (row == nullptr || !shared_) return;
  row_ = *row;
  const QString name = calleeText(*row);
  name_->setText(name);
  name_->setToolTip(name);
  const Chip chip = markChip(*row);
  auto* state = new ChipLabel(chip.text, {.ink = chip.fore, .back = chip.back}, chips_);
  state->setToolTip(chip.tooltip);
  chips_->layout()->addWidget(state);
  const QString place = placeText(*row, times_->old.trace->info, times_->now.trace->info);
  const auto number = [](uint64_t runs) { return countText(static_cast<int64_t>(runs)); };
  const TraceComparison& c = times_->by(grouping_);
  about_->setText(tr("%1 calls a run; %2 old and %3 new runs")
                      .arg(callsText(row->oldCalls, row->newCalls), number(c.oldRuns), number(c.newRuns)) +
                  (place.isEmpty() ? QString() : QStringLiteral(" \u00B7 ") + place));
  showFigures({});
  task_.start(
      [shared = shared_, wanted = *row, grouping = grouping_](const std::stop_token& stop) {
        const std::scoped_lock lock(shared->mutex);
        return shared->reader.read(wanted, grouping, stop);
      },
      [this](const CallFigures& figures) { showFigures(figures); });
}

void CallPane::addHead() {
  int column = 0;
  for (const QString& text : {QString(), tr("old"), tr("new"), tr("Δ"), tr("±")}) {
    auto* label = new Label(text, table_);
    label->setFont(Theme::instance()->ui(11, 600));
    label->setProperty("role", "second");
    rows_->addWidget(label, 0, column++, Qt::AlignRight);
  }
}

void CallPane::addFigures(const QString& name, double old, double now, double halfWidth, const QString& help) {
  const Theme* theme = Theme::instance();
  const int row = rows_->rowCount();
  auto* title = new Label(name, table_);
  rows_->addWidget(title, row, 0);
  const bool both = !std::isnan(old) && !std::isnan(now);
  const QStringList texts{textOf(durationFigure(old)), textOf(durationFigure(now)),
                          both ? textOf(signedDurationFigure(now - old)) : QString(QChar(0x2013)),
                          std::isnan(halfWidth) ? QString(QChar(0x2013)) : textOf(durationFigure(halfWidth))};
  int column = 1;
  for (const QString& text : texts) {
    const bool isDifference = column == 3 && !std::isnan(halfWidth) && row_;
    auto* figure = new Label(text, table_);
    figure->setFont(theme->mono(12));
    if (isDifference)
      figure->setStyleSheet(QStringLiteral("color:%1").arg(theme->color(inkOfMark(row_->time.mark)).name()));
    figure->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    figure->setToolTip(help);
    rows_->addWidget(figure, row, column++);
  }
  title->setToolTip(help);
  title->setFixedHeight(theme->px(20));
  figures_ << name + QStringLiteral(" | ") + texts.join(QStringLiteral(" | "));
}

void CallPane::showFigures(const CallFigures& figures) {
  if (!row_) return;
  figures_.clear();
  clear(table_);
  addHead();
  addFigures(tr("Mean"), perCall(row_->time.oldNs, row_->oldCalls), perCall(row_->time.newNs, row_->newCalls),
             halfWidthPerCall(*row_), tr("Time of a call without those within it, of the runs that rows are made of"));
  const auto of = [&figures](size_t side, double CallTimes::* figure) {
    return figures.sides[side] ? (*figures.sides[side]).*figure : kUnknown;
  };
  addFigures(tr("Median"), of(0, &CallTimes::medianNs), of(1, &CallTimes::medianNs), kUnknown,
             tr("Half of the calls of all measured runs take at most this long"));
  addFigures(tr("p99"), of(0, &CallTimes::p99Ns), of(1, &CallTimes::p99Ns), kUnknown,
             tr("99 % of the calls of all measured runs take at most this long"));
  nested_->setVisible(isBody(row_->kind));
  histogram_->setFigures(figures);
}

void CallPane::addMatch(const QString& name, size_t count, const QString& remark) {
  const Theme* theme = Theme::instance();
  const int row = matches_->rowCount();
  const QString number = countText(static_cast<int64_t>(count));
  auto* title = new Label(name, matched_);
  auto* figure = new Label(number, matched_);
  figure->setFont(theme->mono(12));
  auto* what = new ElidedLabel(remark, theme->mono(11), Token::TextSecond, matched_);
  int column = 0;
  for (QLabel* each : std::initializer_list<QLabel*>{title, figure, what}) {
    each->setFixedHeight(theme->px(20));
    matches_->addWidget(each, row, column++);
  }
  matching_ << name + QLatin1Char(' ') + number;
}

void CallPane::showMatching() {
  matching_.clear();
  clear(matched_);
  interval_->clear();
  if (!times_) return;
  const TraceComparison& c = times_->by(grouping_);
  std::array<size_t, kComparedGroups> counts{};
  size_t renamed = 0;
  QStringList names;
  for (const ComparedRow& row : c.rows) {
    ++counts[static_cast<size_t>(row.group)];
    if (!row.renamed() && !row.isGroup) continue;
    if (++renamed <= kNamed) names << calleeText(row);
  }
  const auto count = [&counts](ComparedGroup group) { return counts[static_cast<size_t>(group)]; };
  QString others = names.join(QStringLiteral(", "));
  if (renamed > kNamed) others += QStringLiteral(", \u2026");
  addMatch(tr("same name"), count(ComparedGroup::Both) - renamed, {});
  addMatch(tr("other name"), renamed, others);
  addMatch(tr("only in the old"), count(ComparedGroup::OnlyOld), {});
  addMatch(tr("only in the new"), count(ComparedGroup::OnlyNew), {});
  interval_->setText(c.matchedByName.empty()
                         ? intervalText(c)
                         : tr("Calls are matched by name alone: %1.").arg(engineText(printable(c.matchedByName))) +
                               QLatin1Char('\n') + intervalText(c));
}

}  // namespace relaxscope
