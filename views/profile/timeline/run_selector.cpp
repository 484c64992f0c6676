// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/timeline/run_selector.h"

#include <QHBoxLayout>
#include <QInputDialog>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

#include "views/profile/timeline/names.h"
#include "views/theme/theme.h"
#include "views/widgets/draw_figure.h"

namespace relaxscope {
namespace {

constexpr size_t kShownOutliers = 8;
constexpr const char* kForms = "forms";  ///< property: the texts of a button, longest first

/// A small button of the header row: an icon, or the longest of its texts that fits. Highlighted on hover.
class HeadButton : public QToolButton {
 public:
  HeadButton(QWidget* parent, const char* name, const char* icon, const QString& tip)
      : QToolButton(parent), icon_(QLatin1String(icon)) {
    setObjectName(QLatin1String(name));
    setToolTip(tip);
    setAccessibleName(tip);
    setFocusPolicy(Qt::NoFocus);
    setAttribute(Qt::WA_Hover);
  }
  QSize sizeHint() const override { return {Theme::instance()->px(20), Theme::instance()->px(24)}; }
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    const Theme* theme = Theme::instance();
    if (underMouse() && isEnabled()) {
      painter.setRenderHint(QPainter::Antialiasing);
      painter.setPen(Qt::NoPen);
      painter.setBrush(theme->color(isDown() ? Token::Border : Token::Subtle));
      painter.drawRoundedRect(rect().adjusted(0, 1, 0, -1), 4, 4);
    }
    const int side = theme->px(14);
    const auto icon = [&](const QString& file, const QRect& where) {
      theme->icon(file, isEnabled() ? Token::TextSecond : Token::BorderStrong).paint(&painter, where);
    };
    if (!icon_.isEmpty()) {
      icon(icon_, QRect((width() - side) / 2, (height() - side) / 2, side, side));
      return;
    }
    painter.setFont(theme->ui(11, 500));
    painter.setPen(theme->color(Token::Text));
    const QStringList forms = property(kForms).toStringList();
    drawFigure(&painter, rect().adjusted(2, 0, 0, 0), Qt::AlignVCenter | Qt::AlignHCenter,
               fittingForm(painter.fontMetrics(), forms.isEmpty() ? QStringList(text()) : forms, width() - 2));
  }

 private:
  QString icon_;
};

}  // namespace

RunSelector::RunSelector(const ProfileTracks* tracks, QWidget* parent)
    : QWidget(parent),
      tracks_(tracks),
      previous_(new HeadButton(this, "timeline.previousRun", "chevron-left", tr("Previous run (Page Up)"))),
      button_(new HeadButton(this, "timeline.run", "", tr("Which run is shown (R)"))),
      next_(new HeadButton(this, "timeline.nextRun", "chevron-right", tr("Next run (Page Down)"))) {
  button_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(2, 0, 2, 0);
  layout->setSpacing(0);
  layout->addWidget(previous_);
  layout->addWidget(button_, 1);
  layout->addWidget(next_);
  connect(previous_, &QToolButton::clicked, this, [this] { emit stepped(-1); });
  connect(next_, &QToolButton::clicked, this, [this] { emit stepped(1); });
  connect(button_, &QToolButton::clicked, this, &RunSelector::openMenu);
  connect(Theme::instance(), &Theme::changed, this, &RunSelector::applyTheme);
  applyTheme();
}

/// The width equals that of the column of names below.
void RunSelector::applyTheme() { setFixedWidth(Theme::instance()->px(TimelineNames::kWidth)); }

int RunSelector::count() const {
  const std::shared_ptr<const Trace> trace = tracks_->tracks().trace();
  return trace != nullptr ? static_cast<int>(trace->runs.size()) : 0;
}

void RunSelector::setRun(int run) {
  run_ = run;
  button_->setText(text());
  button_->setProperty(kForms, forms());
  previous_->setEnabled(count() > 0 && run_ != 0);
  next_->setEnabled(count() > 0 && run_ != count() - 1);
}

