// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog for the settings: language, appearance, worker, stored runs. Shown with open(), which does not block.
#pragma once

#include <QDialog>

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QDoubleSpinBox;
class QLineEdit;
class QSpinBox;

namespace relaxscope {

class StoredRunsField;

class SettingsDialog : public QDialog {
  Q_OBJECT
 public:
  explicit SettingsDialog(QWidget* parent);
  void accept() override;

 signals:
  void storedRunsDeleted();

 private:
  void buildAppearance();
  void buildWorker();
  QDialogButtonBox* buildButtons();
  QComboBox* language_;
  QComboBox* theme_;
  QDoubleSpinBox* scale_;
  QCheckBox* session_;
  QLineEdit* worker_;
  QDoubleSpinBox* time_;
  QSpinBox* memory_;
  StoredRunsField* runs_;
};

}  // namespace relaxscope
