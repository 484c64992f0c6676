// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/settings_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include "app/window/history/stored_runs_field.h"
#include "app/window/run/worker_link.h"
#include "app/window/settings.h"
#include "app/window/shell/theme_setting.h"
#include "views/theme/theme.h"
#include "views/widgets/label.h"

namespace relaxscope {

SettingsDialog::SettingsDialog(QWidget* parent) : QDialog(parent) {
  setObjectName(QStringLiteral("settingsDialog"));
  setWindowTitle(tr("Settings"));
  setAttribute(Qt::WA_DeleteOnClose);
  const Theme* theme = Theme::instance();
  buildAppearance();
  buildWorker();
  runs_ = new StoredRunsField(settings::runsMiB(), this);
  connect(runs_, &StoredRunsField::deleted, this, &SettingsDialog::storedRunsDeleted);
  auto* note = new Label(tr("Language and scale apply to the whole window when RelaxScope starts again."), this);
  note->setProperty("role", "third");
  note->setWordWrap(true);

  auto* form = new QFormLayout;
  form->setHorizontalSpacing(theme->px(24));
  form->setVerticalSpacing(theme->px(10));
  form->setLabelAlignment(Qt::AlignLeft);
  form->addRow(tr("&Language"), language_);
  form->addRow(tr("&Theme"), theme_);
  form->addRow(tr("&Scale of the interface"), scale_);
  form->addRow(tr("At the start"), session_);
  form->addRow(tr("&Worker command"), worker_);
  form->addRow(tr("Ti&me limit of a run"), time_);
  form->addRow(tr("Memor&y limit of the worker"), memory_);
  form->addRow(tr("Stored &runs"), runs_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(theme->px(24), theme->px(24), theme->px(24), theme->px(16));
  layout->setSpacing(theme->px(16));
  layout->addLayout(form);
  layout->addWidget(note);
  layout->addWidget(buildButtons());
  setMinimumWidth(theme->px(520));
}

void SettingsDialog::buildAppearance() {
  language_ = new QComboBox(this);
  language_->setObjectName(QStringLiteral("settings.language"));
  language_->addItem(tr("System"), QString());
  language_->addItem(QStringLiteral("English"), QStringLiteral("en"));
  language_->addItem(QStringLiteral("简体中文"), QStringLiteral("zh_CN"));
  language_->setCurrentIndex(std::max(0, language_->findData(settings::language())));
  theme_ = new QComboBox(this);
  theme_->setObjectName(QStringLiteral("settings.theme"));
  theme_->addItem(tr("System"), QStringLiteral("system"));
  theme_->addItem(tr("Light"), QStringLiteral("light"));
  theme_->addItem(tr("Dark"), QStringLiteral("dark"));
  theme_->setCurrentIndex(std::max(0, theme_->findData(settings::theme())));
  scale_ = new QDoubleSpinBox(this);
  scale_->setObjectName(QStringLiteral("settings.scale"));
  scale_->setRange(0.75, 3.0);
  scale_->setSingleStep(0.25);
  scale_->setValue(settings::uiScale());
  session_ = new QCheckBox(tr("Open the &files of the last session"), this);
  session_->setObjectName(QStringLiteral("settings.session"));
  session_->setChecked(settings::restoresSession());
}

void SettingsDialog::buildWorker() {
  worker_ = new QLineEdit(settings::workerCommand(), this);
  worker_->setObjectName(QStringLiteral("settings.worker"));
  worker_->setPlaceholderText(WorkerLink::defaultWorker().isEmpty() ? QStringLiteral("ssh host relaxscope-worker")
                                                                    : WorkerLink::defaultWorker());
  time_ = new QDoubleSpinBox(this);
  time_->setObjectName(QStringLiteral("settings.timeLimit"));
  time_->setRange(0, 86'400);
  time_->setDecimals(0);
  time_->setSuffix(tr(" s"));
  time_->setSpecialValueText(tr("no limit"));
  time_->setValue(settings::timeLimitSeconds());
  memory_ = new QSpinBox(this);
  memory_->setObjectName(QStringLiteral("settings.memoryLimit"));
  memory_->setRange(0, 1 << 24);
  memory_->setSuffix(tr(" MiB"));
  memory_->setSpecialValueText(tr("three quarters of free memory"));
  memory_->setValue(static_cast<int>(settings::memoryLimitMiB()));
}

QDialogButtonBox* SettingsDialog::buildButtons() {
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  buttons->button(QDialogButtonBox::Ok)->setProperty("primary", true);
  repolish(buttons->button(QDialogButtonBox::Ok));
  buttons->button(QDialogButtonBox::Ok)->setText(tr("Save"));
  buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
  for (QAbstractButton* button : buttons->buttons()) {
    button->setIcon(QIcon());
    button->setMinimumWidth(Theme::instance()->px(88));
  }
  connect(buttons, &QDialogButtonBox::accepted, this, &SettingsDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &SettingsDialog::reject);
  return buttons;
}

void SettingsDialog::accept() {
  settings::setLanguage(language_->currentData().toString());
  settings::setTheme(theme_->currentData().toString());
  settings::setUiScale(scale_->value());
  settings::setRestoresSession(session_->isChecked());
  settings::setWorkerCommand(worker_->text().trimmed());
  settings::setTimeLimitSeconds(time_->value());
  settings::setMemoryLimitMiB(static_cast<quint64>(memory_->value()));
  settings::setRunsMiB(runs_->mebibytes());
  applyTheme(settings::theme());
  QDialog::accept();
}

}  // namespace relaxscope
