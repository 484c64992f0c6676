// SPDX-License-Identifier: Apache-2.0
// Forms of texts with figures that fit a width: digits and units stay together, and long texts are not measured whole.
#include "views/widgets/draw_figure.h"

#include <gtest/gtest.h>

#include <QLabel>

#include "views/theme/theme.h"
#include "views/widgets/elided_label.h"
#include "views/widgets/figure_record.h"

namespace relaxscope {
namespace {

struct Forms : ::testing::Test {
  QFont font = Theme::instance()->ui(12);
  QFontMetricsF metrics{font};
  double widthOf(const char* text) const { return metrics.horizontalAdvance(QString::fromUtf8(text)); }
  std::string clauses(const char* text, double width) const {
    return fittingClauses(metrics, QString::fromUtf8(text), width).toStdString();
  }
  std::string remark(const char* text, double width) const {
    return fittingRemark(metrics, QString::fromUtf8(text), width).toStdString();
  }
};

TEST_F(Forms, ATextEndsAfterTheLastClauseThatFits) {
  const char* const text = "cpu (pooled): 3 runs, 1,234 events, none dropped";
  EXPECT_EQ(clauses(text, widthOf(text)), text);
  EXPECT_EQ(clauses(text, widthOf(text) - 1), "cpu (pooled): 3 runs, 1,234 events…");
  EXPECT_EQ(clauses(text, widthOf("cpu (pooled): 3 runs…")), "cpu (pooled): 3 runs…");
  EXPECT_EQ(clauses(text, widthOf("cpu (pool")), "cpu…");
  EXPECT_EQ(clauses(text, 1), "cpu…") << "the first clause, if none fits";
  EXPECT_EQ(clauses("123,456 calls", 1), "123,456 calls");
  EXPECT_EQ(clauses("3 次，共 5 次", widthOf("3 次…")), "3 次…");
}

TEST_F(Forms, ARemarkKeepsItsFirstFigure) {
  EXPECT_EQ(remark("at most 999.9 GiB", widthOf("999.9 GiB")), "999.9 GiB");
  EXPECT_EQ(remark("slot 12, inferred from use", widthOf("slot 12, infe")), "slot 12…");
  EXPECT_EQ(remark("written by a kernel", widthOf("written b…")), "written b…");
}

TEST_F(Forms, OfATextOfAMillionCharactersAreFound) {
  QString text = QStringLiteral("x0: float32[4]");
  for (int i = 1; i < 50'000; ++i) text += QStringLiteral("; x%1: float32[4, 16]").arg(i);
  EXPECT_EQ(fittingClauses(metrics, text, widthOf("x0: float32[4]; x1: float32[4")),
            QStringLiteral("x0: float32[4]; x1…"));
  EXPECT_EQ(fittingClauses(metrics, QString(1'000'000, QLatin1Char('x')), 100).size(), 1'000'000) << "one clause";
}

TEST_F(Forms, ALabelNarrowsToItsFirstClauseAndElidesNames) {
  const auto drawnIn = [&](const char* text, int width) {
    ElidedLabel label(QString::fromUtf8(text), font, Token::Text, nullptr);
    label.resize(width, label.sizeHint().height());
    const FigureRecord record;
    label.grab();
    return record.drawn.empty() ? std::string() : record.drawn.front().text.toStdString();
  };
  const char* const text = "relax.VMExecutable, 12,345 B";
  const ElidedLabel label(QString::fromUtf8(text), font, Token::Text, nullptr);
  EXPECT_EQ(drawnIn(text, label.sizeHint().width()), text);
  EXPECT_EQ(drawnIn(text, label.sizeHint().width() - 10), "relax.VMExecutable…");
  EXPECT_EQ(drawnIn("12,345 calls",
                    ElidedLabel(QStringLiteral("12,345 calls"), font, Token::Text, nullptr).minimumSizeHint().width()),
            "12,345 calls")
      << "its least width has room for a figure";
  const QString digest(64, QLatin1Char('7'));
  EXPECT_LT(ElidedLabel(digest, font, Token::Text, nullptr).minimumSizeHint().width(), widthOf(digest.toUtf8()) / 2);
  EXPECT_EQ(drawnIn(digest.toUtf8(), 130), "") << "elided, which is no figure";
}

}  // namespace
}  // namespace relaxscope
