// SPDX-License-Identifier: GPL-3.0-or-later
// A text field for assembler: line numbers, colours by operand role, wavy lines under what is wrong.
#pragma once

#include <QPlainTextEdit>
#include <QSyntaxHighlighter>

#include "views/core/code_assembler.h"

namespace relaxscope {

/// Colours one line by what its words are; knows nothing of other lines.
class AssemblyHighlighter : public QSyntaxHighlighter {
  Q_OBJECT
 public:
  explicit AssemblyHighlighter(QTextDocument* document);

 protected:
  void highlightBlock(const QString& text) override;
};

class AssemblyEditor : public QPlainTextEdit {
  Q_OBJECT
 public:
  explicit AssemblyEditor(QWidget* parent = nullptr);

  /// Another text: nothing can be undone, no signal is sent.
  void load(const QString& text);
  /// Underlines the places of the messages; their texts are the tooltips there.
  void setMessages(const std::vector<EditMessage>& messages);
  [[nodiscard]] const std::vector<EditMessage>& messages() const { return messages_; }
  /// Line of the cursor, from 1.
  [[nodiscard]] int currentLine() const;
  /// Moves the cursor, and its line into the middle when it is out of sight.
  void goTo(int line, int column = 1);
  /// Number of the first column of the gutter that the lines take.
  [[nodiscard]] int gutterWidth() const;
  /// The word under a point of the viewport; names keep their dots.
  [[nodiscard]] QString wordAt(const QPoint& pos) const;

 signals:
  void helpWanted(const QString& word, const QPoint& globalPos);  ///< the pointer rests on a word

 protected:
  void resizeEvent(QResizeEvent* event) override;
  bool viewportEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  class Gutter;
  friend class Gutter;
  void applyTheme();
  void markLines();
  void placeGutter();
  void paintGutter(QPaintEvent* event);
  /// The characters a message is about, as a cursor that selects them.
  [[nodiscard]] QTextCursor cursorOf(const EditMessage& message) const;
  Gutter* gutter_;
  std::vector<EditMessage> messages_;
};

}  // namespace relaxscope
