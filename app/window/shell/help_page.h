// SPDX-License-Identifier: GPL-3.0-or-later
// The assembler's language page (resources/docs/assembler.md) beside the window: contents, text in the theme, search.
// It stays open while one works; there is one of it a window.
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
  /// How often what is searched for stands in the page.
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
  QList<int> hits_;   ///< first position of each
  qsizetype at_ = 0;  ///< of the current one in hits_
};

/// Shows the window's page, made when it is first asked for.
HelpPage* showHelpPage(QWidget* window);

}  // namespace relaxscope
