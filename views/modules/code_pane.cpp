// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/modules/code_pane.h"

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QTextBlock>
#include <QVBoxLayout>

#include "views/modules/kernel_syntax.h"
#include "views/theme/theme.h"
#include "views/widgets/figures.h"
#include "views/widgets/find_bar.h"
#include "views/widgets/search_expression.h"
#include "vmcore/base/text/hex_dump.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {
/// A text pane needs about eight times the text's size in memory; longer text is truncated with a note.
constexpr size_t kMaxText = size_t{4} << 20;
constexpr size_t kMaxDump = size_t{64} << 10;
/// Colours are computed with the text, at once, in 60 ms at this size; longer text has none.
constexpr qsizetype kMaxColored = qsizetype{1} << 20;
}  // namespace

CodePane::CodePane(QWidget* parent)
    : QWidget(parent),
      bar_(new FindBar(this)),
      text_(new QPlainTextEdit(this)),
      syntax_(new KernelSyntax(text_->document())) {
  text_->setObjectName(QStringLiteral("source.text"));
  text_->setAccessibleName(tr("Code of the module"));
  text_->setReadOnly(true);
  text_->setLineWrapMode(QPlainTextEdit::NoWrap);
  text_->setFrameShape(QFrame::NoFrame);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(bar_);
  layout->addWidget(text_, 1);
  bar_->hide();
  setFocusProxy(text_);
  connect(bar_, &FindBar::changed, this, [this] { find(false, true); });
  connect(bar_, &FindBar::next, this, [this](bool backwards) { find(backwards, false); });
  connect(bar_, &FindBar::closed, this, [this] {
    bar_->hide();
    text_->setFocus();
  });
  connect(Theme::instance(), &Theme::changed, this, &CodePane::applyTheme);
  applyTheme();
}

void CodePane::applyTheme() {
  const Theme* theme = Theme::instance();
  text_->document()->setDefaultFont(theme->mono(12));
  text_->setTabStopDistance(4 * QFontMetricsF(theme->mono(12)).horizontalAdvance(u'0'));
  text_->setStyleSheet(
      QStringLiteral("QPlainTextEdit{background:%1;color:%2;border:none;border-radius:0;padding:4px %3px}")
          .arg(theme->color(Token::Panel).name(), theme->color(Token::Text).name())
          .arg(theme->px(12)));
  // A selection looks the same without the focus, which stays in the table that chose the kernel.
  QPalette palette = text_->palette();
  palette.setColor(QPalette::Highlight, theme->color(Token::SelectedRow));
  palette.setColor(QPalette::HighlightedText, theme->color(Token::Text));
  text_->setPalette(palette);
}

void CodePane::setParts(std::vector<CodePart> parts) {
  parts_ = std::move(parts);
  part_ = 0;
  if (parts_.empty()) setText({}, nullptr);
  else showPart(0);
}

size_t CodePane::partOf(const std::string& kernel) const {
  for (size_t i = 0; i < parts_.size(); ++i)
    if (parts_[i].name == kernel) return i;
  return 0;
}

void CodePane::setText(const QString& text, const CodePart* code) {
  const bool colored = code != nullptr && text.size() <= kMaxColored;
  syntax_->setLanguage(colored ? kernelLanguage(code->content) : KernelLanguage::None);
  text_->setPlainText(text);
}

void CodePane::showPart(size_t index) {
  part_ = index;
  const CodePart& part = parts_[index];
  if (!part.isText) {
    const Figure size = bytesFigure(static_cast<double>(part.bytes.size()));
    QString text = tr("%1, %2 %3").arg(QString::fromStdString(part.content), size.number, size.unit) +
                   QStringLiteral("\n\n") + QString::fromStdString(hexDump(part.bytes, kMaxDump));
    if (part.bytes.size() > kMaxDump) text += tr("… truncated: the first 64 KiB are shown.");
    return setText(text, nullptr);
  }
  const Bytes shown = part.bytes.slice(0, kMaxText);
  const bool graph = part.content == "JSON graph";
  QString text =
      graph ? QString::fromStdString(indentedJson(shown.text(), kMaxText))
            : QString::fromUtf8(reinterpret_cast<const char*>(shown.data()), static_cast<qsizetype>(shown.size()));
  text.remove(QChar(u'\0'));
  if (part.bytes.size() > kMaxText) text += QStringLiteral("\n") + tr("… truncated: the first 4 MiB are shown.");
  setText(text, &part);
  // Generated sources begin with pages of includes; scroll to the first kernel.
  const QTextCursor first =
      text_->document()->find(QRegularExpression(QStringLiteral("__global__|\\.entry|__kernel |^kernel |@compute")));
  if (first.isNull()) return;
  text_->setTextCursor(QTextCursor(first.block()));
  text_->centerCursor();
}

void CodePane::showKernel(const std::string& name) {
  if (parts_.empty()) return;
  if (const size_t part = partOf(name); part != part_) showPart(part);
  if (!parts_[part_].isText) return;
  // The kernel's definition is taken to be the last occurrence of its name followed by a parenthesis.
  const QString word = QString::fromStdString(name);
  const QRegularExpression head(QStringLiteral("\\b%1\\s*\\(").arg(QRegularExpression::escape(word)));
  QTextCursor cursor =
      text_->document()->find(head, text_->document()->characterCount() - 1, QTextDocument::FindBackward);
  if (cursor.isNull()) return;
  cursor.setPosition(cursor.selectionStart());
  cursor.movePosition(QTextCursor::Right, QTextCursor::KeepAnchor, static_cast<int>(word.size()));
  text_->setTextCursor(cursor);
  text_->centerCursor();
}

void CodePane::startFind() { bar_->open(); }

/// Whether a pass over the whole text takes longer than a person waits for a key press.
bool CodePane::takesTooLong(const QRegularExpression& pattern) const {
  constexpr qint64 kMostMs = 700;
  QElapsedTimer timer;
  timer.start();
  for (QTextBlock block = text_->document()->begin(); block.isValid(); block = block.next())
    if (gaveUp(pattern.match(block.text()), block.text()) || timer.elapsed() > kMostMs) return true;
  return false;
}

void CodePane::find(bool backwards, bool fromStart) {
  if (bar_->text().isEmpty()) return bar_->setStatus({});
  const QRegularExpression pattern = searchExpression(bar_->text(), bar_->isRegex());
  if (!pattern.isValid()) return bar_->setStatus(pattern.errorString(), true);
  if (bar_->isRegex() && takesTooLong(pattern)) return bar_->setStatus(gaveUpText(), true);
  const QTextDocument::FindFlags flags = backwards ? QTextDocument::FindBackward : QTextDocument::FindFlags();
  QTextCursor from = text_->textCursor();
  if (fromStart) from.setPosition(from.selectionStart());
  QTextCursor hit = text_->document()->find(pattern, from, flags);
  if (hit.isNull())
    hit = text_->document()->find(pattern, backwards ? text_->document()->characterCount() - 1 : 0,
                                  flags);  // wraps around
  if (hit.isNull()) return bar_->setStatus(tr("no hits"), true);
  text_->setTextCursor(hit);
  bar_->setStatus(tr("line %1").arg(hit.blockNumber() + 1));
}

}  // namespace relaxscope
