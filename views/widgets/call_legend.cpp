// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/call_legend.h"

#include <QPainter>

#include "views/theme/call_titles.h"
#include "views/theme/theme.h"
#include "views/widgets/table_delegate.h"

namespace relaxscope {

CallLegend::CallLegend(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("callLegend"));
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  fill();
  connect(Theme::instance(), &Theme::changed, this, [this] {
    updateGeometry();
    update();
  });
}

void CallLegend::fill() {
  entries_.clear();
  for (const CallKind kind : {CallKind::VmFunction, CallKind::Kernel, CallKind::GpuKernel, CallKind::Memory,
                              CallKind::Shape, CallKind::Check, CallKind::Copy, CallKind::Wait}) {
    const bool ofDevice = kind == CallKind::GpuKernel || kind == CallKind::Wait;
    if (devices_ || !ofDevice) entries_.append({kind, callKindTitle(kind, CallTitle::Name)});
  }
}

void CallLegend::showDevices(bool shown) {
  if (devices_ == shown) return;
  devices_ = shown;
  fill();
  updateGeometry();
  update();
}

int CallLegend::entryWidth(const Entry& entry) const {
  const Theme* theme = Theme::instance();
  return theme->px(18) + QFontMetrics(theme->ui(11)).horizontalAdvance(entry.text) + theme->px(12);
}

QSize CallLegend::sizeHint() const {
  int width = 0;
  for (const Entry& entry : entries_) width += entryWidth(entry);
  return {width, Theme::instance()->px(24)};
}

QSize CallLegend::minimumSizeHint() const { return {0, Theme::instance()->px(24)}; }

void CallLegend::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme* theme = Theme::instance();
  painter.setFont(theme->ui(11));
  painter.setPen(theme->color(Token::TextSecond));
  int x = 0;
  for (const Entry& entry : entries_) {
    const int width = entryWidth(entry);
    if (x + width > this->width()) break;
    paintSwatch(&painter, QRectF(x, (height() - theme->px(12)) / 2.0, theme->px(12), theme->px(12)), entry.kind);
    painter.setPen(theme->color(Token::TextSecond));
    painter.drawText(QRect(x + theme->px(18), 0, width, height()), Qt::AlignVCenter | Qt::AlignLeft, entry.text);
    x += width;
  }
}

}  // namespace relaxscope
