// SPDX-License-Identifier: GPL-3.0-or-later
// The parts a slice panel is made of: title, chips, rows of facts, bars on one scale, buttons.
#include <QAbstractButton>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

#include "views/inspector_view.h"
#include "views/theme.h"
#include "views/widgets/table_source.h"
#include "vmcore/base/text.h"

namespace relaxscope {
namespace {

QLabel* label(QWidget* parent, const QString& text, const QFont& font, Token color) {
  auto* out = new QLabel(text, parent);
  out->setTextFormat(Qt::PlainText);
  out->setFont(font);
  QPalette palette = out->palette();
  palette.setColor(QPalette::WindowText, Theme::instance()->color(color));
  out->setPalette(palette);
  // The application's style sheet sets a colour for all labels, which a palette does not beat.
  out->setStyleSheet(QStringLiteral("QLabel{color:%1}").arg(Theme::instance()->color(color).name()));
  return out;
}

/// A text whose middle is cut when it does not fit.
class CutLabel : public QWidget {
 public:
  CutLabel(QWidget* parent, QString text, QFont font, Token color, Qt::Alignment align = Qt::AlignLeft)
      : QWidget(parent), text_(std::move(text)), font_(std::move(font)), color_(color), align_(align) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(text_);
    setToolTip(text_);
  }
  QSize sizeHint() const override { return {std::min(400, QFontMetrics(font_).horizontalAdvance(text_) + 2), QFontMetrics(font_).height() + 2}; }
  QSize minimumSizeHint() const override { return {30, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setFont(font_);
    painter.setPen(Theme::instance()->color(color_));
    painter.drawText(rect(), align_ | Qt::AlignVCenter | Qt::TextSingleLine, painter.fontMetrics().elidedText(text_, Qt::ElideMiddle, width()));
  }

 private:
  QString text_;
  QFont font_;
  Token color_;
  Qt::Alignment align_;
};

/// Words that lead somewhere, cut in their middle when they do not fit, with the sign of a link behind them.
class LinkButton : public QAbstractButton {
 public:
  LinkButton(QWidget* parent, const QString& text, const QFont& font) : QAbstractButton(parent) {
    setText(text);
    setFont(font);
    font_ = font;
    setCursor(Qt::PointingHandCursor);
    setToolTip(text);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  }
  QSize sizeHint() const override {
    const QFontMetrics metrics(font_);
    return {metrics.horizontalAdvance(text()) + 2 + side() + Theme::instance()->px(6), metrics.height() + 2};
  }
  QSize minimumSizeHint() const override { return {40, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    const Theme* theme = Theme::instance();
    QFont font = font_;
    font.setUnderline(underMouse());
    painter.setFont(font);
    painter.setPen(theme->color(Token::Accent));
    const int room = width() - side() - theme->px(6);
    const QString fitted = painter.fontMetrics().elidedText(text(), Qt::ElideMiddle, room);
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, fitted);
    const int x = painter.fontMetrics().horizontalAdvance(fitted) + theme->px(6);
    theme->icon(QStringLiteral("external"), Token::Accent).paint(&painter, QRect(x, (height() - side()) / 2, side(), side()));
    if (!hasFocus()) return;
    painter.setPen(QPen(theme->color(Token::Accent), 2));
    painter.drawRoundedRect(rect().adjusted(1, 1, -1, -1), 3, 3);
  }

 private:
  static int side() { return Theme::instance()->px(12); }
  QFont font_;
};

/// One or two words in a rounded frame; not clickable.
class ChipLabel : public QWidget {
 public:
  ChipLabel(QWidget* parent, QString text, bool accent) : QWidget(parent), text_(std::move(text)), accent_(accent) { setAccessibleName(text_); }
  QSize sizeHint() const override {
    const Theme* theme = Theme::instance();
    return {QFontMetrics(theme->ui(11, 500)).horizontalAdvance(text_) + theme->px(16), theme->px(20)};
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    const Theme* theme = Theme::instance();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme->color(accent_ ? Token::AccentBack : Token::Subtle));
    painter.drawRoundedRect(rect(), height() / 2.0, height() / 2.0);
    painter.setFont(theme->ui(11, 500));
    painter.setPen(theme->color(accent_ ? Token::Accent : Token::TextSecond));
    painter.drawText(rect(), Qt::AlignCenter, text_);
  }

