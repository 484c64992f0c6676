// SPDX-License-Identifier: Apache-2.0
// Cells of CSV: what RFC 4180 quotes, and what a spreadsheet would compute.
#include <gtest/gtest.h>

#include <string>

#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

TEST(Csv, QuotesWhatDividesCells) {
  EXPECT_EQ(csvCell("matmul"), "matmul");
  EXPECT_EQ(csvCell(""), "");
  EXPECT_EQ(csvCell("a,b"), "\"a,b\"");
  EXPECT_EQ(csvCell("a;=1"), "\"a;=1\"") << "which divides cells in some languages";
  EXPECT_EQ(csvCell("say \"x\""), "\"say \"\"x\"\"\"");
  EXPECT_EQ(csvCell("two\nlines"), "two\\nlines") << "one row per line";
}

TEST(Csv, AFormulaIsShownNotComputed) {
  EXPECT_EQ(csvCell("=1+2"), "\"'=1+2\"");
  EXPECT_EQ(csvCell("=HYPERLINK(\"x\")"), "\"'=HYPERLINK(\"\"x\"\")\"");
  for (const char* text :
       {"+cmd", "-x", "-", "@SUM(A1)", "\t=1", "\uFF1D1", "\uFF20x", "+ 1", "-2+3+cmd|' /C calc'!A0", "+1+x", "--1"})
    EXPECT_EQ(csvCell(text), std::string("\"'") + text + "\"");
  EXPECT_EQ(csvCell("\r=1"), "\"'\\x0d=1\"");
}

TEST(Csv, NumbersAndOtherTextsStay) {
  for (const char* text : {"-1", "+2", "-1.5e-3", "1=1", "a-b", "'quoted", "é 矩阵"}) EXPECT_EQ(csvCell(text), text);
}

TEST(Csv, AProgramReadsWhatIsWritten) {
  for (const char* text : {"=1+2", "-x", "@a"}) EXPECT_EQ(csvCell(text, CsvReader::Program), text);
  EXPECT_EQ(csvCell("=a,b", CsvReader::Program), "\"=a,b\"");
}

}  // namespace
}  // namespace relaxscope
