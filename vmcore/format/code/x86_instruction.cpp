// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/code/x86_instruction.h"

#include "vmcore/format/code/x86_operand.h"

namespace relaxscope {
namespace {

using x86::Map;
using x86::Opcode;
using x86::Prefix;

constexpr size_t kMaxSize = 15;

/// Opcodes of the one-byte map that 64-bit mode does not have.
bool isInvalid(uint8_t code) {
  if (code < 0x40) return (code & 7) >= 6 && code != 0x0F;
  return code == 0x60 || code == 0x61 || code == 0x82 || code == 0x9A || code == 0xCE || x86::isIn(code, 0xD4, 0xD6) ||
         code == 0xEA;
}
bool hasModrm(uint8_t code) {
  if (code < 0x40) return (code & 7) < 4;
  return code == 0x63 || code == 0x69 || code == 0x6B || x86::isIn(code, 0x80, 0x8F) || code == 0xC0 || code == 0xC1 ||
         code == 0xC6 || code == 0xC7 || x86::isIn(code, 0xD0, 0xD3) || x86::isIn(code, 0xD8, 0xDF) || code == 0xF6 ||
         code == 0xF7 || code == 0xFE || code == 0xFF;
}
/// Of those after 0F.
bool hasNoModrm0F(uint8_t code) {
  return x86::isIn(code, 0x05, 0x0C) || code == 0x0E || x86::isIn(code, 0x30, 0x37) || code == 0x77 ||
         x86::isIn(code, 0x80, 0x8F) || x86::isIn(code, 0xA0, 0xA2) || x86::isIn(code, 0xA8, 0xAA) ||
         x86::isIn(code, 0xC8, 0xCF);
}
bool hasByte0F(uint8_t code) {
  return code == 0x0F || x86::isIn(code, 0x70, 0x73) || code == 0xA4 || code == 0xAC || code == 0xBA || code == 0xC2 ||
         x86::isIn(code, 0xC4, 0xC6);
}

class Decoder {
 public:
  explicit Decoder(std::span<const uint8_t> bytes) : bytes_(bytes.first(std::min(bytes.size(), kMaxSize))) {}

  std::optional<X86Instruction> run() {
    prefixes();
    opcode();
    if (!failed_ && hasModrm_) operands();
    immediate();
    if (failed_) return std::nullopt;
    if (out_.relative) out_.operandBytes = x86::operandBytes(op_);
    out_.sets = x86::vectorSets(op_);
    flow();
    out_.size = static_cast<uint8_t>(at_);
    out_.opcode = op_.code;
    return out_;
  }

 private:
  uint8_t next() {
    if (at_ < bytes_.size()) return bytes_[at_++];
    failed_ = true;
    return 0;
  }
  void skip(size_t count) {
    if (count > bytes_.size() - at_) failed_ = true;
    else at_ += count;
  }
  int64_t number(size_t count) {
    uint64_t value = 0;
    const size_t from = at_;
    skip(count);
    if (failed_) return 0;
    for (size_t i = 0; i < count; ++i) value |= uint64_t{bytes_[from + i]} << (8 * i);
    const int shift = static_cast<int>(64 - 8 * count);
    return static_cast<int64_t>(value << shift) >> shift;
  }

  void prefixes() {
    for (; at_ < bytes_.size(); ++at_) {
      switch (bytes_[at_]) {
        case 0x66: operand16_ = true; continue;
        case 0xF2: repeat_ = Prefix::XF2; continue;
        case 0xF3: repeat_ = Prefix::XF3; continue;
        case 0x67: address32_ = true; continue;
        case 0x26:
        case 0x2E:
        case 0x36:
        case 0x3E:
        case 0x64:
        case 0x65:
        case 0xF0: continue;
        default: break;
      }
      break;
    }
    if (at_ < bytes_.size() && x86::isIn(bytes_[at_], 0x40, 0x4F)) op_.wide = (bytes_[at_++] & 8) != 0;
    op_.prefix = repeat_ != Prefix::None ? repeat_ : operand16_ ? Prefix::X66 : Prefix::None;
  }

  void opcode() {
    op_.code = next();
    if (op_.code == 0x62) return evex();
    if (op_.code == 0xC4 || op_.code == 0xC5) return vex();
    if (op_.code != 0x0F) {
      if (isInvalid(op_.code)) failed_ = true;
      hasModrm_ = hasModrm(op_.code);
      return;
    }
    op_.map = Map::Of0F;
    op_.code = next();
    hasModrm_ = true;
    if (op_.code == 0x38 || op_.code == 0x3A) {
      op_.map = op_.code == 0x38 ? Map::Of0F38 : Map::Of0F3A;
      op_.code = next();
    } else {
      hasModrm_ = !hasNoModrm0F(op_.code);
    }
  }
  void vex() {
    const bool longForm = op_.code == 0xC4;
    const uint8_t first = longForm ? next() : 1, last = next();
    op_.wide = longForm && (last & 0x80) != 0;
    op_.vectorBytes = (last & 4) != 0 ? 32 : 16;
    vectorOpcode(first & 0x1F, last & 3);
  }
  void evex() {
    op_.evex = true;
    const uint8_t first = next(), second = next(), third = next();
    op_.wide = (second & 0x80) != 0;
    op_.vectorBytes = static_cast<uint8_t>(16 << std::min((third >> 5) & 3, 2));
    op_.broadcast = (third & 0x10) != 0;
    vectorOpcode(first & 7, second & 3);
  }
  void vectorOpcode(unsigned map, unsigned prefix) {
    if (map == 0 || map == 4 || map > 6) failed_ = true;
    op_.map = static_cast<Map>(map);
    op_.vector = true;
    constexpr Prefix kPrefixes[] = {Prefix::None, Prefix::X66, Prefix::XF3, Prefix::XF2};
    op_.prefix = kPrefixes[prefix];
    op_.code = next();
    hasModrm_ = map != 1 || op_.code != 0x77;  // vzeroupper
  }

