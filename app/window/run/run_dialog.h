// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog that sets what to run and with which arguments. Names, dtypes and shapes come from the functions' own check
// instructions; each symbolic dimension is one field. Several calls are shown as a list next to the fields of the
// selected one. Starts with the last run of the file.
#pragma once

#include <QDialog>

#include <functional>

#include "app/window/run/call_script.h"
#include "app/window/run/run_spec.h"

class QCheckBox;
class QComboBox;
class QFormLayout;
class QFrame;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QScrollArea;
class QToolButton;

namespace relaxscope {

class NumberField;
class RunCallArguments;
class RunCallList;
class RunCallModel;
class FillArguments;
class FurtherOptions;
class RunScripts;
struct EditedCall;

class RunDialog : public QDialog {
  Q_OBJECT
 public:
  RunDialog(std::shared_ptr<const Executable> executable, const RunSpec& last, const QStringList& devices,
            QWidget* parent);
  [[nodiscard]] RunSpec spec() const;
  /// The first error in the fields, or empty.
  [[nodiscard]] QString problem() const;
  /// `why` returns why a run is not possible; empty if it is.
  void setObstacles(std::function<QString(const RunSpec&)> why);

  /// The run is of this executable and another one in turns: hides the options that turns do not have.
  void setForPair();

  /// Stands on the choice of the function: the file does not tell which one to run.
  void askForFunction();

  /// Loads the calls of a CALLS.json. `arrays`: the files with its arrays; none: the one next to it, else asks for
  /// them.
  void openScript(const QString& path, const QStringList& arrays = {});
  void saveScript(const QString& path);
  /// Fills arguments from a file or folder of arrays.
  void fillFrom(const QString& path);
  /// Whether a script or arrays are being read or written.
  [[nodiscard]] bool isBusy() const;

 signals:
  void runRequested(const relaxscope::RunSpec& spec);

 private:
  void buildFields(const QStringList& devices);
  void buildSynchronised();
  void buildCall();
  void buildFunction();
  void buildAdd();
  void buildMode();
  void connectCall();
  QFormLayout* buildTop();
  QHBoxLayout* buildButtons();
  void showLayout();
  void showCall();
  void showFunction(const EditedCall& call);
  void showMode(CallMode mode);
  void check();
  void showNote(const QString& text, bool wrong);
  void askForLibrary();
  [[nodiscard]] QHBoxLayout* buildLibraries();
  [[nodiscard]] QStringList libraries() const;
  void take(const ScriptCalls& script);
  void setNote(const QString& note, bool wrong);
  void showFilled();
  void focusFirstBad();

  std::shared_ptr<const Executable> executable_;
  RunSpec last_;
  RunCallModel* model_;
  RunScripts* scripts_;
  FillArguments* filler_;
  bool listed_ = false;  ///< the calls are shown as a list
  QFormLayout *top_, *callForm_;
  QFrame* body_;  ///< the list and the fields of the selected call
  QFrame* divider_;
  RunCallList* list_;
  QWidget* call_;
  QWidget* functionRow_;
  QLabel* functionLabel_;
  QWidget* modeRow_;
  QComboBox *function_, *mode_, *device_, *allocator_;
  QToolButton* add_;  ///< the button that adds a second call and opens scripts
  RunCallArguments* arguments_;
  QScrollArea* scroll_;
  NumberField *warmup_, *repeat_, *seed_;
  QCheckBox *values_, *precise_, *reference_, *synchronised_;
  FurtherOptions* further_;
  QLabel *problem_, *modeNote_;
  QLineEdit* savedAs_;
  QPushButton *fill_, *open_, *save_, *run_;
  QLineEdit* libraries_;  ///< files, separated by semicolons
  std::function<QString(const RunSpec&)> obstacle_;
  QString note_;  ///< outcome of reading or writing a script; shown until a field changes
  bool noteWrong_ = false;
};

}  // namespace relaxscope
