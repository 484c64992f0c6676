// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/run/further_options.h"

#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <QVBoxLayout>

#include <limits>
#include <utility>

#include "app/window/run/form_label.h"
#include "app/window/settings.h"
#include "views/theme/theme.h"
#include "views/widgets/number_field.h"

namespace relaxscope {
namespace {

constexpr double kMostSeconds = 1e9;
constexpr uint64_t kMiB = uint64_t{1} << 20;

/// Seconds from 0, which is "none".
QDoubleSpinBox* seconds(const char* name, double value, QWidget* parent) {
  auto* field = new QDoubleSpinBox(parent);
  field->setObjectName(QLatin1String(name));
  field->setRange(0, kMostSeconds);
  field->setDecimals(3);
  field->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
  field->setSuffix(FurtherOptions::tr(" s"));
  field->setGroupSeparatorShown(false);
  field->setValue(value);
  forwardWheelToParent(field);
  return field;
}

QLineEdit* text(const char* name, const QString& value, const QString& placeholder, QWidget* parent) {
  auto* field = new QLineEdit(parent);
  field->setObjectName(QLatin1String(name));
  field->setMaxLength(std::numeric_limits<int>::max());
  field->setText(value);
  field->setPlaceholderText(placeholder);
  return field;
}

QString memoryText(const Limits& limits) {
  if (limits.memoryDefault) return {};
  return QString::number((limits.memoryBytes + kMiB - 1) / kMiB);
}

/// A row of a field, then more fields with labels of their own.
QHBoxLayout* besides(QWidget* first, std::initializer_list<std::pair<QString, QWidget*>> more, QWidget* parent) {
  const Theme* theme = Theme::instance();
  auto* row = new QHBoxLayout;
  row->addWidget(first, 1);
  for (const auto& [label, field] : more) {
    row->addSpacing(theme->px(12));
    row->addWidget(labelFor(label, field, parent));
    row->addSpacing(theme->px(6));
    row->addWidget(field, 1);
  }
  return row;
}

}  // namespace

FurtherOptions::FurtherOptions(const RunSpec& last, QWidget* parent)
    : QWidget(parent), last_(last), more_(new QToolButton(this)), fields_(new QWidget(this)) {
  const Theme* theme = Theme::instance();
  more_->setObjectName(QStringLiteral("run.further"));
  more_->setText(tr("Furt&her options: limits, minimum time, skipped calls"));
  more_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  more_->setAutoRaise(true);
  more_->setCheckable(true);
  more_->setFocusPolicy(Qt::StrongFocus);
  auto* form = new QFormLayout(fields_);
  form->setContentsMargins(0, 0, 0, 0);
  form->setHorizontalSpacing(theme->px(24));
  buildTimes(form);
  buildLimits(form);
  buildCalls(form);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(theme->px(8));
  layout->addWidget(more_, 0, Qt::AlignLeft);
  layout->addWidget(fields_);
  const auto show = [this](bool open) {
    more_->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    fields_->setVisible(open);
  };
  more_->setChecked(isAnySet());
  show(more_->isChecked());
  connect(more_, &QToolButton::toggled, this, [this, show](bool open) {
    show(open);
    const int height = fields_->sizeHint().height() + this->layout()->spacing();
    emit toggled(open ? height : -height);
  });
}

void FurtherOptions::disableMinimumTime(const QString& why) {
  minTime_->setEnabled(false);
  minTime_->setToolTip(why);
}

void FurtherOptions::buildTimes(QFormLayout* form) {
  minTime_ = seconds("run.minTime", last_.minTimeSeconds, fields_);
  minTime_->setSpecialValueText(tr("none"));
  minTime_->setToolTip(tr("Repeat until this much time has been measured"));
  timeLimit_ = seconds("run.timeLimit", last_.limits.timeSeconds, fields_);
  const double usual = settings::timeLimitSeconds();
  timeLimit_->setSpecialValueText(usual > 0 ? tr("%1 s, as in Settings").arg(usual) : tr("none"));
  timeLimit_->setToolTip(tr("A run that takes longer, with the worker's start and the load, is stopped"));
  form->addRow(labelFor(tr("Mi&nimum time"), minTime_, fields_),
               besides(minTime_, {{tr("&Time limit"), timeLimit_}}, fields_));
}

void FurtherOptions::buildLimits(QFormLayout* form) {
  const quint64 usual = settings::memoryLimitMiB();
  memory_ = text("run.memoryLimit", memoryText(last_.limits),
                 usual > 0 ? tr("%1, as in Settings").arg(usual) : tr("¾ of free memory"), fields_);
  memory_->setToolTip(tr("What the worker may use, in MiB; 0: no limit"));
  steps_ = new NumberField(0, std::numeric_limits<uint64_t>::max(), last_.limits.steps, fields_);
  steps_->setObjectName(QStringLiteral("run.stepLimit"));
  steps_->setToolTip(tr("Instructions that a call may execute; 0: no limit"));
  stack_ = new NumberField(0, std::numeric_limits<uint64_t>::max(), last_.limits.stackDepth, fields_);
  stack_->setObjectName(QStringLiteral("run.stackLimit"));
  stack_->setToolTip(tr("Frames of VM functions; 0: no limit"));
  for (NumberField* field : {steps_, stack_}) forwardWheelToParent(field);
  connect(memory_, &QLineEdit::textChanged, this, &FurtherOptions::changed);
  form->addRow(labelFor(tr("Memor&y limit (MiB)"), memory_, fields_),
               besides(memory_, {{tr("Ste&ps"), steps_}, {tr("Stack fram&es"), stack_}}, fields_));
}

void FurtherOptions::buildCalls(QFormLayout* form) {
  skip_ = text("run.skip", last_.skip.join(QStringLiteral("; ")), tr("none"), fields_);
  skip_->setToolTip(tr("Kernels and builtins that are not run, separated by semicolons; their calls return None"));
  instrument_ = text("run.instrument", last_.instrument, tr("none"), fields_);
  instrument_->setToolTip(
      tr("Function of a library that returns an instrument, called before and after each call (TVM's set_instrument)"));
  form->addRow(labelFor(tr("S&kip calls of"), skip_, fields_),
               besides(skip_, {{tr("Instr&ument"), instrument_}}, fields_));
}

bool FurtherOptions::isAnySet() const {
  const RunSpec plain;
  const Limits &set = last_.limits, &usual = plain.limits;
  return last_.minTimeSeconds > 0 || set.timeSeconds > 0 || !set.memoryDefault || set.steps != usual.steps ||
         set.stackDepth != usual.stackDepth || !last_.skip.isEmpty() || !last_.instrument.isEmpty();
}

QString FurtherOptions::problem() const {
  bool isNumber = false;
  const quint64 mebibytes = memory_->text().trimmed().toULongLong(&isNumber);
  if (memory_->text().trimmed().isEmpty() || (isNumber && mebibytes <= std::numeric_limits<uint64_t>::max() / kMiB))
    return {};
  return tr("Memory limit: %1 is not a number of MiB").arg(memory_->text().trimmed());
}

void FurtherOptions::apply(RunSpec& spec) const {
  spec.minTimeSeconds = minTime_->value();
  spec.limits.timeSeconds = timeLimit_->value();
  spec.limits.steps = steps_->value();
  spec.limits.stackDepth = stack_->value();
  const QString memory = memory_->text().trimmed();
  if (memory != memoryText(last_.limits)) {  // a limit of the command line need not be a number of MiB
    spec.limits.memoryDefault = memory.isEmpty();
    spec.limits.memoryBytes = memory.toULongLong() * kMiB;
  }
  spec.skip.clear();
  for (const QString& name : skip_->text().split(QLatin1Char(';'), Qt::SkipEmptyParts))
    if (!name.trimmed().isEmpty()) spec.skip.append(name.trimmed());
  spec.instrument = instrument_->text().trimmed();
}

}  // namespace relaxscope
