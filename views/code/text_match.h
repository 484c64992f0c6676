// SPDX-License-Identifier: GPL-3.0-or-later
// Where a pattern stands in a text, for marking what a find bar looks for. The pattern is compiled once.
#pragma once

#include <QRegularExpression>
#include <QString>

#include <utility>
#include <vector>

namespace relaxscope {

class TextMatch {
 public:
  TextMatch() = default;
  /// Without regard to case. An empty or invalid pattern stands nowhere.
  TextMatch(const QString& pattern, bool regex);
  /// Start and length of each occurrence that is not empty; of a text with very many, the first ones.
  [[nodiscard]] std::vector<std::pair<qsizetype, qsizetype>> in(const QString& text) const;

 private:
  QRegularExpression expression_;
};

}  // namespace relaxscope
