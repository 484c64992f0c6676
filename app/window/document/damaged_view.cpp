// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/damaged_view.h"

#include <QStackedWidget>
#include <QVBoxLayout>

#include "app/window/document/view_panel.h"
#include "views/hex/hex_view.h"

namespace relaxscope {

DamagedView::DamagedView(Document* document, QWidget* parent)
    : QWidget(parent), panel_(new ViewPanel(QStringLiteral("damaged"), document, this)) {
  setObjectName(QStringLiteral("damagedView"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(panel_->strip());
  layout->addWidget(panel_->pages(), 1);
  panel_->hideMenu();
  panel_->addView(*findView(ViewId::Hex));
  panel_->setActive(true);
  setFocusProxy(bytes());
}

HexView* DamagedView::bytes() const { return static_cast<HexView*>(panel_->view(ViewId::Hex)); }

}  // namespace relaxscope
