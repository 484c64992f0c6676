// SPDX-License-Identifier: Apache-2.0
// The host calls allowed in a list of calls are exactly those that the engine provides.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "vmcore/run/host_calls.h"
#include "vmcore/vm/builtins/kv/state.h"
#include "vmcore/vm/builtins/table.h"

namespace relaxscope {
namespace {

TEST(HostCallNames, AreThoseOfTheEngine) {
  std::set<std::string_view> listed;
  for (const std::string_view name : hostCalls()) {
    EXPECT_TRUE(listed.insert(name).second) << name << " is a duplicate";
    EXPECT_NE(implementedBuiltin(name), BuiltinId::None) << name;
    EXPECT_TRUE(isHostCall(name)) << name;
    EXPECT_FALSE(hostCallParams(name).empty()) << name;
  }
  for (const BuiltinEntry& entry : builtinTable()) {
    const std::string_view name = builtinName(entry.id);
    const bool state = findStateBuiltin(name) != BuiltinId::None;
    EXPECT_TRUE(!state || listed.contains(name)) << name << " is not offered";
    const bool named = name.starts_with("vm.builtin.kv_state_") || name.starts_with("vm.builtin.attention_kv_cache_") ||
                       name.starts_with("vm.builtin.rnn_state_");
    EXPECT_EQ(state, named) << name;
  }
  EXPECT_EQ(listed.size(), 35U);
  EXPECT_FALSE(isHostCall("vm.builtin.copy"));
  EXPECT_FALSE(isHostCall("vm.builtin.paged_attention_kv_cache_create"));
  EXPECT_TRUE(hostCallParams("vm.builtin.copy").empty());
}

TEST(HostCallNames, MissingOnesMayBeNamed) {
  EXPECT_TRUE(isStateCall("vm.builtin.attention_kv_cache_export_page_group"));
  EXPECT_TRUE(isStateCall("vm.builtin.kv_state_from_the_future"));
  EXPECT_EQ(findStateBuiltin("vm.builtin.kv_state_from_the_future"), BuiltinId::None);
  EXPECT_TRUE(isHostCall("vm.builtin.invoke_closure"));
  EXPECT_FALSE(isStateCall("vm.builtin.invoke_closure"));
}

TEST(HostCallNames, ParametersHaveNames) {
  const auto params = [](std::string_view name) {
    const auto found = hostCallParams(name);
    return std::vector<std::string>(found.begin(), found.end());
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(params("vm.builtin.kv_state_begin_forward"), (Names{"state", "sequence_ids", "append_lengths"}));
  EXPECT_EQ(params("vm.builtin.invoke_closure"), Names{"closure"});
  EXPECT_EQ(params("vm.builtin.attention_kv_cache_view"), Names{"cache"});
}

}  // namespace
}  // namespace relaxscope
