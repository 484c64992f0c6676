// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/page/page_frame.h"

#include <QStackedLayout>
#include <QVBoxLayout>

#include "views/widgets/label.h"
#include "views/widgets/progress_line.h"

namespace relaxscope {
namespace {

/// Work that takes longer than this shows a progress bar and can be cancelled.
constexpr int kSlowMs = 300;

}  // namespace

PageFrame::PageFrame(QWidget* page)
    : QObject(page),
      progress_(new ProgressLine(page)),
      rows_(new QVBoxLayout(page)),
      body_(new QWidget(page)),
      stack_(new QStackedLayout(body_)),
      sentence_(new Label(body_)) {
  progress_->hide();
  sentence_->setObjectName(QStringLiteral("waiting"));
  sentence_->setAlignment(Qt::AlignCenter);
  sentence_->setProperty("role", "second");
  stack_->addWidget(sentence_);
  rows_->setContentsMargins(0, 0, 0, 0);
  rows_->setSpacing(0);
  rows_->addWidget(progress_);
  rows_->addWidget(body_, 1);
  timer_.setSingleShot(true);
  timer_.setInterval(kSlowMs);
  connect(&timer_, &QTimer::timeout, this, [this] {
    progress_->show();
    progress_->setActive(true);
    emit slow();
  });
}

void PageFrame::addRow(QWidget* row) { rows_->insertWidget(rows_->count() - 1, row); }

void PageFrame::addRow(QLayout* row) { rows_->insertLayout(rows_->count() - 1, row); }

void PageFrame::addContent(QWidget* content) { stack_->addWidget(content); }

void PageFrame::showContent(QWidget* content) { stack_->setCurrentWidget(content); }

void PageFrame::setSentence(const QString& sentence) { sentence_->setText(sentence); }

void PageFrame::setBusy(bool busy) {
  if (busy == busy_) return;
  busy_ = busy;
  if (busy) return timer_.start();
  timer_.stop();
  progress_->hide();
  progress_->setActive(false);
}

}  // namespace relaxscope
