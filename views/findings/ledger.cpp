// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/findings/ledger.h"

#include <QPainter>

#include <algorithm>
#include <map>

#include "views/findings/percent.h"
#include "views/theme/theme.h"
#include "views/widgets/draw_figure.h"
#include "views/widgets/figures.h"

namespace relaxscope {
namespace {

constexpr size_t kNamed = 3;  ///< rules with a part of their own
constexpr int kLedgerPad = 12, kLedgerLine = 20, kBar = 12, kHeight = 74, kCompact = 46;

/// Colour of a part; the rest of the run is the trough. Neighbours differ in lightness, too, and one is hatched.
Token inkOf(size_t part) {
  constexpr Token kInks[] = {Token::Warning, Token::ShareBar, Token::TextSecond, Token::BorderStrong};
  return kInks[std::min(part, std::size(kInks) - 1)];
}

void paintPart(QPainter& painter, const QRectF& rect, size_t part, bool rest) {
  const Theme* const theme = Theme::instance();
  painter.setPen(rest ? QPen(theme->color(Token::BorderStrong)) : QPen(Qt::NoPen));
  painter.setBrush(theme->color(rest ? Token::ShareTrough : inkOf(part)));
  if (rest) painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
  else painter.drawRect(rect);
  if (!rest && part == 1) paintHatch(&painter, rect, theme->color(Token::Accent));
}

}  // namespace

std::vector<LedgerPart> ledgerOf(const FindingList& list) {
  if (!list.hasCosts() || list.withCost() == 0) return {};
  std::map<std::string, double> rules;
  for (const uint32_t finding : list.order())
    if (const auto ns = list.cost(finding)) rules[list.rule(finding)] += *ns;
  std::vector<LedgerPart> parts;
  for (const auto& [rule, ns] : rules) parts.push_back({QString::fromStdString(rule), ns});
  std::ranges::stable_sort(parts, std::ranges::greater(), &LedgerPart::ns);
  if (parts.size() > kNamed + 1) {
    double others = 0;
    for (size_t i = kNamed; i < parts.size(); ++i) others += parts[i].ns;
    parts.resize(kNamed);
    parts.push_back({FindingsLedger::tr("others"), others});
  }
  parts.push_back({FindingsLedger::tr("rest of the run"), list.runNs() - list.namedNs()});
  return parts;
}

FindingsLedger::FindingsLedger(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("findings.ledger"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(Theme::instance(), &Theme::changed, this, [this] {
    updateGeometry();
    update();
  });
}

QSize FindingsLedger::sizeHint() const {
  return {Theme::instance()->px(300), Theme::instance()->px(compact_ ? kCompact : kHeight)};
}

void FindingsLedger::setCompact(bool compact) {
  if (compact == compact_) return;
  compact_ = compact;
  updateGeometry();
  update();
}

void FindingsLedger::show(const FindingList& list) {
  parts_ = ledgerOf(list);
  runNs_ = list.runNs();
  sentence_ = parts_.empty() ? QString()
                             : tr("The calls named here take %1 of %2 per run, %3")
                                   .arg(durationLabel(list.namedNs()), durationLabel(list.runNs()),
                                        percentText(list.share(list.namedNs())));
  QStringList texts{sentence_};
  for (const LedgerPart& part : parts_) texts << part.name + QLatin1Char(' ') + durationLabel(part.ns);
  setAccessibleName(texts.join(QStringLiteral(", ")));
  setVisible(!parts_.empty());
  update();
}

void FindingsLedger::paintEvent(QPaintEvent* /*event*/) {
  const Theme* const theme = Theme::instance();
  QPainter painter(this);
  const int pad = theme->px(kLedgerPad), line = theme->px(kLedgerLine);
  painter.setFont(theme->ui(12, 500));
  painter.setPen(theme->color(Token::Text));
  const QRect first(pad, theme->px(4), width() - 2 * pad, line);
  drawFigure(&painter, first, Qt::AlignVCenter, fittingClauses(painter.fontMetrics(), sentence_, first.width()));
  const QRectF bar(pad, theme->px(28), width() - 2 * pad, theme->px(kBar));
  painter.setRenderHint(QPainter::Antialiasing);
  double x = bar.left();
  for (size_t i = 0; i < parts_.size() && runNs_ > 0; ++i) {
    const bool rest = i + 1 == parts_.size();
    const double wide = rest ? bar.right() - x : std::max(1.0, bar.width() * parts_[i].ns / runNs_ - 1);
    paintPart(painter, QRectF(x, bar.top(), std::max(0.0, wide), bar.height()), i, rest);
    x += wide + 1;
  }
  if (!compact_) paintLegend(painter);
}

void FindingsLedger::paintLegend(QPainter& painter) const {
  const Theme* const theme = Theme::instance();
  const int swatch = theme->px(9), line = theme->px(kLedgerLine), top = theme->px(46);
  const QFontMetrics names(theme->ui(11)), figures(theme->mono(11, 500));
  int x = theme->px(kLedgerPad);
  for (size_t i = 0; i < parts_.size(); ++i) {
    const QString time = durationLabel(parts_[i].ns);
    const int name = names.horizontalAdvance(parts_[i].name) + 1, figure = figures.horizontalAdvance(time) + 1;
    if (x + theme->px(15) + name + theme->px(8) + figure > width() - theme->px(kLedgerPad)) return;
    paintPart(painter, QRectF(x, top + (line - swatch) / 2.0, swatch, swatch), i, i + 1 == parts_.size());
    x += theme->px(15);
    painter.setFont(theme->ui(11));
    painter.setPen(theme->color(Token::TextSecond));
    painter.drawText(QRect(x, top, name, line), Qt::AlignVCenter, parts_[i].name);
    x += name + theme->px(8);
    painter.setFont(theme->mono(11, 500));
    painter.setPen(theme->color(Token::Text));
    drawFigure(&painter, QRect(x, top, figure, line), Qt::AlignVCenter, time);
    x += figure + theme->px(20);
  }
}

}  // namespace relaxscope
