// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/fuzzy_match.h"

#include <algorithm>
#include <array>

namespace relaxscope {
namespace {

constexpr qsizetype kMostLetters = 256;  ///< of a name
constexpr qsizetype kMostTyped = 32;     ///< of a word of the query
constexpr int kNone = -30'000;

// Points of one matched character.
constexpr int kMatch = 16;
constexpr int kFirst = 24;  ///< the name's first character
constexpr int kWordStart = 18;
constexpr int kCamel = 14;  ///< a capital after a small letter, a digit after a letter
constexpr int kConsecutive = 20;
constexpr int kGap = 3;  ///< taken away per gap, and 1 per skipped character
constexpr int kWhole = 64;
constexpr int kPoint = 1024;  ///< units of a score per point; the rest ranks by length

int startBonus(const QString& name, qsizetype at) {
  if (at == 0) return kFirst;
  const QChar before = name[at - 1], here = name[at];
  if (!here.isLetterOrNumber()) return 0;
  if (!before.isLetterOrNumber()) return kWordStart;
  if (here.isUpper() && before.isLower()) return kCamel;
  return here.isDigit() && before.isLetter() ? kCamel : 0;
}

/// The best way to find a word in a name, by dynamic programming over (letter of the word, place in the name).
class Alignment {
 public:
  /// Points of the best alignment; kNone: there is none.
  int find(const QString& name, const QString& word) {
    letters_ = std::min(name.size(), kMostLetters);
    typed_ = std::min(word.size(), kMostTyped);
    for (qsizetype i = 0; i < typed_; ++i) fillRow(name, word[i], i);
    last_ = 0;
    for (qsizetype j = 1; j < letters_; ++j)
      if (points(typed_ - 1, j) > points(typed_ - 1, last_)) last_ = j;
    return points(typed_ - 1, last_);
  }
  void addMarks(std::vector<qsizetype>& marks) const {
    qsizetype at = last_;
    for (qsizetype i = typed_ - 1; i >= 0; --i) {
      marks.push_back(at);
      at = from_[static_cast<size_t>(i)][static_cast<size_t>(at)];
    }
  }

 private:
  [[nodiscard]] int points(qsizetype i, qsizetype j) const {
    return points_[static_cast<size_t>(i)][static_cast<size_t>(j)];
  }
  void fillRow(const QString& name, QChar typed, qsizetype i) {
    int jumped = kNone;  // the best end of the letters before, with its gap taken away
    qsizetype jumpedFrom = 0;
    for (qsizetype j = 0; j < letters_; ++j) {
      const size_t row = static_cast<size_t>(i), column = static_cast<size_t>(j);
      if (i > 0 && j > 1) {
        jumped = jumped == kNone ? kNone : jumped - 1;
        if (const int end = points(i - 1, j - 2); end != kNone && end - kGap - 1 > jumped) {
          jumped = end - kGap - 1;
          jumpedFrom = j - 2;
        }
      }
      points_[row][column] = kNone;
      if (name[j].toCaseFolded() != typed) continue;
      const int bonus = startBonus(name, j);
      if (i == 0) {
        points_[row][column] = static_cast<int16_t>(kMatch + bonus - std::min<qsizetype>(j, kGap));
        continue;
      }
      int best = jumped == kNone ? kNone : jumped + bonus;
      qsizetype from = jumpedFrom;
      if (j > 0 && points(i - 1, j - 1) != kNone && points(i - 1, j - 1) + std::max(kConsecutive, bonus) >= best) {
        best = points(i - 1, j - 1) + std::max(kConsecutive, bonus);
        from = j - 1;
      }
      if (best == kNone) continue;
      points_[row][column] = static_cast<int16_t>(best + kMatch);
      from_[row][column] = static_cast<int16_t>(from);
    }
  }

  qsizetype letters_ = 0, typed_ = 0, last_ = 0;
  std::array<std::array<int16_t, kMostLetters>, kMostTyped> points_;
  std::array<std::array<int16_t, kMostLetters>, kMostTyped> from_;
};

bool isSubsequence(std::string_view name, const std::string_view word) {
  size_t at = 0;
  for (const char letter : name) {
    if (at == word.size()) break;
    const char folded = letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + ('a' - 'A')) : letter;
    if (folded == word[at]) ++at;
  }
  return at == word.size();
}

bool isPlainAscii(std::string_view text) {
  return std::ranges::all_of(text, [](char letter) { return letter >= 0x20 && letter < 0x7f; });
}

}  // namespace

FuzzyQuery::FuzzyQuery(const QString& text) {
  for (const QString& word : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) words_.append(word.toCaseFolded());
}

bool FuzzyQuery::mayMatch(std::string_view name) const {
  for (const QString& word : words_) {
    const QByteArray bytes = word.toUtf8();
    const std::string_view typed(bytes.constData(), static_cast<size_t>(bytes.size()));
    // Other letters have several forms of one letter, and control bytes are shown as several characters.
    if (isPlainAscii(typed) && !isSubsequence(name, typed) && isPlainAscii(name)) return false;
  }
  return true;
}

int FuzzyQuery::score(const QString& name) const { return scoreOf(name, nullptr); }

FuzzyMatch FuzzyQuery::match(const QString& name) const {
  FuzzyMatch match;
  match.score = scoreOf(name, &match.marks);
  if (match.score == 0) match.marks.clear();
  std::ranges::sort(match.marks);
  match.marks.erase(std::ranges::unique(match.marks).begin(), match.marks.end());
  return match;
}

bool FuzzyQuery::isContained(const QString& name) const {
  return std::ranges::all_of(words_, [&](const QString& word) { return name.contains(word, Qt::CaseInsensitive); });
}

int FuzzyQuery::scoreOf(const QString& name, std::vector<qsizetype>* marks) const {
  if (words_.isEmpty()) return 1;
  thread_local Alignment alignment;
  int total = 0;
  for (const QString& word : words_) {
    int points = name.isEmpty() ? kNone : alignment.find(name, word);
    if (points != kNone && marks != nullptr) alignment.addMarks(*marks);
    if (points == kNone && name.size() > kMostLetters) {
      const qsizetype at = name.indexOf(word, 0, Qt::CaseInsensitive);
      if (at >= 0) points = kMatch;
      for (qsizetype i = 0; at >= 0 && marks != nullptr && i < word.size(); ++i) marks->push_back(at + i);
    }
    if (points == kNone) return 0;
    total += std::max(1, points) + (name.size() == word.size() ? kWhole : 0);
  }
  return total * kPoint - static_cast<int>(std::min<qsizetype>(name.size(), kPoint - 1));
}

int withRecency(int score, qsizetype recency) {
  constexpr int kMost = 24;  // points of the last choice
  if (score <= 0 || recency < 0) return score;
  return score + std::max(1, kMost - static_cast<int>(std::min<qsizetype>(recency, kMost))) * kPoint;
}

}  // namespace relaxscope
