// SPDX-License-Identifier: Apache-2.0
// Streams compressed by zlib's own deflate, for the readers under test.
#pragma once

#include <gtest/gtest.h>
#include <zlib.h>

#include <string>
#include <utility>
#include <vector>

#include "vmcore/format/container/inflate.h"

namespace relaxscope::test {

inline Bytes deflated(const std::string& text, DeflateForm form) {
  z_stream z{};
  EXPECT_EQ(deflateInit2(&z, 9, Z_DEFLATED, form == DeflateForm::Raw ? -15 : 15 + 16, 9, Z_DEFAULT_STRATEGY), Z_OK);
  std::vector<uint8_t> out(deflateBound(&z, text.size()) + 64);
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  z.avail_in = static_cast<uInt>(text.size());
  z.next_out = out.data();
  z.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&z, Z_FINISH), Z_STREAM_END);
  out.resize(z.total_out);
  deflateEnd(&z);
  return Bytes::own(std::move(out));
}

}  // namespace relaxscope::test
