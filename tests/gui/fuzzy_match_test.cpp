// SPDX-License-Identifier: Apache-2.0
// The order in which names match what was typed.
#include "app/window/shell/fuzzy_match.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace relaxscope {
namespace {

/// The names that match, best first; names of the same score keep their order.
QStringList ranked(const char* query, QStringList names) {
  const FuzzyQuery fuzzy{QString::fromUtf8(query)};
  names.removeIf([&](const QString& name) { return fuzzy.score(name) == 0; });
  std::ranges::stable_sort(names, std::ranges::greater(), [&](const QString& name) { return fuzzy.score(name); });
  return names;
}

/// The name with the matched characters in brackets.
QString marked(const char* query, const char* text) {
  const QString name = QString::fromUtf8(text);
  const FuzzyMatch match = FuzzyQuery(QString::fromUtf8(query)).match(name);
  QString out;
  for (qsizetype i = 0; i < name.size(); ++i)
    out +=
        std::ranges::find(match.marks, i) != match.marks.end() ? QStringLiteral("[%1]").arg(name[i]) : QString(name[i]);
  return out.replace(QStringLiteral("]["), QString());
}

TEST(FuzzyMatch, ANameMatchesIfItHasTheLettersInOrder) {
  EXPECT_EQ(ranked("rmm", {QStringLiteral("relax_matmul"), QStringLiteral("matmul_r"), QStringLiteral("rm")}),
            QStringList(QStringLiteral("relax_matmul")));
  EXPECT_TRUE(ranked("xyz", {QStringLiteral("relax_matmul")}).isEmpty());
  EXPECT_EQ(ranked("MATMUL", {QStringLiteral("relax_matmul")}).size(), 1) << "case is ignored";
  EXPECT_TRUE(ranked("a", {QString()}).isEmpty());
}

TEST(FuzzyMatch, StartsOfWordsRankBeforeLettersWithin) {
  EXPECT_EQ(ranked("ln", {QStringLiteral("salon"), QStringLiteral("fused_layer_norm"), QStringLiteral("layer_norm")}),
            (QStringList{QStringLiteral("layer_norm"), QStringLiteral("fused_layer_norm"), QStringLiteral("salon")}));
  EXPECT_EQ(ranked("st", {QStringLiteral("Reset"), QStringLiteral("Switch theme")}).front(),
            QStringLiteral("Switch theme"));
  EXPECT_EQ(marked("mgx", "mergeGetExtent"), QStringLiteral("[m]erge[G]etE[x]tent")) << "capitals start words";
}

TEST(FuzzyMatch, ConsecutiveLettersRankBeforeScatteredOnes) {
  EXPECT_EQ(ranked("conv", {QStringLiteral("copy_one_value"), QStringLiteral("xx_conv2d"), QStringLiteral("conv2d")}),
            (QStringList{QStringLiteral("conv2d"), QStringLiteral("xx_conv2d"), QStringLiteral("copy_one_value")}));
  EXPECT_EQ(marked("add", "a_d_add"), QStringLiteral("a_d_[add]"));
}

TEST(FuzzyMatch, AWholeNameIsFirstAndShorterNamesBeforeLongerOnes) {
  EXPECT_EQ(ranked("main", {QStringLiteral("main_inner"), QStringLiteral("main"), QStringLiteral("main_a")}),
            (QStringList{QStringLiteral("main"), QStringLiteral("main_a"), QStringLiteral("main_inner")}));
}

TEST(FuzzyMatch, WordsMatchInAnyOrder) {
  EXPECT_EQ(marked("norm layer", "fused_layer_norm"), QStringLiteral("fused_[layer]_[norm]"));
  EXPECT_EQ(FuzzyQuery(QStringLiteral("norm gelu")).score(QStringLiteral("layer_norm")), 0) << "each word is wanted";
}

TEST(FuzzyMatch, MarksAreTheLettersThatMatch) {
  EXPECT_EQ(marked("fln", "fused_layer_norm"), QStringLiteral("[f]used_[l]ayer_[n]orm"));
  EXPECT_EQ(marked("q", "layer_norm"), QStringLiteral("layer_norm"));
  EXPECT_EQ(marked("计数", "显示计数"), QStringLiteral("显示[计数]"));
}

TEST(FuzzyMatch, AnEmptyQueryMatchesAllEqually) {
  const FuzzyQuery none(QStringLiteral("  "));
  EXPECT_TRUE(none.isEmpty());
  EXPECT_EQ(none.score(QStringLiteral("a")), none.score(QStringLiteral("a_long_name")));
  EXPECT_GT(none.score(QString()), 0);
}

TEST(FuzzyMatch, OfALongNameTheEndMatchesAsAWhole) {
  const QString name = QString(5'000, QLatin1Char('a')) + QStringLiteral("_tail");
  EXPECT_GT(FuzzyQuery(QStringLiteral("tail")).score(name), 0);
  EXPECT_EQ(FuzzyQuery(QStringLiteral("til")).score(name), 0);
  EXPECT_EQ(FuzzyQuery(QStringLiteral("tail")).match(name).marks.front(), 5'001);
}

TEST(FuzzyMatch, TheQuickTestMissesNoMatch) {
  const char* names[] = {"main", "fused_Layer_norm", "a\x01b", "\xC3\xA9tage", "", "x"};
  for (const char* typed : {"m", "LN", "x01", "é", "E", "main x"}) {
    const FuzzyQuery query{QString::fromUtf8(typed)};
    for (const char* name : names) {
      const bool matches = query.score(QString::fromUtf8(name)) > 0;
      EXPECT_TRUE(!matches || query.mayMatch(name)) << typed << " " << name;
    }
  }
  EXPECT_TRUE(FuzzyQuery(QStringLiteral("x01")).mayMatch("a\x01b")) << "shown as a\\x01b";
  EXPECT_FALSE(FuzzyQuery(QStringLiteral("xm")).mayMatch("main"));
}

TEST(FuzzyMatch, ARecentChoiceOutranksItsLikeAndNoBetterMatch) {
  const FuzzyQuery query(QStringLiteral("show"));
  const int values = query.score(QStringLiteral("Show Values")), cfg = query.score(QStringLiteral("Show CFG"));
  ASSERT_GT(cfg, values);
  EXPECT_GT(withRecency(values, 0), cfg);
  EXPECT_GT(withRecency(values, 0), withRecency(values, 1)) << "the last choice first";
  EXPECT_GT(withRecency(values, 100), values);
  EXPECT_LT(withRecency(query.score(QStringLiteral("xsxhxoxw")), 0), cfg);
  EXPECT_EQ(withRecency(0, 0), 0) << "no match stays none";
}

}  // namespace
}  // namespace relaxscope
