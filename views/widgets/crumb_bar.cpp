// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/crumb_bar.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>

#include "views/theme/theme.h"
#include "views/widgets/label.h"

namespace relaxscope {

CrumbBar::CrumbBar(const QString& name, QWidget* parent) : QWidget(parent) {
  setObjectName(name);
  layout_ = new QHBoxLayout(this);
  layout_->setContentsMargins(Theme::instance()->px(12), 0, Theme::instance()->px(12), 0);
  layout_->setSpacing(Theme::instance()->px(6));
  setFixedHeight(Theme::instance()->px(28));
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  connect(Theme::instance(), &Theme::changed, this, [this] {
    setFixedHeight(Theme::instance()->px(28));
    rebuild();
  });
}

QPushButton* CrumbBar::addPart(const QString& text, bool code, bool last, const std::function<void()>& go) {
  const Theme* theme = Theme::instance();
  if (!parts_.isEmpty()) {
    auto* arrow = new Label(this);
    arrow->setPixmap(
        theme->icon(QStringLiteral("chevron-right"), Token::TextThird).pixmap(theme->px(12), theme->px(12)));
    layout_->addWidget(arrow);
  }
  // A long name must not widen the window: its middle is elided; the tooltip shows all of it.
  constexpr qsizetype kHead = 44, kTail = 20;
  const bool cut = text.size() > kHead + kTail;
  auto* button = new QPushButton(buttonText(cut ? text.left(kHead) + QChar(0x2026) + text.right(kTail) : text), this);
  if (cut) button->setToolTip(text);
  button->setAccessibleName(text);
  button->setMinimumWidth(theme->px(16));
  button->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  button->setObjectName(objectName() + QStringLiteral(".%1").arg(parts_.size()));
  button->setFlat(true);
  button->setFocusPolicy(Qt::TabFocus);
  button->setCursor(Qt::PointingHandCursor);
  const QFont font = code ? theme->mono(12, last ? 600 : 400) : theme->ui(12, last ? 600 : 400);
  button->setStyleSheet(
      QStringLiteral("QPushButton{border:none;background:transparent;padding:0;min-height:0;color:%1;font-family:'%2';"
                     "font-size:%3px;font-weight:%4}"
                     "QPushButton:hover{color:%5}QPushButton:focus{border:none;text-decoration:underline}")
          .arg(theme->color(last ? Token::Text : Token::TextSecond).name(), font.families().first())
          .arg(font.pixelSize())
          .arg(last ? 600 : 400)
          .arg(theme->color(Token::Accent).name()));
  connect(button, &QPushButton::clicked, this, go);
  layout_->addWidget(button);
  parts_.append(text);
  return button;
}

void CrumbBar::addStretch() { layout_->addStretch(1); }

void CrumbBar::clear() {
  while (QLayoutItem* item = layout_->takeAt(0)) {
    if (QWidget* widget = item->widget()) {
      widget->hide();
      widget->deleteLater();
    }
    delete item;
  }
  parts_.clear();
}

void CrumbBar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), Theme::instance()->color(Token::Panel));
  painter.fillRect(QRect(0, height() - 1, width(), 1), Theme::instance()->color(Token::Border));
}

}  // namespace relaxscope
