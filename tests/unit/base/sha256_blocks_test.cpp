// SPDX-License-Identifier: Apache-2.0
// The fast SHA-256 compared with the portable one; the digests themselves are tested with the protocol.
#include "vmcore/base/bytes/sha256_blocks.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "vmcore/base/bytes/sha256.h"

namespace relaxscope {
namespace {

TEST(Sha256Blocks, InstructionsAgreeWithThePortableForm) {
  if (!sha256::hasX86()) GTEST_SKIP() << "this processor has no SHA instructions";
  std::mt19937 random(9);
  std::vector<uint8_t> data(64 * 17);
  for (int round = 0; round < 50; ++round) {
    for (uint8_t& byte : data) byte = static_cast<uint8_t>(random());
    sha256::State a, b;
    for (size_t i = 0; i < a.size(); ++i) a[i] = b[i] = static_cast<uint32_t>(random());
    sha256::blocksPortable(a, data.data(), 17);
    sha256::blocksX86(b, data.data(), 17);
    ASSERT_EQ(a, b);
  }
}

TEST(Sha256Blocks, AMillionLettersInAnyPieces) {
  // The third test vector of FIPS 180-4's examples.
  const std::vector<uint8_t> letters(1'000'000, 'a');
  EXPECT_EQ(sha256Hex(letters), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  Sha256 whole, pieces;
  whole.update(letters);
  for (size_t at = 0, size = 1; at < letters.size(); at += size, size = size % 200 + 7)
    pieces.update(std::span(letters).subspan(at, std::min(size, letters.size() - at)));
  EXPECT_EQ(whole.finish(), pieces.finish());
}

}  // namespace
}  // namespace relaxscope
