// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/slot_values.h"

#include <gtest/gtest.h>

#include "tests/unit/trace/made_trace.h"

namespace relaxscope {
namespace {

TEST(RecordedSlots, HaveTheOneValueThatTheyHad) {
  test::MadeTrace made;
  made.event(0, 10, 1, 1).slot(0, 17).slot(1, 408).slot(2, 9).seal();
  made.event(20, 30, 1, 1).slot(1, 408).slot(2, 8).seal();
  const auto at = [](int64_t slot) { return HeapSlot{FuncIndex(0), slot}; };
  const auto values = recordedSlots(made.trace, {at(1), at(2), at(3), {FuncIndex(1), 0}});
  ASSERT_EQ(values.size(), 2u) << "those that changed, and only those asked for";
  EXPECT_EQ(values.at(at(1)), 408) << "the same value in both activations";
  EXPECT_FALSE(values.at(at(2)).has_value()) << "two values";
  EXPECT_TRUE(recordedSlots(Trace(), {at(1)}).empty());
}

}  // namespace
}  // namespace relaxscope
