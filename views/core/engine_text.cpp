// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/core/engine_text.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "views/core/messages/lists.h"

namespace relaxscope {
namespace {

constexpr int kMaxDepth = 6;                ///< of messages within messages
constexpr int kMaxNames = 8;                ///< in front of a message
constexpr qsizetype kMaxMessage = 1 << 12;  ///< longer ones, such as the output of a compiler, stay as they are

/// "argument %1: %2" as the texts around its values and the numbers of the values, in order.
struct Sentence {
  const char* source = nullptr;
  QStringList texts;         ///< one more than values
  std::vector<int> numbers;  ///< from 1
  qsizetype letters = 0;     ///< of the texts: of several sentences that match the one with the most is meant

  /// The values in the order of the text; nothing if the message is another.
  [[nodiscard]] std::optional<QStringList> match(const QString& message) const {
    if (!message.startsWith(texts.front())) return std::nullopt;
    if (numbers.empty()) return message == texts.front() ? std::optional(QStringList()) : std::nullopt;
    QStringList values;
    qsizetype at = texts.front().size();
    for (qsizetype i = 1; i < texts.size(); ++i) {
      const bool last = i + 1 == texts.size();
      const qsizetype next = last ? message.size() - texts[i].size() : message.indexOf(texts[i], at + 1);
      if (next <= at || !QStringView(message).mid(next).startsWith(texts[i])) return std::nullopt;
      values.append(message.mid(at, next - at));
      at = next + texts[i].size();
    }
    // "TypeError: add expects ..." is a message behind a name, and so is "as R5: names: 7 elements ...".
    const auto isMessage = [](const QString& value) { return value.contains(QLatin1String(": ")); };
    const bool nested = texts.front().isEmpty() && std::any_of(values.cbegin(), values.cend() - 1, isMessage);
    return nested || (texts.front().isEmpty() && isMessage(values.front())) ? std::nullopt : std::optional(values);
  }
};

Sentence sentenceOf(const char* source) {
  Sentence sentence{source, {QString()}, {}, 0};
  const QString text = QString::fromUtf8(source);
  for (qsizetype i = 0; i < text.size(); ++i) {
    const int number = text[i] == QLatin1Char('%') && i + 1 < text.size() ? text[i + 1].digitValue() : 0;
    if (number < 1) {
      sentence.texts.back() += text[i];
      ++sentence.letters;
      continue;
    }
    sentence.numbers.push_back(number);
    sentence.texts.append(QString());
    ++i;
  }
  return sentence;
}

/// The sentences by their first letter; those that begin with a value are behind a null.
const std::map<QChar, std::vector<Sentence>>& sentences() {
  static const std::map<QChar, std::vector<Sentence>> kSentences = [] {
    std::map<QChar, std::vector<Sentence>> made;
    for (const auto& list : kMessageLists)
      for (const char* source : list) {
        Sentence sentence = sentenceOf(source);
        const QString& first = sentence.texts.front();
        made[first.isEmpty() ? QChar() : first.front()].push_back(std::move(sentence));
      }
    return made;
  }();
  return kSentences;
}

/// `text` with each %N replaced, once, by the value of that number.
QString withValues(const QString& text, const QStringList& values) {
  QString out;
  for (qsizetype i = 0; i < text.size(); ++i) {
    const int number = text[i] == QLatin1Char('%') && i + 1 < text.size() ? text[i + 1].digitValue() : 0;
    if (number < 1 || number > values.size()) {
      out += text[i];
      continue;
    }
    out += values[number - 1];
    ++i;
  }
  return out;
}

QString translatedOr(const QString& message, int depth);

/// A value may be a message of its own; a single word is a name.
QString valueText(const QString& value, int depth) {
  return value.contains(QLatin1Char(' ')) && depth < kMaxDepth ? translatedOr(value, depth + 1) : value;
}

/// The message as one of the sentences.
std::optional<QString> sentenceText(const QString& message, int depth) {
  const Sentence* best = nullptr;
  QStringList found;
  for (const QChar first : {message.isEmpty() ? QChar() : message.front(), QChar()}) {
    const auto list = sentences().find(first);
    if (list == sentences().end()) continue;
    for (const Sentence& each : list->second) {
      if (best != nullptr && each.letters <= best->letters) continue;
      if (auto values = each.match(message)) {
        best = &each;
        found = *std::move(values);
      }
    }
  }
  if (best == nullptr) return std::nullopt;
  QStringList values(9);
  for (size_t i = 0; i < best->numbers.size(); ++i)
    values[best->numbers[i] - 1] = valueText(found[static_cast<qsizetype>(i)], depth);
  return withValues(QCoreApplication::translate("engine", best->source), values);
}

/// "2:3: a label is expected; 3:9: ...; and 4 more": what an assembler says of lines and columns.
std::optional<QString> placedText(const QString& message, int depth) {
  static const QRegularExpression kPlace(QStringLiteral("^\\d+:\\d+: "));
  static const QRegularExpression kNext(QStringLiteral("; (?=\\d+:\\d+: |and \\d+ more$)"));
  if (depth >= kMaxDepth || !kPlace.match(message).hasMatch()) return std::nullopt;
  QStringList texts;
  for (const QString& each : message.split(kNext)) {
    const qsizetype place = kPlace.match(each).capturedLength();
    texts << each.left(place) + translatedOr(each.mid(place), depth + 1);
  }
  return texts.join(QStringLiteral("; "));
}

QString translatedOr(const QString& message, int depth) {
  // "ELF header needs 64 bytes, 3 left (byte 0)": the place is behind the whole message.
  static const QLatin1String byte(" (byte ");
  if (const qsizetype at = message.lastIndexOf(byte); at > 0 && message.endsWith(QLatin1Char(')')))
    return QCoreApplication::translate("engine", "%1 (byte %2)")
        .arg(depth < kMaxDepth ? translatedOr(message.left(at), depth + 1) : message.left(at),
             message.mid(at + byte.size()).chopped(1));
  if (const auto placed = placedText(message, depth)) return *placed;
  if (const auto whole = sentenceText(message, depth)) return *whole;
  // "main.so: no memory for it", "TypeError: ...": a name, then a message.
  qsizetype at = message.indexOf(QLatin1String(": "));
  for (int names = 0; at >= 0 && names < kMaxNames; ++names, at = message.indexOf(QLatin1String(": "), at + 2))
    if (const auto rest = sentenceText(message.mid(at + 2), depth))
      return QCoreApplication::translate("engine", "%1: %2").arg(valueText(message.left(at), depth), *rest);
  return message;
}

}  // namespace

QString engineText(const QString& message) {
  return message.isEmpty() || message.size() > kMaxMessage ? message : translatedOr(message, 0);
}

QString engineText(const std::string& message) { return engineText(QString::fromStdString(message)); }

}  // namespace relaxscope
