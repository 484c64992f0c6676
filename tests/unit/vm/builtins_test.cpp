// SPDX-License-Identifier: Apache-2.0
// The builtins other than relax.run: their behaviour with valid and invalid arguments.
#include "tests/unit/vm/test_vm.h"
#include "vmcore/model/builtin.h"
#include "vmcore/vm/builtins/table.h"

namespace relaxscope::testing {
namespace {

const ffi::String kContext("ErrorContext(fn=main, loc=param[0])");

ffi::Any dtype(uint8_t code, uint8_t bits) { return DLDataType{code, bits, 1}; }
ffi::Shape shape(std::vector<int64_t> dims) { return ffi::Shape(dims.data(), dims.data() + dims.size()); }
ffi::Any none() { return nullptr; }

TEST(Builtins, TheTableHoldsAnEntryForEachRowThatIsNotMissing) {
  size_t entries = 0;
  for (const BuiltinRow& row : builtinRows()) {
    EXPECT_EQ(implementedBuiltin(row.name), row.missing ? BuiltinId::None : row.id) << row.name;
    if (row.missing) continue;
    ASSERT_LT(entries, builtinTable().size());
    EXPECT_EQ(builtinTable()[entries].id, row.id) << row.name;
    EXPECT_NE(builtinCall(row.id), nullptr) << row.name;
    ++entries;
  }
  EXPECT_EQ(entries, builtinTable().size());
}

TEST(Builtins, TheReasonForAMissingOneNamesItsFamily) {
  EXPECT_EQ(missingBuiltinReason("vm.builtin.attention_kv_cache_export_page_group"),
            "one of the KV cache checkpoint builtins, which only TVM's own runtime has");
  EXPECT_EQ(missingBuiltinReason("vm.builtin.attention_kv_cache_from_the_future"),
            "one of the attention KV cache builtins, which only TVM's own runtime has");
  EXPECT_EQ(missingBuiltinReason("vm.builtin.sample_top_p_from_prob"),
            "one of the sampling builtins, which only TVM's own runtime has");
  EXPECT_EQ(missingBuiltinReason("vm.builtin.tensor_cache.get"),
            "one of the tensor cache builtins, which only TVM's own runtime has");
  EXPECT_EQ(missingBuiltinReason("runtime.disco.bind"),
            "one of the distributed runtime builtins, which only TVM's own runtime has");
  EXPECT_EQ(missingBuiltinReason("vm.builtin.from_the_future"), "a builtin this engine does not support");
  EXPECT_EQ(missingBuiltinReason("tvm.contrib.sort.sort"), "usually in TVM's libtvm_runtime_extra");
  EXPECT_EQ(missingBuiltinReason("fused_matmul"), "");
}

TEST(Builtins, EveryRowRefusesNonsenseWithoutCrashing) {
  for (const BuiltinEntry& row : builtinTable()) {
    const std::string_view name = builtinName(row.id);
    if (name.ends_with("print") || row.id == BuiltinId::MakeTuple) continue;  // accept any argument
    for (size_t count = 0; count < 8; ++count) {
      const std::vector<ffi::Any> odd[] = {std::vector<ffi::Any>(count, ffi::Any(int64_t{-7})),
                                           std::vector<ffi::Any>(count, ffi::Any(nullptr)),
                                           std::vector<ffi::Any>(count, ffi::Any(shape({1, -2}))),
                                           std::vector<ffi::Any>(count, ffi::Any(ffi::String("{}{"))),
                                           std::vector<ffi::Any>(count, ffi::Any(makeRaw({2, 2}, {kDLFloat, 32, 1}))),
                                           std::vector<ffi::Any>(count, ffi::Any(static_cast<void*>(nullptr)))};
      for (const auto& args : odd) {
        const RunResult result = callOne(name.data(), args);
        if (result.ok()) continue;
        EXPECT_FALSE(result.error->message.empty()) << name;
        ASSERT_TRUE(result.error->position.has_value()) << name;
        EXPECT_EQ(result.error->position->callee, name);
      }
    }
  }
}

TEST(CheckTensorInfo, ChecksRankAndDtype) {
  const ffi::Tensor tensor = makeFloats({2, 2}, {1, 2, 3, 4});
  EXPECT_TRUE(callOne("vm.builtin.check_tensor_info", {tensor, int64_t{2}, dtype(2, 32), kContext}).ok());
  EXPECT_TRUE(callOne("vm.builtin.check_tensor_info", {tensor, int64_t{-1}, kContext}).ok());
  EXPECT_TRUE(callOne("vm.builtin.check_tensor_info", {tensor, int64_t{2}, ffi::String("float32"), kContext}).ok());
  EXPECT_TRUE(failsWith(callOne("vm.builtin.check_tensor_info", {int64_t{1}, int64_t{2}, kContext}), "TypeError",
                        "ErrorContext(fn=main, loc=param[0]) expect a Tensor but get int"));
  EXPECT_TRUE(failsWith(callOne("vm.builtin.check_tensor_info", {tensor, int64_t{3}, kContext}), "ValueError",
                        "expect Tensor with ndim 3 but get 2"));
  EXPECT_TRUE(failsWith(callOne("vm.builtin.check_tensor_info", {tensor, int64_t{2}, dtype(0, 64), kContext}),
                        "ValueError", "expect Tensor with dtype int64 but get float32"));
}

TEST(CheckOthers, NameWhatIsWrong) {
  EXPECT_TRUE(callOne("vm.builtin.check_shape_info", {shape({1, 2}), int64_t{2}, kContext}).ok());
  EXPECT_TRUE(failsWith(callOne("vm.builtin.check_shape_info", {shape({1, 2}), int64_t{1}, kContext}), "ValueError",
                        "expect Shape with ndim 1 but get 2"));
  EXPECT_TRUE(failsWith(callOne("vm.builtin.check_shape_info", {int64_t{2}, int64_t{1}, kContext}), "TypeError",
                        "expect a Shape but get int"));
  const ffi::Array<ffi::Any> tuple{int64_t{1}, int64_t{2}};
  EXPECT_TRUE(callOne("vm.builtin.check_tuple_info", {tuple, int64_t{2}, kContext}).ok());
  EXPECT_TRUE(failsWith(callOne("vm.builtin.check_tuple_info", {tuple, int64_t{3}, kContext}), "ValueError",
                        "Tuple with 3 elements"));
  EXPECT_TRUE(callOne("vm.builtin.check_prim_value_info", {int64_t{4}, dtype(0, 64), kContext}).ok());
  EXPECT_TRUE(callOne("vm.builtin.check_prim_value_info", {2.5, dtype(2, 32), kContext}).ok());
  EXPECT_TRUE(failsWith(callOne("vm.builtin.check_prim_value_info", {2.5, dtype(0, 64), kContext}), "TypeError",
                        "expected dtype int64"));
  EXPECT_TRUE(failsWith(callOne("vm.builtin.check_func_info", {int64_t{1}, kContext}), "TypeError",
                        "expect a Function but get int"));
  EXPECT_TRUE(callOne("vm.builtin.check_string_info", {ffi::String("x"), kContext}).ok());
}

/// main(x): heap of two slots; match_shape of x by `pairs`; returns the slots as a Shape.
RunResult matchInto(const ffi::Any& x, const std::vector<int64_t>& pairs, int64_t slots = 2) {
  B b;
  const auto context = B::c(b.addConstant(StringConstant{"ctx"}));
  b.beginFunction("main", {"x"});
  b.emitCall("vm.builtin.alloc_shape_heap", {B::vm(), B::imm(slots)}, 1);
  std::vector<Arg> args{B::r(0), B::r(1), B::imm(static_cast<int64_t>(pairs.size() / 2))};
  for (const int64_t number : pairs) args.push_back(B::imm(number));
  args.push_back(context);
  b.emitCall("vm.builtin.match_shape", args);
  b.emitCall("vm.builtin.make_shape", {B::r(1), B::imm(2), B::imm(1), B::imm(0), B::imm(1), B::imm(1)}, 2);
  b.emitRet(2);
  return callMain(*vmFor(b), {x});
}

TEST(MatchShape, StoresComparesAndSkips) {
  const ffi::Tensor tensor = makeRaw({3, 5, 3}, {kDLFloat, 32, 1});
  EXPECT_EQ(dimsOf(matchInto(tensor, {1, 0, 1, 1, 3, 0}).value), (std::vector<int64_t>{3, 5}));
  EXPECT_EQ(dimsOf(matchInto(tensor, {0, 3, 2, 0, 1, 1}).value), (std::vector<int64_t>{0, 3}));
  EXPECT_EQ(dimsOf(matchInto(shape({7, 9}), {1, 0, 1, 1}).value), (std::vector<int64_t>{7, 9}));
}

TEST(MatchShape, NamesTheDimensionThatDiffers) {
  const ffi::Tensor tensor = makeRaw({3, 5}, {kDLFloat, 32, 1});
  EXPECT_TRUE(failsWith(matchInto(tensor, {0, 3, 0, 4}), "RuntimeError",
                        "ctx match_cast error, shape[1] mismatch to specified constant: got 5, expected 4"));
  EXPECT_TRUE(failsWith(matchInto(tensor, {1, 0, 3, 0}), "RuntimeError",
                        "shape[1] mismatch to a previous populated value: got 5, expected 3"));
  EXPECT_TRUE(failsWith(matchInto(tensor, {0, 3}), "RuntimeError", "size mismatch"));
}

TEST(MatchShape, RefusesSlotsAndCodesThatDoNotExist) {
  const ffi::Tensor tensor = makeRaw({3}, {kDLFloat, 32, 1});
  EXPECT_TRUE(failsWith(matchInto(tensor, {1, 2}), "IndexError", "slot 2 is outside of the shape heap of 2 slots"));
  EXPECT_TRUE(failsWith(matchInto(tensor, {1, -1}), "IndexError", "slot -1"));
  EXPECT_TRUE(failsWith(matchInto(tensor, {9, 0}), "InternalError", "unknown code 9"));
  EXPECT_TRUE(failsWith(callOne("vm.builtin.match_shape", {tensor, none(), int64_t{1}, int64_t{1}, int64_t{0}}),
                        "IndexError", "heap of 0 slots"));
  EXPECT_TRUE(failsWith(callOne("vm.builtin.match_shape", {tensor, none(), int64_t{1} << 40, int64_t{1}}),
                        "InternalError", "do not fit"));
  EXPECT_TRUE(failsWith(callOne("vm.builtin.match_shape", {tensor, tensor, int64_t{1}, int64_t{1}, int64_t{0}}),
                        "TypeError", "expects a shape heap"));
}

TEST(MakeShape, UsesNumbersAndRefusesNegativeOnes) {
  EXPECT_EQ(
      dimsOf(
          callOne("vm.builtin.make_shape", {none(), int64_t{2}, int64_t{0}, int64_t{4}, int64_t{0}, int64_t{6}}).value),
      (std::vector<int64_t>{4, 6}));
  EXPECT_TRUE(failsWith(callOne("vm.builtin.make_shape", {none(), int64_t{1}, int64_t{0}, int64_t{-4}}), "ValueError",
                        "extent 0 is -4"));
  EXPECT_TRUE(failsWith(callOne("vm.builtin.make_shape", {none(), int64_t{2}, int64_t{0}, int64_t{4}}), "ValueError",
                        "do not fit"));
  EXPECT_TRUE(failsWith(callOne("vm.builtin.make_shape", {none(), int64_t{1}, int64_t{7}, int64_t{4}}), "InternalError",
                        "unknown code 7"));
}

TEST(PrimValue, MovesThroughTheHeap) {
  B b;
  b.beginFunction("main", {"x"});
  b.emitCall("vm.builtin.alloc_shape_heap", {B::vm(), B::imm(1)}, 1);
  b.emitCall("vm.builtin.match_prim_value", {B::r(0), B::r(1), B::imm(1), B::imm(0), B::voidArg()});
  b.emitCall("vm.builtin.match_prim_value", {B::r(0), B::r(1), B::imm(3), B::imm(0), B::voidArg()});
  b.emitCall("vm.builtin.make_prim_value", {B::r(1), B::imm(1), B::imm(0)}, 2);
  b.emitRet(2);
  EXPECT_EQ(mainInt(*vmFor(b), {int64_t{11}}), 11);
  EXPECT_TRUE(failsWith(callOne("vm.builtin.match_prim_value", {int64_t{1}, none(), int64_t{0}, int64_t{2}, kContext}),
                        "RuntimeError", "got 1, expected 2"));
  EXPECT_TRUE(failsWith(callOne("vm.builtin.match_prim_value", {int64_t{1}, none(), int64_t{7}, int64_t{1}, kContext}),
                        "InternalError", "unknown code 7"));
  EXPECT_TRUE(failsWith(callOne("vm.builtin.make_prim_value", {none(), int64_t{5}, int64_t{1}}), "InternalError",
                        "unknown code 5"));
}

TEST(ShapeHeap, IsAlignedZeroedAndBounded) {
  B b;
  b.beginFunction("main", {"n"});
  b.emitCall("vm.builtin.alloc_shape_heap", {B::vm(), B::r(0)}, 1);
  b.emitRet(1);
  const auto vm = vmFor(b);
  const RunResult result = callMain(*vm, {int64_t{3}});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(intsOf(result.value), (std::vector<int64_t>{0, 0, 0}));
  EXPECT_EQ(reinterpret_cast<uintptr_t>(result.value.cast<ffi::Tensor>().data_ptr()) % 64, 0u);
  EXPECT_TRUE(failsWith(callMain(*vm, {int64_t{-1}}), "ValueError", "slot count -1"));
  EXPECT_TRUE(failsWith(callMain(*vm, {int64_t{1} << 40}), "ValueError", "slot count"));
}

/// main(bytes, offset, shape): a tensor in a storage.
RunResult tensorInStorage(int64_t bytes, int64_t offset, const std::vector<int64_t>& dims) {
  B b;
  const auto byte = B::c(b.addConstant(DataType{1, 8, 1}));
  const auto f32 = B::c(b.addConstant(DataType{2, 32, 1}));
  const auto scope = B::c(b.addConstant(StringConstant{"global"}));
  b.beginFunction("main", {"bytes", "offset", "shape"});
  b.emitCall("vm.builtin.alloc_storage", {B::vm(), B::r(0), B::imm(0), byte, scope}, 3);
  b.emitCall("vm.builtin.alloc_tensor", {B::r(3), B::r(1), B::r(2), f32}, 4);
  b.emitRet(4);
  return callMain(*vmFor(b), {shape({bytes}), offset, shape(dims)});
}

TEST(Storage, HoldsTensorsAtAnOffset) {
  const RunResult result = tensorInStorage(256, 64, {4, 4});
  ASSERT_TRUE(result.ok()) << result.error->message;
  const auto tensor = result.value.cast<ffi::Tensor>();
  EXPECT_EQ(dimsOf(result.value), (std::vector<int64_t>{4, 4}));
  EXPECT_EQ(reinterpret_cast<uintptr_t>(tensor.data_ptr()) % 64, 0u);
  EXPECT_EQ(tensor.byte_offset(), 64u) << "as in TVM's VM, whose kernels refuse it";
  EXPECT_EQ(tensor.stride(0), 4);
  const RunResult view = callOne("vm.builtin.reshape", {tensor, ffi::Shape({16})});
  ASSERT_TRUE(view.ok()) << view.error->message;
  EXPECT_EQ(view.value.cast<ffi::Tensor>().byte_offset(), 64u);
  const RunResult moved = callOne("vm.builtin.ensure_zero_offset", {tensor});
  ASSERT_TRUE(moved.ok()) << moved.error->message;
  EXPECT_EQ(moved.value.cast<ffi::Tensor>().byte_offset(), 0u);
  EXPECT_EQ(moved.value.cast<ffi::Tensor>().data_ptr(), static_cast<char*>(tensor.data_ptr()) + 64);
}

TEST(Storage, AnOffsetThatBreaksTheAlignmentStaysAnOffset) {
  const RunResult result = tensorInStorage(256, 4, {4, 4});
  ASSERT_TRUE(result.ok()) << result.error->message;
  const auto tensor = result.value.cast<ffi::Tensor>();
  EXPECT_EQ(tensor.byte_offset(), 4u) << "kernels take an aligned pointer for granted, and refuse an offset";
  EXPECT_EQ(reinterpret_cast<uintptr_t>(tensor.data_ptr()) % 64, 0u);
  static_cast<float*>(tensor.data_ptr())[1] = 2.5f;
  const RunResult seen = callOne("vm.builtin.reshape", {tensor, ffi::Shape({16})});
  ASSERT_TRUE(seen.ok()) << seen.error->message;
  EXPECT_EQ(seen.value.cast<ffi::Tensor>().byte_offset(), 4u) << "a view of it is no safer";
  EXPECT_EQ(reinterpret_cast<uintptr_t>(seen.value.cast<ffi::Tensor>().data_ptr()) % 64, 0u);
  EXPECT_EQ(floatsOf(seen.value)[0], 2.5f);
  const RunResult moved = callOne("vm.builtin.ensure_zero_offset", {tensor});
  ASSERT_TRUE(moved.ok()) << moved.error->message;
  EXPECT_EQ(moved.value.cast<ffi::Tensor>().byte_offset(), 0u);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(moved.value.cast<ffi::Tensor>().data_ptr()) % 64, 0u);
  EXPECT_EQ(floatsOf(moved.value)[0], 2.5f);
}

TEST(Storage, RefusesElementsWithoutBits) {
  for (const DLDataType dtype : {DLDataType{kDLFloat, 32, 0}, DLDataType{kDLOpaqueHandle, 0, 1}}) {
    B b;
    const auto byte = B::c(b.addConstant(DataType{1, 8, 1}));
    const auto bytes = B::c(b.addConstant(ShapeConstant{{64}}));
    b.beginFunction("main", {"dtype"});
    b.emitCall("vm.builtin.alloc_storage", {B::vm(), bytes, B::imm(0), byte}, 1);
    b.emitCall("vm.builtin.alloc_tensor", {B::r(1), B::imm(0), B::c(b.addConstant(ShapeConstant{{100'000}})), B::r(0)},
               2);
    b.emitRet(2);
    EXPECT_TRUE(failsWith(callMain(*vmFor(b), {dtype}), "InternalError", "elements without bits"))
        << "or it could be read far beyond its storage";
  }
}

/// main(scope, tensor): a storage, a tensor in it or a copy of the tensor, with that memory scope.
RunResult inScope(const char* builtin, const ffi::Any& scope) {
  B b;
  const auto byte = B::c(b.addConstant(DataType{1, 8, 1}));
  const auto bytes = B::c(b.addConstant(ShapeConstant{{64}}));
  const auto everywhere = B::c(b.addConstant(StringConstant{"global"}));
  const auto f32 = B::c(b.addConstant(DataType{2, 32, 1}));
  const std::string name = builtin;
  b.beginFunction("main", {"scope", "tensor"});
  b.emitCall("vm.builtin.alloc_storage",
             {B::vm(), bytes, B::imm(0), byte, name == "alloc_storage" ? B::r(0) : everywhere}, 2);
  if (name == "alloc_tensor")
    b.emitCall("vm.builtin.alloc_tensor", {B::r(2), B::imm(0), B::c(b.addConstant(ShapeConstant{{4}})), f32, B::r(0)},
               2);
  if (name == "to_device") b.emitCall("vm.builtin.to_device", {B::r(1), B::imm(kDLCPU), B::imm(0), B::r(0)}, 2);
  b.emitRet(2);
  return callMain(*vmFor(b), {scope, makeFloats({2}, {1, 2})});
}

TEST(MemoryScopes, AreGlobalOnTheCpu) {
  for (const char* builtin : {"alloc_storage", "alloc_tensor", "to_device"}) {
    for (const char* scope : {"global", ""}) EXPECT_TRUE(inScope(builtin, ffi::String(scope)).ok()) << builtin;
    EXPECT_TRUE(inScope(builtin, none()).ok()) << builtin << ": none was given";
    for (const char* scope : {"global.texture", "global.texture-weight", "shared", "globa"})
      EXPECT_TRUE(
          failsWith(inScope(builtin, ffi::String(scope)), "InternalError",
                    std::string("vm.builtin.") + builtin + ": memory scope \"" + scope + "\" is not supported"));
    EXPECT_TRUE(failsWith(inScope(builtin, int64_t{1}), "TypeError", "expects a String as argument")) << builtin;
  }
  EXPECT_EQ(floatsOf(inScope("to_device", ffi::String("global")).value), (std::vector<float>{1, 2}));
}

TEST(Storage, RefusesTensorsThatDoNotFit) {
  EXPECT_TRUE(tensorInStorage(64, 0, {16}).ok());
  EXPECT_TRUE(failsWith(tensorInStorage(64, 4, {16}), "InternalError",
                        "attempted to allocate 64 bytes at offset 4 in a storage of 64 bytes"));
  EXPECT_TRUE(failsWith(tensorInStorage(64, -4, {1}), "InternalError", "offset -4"));
  EXPECT_TRUE(failsWith(tensorInStorage(64, 1 << 20, {1}), "InternalError", "offset"));
  EXPECT_TRUE(failsWith(tensorInStorage(64, 0, {int64_t{1} << 32, int64_t{1} << 32}), "ValueError", "overflows"));
  EXPECT_TRUE(failsWith(tensorInStorage(int64_t{1} << 50, 0, {1}), "MemoryError", "no memory"));
  EXPECT_TRUE(tensorInStorage(0, 0, {0, 8}).ok());
}

TEST(Storage, ANumberIsNoVm) {
  EXPECT_TRUE(failsWith(callOne("vm.builtin.alloc_storage", {int64_t{5}, shape({64}), int64_t{0}, dtype(1, 8)}),
                        "TypeError", "expects the VM (%vm)"));
  EXPECT_TRUE(
      failsWith(callOne("vm.builtin.alloc_shape_heap", {int64_t{5}, int64_t{2}}), "TypeError", "expects the VM (%vm)"));
}

TEST(Reshape, SharesMemoryAndKeepsItAlive) {
  const ffi::Tensor tensor = makeFloats({2, 3}, {1, 2, 3, 4, 5, 6});
  const RunResult result = callOne("vm.builtin.reshape", {tensor, shape({3, 2})});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result.value.cast<ffi::Tensor>().data_ptr(), tensor.data_ptr());
  EXPECT_EQ(tensor.use_count(), 2);
  EXPECT_TRUE(failsWith(callOne("vm.builtin.reshape", {tensor, shape({4, 2})}), "ValueError",
                        "24 bytes cannot be viewed as one of 32 bytes"));
  const RunResult smaller = callOne("vm.builtin.reshape", {tensor, shape({2, 2})});  // allowed, as for TVM's views
  ASSERT_TRUE(smaller.ok()) << smaller.error->message;
  EXPECT_EQ(floatsOf(smaller.value), (std::vector<float>{1, 2, 3, 4}));
}

TEST(Tuples, AreMadeReadAndReset) {
  const ffi::Array<ffi::Any> tuple{int64_t{4}, ffi::String("four")};
  EXPECT_EQ(callOne("vm.builtin.tuple_getitem", {tuple, int64_t{0}}).value.cast<int64_t>(), 4);
  EXPECT_TRUE(
      failsWith(callOne("vm.builtin.tuple_getitem", {tuple, int64_t{2}}), "IndexError", "Index 2 out of bounds 2"));
  EXPECT_TRUE(failsWith(callOne("vm.builtin.tuple_getitem", {tuple, int64_t{-1}}), "IndexError", "Index -1"));
  const RunResult made = callOne("vm.builtin.make_tuple", {int64_t{1}, int64_t{2}});
  EXPECT_EQ(made.value.cast<ffi::Array<ffi::Any>>().size(), 2u);
  EXPECT_TRUE(callOne("vm.builtin.tuple_reset_item", {tuple, int64_t{1}}).ok());
  EXPECT_TRUE(tuple[1] == nullptr);
}

TEST(Conditions, ComeFromScalars) {
  ffi::Tensor flag = makeRaw({}, {kDLBool, 8, 1});
  EXPECT_FALSE(callOne("vm.builtin.read_if_cond", {flag}).value.cast<bool>());
  *static_cast<uint8_t*>(flag.data_ptr()) = 1;
  EXPECT_TRUE(callOne("vm.builtin.read_if_cond", {flag}).value.cast<bool>());
  EXPECT_TRUE(callOne("vm.builtin.read_if_cond", {int64_t{3}}).value.cast<bool>());
  EXPECT_TRUE(callOne("vm.builtin.read_if_cond", {makeInts({1, 1}, {1})}).value.cast<bool>()) << "TVM looks at no rank";
  EXPECT_TRUE(
      failsWith(callOne("vm.builtin.read_if_cond", {makeInts({2}, {1, 1})}), "ValueError", "expects one element"));
  EXPECT_TRUE(failsWith(callOne("vm.builtin.read_if_cond", {makeInts({0}, {})}), "ValueError", "expects one element"));
  EXPECT_TRUE(failsWith(callOne("vm.builtin.read_if_cond", {makeFloats({}, {1})}), "InternalError",
                        "integer or bool tensor, but got float32"));
  EXPECT_TRUE(
      failsWith(callOne("vm.builtin.read_if_cond", {makeRaw({}, {kDLInt, 4, 1})}), "InternalError", "but got int4"))
      << "TVM reads whole bytes, and bool";
  EXPECT_TRUE(failsWith(callOne("vm.builtin.read_if_cond", {2.5}), "TypeError", "expects an integer"));
}

TEST(TensorToShape, ReadsIntegers) {
  EXPECT_EQ(dimsOf(callOne("vm.builtin.tensor_to_shape", {makeInts({3}, {4, 5, 6})}).value),
            (std::vector<int64_t>{4, 5, 6}));
  ffi::Tensor narrow = makeRaw({2}, {kDLInt, 16, 1});
  static_cast<int16_t*>(narrow.data_ptr())[1] = 7;
  EXPECT_EQ(dimsOf(callOne("vm.builtin.tensor_to_shape", {narrow}).value), (std::vector<int64_t>{0, 7}));
  EXPECT_TRUE(failsWith(callOne("vm.builtin.tensor_to_shape", {makeFloats({1}, {1})}), "InternalError", "float32"));
  EXPECT_TRUE(
      failsWith(callOne("vm.builtin.tensor_to_shape", {makeRaw({1}, {kDLInt, 8, 1})}), "InternalError", "int8"));
  EXPECT_TRUE(
      failsWith(callOne("vm.builtin.tensor_to_shape", {makeInts({1, 1}, {1})}), "InternalError", "one-dimensional"));
  EXPECT_EQ(dimsOf(callOne("vm.builtin.shape_of", {makeInts({2, 1}, {1, 2})}).value), (std::vector<int64_t>{2, 1}));
}

TEST(CallTirDyn, SpreadsTheShape) {
  B b;
  b.beginFunction("main", {"x", "shape"});
  b.emitCall("vm.builtin.call_tir_dyn", {b.f("sum"), B::r(0), B::r(1)}, 2);
  b.emitRet(2);
  const auto vm = vmFor(b, {{"sum", [](const ffi::AnyView* args, int32_t count, ffi::Any* result) {
                               int64_t sum = 0;
                               for (int32_t i = 0; i < count; ++i) sum = sum * 10 + args[i].cast<int64_t>();
                               *result = sum;
                             }}});
  EXPECT_EQ(mainInt(*vm, {int64_t{1}, shape({2, 3})}), 123);
}

TEST(Devices, OnlyTheCpuIsThere) {
  const ffi::Tensor tensor = makeFloats({1}, {1});
  const RunResult there = callOne("vm.builtin.to_device", {tensor, int64_t{1}, int64_t{0}});
  ASSERT_TRUE(there.ok());
  EXPECT_EQ(floatsOf(there.value), (std::vector<float>{1}));
  EXPECT_NE(there.value.cast<ffi::Tensor>().data_ptr(), tensor.data_ptr())
      << "the planner gives the source's storage to another tensor";
  EXPECT_TRUE(failsWith(callOne("vm.builtin.to_device", {tensor, int64_t{2}, int64_t{0}}), "RuntimeError",
                        "the VM has no device of type 2 index 0; it runs on cpu"));
  EXPECT_TRUE(failsWith(callOne("vm.builtin.cuda_graph.run_or_capture", {}), "RuntimeError", "needs a CUDA device"));
  EXPECT_TRUE(failsWith(callOne("vm.builtin.call_py_func", {tensor}), "RuntimeError", "Python"));
}

TEST(Prototype, MovesShapesThroughTheHeap) {
  B b;
  b.beginFunction("main", {"x"});
  b.emitCall("vm.builtin.alloc_shape_heap", {B::imm(2)}, 1);
  b.emitCall("vm.builtin.shape_of", {B::r(0)}, 2);
  b.emitCall("vm.builtin.store_shape", {B::r(2), B::r(1), B::imm(1), B::imm(0)});
  b.emitCall("vm.builtin.load_shape", {B::r(1), B::imm(0), B::imm(1)}, 3);
  b.emitCall("vm.builtin.move", {B::r(3)}, 4);
  b.emitCall("vm.builtin.free_tensor", {B::r(0)});
  b.emitRet(4);
  EXPECT_EQ(dimsOf(callMain(*vmFor(b), {makeRaw({32, 16}, {kDLFloat, 32, 1})}).value), (std::vector<int64_t>{16, 32}));
  EXPECT_TRUE(failsWith(callOne("vm.builtin.load_shape", {makeInts({2}, {1, 2}), int64_t{2}}), "IndexError", "slot 2"));
}

}  // namespace
}  // namespace relaxscope::testing
