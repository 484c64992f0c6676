// SPDX-License-Identifier: Apache-2.0
#include "vmcore/run/option_conflicts.h"

#include <gtest/gtest.h>

namespace relaxscope {
namespace {

TEST(OptionConflicts, EachPairOfARowIsRefusedWithItsMessage) {
  for (const OptionConflict& row : optionConflicts())
    for (const RunOption other : {RunOption::Function, RunOption::Args, RunOption::Input, RunOption::Script}) {
      if ((row.excluded & static_cast<uint8_t>(other)) == 0) continue;
      GivenOptions given;
      given.add(row.option, true);
      EXPECT_EQ(given.conflict(), "");
      EXPECT_EQ(given.add(other, true).conflict(), row.message);
    }
}

TEST(OptionConflicts, OthersGoTogether) {
  EXPECT_EQ(GivenOptions().add(RunOption::Function, true).add(RunOption::Input, true).conflict(), "");
  EXPECT_EQ(GivenOptions().add(RunOption::Function, true).add(RunOption::Args, true).conflict(), "");
  EXPECT_EQ(GivenOptions().add(RunOption::Script, true).add(RunOption::Args, false).conflict(), "");
}

}  // namespace
}  // namespace relaxscope
