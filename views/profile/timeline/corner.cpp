// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/timeline/corner.h"

#include <QHBoxLayout>
#include <QToolButton>

#include "views/theme/theme.h"
#include "views/widgets/call_legend.h"

namespace relaxscope {

TimelineCorner::TimelineCorner(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("timeline.corner"));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(4);
  legend_ = new CallLegend(this);
  row->addWidget(legend_);
  flows_ = addButton("timeline.flows", "dataflow", tr("Flows"),
                     tr("Draw curves from calls to the kernels and copies that they launch"), TimelineCommand::Flows);
  flows_->setCheckable(true);
  flows_->hide();
  keep_ = addButton("timeline.keep", "pin", tr("Keep range") + QStringLiteral("  Shift+M"),
                    tr("Keep the measured range marked (Shift+M)"), TimelineCommand::Keep);
  addButton("timeline.find", "search", tr("Find") + QStringLiteral("  /"), tr("Find calls by name (/)"),
            TimelineCommand::Search);
  addButton("timeline.fit", "fit", tr("Fit") + QStringLiteral("  F"),
            tr("Fit the range or the selected slice (F); whole run: 0"), TimelineCommand::Fit);
}

void TimelineCorner::setCanKeep(bool can) { keep_->setEnabled(can); }

void TimelineCorner::setFlows(bool any, bool shown) {
  flows_->setVisible(any);
  flows_->setChecked(shown);
  legend_->showDevices(any);
}

QToolButton* TimelineCorner::addButton(const char* name, const char* icon, const QString& text, const QString& tip,
                                       TimelineCommand command) {
  auto* button = new QToolButton(this);
  button->setObjectName(QLatin1String(name));
  button->setProperty("toolButton", QStringLiteral("flat"));
  button->setText(text);
  button->setToolTip(tip);
  button->setAccessibleName(tip);
  button->setFocusPolicy(Qt::NoFocus);
  button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  const auto paint = [button, file = QString(QLatin1String(icon))] { button->setIcon(Theme::instance()->icon(file)); };
  paint();
  connect(Theme::instance(), &Theme::changed, button, paint);
  connect(button, &QToolButton::clicked, this, [this, command] { emit commandRequested(command); });
  layout()->addWidget(button);
  return button;
}

}  // namespace relaxscope
