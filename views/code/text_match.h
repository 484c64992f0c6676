// SPDX-License-Identifier: GPL-3.0-or-later
// Matches of a find bar's pattern in a text, for highlighting. The pattern is compiled once.
#pragma once

#include <QRegularExpression>
#include <QString>

#include <utility>
#include <vector>

namespace relaxscope {

class TextMatch {
 public:
  TextMatch() = default;
  /// Case-insensitive. An empty or invalid pattern never matches.
  TextMatch(const QString& pattern, bool regex);
  /// Start and length of each non-empty match, up to the first 64.
  [[nodiscard]] std::vector<std::pair<qsizetype, qsizetype>> in(const QString& text) const;

 private:
  QRegularExpression expression_;
  mutable bool matches_ = false;  ///< false, too, once a text took too long
};

}  // namespace relaxscope
