// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/number_field.h"

#include <QEvent>
#include <QLineEdit>

#include <algorithm>

namespace relaxscope {
namespace {

class WheelFilter : public QObject {
 public:
  using QObject::QObject;
  bool eventFilter(QObject*, QEvent* event) override {
    if (event->type() != QEvent::Wheel) return false;
    event->ignore();  // propagates to the parent
    return true;
  }
};

}  // namespace

NumberField::NumberField(quint64 minimum, quint64 maximum, quint64 value, QWidget* parent)
    : QAbstractSpinBox(parent), minimum_(minimum), maximum_(maximum), value_(minimum) {
  setInputMethodHints(Qt::ImhDigitsOnly);
  setValue(value);
  connect(lineEdit(), &QLineEdit::textChanged, this, [this](const QString& text) {
    QString copy = text;
    int position = 0;
    if (validate(copy, position) == QValidator::Acceptable) value_ = text.toULongLong();
  });
  connect(this, &QAbstractSpinBox::editingFinished, this, [this] { setValue(value_); });
}

void NumberField::setValue(quint64 value) {
  value_ = std::clamp(value, minimum_, maximum_);
  if (const QString text = QString::number(value_); lineEdit()->text() != text) lineEdit()->setText(text);
}

void NumberField::stepBy(int steps) {
  const quint64 by = static_cast<quint64>(std::abs(static_cast<qint64>(steps)));
  setValue(steps < 0 ? value_ - std::min(by, value_ - minimum_) : value_ + std::min(by, maximum_ - value_));
}

QValidator::State NumberField::validate(QString& text, int&) const {
  if (text.isEmpty()) return QValidator::Intermediate;
  if (!std::all_of(text.cbegin(), text.cend(), [](QChar c) { return c >= u'0' && c <= u'9'; }))
    return QValidator::Invalid;
  bool fits = false;
  const quint64 number = text.toULongLong(&fits);
  if (!fits || number > maximum_) return QValidator::Invalid;
  return number < minimum_ ? QValidator::Intermediate : QValidator::Acceptable;
}

QAbstractSpinBox::StepEnabled NumberField::stepEnabled() const {
  return (value_ > minimum_ ? StepDownEnabled : StepNone) | (value_ < maximum_ ? StepUpEnabled : StepNone);
}

void forwardWheelToParent(QWidget* box) {
  box->setFocusPolicy(Qt::StrongFocus);
  box->installEventFilter(new WheelFilter(box));
}

}  // namespace relaxscope
