// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/empty_note.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QResizeEvent>

#include "views/theme/theme.h"

namespace relaxscope {
namespace {

constexpr int kLowHeight = 100;  // logical pixels
constexpr int kBeside = 48;      // margins and the gap before the action
constexpr int kLongWord = 120;   // characters

/// A line breaks only between words, so a name of 64 KiB would ask for a window of 460,000 pixels: the middle of words
/// of more than kLongWord characters is left out.
QString shortenWords(const QString& sentence) {
  if (sentence.size() <= kLongWord) return sentence;
  QStringList words = sentence.split(QLatin1Char(' '));
  for (QString& word : words)
    if (word.size() > kLongWord) word = word.left(kLongWord / 2) + QStringLiteral("…") + word.right(kLongWord / 2);
  return words.join(QLatin1Char(' '));
}

}  // namespace

EmptyNote::EmptyNote(QWidget* parent) : QWidget(parent), text_(new QLabel(this)), action_(new QPushButton(this)) {
  setObjectName(QStringLiteral("emptyNote"));
  text_->setObjectName(QStringLiteral("emptyNote.text"));
  action_->setObjectName(QStringLiteral("emptyNote.action"));
  text_->setWordWrap(true);
  text_->setAlignment(Qt::AlignCenter);
  text_->setTextFormat(Qt::PlainText);
  text_->setProperty("role", QStringLiteral("second"));
  action_->hide();
  parts_ = new QBoxLayout(QBoxLayout::TopToBottom, this);
  parts_->addStretch();
  parts_->addWidget(text_);
  parts_->addWidget(action_, 0, Qt::AlignCenter);
  parts_->addStretch();
  arrange(false);
  connect(action_, &QPushButton::clicked, this, &EmptyNote::triggered);
}

/// In a low panel the action stands beside the sentence.
void EmptyNote::arrange(bool low) {
  // A label that may wrap asks for less than its line.
  const int line = text_->fontMetrics().horizontalAdvance(text_->text()) + action_->sizeHint().width() + kBeside;
  text_->setWordWrap(!low || line > width());
  parts_->setDirection(low ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  if (low) parts_->setContentsMargins(12, 4, 12, 4);
  else parts_->setContentsMargins(24, 16, 24, 16);
  parts_->setSpacing(12);
}

QSize EmptyNote::minimumSizeHint() const { return {QWidget::minimumSizeHint().width(), Theme::instance()->px(40)}; }

void EmptyNote::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange(height() < Theme::instance()->px(kLowHeight));
}

void EmptyNote::setSentence(const QString& sentence) { text_->setText(shortenWords(sentence)); }
QString EmptyNote::sentence() const { return text_->text(); }
void EmptyNote::setAction(const QString& text) {
  action_->setText(text);
  action_->setVisible(!text.isEmpty());
}

}  // namespace relaxscope
