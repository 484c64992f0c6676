// SPDX-License-Identifier: Apache-2.0
// Messages of vmcore in another language: which sentence a message is, its values, messages within messages.
#include "views/core/engine_text.h"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QTranslator>

#include "views/core/messages/lists.h"

namespace relaxscope {
namespace {

/// Puts brackets around each sentence and swaps its first two values.
class Brackets : public QTranslator {
 public:
  Brackets() { QCoreApplication::installTranslator(this); }
  ~Brackets() override { QCoreApplication::removeTranslator(this); }
  [[nodiscard]] bool isEmpty() const override { return false; }
  [[nodiscard]] QString translate(const char* context, const char* source, const char*, int) const override {
    if (qstrcmp(context, "engine") != 0) return {};
    QString text = QString::fromUtf8(source);
    if (text == QLatin1String("%1: %2")) return text;
    text.replace(QLatin1String("%1"), QLatin1String("%0"));
    if (text.contains(QLatin1String("%2")))
      text.replace(QLatin1String("%2"), QLatin1String("%1")).replace(QLatin1String("%0"), QLatin1String("%2"));
    else text.replace(QLatin1String("%0"), QLatin1String("%1"));
    return QLatin1Char('<') + text + QLatin1Char('>');
  }
};

std::string textOf(const char* message) { return engineText(std::string(message)).toStdString(); }

TEST(EngineText, EverySentenceIsRecognizedWithItsValues) {
  for (const auto& list : kMessageLists)
    for (const char* source : list) {
      QString message = QString::fromUtf8(source);
      for (int i = 1; i <= 9; ++i) message.replace(QStringLiteral("%%1").arg(i), QStringLiteral("v%1").arg(i));
      EXPECT_EQ(engineText(message).toStdString(), message.toStdString()) << "in English nothing changes";
      const Brackets installed;
      EXPECT_TRUE(engineText(message).startsWith(u'<')) << message.toStdString();
    }
}

TEST(EngineText, ValuesMayMoveAndAreNotReadAgain) {
  const Brackets installed;
  EXPECT_EQ(textOf("argument 3: 2 arrays, but the parameter has 7 fields"),
            "<argument 2: 3 arrays, but the parameter has 7 fields>")
      << "not \"argument %1: %2\", which matches too";
  EXPECT_EQ(textOf("the executable has no function %1 of %2"), "<the executable has no function %1 of %2>");
  EXPECT_EQ(textOf("the executable has no function cancelled"), "<the executable has no function cancelled>")
      << "a single word is a name";
}

TEST(EngineText, MessagesWithinMessagesAreTranslated) {
  const Brackets installed;
  EXPECT_EQ(textOf("model.so: constant 3: no memory for it"), "model.so: <constant <no memory for it>: 3>");
  EXPECT_EQ(textOf("TypeError: add expects 2 arguments, but got 3"), "TypeError: <2 expects add arguments, but got 3>");
  EXPECT_EQ(textOf("the time limit of 1 s is reached (in main:3, call add)"),
            "<main:3 (in <the time limit of 1 s is reached>, call add)>");
}

TEST(EngineText, ThePlaceIsBehindTheWholeMessage) {
  const Brackets installed;
  EXPECT_EQ(textOf("a.so: constant 3: no memory for it (byte 17)"),
            "<17 (byte a.so: <constant <no memory for it>: 3>)>");
  EXPECT_EQ(textOf("something else (with: text) (byte 17)"), "<17 (byte something else (with: text))>");
}

TEST(EngineText, OtherMessagesStay) {
  const Brackets installed;
  for (const char* message : {"", "x", ": ", "error: expected ';' before '}' token", "100 % of %1: 5"})
    EXPECT_EQ(textOf(message), message);
}

// Linear time: with exponential time the test would not end.
TEST(EngineText, HostileMessagesEnd) {
  const Brackets installed;
  for (const char* part : {": ", "argument 1: ", "a: constant 2: ", " (in , call )", "%1%2: "}) {
    const QString message = QString::fromLatin1(part).repeated(4096 / static_cast<qsizetype>(qstrlen(part)));
    EXPECT_GE(engineText(message).size(), message.size() - 1);
    EXPECT_EQ(engineText(message + message), message + message) << "too long to be one";
  }
}

}  // namespace
}  // namespace relaxscope
