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
#include "views/widgets/elide.h"

namespace relaxscope {
namespace {

/// A small button of the header row: an icon, or a text that is elided if necessary. Highlighted on hover.
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
    const QString fitted = elided(painter.fontMetrics(), text(), Qt::ElideMiddle, width() - 2);
    painter.drawText(rect().adjusted(2, 0, 0, 0), Qt::AlignVCenter | Qt::AlignHCenter, fitted);
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
  previous_->setEnabled(count() > 0 && run_ != 0);
  next_->setEnabled(count() > 0 && run_ != count() - 1);
}

QString RunSelector::text() const {
  const std::shared_ptr<const Trace> trace = tracks_->tracks().trace();
  if (trace == nullptr) return {};
  if (count() == 0) return tr("no runs recorded");
  if (run_ < 0) return count() == 1 ? tr("1 run and load") : tr("All %n runs", nullptr, count());
  const RunNumber number = runNumber(*trace, run_);
  if (number.kind == RunKind::Values) return tr("Values run");
  if (number.kind == RunKind::Warmup) return tr("Warm-up %1 of %2").arg(number.number).arg(number.count);
  const QString plain = tr("Run %1 of %2").arg(number.number).arg(number.count);
  if (count() > 2 && run_ == tracks_->medianRun()) return tr("%1 (median)").arg(plain);
  if (count() > 2 && run_ == tracks_->fastestRun()) return tr("%1 (fastest)").arg(plain);
  if (count() > 2 && run_ == tracks_->slowestRun()) return tr("%1 (slowest)").arg(plain);
  return plain;
}

void RunSelector::openMenu() {
  const std::shared_ptr<const Trace> trace = tracks_->tracks().trace();
  if (trace == nullptr) return;
  auto* menu = new QMenu(this);
  menu->setObjectName(QStringLiteral("timeline.runMenu"));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  const int runs = count();
  const auto entry = [&](const QString& text, int run) {
    QAction* action = menu->addAction(text, this, [this, run] { emit chosen(run); });
    action->setCheckable(true);
    action->setChecked(run_ == run);
  };
  entry(tr("All runs and the load phase"), -1);
  if (runs > 0) {
    menu->addSeparator();
    entry(tr("Median run (%1)").arg(tracks_->medianRun() + 1), tracks_->medianRun());
    entry(tr("Fastest run (%1)").arg(tracks_->fastestRun() + 1), tracks_->fastestRun());
    entry(tr("Slowest run (%1)").arg(tracks_->slowestRun() + 1), tracks_->slowestRun());
    menu->addSeparator();
    menu->addAction(tr("Go to run…"), this, [this, runs] {
      bool ok = false;
      const int run = QInputDialog::getInt(this, tr("Go to run"), tr("Run (1 to %1)").arg(runs), std::max(1, run_ + 1),
                                           1, runs, 1, &ok);
      if (ok) emit chosen(run - 1);
    });
  }
  menu->popup(button_->mapToGlobal(QPoint(0, button_->height())));
  for (QAction* action : menu->actions())
    if (action->isChecked()) return menu->setActiveAction(action);
}

}  // namespace relaxscope
