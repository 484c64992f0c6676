// SPDX-License-Identifier: Apache-2.0
// Constants that ExecBuilder would deduplicate, found without reading more of the weights than necessary.
#include "vmcore/format/assembly/rebuild.h"

#include <gtest/gtest.h>

#include "tests/unit/format/assembly_support.h"

namespace relaxscope {
namespace {

using namespace test;

/// Zeros except the last byte; counts the bytes that are kept or copied, as the whole must never be requested.
class Weights : public ByteSource {
 public:
  Weights(size_t size, uint8_t last) : memory(size) { memory.back() = last; }
  void fetch(const uint8_t*, size_t size) const override { kept += size; }
  bool copy(const uint8_t* at, size_t size, uint8_t* into) const override {
    copied += size;
    std::memcpy(into, at, size);
    return true;
  }
  [[nodiscard]] bool intact() const override { return true; }
  std::vector<uint8_t> memory;
  mutable size_t kept = 0, copied = 0;
};

constexpr size_t kSize = (size_t{2} << 20) + 5;

std::vector<std::shared_ptr<Weights>> addWeights(Executable& executable, std::initializer_list<uint8_t> lastBytes) {
  std::vector<std::shared_ptr<Weights>> all;
  for (const uint8_t last : lastBytes) {
    all.push_back(std::make_shared<Weights>(kSize, last));
    const Bytes data = Bytes::from(all.back(), all.back()->memory.data(), kSize);
    executable.constants.push_back(
        {TensorConstant{DataType{0, 8, 1}, {static_cast<int64_t>(kSize)}, 1, 0, 0, data}, 0});
  }
  return all;
}

TEST(AssemblyRebuild, TensorsThatDifferAtTheEndAreNotTheSame) {
  Executable e = executableFrom("@f(x):\n  ret %0\n");
  const auto weights = addWeights(e, {1, 2, 3});
  EXPECT_EQ(assembly::whyNotRebuilt(e), std::nullopt);
  addWeights(e, {4, 2});
  EXPECT_EQ(assembly::whyNotRebuilt(e), "constants 1 and 4 are equal");
}

TEST(AssemblyRebuild, WeightsAreReadInPiecesAndOnlyWhereTheirHeadsAreEqual) {
  Executable e = executableFrom("@f(x):\n  ret %0\n");
  const auto alone = addWeights(e, {1});
  EXPECT_EQ(assembly::whyNotRebuilt(e), std::nullopt);
  EXPECT_EQ(alone[0]->copied, 0u);
  const auto more = addWeights(e, {2, 3, 4});
  EXPECT_EQ(assembly::whyNotRebuilt(e), std::nullopt);
  EXPECT_EQ(alone[0]->copied, kSize) << "once, however many have its head";
  for (const auto& each : more) {
    EXPECT_EQ(each->copied, kSize);
    EXPECT_LE(each->kept, 256u);
  }
}

TEST(AssemblyRebuild, EmptyTensorsOfOtherTypesAreNotTheSame) {
  Executable e = executableFrom(
      "@f(x):\n  ret %0\n.const c[0] = tensor int8[0] {}\n.const c[1] = tensor int16[0] {}\n.const c[2] = tensor int8[0, 2] {}\n");
  EXPECT_EQ(assembly::whyNotRebuilt(e), std::nullopt);
  e.constants.push_back(e.constants[1]);
  EXPECT_EQ(assembly::whyNotRebuilt(e), "constants 1 and 3 are equal");
}

}  // namespace
}  // namespace relaxscope
