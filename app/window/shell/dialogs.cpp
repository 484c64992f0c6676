// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/dialogs.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QVBoxLayout>

#include "app/window/run/worker_link.h"
#include "app/window/settings.h"
#include "app/window/shell/main_window.h"
#include "app/window/shell/search_field.h"
#include "views/theme/theme.h"

namespace relaxscope {
namespace {

/// Key caps of one action, drawn.
class KeyLabel : public QWidget {
 public:
  KeyLabel(QStringList keys, QWidget* parent) : QWidget(parent), keys_(std::move(keys)) {
    setFixedHeight(Theme::instance()->px(24));
    setMinimumWidth(Theme::instance()->px(140));
    setAccessibleName(keys_.join(QLatin1Char(' ')));
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    int right = width();
    for (qsizetype i = keys_.size() - 1; i >= 0; --i)
      right -= paintKeyCap(&painter, QPoint(right, height() / 2), keys_[i]) + Theme::instance()->px(4);
  }

 private:
  QStringList keys_;
};

struct MouseRow {
  const char *what, *how;
};
constexpr MouseRow kViewKeys[] = {
    {QT_TRANSLATE_NOOP("relaxscope::ShortcutSheet", "Zoom time in, out"), "W S"},
    {QT_TRANSLATE_NOOP("relaxscope::ShortcutSheet", "Pan left, right"), "A D"},
    {QT_TRANSLATE_NOOP("relaxscope::ShortcutSheet", "Fit the selection"), "F"},
    {QT_TRANSLATE_NOOP("relaxscope::ShortcutSheet", "Whole run"), "0 Home"},
    {QT_TRANSLATE_NOOP("relaxscope::ShortcutSheet", "Mark a range, keep it"), "M Shift+M"},
    {QT_TRANSLATE_NOOP("relaxscope::ShortcutSheet", "Next, previous slice"), ". ,"},
    {QT_TRANSLATE_NOOP("relaxscope::ShortcutSheet", "Choose a run"), "R"},
    {QT_TRANSLATE_NOOP("relaxscope::ShortcutSheet", "Previous, next run"), "PgUp PgDown"},
    {QT_TRANSLATE_NOOP("relaxscope::ShortcutSheet", "Zoom at the cursor"), "Ctrl+Wheel"},
    {QT_TRANSLATE_NOOP("relaxscope::ShortcutSheet", "Make it the subject"), "Enter"},
};

QLabel* heading(const QString& text, QWidget* parent) {
  auto* label = new QLabel(text, parent);
  label->setFont(Theme::instance()->ui(11, 600));
  label->setProperty("role", "second");
  label->setContentsMargins(0, Theme::instance()->px(12), 0, Theme::instance()->px(2));
  return label;
}

}  // namespace

ShortcutSheet::ShortcutSheet(MainWindow* window) : QDialog(window) {
  setObjectName(QStringLiteral("shortcutSheet"));
  setWindowTitle(tr("Keyboard shortcuts"));
  setAttribute(Qt::WA_DeleteOnClose);
  const Theme* theme = Theme::instance();
  auto* content = new QWidget;
  auto* columns = new QHBoxLayout(content);
  columns->setSpacing(theme->px(40));
  columns->setContentsMargins(theme->px(24), theme->px(8), theme->px(24), theme->px(24));
  QGridLayout* grids[2];
  for (auto*& grid : grids) {
    auto* column = new QVBoxLayout;
    grid = new QGridLayout;
    grid->setVerticalSpacing(theme->px(2));
    column->addLayout(grid);
    column->addStretch(1);
    columns->addLayout(column, 1);
  }
  QString menu;
  int column = 0;
  const auto add = [&](const QString& text, const QStringList& keys) {
    QGridLayout* grid = grids[column];
    const int row = grid->rowCount();
    grid->addWidget(new QLabel(text, content), row, 0);
    grid->addWidget(new KeyLabel(keys, content), row, 1);
  };
  for (const ActionRow& row : actionTable()) {
    const QAction* action = window->action(QLatin1String(row.id));
    QStringList keys;
    for (const QKeySequence& key : action->shortcuts()) keys.append(key.toString(QKeySequence::NativeText));
    if (row.viewKey[0] != 0) keys.append(QLatin1String(row.viewKey));
    if (keys.isEmpty()) continue;
    const QString group = QCoreApplication::translate("actions", row.menu).remove(QLatin1Char('&'));
    if (group != menu) {
      menu = group;
      if (QLatin1String(row.id).startsWith(QLatin1String("go."))) column = 1;
      grids[column]->addWidget(heading(group, content), grids[column]->rowCount(), 0, 1, 2);
    }
    add(actionTitle(row), keys);
  }
  column = 1;
  grids[1]->addWidget(heading(tr("In the timeline"), content), grids[1]->rowCount(), 0, 1, 2);
  for (const MouseRow& row : kViewKeys) add(tr(row.what), QString::fromLatin1(row.how).split(QLatin1Char(' ')));
  auto* scroll = new QScrollArea(this);
  scroll->setAccessibleName(windowTitle());
  scroll->setWidgetResizable(true);
  scroll->setWidget(content);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(scroll);
  resize(theme->px(820), theme->px(640));
}

void applyTheme(const QString& mode) {
  Theme::Mode wanted = mode == QLatin1String("dark") ? Theme::Mode::Dark : Theme::Mode::Light;
  if (mode == QLatin1String("system")) {
    // Qt 6.4 cannot be asked; the platform's own palette tells.
    static const bool systemDark = QGuiApplication::palette().color(QPalette::Window).lightness() < 128;
    wanted = systemDark ? Theme::Mode::Dark : Theme::Mode::Light;
  }
  Theme::instance()->setMode(wanted);
}

SettingsDialog::SettingsDialog(QWidget* parent) : QDialog(parent) {
  setObjectName(QStringLiteral("settingsDialog"));
  setWindowTitle(tr("Settings"));
  setAttribute(Qt::WA_DeleteOnClose);
  const Theme* theme = Theme::instance();
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
  memory_->setSpecialValueText(tr("three quarters of what is free"));
  memory_->setValue(static_cast<int>(settings::memoryLimitMiB()));
  note_ = new QLabel(tr("Language and scale apply to the whole window when RelaxScope starts again."), this);
  note_->setProperty("role", "third");
  note_->setWordWrap(true);

  auto* form = new QFormLayout;
  form->setHorizontalSpacing(theme->px(24));
  form->setVerticalSpacing(theme->px(10));
  form->setLabelAlignment(Qt::AlignLeft);
  form->addRow(tr("&Language"), language_);
  form->addRow(tr("&Theme"), theme_);
  form->addRow(tr("&Scale of the interface"), scale_);
  form->addRow(tr("&Worker command"), worker_);
  form->addRow(tr("Ti&me limit of a run"), time_);
  form->addRow(tr("Memor&y limit of the worker"), memory_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  buttons->button(QDialogButtonBox::Ok)->setProperty("primary", true);
  repolish(buttons->button(QDialogButtonBox::Ok));
  buttons->button(QDialogButtonBox::Ok)->setText(tr("Save"));
  buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
  for (QAbstractButton* button : buttons->buttons()) {
    button->setIcon(QIcon());
    button->setMinimumWidth(theme->px(88));
  }
  connect(buttons, &QDialogButtonBox::accepted, this, &SettingsDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &SettingsDialog::reject);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(theme->px(24), theme->px(24), theme->px(24), theme->px(16));
  layout->setSpacing(theme->px(16));
  layout->addLayout(form);
  layout->addWidget(note_);
  layout->addWidget(buttons);
  setMinimumWidth(theme->px(520));
}

void SettingsDialog::accept() {
  settings::setLanguage(language_->currentData().toString());
  settings::setTheme(theme_->currentData().toString());
  settings::setUiScale(scale_->value());
  settings::setWorkerCommand(worker_->text().trimmed());
  settings::setTimeLimitSeconds(time_->value());
  settings::setMemoryLimitMiB(static_cast<quint64>(memory_->value()));
  applyTheme(settings::theme());
  QDialog::accept();
}

}  // namespace relaxscope
