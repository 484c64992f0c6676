// SPDX-License-Identifier: Apache-2.0
// Text of files as it is shown: nothing in it moves the cursor, turns the direction or is drawn over its neighbours.
#include <gtest/gtest.h>

#include <string>

#include "vmcore/base/json/writer.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

TEST(Printable, EscapesWhatIsDrawnOverOthers) {
  EXPECT_EQ(printable("a\x1b[31mb\x08\x7f"), "a\\x1b[31mb\\x08\\x7f");
  EXPECT_EQ(printable("one\ntwo\tthree\r"), "one\\ntwo\tthree\\x0d");
  EXPECT_EQ(printable("a\xc2\x85\xc2\x9b"), "a\\xc2\\x85\\xc2\\x9b") << "C1 controls";
  EXPECT_EQ(printable("a\xe2\x80\xae"
                      "b"),
            "a\\xe2\\x80\\xaeb")
      << "right-to-left override";
  for (const char* mark :
       {"\xe2\x80\x8e", "\xe2\x80\x8f", "\xe2\x80\xa8", "\xe2\x80\xa9", "\xe2\x81\xa6", "\xe2\x81\xa9"})
    EXPECT_EQ(printable(mark).size(), 12u) << printable(mark);
  EXPECT_EQ(printable("\xd8\x9c"), "\\xd8\\x9c") << "Arabic letter mark";
}

TEST(Printable, InJsonTheyAreEscapes) {
  EXPECT_EQ(jsonString("a\x1b\x7f\n\t\r"), R"("a\u001b\u007f\n\t\u000d")");
  EXPECT_EQ(jsonString("\xc2\x9b"), R"("\u009b")");
  EXPECT_EQ(jsonString("\xd8\x9c"), R"("\u061c")");
  EXPECT_EQ(jsonString("a\xe2\x80\xae\xe2\x81\xa9\xe2\x80\xa8"
                       "b"),
            R"("a\u202e\u2069\u2028b")");
  EXPECT_EQ(jsonString("é 矩阵 \xe2\x80\x8d"), "\"é 矩阵 \xe2\x80\x8d\"");
}

TEST(Printable, KeepsOtherCharacters) {
  for (const char* text : {"é 矩阵", "\xc2\xa0", "\xe2\x80\x8d", "\xe2\x80\xa7", "\xe2\x80\xaf", "\xe2\x81\xa5",
                           "\xe2\x81\xaa", "\xf0\x9f\x98\x80"})
    EXPECT_EQ(printable(text), text);
  EXPECT_EQ(printable("\xff\xc3"), "\\xff\\xc3");
}

TEST(Printable, OfOutputKeepsControls) {
  EXPECT_EQ(printable("a\x1b[31m\n\xe2\x80\xae", false), "a\x1b[31m\n\xe2\x80\xae");
  EXPECT_EQ(printable("\xff\n", false), "\\xff\n");
}

TEST(Printable, OfLinesKeepsThem) {
  EXPECT_EQ(printableLines("one\n\ttwo\r\n\x1b[0m\xe2\x80\xae"), "one\n\ttwo\\x0d\n\\x1b[0m\\xe2\\x80\\xae");
  EXPECT_EQ(printableLines("\xff"), "\\xff");
}

}  // namespace
}  // namespace relaxscope
