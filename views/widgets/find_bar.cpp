// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/find_bar.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QToolButton>

#include "views/theme/theme.h"
#include "views/widgets/label.h"

namespace relaxscope {

FindBar::FindBar(QWidget* parent)
    : QWidget(parent),
      edit_(new QLineEdit(this)),
      status_(new Label(this)),
      regex_(new QToolButton(this)),
      previous_(new QToolButton(this)),
      next_(new QToolButton(this)),
      close_(new QToolButton(this)) {
  setObjectName(QStringLiteral("find"));
  edit_->setObjectName(QStringLiteral("find.text"));
  regex_->setObjectName(QStringLiteral("find.regex"));
  previous_->setObjectName(QStringLiteral("find.previous"));
  next_->setObjectName(QStringLiteral("find.next"));
  close_->setObjectName(QStringLiteral("find.close"));
  status_->setObjectName(QStringLiteral("find.status"));
  setPlaceholder(tr("Find in all functions"));
  edit_->setMaximumWidth(Theme::instance()->px(320));
  edit_->installEventFilter(this);
  regex_->setText(QStringLiteral(".*"));
  regex_->setCheckable(true);
  regex_->setToolTip(tr("Regular expression"));
  previous_->setToolTip(tr("Previous hit (Shift+F3)"));
  next_->setToolTip(tr("Next hit (F3)"));
  close_->setToolTip(tr("Close (Esc)"));
  for (QToolButton* button : {regex_, previous_, next_, close_}) button->setAccessibleName(button->toolTip());
  auto* layout = new QHBoxLayout(this);
  const int gap = Theme::instance()->px(4);
  layout->setContentsMargins(2 * gap, gap, 2 * gap, gap);
  layout->setSpacing(gap);
  layout->addWidget(edit_, 1);
  layout->addWidget(regex_);
  layout->addWidget(previous_);
  layout->addWidget(next_);
  layout->addWidget(status_);
  layout->addStretch(1);
  layout->addWidget(close_);
  setFocusProxy(edit_);
  connect(edit_, &QLineEdit::textChanged, this, &FindBar::changed);
  connect(regex_, &QToolButton::toggled, this, &FindBar::changed);
  connect(previous_, &QToolButton::clicked, this, [this] { emit next(true); });
  connect(next_, &QToolButton::clicked, this, [this] { emit next(false); });
  connect(close_, &QToolButton::clicked, this, &FindBar::closed);
  connect(Theme::instance(), &Theme::changed, this, &FindBar::applyTheme);
  applyTheme();
}

void FindBar::applyTheme() {
  const Theme* theme = Theme::instance();
  previous_->setIcon(theme->icon(QStringLiteral("chevron-up")));
  next_->setIcon(theme->icon(QStringLiteral("chevron-down")));
  close_->setIcon(theme->icon(QStringLiteral("close")));
  regex_->setFont(theme->mono(11));
  status_->setFont(theme->ui(11));
  setStatus(status_->text(), error_);
}

QString FindBar::text() const { return edit_->text(); }
bool FindBar::isRegex() const { return regex_->isChecked(); }
void FindBar::setText(const QString& text) { edit_->setText(text); }

void FindBar::setPlaceholder(const QString& text) {
  edit_->setPlaceholderText(text);
  edit_->setAccessibleName(text);
}

void FindBar::setRegexOffered(bool offered) { regex_->setVisible(offered); }

void FindBar::setStatus(const QString& text, bool error) {
  error_ = error;
  status_->setText(text);
  status_->setStyleSheet(
      QStringLiteral("color:%1").arg(Theme::instance()->color(error ? Token::Error : Token::TextThird).name()));
}

void FindBar::open() {
  show();
  edit_->setFocus(Qt::ShortcutFocusReason);
  edit_->selectAll();
}

void FindBar::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) return emit closed();
  if (event->key() == Qt::Key_F3) return emit next(event->modifiers().testFlag(Qt::ShiftModifier));
  QWidget::keyPressEvent(event);
}

bool FindBar::eventFilter(QObject* watched, QEvent* event) {
  if (watched == edit_ && event->type() == QEvent::KeyPress) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
      emit next(key->modifiers().testFlag(Qt::ShiftModifier));
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

void FindBar::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.fillRect(rect(), Theme::instance()->color(Token::Subtle));
  painter.setPen(Theme::instance()->color(Token::Border));
  painter.drawLine(0, height() - 1, width(), height() - 1);
}

}  // namespace relaxscope
