// SPDX-License-Identifier: Apache-2.0
// The canonical form: what it calls things, that renumbered programs have the same text, and that edits show.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "tests/support/generated_executable.h"
#include "tests/support/meaning.h"
#include "tests/unit/analysis/hand_made.h"
#include "vmcore/base/text/collect.h"
#include "vmcore/export/exporter.h"
#include "vmcore/model/builder.h"
#include "vmcore/model/builtin.h"

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

/// The same program with other numbers: rows of both tables and registers are permuted, slots of shape heaps reversed.
class Renumbering {
 public:
  Renumbering(Executable executable, uint64_t seed) : out_(std::move(executable)), random_(seed) {}

  Executable run() {
    constants_ = permutation(out_.constants.size());
    functions_ = permutation(out_.functions.size());
    for (const Function& function : out_.functions) renumberCode(function);
    std::vector<Constant> constants(out_.constants.size());
    for (size_t i = 0; i < constants.size(); ++i) constants[constants_[i]] = out_.constants[i];
    std::vector<Function> functions(out_.functions.size());
    for (size_t i = 0; i < functions.size(); ++i) functions[functions_[i]] = out_.functions[i];
    for (MemoryScope& scope : out_.memoryScopes)
      scope.constIndex = static_cast<int64_t>(constants_[static_cast<size_t>(scope.constIndex)]);
    out_.constants = std::move(constants);
    out_.functions = std::move(functions);
    return std::move(out_);
  }

 private:
  std::vector<size_t> permutation(size_t count, size_t fixed = 0) {
    std::vector<size_t> rows(count);
    std::iota(rows.begin(), rows.end(), size_t{0});
    std::shuffle(rows.begin() + static_cast<std::ptrdiff_t>(fixed), rows.end(), random_);
    return rows;
  }

  void renumberCode(const Function& function) {
    if (!function.isBytecode()) return;
    const auto registers =
        permutation(static_cast<size_t>(function.registerFileSize), static_cast<size_t>(function.numArgs));
    std::vector<int64_t> words(out_.code.words.view().begin(), out_.code.words.view().end());
    for (int64_t pc = function.startInstr; pc < function.endInstr; ++pc) {
      const Instruction instruction = out_.code.at(InstrIndex(pc));
      int64_t* const at = words.data() + out_.code.offsets[static_cast<size_t>(pc)];
      renumberSlots(instruction, at);
      instruction.forEachOperand([&](const Operand& operand) {
        int64_t value = operand.value;
        if (operand.kind == ArgKind::Register && !isSpecialRegister(value))
          value = static_cast<int64_t>(registers[static_cast<size_t>(value)]);
        else if (operand.kind == ArgKind::Constant)
          value = static_cast<int64_t>(constants_[static_cast<size_t>(value)]);
        else if (operand.kind == ArgKind::Function)
          value = static_cast<int64_t>(functions_[static_cast<size_t>(value)]);
        else return;
        const bool tagged = operand.row->encoding == OperandEncoding::TaggedList;
        at[operand.wordIndex] = tagged ? Arg::make(operand.kind, value).word() : value;
      });
    }
    out_.code.words = Words();
    out_.code.words.append(words);
  }

  /// Slot s of n becomes n - 1 - s; only functions whose heap kernels do not fill can be renumbered so.
  void renumberSlots(const Instruction& instruction, int64_t* at) {
    if (!instruction.isCall()) return;
    const Function& callee = out_.functions[static_cast<size_t>(instruction.callFunction())];
    const size_t count = instruction.callArgCount();
    if (callee.name == "vm.builtin.alloc_shape_heap") slots_ = instruction.callArg(1).value();
    const bool match = callee.name == "vm.builtin.match_shape";
    if (!match && callee.name != "vm.builtin.make_shape") return;
    for (size_t i = match ? 3 : 2; i + 1 < count; i += 2) {
      const int64_t code = instruction.callArg(i).value();
      if (code != 1 && code != 3) continue;
      const int64_t slot = instruction.callArg(i + 1).value();
      at[instruction.row->listWord + i + 1] = ExecutableBuilder::imm(slots_ - 1 - slot).word();
    }
  }

  Executable out_;
  std::mt19937_64 random_;
  std::vector<size_t> constants_, functions_;
  int64_t slots_ = 0;
};

bool kernelsFillHeaps(const Executable& executable) {
  return std::ranges::any_of(executable.functions, [](const Function& f) { return f.name.starts_with("shape_func"); });
}

TEST(Canonical, RenumberedProgramsHaveTheSameText) {
  const std::string folder = RELAXSCOPE_TEST_DATA "/meaning";
  size_t compared = 0;
  for (const std::string& model : testing::modelsWithMeaning(folder)) {
    const auto executable = testing::modelWithMeaning(folder, model);
    if (executable == nullptr || isRelay(executable->variant) || kernelsFillHeaps(*executable)) continue;
    const std::string text = canonical(*executable);
    for (uint64_t seed = 1; seed <= 3; ++seed) {
      const Executable other = Renumbering(*executable, seed).run();
      EXPECT_EQ(canonical(other), text) << model << " seed " << seed;
      ++compared;
    }
  }
  EXPECT_GT(compared, 10u);
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
