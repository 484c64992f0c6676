// SPDX-License-Identifier: Apache-2.0
#include "vmcore/base/bytes/sha256.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace relaxscope {
namespace {

std::string hexOf(const std::string& text) {
  return sha256Hex({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
}

// Examples of FIPS 180-4 and of NIST's test vectors.
TEST(Sha256, KnownDigests) {
  EXPECT_EQ(hexOf(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hexOf("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hexOf("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(hexOf(std::string(1'000'000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, PiecesOfAnySizeGiveTheSame) {
  const std::vector<uint8_t> bytes(1000, 7);
  for (const size_t piece : {size_t{1}, size_t{63}, size_t{64}, size_t{65}, size_t{999}}) {
    Sha256 hash;
    for (size_t at = 0; at < bytes.size(); at += piece)
      hash.update(std::span(bytes).subspan(at, std::min(piece, bytes.size() - at)));
    Sha256 whole;
    whole.update(bytes);
    EXPECT_EQ(hash.finish(), whole.finish()) << piece;
  }
}

}  // namespace
}  // namespace relaxscope
