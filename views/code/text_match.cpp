// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/text_match.h"

#include "views/widgets/search_expression.h"

namespace relaxscope {

TextMatch::TextMatch(const QString& pattern, bool regex)
    : expression_(searchExpression(pattern, regex)), matches_(!pattern.isEmpty() && expression_.isValid()) {
  if (matches_) expression_.optimize();
}

std::vector<std::pair<qsizetype, qsizetype>> TextMatch::in(const QString& text) const {
  constexpr size_t kMax = 64;
  std::vector<std::pair<qsizetype, qsizetype>> found;
  if (!matches_) return found;
  for (qsizetype at = 0; at < text.size() && found.size() < kMax;) {
    const QRegularExpressionMatch match = expression_.match(text, at);
    if (gaveUp(match, text)) matches_ = false;
    if (!match.hasMatch()) break;
    if (match.capturedLength() > 0) found.emplace_back(match.capturedStart(), match.capturedLength());
    at = match.capturedEnd();
    if (match.capturedLength() == 0) at += at < text.size() && text[at].isHighSurrogate() ? 2 : 1;
  }
  return found;
}

}  // namespace relaxscope