 private:
  QString text_;
  bool accent_;
};

/// A bar on a scale shared with its neighbours.
class TimeBar : public QWidget {
 public:
  TimeBar(QWidget* parent, double from, double share, bool strong) : QWidget(parent), from_(from), share_(share), strong_(strong) {
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
    painter.drawRoundedRect(QRectF(trough.left() + from_ * trough.width() + 0.5, trough.top() + 0.5, std::max(2.0, share_ * trough.width() - 1), trough.height() - 1), 2, 2);
  }

 private:
  double from_, share_;
  bool strong_;
};

}  // namespace

void InspectorView::title(const QString& text, CallKind) {
  auto* name = label(content_, text, Theme::instance()->mono(15, 700), Token::RoleFunction);
  name->setObjectName(QStringLiteral("inspector.title"));
  name->setWordWrap(true);
  name->setTextInteractionFlags(Qt::TextSelectableByMouse);
  layout_->addWidget(name);
  lines_ << text;
}

void InspectorView::chips(const QList<std::pair<QString, bool>>& texts) {
  auto* row = new QHBoxLayout;
  row->setSpacing(Theme::instance()->px(6));
  for (const auto& [text, accent] : texts) {
    row->addWidget(new ChipLabel(content_, text, accent));
    lines_ << text;
  }
  row->addStretch();
  layout_->addLayout(row);
}

void InspectorView::separator() {
  auto* line = new QFrame(content_);
  line->setProperty("frame", QStringLiteral("line"));
  line->setFixedHeight(1);
  layout_->addSpacing(Theme::instance()->px(4));
  layout_->addWidget(line);
}

void InspectorView::heading(const QString& text) {
  separator();
  layout_->addWidget(label(content_, text, Theme::instance()->ui(11, 600), Token::TextSecond));
  lines_ << text;
}

void InspectorView::facts(const QList<Fact>& rows) {
  const Theme* theme = Theme::instance();
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(theme->px(12));
  grid->setVerticalSpacing(theme->px(7));
  grid->setColumnMinimumWidth(0, theme->px(104));
  grid->setColumnStretch(1, 1);
  int at = 0;
  for (const Fact& fact : rows) {
    grid->addWidget(label(content_, fact.label, theme->ui(12), Token::TextSecond), at, 0);
    lines_ << fact.label + QLatin1Char('\t') + fact.value;
    if (fact.view.isEmpty()) {
      grid->addWidget(new CutLabel(content_, fact.value, fact.code ? theme->mono(12) : theme->ui(12), Token::Text), at++, 1);
      continue;
    }
    auto* link = new LinkButton(content_, fact.value, fact.code ? theme->mono(12) : theme->ui(12));
    link->setObjectName(QStringLiteral("inspector.link.%1").arg(fact.view));
    const Place place = fact.link;
    const QString view = fact.view;
    connect(link, &QAbstractButton::clicked, this, [this, place, view] { document()->selection()->activate(place, view); });
    grid->addWidget(link, at++, 1);
  }
  layout_->addLayout(grid);
}

void InspectorView::arguments(const QString& head, const std::vector<ArgumentFact>& rows) {
  constexpr size_t kMost = 64;
  heading(head);
  const Theme* theme = Theme::instance();
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(theme->px(12));
  grid->setVerticalSpacing(theme->px(6));
  grid->setColumnStretch(2, 1);
  const bool named = std::any_of(rows.begin(), rows.end(), [](const ArgumentFact& row) { return !row.name.isEmpty(); });
  for (size_t i = 0; i < std::min(rows.size(), kMost); ++i) {
    const ArgumentFact& row = rows[i];
    const int at = static_cast<int>(i);
    grid->addWidget(label(content_, row.reg, theme->mono(12), row.role), at, 0);
    if (named) grid->addWidget(label(content_, row.name, theme->mono(12), Token::TextSecond), at, 1);
    grid->addWidget(new CutLabel(content_, row.type, theme->mono(12), Token::Text), at, 2);
    if (row.bytes) grid->addWidget(label(content_, QString::fromStdString(byteSizeText(*row.bytes)), theme->mono(12), Token::Text), at, 3, Qt::AlignRight);
    lines_ << QStringList{row.reg, row.name, row.type, row.bytes ? QString::fromStdString(byteSizeText(*row.bytes)) : QString()}.join(QLatin1Char('\t'));
  }
  layout_->addLayout(grid);
  if (rows.size() > kMost) paragraph({tr("and %n more", nullptr, static_cast<int>(rows.size() - kMost))});
}

