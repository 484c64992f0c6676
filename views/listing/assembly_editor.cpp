// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/listing/assembly_editor.h"

#include <QHelpEvent>
#include <QPainter>
#include <QRegularExpression>
#include <QTextBlock>
#include <QToolTip>

#include <algorithm>

#include "views/theme/theme.h"

namespace relaxscope {
namespace {

/// One kind of word. The first rule that matches at a position wins.
struct WordRule {
  const char* pattern;
  Token color;
  int weight;
};
constexpr WordRule kRules[] = {
    {"\"(?:[^\"\\\\]|\\\\.)*\"?", Token::RoleConstant, 400},
    {"#.*$", Token::TextThird, 400},
    {"^\\s*@[^:]*:?", Token::RoleFunction, 700},
    {"^\\s*\\.[a-z_]+", Token::RoleLabel, 700},
    {"%[A-Za-z0-9_]+", Token::RoleRegister, 400},
    {"\\bc\\[[^\\]]*\\]", Token::RoleConstant, 400},
    {"\\bf\\[[^\\]]*\\]", Token::RoleFunction, 400},
    {"\\bi-?[0-9]+\\b", Token::RoleImmediate, 400},
    {"\\b(?:in|dst|args|ret|cond|pc):", Token::TextThird, 400},
    {"(?<![\\w.])-?[0-9]+(?:\\.[0-9]+)?\\b", Token::RoleImmediate, 400},
};

/// The mnemonic at the start of a line, and the name after a call.
const QRegularExpression& mnemonicRule() {
  static const QRegularExpression rule(QStringLiteral("^\\s*([a-zA-Z_]+)\\b(?:\\s+([A-Za-z_][\\w.$/-]*))?"));
  return rule;
}

}  // namespace

AssemblyHighlighter::AssemblyHighlighter(QTextDocument* document) : QSyntaxHighlighter(document) {
  connect(Theme::instance(), &Theme::changed, this, &QSyntaxHighlighter::rehighlight);
}

void AssemblyHighlighter::highlightBlock(const QString& text) {
  constexpr qsizetype kMaxLine = 20'000;  // lines with tensor data are long
  if (text.size() > kMaxLine) return;
  const auto paint = [this](qsizetype from, qsizetype length, Token color, int weight) {
    QTextCharFormat format;
    format.setForeground(Theme::instance()->color(color));
    format.setFontWeight(weight >= 700 ? QFont::Bold : QFont::Normal);
    setFormat(static_cast<int>(from), static_cast<int>(length), format);
  };
  static const QRegularExpression rules = [] {
    QStringList parts;
    for (const WordRule& rule : kRules) parts << u'(' + QString::fromLatin1(rule.pattern) + u')';
    return QRegularExpression(parts.join(u'|'));
  }();
  const auto head = mnemonicRule().match(text);
  if (head.hasMatch()) {
    paint(head.capturedStart(1), head.capturedLength(1), Token::Text, 700);
    if (head.capturedLength(2) > 0 && !text.mid(head.capturedEnd(2)).startsWith(u':'))
      paint(head.capturedStart(2), head.capturedLength(2), Token::RoleFunction, 700);
  }
  auto words = rules.globalMatch(text);
  while (words.hasNext()) {
    const auto word = words.next();
    for (size_t i = 0; i < std::size(kRules); ++i)
      if (word.capturedStart(static_cast<int>(i) + 1) >= 0) {
        paint(word.capturedStart(), word.capturedLength(), kRules[i].color, kRules[i].weight);
        break;
      }
  }
}

/// The gutter with line numbers; lines with an error have a mark as well as a colour.
class AssemblyEditor::Gutter : public QWidget {
 public:
  explicit Gutter(AssemblyEditor* editor) : QWidget(editor), editor_(editor) {}
  [[nodiscard]] QSize sizeHint() const override { return {editor_->gutterWidth(), 0}; }

 protected:
  void paintEvent(QPaintEvent* event) override { editor_->paintGutter(event); }

