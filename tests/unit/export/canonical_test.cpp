// SPDX-License-Identifier: Apache-2.0
// The canonical form: what it calls things, and that edits show. Renumberings: tests/diff/canonical_test.cpp.
#include <gtest/gtest.h>

#include "tests/support/generated_executable.h"
#include "tests/unit/analysis/hand_made.h"
#include "vmcore/base/text/collect.h"
#include "vmcore/export/exporter.h"
#include "vmcore/model/builder.h"

namespace relaxscope {
namespace {

std::string canonical(const Executable& executable) {
  std::vector<std::string> warnings;
  return collectText([&](const TextSink& sink) { writeCanonical(executable, {}, sink, warnings); });
}

TEST(Canonical, NamesWhatNumbersHide) {
  ExecutableBuilder b;
  const auto r = ExecutableBuilder::r;
  const auto imm = ExecutableBuilder::imm;
  TensorConstant tensor;
  tensor.dtype = {0, 32, 1};
  tensor.shape = {2};
  tensor.data = Bytes::own({1, 0, 0, 0, 254, 255, 255, 255});
  const ConstIndex weights = b.addConstant(tensor);
  b.beginFunction("main", {"x"});
  b.emitCall("vm.builtin.alloc_shape_heap", {b.vm(), imm(2)}, 7);
  b.emitCall("vm.builtin.match_shape",
             {r(0), r(7), imm(2), imm(1), imm(1), imm(0), imm(16), b.c(b.addConstant(StringConstant{"here"}))});
  b.emitCall("vm.builtin.make_shape", {r(7), imm(1), imm(1), imm(1)}, 3);
  b.emitCall("vm.builtin.alloc_storage", {b.vm(), r(3), imm(0), b.c(b.addConstant(DataType{2, 32, 1}))}, 5);
  b.emitCall("vm.builtin.alloc_tensor",
             {r(5), imm(0), b.c(b.addConstant(ShapeConstant{{2, 16}})), b.c(b.addConstant(DataType{2, 32, 1}))}, 4);
  b.emitIf(4, 3);
  b.emitCall("odd name", {r(0), b.c(weights), r(4)});
  b.emitCall("vm.builtin.null_value", {}, 5);
  b.emitRet(4);
  const std::string text = canonical(b.finish());
  const size_t hash = text.find(" #") + 2;
  EXPECT_EQ(text.substr(text.find("\nfunction")),
            "\nfunction main(%x)\n"
            "  %shape_heap = vm.builtin.alloc_shape_heap(vm, 2)\n"
            "  vm.builtin.match_shape(%x, %shape_heap, 2, store <s0>, 16, \"here\")\n"
            "  %odd_name.storage.shape = vm.builtin.make_shape(%shape_heap, 1, <s0>)\n"
            "  %odd_name.storage = vm.builtin.alloc_storage(vm, %odd_name.storage.shape, 0, float32)\n"
            "  %odd_name = vm.builtin.alloc_tensor(%odd_name.storage, 0, (2, 16), float32)\n"
            "  If %odd_name else L1\n"
            "  \"odd name\"(%x, i32[2] {1, -2} #" +
                text.substr(hash, 12) +
                ", %odd_name)\n"
                "  kill %odd_name.storage\n"
                "L1:\n"
                "  ret %odd_name\n");
  EXPECT_NE(text.find("kernel \"odd name\"\n"), std::string::npos);
}

TEST(Canonical, EveryChangedWordShows) {
  using test::con;
  using test::imm;
  using test::reg;
  const auto make = [](const std::vector<int64_t>& args, int64_t dst, int64_t callee, int64_t jump, uint8_t byte) {
    test::HandMade made;
    TensorConstant tensor;
    tensor.dtype = {2, 32, 1};
    tensor.shape = {20};
    tensor.data = Bytes::own(std::vector<uint8_t>(80, byte));
    made.packed("add").packed("sub").constant(tensor).constant(IntConstant{1});
    made.begin("main", 2, 5).call(3, 0, {reg(0)}).call(dst, callee, args).jump(jump).ret(3).ret(dst).end();
    return canonical(made.executable);
  };
  const std::vector<int64_t> args{reg(0), imm(5), con(0)};
  const std::string base = make(args, 4, 0, 2, 7);
  for (const std::string& edited :
       {make({reg(1), imm(5), con(0)}, 4, 0, 2, 7), make({reg(0), imm(6), con(0)}, 4, 0, 2, 7),
        make({reg(0), imm(5), con(1)}, 4, 0, 2, 7), make({imm(5), reg(0), con(0)}, 4, 0, 2, 7),
        make({reg(3), imm(5), con(0)}, 4, 0, 2, 7), make(args, 3, 0, 2, 7), make(args, 4, 1, 2, 7),
        make(args, 4, 0, 1, 7), make(args, 4, 0, 2, 8), make({reg(0), imm(5)}, 4, 0, 2, 7)})
    EXPECT_NE(edited, base);
}

TEST(Canonical, AnyExecutableIsWrittenInBoundedTime) {
  for (uint64_t seed = 0; seed < 60; ++seed)
    for (const testing::Shape shape : {testing::Shape::Sound, testing::Shape::Odd, testing::Shape::Damaged}) {
      const std::string text = canonical(testing::generatedExecutable(seed, shape));
      EXPECT_TRUE(text.starts_with("canonical form 1 of a ")) << seed;
      EXPECT_EQ(text, canonical(testing::generatedExecutable(seed, shape))) << "deterministic";
    }
  test::HandMade made;
  std::vector<int64_t> pairs{test::reg(0), test::imm(200'000)};
  for (int64_t i = 0; i < 200'000; ++i) pairs.insert(pairs.end(), {test::imm(1), test::imm(i)});
  made.packed("vm.builtin.make_shape").begin("main", 1, 2).call(1, 0, pairs).end();
  EXPECT_NE(canonical(made.executable).find("<s199999>"), std::string::npos);
}

}  // namespace
}  // namespace relaxscope