  void operands() {
    const uint8_t modrm = next(), mode = modrm >> 6, low = modrm & 7;
    op_.field = (modrm >> 3) & 7;
    memory_ = mode != 3;
    if (!memory_) return;
    const bool indexed = low == 4;
    const uint8_t base = indexed ? next() & 7 : low;
    if (mode == 0 && !indexed && low == 5) return relative();
    if (mode == 1) skip(1);
    else if (mode == 2 || base == 5) skip(4);
  }
  void relative() {
    out_.relative = true;
    out_.displacementAt = static_cast<uint8_t>(at_);
    out_.displacementBytes = 4;
    out_.target = number(4);
  }

  void immediate() {
    if (failed_) return;
    switch (op_.map) {
      case Map::OneByte: return skip(op_.vector ? 0 : immediateBytes());
      case Map::Of0F:
        if (!op_.vector && x86::isIn(op_.code, 0x80, 0x8F)) return branch(4);
        return skip(hasModrm_ && hasByte0F(op_.code) ? 1 : 0);
      case Map::Of0F3A: return skip(1);
      default: return;
    }
  }
  void branch(size_t bytes) {
    out_.displacementAt = static_cast<uint8_t>(at_);
    out_.displacementBytes = static_cast<uint8_t>(bytes);
    out_.target = number(bytes);
  }
  /// Of the one-byte map, where branches have their distance.
  size_t immediateBytes() {
    const uint8_t code = op_.code;
    const size_t word = operand16_ && !op_.wide ? 2 : 4;
    if (code < 0x40) return (code & 7) == 4 ? 1 : (code & 7) == 5 ? word : 0;
    if (x86::isIn(code, 0x70, 0x7F) || x86::isIn(code, 0xE0, 0xE3) || code == 0xEB) return branch(1), 0;
    if (code == 0xE8 || code == 0xE9) return branch(4), 0;
    if (x86::isIn(code, 0xA0, 0xA3)) return address32_ ? 4 : 8;
    if (x86::isIn(code, 0xB0, 0xB7) || x86::isIn(code, 0xE4, 0xE7)) return 1;
    if (x86::isIn(code, 0xB8, 0xBF)) return op_.wide ? 8 : word;
    switch (code) {
      case 0x68:
      case 0x69:
      case 0x81:
      case 0xA9:
      case 0xC7: return word;
      case 0x6A:
      case 0x6B:
      case 0x80:
      case 0x83:
      case 0xA8:
      case 0xC0:
      case 0xC1:
      case 0xC6:
      case 0xCD: return 1;
      case 0xC2:
      case 0xCA: return 2;
      case 0xC8: return 3;
      case 0xF6: return op_.field < 2 ? 1 : 0;
      case 0xF7: return op_.field < 2 ? word : 0;
      default: return 0;
    }
  }

  void flow() {
    const uint8_t code = op_.code;
    if (op_.vector) return;
    if (op_.map == Map::Of0F) {
      if (x86::isIn(code, 0x80, 0x8F)) out_.flow = X86Flow::Branch;
      if (code == 0x0B || code == 0xB9 || code == 0xFF) out_.flow = X86Flow::Stop;
      out_.padding = code == 0x1F;
    }
    if (op_.map != Map::OneByte) return;
    if (x86::isIn(code, 0x70, 0x7F) || x86::isIn(code, 0xE0, 0xE3)) out_.flow = X86Flow::Branch;
    if (code == 0xE9 || code == 0xEB) out_.flow = X86Flow::Jump;
    if (code == 0xE8) out_.flow = X86Flow::Call;
    if (code == 0xC2 || code == 0xC3 || code == 0xCA || code == 0xCB || code == 0xCF) out_.flow = X86Flow::Return;
    if (code == 0xCC || code == 0xF4) out_.flow = X86Flow::Stop;
    if (code == 0xFF && (op_.field == 2 || op_.field == 3)) out_.flow = X86Flow::CallThrough;
    if (code == 0xFF && (op_.field == 4 || op_.field == 5)) out_.flow = X86Flow::JumpThrough;
    out_.padding = code == 0x90 && repeat_ != Prefix::XF3;
  }

  std::span<const uint8_t> bytes_;
  size_t at_ = 0;
  bool failed_ = false, operand16_ = false, address32_ = false, hasModrm_ = false, memory_ = false;
  Prefix repeat_ = Prefix::None;
  Opcode op_;
  X86Instruction out_;
};

}  // namespace

std::optional<X86Instruction> decodeX86(std::span<const uint8_t> bytes) { return Decoder(bytes).run(); }

}  // namespace relaxscope
