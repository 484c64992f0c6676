// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/history/stored_runs_field.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QSpinBox>

#include <algorithm>

#include "views/theme/theme.h"
#include "views/widgets/figures.h"
#include "views/widgets/label.h"

namespace relaxscope {
namespace {

constexpr int kMostMiB = 1 << 24;

}  // namespace

StoredRunsField::StoredRunsField(quint64 mebibytes, QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("settings.storedRuns"));
  most_ = new QSpinBox(this);
  most_->setObjectName(QStringLiteral("settings.runs"));
  most_->setAccessibleName(tr("Space for stored runs"));
  most_->setRange(0, kMostMiB);
  most_->setSingleStep(256);
  most_->setSuffix(tr(" MiB"));
  most_->setSpecialValueText(tr("no run is stored"));
  most_->setToolTip(tr("The oldest runs are deleted when all take more than this."));
  most_->setValue(static_cast<int>(std::min<quint64>(mebibytes, kMostMiB)));
  setFocusProxy(most_);
  used_ = new Label(this);
  used_->setObjectName(QStringLiteral("settings.runs.used"));
  used_->setProperty("role", "second");
  remove_ = button("settings.runs.delete", tr("Delete all…"));
  confirm_ = button("settings.runs.confirm", tr("Delete"));
  keep_ = button("settings.runs.keep", tr("Keep"));
  auto* below = new QHBoxLayout;
  below->addWidget(used_, 1);
  for (QPushButton* each : {remove_, confirm_, keep_}) below->addWidget(each);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(Theme::instance()->px(6));
  layout->addWidget(most_);
  layout->addLayout(below);
  connect(remove_, &QPushButton::clicked, this, [this] { ask(true); });
  connect(keep_, &QPushButton::clicked, this, [this] { ask(false); });
  connect(confirm_, &QPushButton::clicked, this, &StoredRunsField::removeAll);
  setStored({});
  measure();
}

/// Never the default button of its dialog: Enter deletes nothing.
QPushButton* StoredRunsField::button(const char* name, const QString& text) {
  auto* made = new QPushButton(text, this);
  made->setObjectName(QLatin1String(name));
  made->setAutoDefault(false);
  return made;
}

quint64 StoredRunsField::mebibytes() const { return static_cast<quint64>(most_->value()); }

void StoredRunsField::measure() {
  task_.start([store = RunStore::ofSettings()](const std::stop_token&) { return store.stored(); },
              [this](const StoredRuns& stored) { setStored(stored); });
}

void StoredRunsField::setStored(const StoredRuns& stored) {
  stored_ = stored;
  ask(false);
}

/// The question takes the place of what is used.
void StoredRunsField::ask(bool asking) {
  const int number = pluralNumber(stored_.runs);
  const QString count = countText(static_cast<int64_t>(stored_.runs));
  if (asking)
    used_->setText(stored_.runs == 1 ? tr("Delete the profile of this run?")
                                     : tr("Delete the profiles of all %1 runs?", nullptr, number).arg(count));
  else if (stored_.runs == 0) used_->setText(tr("none now"));
  else
    used_->setText(
        tr("now %1 in %2 runs", nullptr, number).arg(bytesLabel(static_cast<int64_t>(stored_.bytes)), count));
  remove_->setVisible(!asking);
  remove_->setEnabled(stored_.runs > 0);
  confirm_->setVisible(asking);
  keep_->setVisible(asking);
  if (asking) keep_->setFocus(Qt::OtherFocusReason);
}

void StoredRunsField::removeAll() {
  task_.start(
      [store = RunStore::ofSettings()](const std::stop_token&) {
        store.removeAll();
        return store.stored();
      },
      [this](const StoredRuns& stored) {
        setStored(stored);
        emit deleted();
      });
}

}  // namespace relaxscope