 private:
  AssemblyEditor* editor_;
};

AssemblyEditor::AssemblyEditor(QWidget* parent) : QPlainTextEdit(parent), gutter_(new Gutter(this)) {
  setObjectName(QStringLiteral("assembly.editor"));
  setLineWrapMode(NoWrap);
  setFrameShape(QFrame::NoFrame);
  setTabChangesFocus(true);
  setAccessibleName(tr("Assembler text"));
  new AssemblyHighlighter(document());
  connect(this, &QPlainTextEdit::blockCountChanged, this, &AssemblyEditor::placeGutter);
  connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect& rect, int dy) {
    if (dy != 0) gutter_->scroll(0, dy);
    else gutter_->update(0, rect.y(), gutter_->width(), rect.height());
  });
  connect(this, &QPlainTextEdit::cursorPositionChanged, this, &AssemblyEditor::markLines);
  connect(Theme::instance(), &Theme::changed, this, &AssemblyEditor::applyTheme);
  applyTheme();
}

void AssemblyEditor::applyTheme() {
  const Theme* theme = Theme::instance();
  setFont(theme->mono(12));
  document()->setDefaultFont(theme->mono(12));
  setStyleSheet(QStringLiteral("QPlainTextEdit{background:%1;color:%2;border:none;border-radius:0;padding:0}"
                               "QPlainTextEdit:focus{border:none}")
                    .arg(theme->color(Token::Panel).name(), theme->color(Token::Text).name()));
  placeGutter();
  markLines();
}

void AssemblyEditor::placeGutter() {
  setViewportMargins(gutterWidth(), 0, 0, 0);
  const QRect area = contentsRect();
  gutter_->setGeometry(area.left(), area.top(), gutterWidth(), area.height());
}

void AssemblyEditor::load(const QString& text) {
  const QSignalBlocker quiet(this);
  messages_.clear();
  setPlainText(text);
  placeGutter();
  markLines();
}

int AssemblyEditor::gutterWidth() const {
  const auto digits = std::max<qsizetype>(3, QString::number(blockCount()).size());
  return Theme::instance()->px(28) +
         QFontMetrics(Theme::instance()->mono(12)).horizontalAdvance(QLatin1Char('0')) * static_cast<int>(digits);
}

void AssemblyEditor::resizeEvent(QResizeEvent* event) {
  QPlainTextEdit::resizeEvent(event);
  placeGutter();
}

void AssemblyEditor::paintGutter(QPaintEvent* event) {
  const Theme* theme = Theme::instance();
  QPainter painter(gutter_);
  painter.fillRect(event->rect(), theme->color(Token::Subtle));
  const int line = fontMetrics().height(), now = currentLine();
  QTextBlock block = firstVisibleBlock();
  double top = blockBoundingGeometry(block).translated(contentOffset()).top();
  for (; block.isValid() && top <= event->rect().bottom(); block = block.next()) {
    const double height = blockBoundingRect(block).height();
    const int number = block.blockNumber() + 1;
    const auto wrong =
        std::find_if(messages_.begin(), messages_.end(), [number](const EditMessage& m) { return m.line == number; });
    if (wrong != messages_.end()) {
      const bool error = wrong->severity == Severity::Error;
      const int side = theme->px(12);
      theme
          ->icon(error ? QStringLiteral("error") : QStringLiteral("diagnostics"), error ? Token::Error : Token::Warning)
          .paint(&painter, QRect(theme->px(4), static_cast<int>(top) + (line - side) / 2, side, side));
    }
    painter.setFont(theme->mono(12, number == now ? 700 : 400));
    painter.setPen(theme->color(number == now ? Token::Text : Token::TextThird));
    painter.drawText(QRectF(0, top, gutter_->width() - theme->px(8), line), Qt::AlignRight | Qt::AlignVCenter,
                     QString::number(number));
    top += height;
  }
  painter.setPen(theme->color(Token::Border));
  painter.drawLine(gutter_->width() - 1, event->rect().top(), gutter_->width() - 1, event->rect().bottom());
}

int AssemblyEditor::currentLine() const { return textCursor().blockNumber() + 1; }

void AssemblyEditor::goTo(int line, int column) {
  const QTextBlock block =
      document()->findBlockByNumber(std::clamp(line - 1, 0, std::max(0, document()->blockCount() - 1)));
  QTextCursor cursor(block);
  cursor.setPosition(block.position() + std::clamp(column - 1, 0, std::max(0, block.length() - 1)));
  setTextCursor(cursor);
  if (!viewport()->rect().contains(cursorRect())) centerCursor();
}

