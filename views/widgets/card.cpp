// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/card.h"

#include <QHBoxLayout>
#include <QIcon>
#include <QVBoxLayout>

#include "views/theme/theme.h"
#include "views/widgets/label.h"

namespace relaxscope {

QVBoxLayout* layOutCard(QWidget* card, const QString& icon, const QString& title, QWidget* extra) {
  const Theme* theme = Theme::instance();
  card->setProperty("frame", "card");
  auto* layout = new QVBoxLayout(card);
  layout->setContentsMargins(1, 0, 1, theme->px(8));
  layout->setSpacing(0);
  auto* head = new QHBoxLayout;
  head->setContentsMargins(theme->px(15), 0, theme->px(13), 0);
  head->setSpacing(theme->px(8));
  auto* picture = new Label(card);
  picture->setPixmap(theme->icon(icon).pixmap(theme->px(16), theme->px(16)));
  auto* label = new Label(title, card);
  label->setFont(theme->ui(13, 600));
  label->setFixedHeight(theme->px(40));
  head->addWidget(picture);
  head->addWidget(label, 1);
  if (extra != nullptr) head->addWidget(extra);
  layout->addLayout(head);
  return layout;
}

}  // namespace relaxscope
