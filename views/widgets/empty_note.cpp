// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/empty_note.h"

#include <QBoxLayout>
#include <QPushButton>
#include <QResizeEvent>
#include <QTextBoundaryFinder>

#include <algorithm>

#include "views/theme/theme.h"
#include "views/widgets/elide.h"
#include "views/widgets/label.h"

namespace relaxscope {
namespace {

constexpr int kLowHeight = 100;  // logical pixels
constexpr int kBeside = 48;      // margins and the gap before the action
constexpr int kNarrow = 240;     // width to ask for at most, in logical pixels

/// The sentence with each part that no line break divides, such as a long name, elided to `width`.
QString withPartsElided(const QString& sentence, const QFontMetrics& metrics, int width) {
  QString text;
  QTextBoundaryFinder breaks(QTextBoundaryFinder::Line, sentence);
  for (qsizetype begin = 0, end = breaks.toNextBoundary(); end >= 0; begin = end, end = breaks.toNextBoundary())
    text += elided(metrics, sentence.mid(begin, end - begin), Qt::ElideMiddle, width);
  return text;
}

}  // namespace

EmptyNote::EmptyNote(QWidget* parent) : QWidget(parent), text_(new Label(this)), action_(new QPushButton(this)) {
  setObjectName(QStringLiteral("emptyNote"));
  text_->setObjectName(QStringLiteral("emptyNote.text"));
  action_->setObjectName(QStringLiteral("emptyNote.action"));
  text_->setWordWrap(true);
  text_->setAlignment(Qt::AlignCenter);
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
  const int beside = low ? 12 : 24, above = low ? 4 : 16;  // margins
  text_->setText(withPartsElided(sentence_, text_->fontMetrics(), std::max(1, width() - 2 * beside)));
  // A label that may wrap asks for less than its line.
  const int line = text_->fontMetrics().horizontalAdvance(text_->text()) + action_->sizeHint().width() + kBeside;
  text_->setWordWrap(!low || line > width());
  parts_->setDirection(low ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  parts_->setContentsMargins(beside, above, beside, above);
  parts_->setSpacing(12);
}

QSize EmptyNote::minimumSizeHint() const {
  const Theme* theme = Theme::instance();
  return {std::min(QWidget::minimumSizeHint().width(), theme->px(kNarrow)), theme->px(40)};
}

void EmptyNote::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange(height() < Theme::instance()->px(kLowHeight));
}

void EmptyNote::setSentence(const QString& sentence) {
  if (sentence == sentence_) return;
  sentence_ = sentence;
  arrange(height() < Theme::instance()->px(kLowHeight));
}

void EmptyNote::setAction(const QString& text) {
  action_->setText(text);
  action_->setVisible(!text.isEmpty());
}

}  // namespace relaxscope