QString RunSelector::text() const {
  const std::shared_ptr<const Trace> trace = tracks_->tracks().trace();
  if (trace == nullptr) return {};
  if (count() == 0) return tr("no runs recorded");
  if (run_ < 0)
    return count() == 1 ? tr("1 run and load")
                        : tr("All runs (%n measured)", nullptr, static_cast<int>(trace->runCount(RunKind::Measured)));
  const RunNumber number = runNumber(*trace, run_);
  if (number.kind == RunKind::Values) return tr("Values run");
  if (number.kind == RunKind::Warmup) return tr("Warm-up %1 of %2").arg(number.number).arg(number.count);
  const QString plain = tr("Run %1 of %2").arg(number.number).arg(number.count);
  if (count() > 2 && run_ == tracks_->medianRun()) return tr("%1 (median)").arg(plain);
  if (count() > 2 && run_ == tracks_->fastestRun()) return tr("%1 (fastest)").arg(plain);
  const std::vector<int> outlying = tracks_->outlyingRuns();
  if (std::find(outlying.begin(), outlying.end(), run_) != outlying.end()) return tr("%1 (outlying)").arg(plain);
  if (count() > 2 && run_ == tracks_->slowestRun()) return tr("%1 (slowest)").arg(plain);
  return plain;
}

QStringList RunSelector::forms() const {
  const std::shared_ptr<const Trace> trace = tracks_->tracks().trace();
  QStringList forms{text()};
  if (trace == nullptr || run_ < 0 || count() == 0) return forms;
  const RunNumber number = runNumber(*trace, run_);
  if (number.kind != RunKind::Measured) return forms;
  forms << tr("Run %1 of %2").arg(number.number).arg(number.count);
  return forms << QStringLiteral("%1/%2").arg(number.number).arg(number.count);
}

void RunSelector::askForRun() {
  const std::shared_ptr<const Trace> trace = tracks_->tracks().trace();
  if (trace == nullptr) return;
  const bool any = trace->runCount(RunKind::Measured) > 0;
  std::vector<int> runs;  // measured, or all where none is
  for (size_t i = 0; i < trace->runs.size(); ++i)
    if (!any || trace->runs[i].measured()) runs.push_back(static_cast<int>(i));
  if (runs.empty()) return;
  const int last = static_cast<int>(runs.size());
  const auto shown = std::find(runs.begin(), runs.end(), run_);
  const int current = shown != runs.end() ? static_cast<int>(shown - runs.begin()) + 1 : 1;
  bool ok = false;
  const int run = QInputDialog::getInt(this, tr("Go to run"), tr("Run (1 to %1)").arg(last), current, 1, last, 1, &ok);
  if (ok) emit chosen(runs[static_cast<size_t>(run) - 1]);
}

void RunSelector::openMenu() {
  const std::shared_ptr<const Trace> trace = tracks_->tracks().trace();
  if (trace == nullptr) return;
  auto* menu = new QMenu(this);
  menu->setObjectName(QStringLiteral("timeline.runMenu"));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  const auto entry = [&](const QString& text, int run) {
    QAction* action = menu->addAction(text, this, [this, run] { emit chosen(run); });
    action->setCheckable(true);
    action->setChecked(run_ == run);
  };
  entry(tr("All runs and the load phase"), -1);
  if (count() > 0) {
    // The same numbers as in the button: measured runs are numbered apart from warm-ups.
    const auto numberOf = [&](int run) { return runNumber(*trace, run).number; };
    menu->addSeparator();
    entry(tr("Median run (%1)").arg(numberOf(tracks_->medianRun())), tracks_->medianRun());
    entry(tr("Fastest run (%1)").arg(numberOf(tracks_->fastestRun())), tracks_->fastestRun());
    entry(tr("Slowest run (%1)").arg(numberOf(tracks_->slowestRun())), tracks_->slowestRun());
    const std::vector<int> outlying = tracks_->outlyingRuns();
    if (!outlying.empty()) menu->addSeparator();
    for (size_t i = 0; i < std::min<size_t>(kShownOutliers, outlying.size()); ++i)
      entry(tr("Outlying run (%1)").arg(numberOf(outlying[i])), outlying[i]);
    menu->addSeparator();
    menu->addAction(tr("Go to run…"), this, &RunSelector::askForRun);
  }
  menu->popup(button_->mapToGlobal(QPoint(0, button_->height())));
  for (QAction* action : menu->actions())
    if (action->isChecked()) return menu->setActiveAction(action);
}

}  // namespace relaxscope
