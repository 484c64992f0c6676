// SPDX-License-Identifier: Apache-2.0
// Layout of code for painting: widths, matches, elided lines, and the CFG at another UI scale.
#include <gtest/gtest.h>

#include <QScrollBar>
#include <QTest>

#include "tests/models/browse_support.h"
#include "tests/models/program.h"
#include "views/cfg/cfg_view.h"
#include "views/code/code_widths.h"
#include "views/code/text_match.h"
#include "views/listing/listing_view.h"
#include "views/theme/theme.h"

namespace relaxscope {
namespace {

using testing::documentOf;
using testing::program;
using testing::settle;

TEST(CodeWidths, MeasuresWhatMayNotTakeOneCellALetter) {
  const CodeWidths widths;
  EXPECT_DOUBLE_EQ(widths.of(QStringLiteral("vm.call(%1)")), 11 * widths.cell());
  const QFontMetricsF metrics(Theme::instance()->mono(12));
  const QString name = QStringLiteral("矩阵乘_") + QChar(0x0301);
  EXPECT_DOUBLE_EQ(widths.of(name), metrics.horizontalAdvance(name));
  EXPECT_DOUBLE_EQ(widths.of(QString()), 0);
  for (const char16_t* text : {u"call k %0  \u2192 %1", u"f32[1, 2\u2026"}) {
    const QString line = QString::fromUtf16(text);
    EXPECT_NEAR(widths.of(line), metrics.horizontalAdvance(line), 0.5) << "the font has the arrow and the ellipsis";
  }
}

TEST(TextMatch, FindsOccurrencesWithoutRegardToCase) {
  using Found = std::vector<std::pair<qsizetype, qsizetype>>;
  EXPECT_EQ(TextMatch(QStringLiteral("a."), false).in(QStringLiteral("A.b a.c ab")), (Found{{0, 2}, {4, 2}}));
  EXPECT_EQ(TextMatch(QStringLiteral("a."), true).in(QStringLiteral("A.b ac")), (Found{{0, 2}, {4, 2}}));
  EXPECT_EQ(TextMatch(QStringLiteral("x*"), true).in(QStringLiteral("ax")), (Found{{1, 1}})) << "empty ones are none";
  EXPECT_TRUE(TextMatch(QStringLiteral("("), true).in(QStringLiteral("f(")).empty()) << "not a pattern";
  EXPECT_TRUE(TextMatch().in(QStringLiteral("f")).empty());
}

TEST(ListingArea, ScrollsToTheEndOfACutLineBeforeItIsPainted) {
  Document document;
  std::string text = "fn main(x)\n  call a_kernel_with_a_name_that_is_far_longer_than_the_view_is_wide";
  for (int i = 0; i < 40; ++i) text += " %0";
  document.setData(documentOf(program(text + " -> %1\n  ret %1\n")));
  ListingView view(&document, nullptr);
  view.resize(400, 300);
  view.show();
  ASSERT_TRUE(settle(view));
  QScrollBar* bar = view.area()->horizontalScrollBar();
  ASSERT_GT(bar->maximum(), 0);
  const int before = bar->maximum();
  EXPECT_FALSE(view.grab().isNull());
  EXPECT_EQ(bar->maximum(), before) << "painting moves nothing";
  view.resize(6000, 300);
  EXPECT_EQ(bar->maximum(), 0);
}

/// Sets the UI scale for the duration of a test.
struct Scale {
  explicit Scale(double scale) { Theme::instance()->setScale(scale); }
  ~Scale() { Theme::instance()->setScale(1); }
};

TEST(CfgView, LaysTheGraphOutAnewAtAnotherScale) {
  Document document;
  document.setData(documentOf(program("fn main(x)\n  if %0 +2\n  call relu %0 -> %0\n  ret %0\n")));
  CfgView view(&document, nullptr);
  view.resize(700, 500);
  view.show();
  ASSERT_TRUE(settle(view));
  const auto sizes = [&view] {
    const CfgScene& scene = *view.canvas()->scene();
    return std::tuple(scene.rect(0).height(), scene.drawing.height, scene.boxes[0].pcWidth, scene.bodyTop(0));
  };
  const auto [box, drawing, pcs, body] = sizes();
  const Scale twice(2);
  ASSERT_TRUE(settle(view));
  const auto [box2, drawing2, pcs2, body2] = sizes();
  EXPECT_DOUBLE_EQ(box2, 2 * box);
  EXPECT_DOUBLE_EQ(drawing2, 2 * drawing);
  EXPECT_DOUBLE_EQ(pcs2, 2 * pcs);
  EXPECT_DOUBLE_EQ(body2, 2 * body);
}

}  // namespace
}  // namespace relaxscope
