// SPDX-License-Identifier: GPL-3.0-or-later
// Small dialogs: all shortcuts, settings. Shown with open(), so that nothing blocks.
#pragma once

#include <QDialog>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace relaxscope {

class MainWindow;

/// Every action with its keys, and what the mouse does.
class ShortcutSheet : public QDialog {
  Q_OBJECT
 public:
  explicit ShortcutSheet(MainWindow* window);
};

class SettingsDialog : public QDialog {
  Q_OBJECT
 public:
  explicit SettingsDialog(QWidget* parent);
  void accept() override;

 private:
  QComboBox* language_;
  QComboBox* theme_;
  QDoubleSpinBox* scale_;
  QLineEdit* worker_;
  QDoubleSpinBox* time_;
  QSpinBox* memory_;
  QLabel* note_;
};

/// Applies a theme setting ("light", "dark", "system").
void applyTheme(const QString& mode);

}  // namespace relaxscope
