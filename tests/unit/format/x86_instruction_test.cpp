// SPDX-License-Identifier: Apache-2.0
// Sizes and operands as GNU as and objdump 2.40 have them.
#include "vmcore/format/code/x86_instruction.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace relaxscope {
namespace {

using Flow = X86Instruction::Flow;

std::vector<uint8_t> bytesOfHex(const std::string& hex) {
  std::vector<uint8_t> bytes;
  for (size_t at = 0; at < hex.size(); at += 2)
    bytes.push_back(static_cast<uint8_t>(std::stoi(hex.substr(at, 2), nullptr, 16)));
  return bytes;
}

struct OperandRow {
  const char* text;
  const char* hex;
  int operandBytes;  ///< -1: it has no operand at an address
};
constexpr OperandRow kOperands[] = {
    {"lea rdx,[rip+0x1000]", "488d1500100000", 0},
    {"mov rdi,[rip+0x1000]", "488b3d00100000", 8},
    {"mov word ptr [rip+0x1000],0x1234", "66c705001000003412", 2},
    {"mov dword ptr [rip+0x1000],0x1234", "c7050010000034120000", 4},
    {"cmp byte ptr [rip+0x1000],0", "803d0010000000", 1},
    {"test byte ptr [rip+0x1000],1", "f6050010000001", 1},
    {"imul edi,[rip+0x1000],0x1234", "693d0010000034120000", 4},
    {"movzx edx,word ptr [rip+0x1000]", "0fb71500100000", 2},
    {"call [rip+0x1000]", "ff1500100000", 8},
    {"push [rip+0x1000]", "ff3500100000", 8},
    {"fld tbyte ptr [rip+0x1000]", "db2d00100000", 10},
    {"movaps xmm3,[rip+0x1000]", "0f281d00100000", 16},
    {"movss xmm0,[rip+0x1000]", "f30f100500100000", 4},
    {"mulsd xmm0,[rip+0x1000]", "f20f590500100000", 8},
    {"cvtps2pd xmm1,[rip+0x1000]", "0f5a0d00100000", 8},
    {"cvtdq2pd xmm1,[rip+0x1000]", "f30fe60d00100000", 8},
    {"pmovzxbw xmm1,[rip+0x1000]", "660f38300d00100000", 8},
    {"insertps xmm8,[rip+0x1000],0x30", "66440f3a21050010000030", 4},
    {"vaddss xmm1,xmm2,[rip+0x1000]", "c5ea580d00100000", 4},
    {"vmovaps ymm1,[rip+0x1000]", "c5fc280d00100000", 32},
    {"vpslld zmm1,zmm2,xmmword ptr [rip+0x1000]", "62f16d48f20d00100000", 16},
    {"vpdpbusd zmm1,zmm2,[rip+0x1000]", "62f26d48500d00100000", 64},
    {"vpdpbusd zmm1,zmm2,[rip+0x1000]{1to16}", "62f26d58500d00100000", 4},
    {"vaddph zmm1,zmm2,[rip+0x1000]{1to32}", "62f56c58580d00100000", 2},
    {"vfmadd231sh xmm1,xmm2,[rip+0x1000]", "62f66d08b90d00100000", 2},
    {"vscalefss xmm1,xmm2,[rip+0x1000]", "62f26d082d0d00100000", 4},
    {"kmovq k1,[rip+0x1000]", "c4e1f8900d00100000", 8},
    {"shlx eax,[rip+0x1000],ebx", "c4e261f70500100000", 4},
    {"crc32 eax,byte ptr [rip+0x1000]", "f20f38f00500100000", 1},
    {"movabs rax,0x123456789abcdef0", "48b8f0debc9a78563412", -1},
    {"movabs eax,[0xd26d176fbdc700c2]", "a1c200c7bd6f176dd2", -1},
    {"movzx eax,byte ptr [r12+0x80]", "410fb6842480000000", -1},
    {"movss xmm12,[r12+4]", "f3450f10642404", -1},
    {"vpternlogd ymm4{k1}{z},ymm3,ymm2,1", "62f365a925e201", -1},
    {"vinserti128 ymm1,ymm1,[r12+0x10],1", "c4c375384c241001", -1},
    {"enter 0xd2d0,0xb8", "c8d0d2b8", -1},
    {"vzeroupper", "c5f877", -1},
    {"rep movsb", "f3a4", -1},
    {"tileloadd tmm1,[rax+rbx]", "c4e27b4b0c18", -1},
};

TEST(X86Instruction, HasTheSizeAndOperandThatTheAssemblerGivesIt) {
  for (const OperandRow& row : kOperands) {
    const std::vector<uint8_t> bytes = bytesOfHex(row.hex);
    std::vector<uint8_t> longer = bytes;
    longer.insert(longer.end(), 15, 0);
    const auto found = decodeX86(longer);
    ASSERT_TRUE(found) << row.text;
    EXPECT_EQ(found->size, bytes.size()) << row.text;
    EXPECT_EQ(found->relative, row.operandBytes >= 0) << row.text;
    EXPECT_EQ(found->flow, std::string(row.text).starts_with("call") ? Flow::CallThrough : Flow::Next) << row.text;
    if (row.operandBytes < 0) continue;
    EXPECT_EQ(found->operandBytes, row.operandBytes) << row.text;
    EXPECT_EQ(found->target, 0x1000) << row.text;
  }
}

TEST(X86Instruction, CutOffIsNone) {
  for (const OperandRow& row : kOperands) {
    const std::vector<uint8_t> bytes = bytesOfHex(row.hex);
    for (size_t size = 0; size < bytes.size(); ++size)
      EXPECT_FALSE(decodeX86(std::span(bytes).first(size))) << row.text << " of " << size;
  }
}

TEST(X86Instruction, LeadsToWhereABranchOrCallGoes) {
  struct {
    const char* hex;
    Flow flow;
    int64_t target;
  } const rows[] = {{"eb10", Flow::Jump, 16},       {"e94a030000", Flow::Jump, 0x34a},
                    {"75fe", Flow::Branch, -2},     {"0f85400a0000", Flow::Branch, 0xa40},
                    {"e3d2", Flow::Branch, -46},    {"e8305a0700", Flow::Call, 0x75a30},
                    {"ffe0", Flow::JumpThrough, 0}, {"ffd0", Flow::CallThrough, 0},
                    {"c3", Flow::Return, 0},        {"c21000", Flow::Return, 0},
                    {"0f0b", Flow::Stop, 0},        {"cc", Flow::Stop, 0},
                    {"f4", Flow::Stop, 0},          {"f30f1efa", Flow::Next, 0}};
  for (const auto& row : rows) {
    const auto found = decodeX86(bytesOfHex(row.hex));
    ASSERT_TRUE(found) << row.hex;
    EXPECT_EQ(found->flow, row.flow) << row.hex;
    EXPECT_EQ(found->target, row.target) << row.hex;
  }
}

TEST(X86Instruction, PaddingDoesNothing) {
  for (const char* hex : {"90", "6690", "0f1f00", "0f1f440000", "662e0f1f840000000000"}) {
    const auto found = decodeX86(bytesOfHex(hex));
    EXPECT_TRUE(found && found->padding && found->size == bytesOfHex(hex).size()) << hex;
  }
  EXPECT_FALSE(decodeX86(bytesOfHex("f390"))->padding) << "pause";
}

TEST(X86Instruction, WhatThe64BitModeDoesNotHaveIsNone) {
  for (const char* hex : {"06", "27", "60", "9a00000000", "ce", "d60000", "ea00000000", "62f06d4850c0"})
    EXPECT_FALSE(decodeX86(bytesOfHex(hex))) << hex;
}

}  // namespace
}  // namespace relaxscope
