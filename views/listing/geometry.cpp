// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/listing/geometry.h"

#include <algorithm>
#include <cmath>

#include "views/theme/theme.h"

namespace relaxscope {
namespace {

constexpr int kRowHeight = 22, kHeaderHeight = 24;
constexpr int kShortNamesBelow = 470;  ///< width of the instruction column below which names are shortened
constexpr int kLaneStep = 7;
constexpr int kBracketLeft = 7, kBracketStep = 5;
constexpr int kMark = 18;

}  // namespace

ListingGeometry::ListingGeometry(const ListingContent& content, int width)
    : content_(content), width_(width), columns_(makeColumns()) {}

int ListingGeometry::rowHeight() { return Theme::instance()->px(kRowHeight); }
int ListingGeometry::headerHeight() { return Theme::instance()->px(kHeaderHeight); }
int ListingGeometry::laneStep() { return Theme::instance()->px(kLaneStep); }

int ListingGeometry::bracketX(uint32_t depth) const {
  return Theme::instance()->px(kBracketLeft + kBracketStep * static_cast<int>(depth));
}

/// Room left of the jumps.
int ListingGeometry::bracketsWidth() const {
  int levels = 0;
  for (uint32_t depth = 0; content_.layers && depth < LayerMap::kMaxDepth; ++depth)
    levels += content_.layers->copiesAt(depth).empty() ? 0 : 1;
  return levels == 0 ? 0 : bracketX(static_cast<uint32_t>(levels - 1)) + Theme::instance()->px(4);
}

ListingColumns ListingGeometry::makeColumns() const {
  const Theme* theme = Theme::instance();
  ListingColumns at;
  const int64_t last = content_.rows ? content_.rows->end().value : 0;
  const int digits = std::max<int>(2, static_cast<int>(QString::number(last).size()));
  const bool lanes = content_.rows && !content_.rows->jumps().empty();
  const int brackets = bracketsWidth();
  at.gutter = lanes ? brackets + theme->px(12 + kLaneStep * ListingRows::kLanes)
                    : std::max(theme->px(20), brackets + theme->px(8));
  const bool marks =
      content_.findings && content_.rows && content_.findings->anyIn(content_.rows->begin(), content_.rows->end());
  at.mark = marks ? theme->px(kMark) : 0;
  at.pcRight = at.gutter + at.mark + theme->px(marks ? 2 : 8) + static_cast<int>(widths_.cell() * digits);
  at.costLeft = at.pcRight + theme->px(14);
  const bool costs = content_.costs && !content_.costs->empty();
  at.costRight = costs ? at.costLeft + theme->px(82) : at.pcRight;
  at.code = at.costRight + theme->px(costs ? 12 : 16);
  at.resultRight = width_ - theme->px(12);
  return at;
}

CodeLine ListingGeometry::code(InstrIndex pc) const {
  return codeWithin(pc, codeRight(widthOf(resultText(pc)), width_) - columns_.code);
}

CodeLine ListingGeometry::codeWithin(InstrIndex pc, double room) const {
  CodeStyle style;
  style.notes = content_.notes.get();
  style.shortNames = width_ - columns_.code < Theme::instance()->px(kShortNamesBelow);
  style.inlineConstants = true;
  CodeLine made = codeLine(*content_.executable, pc, style);
  if (textWidth(made.text()) <= room) return made;
  style.inlineConstants = false;
  made = codeLine(*content_.executable, pc, style);
  if (textWidth(made.text()) <= room || style.shortNames) return made;
  style.shortNames = true;
  return codeLine(*content_.executable, pc, style);
}

QString ListingGeometry::resultText(InstrIndex pc) const {
  const auto offset = static_cast<size_t>(pc.value - content_.rows->begin().value);
  if (!content_.results || offset >= content_.results->size()) return {};
  QString type = QString::fromStdString((*content_.results)[offset]);
  type.replace(QStringLiteral(", "), QStringLiteral(","));
  return type.size() > 40 ? type.left(39) + QChar(0x2026) : type;
}

/// In pixels, rounded up.
int ListingGeometry::widthOf(const QString& result) const {
  return static_cast<int>(std::ceil(resultWidths_.of(result)));
}

/// Right end of the instruction's text: before its result, or at the edge where there is none.
int ListingGeometry::codeRight(int resultWidth, int edge) const {
  return resultWidth == 0 ? edge : columns_.resultRight - resultWidth - Theme::instance()->px(10);
}

/// An instruction takes room from its result if it needs more.
ListingLine ListingGeometry::line(InstrIndex pc, int scrolled) const {
  const Theme* theme = Theme::instance();
  ListingLine made;
  made.result = resultText(pc);
  made.resultWidth = widthOf(made.result);
  made.code = codeWithin(pc, codeRight(made.resultWidth, width_) - columns_.code);
  const int edge = width_ - 1, gap = theme->px(10);
  const double width = textWidth(made.code.text());
  made.right = codeRight(made.resultWidth, edge);
  if (!made.result.isEmpty()) {
    const int end = columns_.code + static_cast<int>(width) + 2 - scrolled;
    made.resultRoom = columns_.resultRight - std::max(end, made.right - gap) - gap;
    if ((end + gap > made.right && made.resultRoom < theme->px(48)) || made.resultRoom < 0) made.resultRoom = 0;
    made.right = std::max(made.right, made.resultRoom > 0 ? columns_.resultRight - made.resultRoom - gap : edge);
  }
  made.cut = static_cast<int>(columns_.code + width) - made.right;
  return made;
}

}  // namespace relaxscope
