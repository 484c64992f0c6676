// SPDX-License-Identifier: GPL-3.0-or-later
// Fields for the dimensions and arguments of one call. Of many arguments, the first ones or those that match a filter
// are shown; the others keep their values.
#pragma once

#include <QWidget>

#include "app/window/run/call_model.h"

class QAction;
class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace relaxscope {

class SourceBox;

class RunCallArguments : public QWidget {
  Q_OBJECT
 public:
  RunCallArguments(RunCallModel* model, QWidget* parent);
  /// Recreates the fields for a call.
  void showCall(int index);
  /// Moves the focus to an argument's value.
  void focusArgument(size_t argument);

 signals:
  void fileRequested(int call, size_t argument);

 private:
  /// The fields of one displayed argument.
  struct Fields {
    size_t argument;
    SourceBox* source;
    QLineEdit* value;
    QPushButton* browse;
    QAction* choose;  ///< inside the value field: opens a menu of earlier calls
  };
  void addDims(QVBoxLayout* box);
  void showRows();
  void addRow(QGridLayout* grid, size_t argument);
  void addButtons(QVBoxLayout* box);
  void changeCount(bool more);
  [[nodiscard]] SourceBox* sourceBox(const EditedArgument& argument);
  void sourceChanged(const Fields& fields);
  void showSource(const Fields& fields);
  void refresh();
  void chooseCall(const Fields& fields);
  [[nodiscard]] QString nameOf(size_t argument) const;
  [[nodiscard]] QLabel* knownFrom(const ParamInfo& param);

  RunCallModel* model_;
  int index_ = 0;
  QWidget* content_ = nullptr;   ///< all fields of the call
  QWidget* shown_ = nullptr;     ///< the rows
  QLineEdit* filter_ = nullptr;  ///< null unless the call has more than kShownRows arguments
  std::vector<Fields> fields_;
  int quiet_ = 0;  ///< positive while fields are being set from the model
};

}  // namespace relaxscope
