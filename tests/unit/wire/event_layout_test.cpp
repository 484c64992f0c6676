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

TEST(EventLayout, ABatchOfProtocolsTwelveToEighteen) {
  ASSERT_EQ(kProtocolVersion, 18u) << "a new version has a layout of its own: write it down here";
  const std::string expected =
      "890100000a02000000000000000100000000000000030000000000000001000000000000000100000000000000010000"
      "00000000000200000000000000ffffffffffffffff020000000000000000000000000000000300000001000000ffffff"
      "ffffffffff00000000000000000000000000000000000000000000000000000000000000000000000000000000040000"
      "000000000005000000000000000000000000000000060000000200000001000000020000000300000004000000050000"
      "000600000007000000000000000800000000000000000000000000f83f0500000000000000f7ffffffffffffff070000"
      "0000000000000000000000000000000000000007020220010001000000f8ffffffffffffff0900000000000000040000"
      "00000000000100000000000000000000000300000004000000010000004d000000000000000100000000000000100000"
      "000000000008000000000000001800000000000000010000000000000001000000ffffffff0000000001000000010000"
      "00ffffffff0100ffff00000700";
  EXPECT_EQ(hex(encode(sampleBatch())), expected);
}

TEST(EventLayout, DeviceWorkOfProtocolsFifteenToEighteen) {
  WorkBatch batch;
  DeviceWork row;
  row.start = 1, row.duration = 2, row.queued = -3, row.bytes = 4;
  row.call = kNoEvent, row.node = 5;
  row.track = 6, row.name = 7, row.shape = 8, row.graph = kNoIndex;
  row.kind = 1;
  append(batch.rows, row);
  EXPECT_EQ(hex(encode(batch)),
            "4b000000"
            "11"
            "0100000000000000"
            "01000000000000000200000000000000fdffffffffffffff0400000000000000"
            "ffffffffffffffff0500000000000000"
            "060000000700000008000000ffffffff"
            "0100");
}

}  // namespace
}  // namespace relaxscope::wire
