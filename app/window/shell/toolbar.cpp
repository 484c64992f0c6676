// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/toolbar.h"

#include <QAction>
#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

#include "app/window/actions/action_set.h"
#include "app/window/actions/context.h"
#include "app/window/shell/device_box.h"
#include "app/window/shell/menus.h"
#include "app/window/shell/search_field.h"
#include "views/core/document.h"

namespace relaxscope {
namespace {

/// Button with icon and text, a divider and a small arrow; the arrow opens the menu, the rest triggers the action.
class SplitButton : public QToolButton {
 public:
  SplitButton(bool primary, QWidget* parent) : QToolButton(parent), primary_(primary) { setPopupMode(MenuButtonPopup); }
  [[nodiscard]] QSize sizeHint() const override {
    const Theme* theme = Theme::instance();
    const int text = QFontMetrics(font()).horizontalAdvance(this->text());
    return {theme->px(10 + 16 + 8) + text + theme->px(primary_ ? 10 + 26 : 8 + 24), theme->px(32)};
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    const Theme* theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool accented = primary_ && isEnabled();
    const Token ink = accented ? Token::TextOnAccent : isEnabled() ? Token::Text : Token::TextThird;
    painter.setPen(outline(accented));
    painter.setBrush(theme->color(accented ? Token::Accent : isEnabled() ? Token::Raised : Token::Subtle));
    const double inset = hasFocus() ? 1.0 : 0.5;
    painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), theme->px(6), theme->px(6));
    const int icon = theme->px(16), arrow = theme->px(14), side = theme->px(primary_ ? 26 : 24);
    const QRect iconArea(theme->px(10), (height() - icon) / 2, icon, icon);
    this->icon().paint(&painter, iconArea, Qt::AlignCenter, isEnabled() ? QIcon::Normal : QIcon::Disabled);
    painter.setFont(font());
    painter.setPen(theme->color(ink));
    painter.drawText(QRect(theme->px(34), 0, width() - theme->px(34) - side, height()), Qt::AlignVCenter, text());
    const QRect arrowArea(width() - side + (side - arrow) / 2 - 1, (height() - arrow) / 2, arrow, arrow);
    theme->icon(QStringLiteral("chevron-down"), ink).paint(&painter, arrowArea);
    if (!accented) return;
    QColor line = theme->color(Token::TextOnAccent);
    line.setAlphaF(0.35);
    painter.fillRect(QRect(width() - side - 1, 0, 1, height()), line);
  }

 private:
  [[nodiscard]] QFont font() const { return Theme::instance()->ui(12, primary_ ? 600 : 500); }
  [[nodiscard]] QPen outline(bool accented) const {
    const Theme* theme = Theme::instance();
    if (hasFocus()) return {theme->color(accented ? Token::Text : Token::Accent), 2.0};
    return {theme->color(accented ? Token::Accent : underMouse() ? Token::BorderStrong : Token::Border), 1.0};
  }
  bool primary_;
};

QFrame* line(QWidget* parent) {
  auto* frame = new QFrame(parent);
  frame->setProperty("frame", "vline");
  frame->setFixedHeight(Theme::instance()->px(20));
  return frame;
}

void addLine(QBoxLayout* layout, QWidget* parent) {
  layout->addSpacing(Theme::instance()->px(4));
  layout->addWidget(line(parent));
  layout->addSpacing(Theme::instance()->px(4));
}

}  // namespace

ToolBar::ToolBar(const ActionSet& actions, MenuBuilder* menus, QWidget* parent)
    : Bar("toolbar", Token::Panel, 44, parent), actions_(actions), menus_(menus) {
  const Theme* theme = Theme::instance();
  const auto button = [this](const char* action, const char* name) {
    return barButton(actions_.action(QLatin1String(action)), name, this);
  };
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(theme->px(8), 0, theme->px(8), 1);
  layout->setSpacing(theme->px(4));
  addOpen(layout);
  addLine(layout, this);
  addRun(layout);
  layout->addSpacing(theme->px(4));
  devices_ = new DeviceBox(this);
  layout->addWidget(devices_);
  layout->addSpacing(theme->px(12));
  search_ = new SearchField(this);
  connect(search_, &QAbstractButton::clicked, actions_.action(QStringLiteral("go.quickOpen")), &QAction::trigger);
  layout->addWidget(search_, 10);
  layout->addSpacing(theme->px(12));
  layout->addWidget(button("go.back", "toolbar.back"));
  layout->addWidget(button("go.forward", "toolbar.forward"));
  addLine(layout, this);
  addCompare(layout);
  addExport(layout);
  layout->addStretch(1);
  layout->addWidget(button("help.shortcuts", "toolbar.shortcuts"));
  layout->addWidget(button("view.left", "toolbar.layout"));
  themeButton_ = button("view.theme", "toolbar.theme");
  layout->addWidget(themeButton_);
}

