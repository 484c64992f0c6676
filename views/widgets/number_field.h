// SPDX-License-Identifier: GPL-3.0-or-later
// A field for unsigned 64-bit integers, which QSpinBox does not support; and a filter that reserves the wheel for
// scrolling.
#pragma once

#include <QAbstractSpinBox>

namespace relaxscope {

/// While the text is not a number within the range, value() is the last valid number.
class NumberField : public QAbstractSpinBox {
  Q_OBJECT
  Q_PROPERTY(quint64 value READ value WRITE setValue USER true)
  Q_PROPERTY(quint64 minimum READ minimum CONSTANT)
  Q_PROPERTY(quint64 maximum READ maximum CONSTANT)
 public:
  NumberField(quint64 minimum, quint64 maximum, quint64 value, QWidget* parent);
  [[nodiscard]] quint64 value() const { return value_; }
  [[nodiscard]] quint64 minimum() const { return minimum_; }
  [[nodiscard]] quint64 maximum() const { return maximum_; }
  /// Sets the value, clamped to the range.
  void setValue(quint64 value);
  void stepBy(int steps) override;
  [[nodiscard]] QValidator::State validate(QString& text, int& position) const override;

 protected:
  [[nodiscard]] StepEnabled stepEnabled() const override;

 private:
  quint64 minimum_, maximum_, value_;
};

/// Makes the wheel over a combo or spin box scroll the surrounding area instead of changing the box.
void forwardWheelToParent(QWidget* box);

}  // namespace relaxscope
