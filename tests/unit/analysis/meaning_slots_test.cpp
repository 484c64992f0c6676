// SPDX-License-Identifier: Apache-2.0
// Meanings of shape heap slots beside the sources of models.
#include <gtest/gtest.h>

#include "tests/support/meaning.h"
#include "vmcore/analysis/shape_slots.h"

namespace relaxscope {
namespace {

/// The section *slots* in the notation of tests/data/meaning.
std::string slotsText(const Executable& executable) {
  std::string text;
  for (size_t f = 0; f < executable.functions.size(); ++f) {
    if (!executable.functions[f].isBytecode()) continue;
    const std::vector<SlotInfo> slots = shapeSlots(executable, FuncIndex(static_cast<int64_t>(f)));
    if (slots.empty()) continue;
    text += executable.functions[f].name + "\n";
    for (size_t i = 0; i < slots.size(); ++i) {
      constexpr const char* kOrigins[] = {"exact", "computed", "inferred", "stored", "unnamed"};
      text +=
          "  " + std::to_string(i) + " " + slots[i].name + ", " + kOrigins[static_cast<size_t>(slots[i].origin)] + "\n";
    }
  }
  return text.empty() ? "none\n" : text;
}

TEST(ShapeSlots, MeanWhatTheModelsSourcesSay) {
  const std::string folder = std::string(RELAXSCOPE_TEST_DATA) + "/meaning";
  size_t seen = 0;
  for (const std::string& model : testing::modelsWithMeaning(folder)) {
    const std::string expected = testing::expectedMeaning(folder, model, "slots");
    if (expected.empty()) continue;  // of an old Relay VM
    const auto executable = testing::modelWithMeaning(folder, model);
    ASSERT_NE(executable, nullptr) << model;
    EXPECT_EQ(slotsText(*executable), expected) << model;
    ++seen;
  }
  EXPECT_EQ(seen, 10u);
}

}  // namespace
}  // namespace relaxscope
