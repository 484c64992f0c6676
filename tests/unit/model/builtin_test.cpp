// SPDX-License-Identifier: Apache-2.0
#include "vmcore/model/builtin.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <set>
#include <string>

namespace relaxscope {
namespace {

size_t placeOf(const BuiltinRow& row, std::string_view operand) {
  const auto all = row.operands();
  return static_cast<size_t>(std::ranges::find(all, operand, &BuiltinOperand::name) - all.begin());
}

OperandSet setOf(BuiltinId builtin, std::initializer_list<std::string_view> operands) {
  const BuiltinRow& row = builtinRow(builtin);
  OperandSet set;
  for (const std::string_view operand : operands) {
    EXPECT_LT(placeOf(row, operand), row.operandCount) << row.name << " has no operand " << operand;
    set.add(placeOf(row, operand));
  }
  return set;
}

const BuiltinEffects& effectsOf(BuiltinId builtin) { return builtinRow(builtin).effects; }

TEST(Builtins, EveryRowIsFoundByItsName) {
  std::set<std::string> seen;
  size_t place = 0;
  for (const BuiltinRow& row : builtinRows()) {
    EXPECT_EQ(static_cast<size_t>(row.id), place++) << row.name;
    EXPECT_EQ(&builtinRow(row.id), &row) << row.name;
    EXPECT_STREQ(builtinName(row.id), row.name);
    EXPECT_TRUE(seen.insert(row.name).second) << row.name << " is a duplicate";
    std::string name = row.name;
    if (row.isPrefix()) name.back() = 'x';
    EXPECT_EQ(findBuiltin(name), &row) << name;
    EXPECT_EQ(builtinId(name), row.isPrefix() ? BuiltinId::None : row.id) << name;
    EXPECT_EQ(std::string_view(row.help).back(), '.') << row.name;
    EXPECT_TRUE(!row.isPrefix() || row.missing) << row.name << " cannot be implemented under no one name";
  }
  EXPECT_EQ(place, kBuiltinCount);
}

TEST(Builtins, FamiliesMatchByPrefix) {
  const BuiltinRow* row = findBuiltin("vm.builtin.attention_kv_cache_export_page_group");
  ASSERT_NE(row, nullptr);
  EXPECT_TRUE(row->missing);
  EXPECT_STREQ(builtinFamilyName(row->family), "KV cache checkpoint");
  EXPECT_TRUE(findBuiltin("vm.builtin.sample_top_p_from_prob")->missing);
  EXPECT_STREQ(builtinFamilyName(findBuiltin("vm.builtin.kv_cache_disagg_prepare_recv")->family), "KV cache transfer");
  EXPECT_FALSE(findBuiltin("vm.builtin.attention_kv_cache_attention_with_fused_qkv")->missing);
  EXPECT_FALSE(findBuiltin("vm.builtin.rnn_state_create")->missing);
  EXPECT_FALSE(findBuiltin("vm.builtin.alloc_tensor")->missing);
  EXPECT_EQ(findBuiltin("vm.builtin.alloc_tensors"), nullptr);
  EXPECT_EQ(findBuiltin("fused_matmul"), nullptr);
  EXPECT_EQ(findBuiltin(""), nullptr);
}

TEST(Builtins, KindsThatViewsDistinguish) {
  EXPECT_EQ(findBuiltin("vm.builtin.alloc_storage")->kind, CallKind::Memory);
  EXPECT_EQ(findBuiltin("vm.builtin.match_shape")->kind, CallKind::Shape);
  EXPECT_EQ(findBuiltin("vm.builtin.check_tensor_info")->kind, CallKind::Check);
  EXPECT_EQ(findBuiltin("vm.builtin.to_device")->kind, CallKind::Copy);
  EXPECT_STREQ(callKindName(CallKind::GpuKernel), "GPU kernel");
}

TEST(BuiltinOperands, TextShowsWhatMayBeLeftOutAndWhatRepeats) {
  EXPECT_EQ(builtinRow(BuiltinId::AllocStorage).operandText(), "vm size device dtype [scope]");
  EXPECT_EQ(builtinRow(BuiltinId::MatchShape).operandText(), "value heap rank (code,slot)... context");
  EXPECT_EQ(builtinRow(BuiltinId::CallTirDyn).operandText(), "kernel tensor... shape");
  EXPECT_EQ(builtinRow(BuiltinId::NullValue).operandText(), "");
}

TEST(BuiltinOperands, TypesAreThoseOfTheBytecode) {
  const auto operands = builtinRow(BuiltinId::AllocStorage).operands();
  ASSERT_EQ(operands.size(), 5U);
  EXPECT_EQ(operands[0].type, OperandType::Vm);
  EXPECT_EQ(operands[1].name, "size");
  EXPECT_EQ(operands[1].type, OperandType::Shape);
  EXPECT_EQ(operands[2].type, OperandType::Device);
  EXPECT_TRUE(operands[4].optional);
  EXPECT_EQ(operands[4].type, OperandType::Text);
  for (const BuiltinRow& row : builtinRows()) {
    std::set<std::string_view> names;
    size_t repeating = 0;
    for (const BuiltinOperand& operand : row.operands()) {
      EXPECT_TRUE(names.insert(operand.name).second) << row.name << ' ' << operand.name;
      EXPECT_EQ(operand.type == OperandType::Vm, operand.name == "vm") << row.name << ' ' << operand.name;
      repeating += operand.repeats ? 1 : 0;
    }
    EXPECT_LE(repeating, 1U) << row.name << ": which arguments are whose would be open";
  }
}

TEST(BuiltinOperands, ArgumentsFallToOperands) {
  const auto nameOf = [](BuiltinId builtin, size_t argument, size_t count) {
    const BuiltinRow& row = builtinRow(builtin);
    const size_t at = row.operandOf(argument, count);
    return at == BuiltinRow::kNoOperand ? std::string() : std::string(row.operands()[at].name);
  };
  EXPECT_EQ(nameOf(BuiltinId::AllocStorage, 1, 4), "size");
  EXPECT_EQ(nameOf(BuiltinId::AllocStorage, 4, 5), "scope");
  EXPECT_EQ(nameOf(BuiltinId::AllocStorage, 1, 3), "") << "too few";
  EXPECT_EQ(nameOf(BuiltinId::AllocStorage, 1, 6), "") << "too many";
  EXPECT_EQ(nameOf(BuiltinId::CheckTensorInfo, 2, 3), "context") << "the type may be left out before it";
  EXPECT_EQ(nameOf(BuiltinId::CheckTensorInfo, 2, 4), "dtype");
  EXPECT_EQ(nameOf(BuiltinId::MatchShape, 3, 4), "context") << "no pairs";
  EXPECT_EQ(nameOf(BuiltinId::MatchShape, 3, 8), "(code,slot)");
  EXPECT_EQ(nameOf(BuiltinId::MatchShape, 6, 8), "(code,slot)");
  EXPECT_EQ(nameOf(BuiltinId::MatchShape, 7, 8), "context");
  EXPECT_EQ(nameOf(BuiltinId::CallTirDyn, 1, 2), "shape");
  EXPECT_EQ(nameOf(BuiltinId::CallTirDyn, 3, 5), "tensor");
  EXPECT_EQ(nameOf(BuiltinId::CallTirDyn, 4, 5), "shape");
  EXPECT_EQ(nameOf(BuiltinId::MakeTuple, 7, 9), "field");
  EXPECT_EQ(builtinRow(BuiltinId::CheckTensorInfo).minArguments(), 3U);
  EXPECT_EQ(builtinRow(BuiltinId::CheckTensorInfo).maxArguments(), 4U);
  EXPECT_EQ(builtinRow(BuiltinId::MatchShape).maxArguments(), SIZE_MAX);
  const BuiltinRow& create = builtinRow(BuiltinId::PagedKvCacheCreate);
  EXPECT_EQ(create.minArguments(), 28U);
  EXPECT_EQ(create.maxArguments(), 29U);
  EXPECT_EQ(nameOf(create.id, 6, 28), "layer_kinds");
  EXPECT_EQ(nameOf(create.id, 7, 28), "value");
  EXPECT_EQ(nameOf(create.id, 27, 28), "value");
  EXPECT_EQ(nameOf(create.id, 28, 29), "unused");
}

/// Whether analyses must track the content of an operand of that type. Shapes, numbers and texts are immutable.
bool hasContents(OperandType type) {
  using enum OperandType;
  return type == Any || type == Tensor || type == Storage || type == Heap || type == Tuple || type == State;
}
/// A text stands for the host function of that name, a state for its kernels.
bool isCallable(OperandType type) {
  return type == OperandType::Function || type == OperandType::State || type == OperandType::Text;
}

TEST(BuiltinEffects, ConcernOperandsWithContents) {
  for (const BuiltinRow& row : builtinRows()) {
    const BuiltinEffects& effects = row.effects;
    for (size_t i = 0; i < 16; ++i) {
      const bool there = i < row.operandCount;
      const OperandType type = there ? row.operands()[i].type : OperandType::Vm;
      EXPECT_TRUE(!effects.reads.has(i) || hasContents(type)) << row.name << " reads " << i;
      EXPECT_TRUE(!effects.writes.has(i) || hasContents(type)) << row.name << " writes " << i;
      EXPECT_TRUE(!effects.frees.has(i) || hasContents(type)) << row.name << " frees " << i;
      EXPECT_TRUE(!effects.aliases.has(i) || hasContents(type) || type == OperandType::Function)
          << row.name << ' ' << i;
      EXPECT_TRUE(!effects.calls.has(i) || isCallable(type)) << row.name << " calls " << i;
    }
  }
}

TEST(BuiltinEffects, AreConsistent) {
  for (const BuiltinRow& row : builtinRows()) {
    const BuiltinEffects& effects = row.effects;
    EXPECT_EQ(effects.unknown, row.missing) << row.name << ": what this engine implements is known";
    EXPECT_TRUE(!effects.makesHeap || effects.allocates) << row.name;
    EXPECT_TRUE(!effects.kills || (effects.aliases.empty() && !effects.allocates)) << row.name;
    EXPECT_TRUE(row.kind != CallKind::Check || (effects.checks && !effects.isPure())) << row.name;
    EXPECT_TRUE(row.kind != CallKind::Wait || effects.waits) << row.name;
    for (size_t i = 0; i < row.operandCount; ++i) {
      const OperandType type = row.operands()[i].type;
      const bool called = effects.calls.has(i), touched = effects.reads.has(i) || effects.writes.has(i);
      // A function that is passed on and in none of the sets would hide its effects from the analyses.
      EXPECT_TRUE(type != OperandType::Function || called || effects.aliases.has(i) || effects.host) << row.name;
      EXPECT_TRUE(type != OperandType::Heap || touched) << row.name;
      EXPECT_TRUE(type != OperandType::State || touched || called) << row.name;
    }
  }
}

TEST(BuiltinEffects, OfMemory) {
  EXPECT_TRUE(effectsOf(BuiltinId::AllocStorage).allocates);
  EXPECT_TRUE(effectsOf(BuiltinId::AllocStorage).aliases.empty()) << "memory of its own";
  EXPECT_TRUE(effectsOf(BuiltinId::AllocTensor).allocates);
  EXPECT_EQ(effectsOf(BuiltinId::AllocTensor).aliases, setOf(BuiltinId::AllocTensor, {"storage"}));
  EXPECT_TRUE(effectsOf(BuiltinId::AllocTensor).isPure()) << "without a use it may be left out";
  EXPECT_TRUE(effectsOf(BuiltinId::NullValue).kills);
  EXPECT_FALSE(effectsOf(BuiltinId::NullValue).isPure());
  EXPECT_EQ(effectsOf(BuiltinId::FreeTensor).frees, setOf(BuiltinId::FreeTensor, {"tensor"}));
  EXPECT_EQ(effectsOf(BuiltinId::FreeStorage).frees, setOf(BuiltinId::FreeStorage, {"storage"}));
  EXPECT_TRUE(effectsOf(BuiltinId::ClearMemoryManager).host);
}

TEST(BuiltinEffects, OfViewsAndCopies) {
  for (const BuiltinId view : {BuiltinId::Reshape, BuiltinId::Copy, BuiltinId::Move}) {
    EXPECT_TRUE(effectsOf(view).aliases.has(0)) << builtinName(view);
    EXPECT_FALSE(effectsOf(view).allocates) << builtinName(view);
    EXPECT_TRUE(effectsOf(view).isPure()) << builtinName(view);
  }
  EXPECT_TRUE(effectsOf(BuiltinId::EnsureZeroOffset).aliases.has(0)) << "a view, or the tensor itself,";
  EXPECT_TRUE(effectsOf(BuiltinId::EnsureZeroOffset).allocates) << "or a copy";
  EXPECT_TRUE(effectsOf(BuiltinId::ToDevice).aliases.empty()) << "a copy on the same device too";
  EXPECT_TRUE(effectsOf(BuiltinId::ToDevice).allocates);
  EXPECT_EQ(effectsOf(BuiltinId::KvCacheView).aliases, setOf(BuiltinId::KvCacheView, {"cache"}));
}

TEST(BuiltinEffects, OfTheShapeHeap) {
  for (const BuiltinRow& row : builtinRows())
    EXPECT_EQ(row.effects.makesHeap, row.id == BuiltinId::AllocShapeHeap || row.id == BuiltinId::AllocHeap) << row.name;
  for (const BuiltinId match : {BuiltinId::MatchShape, BuiltinId::MatchPrimValue}) {
    EXPECT_EQ(effectsOf(match).writes, setOf(match, {"heap"})) << builtinName(match);
    EXPECT_EQ(effectsOf(match).reads, setOf(match, {"heap"})) << builtinName(match) << ": a code compares with a slot";
    EXPECT_TRUE(effectsOf(match).checks) << builtinName(match);
  }
  for (const BuiltinId make : {BuiltinId::MakeShape, BuiltinId::MakePrimValue, BuiltinId::LoadShape}) {
    EXPECT_EQ(effectsOf(make).reads, setOf(make, {"heap"})) << builtinName(make);
    EXPECT_TRUE(effectsOf(make).isPure()) << builtinName(make);
  }
  EXPECT_EQ(effectsOf(BuiltinId::StoreShape).writes, setOf(BuiltinId::StoreShape, {"heap"}));
}

TEST(BuiltinEffects, OfCalls) {
  EXPECT_EQ(effectsOf(BuiltinId::CallTirDyn).calls, setOf(BuiltinId::CallTirDyn, {"kernel"}));
  EXPECT_EQ(effectsOf(BuiltinId::CallTirDyn).writes, setOf(BuiltinId::CallTirDyn, {"tensor"}));
  EXPECT_EQ(effectsOf(BuiltinId::InvokeClosure).calls, setOf(BuiltinId::InvokeClosure, {"closure"}));
  EXPECT_TRUE(effectsOf(BuiltinId::MakeClosure).calls.empty()) << "not yet";
  EXPECT_EQ(effectsOf(BuiltinId::MakeClosure).aliases, setOf(BuiltinId::MakeClosure, {"function", "captured"}));
  EXPECT_EQ(effectsOf(BuiltinId::TupleResetItem).writes, setOf(BuiltinId::TupleResetItem, {"tuple"}));
  for (const BuiltinId print : {BuiltinId::Print, BuiltinId::DebugPrint, BuiltinId::RunPrint}) {
    EXPECT_TRUE(effectsOf(print).host) << builtinName(print);
    EXPECT_FALSE(effectsOf(print).isPure()) << builtinName(print);
  }
  EXPECT_TRUE(effectsOf(BuiltinId::ReadIfCond).waits);
  EXPECT_TRUE(effectsOf(BuiltinId::ShapeOf).isPure());
}

TEST(BuiltinEffects, OfStates) {
  const BuiltinId fused = BuiltinId::KvCacheAttendFused, get = BuiltinId::RnnStateGet;
  EXPECT_EQ(effectsOf(fused).writes, setOf(fused, {"cache", "output"}));
  EXPECT_EQ(effectsOf(fused).reads, setOf(fused, {"cache", "qkv"}));
  EXPECT_EQ(effectsOf(fused).calls, setOf(fused, {"cache"})) << "its kernels";
  EXPECT_EQ(effectsOf(get).writes, setOf(get, {"output"}));
  EXPECT_EQ(effectsOf(BuiltinId::KvStateAddSequence).writes, setOf(BuiltinId::KvStateAddSequence, {"state"}));
  EXPECT_TRUE(effectsOf(BuiltinId::KvCacheTotalLength).isPure());
  EXPECT_TRUE(effectsOf(BuiltinId::SampleTopP).unknown);
  EXPECT_FALSE(effectsOf(BuiltinId::SampleTopP).isPure());
}

}  // namespace
}  // namespace relaxscope
