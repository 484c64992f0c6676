// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/error_strip.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>

#include <algorithm>

#include "views/theme/theme.h"
#include "views/widgets/label.h"
#include "views/widgets/spoken_item.h"

namespace relaxscope {
namespace {
Token ink(ErrorStrip::Level level) {
  return level == ErrorStrip::Level::Error     ? Token::Error
         : level == ErrorStrip::Level::Warning ? Token::Warning
                                               : Token::Accent;
}
Token back(ErrorStrip::Level level) {
  return level == ErrorStrip::Level::Error     ? Token::ErrorBack
         : level == ErrorStrip::Level::Warning ? Token::WarningBack
                                               : Token::AccentBack;
}
QString iconName(ErrorStrip::Level level) {
  return level == ErrorStrip::Level::Error     ? QStringLiteral("error")
         : level == ErrorStrip::Level::Warning ? QStringLiteral("diagnostics")
                                               : QStringLiteral("info");
}

/// Scroll area for a label of any length: as high as the text up to a few lines; longer text scrolls by keyboard too.
class FewLines : public QScrollArea {
 public:
  FewLines(QLabel* text, QWidget* parent) : QScrollArea(parent) {
    setWidget(text);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setAutoFillBackground(false);
    text->setAutoFillBackground(false);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
  }
  [[nodiscard]] bool hasHeightForWidth() const override { return true; }
  [[nodiscard]] int heightForWidth(int width) const override { return bounded(widget()->heightForWidth(width)); }
  [[nodiscard]] QSize sizeHint() const override {
    return {widget()->sizeHint().width(), bounded(widget()->sizeHint().height())};
  }
  [[nodiscard]] QSize minimumSizeHint() const override {
    return {widget()->minimumSizeHint().width(), widget()->fontMetrics().lineSpacing()};
  }

 protected:
  void resizeEvent(QResizeEvent* event) override {
    QScrollArea::resizeEvent(event);
    setFocusPolicy(verticalScrollBar()->maximum() > 0 ? Qt::TabFocus : Qt::NoFocus);
  }

 private:
  [[nodiscard]] int bounded(int height) const {
    return std::min(height, kMaxLines * widget()->fontMetrics().lineSpacing());
  }
  static constexpr int kMaxLines = 6;
};

}  // namespace

ErrorStrip::ErrorStrip(QWidget* parent) : QFrame(parent) {
  setObjectName(QStringLiteral("errorStrip"));
  new SpokenItem(this, QAccessible::AlertMessage);
  icon_ = new Label(this);
  what_ = new Label(this);
  what_->setObjectName(QStringLiteral("errorStrip.what"));
  what_->setWordWrap(true);
  what_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  lines_ = new FewLines(what_, this);
  lines_->setObjectName(QStringLiteral("errorStrip.lines"));
  hint_ = new Label(this);
  hint_->setObjectName(QStringLiteral("errorStrip.hint"));
  hint_->setWordWrap(true);
  hint_->setProperty("role", "second");
  place_ = new QPushButton(this);
  place_->setObjectName(QStringLiteral("errorStrip.place"));
  place_->setProperty("link", true);
  action_ = new QPushButton(this);
  action_->setObjectName(QStringLiteral("errorStrip.action"));
  close_ = new QToolButton(this);
  close_->setObjectName(QStringLiteral("errorStrip.close"));
  close_->setIcon(Theme::instance()->icon(QStringLiteral("close")));
  close_->setToolTip(tr("Dismiss"));
  close_->setAccessibleName(close_->toolTip());
  auto* texts = new QVBoxLayout;
  texts->setSpacing(2);
  texts->addWidget(lines_);
  texts->addWidget(hint_);
  auto* layout = new QHBoxLayout(this);
  const Theme* theme = Theme::instance();
  layout->setContentsMargins(theme->px(16), theme->px(8), theme->px(12), theme->px(8));
  layout->setSpacing(theme->px(12));
  layout->addWidget(icon_, 0, Qt::AlignTop);
  layout->addLayout(texts, 1);
  layout->addWidget(place_);
  layout->addWidget(action_);
  layout->addWidget(close_);
  connect(place_, &QPushButton::clicked, this, &ErrorStrip::placeClicked);
  connect(action_, &QPushButton::clicked, this, &ErrorStrip::actionClicked);
  connect(close_, &QToolButton::clicked, this, [this] {
    clear();
    emit dismissed();
  });
  connect(theme, &Theme::changed, this, &ErrorStrip::paintIcon);
  hide();
}

void ErrorStrip::paintIcon() {
  const Theme* theme = Theme::instance();
  icon_->setPixmap(theme->icon(iconName(level_), ink(level_)).pixmap(theme->px(16), theme->px(16)));
}

void ErrorStrip::showMessage(Level level, const QString& what, const QString& place, const QString& hint,
                             const QString& action) {
  level_ = level;
  const Theme* theme = Theme::instance();
  paintIcon();
  what_->setFont(theme->ui(12, 600));
  what_->setText(what);
  lines_->setAccessibleName(what);
  lines_->updateGeometry();
  lines_->verticalScrollBar()->setValue(0);
  hint_->setText(hint);
  hint_->setVisible(!hint.isEmpty());
  place_->setText(buttonText(place));
  place_->setVisible(!place.isEmpty());
  action_->setText(buttonText(action));
  action_->setVisible(!action.isEmpty());
  setAccessibleName(what);
  show();
  update();
}

QString ErrorStrip::text() const { return isHidden() ? QString() : what_->text(); }

void ErrorStrip::clear() { hide(); }

void ErrorStrip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme* theme = Theme::instance();
  painter.fillRect(rect(), theme->color(back(level_)));
  painter.fillRect(QRect(0, 0, theme->px(3), height()), theme->color(ink(level_)));
  painter.fillRect(QRect(0, height() - 1, width(), 1), theme->color(Token::Border));
}

}  // namespace relaxscope
