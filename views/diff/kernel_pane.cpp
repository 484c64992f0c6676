// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/diff/kernel_pane.h"

#include <QTextBlock>

#include <algorithm>

#include "views/core/engine_text.h"
#include "views/diff/change_texts.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

// The text is laid out on the GUI thread.
constexpr size_t kMostRows = 1'000, kMostOfLine = 300;

QString shownText(const std::string& text) { return QString::fromStdString(printable(text)); }

QString lineNumber(uint32_t line) { return (line > 0 ? QString::number(line) : QString()).rightJustified(6); }

}  // namespace

DiffKernelPane::DiffKernelPane(QWidget* parent) : QPlainTextEdit(parent) {
  setObjectName(QStringLiteral("diff.kernelText"));
  setAccessibleName(tr("Lines of the kernel that differ"));
  setReadOnly(true);
  setFrameShape(QFrame::NoFrame);
  setLineWrapMode(QPlainTextEdit::NoWrap);
  setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  connect(Theme::instance(), &Theme::changed, this, &DiffKernelPane::render);
  render();
}

void DiffKernelPane::show(const std::shared_ptr<const ExecutableDiff>& diff, const DiffSide& old, const DiffSide& now,
                          const KernelPair* pair) {
  if (diff == diff_ && pair == pair_) return;
  task_.cancel();
  diff_ = diff;
  old_ = old;
  now_ = now;
  pair_ = pair;
  made_.reset();
  stale_ = pair != nullptr;
  if (isVisible()) compute();
  else render();
}

void DiffKernelPane::showEvent(QShowEvent* event) {
  QPlainTextEdit::showEvent(event);
  compute();
}

void DiffKernelPane::compute() {
  if (std::exchange(stale_, false))
    task_.start(
        [diff = diff_, old = old_, now = now_, pair = pair_](const std::stop_token& stop) {
          KernelTextLimits limits;
          limits.mostRows = kMostRows;
          limits.mostOfLine = kMostOfLine;
          return kernelTextDiff(old, now, *pair, stop, limits);
        },
        [this](KernelTextDiff made) {
          made_ = std::move(made);
          render();
        });
  render();
}

void DiffKernelPane::write(const QString& text, Token ink, Token back, int weight) {
  QTextCursor cursor(document());
  cursor.movePosition(QTextCursor::End);
  if (!document()->isEmpty()) cursor.insertBlock();
  QTextBlockFormat block;
  block.setBackground(Theme::instance()->color(back));
  cursor.setBlockFormat(block);
  QTextCharFormat format;
  format.setForeground(Theme::instance()->color(ink));
  format.setFont(Theme::instance()->mono(12, weight));
  cursor.insertText(text, format);
}

void DiffKernelPane::render() {
  setFont(Theme::instance()->mono(12));
  clear();
  const auto sentence = [this](const QString& text) { write(text, Token::TextSecond, Token::Panel); };
  if (pair_ == nullptr)
    return sentence(tr("Select a kernel in the table of kernels to see which of its lines differ."));
  const QString old = shownText(pair_->old), now = shownText(pair_->now);
  write(old.isEmpty() || now.isEmpty() || old == now ? (now.isEmpty() ? old : now)
                                                     : old + QStringLiteral(" \u2192 ") + now,
        Token::RoleFunction, Token::Panel, 700);
  if (!made_) return sentence(tr("Reading the kernel…"));
  if (old.isEmpty() || now.isEmpty()) return sentence(tr("Only one file has this kernel."));
  if (made_->parts.empty()) return sentence(tr("No line of it differs."));
  for (const KernelTextPart& part : made_->parts) writePart(part);
  moveCursor(QTextCursor::Start);
}

void DiffKernelPane::writePart(const KernelTextPart& part) {
  write({}, Token::Text, Token::Panel);
  write(shownText(part.title) + QStringLiteral("  ") +
            tr("\u2212%1 +%2 lines")
                .arg(countText(static_cast<int64_t>(part.removed)), countText(static_cast<int64_t>(part.added))),
        Token::Text, Token::Subtle, 600);
  if (!part.note.empty()) write(engineText(shownText(part.note)), Token::Warning, Token::Panel);
  bool first = true;
  for (const KernelTextHunk& hunk : part.hunks) {
    if (!std::exchange(first, false)) write(QStringLiteral("\u22EF"), Token::TextThird, Token::Subtle);
    for (const KernelTextRow& row : hunk.rows) {
      const ChangeLook look = lookOf(row.state);
      const QString sign = row.state == RowState::Same ? QStringLiteral(" ") : look.sign;
      const QString text = shownText(row.state == RowState::Removed ? row.oldText : row.nowText);
      write(lineNumber(row.oldLine) + lineNumber(row.nowLine) + QLatin1Char(' ') + sign + QLatin1Char(' ') + text,
            row.state == RowState::Same ? Token::TextSecond : look.ink, look.back);
    }
  }
  if (part.leftOut > 0)
    write(tr("%1 further lines are left out").arg(countText(static_cast<int64_t>(part.leftOut))), Token::TextSecond,
          Token::Subtle);
}

}  // namespace relaxscope
