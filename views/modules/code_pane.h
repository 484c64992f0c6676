// SPDX-License-Identifier: GPL-3.0-or-later
// The code of a module, read-only with a find bar: text in colours, or a hex dump where there is none. Shows one part
// at a time, and the definition of a kernel.
#pragma once

#include <QPlainTextEdit>

#include <string>
#include <vector>

#include "vmcore/model/library.h"

class QRegularExpression;

namespace relaxscope {

class FindBar;
class KernelSyntax;

class CodePane : public QWidget {
  Q_OBJECT
 public:
  explicit CodePane(QWidget* parent);
  /// Shows the first part, at its first kernel.
  void setParts(std::vector<CodePart> parts);
  [[nodiscard]] bool isEmpty() const { return parts_.empty(); }
  /// The part that is shown; only if there is one.
  [[nodiscard]] const CodePart& part() const { return parts_[part_]; }
  /// Shows the part of that kernel and selects its name where it is defined.
  void showKernel(const std::string& name);
  void startFind();
  void findNext(bool backwards) { find(backwards, false); }
  [[nodiscard]] QPlainTextEdit* text() const { return text_; }

 private:
  void showPart(size_t index);
  [[nodiscard]] size_t partOf(const std::string& kernel) const;
  void setText(const QString& text, const CodePart* code);
  void find(bool backwards, bool fromStart);
  [[nodiscard]] bool takesTooLong(const QRegularExpression& pattern) const;
  void applyTheme();
  FindBar* bar_;
  QPlainTextEdit* text_;
  KernelSyntax* syntax_;
  std::vector<CodePart> parts_;
  size_t part_ = 0;
};

}  // namespace relaxscope
