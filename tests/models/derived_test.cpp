// SPDX-License-Identifier: Apache-2.0
// What is derived of an executable: computed once for all views, in the background where it is long, and dropped with
// the executable.
#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QThreadPool>

#include <atomic>
#include <memory>
#include <stdexcept>

#include "program.h"
#include "views/core/derived.h"
#include "views/core/second_document.h"

namespace relaxscope {
namespace {

std::atomic<int> madeValues = 0;

struct CodeLength {
  using Value = int64_t;
  int shortUpTo = 0;
  bool broken = false;

  bool operator==(const CodeLength&) const = default;
  [[nodiscard]] bool isShort(const DerivedSource& source) const {
    return static_cast<int>(source.executable->code.size()) <= shortUpTo;
  }
  [[nodiscard]] std::optional<Value> make(const DerivedSource& source, const std::stop_token&) const {
    ++madeValues;
    if (broken) throw std::runtime_error("no length");
    return static_cast<int64_t>(source.executable->code.size());
  }
};

struct ExtraLength : CodeLength {
  static constexpr bool kIsExtra = true;
};

DocumentData dataOf(int instructions) {
  DocumentData data;
  data.executable = std::make_shared<const Executable>(::relaxscope::testing::straight(instructions));
  return data;
}
void waitUntilMade(Derived<CodeLength>* values) {
  while (values->isPending()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
}

TEST(Derived, ShortWorkIsDoneAtOnceAndOnce) {
  Document document;
  EXPECT_EQ(document.derived<CodeLength>()->find({100}), nullptr) << "there is no executable";
  document.setData(dataOf(3));
  madeValues = 0;
  const auto value = document.derived<CodeLength>()->find({100});
  ASSERT_TRUE(value);
  EXPECT_EQ(*value, 4);
  EXPECT_EQ(document.derived<CodeLength>()->find({100}), value);
  EXPECT_EQ(madeValues, 1);
}

TEST(Derived, LongWorkIsDoneInTheBackgroundForBothDocuments) {
  Document document;
  document.setData(dataOf(3));
  SecondDocument second(&document, nullptr);
  auto* values = second.derived<CodeLength>();
  EXPECT_EQ(values, document.derived<CodeLength>());
  int announced = 0;
  QObject::connect(values, &DerivedValues::made, values, [&] { ++announced; });
  madeValues = 0;
  EXPECT_EQ(values->find({}), nullptr);
  EXPECT_EQ(values->find({}), nullptr) << "asked again, not started again";
  EXPECT_TRUE(values->isPending());
  waitUntilMade(values);
  ASSERT_TRUE(values->find({}));
  EXPECT_EQ(*values->find({}), 4);
  EXPECT_EQ(madeValues, 1);
  EXPECT_EQ(announced, 1);
}

TEST(Derived, ValuesGoWithTheirExecutable) {
  Document document;
  document.setData(dataOf(3));
  auto* values = document.derived<CodeLength>();
  const auto before = values->find({100});
  EXPECT_EQ(values->find({}), nullptr);
  document.setData(dataOf(7));
  EXPECT_FALSE(values->isPending()) << "work on the executable of before is stopped";
  EXPECT_EQ(*values->find({100}), 8);
  EXPECT_EQ(*before, 4) << "a view keeps what it holds";
  QThreadPool::globalInstance()->waitForDone();  // stopped work may still count
}

TEST(Derived, WorkThatFailsIsReportedOnceAndNotRepeated) {
  Document document;
  document.setData(dataOf(3));
  auto* values = document.derived<CodeLength>();
  int reports = 0;
  QObject context;
  QObject::connect(TaskErrors::instance(), &TaskErrors::reported, &context, [&] { ++reports; });
  madeValues = 0;
  EXPECT_EQ(values->find({0, true}), nullptr);
  waitUntilMade(values);
  EXPECT_EQ(values->find({0, true}), nullptr);
  EXPECT_FALSE(values->isPending());
  EXPECT_EQ(madeValues, 1);
  EXPECT_EQ(reports, 1);
}

TEST(Derived, ExtraWorkOnALargeExecutableStartsWhenItIsShown) {
  Document document;
  document.setData(dataOf(60'000));
  auto* values = document.derived<ExtraLength>();
  madeValues = 0;
  EXPECT_EQ(values->find({}), nullptr);
  EXPECT_TRUE(values->isPending());
  QThreadPool::globalInstance()->waitForDone();
  EXPECT_EQ(madeValues, 0) << "no thread works on it yet";
  document.setData(dataOf(70'000));
  EXPECT_FALSE(values->isPending());
  EXPECT_EQ(values->find({}), nullptr);
  while (values->isPending()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
  EXPECT_EQ(madeValues, 1) << "only that of the second executable";
  ASSERT_TRUE(values->find({}));
  EXPECT_EQ(*values->find({}), 70'001);
}

TEST(Derived, ManyRequestsEndAndTheLatestIsKept) {
  Document document;
  document.setData(dataOf(300));
  auto* values = document.derived<CodeLength>();
  for (int i = 0; i < 100; ++i) EXPECT_EQ(values->find({i}), nullptr);
  waitUntilMade(values);
  EXPECT_NE(values->find({99}), nullptr);
}

}  // namespace
}  // namespace relaxscope
