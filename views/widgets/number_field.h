// SPDX-License-Identifier: GPL-3.0-or-later
// A field for whole numbers up to 64 bits, which QSpinBox has not; and the wheel, which is for scrolling alone.
#pragma once

#include <QAbstractSpinBox>

namespace relaxscope {

/// While its text is no number of the range, it has the last one that was.
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
  /// The nearest number of the range.
  void setValue(quint64 value);
  void stepBy(int steps) override;
  [[nodiscard]] QValidator::State validate(QString& text, int& position) const override;

 protected:
  [[nodiscard]] StepEnabled stepEnabled() const override;

 private:
  quint64 minimum_, maximum_, value_;
};

/// Lets the wheel over a combo or spin box scroll what is around it; the box never changes by it.
void leaveWheelAlone(QWidget* box);

}  // namespace relaxscope
