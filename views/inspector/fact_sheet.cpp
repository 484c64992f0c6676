// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/fact_sheet.h"

#include <QAbstractButton>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

#include "views/theme/theme.h"
#include "views/widgets/chip_label.h"
#include "views/widgets/draw_figure.h"
#include "views/widgets/elide.h"
#include "views/widgets/elided_label.h"
#include "views/widgets/figures.h"
#include "views/widgets/label.h"

namespace relaxscope {
namespace {

QLabel* label(QWidget* parent, const QString& text, const QFont& font, Token color) {
  auto* out = new Label(text, parent);
  out->setFont(font);
  QPalette palette = out->palette();
  palette.setColor(QPalette::WindowText, Theme::instance()->color(color));
  out->setPalette(palette);
  // The application's style sheet sets a colour for all labels, which a palette cannot override.
  out->setStyleSheet(QStringLiteral("QLabel{color:%1}").arg(Theme::instance()->color(color).name()));
  return out;
}

/// A link: text elided in the middle when it does not fit, followed by a link sign.
class LinkButton : public QAbstractButton {
 public:
  LinkButton(QWidget* parent, const QString& text, bool name)
      : QAbstractButton(parent),
        font_(name ? Theme::instance()->mono(12) : Theme::instance()->ui(12)),
        text_(text),
        name_(name) {
    setAccessibleName(text);
    setFont(font_);
    setCursor(Qt::PointingHandCursor);
    setToolTip(text);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  }
  QSize sizeHint() const override {
    const QFontMetrics metrics(font_);
    return {metrics.horizontalAdvance(text_) + 2 + side() + Theme::instance()->px(6), metrics.height() + 2};
  }
  /// A name may be elided, a figure may not.
  QSize minimumSizeHint() const override { return {name_ ? 40 : sizeHint().width(), sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    const Theme* theme = Theme::instance();
    QFont font = font_;
    font.setUnderline(underMouse());
    painter.setFont(font);
    painter.setPen(theme->color(Token::Accent));
    const int room = width() - side() - theme->px(6);
    const QString fitted = name_ ? elided(painter.fontMetrics(), text_, Qt::ElideMiddle, room) : text_;
    if (name_) painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, fitted);
    else drawFigure(&painter, QRect(0, 0, room, height()), Qt::AlignLeft | Qt::AlignVCenter, fitted);
    const int x = painter.fontMetrics().horizontalAdvance(fitted) + theme->px(6);
    theme->icon(QStringLiteral("external"), Token::Accent)
        .paint(&painter, QRect(x, (height() - side()) / 2, side(), side()));
    if (!hasFocus()) return;
    painter.setPen(QPen(theme->color(Token::Accent), 2));
    painter.drawRoundedRect(rect().adjusted(1, 1, -1, -1), 3, 3);
  }

 private:
  static int side() { return Theme::instance()->px(12); }
  QFont font_;
  QString text_;  ///< not text(), where & marks a shortcut
  bool name_;
};

/// A bar on a scale shared with its neighbours.
class TimeBar : public QWidget {
 public:
  TimeBar(QWidget* parent, double from, double share, bool strong)
      : QWidget(parent), from_(from), share_(share), strong_(strong) {
    setMinimumWidth(24);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFixedHeight(Theme::instance()->px(10));
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    const Theme* theme = Theme::instance();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme->color(Token::ShareTrough));
    const QRectF trough = QRectF(rect()).adjusted(0, 1, 0, -1);
    painter.drawRoundedRect(trough, 2, 2);
    const CallColors colors = theme->call(strong_ ? CallKind::Kernel : CallKind::Check);
    painter.setBrush(colors.fill);
    painter.setPen(QPen(colors.edge, 1));
    painter.drawRoundedRect(QRectF(trough.left() + from_ * trough.width() + 0.5, trough.top() + 0.5,
                                   std::max(2.0, share_ * trough.width() - 1), trough.height() - 1),
                            2, 2);
  }

 private:
  double from_, share_;
  bool strong_;
};

}  // namespace

FactSheet::FactSheet() : layout_(new QVBoxLayout(this)) {
  const Theme* theme = Theme::instance();
  setObjectName(QStringLiteral("inspector.content"));
  setAutoFillBackground(true);
  QPalette colors = palette();
  colors.setColor(QPalette::Window, theme->color(Token::Panel));
  setPalette(colors);
  layout_->setContentsMargins(theme->px(16), theme->px(14), theme->px(16), theme->px(16));
  layout_->setSpacing(theme->px(8));
}

void FactSheet::finish() { layout_->addStretch(); }

void FactSheet::title(const QString& text) {
  auto* name = label(this, text, Theme::instance()->mono(15, 700), Token::RoleFunction);
  name->setObjectName(QStringLiteral("inspector.title"));
  name->setWordWrap(true);
  name->setTextInteractionFlags(Qt::TextSelectableByMouse);
  layout_->addWidget(name);
  lines_ << text;
}

void FactSheet::chips(const QList<std::pair<QString, bool>>& texts) {
  auto* row = new QHBoxLayout;
  row->setSpacing(Theme::instance()->px(6));
  for (const auto& [text, accent] : texts) {
    ChipLook look;
    if (accent) look = {.ink = Token::Accent, .back = Token::AccentBack};
    row->addWidget(new ChipLabel(text, look, this));
    lines_ << text;
  }
  row->addStretch();
  layout_->addLayout(row);
}

void FactSheet::separator() {
  auto* line = new QFrame(this);
  line->setProperty("frame", QStringLiteral("line"));
  line->setFixedHeight(1);
  layout_->addSpacing(Theme::instance()->px(4));
  layout_->addWidget(line);
}

