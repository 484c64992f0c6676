// SPDX-License-Identifier: Apache-2.0
// The host calls that a list of calls may name are those that the engine has, no more and no fewer.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "vmcore/vm/builtins/kv/state.h"
#include "vmcore/vm/builtins/table.h"
#include "vmcore/run/host_calls.h"

namespace relaxscope {
namespace {

TEST(HostCallNames, AreThoseOfTheEngine) {
  std::set<std::string_view> listed;
  for (const HostCall& call : hostCalls()) {
    EXPECT_TRUE(listed.insert(call.name).second) << call.name << " stands there twice";
    EXPECT_GE(findBuiltinEntry(call.name), 0) << call.name;
    EXPECT_TRUE(isHostCall(call.name)) << call.name;
    EXPECT_EQ(hostCallParams(call.name).size(), 1 + static_cast<size_t>(std::count(call.params.begin(), call.params.end(), ','))) << call.name;
  }
  for (const BuiltinEntry& entry : builtinTable()) {
    const bool state = findStateBuiltin(entry.name) >= 0;
    EXPECT_TRUE(!state || listed.contains(entry.name)) << entry.name << " is not offered";
  }
  EXPECT_FALSE(isHostCall("vm.builtin.copy"));
  EXPECT_TRUE(hostCallParams("vm.builtin.copy").empty());
}

TEST(HostCallNames, ParametersHaveNames) {
  const auto params = hostCallParams("vm.builtin.kv_state_begin_forward");
  EXPECT_EQ((std::vector<std::string>{params.begin(), params.end()}), (std::vector<std::string>{"state", "sequence_ids", "append_lengths"}));
}

}  // namespace
}  // namespace relaxscope