QTextCursor AssemblyEditor::cursorOf(const EditMessage& message) const {
  const QTextBlock block = document()->findBlockByNumber(std::max(0, message.line - 1));
  if (!block.isValid()) return {};
  // Columns are characters, positions are UTF-16 units; the length is in bytes of UTF-8.
  const QString text = block.text();
  qsizetype at = 0;
  for (int column = 1; column < message.column && at < text.size(); ++column)
    at += text.at(at).isHighSurrogate() ? 2 : 1;
  qsizetype end = at;
  for (int left = message.length; left > 0 && end < text.size();) {
    const qsizetype step = text.at(end).isHighSurrogate() ? 2 : 1;
    left -= static_cast<int>(text.mid(end, step).toUtf8().size());
    end += step;
  }
  if (end == at) {  // something is missing: mark the character there, or the last one of the line
    if (at < text.size()) ++end;
    else if (at > 0) --at;
  }
  QTextCursor cursor(block);
  cursor.setPosition(block.position() + static_cast<int>(at));
  cursor.setPosition(block.position() + static_cast<int>(end), QTextCursor::KeepAnchor);
  return cursor;
}

void AssemblyEditor::setMessages(const std::vector<EditMessage>& messages) {
  messages_ = messages;
  markLines();
  gutter_->update();
}

void AssemblyEditor::markLines() {
  const Theme* theme = Theme::instance();
  QList<QTextEdit::ExtraSelection> marks;
  QTextEdit::ExtraSelection line;
  line.format.setBackground(theme->color(Token::Zebra));
  line.format.setProperty(QTextFormat::FullWidthSelection, true);
  line.cursor = textCursor();
  line.cursor.clearSelection();
  marks << line;
  for (const EditMessage& message : messages_) {
    QTextEdit::ExtraSelection mark;
    mark.cursor = cursorOf(message);
    if (mark.cursor.isNull()) continue;
    mark.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
    mark.format.setUnderlineColor(theme->color(message.severity == Severity::Error ? Token::Error : Token::Warning));
    marks << mark;
  }
  setExtraSelections(marks);
  gutter_->update();
}

QString AssemblyEditor::wordAt(const QPoint& pos) const {
  const QTextCursor cursor = cursorForPosition(pos);
  const QString text = cursor.block().text();
  const auto inside = [&](qsizetype i) {
    return i >= 0 && i < text.size() &&
           (text[i].isLetterOrNumber() || text[i] == u'_' || text[i] == u'.' || text[i] == u'$');
  };
  qsizetype from = cursor.positionInBlock(), to = from;
  while (inside(from - 1)) --from;
  while (inside(to)) ++to;
  return text.mid(from, to - from);
}

bool AssemblyEditor::viewportEvent(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QPlainTextEdit::viewportEvent(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const int position = cursorForPosition(help->pos()).position();
  QStringList lines;
  for (const EditMessage& message : messages_) {
    const QTextCursor cursor = cursorOf(message);
    if (!cursor.isNull() && position >= cursor.selectionStart() && position <= cursor.selectionEnd())
      lines << message.text;
  }
  if (!lines.isEmpty()) QToolTip::showText(help->globalPos(), lines.join(u'\n'), viewport());
  else emit helpRequested(wordAt(help->pos()), help->globalPos());
  return true;
}

void AssemblyEditor::keyPressEvent(QKeyEvent* event) {
  // A new line keeps the indentation of the current one.
  if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) &&
      !(event->modifiers() & ~Qt::KeypadModifier)) {
    const QString text = textCursor().block().text();
    const auto indent = std::find_if(text.begin(), text.end(), [](QChar c) { return !c.isSpace(); }) - text.begin();
    const int column = textCursor().positionInBlock();
    textCursor().insertText(QLatin1Char('\n') + text.left(std::min<qsizetype>(indent, column)));
    ensureCursorVisible();
    return;
  }
  QPlainTextEdit::keyPressEvent(event);
}

}  // namespace relaxscope
