// SPDX-License-Identifier: GPL-3.0-or-later
// Edit mode of the listing: the text of the subject function or of the whole executable, checked while the user
// types; a valid text can be applied, run with the kernels of the original file, and saved as a new file.
// The original file is never written.
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>

#include "views/core/document.h"
#include "views/core/latest_task.h"
#include "views/listing/assembly_editor.h"

namespace relaxscope {

class EditPane : public QWidget {
  Q_OBJECT
 public:
  explicit EditPane(Document* document, QWidget* parent = nullptr);

  /// Shows the text of a function, unless the current text has changes that are not applied.
  void edit(FuncIndex function, InstrIndex at);
  [[nodiscard]] AssemblyEditor* editor() const { return editor_; }
  [[nodiscard]] bool isModified() const;
  /// Increases with every change of the text.
  [[nodiscard]] int revision() const;
  /// Whether the text assembles to an executable.
  [[nodiscard]] bool isGood() const { return result_.executable != nullptr && !isChecking(); }
  [[nodiscard]] bool isChecking() const { return check_.isPending() || delay_.isActive(); }
  [[nodiscard]] bool isSettled() const { return !load_.isPending() && !isChecking(); }
  [[nodiscard]] QString statusText() const { return status_->text(); }
  void setWhole(bool whole);

 public slots:
  /// Makes the edited executable the document's data.
  void apply();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 signals:
  void closed();
  void leftToListing(InstrIndex pc);  ///< the cursor is on this instruction

 private:
  void loadText();
  void take(EditText text);
  void textChanged();
  void check();
  void show(EditResult result);
  void showState();
  void cursorMoved();
  void dataChanged();
  void applyFailed();
  void connectParts();
  void applyTheme();
  Document* document_;
  AssemblyEditor* editor_;
  QComboBox* scope_;
  QLabel *status_, *name_;
  QPushButton *apply_, *run_, *save_, *revert_;
  QToolButton* help_;
  QToolButton* close_;
  QListWidget* problems_;
  QTimer delay_;
  LatestTask load_, check_;
  // The origin of the text: the text is assembled against it, whatever was applied since.
  std::shared_ptr<const Executable> base_;
  FuncIndex function_, wanted_;
  InstrIndex wantedPc_;
  bool reverting_ = false;
  int revision_ = 0;   ///< of the last text seen; colouring does not change it
  bool empty_ = true;  ///< there is nothing to edit
  EditResult result_;
  EditMap map_;
  std::shared_ptr<const Executable> taken_;  ///< last applied to the document
  bool tooLong_ = false;
  QString loadError_;  ///< why the text could not be written, or empty
};

}  // namespace relaxscope
