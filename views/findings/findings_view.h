// SPDX-License-Identifier: GPL-3.0-or-later
// Findings of readers and verifier: severity, rule, text, place; activating a row goes to the place.
#pragma once

#include "views/core/view.h"

class QToolButton;

namespace relaxscope {

class TablePanel;

class FindingsView : public View {
  Q_OBJECT
 public:
  FindingsView(Document* document, QWidget* parent);
  bool startFind() override;
  [[nodiscard]] QList<QWidget*> cornerWidgets() override;
  [[nodiscard]] bool isSettled() const override;
  [[nodiscard]] QByteArray saveViewState() const override;
  void restoreViewState(const QByteArray& state) override;

 private:
  void refresh();
  void showFinding(int row);
  TablePanel* panel_;
  QToolButton* severities_[3];
  QToolButton* show_;
};

/// Target of a finding: the view that shows it and the place in it.
ViewId viewOfFinding(const Diagnostic& finding);
Place placeOfFinding(const Diagnostic& finding);
/// "main  pc 12", "constant 3", "byte 1,204"; empty when nothing is known.
QString placeText(const Executable* executable, const Diagnostic& finding);

}  // namespace relaxscope
