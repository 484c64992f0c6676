// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/diff/summary_pane.h"

#include <QGridLayout>
#include <QMenu>
#include <QPainter>
#include <QPushButton>

#include <algorithm>

#include "views/core/engine_text.h"
#include "views/diff/change_texts.h"
#include "views/diff/summary_lines.h"
#include "views/diff/tables.h"
#include "views/diff/tile.h"
#include "views/diff/times.h"
#include "views/widgets/label.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

QString arrow(const QString& old, const QString& now) { return old + QStringLiteral(" \u2192 ") + now; }

Token inkOfChange(double old, double now) {
  return now < old ? Token::DiffLess : now > old ? Token::DiffMore : Token::Text;
}

}  // namespace

DiffSummaryPane::DiffSummaryPane(Comparison* comparison, QWidget* parent) : QWidget(parent), comparison_(comparison) {
  setObjectName(QStringLiteral("diff.summary"));
  const Theme* theme = Theme::instance();
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(theme->px(16), theme->px(8), theme->px(16), theme->px(8));
  layout->setSpacing(theme->px(24));
  list_ = new SummaryLines(QStringLiteral("diff.line"), this);
  layout->addWidget(list_, 1, Qt::AlignTop);
  layout->addWidget(makeFigures(), 0, Qt::AlignTop);
  connect(comparison_, &Comparison::diffChanged, this, &DiffSummaryPane::reload);
  connect(comparison_, &Comparison::dataChanged, this, &DiffSummaryPane::reload);
  connect(comparison_, &Comparison::pendingChanged, this, &DiffSummaryPane::reload);
  connect(comparison_, &Comparison::placeChanged, this, &DiffSummaryPane::follow);
  connect(comparison_, &Comparison::differencesChanged, this, &DiffSummaryPane::follow);
  connect(theme, &Theme::changed, this, &DiffSummaryPane::reload);
  reload();
}

QWidget* DiffSummaryPane::makeFigures() {
  const Theme* theme = Theme::instance();
  auto* holder = new QWidget(this);
  auto* grid = new QGridLayout(holder);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setSpacing(theme->px(8));
  code_ = new DiffTile(QStringLiteral("diff.tile.code"), holder);
  peak_ = new DiffTile(QStringLiteral("diff.tile.peak"), holder);
  match_ = new DiffTile(QStringLiteral("diff.tile.match"), holder);
  int column = 0;
  for (DiffTile* tile : {code_, peak_, match_}) grid->addWidget(tile, 0, column++);
  previous_ = new QPushButton(tr("Previous"), holder);
  previous_->setObjectName(QStringLiteral("diff.previous"));
  previous_->setToolTip(tr("The difference before (Shift+F7)"));
  next_ = new QPushButton(tr("Next  F7"), holder);
  next_->setObjectName(QStringLiteral("diff.next"));
  next_->setAccessibleName(tr("Next difference"));
  next_->setToolTip(tr("The next difference (F7)"));
  connect(previous_, &QPushButton::clicked, this, [this] { comparison_->step(true); });
  connect(next_, &QPushButton::clicked, this, [this] { comparison_->step(false); });
  grid->addWidget(previous_, 1, 0);
  grid->addWidget(next_, 1, 1);
  addExport(grid, holder);
  return holder;
}

void DiffSummaryPane::addExport(QGridLayout* grid, QWidget* holder) {
  export_ = new QPushButton(tr("Export…"), holder);
  export_->setObjectName(QStringLiteral("diff.export"));
  auto* menu = new QMenu(export_);
  menu->setObjectName(QStringLiteral("diff.exports"));
  for (const DiffExporter& exporter : diffExporters()) {
    const QString id = QLatin1String(exporter.id);
    QAction* action =
        menu->addAction(exporterTitle(exporter), this, [this, id] { emit comparison_->exportRequested(id); });
    action->setObjectName(QStringLiteral("diff.export.") + id);
  }
  menu->addSeparator();
  menu->addAction(tr("Picture of the listing…"), this, [this] { emit comparison_->exportRequested({}); })
      ->setObjectName(QStringLiteral("diff.export.picture"));
  connect(export_, &QPushButton::clicked, menu,
          [this, menu] { menu->popup(export_->mapToGlobal(QPoint(0, export_->height()))); });
  grid->addWidget(export_, 1, 2);
}

/// What is shown is the previous comparison while the next one is made.
void DiffSummaryPane::addTitle() {
  if (!comparison_->diff() || !comparison_->isPending()) return list_->restart();
  auto* again = new Label(tr("comparing again; this is the previous result"));
  again->setObjectName(QStringLiteral("diff.again"));
  again->setProperty("role", "second");
  list_->restart(again);
}

