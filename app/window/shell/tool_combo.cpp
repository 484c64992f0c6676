// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/tool_combo.h"

#include <QRegularExpression>
#include <QStyleOption>
#include <QStylePainter>

#include "views/theme/theme.h"
#include "views/widgets/elide.h"

namespace relaxscope {

ToolCombo::ToolCombo(const char* name, int width, const QString& tip, QWidget* parent)
    : QComboBox(parent), width_(width) {
  setObjectName(QLatin1String(name));
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  setMaximumWidth(Theme::instance()->px(width));
  setToolTip(tip);
  setAccessibleName(tip);
  setFont(Theme::instance()->ui(12, 500));
  connect(this, &QComboBox::currentTextChanged, this,
          [this, tip] { setToolTip(currentText().isEmpty() ? tip : tip + QLatin1Char('\n') + currentText()); });
}

QSize ToolCombo::sizeHint() const { return {Theme::instance()->px(width_), Theme::instance()->px(32)}; }

QSize ToolCombo::minimumSizeHint() const {
  return {Theme::instance()->px(itemIcon(currentIndex()).isNull() ? 84 : 100), Theme::instance()->px(32)};
}

void ToolCombo::paintEvent(QPaintEvent*) {
  QStylePainter painter(this);
  QStyleOptionComboBox option;
  initStyleOption(&option);
  painter.drawComplexControl(QStyle::CC_ComboBox, option);
  const QRect field = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
  const int icon = option.currentIcon.isNull() ? 0 : option.iconSize.width() + Theme::instance()->px(4);
  option.currentText = fitting(option.currentText, field.width() - icon - Theme::instance()->px(2));
  painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

QString ToolCombo::fitting(const QString& text, int width) const {
  if (fontMetrics().horizontalAdvance(text) <= width) return text;
  static const QRegularExpression title(QStringLiteral("^[^·]*[:：]\\s*")), details(QStringLiteral("\\s*·.*$"));
  return elided(fontMetrics(), QString(text).remove(title).remove(details), Qt::ElideMiddle, width);
}

}  // namespace relaxscope
