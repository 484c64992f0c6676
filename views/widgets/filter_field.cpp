// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/filter_field.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

#include "views/theme/theme.h"
#include "views/widgets/label.h"

namespace relaxscope {

FilterField::FilterField(QWidget* parent)
    : QWidget(parent),
      edit_(new QLineEdit(this)),
      count_(new Label(this)),
      error_(new Label(this)),
      regex_(new QToolButton(this)) {
  setObjectName(QStringLiteral("filter"));
  edit_->setObjectName(QStringLiteral("filter.text"));
  regex_->setObjectName(QStringLiteral("filter.regex"));
  count_->setObjectName(QStringLiteral("filter.count"));
  error_->setObjectName(QStringLiteral("filter.error"));
  edit_->setFrame(false);
  edit_->setClearButtonEnabled(false);
  edit_->installEventFilter(this);
  regex_->setText(QStringLiteral(".*"));
  regex_->setCheckable(true);
  regex_->setToolTip(tr("Regular expression (Alt+R)"));
  regex_->setAccessibleName(regex_->toolTip());
  edit_->setAccessibleName(tr("Filter"));  // default until the view sets a specific one
  regex_->setFocusPolicy(Qt::TabFocus);
  error_->hide();
  error_->setWordWrap(true);

  auto* row = new QHBoxLayout;
  const Theme* theme = Theme::instance();
  row->setContentsMargins(theme->px(34), 0, theme->px(5), 0);
  row->setSpacing(theme->px(6));
  row->addWidget(edit_, 1);
  row->addWidget(count_);
  row->addWidget(regex_);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(theme->px(8), theme->px(6), theme->px(8), theme->px(6));
  column->setSpacing(theme->px(2));
  auto* holder = new QWidget(this);
  holder->setObjectName(QStringLiteral("filter.frame"));
  holder->setFixedHeight(theme->px(30));
  holder->setLayout(row);
  column->addWidget(holder);
  column->addWidget(error_);

  connect(edit_, &QLineEdit::textChanged, this, &FilterField::changed);
  connect(regex_, &QToolButton::toggled, this, &FilterField::changed);
  connect(theme, &Theme::changed, this, &FilterField::applyTheme);
  setFocusProxy(edit_);
  applyTheme();
}

void FilterField::applyTheme() {
  const Theme* theme = Theme::instance();
  edit_->setFont(theme->ui(12));
  count_->setFont(theme->ui(11));
  error_->setFont(theme->ui(11));
  regex_->setFont(theme->mono(11));
  const auto name = [theme](Token token) { return theme->color(token).name(); };
  edit_->setStyleSheet(
      QStringLiteral("QLineEdit{background:transparent;border:none;padding:0;color:%1}").arg(name(Token::Text)));
  QPalette palette = edit_->palette();
  palette.setColor(QPalette::PlaceholderText, theme->color(Token::TextThird));
  palette.setColor(QPalette::Text, theme->color(Token::Text));
  edit_->setPalette(palette);
  count_->setStyleSheet(QStringLiteral("QLabel{color:%1;background:transparent}").arg(name(Token::TextThird)));
  error_->setStyleSheet(
      QStringLiteral("QLabel{color:%1;background:transparent;padding:0 4px}").arg(name(Token::Error)));
  regex_->setStyleSheet(
      QStringLiteral("QToolButton{border:1px solid %1;border-radius:4px;padding:1px 5px;color:%2;background:%3}"
                     "QToolButton:checked{color:%4;background:%5;border-color:%4}"
                     "QToolButton:focus{border:2px solid %4;padding:0 4px}")
          .arg(name(Token::Border), name(Token::TextSecond), name(Token::Panel), name(Token::Accent),
               name(Token::AccentBack)));
  update();
}

QString FilterField::text() const { return edit_->text(); }
bool FilterField::isRegex() const { return regex_->isChecked(); }
void FilterField::setText(const QString& text) { edit_->setText(text); }
void FilterField::setRegex(bool on) { regex_->setChecked(on); }
void FilterField::setPlaceholder(const QString& text) {
  edit_->setPlaceholderText(text);
  edit_->setAccessibleName(text);
}
void FilterField::setCount(const QString& text) { count_->setText(text); }

void FilterField::setError(const QString& message) {
  error_->setText(message);
  error_->setVisible(!message.isEmpty());
  update();
}

void FilterField::focusText() {
  edit_->setFocus(Qt::ShortcutFocusReason);
  edit_->selectAll();
}

void FilterField::typeAhead(const QString& text) {
  edit_->setFocus(Qt::OtherFocusReason);
  edit_->end(false);
  edit_->insert(text);
}

bool FilterField::eventFilter(QObject* watched, QEvent* event) {
  if (watched == edit_ && (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)) update();
  // Alt+R applies to the focused field: as a window shortcut it would conflict with other visible filters and with
  // the menu that has this mnemonic.
  if (watched == edit_ && (event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress)) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_R && key->modifiers() == Qt::AltModifier) {
      event->accept();
      if (event->type() == QEvent::KeyPress) regex_->toggle();
      return true;
    }
  }
  if (watched == edit_ && event->type() == QEvent::KeyPress) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Escape) {
      if (edit_->text().isEmpty()) emit leave();
      else edit_->clear();
      return true;
    }
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter || key->key() == Qt::Key_Down) {
      emit leave();
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

void FilterField::paintEvent(QPaintEvent* /*event*/) {
  const Theme* theme = Theme::instance();
  const QWidget* holder = findChild<QWidget*>(QStringLiteral("filter.frame"));
  QPainter painter(this);
  painter.fillRect(rect(), theme->color(Token::Panel));
  painter.setRenderHint(QPainter::Antialiasing);
  const bool bad = !error_->text().isEmpty();
  const bool focused = edit_->hasFocus();
  const qreal width = focused || bad ? 2 : 1;
  painter.setPen(QPen(theme->color(bad ? Token::Error : focused ? Token::Accent : Token::BorderStrong), width));
  painter.setBrush(theme->color(Token::Raised));
  const QRectF frame = QRectF(holder->geometry()).adjusted(width / 2, width / 2, -width / 2, -width / 2);
  painter.drawRoundedRect(frame, theme->px(6), theme->px(6));
  const int size = theme->px(16);
  const QRect icon(holder->x() + theme->px(10), holder->y() + (holder->height() - size) / 2, size, size);
  theme->icon(QStringLiteral("filter"), Token::TextSecond).paint(&painter, icon);
}

}  // namespace relaxscope
