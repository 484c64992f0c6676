// SPDX-License-Identifier: GPL-3.0-or-later
// The options of a run that few runs need: minimum time, limits, skipped calls, an instrument. Shown when one of them
// is set, otherwise on request.
#pragma once

#include <QWidget>

#include "app/window/run/run_spec.h"

class QDoubleSpinBox;
class QFormLayout;
class QLineEdit;
class QToolButton;

namespace relaxscope {

class NumberField;

class FurtherOptions : public QWidget {
  Q_OBJECT
 public:
  FurtherOptions(const RunSpec& last, QWidget* parent);
  /// Writes the fields to `spec`.
  void apply(RunSpec& spec) const;
  void disableMinimumTime(const QString& why);
  /// The first error in the fields, or empty.
  [[nodiscard]] QString problem() const;

 signals:
  void changed();
  /// The fields were shown or hidden, and the widget grew by this many pixels.
  void toggled(int growth);

 private:
  void buildTimes(QFormLayout* form);
  void buildLimits(QFormLayout* form);
  void buildCalls(QFormLayout* form);
  [[nodiscard]] bool isAnySet() const;

  RunSpec last_;
  QToolButton* more_;
  QWidget* fields_;
  QDoubleSpinBox *minTime_ = nullptr, *timeLimit_ = nullptr;  ///< seconds
  QLineEdit* memory_ = nullptr;                               ///< MiB; empty: the default
  NumberField *steps_ = nullptr, *stack_ = nullptr;
  QLineEdit *skip_ = nullptr, *instrument_ = nullptr;
};

}  // namespace relaxscope
