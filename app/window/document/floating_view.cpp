// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/floating_view.h"

#include <QAction>
#include <QCloseEvent>
#include <QGuiApplication>
#include <QScreen>
#include <QShortcut>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

#include "views/theme/theme.h"
#include "views/widgets/label.h"

namespace relaxscope {
namespace {

constexpr QSize kLeast = {360, 240};
const QString kCloseTab = QStringLiteral("action.file.close");

QRect screenOf(const QRect& wanted) {
  const QScreen* best = QGuiApplication::primaryScreen();
  int most = 0;
  for (const QScreen* screen : QGuiApplication::screens()) {
    const QRect shared = screen->availableGeometry().intersected(wanted);
    if (const int area = shared.isValid() ? shared.width() * shared.height() : 0; area > most) {
      most = area;
      best = screen;
    }
  }
  return best != nullptr ? best->availableGeometry() : wanted;
}

}  // namespace

QRect fittedInto(const QRect& wanted, const QRect& screen, QSize least) {
  const QSize size = wanted.size().expandedTo(least).boundedTo(screen.size());
  const int x = std::clamp(wanted.x(), screen.x(), screen.x() + screen.width() - size.width());
  const int y = std::clamp(wanted.y(), screen.y(), screen.y() + screen.height() - size.height());
  return {QPoint(x, y), size};
}

FloatingView::FloatingView(Document* document, const ViewPanel::Moved& moved, ViewArea home, QWidget* parent)
    : QWidget(parent, Qt::Window), document_(document), key_(moved.key), home_(home) {
  setObjectName(QStringLiteral("float.") + keyName(key_));
  panel_ = new ViewPanel(QStringLiteral("float.") + keyName(key_), document, this);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(panel_->strip());
  layout->addWidget(panel_->pages(), 1);
  takeActions();
  panel_->adopt(moved);
  updateTitle();
}

void FloatingView::takeActions() {
  for (QAction* action : parentWidget()->window()->actions()) {
    if (action->objectName() != kCloseTab) {
      addAction(action);
      continue;
    }
    for (const QKeySequence& key : action->shortcuts())
      connect(new QShortcut(key, this), &QShortcut::activated, this, &QWidget::close);
  }
}

void FloatingView::place(const QRect& wanted) {
  const Theme* theme = Theme::instance();
  setGeometry(fittedInto(wanted, screenOf(wanted), {theme->px(kLeast.width()), theme->px(kLeast.height())}));
}

void FloatingView::updateTitle() {
  setWindowTitle(windowTitleText(tr("%1 — %2", "view, file").arg(panel_->tabs()->tabToolTip(0), document_->title())));
}

void FloatingView::reveal() {
  panel_->setActive(true);
  setAttribute(Qt::WA_ShowWithoutActivating);
  show();
  setAttribute(Qt::WA_ShowWithoutActivating, false);
}

void FloatingView::closeEvent(QCloseEvent* event) {
  event->accept();
  emit closed();
}

}  // namespace relaxscope
