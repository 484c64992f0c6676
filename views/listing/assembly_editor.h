// SPDX-License-Identifier: GPL-3.0-or-later
// A text editor for assembler: line numbers, colours by operand role, wavy underlines at errors.
#pragma once

#include <QPlainTextEdit>
#include <QSyntaxHighlighter>

#include "views/core/code_assembler.h"

namespace relaxscope {

/// Colours a line by the kinds of its words, independently of other lines.
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

  /// Replaces the text; clears the undo stack and emits no signal.
  void load(const QString& text);
  /// Underlines the places of the messages; their texts are the tooltips there.
  void setMessages(const std::vector<EditMessage>& messages);
  [[nodiscard]] const std::vector<EditMessage>& messages() const { return messages_; }
  /// Line of the cursor, 1-based.
  [[nodiscard]] int currentLine() const;
  /// Moves the cursor, and centres its line if it is not visible.
  void goTo(int line, int column = 1);
  /// Width of the gutter in pixels.
  [[nodiscard]] int gutterWidth() const;
  /// The word under a point of the viewport; dots are part of names.
  [[nodiscard]] QString wordAt(const QPoint& pos) const;

 signals:
  void helpRequested(const QString& word, const QPoint& globalPos);  ///< the pointer rests on a word

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
