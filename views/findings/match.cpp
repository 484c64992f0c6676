// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/findings/match.h"

#include <QRegularExpression>

namespace relaxscope {
namespace {

QRegularExpression expressionOf(const FindingFilter& filter) {
  return QRegularExpression(filter.regex ? filter.pattern : QRegularExpression::escape(filter.pattern),
                            QRegularExpression::CaseInsensitiveOption);
}

}  // namespace

QString errorOf(const FindingFilter& filter) {
  const QRegularExpression expression = expressionOf(filter);
  return expression.isValid() ? QString() : expression.errorString();
}

std::optional<std::vector<bool>> matching(const FindingList& list, const FindingFilter& filter,
                                          const std::stop_token& stop) {
  std::vector<bool> hits(list.size(), true);
  const QRegularExpression expression = expressionOf(filter);
  if (filter.pattern.isEmpty() || !expression.isValid()) return hits;
  for (size_t i = 0; i < list.size(); ++i) {
    if (i % 64 == 0 && stop.stop_requested()) return std::nullopt;
    QString text;
    list.filterText(i, text);
    hits[i] = expression.match(text).hasMatch();
  }
  return hits;
}

}  // namespace relaxscope
