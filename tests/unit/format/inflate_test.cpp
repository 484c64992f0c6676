// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/container/inflate.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/format/deflated.h"

namespace relaxscope {
namespace {

using End = Inflated::End;
using test::deflated;

TEST(Inflate, UnpacksUpToTheLimit) {
  for (const DeflateForm form : {DeflateForm::Raw, DeflateForm::Gzip})
    for (const size_t size : {size_t{0}, size_t{1}, size_t{65536}, size_t{65537}, size_t{3} << 20}) {
      const std::string text(size, 'q');
      const Bytes packed = deflated(text, form);
      const Inflated exact = inflateBytes(packed, form, size), roomy = inflateBytes(packed, form, size + 100);
      EXPECT_EQ(exact.end, End::Done) << size;
      EXPECT_EQ(exact.bytes.text(), text);
      EXPECT_EQ(exact.taken, packed.size());
      EXPECT_EQ(roomy.end, End::Done);
      EXPECT_EQ(roomy.bytes.size(), size);
      if (size > 0) { EXPECT_EQ(inflateBytes(packed, form, size - 1).end, End::TooLong) << size; }
    }
}

TEST(Inflate, WhatFollowsTheStreamIsLeft) {
  const Bytes packed = deflated("some text", DeflateForm::Raw);
  const Inflated result = inflateBytes(Bytes::copyOf(std::string(packed.text()) + "more"), DeflateForm::Raw, 100);
  EXPECT_EQ(result.end, End::Done);
  EXPECT_EQ(result.bytes.text(), "some text");
  EXPECT_EQ(result.taken, packed.size());
}

TEST(Inflate, SaysHowItEnds) {
  const Bytes whole = deflated("some text, some text, some text", DeflateForm::Gzip);
  for (size_t length = 0; length < whole.size(); ++length)
    EXPECT_EQ(inflateBytes(whole.slice(0, length), DeflateForm::Gzip, 100).end, End::CutShort) << length;
  const Inflated damaged = inflateBytes(Bytes::copyOf("no gzip at all"), DeflateForm::Gzip, 100);
  EXPECT_EQ(damaged.end, End::Damaged);
  EXPECT_EQ(damaged.reason, "incorrect header check");
}

}  // namespace
}  // namespace relaxscope
