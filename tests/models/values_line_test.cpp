// SPDX-License-Identifier: Apache-2.0
// What is said of the values of two runs, and the place that it leads to.
#include "views/compare/values_line.h"

#include <gtest/gtest.h>

#include <QPushButton>
#include <QSignalSpy>

#include "tests/models/browse_support.h"
#include "tests/models/diff_support.h"
#include "views/compare/value_texts.h"

namespace relaxscope {
namespace {

using testing::compareAndWait;
using testing::documentOf;
using testing::engineOf;
using testing::FusedPair;

ValueDifference differing() { return {{64, 3, 1.25e-6, 3e-5, 0, 2}, 1, 0, {}}; }

TEST(ValueTexts, OfARow) {
  const ValueDifference d = differing();
  EXPECT_EQ(valueCell(d, ValueColumn::Error).text, QStringLiteral("1.25e-06"));
  EXPECT_EQ(valueCell(d, ValueColumn::Relative).text, QStringLiteral("3e-05"));
  EXPECT_EQ(valueCell(d, ValueColumn::Odd).text, QStringLiteral("NaN 0 → 2, inf 1 → 0"));
  EXPECT_EQ(valueCell({}, ValueColumn::Error).text, QStringLiteral("equal"));
  EXPECT_EQ(valueCell({}, ValueColumn::Relative).text, QString());
  const ValueDifference other{{}, 0, 0, "float32[2] and float32[3]"};
  EXPECT_EQ(valueCell(other, ValueColumn::Error).text, QString());
  EXPECT_EQ(valueCell(other, ValueColumn::Odd).text, QStringLiteral("not compared"));
  EXPECT_EQ(valueCell(other, ValueColumn::Odd).tooltip, QStringLiteral("float32[2] and float32[3]"));
  ValueDifference exchanged = d;
  exchanged.elements.largestRelative.reset();
  EXPECT_EQ(valueCell(exchanged, ValueColumn::Relative).text, QStringLiteral("–"));
}

class ValuesLines : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(compareAndWait(comparison_, documentOf(pair_.old), documentOf(pair_.now)));
    const auto& rows = comparison_.diff()->functions[0].rows;
    while (row_ < rows.size() && !(rows[row_].old.valid() && row_ > 0)) ++row_;
    ASSERT_LT(row_, rows.size());
    ComparedOutput first{{}, 1, 0, differing()};
    first.place.old = {static_cast<uint32_t>(comparison_.diff()->functions[0].old.value),
                       static_cast<uint32_t>(rows[row_].old.value)};
    first.place.oldCallee = first.place.old.function;
    values_.outputs = {{{}, 1, 0, {}}, first};
    values_.firstDivergence = 1;
    values_.results.emplace_back("result", ValueDifference{});
    values_.notCaptured = 2;
  }
  FusedPair pair_;
  Comparison comparison_{nullptr, engineOf(pair_.diff)};
  ValueComparison values_;
  uint32_t row_ = 0;
};

TEST_F(ValuesLines, NameTheFirstDifferenceAndLeadToIt) {
  QWidget window;
  ValuesLine line(&comparison_, &window);
  EXPECT_TRUE(line.isHidden());
  comparison_.setValues(std::make_shared<const ValueComparison>(values_));
  EXPECT_FALSE(line.isHidden());
  EXPECT_EQ(line.text(),
            QStringLiteral("first difference in the order of the run: main at main:%1, 3 of 64 elements, largest error "
                           "1.25e-06 (relative 3e-05); result equal; 2 tensor(s) were not kept")
                .arg(comparison_.diff()->functions[0].rows[row_].old.value));
  auto* show = line.findChild<QPushButton*>(QStringLiteral("compare.values.show"));
  ASSERT_NE(show, nullptr);
  EXPECT_FALSE(show->isHidden());
  comparison_.select({0, 0});
  QSignalSpy shown(&line, &ValuesLine::placeShown);
  show->click();
  EXPECT_EQ(shown.count(), 1);
  EXPECT_EQ(comparison_.place(), (DiffPlace{0, row_}));
  values_.firstDivergence.reset();
  comparison_.setValues(std::make_shared<const ValueComparison>(values_));
  EXPECT_TRUE(line.text().startsWith(QStringLiteral("2 output(s) of calls are equal"))) << line.text().toStdString();
  EXPECT_TRUE(show->isHidden());
  comparison_.setValues(nullptr);
  EXPECT_TRUE(line.isHidden());
}

}  // namespace
}  // namespace relaxscope
