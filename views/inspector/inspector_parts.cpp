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

#include "views/inspector/inspector_view.h"
#include "views/theme/theme.h"
#include "views/widgets/elide.h"
#include "views/widgets/table_source.h"
#include "vmcore/base/text/text.h"

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
  QSize sizeHint() const override {
    return {std::min(400, QFontMetrics(font_).horizontalAdvance(text_) + 2), QFontMetrics(font_).height() + 2};
  }
  QSize minimumSizeHint() const override { return {30, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setFont(font_);
    painter.setPen(Theme::instance()->color(color_));
    painter.drawText(rect(), align_ | Qt::AlignVCenter | Qt::TextSingleLine,
                     elided(painter.fontMetrics(), text_, Qt::ElideMiddle, width()));
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
    const QString fitted = elided(painter.fontMetrics(), text(), Qt::ElideMiddle, room);
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, fitted);
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
};

/// One or two words in a rounded frame; not clickable.
class ChipLabel : public QWidget {
 public:
  ChipLabel(QWidget* parent, QString text, bool accent) : QWidget(parent), text_(std::move(text)), accent_(accent) {
    setAccessibleName(text_);
  }
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
    if (fact.view == ViewId::None) {
      grid->addWidget(new CutLabel(content_, fact.value, fact.code ? theme->mono(12) : theme->ui(12), Token::Text),
                      at++, 1);
      continue;
    }
    auto* link = new LinkButton(content_, fact.value, fact.code ? theme->mono(12) : theme->ui(12));
    link->setObjectName(QStringLiteral("inspector.link.") + QLatin1String(viewName(fact.view)));
    const Place place = fact.link;
    const ViewId view = fact.view;
    connect(link, &QAbstractButton::clicked, this,
            [this, place, view] { document()->selection()->activate(place, view); });
    grid->addWidget(link, at++, 1);
  }
  layout_->addLayout(grid);
}

/// Rows of cells under a heading; as many as a panel can be read with, the rest is counted.
void InspectorView::table(const QString& head, const std::vector<std::vector<TableCell>>& rows, int stretchColumn) {
  constexpr size_t kMost = 64;
  heading(head);
  const Theme* theme = Theme::instance();
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(theme->px(12));
  grid->setVerticalSpacing(theme->px(6));
  grid->setColumnStretch(stretchColumn, 1);
  for (size_t i = 0; i < std::min(rows.size(), kMost); ++i) {
    QStringList line;
    for (size_t c = 0; c < rows[i].size(); ++c) {
      const TableCell& cell = rows[i][c];
      line << cell.text;
      if (cell.text.isEmpty()) continue;
      const QFont font = cell.code ? theme->mono(12) : theme->ui(cell.small ? 11 : 12);
      QWidget* widget = cell.cut ? static_cast<QWidget*>(new CutLabel(content_, cell.text, font, cell.color))
                                 : label(content_, cell.text, font, cell.color);
      grid->addWidget(widget, static_cast<int>(i), static_cast<int>(c), cell.right ? Qt::AlignRight : Qt::Alignment());
    }
    lines_ << line.join(QLatin1Char('\t'));
  }
  layout_->addLayout(grid);
  if (rows.size() > kMost) paragraph({tr("and %n more", nullptr, static_cast<int>(rows.size() - kMost))});
}

void InspectorView::arguments(const QString& head, const std::vector<ArgumentFact>& rows) {
  std::vector<std::vector<TableCell>> cells;
  for (const ArgumentFact& row : rows)
    cells.push_back(
        {{row.reg, row.role},
         {row.name, Token::TextSecond},
         {.text = row.type, .cut = true},
         {.text = row.bytes ? QString::fromStdString(byteSizeText(*row.bytes)) : QString(), .right = true}});
  table(head, cells, 2);
}

void InspectorView::heap(const EventFacts& facts) {
  if (facts.heap.empty()) return;
  std::vector<std::vector<TableCell>> cells;
  for (const HeapFact& slot : facts.heap)
    cells.push_back(
        {{.text = tr("slot %1").arg(slot.slot), .code = false},
         {slot.name, Token::RoleLabel},
         {.text = slot.setHere ? tr("set here") : QString(), .color = Token::Accent, .code = false, .small = true},
         {.text = countText(slot.value), .right = true}});
  table(tr("Shape heap at this instruction"), cells, 1);
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
    grid->addWidget(
        new TimeBar(content_, scaleNs > 0 ? bar.from / scaleNs : 0, scaleNs > 0 ? bar.ns / scaleNs : 0, bar.strong), at,
        1);
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
