// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a finding's rule beside the findings: what it means, why it matters, how to mend it, an example.
#pragma once

#include <QWidget>

#include <string>

#include "views/findings/finding_list.h"

class QHBoxLayout;
class QLabel;
class QTextBrowser;

namespace relaxscope {

/// The page of a rule of the linter as Markdown, without its title: in the language of `locale` ("zh_CN") if there is
/// one, else in English. Empty for other rules.
QString rulePageText(const std::string& rule, const QString& locale);

class RulePane : public QWidget {
  Q_OBJECT
 public:
  explicit RulePane(QWidget* parent = nullptr);
  void showFinding(const FindingList& list, uint32_t finding);
  /// Nothing is selected.
  void clear(const QString& sentence);
  [[nodiscard]] QTextBrowser* page() const { return page_; }
  [[nodiscard]] QString title() const;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void applyTheme();
  void showPage();
  void addChips(const FindingList& list, uint32_t finding);

  QLabel *title_, *message_;
  QWidget* chips_ = nullptr;
  QHBoxLayout* chipRow_;
  QTextBrowser* page_;
  std::string rule_;
};

}  // namespace relaxscope
