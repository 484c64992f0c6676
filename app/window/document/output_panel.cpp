// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/output_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QPlainTextEdit>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

#include "views/theme/theme.h"
#include "views/widgets/label.h"

namespace relaxscope {
namespace {
constexpr int kMaxLines = 8;  ///< visible at once
}

int lineCount(const QString& text) {
  return static_cast<int>(text.count(QLatin1Char('\n'))) + (text.isEmpty() || text.endsWith(QLatin1Char('\n')) ? 0 : 1);
}

OutputPanel::OutputPanel(QWidget* parent)
    : QWidget(parent),
      title_(new Label(this)),
      text_(new QPlainTextEdit(this)),
      copy_(new QToolButton(this)),
      close_(new QToolButton(this)) {
  setObjectName(QStringLiteral("outputPanel"));
  text_->setObjectName(QStringLiteral("outputPanel.text"));
  text_->setReadOnly(true);
  text_->setLineWrapMode(QPlainTextEdit::NoWrap);
  text_->setFrameShape(QFrame::NoFrame);
  text_->setAccessibleName(tr("Output of the run"));
  copy_->setObjectName(QStringLiteral("outputPanel.copy"));
  copy_->setToolTip(tr("Copy as text"));
  close_->setObjectName(QStringLiteral("outputPanel.close"));
  close_->setToolTip(tr("Close (Esc)"));
  for (QToolButton* button : {copy_, close_}) {
    button->setAccessibleName(button->toolTip());
    button->setFocusPolicy(Qt::TabFocus);
  }
  const Theme* theme = Theme::instance();
  auto* head = new QHBoxLayout;
  head->setContentsMargins(theme->px(16), theme->px(4), theme->px(12), 0);
  head->setSpacing(theme->px(4));
  head->addWidget(title_, 1);
  head->addWidget(copy_);
  head->addWidget(close_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 1);
  layout->setSpacing(0);
  layout->addLayout(head);
  layout->addWidget(text_);
  connect(copy_, &QToolButton::clicked, this, [this] { QApplication::clipboard()->setText(text_->toPlainText()); });
  connect(close_, &QToolButton::clicked, this, &OutputPanel::closed);
  connect(theme, &Theme::changed, this, &OutputPanel::applyTheme);
  applyTheme();
}

void OutputPanel::applyTheme() {
  const Theme* theme = Theme::instance();
  title_->setFont(theme->ui(11, 600));
  text_->setFont(theme->mono(12));
  text_->setStyleSheet(
      QStringLiteral(
          "QPlainTextEdit{background:%1;border:none;border-radius:0;padding:0 12px}QPlainTextEdit:focus{border:none}")
          .arg(theme->color(Token::Subtle).name()));
  copy_->setIcon(theme->icon(QStringLiteral("copy")));
  close_->setIcon(theme->icon(QStringLiteral("close")));
  update();
}

void OutputPanel::setText(const QString& text, bool cut) {
  const int lines = lineCount(text);
  QString title = lines == 0 ? tr("The kernels of the last run printed nothing")
                             : tr("The kernels of the last run printed %n line(s)", nullptr, lines);
  if (cut) title += tr("; only the first MiB is kept");
  title_->setText(title);
  text_->setPlainText(text);
  text_->setVisible(lines > 0);
  const int row = QFontMetrics(text_->font()).lineSpacing();
  text_->setFixedHeight(row * std::clamp(lines, 1, kMaxLines) + Theme::instance()->px(12));
  text_->moveCursor(QTextCursor::Start);
}

QString OutputPanel::text() const { return text_->toPlainText(); }
QString OutputPanel::title() const { return title_->text(); }

void OutputPanel::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) return emit closed();
  QWidget::keyPressEvent(event);
}

void OutputPanel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), Theme::instance()->color(Token::Subtle));
  painter.fillRect(QRect(0, height() - 1, width(), 1), Theme::instance()->color(Token::Border));
}

}  // namespace relaxscope
