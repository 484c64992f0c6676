// SPDX-License-Identifier: GPL-3.0-or-later
// Findings of readers, verifier and linter by severity, with their costs in a profile and the page of their rule. A
// finding or one of its parts is selected everywhere, Show me goes there.
#pragma once

#include "views/core/view.h"
#include "views/findings/bar.h"
#include "views/findings/feed.h"

class QLabel;
class QSplitter;
class QToolButton;

namespace relaxscope {

class EmptyNote;
class FindingsLedger;
class FindingsTree;
class RulePane;

class FindingsView : public View {
  Q_OBJECT
 public:
  static constexpr ViewKeyRow kKeyRows[] = {
      {QT_TRANSLATE_NOOP("viewKeys", "Previous, next finding"), "Up Down"},
      {QT_TRANSLATE_NOOP("viewKeys", "Show or hide the parts of the finding"), "Right Left"},
      {QT_TRANSLATE_NOOP("viewKeys", "Show the place of the finding"), "Enter"},
      {QT_TRANSLATE_NOOP("viewKeys", "Filter the findings"), "/"},
  };

  FindingsView(Document* document, QWidget* parent);
  bool startFind() override;
  [[nodiscard]] QList<QWidget*> cornerWidgets() override;
  [[nodiscard]] bool isSettled() const override {
    return !feed_->isPending() && !filterTask_.isPending() && !copyTask_.isPending();
  }
  [[nodiscard]] QByteArray saveViewState() const override;
  void restoreViewState(const QByteArray& state) override;
  [[nodiscard]] FindingsTree* tree() const { return tree_; }
  [[nodiscard]] FindingsBar* bar() const { return bar_; }
  [[nodiscard]] RulePane* rulePane() const { return rule_; }
  [[nodiscard]] FindingsLedger* ledger() const { return ledger_; }
  [[nodiscard]] const FindingFeed& feed() const { return *feed_; }
  /// Shown in place of findings; empty if there are some.
  [[nodiscard]] QString emptySentence() const;
  /// Copies all findings to the clipboard, asynchronously.
  void copyAll(FindingsBar::Format format);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void connectParts();
  void applyTheme();
  void refresh();
  void filter();
  void showFound(FindingHits found);
  void showHits(std::vector<bool> hits);
  void updateNotes();
  void choose(const QModelIndex& index);
  void showMe(const QModelIndex& index);
  void menu(const QModelIndex& where, const QPoint& pos);
  void copyRow(const QModelIndex& index);
  void arrange();
  void askForRule(bool shown);
  [[nodiscard]] const Library* library() const;
  [[nodiscard]] LintSite siteOf(const QModelIndex& index) const;

  FindingFeed* feed_;
  FindingsBar* bar_;
  FindingsLedger* ledger_;
  FindingsTree* tree_;
  EmptyNote* empty_;
  QLabel* note_;
  RulePane* rule_;
  QSplitter* splitter_;
  QToolButton* ruleButton_;
  LatestTask filterTask_, copyTask_;
  std::optional<bool> wantsRule_;  ///< whether the user shows the page; nothing: where there is room for it
  QByteArray sizes_;               ///< of the splitter, as the user left it
};

}  // namespace relaxscope