void FactSheet::heading(const QString& text) {
  separator();
  layout_->addWidget(label(this, text, Theme::instance()->ui(11, 600), Token::TextSecond));
  lines_ << text;
}

/// `name`: the text may be elided.
QWidget* FactSheet::linkTo(const QString& text, const Place& place, ViewId view, bool name) {
  auto* link = new LinkButton(this, text, name);
  link->setObjectName(QStringLiteral("inspector.link.") + QLatin1String(viewName(view)));
  connect(link, &QAbstractButton::clicked, this, [this, place, view] { emit followed(place, view); });
  return link;
}

void FactSheet::facts(const QList<Fact>& rows) {
  const Theme* theme = Theme::instance();
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(theme->px(12));
  grid->setVerticalSpacing(theme->px(7));
  grid->setColumnMinimumWidth(0, theme->px(104));
  grid->setColumnStretch(1, 1);
  int at = 0;
  for (const Fact& fact : rows) {
    grid->addWidget(label(this, fact.label, theme->ui(12), Token::TextSecond), at, 0);
    lines_ << fact.label + QLatin1Char('\t') + fact.value;
    if (fact.view == ViewId::None) {
      if (fact.code) {
        grid->addWidget(new ElidedLabel(fact.value, theme->mono(12), Token::Text, this), at++, 1);
      } else {
        auto* value = label(this, fact.value, theme->ui(12), Token::Text);
        value->setWordWrap(true);
        grid->addWidget(value, at++, 1);
      }
      continue;
    }
    grid->addWidget(linkTo(fact.value, fact.link, fact.view, fact.code), at++, 1);
  }
  layout_->addLayout(grid);
}

/// Rows of cells under a heading; after 64 rows, only the number of further ones.
void FactSheet::table(const QString& head, const std::vector<std::vector<TableCell>>& rows, int stretchColumn) {
  constexpr size_t kMax = 64;
  heading(head);
  const Theme* theme = Theme::instance();
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(theme->px(12));
  grid->setVerticalSpacing(theme->px(6));
  grid->setColumnStretch(stretchColumn, 1);
  for (size_t i = 0; i < std::min(rows.size(), kMax); ++i) {
    QStringList line;
    for (size_t c = 0; c < rows[i].size(); ++c) {
      const TableCell& cell = rows[i][c];
      line << cell.text;
      if (cell.text.isEmpty()) continue;
      const QFont font = cell.code ? theme->mono(12) : theme->ui(cell.small ? 11 : 12);
      QWidget* widget = cell.view != ViewId::None ? linkTo(cell.text, cell.link, cell.view, false)
                        : cell.cut ? static_cast<QWidget*>(new ElidedLabel(cell.text, font, cell.color, this))
                                   : label(this, cell.text, font, cell.color);
      if (!cell.tooltip.isEmpty()) widget->setToolTip(cell.tooltip);
      grid->addWidget(widget, static_cast<int>(i), static_cast<int>(c), cell.right ? Qt::AlignRight : Qt::Alignment());
    }
    lines_ << line.join(QLatin1Char('\t'));
  }
  layout_->addLayout(grid);
  if (rows.size() > kMax) paragraph({tr("and %n more", nullptr, static_cast<int>(rows.size() - kMax))});
}

void FactSheet::times(const QList<Bar>& rows, double scaleNs) {
  const Theme* theme = Theme::instance();
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(theme->px(8));
  grid->setVerticalSpacing(theme->px(7));
  grid->setColumnMinimumWidth(0, theme->px(88));
  grid->setColumnStretch(1, 1);
  int at = 0;
  for (const Bar& bar : rows) {
    const Figure figure = durationFigure(bar.ns);
    grid->addWidget(label(this, bar.label, theme->ui(12), Token::Text), at, 0);
    grid->addWidget(
        new TimeBar(this, scaleNs > 0 ? bar.from / scaleNs : 0, scaleNs > 0 ? bar.ns / scaleNs : 0, bar.strong), at, 1);
    grid->addWidget(label(this, figure.number, theme->mono(12), Token::Text), at, 2, Qt::AlignRight);
    grid->addWidget(label(this, figure.unit, theme->mono(11), Token::TextThird), at++, 3);
    lines_ << bar.label + QLatin1Char('\t') + figure.number + QLatin1Char(' ') + figure.unit;
  }
  layout_->addLayout(grid);
}

void FactSheet::paragraph(const QStringList& sentences) {
  for (const QString& sentence : sentences) {
    auto* line = label(this, sentence, Theme::instance()->ui(12), Token::TextSecond);
    line->setWordWrap(true);
    line->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout_->addWidget(line);
    lines_ << sentence;
  }
}

void FactSheet::actions(const QList<Action>& buttons) {
  const Theme* theme = Theme::instance();
  auto* grid = new QGridLayout;
  grid->setSpacing(theme->px(8));
  for (int column : {0, 1}) grid->setColumnStretch(column, 1);
  int at = 0;
  for (const Action& action : buttons) {
    auto* button = new QPushButton(theme->icon(action.icon), action.text, this);
    button->setObjectName(action.name);
    button->setStyleSheet(QStringLiteral("text-align:left"));
    button->setToolTip(action.text);
    button->setMinimumWidth(theme->px(72));  // a narrow panel elides buttons rather than figures
    connect(button, &QPushButton::clicked, this, action.run);
    grid->addWidget(button, at / 2, at % 2);
    ++at;
  }
  layout_->addSpacing(theme->px(8));
  layout_->addLayout(grid);
}

}  // namespace relaxscope