void InspectorView::heap(const EventFacts& facts) {
  constexpr size_t kMost = 64;
  if (facts.heap.empty()) return;
  heading(tr("Shape heap at this instruction"));
  const Theme* theme = Theme::instance();
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(theme->px(12));
  grid->setVerticalSpacing(theme->px(6));
  grid->setColumnMinimumWidth(0, theme->px(64));
  grid->setColumnStretch(1, 1);
  for (size_t i = 0; i < std::min(facts.heap.size(), kMost); ++i) {
    const HeapFact& slot = facts.heap[i];
    const int at = static_cast<int>(i);
    grid->addWidget(label(content_, tr("slot %1").arg(slot.slot), theme->ui(12), Token::Text), at, 0);
    grid->addWidget(label(content_, slot.name, theme->mono(12), Token::RoleLabel), at, 1);
    if (slot.setHere) grid->addWidget(label(content_, tr("set here"), theme->ui(11), Token::Accent), at, 2);
    grid->addWidget(label(content_, countText(slot.value), theme->mono(12), Token::Text), at, 3, Qt::AlignRight);
    lines_ << QStringList{tr("slot %1").arg(slot.slot), slot.name, countText(slot.value)}.join(QLatin1Char('\t'));
  }
  layout_->addLayout(grid);
  if (facts.heap.size() > kMost) paragraph({tr("and %n more", nullptr, static_cast<int>(facts.heap.size() - kMost))});
}

void InspectorView::times(const QList<Bar>& rows, double scaleNs) {
  const Theme* theme = Theme::instance();
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(theme->px(8));
  grid->setVerticalSpacing(theme->px(7));
  grid->setColumnMinimumWidth(0, theme->px(88));
  grid->setColumnStretch(1, 1);
  int at = 0;
  for (const Bar& bar : rows) {
    const Figure figure = durationFigure(bar.ns);
    grid->addWidget(label(content_, bar.label, theme->ui(12), Token::Text), at, 0);
    grid->addWidget(new TimeBar(content_, scaleNs > 0 ? bar.from / scaleNs : 0, scaleNs > 0 ? bar.ns / scaleNs : 0, bar.strong), at, 1);
    grid->addWidget(label(content_, figure.number, theme->mono(12), Token::Text), at, 2, Qt::AlignRight);
    grid->addWidget(label(content_, figure.unit, theme->mono(11), Token::TextThird), at++, 3);
    lines_ << bar.label + QLatin1Char('\t') + figure.number + QLatin1Char(' ') + figure.unit;
  }
  layout_->addLayout(grid);
}

void InspectorView::paragraph(const QStringList& sentences) {
  for (const QString& sentence : sentences) {
    auto* line = label(content_, sentence, Theme::instance()->ui(12), Token::TextSecond);
    line->setWordWrap(true);
    line->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout_->addWidget(line);
    lines_ << sentence;
  }
}

void InspectorView::actions(const QList<Action>& buttons) {
  const Theme* theme = Theme::instance();
  auto* grid = new QGridLayout;
  grid->setSpacing(theme->px(8));
  for (int column : {0, 1}) grid->setColumnStretch(column, 1);
  int at = 0;
  for (const Action& action : buttons) {
    auto* button = new QPushButton(theme->icon(action.icon), action.text, content_);
    button->setObjectName(action.name);
    button->setStyleSheet(QStringLiteral("text-align:left"));
    button->setToolTip(action.text);
    button->setMinimumWidth(theme->px(72));  // a narrow panel cuts them rather than its figures
    connect(button, &QPushButton::clicked, this, action.run);
    grid->addWidget(button, at / 2, at % 2);
    ++at;
  }
  layout_->addSpacing(theme->px(8));
  layout_->addLayout(grid);
}

}  // namespace relaxscope
