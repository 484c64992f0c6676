// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/text_match.h"

namespace relaxscope {

TextMatch::TextMatch(const QString& pattern, bool regex)
    : expression_(regex ? pattern : QRegularExpression::escape(pattern), QRegularExpression::CaseInsensitiveOption) {
  if (expression_.isValid()) expression_.optimize();
}

std::vector<std::pair<qsizetype, qsizetype>> TextMatch::in(const QString& text) const {
  constexpr size_t kMax = 64;
  std::vector<std::pair<qsizetype, qsizetype>> found;
  if (expression_.pattern().isEmpty() || !expression_.isValid()) return found;
  auto matches = expression_.globalMatch(text);
  while (matches.hasNext() && found.size() < kMax) {
    const auto match = matches.next();
    if (match.capturedLength() > 0) found.emplace_back(match.capturedStart(), match.capturedLength());
  }
  return found;
}

}  // namespace relaxscope
