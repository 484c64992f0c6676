// SPDX-License-Identifier: Apache-2.0
// Elided texts: they fit, keep the beginning or end that the mode says, and show each number whole with its unit or not
// at all.
#include "views/widgets/elide.h"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QLabel>

#include <random>
#include <set>

#include "tests/support/numbers_in_text.h"
#include "views/theme/theme.h"
#include "views/widgets/empty_note.h"

namespace relaxscope {
namespace {

struct Elide : ::testing::Test {
  QFontMetricsF metrics{Theme::instance()->mono(12)};
  double widthOf(const char* text) const { return metrics.horizontalAdvance(QString::fromUtf8(text)); }
  std::string right(const char* text, const char* room) const {
    return elided(metrics, QString::fromUtf8(text), Qt::ElideRight, widthOf(room)).toStdString();
  }
  std::string middle(const char* text, const char* room) const {
    return elided(metrics, QString::fromUtf8(text), Qt::ElideMiddle, widthOf(room)).toStdString();
  }
};

TEST_F(Elide, ATextThatFitsStays) {
  EXPECT_EQ(right("3,072 B", "3,072 B"), "3,072 B");
  EXPECT_EQ(middle("", "x"), "");
}

TEST_F(Elide, ANumberIsShownWholeWithItsUnitOrNotAtAll) {
  EXPECT_EQ(right("storage 3,072 B", "storage 3,07…"), "storage …");
  EXPECT_EQ(right("storage 3,072 B", "storage 3,072…"), "storage …") << "without its unit";
  EXPECT_EQ(right("in 12.5 µs, none lost", "in 12.5 …"), "in …");
  EXPECT_EQ(right("in 12.5 µs, none lost", "in 12.5 µs…"), "in 12.5 µs…");
  EXPECT_EQ(right("99.5 % of runs", "99.5 …"), "…");
  EXPECT_EQ(right("2048 calls", "204…"), "…");
}

TEST_F(Elide, AShapeEndsBetweenExtents) {
  EXPECT_EQ(right("(x: f32[1,128,768]) -> f32", "(x: f32[1,12…"), "(x: f32[1,…");
  EXPECT_EQ(right("(x: f32[1,128,768]) -> f32", "(x: f32[1…"), "(x: f32[…");
}

TEST_F(Elide, AtTheEndOfANameANumberStays) {
  EXPECT_EQ(middle("fused_matmul_add_1234", "fused_ma…34"), "fused_…1234");
  EXPECT_EQ(middle("fused_matmul_add_1234", "f…1234"), "f…1234");
  EXPECT_EQ(elided(metrics, QStringLiteral("/data/run1234/model.so"), Qt::ElideLeft, widthOf("…34/model.so")),
            QStringLiteral("…/model.so"));
}

TEST_F(Elide, AnyTextInAnyWidthKeepsItsNumbers) {
  std::mt19937 random(7);
  const QStringList parts{QStringLiteral("f32[1,128,768]"), QStringLiteral("12,345 B"),  QStringLiteral("0.25 ms"),
                          QStringLiteral("fused_add7_12"),  QStringLiteral("of"),        QStringLiteral("(99.9 %)"),
                          QStringLiteral("x: int64[2048]"), QStringLiteral("3 runs"),    QStringLiteral("1,234,567"),
                          QStringLiteral("共 12 次"),       QStringLiteral("pc 120–121")};
  size_t cut = 0;
  for (int i = 0; i < 2'000; ++i) {
    QString text;
    for (int part = 0; part < 4; ++part) text += parts[static_cast<int>(random() % 11)] + QLatin1Char(' ');
    const std::set<QString> all = testing::numbersIn(text, true);
    const double width = static_cast<double>(20 + random() % 300);
    for (const Qt::TextElideMode mode : {Qt::ElideLeft, Qt::ElideMiddle, Qt::ElideRight}) {
      const QString shown = elided(metrics, text, mode, width);
      EXPECT_LE(metrics.horizontalAdvance(shown), width + 0.01) << text.toStdString();
      cut += shown != text ? 1 : 0;
      for (const QString& figure : testing::numbersIn(shown, true))
        EXPECT_TRUE(all.contains(figure))
            << figure.toStdString() << " of " << text.toStdString() << " in " << shown.toStdString();
    }
  }
  EXPECT_GT(cut, 1'000u);
}

TEST_F(Elide, ATextOfAMillionCharactersIsNotMeasuredWhole) {
  EXPECT_EQ(elided(metrics, QString(1'000'000, u'7'), Qt::ElideRight, 100.0), QString(QChar(0x2026)));
  const QString name = elided(metrics, QString(1'000'000, u'x'), Qt::ElideMiddle, 100.0);
  EXPECT_GT(name.size(), 5);
  EXPECT_LE(metrics.horizontalAdvance(name), 100);
}

TEST(EmptyNote, ALongNameFitsAndASentenceWithoutSpacesIsShownWhole) {
  QWidget panel;
  EmptyNote note(&panel);
  const auto* label = note.findChild<QLabel*>(QStringLiteral("emptyNote.text"));
  ASSERT_NE(label, nullptr);
  const QString name(65'536, QLatin1Char('a')), chinese = QStringLiteral("此函数不分配存储").repeated(20);
  for (const QSize size : {QSize(300, 400), QSize(900, 60)}) {
    note.setSentence(QStringLiteral("%1 allocates no storage.").arg(name));
    panel.resize(size);
    note.resize(size);
    panel.show();
    QCoreApplication::sendPostedEvents();
    EXPECT_LE(note.minimumSizeHint().width(), 300);
    EXPECT_LE(label->width(), size.width());
    EXPECT_LE(label->minimumSizeHint().width(), label->width()) << "else it is cut";
    EXPECT_TRUE(label->text().endsWith(QStringLiteral(" allocates no storage."))) << label->text().toStdString();
    EXPECT_TRUE(label->text().contains(QStringLiteral("…")));
    EXPECT_EQ(note.sentence().size(), name.size() + 22);
    note.setSentence(chinese);
    EXPECT_EQ(label->text(), chinese);
  }
}

}  // namespace
}  // namespace relaxscope
