// SPDX-License-Identifier: Apache-2.0
#include "vmcore/model/data_type.h"

#include <gtest/gtest.h>

namespace relaxscope {
namespace {

struct Row {
  DataType type;
  const char* name;
  const char* shortName;
};
// Names as TVM 0.27 prints them.
const Row kRows[] = {
    {{0, 64, 1}, "int64", "i64"},
    {{1, 1, 1}, "uint1", "u1"},
    {{2, 32, 1}, "float32", "f32"},
    {{2, 32, 4}, "float32x4", "f32x4"},
    {{2, 32, 0xfffc}, "float32xvscalex4", "f32xvscalex4"},
    {{2, 32, 0x8000}, "float32xvscalex32768", "f32xvscalex32768"},
    {{3, 0, 0}, "", "void"},
    {{3, 64, 1}, "handle", "handle"},
    {{4, 16, 1}, "bfloat16", "bf16"},
    {{6, 8, 1}, "bool", "bool"},
    {{6, 1, 1}, "bool1", "bool1"},
    {{6, 8, 2}, "boolx2", "boolx2"},
    {{7, 8, 1}, "float8_e3m4", "f8_e3m4"},
    {{8, 8, 1}, "float8_e4m3", "f8_e4m3"},
    {{9, 8, 1}, "float8_e4m3b11fnuz", "f8_e4m3b11fnuz"},
    {{10, 8, 1}, "float8_e4m3fn", "f8_e4m3fn"},
    {{11, 8, 1}, "float8_e4m3fnuz", "f8_e4m3fnuz"},
    {{12, 8, 1}, "float8_e5m2", "f8_e5m2"},
    {{13, 8, 1}, "float8_e5m2fnuz", "f8_e5m2fnuz"},
    {{14, 8, 1}, "float8_e8m0fnu", "f8_e8m0fnu"},
    {{15, 6, 1}, "float6_e2m3fn", "f6_e2m3fn"},
    {{16, 6, 1}, "float6_e3m2fn", "f6_e3m2fn"},
    {{17, 4, 1}, "float4_e2m1fn", "f4_e2m1fn"},
    {{17, 4, 2}, "float4_e2m1fnx2", "f4_e2m1fnx2"},
    {{5, 64, 1}, "<dtype code 5 bits 64 lanes 1>", "<dtype code 5 bits 64 lanes 1>"},
    {{200, 8, 1}, "<dtype code 200 bits 8 lanes 1>", "<dtype code 200 bits 8 lanes 1>"},
};

TEST(DataType, PrintsAndReadsEveryName) {
  for (const Row& row : kRows) {
    EXPECT_EQ(row.type.name(), row.name);
    EXPECT_EQ(row.type.shortName(), row.shortName);
    const auto back = parseDataType(row.name);
    ASSERT_TRUE(back.ok()) << row.name;
    EXPECT_EQ(*back, row.type) << row.name;
    for (const std::string& name : {row.type.name(), row.type.shortName()}) {
      const auto any = parseAnyDataType(name);
      ASSERT_TRUE(any.ok() || name == "void") << name;
      EXPECT_EQ(*any, row.type) << name;
    }
  }
  for (const char* name : {"f", "i", "f3x", "bf", "f8_e4m3q", "x4"}) EXPECT_FALSE(parseAnyDataType(name).ok()) << name;
  EXPECT_FALSE(parseDataType("f32").ok());
}

TEST(DataType, LanesOfZeroAndMinusOnePrintNothing) {
  EXPECT_EQ((DataType{2, 32, 0}).name(), "float32");
  EXPECT_EQ((DataType{2, 32, 0xffff}).name(), "float32");
  EXPECT_EQ((DataType{10, 99, 1}).name(), "float8_e4m3fn");
}

TEST(DataType, EveryTripleHasAName) {
  for (int code = 0; code < 256; ++code)
    for (const int bits : {0, 1, 8, 255})
      for (const int lanes : {0, 1, 2, 0x7fff, 0x8000, 0xffff}) {
        const DataType type{static_cast<uint8_t>(code), static_cast<uint8_t>(bits), static_cast<uint16_t>(lanes)};
        EXPECT_FALSE(type.shortName().empty());
        const auto back = parseDataType(type.name());
        ASSERT_TRUE(back.ok()) << type.name();
        EXPECT_EQ(type.nameReadsBack(), *back == type) << type.name();
      }
}

TEST(DataType, RefusesWhatIsNoName) {
  for (const char* text :
       {"float", "int", "floatx4", "float32x", "float32x0", "float32y", "float300", "float8_e4m3g", "complex64",
        " float32", "float32 ", "float32x99999", "float32x32768", "float32xvscalex32769",
        "<dtype code 256 bits 8 lanes 1>", "<dtype code 5 bits 64 lanes 1"}) {
    const auto type = parseDataType(text);
    ASSERT_FALSE(type.ok()) << text;
    EXPECT_NE(type.error().message.find(text), std::string::npos);
  }
}

TEST(DataType, ElementBytesRoundUpAndIgnoreLanes) {
  EXPECT_EQ((DataType{17, 4, 1}).elementBytes(), 1);
  EXPECT_EQ((DataType{0, 1, 1}).elementBytes(), 1);
  EXPECT_EQ((DataType{2, 16, 4}).elementBytes(), 2);
  EXPECT_EQ((DataType{2, 64, 1}).elementBytes(), 8);
}

}  // namespace
}  // namespace relaxscope
