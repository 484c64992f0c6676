// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/comparison/compare_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>

#include "app/window/document/file_kinds.h"
#include "app/window/settings.h"
#include "views/theme/theme.h"
#include "views/widgets/label.h"

namespace relaxscope {

namespace {

bool isProfile(const QString& path) { return path.endsWith(QLatin1String(".rsprof"), Qt::CaseInsensitive); }

}  // namespace

CompareDialog::CompareDialog(const QStringList& open, const QString& now, QWidget* parent, Kind kind)
    : QDialog(parent), kind_(kind) {
  setObjectName(QStringLiteral("compareDialog"));
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle(kind == Kind::Profiles ? tr("Compare profiles") : tr("Compare"));
  QStringList paths = open;
  for (const settings::Recent& entry : settings::recent())
    if (!paths.contains(entry.path)) paths.append(entry.path);
  if (kind == Kind::Profiles) paths.removeIf([](const QString& path) { return !isProfile(path); });
  auto* form = new QFormLayout(this);
  old_ = addFile(form, tr("Old"), QStringLiteral("compare.old"), paths);
  now_ = addFile(form, tr("New"), QStringLiteral("compare.new"), paths);
  now_->setEditText(kind == Kind::Files || isProfile(now) ? QDir::toNativeSeparators(now) : QString());
  old_->setEditText({});
  for (const QString& path : open)
    if (path != now && paths.contains(path) && old_->currentText().isEmpty())
      old_->setEditText(QDir::toNativeSeparators(path));
  problem_ = new Label(this);
  problem_->setObjectName(QStringLiteral("compare.problem"));
  problem_->setProperty("role", "second");
  problem_->setWordWrap(true);
  form->addRow(problem_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
  buttons->button(QDialogButtonBox::Cancel)->setObjectName(QStringLiteral("compare.cancel"));
  compare_ = buttons->addButton(tr("Compare"), QDialogButtonBox::AcceptRole);
  compare_->setObjectName(QStringLiteral("compare.accept"));
  compare_->setProperty("primary", true);
  form->addRow(buttons);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(buttons, &QDialogButtonBox::accepted, this, &CompareDialog::apply);
  for (QComboBox* box : {old_, now_}) connect(box, &QComboBox::editTextChanged, this, &CompareDialog::check);
  setMinimumWidth(Theme::instance()->px(640));
  check();
}

QComboBox* CompareDialog::addFile(QFormLayout* form, const QString& label, const QString& name,
                                  const QStringList& paths) {
  auto* row = new QHBoxLayout;
  auto* box = new QComboBox(this);
  box->setObjectName(name);
  box->setAccessibleName(label);
  box->setEditable(true);
  box->lineEdit()->setObjectName(name + QStringLiteral(".text"));
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  box->setMinimumContentsLength(40);
  for (const QString& path : paths) box->addItem(QDir::toNativeSeparators(path));
  auto* other = new QToolButton(this);
  other->setObjectName(name + QStringLiteral(".browse"));
  other->setAccessibleName(tr("Choose a file: %1").arg(label));
  other->setToolTip(tr("Choose a file"));
  other->setIcon(Theme::instance()->icon(QStringLiteral("open"), Token::Text));
  connect(other, &QToolButton::clicked, this, [this, box] { browse(box); });
  row->addWidget(box, 1);
  row->addWidget(other);
  form->addRow(label, row);
  return box;
}

void CompareDialog::browse(QComboBox* box) {
  auto* dialog = new QFileDialog(this, tr("Choose a file to compare"));
  dialog->setObjectName(QStringLiteral("compareFileDialog"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  const QStringList filters = openableFilters();
  dialog->setNameFilters(kind_ == Kind::Profiles ? QStringList{filters.last(), filters.first()} : filters);
  if (const QString path = box->currentText(); !path.isEmpty()) dialog->setDirectory(QFileInfo(path).path());
  connect(dialog, &QFileDialog::fileSelected, box,
          [box](const QString& path) { box->setEditText(QDir::toNativeSeparators(path)); });
  dialog->open();
}

void CompareDialog::check() {
  const QString old = old_->currentText(), now = now_->currentText();
  QString problem;
  for (const QString& path : {old, now})
    if (problem.isEmpty() && !path.isEmpty() && !QFileInfo(path).isFile())
      problem = tr("There is no file %1").arg(path);
  if (problem.isEmpty() && !old.isEmpty() && QFileInfo(old) == QFileInfo(now)) problem = tr("Both are the same file");
  problem_->setText(problem.isEmpty() ? tr("Nothing in the files is executed.") : problem);
  compare_->setEnabled(problem.isEmpty() && !old.isEmpty() && !now.isEmpty());
}

void CompareDialog::apply() {
  const QString old = old_->currentText(), now = now_->currentText();
  accept();
  emit chosen(QDir::fromNativeSeparators(old), QDir::fromNativeSeparators(now));
}

}  // namespace relaxscope
