// SPDX-License-Identifier: GPL-3.0-or-later
// How well a name matches what the user typed, as pure functions. Each word of the query is a subsequence of the name;
// starts of words in the name and consecutive letters rank first, then shorter names.
#pragma once

#include <QString>
#include <QStringList>

#include <string_view>
#include <vector>

namespace relaxscope {

struct FuzzyMatch {
  int score = 0;                   ///< 0: no match; higher is better
  std::vector<qsizetype> marks{};  ///< places of the matched characters, ascending
  friend bool operator==(const FuzzyMatch&, const FuzzyMatch&) = default;
};

class FuzzyQuery {
 public:
  /// Words are separated by blanks and may occur in any order. Case is ignored.
  explicit FuzzyQuery(const QString& text);

  /// Whether it has no words; then every name matches equally.
  [[nodiscard]] bool isEmpty() const { return words_.isEmpty(); }
  /// A quick test of bytes of UTF-8: false only if `name` certainly does not match.
  [[nodiscard]] bool mayMatch(std::string_view name) const;
  /// Of a name longer than 256 characters only whole words match beyond these.
  [[nodiscard]] int score(const QString& name) const;
  [[nodiscard]] FuzzyMatch match(const QString& name) const;
  /// Whether each word is one piece of the name.
  [[nodiscard]] bool isContained(const QString& name) const;

 private:
  [[nodiscard]] int scoreOf(const QString& name, std::vector<qsizetype>* marks) const;

  QStringList words_;  ///< case-folded
};

/// `score` of a match, raised if it was chosen lately: `recency` is 0 for the last choice, 1 for the one before; -1:
/// never. A recent choice outranks a match of about the same quality, not a clearly better one.
int withRecency(int score, qsizetype recency);

}  // namespace relaxscope
