// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/theme/markdown_text.h"

#include <QTextBlock>
#include <QTextBrowser>
#include <QTextTable>

#include <algorithm>
#include <tuple>

#include "views/theme/theme.h"

namespace relaxscope {
namespace {

/// Inserts blank lines after code fences: Qt's Markdown reader loses the first cell of a table right after a fence.
QString withBlankLineAfterFences(const QString& source) {
  QStringList lines;
  bool inside = false, closed = false;
  for (const QString& line : source.split(QLatin1Char('\n'))) {
    if (closed && !line.isEmpty()) lines.append(QString());
    const bool fence = line.startsWith(QLatin1String("```"));
    closed = fence && inside;
    if (fence) inside = !inside;
    lines.append(line);
  }
  return lines.join(QLatin1Char('\n'));
}

void styleCode(QTextDocument* text, const MarkdownLook& look) {
  const Theme* theme = Theme::instance();
  for (QTextBlock block = text->begin(); block.isValid(); block = block.next()) {
    const bool fenced =
        block.blockFormat().hasProperty(QTextFormat::BlockCodeFence) || block.blockFormat().nonBreakableLines();
    QList<std::pair<int, int>> codes;  // position, length
    for (auto it = block.begin(); !it.atEnd(); ++it)
      if (fenced || it.fragment().charFormat().fontFixedPitch())
        codes.append({it.fragment().position(), it.fragment().length()});
    QTextCursor cursor(block);
    if (fenced) {
      QTextBlockFormat format;
      format.setBackground(theme->color(Token::Subtle));
      format.setLeftMargin(theme->px(8));
      cursor.mergeBlockFormat(format);
    }
    for (const auto& [position, length] : codes) {
      QTextCharFormat format;
      format.setFont(theme->mono(look.code), QTextCharFormat::FontPropertiesSpecifiedOnly);
      if (!fenced) format.setForeground(theme->color(Token::RoleFunction));
      cursor.setPosition(position);
      cursor.setPosition(position + length, QTextCursor::KeepAnchor);
      cursor.mergeCharFormat(format);
    }
  }
}

void styleHeadings(QTextDocument* text, const MarkdownLook& look) {
  const Theme* theme = Theme::instance();
  for (QTextBlock block = text->begin(); block.isValid(); block = block.next()) {
    const int level = block.blockFormat().headingLevel();
    if (level == 0) continue;
    QList<std::tuple<int, int, QTextCharFormat>> parts;  // position, length
    for (auto it = block.begin(); !it.atEnd(); ++it)
      parts.append({it.fragment().position(), it.fragment().length(), it.fragment().charFormat()});
    QTextCursor cursor(block);
    for (auto& [position, length, format] : parts) {
      format.clearProperty(QTextFormat::FontSizeAdjustment);  // else it wins over the size
      format.setFont(theme->ui(look.headings[static_cast<size_t>(std::min(level, 3)) - 1], 600),
                     QTextCharFormat::FontPropertiesSpecifiedOnly);
      cursor.setPosition(position);
      cursor.setPosition(position + length, QTextCursor::KeepAnchor);
      cursor.setCharFormat(format);
    }
    QTextBlockFormat space;
    space.setTopMargin(level == 1 ? 0 : theme->px(look.tight ? 12 : level == 2 ? 20 : 14));
    space.setBottomMargin(theme->px(look.tight ? 3 : 6));
    cursor.mergeBlockFormat(space);
  }
}

void tighten(QTextDocument* text) {
  for (QTextBlock block = text->begin(); block.isValid(); block = block.next()) {
    const QTextBlockFormat own = block.blockFormat();
    if (own.headingLevel() > 0 || own.hasProperty(QTextFormat::BlockCodeFence) || own.nonBreakableLines()) continue;
    const bool afterCode = block.previous().blockFormat().hasProperty(QTextFormat::BlockCodeFence);
    QTextBlockFormat format;
    format.setTopMargin(afterCode ? Theme::instance()->px(6) : 0);
    format.setBottomMargin(Theme::instance()->px(6));
    QTextCursor(block).mergeBlockFormat(format);
  }
}

void styleTables(QTextFrame* frame) {
  const Theme* theme = Theme::instance();
  for (QTextFrame* child : frame->childFrames()) {
    auto* table = qobject_cast<QTextTable*>(child);
    if (table == nullptr) continue;
    QTextTableFormat format = table->format();
    format.setBorderCollapse(true);
    format.setBorder(1);
    format.setBorderBrush(theme->color(Token::Border));
    format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
    format.setCellPadding(theme->px(5));
    format.setCellSpacing(0);
    format.setTopMargin(theme->px(6));
    format.setBottomMargin(theme->px(10));
    format.setWidth(QTextLength(QTextLength::PercentageLength, 100));
    table->setFormat(format);
    for (int column = 0; column < table->columns(); ++column) {
      QTextCharFormat head = table->cellAt(0, column).format();
      head.setBackground(theme->color(Token::Subtle));
      table->cellAt(0, column).setFormat(head);
    }
  }
}

void styleLinks(QTextDocument* text) {
  for (QTextBlock block = text->begin(); block.isValid(); block = block.next()) {
    QList<std::pair<int, int>> links;  // position, length
    for (auto it = block.begin(); !it.atEnd(); ++it)
      if (it.fragment().charFormat().isAnchor()) links.append({it.fragment().position(), it.fragment().length()});
    for (const auto& [position, length] : links) {
      QTextCharFormat format;
      format.setForeground(Theme::instance()->color(Token::Accent));
      QTextCursor cursor(block);
      cursor.setPosition(position);
      cursor.setPosition(position + length, QTextCursor::KeepAnchor);
      cursor.mergeCharFormat(format);
    }
  }
}

}  // namespace

void showMarkdown(QTextBrowser* browser, const QString& source, const MarkdownLook& look) {
  const Theme* theme = Theme::instance();
  QPalette colors = browser->palette();
  colors.setColor(QPalette::Base, theme->color(Token::Panel));
  colors.setColor(QPalette::Text, theme->color(Token::Text));
  browser->setPalette(colors);
  browser->setFont(theme->ui(look.body));
  QTextDocument* text = browser->document();
  text->setDefaultFont(theme->ui(look.body));
  text->setDocumentMargin(theme->px(look.margin));
  text->setMarkdown(withBlankLineAfterFences(source), QTextDocument::MarkdownDialectGitHub);
  if (look.tight) tighten(text);
  styleHeadings(text, look);
  styleCode(text, look);
  styleTables(text->rootFrame());
  styleLinks(text);
}

}  // namespace relaxscope
