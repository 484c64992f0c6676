// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/cfg/look.h"

#include "views/theme/theme.h"

namespace relaxscope {

EdgeLook edgeLook(const CfgEdge& edge, bool back, bool highlighted) {
  const Theme& theme = *Theme::instance();
  const double more = highlighted ? 0.8 : 0;
  if (back) return {theme.color(Token::LoopEdge), 2.6 + more, Qt::SolidLine};
  switch (edge.kind) {
    case EdgeKind::True: return {theme.color(highlighted ? Token::Text : Token::TextSecond), 2.0 + more, Qt::SolidLine};
    case EdgeKind::False: return {theme.color(Token::Accent), 2.8 + more, Qt::CustomDashLine};
    default: return {theme.color(highlighted ? Token::Text : Token::TextThird), 1.4 + more, Qt::SolidLine};
  }
}

QPen edgePen(const EdgeLook& look) {
  QPen pen(look.color, look.width, look.style, Qt::FlatCap, Qt::RoundJoin);
  if (look.style == Qt::CustomDashLine) pen.setDashPattern({3.2, 1.6});
  return pen;
}

}  // namespace relaxscope
