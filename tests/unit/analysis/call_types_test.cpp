// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/call_types.h"

#include <gtest/gtest.h>

#include "tests/support/generated_executable.h"
#include "tests/support/meaning.h"
#include "vmcore/analysis/params.h"

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
