// SPDX-License-Identifier: GPL-3.0-or-later
// Non-modal dialog with the page on the assembly language (resources/docs/assembler.md): contents, themed text, search.
// One per window.
#pragma once

#include <QDialog>

class QLabel;
class QLineEdit;
class QListWidget;
class QTextBrowser;

namespace relaxscope {

class HelpPage : public QDialog {
  Q_OBJECT
 public:
  explicit HelpPage(QWidget* parent);

  [[nodiscard]] QTextBrowser* browser() const { return browser_; }
  [[nodiscard]] QLineEdit* searchField() const { return find_; }
  /// Number of matches of the search text.
  [[nodiscard]] int hits() const { return static_cast<int>(hits_.size()); }

 private:
  void connectFields();
  void load();
  void search();
  void step(int by);
  void showHits();

  QLineEdit* find_;
  QLabel* count_;
  QListWidget* contents_;
  QTextBrowser* browser_;
  QList<int> hits_;   ///< start position of each match
  qsizetype at_ = 0;  ///< index of the current match in hits_
};

/// Shows the window's help page, created lazily.
HelpPage* showHelpPage(QWidget* window);

}  // namespace relaxscope
