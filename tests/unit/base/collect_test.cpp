// SPDX-License-Identifier: Apache-2.0
#include "vmcore/base/text/collect.h"

#include <gtest/gtest.h>

namespace relaxscope {
namespace {

void threePieces(const TextSink& sink) {
  for (const char* piece : {"one ", "two ", "three"})
    if (!sink(piece)) return;
}

TEST(Collect, AllPieces) {
  EXPECT_EQ(collectText(threePieces), "one two three");
  EXPECT_EQ(collectText(threePieces, 100), "one two three");
}

TEST(Collect, StopsAtTheLimit) {
  EXPECT_EQ(collectTextUpTo(13, threePieces), "one two three");
  EXPECT_EQ(collectTextUpTo(12, threePieces), std::nullopt);
  int pieces = 0;
  EXPECT_EQ(collectTextUpTo(7,
                            [&](const TextSink& sink) {
                              while (sink("four")) ++pieces;
                            }),
            std::nullopt);
  EXPECT_EQ(pieces, 1);
}

}  // namespace
}  // namespace relaxscope
