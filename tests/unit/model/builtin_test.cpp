// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "vmcore/model/builtin.h"

namespace relaxscope {
namespace {

TEST(Builtins, EveryRowIsFoundByItsName) {
  std::set<std::string> seen;
  for (const BuiltinRow& row : builtinRows()) {
    EXPECT_TRUE(seen.insert(row.name).second) << row.name << " stands twice";
    std::string name = row.name;
    if (name.back() == '*') name.back() = 'x';
    EXPECT_EQ(findBuiltin(name), &row) << name;
    EXPECT_EQ(std::string_view(row.help).back(), '.') << row.name;
  }
}

TEST(Builtins, FamiliesMatchByPrefix) {
  ASSERT_NE(findBuiltin("vm.builtin.attention_kv_cache_export_page_group"), nullptr);
  EXPECT_TRUE(findBuiltin("vm.builtin.attention_kv_cache_export_page_group")->llm);
  EXPECT_TRUE(findBuiltin("vm.builtin.sample_top_p_from_prob")->llm);
  EXPECT_FALSE(findBuiltin("vm.builtin.attention_kv_cache_attention_with_fused_qkv")->llm);
  EXPECT_FALSE(findBuiltin("vm.builtin.rnn_state_create")->llm);
  EXPECT_FALSE(findBuiltin("vm.builtin.alloc_tensor")->llm);
  EXPECT_EQ(findBuiltin("vm.builtin.alloc_tensors"), nullptr);
  EXPECT_EQ(findBuiltin("fused_matmul"), nullptr);
  EXPECT_EQ(findBuiltin(""), nullptr);
}

TEST(Builtins, KindsThatViewsTellApart) {
  EXPECT_EQ(findBuiltin("vm.builtin.alloc_storage")->kind, CallKind::Memory);
  EXPECT_EQ(findBuiltin("vm.builtin.match_shape")->kind, CallKind::Shape);
  EXPECT_EQ(findBuiltin("vm.builtin.check_tensor_info")->kind, CallKind::Check);
  EXPECT_EQ(findBuiltin("vm.builtin.to_device")->kind, CallKind::Copy);
  EXPECT_STREQ(callKindName(CallKind::GpuKernel), "GPU kernel");
}

}  // namespace
}  // namespace relaxscope
