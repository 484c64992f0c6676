// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/diff/summary_lines.h"

#include <QGridLayout>

#include "views/theme/theme.h"
#include "views/widgets/elided_label.h"
#include "views/widgets/label.h"

namespace relaxscope {

SummaryLines::SummaryLines(const QString& lineName, QWidget* parent) : QWidget(parent), lineName_(lineName) {
  rows_ = new QGridLayout(this);
  rows_->setContentsMargins(0, 0, 0, 0);
  rows_->setHorizontalSpacing(Theme::instance()->px(10));
  rows_->setVerticalSpacing(0);
  rows_->setColumnStretch(2, 1);
}

void SummaryLines::restart(QWidget* remark) {
  const Theme* theme = Theme::instance();
  texts_.clear();
  qDeleteAll(findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
  auto* row = new QWidget(this);
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(theme->px(12));
  auto* title = new Label(tr("What changed"), row);
  title->setFont(theme->ui(15, 600));
  layout->addWidget(title);
  if (remark != nullptr) layout->addWidget(remark);
  layout->addStretch(1);
  row->setFixedHeight(theme->px(24));
  rows_->addWidget(row, 0, 0, 1, 3);
}

void SummaryLines::addLine(const QString& icon, const QString& topic, const QString& text) {
  const Theme* theme = Theme::instance();
  const int row = rows_->rowCount();
  auto* picture = new Label(this);
  picture->setPixmap(theme->icon(icon, Token::Accent).pixmap(theme->px(14), theme->px(14)));
  auto* head = new Label(topic, this);
  head->setFont(theme->ui(12, 600));
  auto* what = new ElidedLabel(text, theme->ui(12), Token::Text, this);
  what->setObjectName(lineName_);
  int column = 0;
  for (QWidget* each : std::initializer_list<QWidget*>{picture, head, what}) {
    each->setFixedHeight(theme->px(20));
    rows_->addWidget(each, row, column++);
  }
  texts_.append(topic + QStringLiteral(": ") + text);
}

}  // namespace relaxscope
