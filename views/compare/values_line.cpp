// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/values_line.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>

#include <utility>

#include "views/compare/value_texts.h"
#include "views/widgets/elided_label.h"
#include "views/widgets/label.h"

namespace relaxscope {

ValuesLine::ValuesLine(Comparison* comparison, QWidget* parent) : QWidget(parent), comparison_(comparison) {
  setObjectName(QStringLiteral("compare.values"));
  const Theme* theme = Theme::instance();
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(theme->px(16), theme->px(4), theme->px(16), theme->px(4));
  layout->setSpacing(theme->px(10));
  show_ = new QPushButton(tr("Show"), this);
  show_->setObjectName(QStringLiteral("compare.values.show"));
  show_->setAccessibleName(tr("Show the first call that writes something else"));
  show_->setToolTip(show_->accessibleName());
  show_->setProperty("link", true);
  layout->addWidget(show_);
  connect(show_, &QPushButton::clicked, this, &ValuesLine::showPlace);
  connect(comparison_, &Comparison::valuesChanged, this, &ValuesLine::reload);
  connect(comparison_, &Comparison::diffChanged, this, &ValuesLine::reload);
  connect(theme, &Theme::changed, this, &ValuesLine::reload);
  reload();
}

void ValuesLine::reload() {
  const auto& values = comparison_->values();
  setVisible(values != nullptr);
  text_ = values ? valuesText(*values, *comparison_->document(Side::Old)) : QString();
  show_->setVisible(place().has_value());
  delete std::exchange(row_, nullptr);
  if (!values) return;
  const Theme* theme = Theme::instance();
  row_ = new QWidget(this);
  auto* parts = new QHBoxLayout(row_);
  parts->setContentsMargins(0, 0, 0, 0);
  parts->setSpacing(theme->px(10));
  auto* icon = new Label(row_);
  icon->setPixmap(theme->icon(QStringLiteral("values"), Token::Accent).pixmap(theme->px(14), theme->px(14)));
  auto* head = new Label(tr("Values"), row_);
  head->setFont(theme->ui(12, 600));
  parts->addWidget(icon);
  parts->addWidget(head);
  parts->addWidget(new ElidedLabel(text_, theme->ui(12), Token::Text, row_), 1);
  static_cast<QHBoxLayout*>(layout())->insertWidget(0, row_, 1);
}

std::optional<DiffPlace> ValuesLine::place() const {
  const auto& values = comparison_->values();
  const auto diff = comparison_->diff();
  if (!values || !values->firstDivergence || !diff) return std::nullopt;
  return placeOfOutput(values->outputs[*values->firstDivergence].place, *diff);
}

void ValuesLine::showPlace() {
  const auto at = place();
  if (!at) return;
  comparison_->select(*at);
  emit placeShown();
}

void ValuesLine::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), Theme::instance()->color(Token::Panel));
  painter.fillRect(QRect(0, height() - 1, width(), 1), Theme::instance()->color(Token::Border));
}

}  // namespace relaxscope
