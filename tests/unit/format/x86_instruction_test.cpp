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

TEST(X86Instruction, IsOfTheSetThatOnlyEncodesIt) {
  struct {
    const char* text;
    const char* hex;
    const char* set;
  } const rows[] = {{"add eax,ebx", "01d8", "scalar"},
                    {"imul rax,rbx", "480fafc3", "scalar"},
                    {"prefetcht0 [rax]", "0f1808", "scalar"},
                    {"popcnt eax,ebx", "f30fb8c3", "scalar"},
                    {"paddd mm0,mm1", "0ffec1", "scalar"},
                    {"addss xmm0,xmm1", "f30f58c1", "SSE2"},
                    {"movaps xmm0,xmm1", "0f28c1", "SSE2"},
                    {"paddd xmm0,xmm1", "660ffec1", "SSE2"},
                    {"movd xmm0,eax", "660f6ec0", "SSE2"},
                    {"movdqu xmm0,[rax]", "f30f6f00", "SSE2"},
                    {"haddps xmm0,xmm1", "f20f7cc1", "SSE3"},
                    {"pshufb xmm0,xmm1", "660f3800c1", "SSSE3"},
                    {"pmulld xmm0,xmm1", "660f3840c1", "SSE4.1"},
                    {"roundps xmm0,xmm1,1", "660f3a08c101", "SSE4.1"},
                    {"pcmpgtq xmm0,xmm1", "660f3837c1", "SSE4.2"},
                    {"crc32 eax,bl", "f20f38f0c3", "scalar"},
                    {"vaddps ymm0,ymm1,ymm2", "c5f458c2", "AVX"},
                    {"vpaddd xmm0,xmm1,xmm2", "c5f1fec2", "AVX"},
                    {"vmovdqu ymm0,[rax]", "c5fe6f00", "AVX"},
                    {"vzeroupper", "c5f877", "AVX"},
                    {"vpaddd ymm0,ymm1,ymm2", "c5f5fec2", "AVX2"},
                    {"vpbroadcastd ymm0,xmm1", "c4e27d58c1", "AVX2"},
                    {"vpsrlvd xmm0,xmm1,xmm2", "c4e27145c2", "AVX2"},
                    {"vextracti128 xmm0,ymm1,1", "c4e37d39c801", "AVX2"},
                    {"vextractf128 xmm0,ymm1,1", "c4e37d19c801", "AVX"},
                    {"vfmadd213ps ymm0,ymm1,ymm2", "c4e275a8c2", "AVX, FMA"},
                    {"vcvtph2ps ymm0,xmm1", "c4e27d13c1", "AVX, F16C"},
                    {"{vex} vpdpbusd ymm0,ymm1,ymm2", "c4e27550c2", "AVX-VNNI"},
                    {"andn eax,ebx,ecx", "c4e260f2c1", "scalar"},
                    {"rorx eax,ebx,5", "c4e37bf0c305", "scalar"},
                    {"kandw k1,k2,k3", "c5ec41cb", "AVX-512"},
                    {"vaddps zmm0,zmm1,zmm2", "62f1744858c2", "AVX-512"},
                    {"vaddps ymm16,ymm1,ymm2", "62e1742858c2", "AVX-512"},
                    {"tdpbssd tmm0,tmm1,tmm2", "c4e26b5ec1", "AMX"}};
  for (const auto& row : rows) {
    const auto found = decodeX86(bytesOfHex(row.hex));
    ASSERT_TRUE(found && found->size == bytesOfHex(row.hex).size()) << row.text;
    EXPECT_EQ(vectorSetText(found->sets), row.set) << row.text;
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
