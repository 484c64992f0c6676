// SPDX-License-Identifier: GPL-3.0-or-later
// What a person types into a filter or find field. An expression such as (a+)+$ takes a time that doubles with each
// character of the text; each match has a limit, and a search gives up where one reaches it.
#pragma once

#include <QCoreApplication>
#include <QRegularExpression>
#include <QString>

namespace relaxscope {

/// Case-insensitive; plain text unless `regex`. The match of a text that needs more steps than the limit (some
/// milliseconds) fails: gaveUp().
inline QRegularExpression searchExpression(const QString& pattern, bool regex) {
  // The pattern's own first items, if any, may still follow; of several limits PCRE takes the lowest.
  const QString limited =
      QStringLiteral("(*LIMIT_MATCH=1000000)") + (regex ? pattern : QRegularExpression::escape(pattern));
  return QRegularExpression(limited, QRegularExpression::CaseInsensitiveOption);
}
/// Whether this match of a valid expression in `text` reached the limit. One in text that is no UTF-16 fails as well.
inline bool gaveUp(const QRegularExpressionMatch& match, const QString& text) {
  return !match.isValid() && text.isValidUtf16();
}
/// The message for that.
inline QString gaveUpText() {
  return QCoreApplication::translate("SearchExpression", "This expression takes too long to match.");
}

}  // namespace relaxscope
