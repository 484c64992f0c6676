// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for two files to compare: open ones, recent ones, or others.
#pragma once

#include <QDialog>
#include <QStringList>

class QComboBox;
class QFormLayout;
class QLabel;
class QPushButton;

namespace relaxscope {

class CompareDialog : public QDialog {
  Q_OBJECT
 public:
  enum class Kind : uint8_t { Files, Profiles };
  /// `open`: paths of the open files. `now`: proposed as the new one; may be empty.
  CompareDialog(const QStringList& open, const QString& now, QWidget* parent, Kind kind = Kind::Files);

 signals:
  void chosen(const QString& old, const QString& now);

 private:
  QComboBox* addFile(QFormLayout* form, const QString& label, const QString& name, const QStringList& paths);
  void browse(QComboBox* box);
  void check();
  void apply();

  QComboBox *old_, *now_;
  Kind kind_;
  QLabel* problem_;
  QPushButton* compare_;
};

}  // namespace relaxscope
