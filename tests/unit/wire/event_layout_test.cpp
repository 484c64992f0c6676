// SPDX-License-Identifier: Apache-2.0
// The bytes of an event batch are fixed by the protocol version, independent of the column order in the code.
#include <gtest/gtest.h>

#include <string>

#include "tests/unit/wire/sample_messages.h"

namespace relaxscope::wire {
namespace {

std::string hex(const std::vector<uint8_t>& bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (const uint8_t byte : bytes) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

TEST(EventLayout, ABatchOfProtocolEight) {
  ASSERT_EQ(kProtocolVersion, 8u) << "a new version has a layout of its own: write it down here";
  const std::string expected =
      "790100000a02000000000000000100000000000000030000000000000001000000000000000100000000000000020000"
      "0000000000ffffffffffffffff020000000000000000000000000000000300000001000000ffffffffffffffff000000"
      "000000000000000000000000000000000000000000000000000000000000000000000000000400000000000000050000"
      "000000000000000000000000000600000002000000010000000200000003000000040000000500000006000000070000"
      "00000000000800000000000000000000000000f83f0500000000000000f7ffffffffffffff0700000000000000000000"
      "000000000001000000020007020220010001000000f8ffffffffffffff09000000000000000400000000000000010000"
      "0000000000000000000300000004000000010000004d0000000000000001000000000000001000000000000000080000"
      "0000000000180000000000000001000000ffffffff000000000100000001000000ffffffff0100ffff00000700";
  EXPECT_EQ(hex(encode(sampleBatch())), expected);
}

}  // namespace
}  // namespace relaxscope::wire
