// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/empty_note.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace relaxscope {

EmptyNote::EmptyNote(QWidget* parent) : QWidget(parent), text_(new QLabel(this)), action_(new QPushButton(this)) {
  setObjectName(QStringLiteral("emptyNote"));
  text_->setObjectName(QStringLiteral("emptyNote.text"));
  action_->setObjectName(QStringLiteral("emptyNote.action"));
  text_->setWordWrap(true);
  text_->setAlignment(Qt::AlignCenter);
  text_->setTextFormat(Qt::PlainText);
  text_->setProperty("role", QStringLiteral("second"));
  action_->hide();
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(24, 16, 24, 16);
  layout->setSpacing(12);
  layout->addStretch();
  layout->addWidget(text_);
  layout->addWidget(action_, 0, Qt::AlignHCenter);
  layout->addStretch();
  connect(action_, &QPushButton::clicked, this, &EmptyNote::triggered);
}

void EmptyNote::setSentence(const QString& sentence) { text_->setText(sentence); }
QString EmptyNote::sentence() const { return text_->text(); }
void EmptyNote::setAction(const QString& text) {
  action_->setText(text);
  action_->setVisible(!text.isEmpty());
}

}  // namespace relaxscope
