// SPDX-License-Identifier: Apache-2.0
// TextBuffer and TextCursor: appended text arrives once and in order, wherever the end of the buffer falls.
#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <string>

#include "vmcore/base/text/text_buffer.h"

namespace relaxscope {
namespace {

/// Collects the output of a buffer.
struct Collected {
  std::string text;
  size_t pieces = 0, longest = 0;
  TextSink sink = [this](std::string_view piece) {
    text += piece;
    ++pieces;
    longest = std::max(longest, piece.size());
    return true;
  };
};

template <class Number>
std::string decimal(Number value) {
  Collected out;
  TextBuffer(out.sink).append(value);
  return out.text;
}

TEST(TextBuffer, NumbersAroundEveryChangeOfLength) {
  for (uint64_t power = 1;; power *= 10) {
    for (const uint64_t value : {power - 1, power, power + 1, power * 2 + 7}) {
      EXPECT_EQ(decimal(value), std::to_string(value));
      EXPECT_EQ(decimal(static_cast<int64_t>(value)), std::to_string(static_cast<int64_t>(value)));
      EXPECT_EQ(decimal(-static_cast<int64_t>(value / 2)), std::to_string(-static_cast<int64_t>(value / 2)));
    }
    if (power > std::numeric_limits<uint64_t>::max() / 10) break;
  }
  EXPECT_EQ(decimal(std::numeric_limits<int64_t>::min()), "-9223372036854775808");
  EXPECT_EQ(decimal(std::numeric_limits<uint64_t>::max()), "18446744073709551615");
}

TEST(TextBuffer, EveryNumberOfUpToFourDigits) {
  std::string expected;
  Collected out;
  {
    TextBuffer buffer(out.sink);
    for (int64_t value = -9999; value <= 9999; ++value) {
      buffer.append(value);
      buffer.append('\n');
      expected += std::to_string(value) + '\n';
    }
  }
  EXPECT_EQ(out.text, expected);
}

/// Appends a piece of a random kind to both.
template <class Out>
void appendRandom(Out& out, std::string& expected, std::mt19937& random) {
  const auto upTo = [&](int64_t most) { return std::uniform_int_distribution<int64_t>(0, most)(random); };
  switch (upTo(4)) {
    case 0: {
      const std::string piece(static_cast<size_t>(upTo(80)), static_cast<char>('a' + upTo(25)));
      out.append(std::string_view(piece));
      expected += piece;
      break;
    }
    case 1: {
      const int64_t value = static_cast<int64_t>(random()) << upTo(30);
      out.append(value);
      expected += std::to_string(value);
      break;
    }
    case 2:
      out.append('x');
      expected += 'x';
      break;
    case 3: {
      const int64_t count = upTo(60) - 10;
      out.pad(count);
      expected.append(static_cast<size_t>(std::max<int64_t>(count, 0)), ' ');
      break;
    }
    default: out.append("fixed"); expected += "fixed";
  }
}

TEST(TextBuffer, PiecesOfEveryKindAcrossManyFlushes) {
  std::mt19937 random(1);
  std::string expected;
  Collected out;
  {
    TextBuffer buffer(out.sink);
    for (int i = 0; i < 20'000; ++i) {
      appendRandom(buffer, expected, random);
      ASSERT_EQ(buffer.written(), expected.size());
    }
  }
  EXPECT_EQ(out.text, expected);
  EXPECT_GT(out.pieces, 4U);
  EXPECT_LE(out.longest, TextBuffer::kCapacity);
}

TEST(TextBuffer, CursorsGoOnWhereTheBufferIs) {
  std::mt19937 random(2);
  std::string expected;
  Collected out;
  {
    TextBuffer buffer(out.sink);
    for (int line = 0; line < 2'000; ++line) {
      appendRandom(buffer, expected, random);
      TextCursor cursor(buffer);
      for (int i = 0; i < 9; ++i) {
        appendRandom(cursor, expected, random);
        ASSERT_EQ(cursor.written(), expected.size());
      }
    }
    ASSERT_EQ(buffer.written(), expected.size());
  }
  EXPECT_EQ(out.text, expected);
  EXPECT_GT(out.pieces, 4U);
}

TEST(TextBuffer, TextAsLongAsTheBufferAndLonger) {
  for (const size_t size :
       {TextBuffer::kCapacity - 1, TextBuffer::kCapacity, TextBuffer::kCapacity + 1, 3 * TextBuffer::kCapacity}) {
    const std::string piece(size, 'p');
    Collected out;
    {
      TextBuffer buffer(out.sink);
      buffer.append("before ");
      TextCursor(buffer).append(piece);
      EXPECT_EQ(buffer.written(), 7 + size);
      buffer.append(" after");
    }
    EXPECT_EQ(out.text, "before " + piece + " after");
  }
}

TEST(TextBuffer, NothingGoesToASinkThatRefused) {
  size_t pieces = 0;
  const TextSink refusing = [&](std::string_view) {
    ++pieces;
    return false;
  };
  {
    TextBuffer buffer(refusing);
    TextCursor cursor(buffer);
    for (int i = 0; i < 100'000; ++i) cursor.append("nobody reads this");
    EXPECT_TRUE(buffer.stopped());
  }
  EXPECT_EQ(pieces, 1U);
}

}  // namespace
}  // namespace relaxscope
