// SPDX-License-Identifier: Apache-2.0
// What the summary says, and in which order.
#include <gtest/gtest.h>

#include "tests/unit/analysis/hand_made.h"
#include "vmcore/analysis/diff/diff.h"

namespace relaxscope {
namespace {

using test::con;
using test::HandMade;
using test::reg;

TensorConstant floats(std::vector<uint8_t> bytes) {
  TensorConstant tensor;
  tensor.dtype = {2, 32, 1};
  tensor.shape = {static_cast<int64_t>(bytes.size() / 4)};
  tensor.data = Bytes::own(std::move(bytes));
  return tensor;
}
DiffSide summarySide(const HandMade& made) { return {std::make_shared<const Executable>(made.executable), nullptr}; }
ExecutableDiff summarisedDiff(const HandMade& old, const HandMade& now) {
  return *diffExecutables(summarySide(old), summarySide(now));
}

std::vector<SummaryTopic> summaryTopics(const ExecutableDiff& diff) {
  std::vector<SummaryTopic> out;
  for (const SummaryLine& line : diff.summary) out.push_back(line.topic);
  return out;
}

HandMade oneCall(const std::string& callee, std::vector<uint8_t> weights, size_t more = 0) {
  HandMade made;
  made.packed(callee);
  made.constant(floats(std::move(weights)));
  made.begin("main", 1, 2);
  for (size_t i = 0; i <= more; ++i) made.call(1, 0, {reg(0), con(0)});
  made.ret(1).end();
  return made;
}

TEST(DiffSummary, ConstantsThatAreEqualComeLast) {
  const ExecutableDiff diff = summarisedDiff(oneCall("relu", {0, 0, 0, 0}), oneCall("gelu", {0, 0, 0, 0}));
  EXPECT_EQ(summaryTopics(diff), (std::vector{SummaryTopic::Operations, SummaryTopic::Kernels, SummaryTopic::Code,
                                              SummaryTopic::Constants}));
  const ExecutableDiff edited = summarisedDiff(oneCall("relu", {0, 0, 0, 0}), oneCall("gelu", {0, 0, 0, 1}));
  EXPECT_EQ(summaryTopics(edited), (std::vector{SummaryTopic::Operations, SummaryTopic::Constants,
                                                SummaryTopic::Kernels, SummaryTopic::Code}));
}

TEST(DiffSummary, OneOfTwoEqualConstantsIsEdited) {
  const auto make = [](std::vector<uint8_t> second) {
    HandMade made;
    made.packed("relu");
    made.constant(floats({0, 0, 0, 1})).constant(floats(std::move(second)));
    made.begin("main", 1, 2).call(1, 0, {reg(0), con(0)}).call(1, 0, {reg(1), con(1)}).ret(1).end();
    return made;
  };
  const ExecutableDiff diff = summarisedDiff(make({0, 0, 0, 1}), make({0, 0, 0, 2}));
  EXPECT_EQ(diff.counts[static_cast<size_t>(ChangeKind::ConstantEdited)], 1u);
  EXPECT_EQ(diff.counts[static_cast<size_t>(ChangeKind::ConstantAdded)], 0u);
  EXPECT_EQ(diff.counts[static_cast<size_t>(ChangeKind::ConstantRemoved)], 0u);
}

TEST(DiffSummary, LargeNumbersAreGrouped) {
  const ExecutableDiff diff = summarisedDiff(oneCall("relu", {0, 0, 0, 0}), oneCall("relu", {0, 0, 0, 0}, 1500));
  std::string text;
  for (const SummaryLine& line : diff.summary) text += line.text + "\n";
  EXPECT_NE(text.find("1,500 inserted"), std::string::npos) << text;
  EXPECT_NE(text.find("instructions 2 -> 1,502"), std::string::npos) << text;
}

TEST(DiffSummary, LinesOfManyFieldsCanBeRead) {
  const auto make = [](const std::string& odd) {
    HandMade made;
    made.begin("main", 325, 326).ret(0).end();
    for (int i = 0; i < 325; ++i)
      made.executable.functions[0].paramNames.push_back(i == 160 ? odd : "weight_of_layer_" + std::to_string(i));
    return made;
  };
  const ExecutableDiff diff = summarisedDiff(make("old_name"), make("new_name"));
  ASSERT_FALSE(diff.summary.empty());
  EXPECT_EQ(
      diff.summary.front().text,
      "parameters of main: (weight_of_layer_0, weight_of_layer_1, ... 158 more, old_name, ... 162 more, "
      "weight_of_layer_323, weight_of_layer_324) -> (weight_of_layer_0, weight_of_layer_1, ... 158 more, new_name, "
      "... 162 more, weight_of_layer_323, weight_of_layer_324)");
  EXPECT_NE(diff.functions.front().changes.front().oldText.find("weight_of_layer_200, weight_of_layer_201"),
            std::string::npos)
      << "the change has all of it";
}

TEST(ElidedLists, KeepWhatDiffersAndCountTheRest) {
  EXPECT_EQ(elidedLists("a, b", "a, c", 40), std::pair(std::string("a, b"), std::string("a, c")));
  std::string tuple = "(x: f32[4, 8], (";
  for (int i = 0; i < 50; ++i) tuple += "f32[4, 8], ";
  const auto [old, now] = elidedLists(tuple + "f32[2]))", tuple + "f32[3]))", 60);
  EXPECT_EQ(old, "(x: f32[4, 8], (f32[4, 8], ... 48 more, f32[4, 8], f32[2]))");
  EXPECT_EQ(now, "(x: f32[4, 8], (f32[4, 8], ... 48 more, f32[4, 8], f32[3]))");
  EXPECT_EQ(elidedLists("matmul + add + relu + softmax + multiply + divide", "", 20).first,
            "matmul + ... 4 more + divide");
  const std::string name = elidedLists(std::string(1000, 'n'), "", 100).first;
  EXPECT_EQ(name, std::string(60, 'n') + "... 910 bytes ..." + std::string(30, 'n'));
  EXPECT_EQ(elidedLists(std::string(500, '\xc3'), std::string(), 10).second, "");
}

}  // namespace
}  // namespace relaxscope
