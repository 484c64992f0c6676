// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/findings/match.h"

#include <QRegularExpression>

#include "views/widgets/search_expression.h"

namespace relaxscope {
QString errorOf(const FindingFilter& filter) {
  const QRegularExpression expression = searchExpression(filter.pattern, filter.regex);
  return expression.isValid() ? QString() : expression.errorString();
}

std::optional<FindingHits> matching(const FindingList& list, const FindingFilter& filter, const std::stop_token& stop) {
  FindingHits found{std::vector<bool>(list.size(), true), {}};
  const QRegularExpression expression = searchExpression(filter.pattern, filter.regex);
  if (filter.pattern.isEmpty() || !expression.isValid()) return found;
  for (size_t i = 0; i < list.size(); ++i) {
    if (i % 64 == 0 && stop.stop_requested()) return std::nullopt;
    QString text;
    list.filterText(i, text);
    const QRegularExpressionMatch match = expression.match(text);
    if (gaveUp(match, text)) return FindingHits{std::vector<bool>(list.size(), true), gaveUpText()};
    found.hits[i] = match.hasMatch();
  }
  return found;
}

}  // namespace relaxscope
