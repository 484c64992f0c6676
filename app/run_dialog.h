// SPDX-License-Identifier: GPL-3.0-or-later
// What to run and with which arguments. Names, dtypes and shapes come from the function's own check
// instructions; each symbolic dimension is one field. Remembers the last run of each file.
#pragma once

#include <QDialog>

#include "app/run_spec.h"

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace relaxscope {

class RunDialog : public QDialog {
  Q_OBJECT
 public:
  RunDialog(std::shared_ptr<const Executable> executable, const RunSpec& last, const QStringList& devices, QWidget* parent);
  [[nodiscard]] RunSpec spec() const;
  /// What is wrong with the fields, or empty.
  [[nodiscard]] QString problem() const;

 signals:
  void runRequested(const relaxscope::RunSpec& spec);

 private:
  struct Row {
    ParamInfo param;
    QComboBox* source;
    QLineEdit* value;
    QPushButton* browse;
  };
  void fillFunctions(const QString& wanted);
  void functionChanged();
  void dimsChanged();
  void sourceChanged(size_t row);
  void browse(size_t row);
  void check();
  [[nodiscard]] QMap<QString, qint64> dims() const;

  std::shared_ptr<const Executable> executable_;
  RunSpec last_;
  QComboBox* function_;
  QComboBox* device_;
  QComboBox* allocator_;
  QWidget* arguments_ = nullptr;
  QWidget* holder_;
  std::vector<Row> rows_;
  QMap<QString, QSpinBox*> symbols_;
  QSpinBox* warmup_;
  QSpinBox* repeat_;
  QSpinBox* seed_;
  QCheckBox* values_;
  QCheckBox* precise_;
  QLabel* problem_;
  QPushButton* run_;
};

}  // namespace relaxscope