void DiffSummaryPane::reload() {
  addTitle();
  if (const auto diff = comparison_->diff()) {
    for (const SummaryLine& line : diff->summary)
      list_->addLine(topicIcon(line.topic), topicText(line.topic), summaryText(line.text));
    if (times_ && !times_->summary().empty())
      list_->addLine(QStringLiteral("recent"), tr("Time"), summaryText(times_->summary()));
    QStringList notes;
    for (const std::string& text : diff->notCompared) notes.append(engineText(printable(text)));
    if (!notes.isEmpty()) list_->addLine(QStringLiteral("info"), tr("Note"), notes.join(QStringLiteral("; ")));
  } else if (comparison_->isPending()) {
    list_->addLine(QStringLiteral("recent"), tr("Comparing"), comparison_->title());
  }
  follow();
}

void DiffSummaryPane::follow() {
  const auto diff = comparison_->diff();
  const uint32_t at = comparison_->place().pair;
  const FunctionPair* pair = diff && at < diff->functions.size() ? &diff->functions[at] : nullptr;
  if (times_) showRun();
  else showCode(pair);
  showPeak(pair);
  const bool matched = pair != nullptr && pair->old.valid() && pair->now.valid();
  match_->show(tr("Similarity"), matched ? QString::number(pair->score, 'f', 2) : QString(QChar(0x2013)),
               pair != nullptr ? comparison_->functionName(*pair) : QString(), Token::Text);
  previous_->setEnabled(comparison_->neighbour(true) >= 0);
  next_->setEnabled(comparison_->neighbour(false) >= 0);
  export_->setEnabled(diff != nullptr);
  export_->setIcon(Theme::instance()->icon(QStringLiteral("export"), Token::Text));
  previous_->setIcon(Theme::instance()->icon(QStringLiteral("chevron-up"), Token::Text));
  next_->setIcon(Theme::instance()->icon(QStringLiteral("chevron-down"), Token::Text));
}

void DiffSummaryPane::setTimes(std::shared_ptr<const DiffTimes> times) {
  if (times == times_) return;
  times_ = std::move(times);
  reload();
}

/// In the place of the count of instructions.
void DiffSummaryPane::showRun() {
  const TimeDifference& run = times_->run();
  const bool same = run.mark == DifferenceMark::Same;
  const QString share = same ? QStringLiteral("\u00B1") + QStringLiteral("0") : changeShare(run.oldNs, run.newNs);
  code_->show(tr("Mean run"), share.isEmpty() ? QString(QChar(0x2013)) : share,
              arrow(durationLabel(run.oldNs), durationLabel(run.newNs)),
              same ? Token::Text : inkOfChange(run.oldNs, run.newNs));
  code_->setToolTip(deltaHelp(run).join(QLatin1Char('\n')));
}

void DiffSummaryPane::showCode(const FunctionPair* pair) {
  const auto count = [this](Side side, FuncIndex index) -> int64_t {
    const Executable* executable = comparison_->compared(side).executable.get();
    const Function* function = executable != nullptr ? executable->function(index) : nullptr;
    if (function == nullptr || !function->isBytecode()) return 0;
    return std::clamp<int64_t>(function->endInstr - function->startInstr, 0,
                               static_cast<int64_t>(executable->code.size()));
  };
  code_->setToolTip({});
  if (pair == nullptr) return code_->show(tr("Instructions"), QString(QChar(0x2013)), {}, Token::Text);
  const int64_t old = count(Side::Old, pair->old), now = count(Side::New, pair->now);
  const QString share = changeShare(static_cast<double>(old), static_cast<double>(now));
  code_->show(tr("Instructions"), share.isEmpty() ? QStringLiteral("+") + countText(now) : share,
              arrow(countText(old), countText(now)), inkOfChange(static_cast<double>(old), static_cast<double>(now)));
}

void DiffSummaryPane::showPeak(const FunctionPair* pair) {
  const auto diff = comparison_->diff();
  const MemoryChange* change = nullptr;
  if (diff && pair != nullptr)
    for (const MemoryChange& each : diff->memory)
      if (each.old == pair->old && each.now == pair->now) change = &each;
  if (change == nullptr) return peak_->show(tr("Live peak"), QString(QChar(0x2013)), tr("no plan"), Token::Text);
  const auto old = static_cast<double>(change->oldPeak), now = static_cast<double>(change->nowPeak);
  const Figure before = bytesFigure(old), after = bytesFigure(now);
  const QString from = before.unit == after.unit ? before.number : before.number + QLatin1Char(' ') + before.unit;
  const QString share = changeShare(old, now);
  peak_->show(tr("Live peak"),
              share.isEmpty() ? QStringLiteral("+") + after.number + QLatin1Char(' ') + after.unit : share,
              arrow(from, after.number + QLatin1Char(' ') + after.unit), inkOfChange(old, now));
}

QStringList DiffSummaryPane::lines() const { return list_->texts(); }

void DiffSummaryPane::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), Theme::instance()->color(Token::Panel));
  painter.fillRect(QRect(0, height() - 1, width(), 1), Theme::instance()->color(Token::Border));
}

}  // namespace relaxscope
