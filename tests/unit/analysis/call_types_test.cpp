// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/call_types.h"

#include <gtest/gtest.h>

#include "tests/support/generated_executable.h"
#include "tests/support/meaning.h"
#include "vmcore/analysis/params.h"
#include "vmcore/format/assembly/assembly.h"

namespace relaxscope {
namespace {

const std::string kFolder = std::string(RELAXSCOPE_TEST_DATA) + "/meaning";

std::string typeOr(const StaticTypeRef& type) { return type == nullptr || type->text().empty() ? "?" : type->text(); }

std::string callText(const Executable& executable, const TypedCall& call) {
  std::string text = executable.function(call.callee)->name + "(";
  for (size_t i = 0; i < call.operands.size(); ++i) {
    text += (i == 0 ? "" : ", ") + std::string(directionText(call.operands[i].direction)) + " " +
            typeOr(call.operands[i].type);
  }
  return text + ")" + (call.isKernel ? "" : " -> " + typeOr(call.result));
}

/// The section *types* in the notation of tests/data/meaning.
std::string typesText(const Executable& executable) {
  std::string text;
  FunctionResults results(executable);
  for (size_t f = 0; f < executable.functions.size(); ++f) {
    const Function& function = executable.functions[f];
    const FuncIndex index(static_cast<int64_t>(f));
    if (!function.isBytecode()) continue;
    const CallTypes types = *callTypes(executable, index, *definitionsOf(executable, index), results);
    text += function.name + "(";
    const std::vector<ParamInfo> params = recoverParams(executable, index);
    for (size_t i = 0; i < params.size(); ++i)
      text += (i == 0 ? "" : ", ") + params[i].name + ": " + (params[i].text().empty() ? "?" : params[i].text());
    text += ") -> " + typeOr(types.result) + "\n";
    size_t number = 0;
    for (const TypedCall& call : types.calls)
      text += "  " + std::to_string(number++) + " " + callText(executable, call) + "\n";
  }
  return text;
}

TEST(CallTypes, AreThoseOfTheModelsSources) {
  for (const std::string& model : testing::modelsWithMeaning(kFolder)) {
    const auto executable = testing::modelWithMeaning(kFolder, model);
    ASSERT_NE(executable, nullptr) << model;
    EXPECT_EQ(typesText(*executable), testing::expectedMeaning(kFolder, model, "types")) << model;
  }
}

/// The type of what a kernel named "use" reads.
std::string typeOfUsed(const std::string& program) {
  Assembled made = assemble(program, AssemblyForm::Text);
  EXPECT_TRUE(made.executable) << (made.messages.empty() ? "" : made.messages.front().placed());
  if (!made.executable) return {};
  const Executable& executable = *made.executable;
  FunctionResults results(executable);
  const CallTypes types = *callTypes(executable, FuncIndex(0), *definitionsOf(executable, FuncIndex(0)), results);
  for (const TypedCall& call : types.calls)
    if (executable.function(call.callee)->name == "use") return typeOr(call.operands.front().type);
  return "no call";
}
const std::string kMade = "  call vm.builtin.make_shape in: %void, i1, i0, i4 dst: %1\n";
const std::string kRows = "@vm.builtin.make_shape packed_func;\n@vm.builtin.copy packed_func;\n@use packed_func;\n";

TEST(CallTypes, OfALongChainOfCopies) {
  std::string program = "@main(x):\n" + kMade;
  for (int i = 0; i < 200'000; ++i) program += "  call vm.builtin.copy in: %1 dst: %1\n";
  EXPECT_EQ(typeOfUsed(program + "  call use in: %1 dst: %void\n  ret %0\n" + kRows), "shape(4)");
}

TEST(CallTypes, OfCopiesThatGoRoundALoop) {
  EXPECT_EQ(typeOfUsed("@main(x):\n" + kMade +
                       "again:\n  call vm.builtin.copy in: %1 dst: %1\n  If %0, done\n  goto again\n"
                       "done:\n  call use in: %1 dst: %void\n  ret %0\n" +
                       kRows),
            "shape(4)");
}

TEST(CallTypes, OfManyMergesInARowEnd) {
  std::string program = "@main(x):\n" + kMade;
  for (int i = 0; i < 5'000; ++i) {
    const std::string label = "l" + std::to_string(i);
    program += "  If %0, " + label + "\n  call vm.builtin.copy in: %1 dst: %1\n" + label + ":\n";
  }
  const std::string type = typeOfUsed(program + "  call use in: %1 dst: %void\n  ret %0\n" + kRows);
  EXPECT_TRUE(type == "?" || type == "shape(4)") << type << ": too deep to tell, or right";
}

TEST(CallTypes, OfHostileCodeEnd) {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    const Executable executable = testing::generatedExecutable(seed, testing::Shape::Damaged);
    FunctionResults results(executable);
    for (size_t f = 0; f < executable.functions.size(); ++f) {
      const FuncIndex index(static_cast<int64_t>(f));
      EXPECT_TRUE(callTypes(executable, index, *definitionsOf(executable, index), results).has_value());
    }
  }
}

}  // namespace
}  // namespace relaxscope
