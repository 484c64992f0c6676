// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/code/disassembly.h"

#include <gtest/gtest.h>

#include "tests/support/code_image.h"

namespace relaxscope {
namespace {

using test::CodeImage;
using Lines = std::vector<std::string>;

Result<Lines> linesOf(const CodeImage& image, std::string_view kernel) {
  return disassembly(Bytes::own(image.build()), LibraryEra::From022, kernel);
}

TEST(Disassembly, HasALinePerInstructionWithWhatItNames) {
  CodeImage image;
  const uint64_t signature = image.text("add(lv: Tensor([n], float32))"), name = image.text("lv");
  const uint64_t number = image.constant(std::string("\0\0\x80\x3f", 4));
  const uint64_t local = image.code("31c0 c3"), stub = image.import("expf");
  const uint64_t entry = image.code("488d05", signature);
  image.code("488d05", name);
  image.code("f30f5905", number);
  image.code("74f6 90");
  image.code("e8", local);
  image.code("e8", stub);
  image.code("488b05", image.variablesAt);
  image.code("ffd0 ebe0");
  image.symbol("__tvm_ffi_add", entry);
  const auto lines = linesOf(image, "add");
  ASSERT_TRUE(lines.ok()) << lines.error().message;
  const Lines expected{"function 0",
                       "    48 8d 05 .. .. .. ..  \"($0: Tensor([%0], float32))\"",
                       "    48 8d 05 .. .. .. ..  \"$0\"",
                       "L1:",
                       "    f3 0f 59 05 .. .. .. ..  00 00 80 3f",
                       "    je L1",
                       "    call function 1",
                       "    call expf",
                       "    48 8b 05 .. .. .. ..  variable 0",
                       "    ff d0",
                       "    jmp L1",
                       "function 1",
                       "    31 c0",
                       "    ret"};
  EXPECT_EQ(*lines, expected);
}

TEST(Disassembly, ASwitchNamesItsTargets) {
  CodeImage image;
  const uint64_t entry = image.code("488d05", image.constantsAt);
  image.code("ffe2");
  const uint64_t first = image.code("c3"), second = image.code("0f0b");
  std::string distances;
  for (const uint64_t target : {second, first})
    for (int shift = 0; shift < 32; shift += 8) distances += static_cast<char>((target - image.constantsAt) >> shift);
  image.constant(distances);
  image.symbol("__tvm_ffi_add", entry);
  const auto lines = linesOf(image, "add");
  ASSERT_TRUE(lines.ok()) << lines.error().message;
  EXPECT_EQ(*lines, (Lines{"function 0", "    48 8d 05 .. .. .. ..  L1 L2", "    ff e2", "L1:", "    0f 0b",
                           "L2:", "    ret"}));
}

TEST(Disassembly, LongDataIsToldApartByItsDigest) {
  const auto lastLine = [](char last) {
    CodeImage image;
    const uint64_t data = image.constant("\1" + std::string(400, '\2') + last);
    const uint64_t entry = image.code("488d05", data);
    image.code("c3");
    image.symbol("__tvm_ffi_add", entry);
    return linesOf(image, "add")->at(1);
  };
  EXPECT_TRUE(lastLine('\3').starts_with("    48 8d 05 .. .. .. ..  01 02 02")) << lastLine('\3');
  EXPECT_NE(lastLine('\3').find(" ... (402 bytes, "), std::string::npos) << lastLine('\3');
  EXPECT_NE(lastLine('\3'), lastLine('\4'));
}

TEST(Disassembly, ErrorsSayWhatIsMissing) {
  CodeImage image;
  image.symbol("__tvm_ffi_add", image.code("06"));
  EXPECT_EQ(linesOf(image, "mul").error().message, "no kernel is named mul");
  EXPECT_EQ(linesOf(image, "add").error().message, "no instruction at 0x1000");
  image.machine = 183;
  EXPECT_EQ(linesOf(image, "add").error().message, "machine code of aarch64");
}

TEST(Disassembly, IsBounded) {
  CodeImage image;
  const uint64_t entry = image.here();
  for (int i = 0; i < 5000; ++i) image.code("31c0");
  image.textAt = 0x1000;
  image.constantsAt = 0x10000;
  image.variablesAt = 0x20000;
  image.code("c3");
  image.symbol("__tvm_ffi_add", entry);
  const auto lines = linesOf(image, "add");
  ASSERT_TRUE(lines.ok());
  EXPECT_EQ(lines->size(), 5002u);
}

}  // namespace
}  // namespace relaxscope
