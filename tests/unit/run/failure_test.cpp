// SPDX-License-Identifier: Apache-2.0
#include "vmcore/run/failure.h"

#include <gtest/gtest.h>

namespace relaxscope {
namespace {

TEST(FailureKind, GoesByItsName) {
  for (int i = 1; i <= static_cast<int>(FailureKind::WorkerStart); ++i) {
    const auto kind = static_cast<FailureKind>(i);
    EXPECT_EQ(failureKindOf(failureKindName(kind)), kind) << failureKindName(kind);
  }
  EXPECT_STREQ(failureKindName(FailureKind::TimeLimit), "TimeLimit");
  EXPECT_EQ(failureKindOf("ValueError"), FailureKind::Exception);
  EXPECT_EQ(failureKindOf(""), FailureKind::Exception);
}

TEST(RunFailure, NamesTheKindOfAnExceptionOnly) {
  RunFailure failure{"ValueError", "shapes differ", Position{"main", "matmul", 12}, 0, false};
  EXPECT_EQ(failureText(failure), "ValueError: shapes differ (in main:12, call matmul)");
  failure.kind = failureKindName(FailureKind::MemoryLimit);
  EXPECT_EQ(failureText(failure), "shapes differ (in main:12, call matmul)");
  failure.kind.clear();
  EXPECT_EQ(failureText(failure), "shapes differ (in main:12, call matmul)");
}

TEST(RunFailure, ACrashNamesItsSignal) {
  const RunFailure failure{failureKindName(FailureKind::Crash), "", Position{"main", "matmul", 12}, 11, true};
  EXPECT_EQ(failureText(failure), "the worker was killed by SIGSEGV in main:12, call matmul");
}

}  // namespace
}  // namespace relaxscope