void ToolBar::addOpen(QBoxLayout* layout) {
  auto* open = new SplitButton(false, this);
  open->setObjectName(QStringLiteral("toolbar.open"));
  open->setText(tr("Open"));
  open->setIcon(Theme::instance()->icon(QStringLiteral("open"), Token::Text));
  open->setToolTip(tr("Open a file (Ctrl+O)"));
  auto* recent = new QMenu(open);
  connect(recent, &QMenu::aboutToShow, this, [this, recent] { menus_->fillRecent(recent); });
  open->setMenu(recent);
  connect(open, &QToolButton::clicked, actions_.action(QStringLiteral("file.open")), &QAction::trigger);
  layout->addWidget(open);
}

void ToolBar::addRun(QBoxLayout* layout) {
  runButton_ = new SplitButton(true, this);
  runButton_->setObjectName(QStringLiteral("toolbar.run"));
  runButton_->setText(tr("Run"));
  auto* menu = new QMenu(runButton_);
  for (const char* id : {"run.run", "run.dialog", "run.both", "run.stop"})
    menu->addAction(actions_.action(QLatin1String(id)));
  runButton_->setMenu(menu);
  connect(runButton_, &QToolButton::clicked, actions_.action(QStringLiteral("run.run")), &QAction::trigger);
  layout->addWidget(runButton_);
  QToolButton* stop = barButton(actions_.action(QStringLiteral("run.stop")), "toolbar.stop", this);
  stop->setProperty("framed", true);
  layout->addWidget(stop);
}

void ToolBar::addCompare(QBoxLayout* layout) {
  const Theme* theme = Theme::instance();
  auto* compare = new QToolButton(this);
  compare->setObjectName(QStringLiteral("toolbar.compare"));
  compare->setText(QLatin1Char(' ') + tr("Compare"));  // space between icon and text
  compare->setToolTip(tr("Compare two files (Ctrl+D)"));
  compare->setIcon(theme->icon(QStringLiteral("compare"), Token::Text));
  compare->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  compare->setFixedHeight(theme->px(32));
  compare->setFont(theme->ui(12, 500));
  compare->setFocusPolicy(Qt::TabFocus);
  connect(compare, &QToolButton::clicked, actions_.action(QStringLiteral("compare.open")), &QAction::trigger);
  layout->addWidget(compare);
}

void ToolBar::addExport(QBoxLayout* layout) {
  const Theme* theme = Theme::instance();
  exportButton_ = new QToolButton(this);
  exportButton_->setObjectName(QStringLiteral("toolbar.export"));
  exportButton_->setText(QLatin1Char(' ') + tr("Export"));  // space between icon and text
  exportButton_->setIcon(theme->icon(QStringLiteral("export"), Token::Text));
  exportButton_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  exportButton_->setPopupMode(QToolButton::InstantPopup);
  exportButton_->setFixedHeight(theme->px(32));
  exportButton_->setFont(theme->ui(12, 500));
  exportButton_->setFocusPolicy(Qt::TabFocus);
  auto* exports = new QMenu(exportButton_);
  connect(exports, &QMenu::aboutToShow, this, [this, exports] { menus_->fillExport(exports); });
  exportButton_->setMenu(exports);
  layout->addWidget(exportButton_);
}

void ToolBar::update(const ActionContext& context) {
  const Theme* theme = Theme::instance();
  const QString why = whyNotRun(context);
  exportButton_->setEnabled(hasDocument(context) || hasComparison(context));
  runButton_->setEnabled(isRunnable(context));
  const bool emulated = hasDocument(context) && context.document->runsEmulated();
  runButton_->setText(emulated ? tr("Run emulated") : tr("Run"));
  runButton_->updateGeometry();
  const QString tip = hasComparison(context) ? tr("Run both in turns (F5)")
                      : emulated ? tr("Run on the emulated GPU: values, shapes, launches and memory are checked; times "
                                      "are no measure (F5)")
                                 : tr("Run with the last arguments (F5)");
  runButton_->setToolTip(why.isEmpty() ? tip : why);
  const QString runIcon = isRunnable(context) ? QStringLiteral("run") : QStringLiteral("run-outline");
  runButton_->setIcon(theme->icon(runIcon, Token::TextOnAccent));
  const bool dark = theme->mode() == Theme::Mode::Dark;
  themeButton_->setIcon(theme->icon(dark ? QStringLiteral("sun") : QStringLiteral("moon")));
}

}  // namespace relaxscope
