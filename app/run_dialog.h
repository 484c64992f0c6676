// SPDX-License-Identifier: GPL-3.0-or-later
// What to run and with which arguments. Names, dtypes and shapes come from the function's own check
// instructions; each symbolic dimension is one field. Remembers the last run of each file. Of very many
// arguments the first are shown, or those that a filter names; the others keep their values.
#pragma once

#include <QDialog>

#include <set>

#include "app/run_spec.h"

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QVBoxLayout;

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
    int source = 0;
    QString value;
    bool symbolic = false;   ///< its default depends on a dimension
  };
  /// The fields of one row that is shown.
  struct Fields {
    size_t row;
    QComboBox* source;
    QLineEdit* value;
    QPushButton* browse;
  };
  void fillFunctions();
  void functionChanged();
  void addDims(QVBoxLayout* box, const std::vector<ParamInfo>& params, bool same);
  void showRows();
  void addRow(QGridLayout* grid, size_t row);
  void dimsChanged();
  void sourceChanged(const Fields& fields);
  void valueChanged(size_t row, const QString& text);
  void browse(size_t row);
  [[nodiscard]] bool isGood(const Row& row) const;
  void check();
  [[nodiscard]] QMap<QString, qint64> dims() const;
  [[nodiscard]] const Function* chosen() const;

  std::shared_ptr<const Executable> executable_;
  RunSpec last_;
  QComboBox* function_;
  QComboBox* device_;
  QComboBox* allocator_;
  QWidget* arguments_ = nullptr;
  QWidget* holder_;
  QLineEdit* filter_ = nullptr;      ///< where there are more rows than are shown at once
  QWidget* shown_ = nullptr;
  std::vector<Row> rows_;
  std::vector<Fields> fields_;
  std::set<size_t> bad_;             ///< rows whose value is missing or wrong
  QMap<QString, QSpinBox*> symbols_;
  QMap<QString, qint64> otherDims_;  ///< of symbols that have no field
  QSpinBox* warmup_;
  QSpinBox* repeat_;
  QSpinBox* seed_;
  QCheckBox* values_;
  QCheckBox* precise_;
  QLabel* problem_;
  QPushButton* run_;
};

}  // namespace relaxscope
