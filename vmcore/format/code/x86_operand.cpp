// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/code/x86_operand.h"

namespace relaxscope::x86 {
namespace {

uint16_t integerBytes(const Opcode& op) { return op.wide ? 8 : op.prefix == Prefix::X66 ? 2 : 4; }
uint16_t elementBytes(const Opcode& op) { return op.wide ? 8 : 4; }

/// By the prefix: of packed float and double, of one double, of one float.
uint16_t floatBytes(const Opcode& op) {
  return op.prefix == Prefix::XF3 ? 4 : op.prefix == Prefix::XF2 ? 8 : op.vectorBytes;
}

uint16_t x87Bytes(const Opcode& op) {
  switch (op.code) {
    case 0xDB: return op.field == 5 || op.field == 7 ? 10 : 4;
    case 0xDC:
    case 0xDD: return 8;
    case 0xDE: return 2;
    case 0xDF: return op.field == 5 || op.field == 7 ? 8 : 2;
    default: return 4;
  }
}

uint16_t oneByteMap(const Opcode& op) {
  switch (op.code) {
    case 0x8D: return 0;  // lea
    case 0x63: return 4;
    case 0x80:
    case 0xC0:
    case 0xC6:
    case 0xD0:
    case 0xD2:
    case 0xF6:
    case 0xFE: return 1;
    case 0x69:
    case 0x6B: return integerBytes(op);
    case 0x8F: return 8;
    case 0xFF: return op.field >= 2 ? 8 : integerBytes(op);
    default: break;
  }
  if (isIn(op.code, 0xD8, 0xDF)) return x87Bytes(op);
  const bool byByte = (op.code & 1) == 0 && op.code != 0x8C && op.code != 0x8E;
  return byByte ? 1 : integerBytes(op);
}

/// Moves of masks, by their width.
uint16_t maskBytes(const Opcode& op) {
  const bool narrow = op.prefix == Prefix::X66;
  return op.wide ? (narrow ? 4 : 8) : narrow ? 1 : 2;
}

/// Packed shifts by a count that is a whole register of 16 bytes.
bool isShiftByCount(uint8_t code) {
  return isIn(code, 0xD1, 0xD3) || code == 0xE1 || code == 0xE2 || isIn(code, 0xF1, 0xF3);
}

/// Multiply and add of one element.
bool isScalarFma(uint8_t code) { return isIn(code, 0x96, 0xBF) && (code & 0x0F) >= 9 && (code & 1) != 0; }

/// Integer instructions after 0F.
uint16_t integerOf0F(const Opcode& op) {
  switch (op.code) {
    case 0xB6:
    case 0xBE:
    case 0xB0:
    case 0xC0: return 1;
    case 0xB7:
    case 0xBF: return 2;
    default: break;
  }
  if (isIn(op.code, 0x90, 0x9F)) return 1;  // setcc
  if (op.code == 0xC7) return op.wide ? 16 : 8;
  return integerBytes(op);
}

bool isIntegerOf0F(const Opcode& op) {
  if (op.vector) return false;
  return isIn(op.code, 0x40, 0x4F) || isIn(op.code, 0x90, 0xC1) || op.code == 0xC3 || op.code == 0xC7;
}

uint16_t of0F(const Opcode& op) {
  if (isIntegerOf0F(op)) return integerOf0F(op);
  if (op.vector && (op.code == 0x90 || op.code == 0x91)) return maskBytes(op);
  if (isShiftByCount(op.code)) return 16;
  const uint16_t halves = op.vectorBytes / 2;
  switch (op.code) {
    case 0x12:
    case 0x16:  // movlps, movddup, movsldup, movhps
      if (op.prefix == Prefix::XF3) return op.vectorBytes;
      return op.prefix == Prefix::XF2 && op.vectorBytes > 16 ? op.vectorBytes : 8;
    case 0x13:
    case 0x17:
    case 0xD6: return 8;
    case 0x18: return 1;  // prefetch
    case 0x2A: return op.prefix >= Prefix::XF3 ? elementBytes(op) : 8;
    case 0x2C:
    case 0x2D: return op.prefix == Prefix::XF3 ? 4 : op.prefix == Prefix::XF2 ? 8 : op.vectorBytes;
    case 0x2E:
    case 0x2F: return op.prefix == Prefix::X66 ? 8 : 4;
    case 0x5A: return op.prefix == Prefix::None ? halves : floatBytes(op);
    case 0x6E: return elementBytes(op);
    case 0x7E: return op.prefix == Prefix::XF3 ? 8 : elementBytes(op);
    case 0xC4: return 2;
    case 0xE6: return op.prefix == Prefix::XF3 ? halves : op.vectorBytes;
    case 0x10:
    case 0x11:
    case 0xC2: return floatBytes(op);
    case 0x78:
    case 0x79:
    case 0x7A:
    case 0x7B:  // conversions between numbers and unsigned integers of AVX-512
      return op.prefix >= Prefix::XF3 ? elementBytes(op) : op.vectorBytes;
    default: return isIn(op.code, 0x51, 0x5F) ? floatBytes(op) : op.vectorBytes;
  }
}

uint16_t of0F38(const Opcode& op) {
  const uint16_t all = op.vectorBytes;
  if (isScalarFma(op.code)) return elementBytes(op);
  if (isIn(op.code, 0x20, 0x25) || isIn(op.code, 0x30, 0x35)) {  // widening moves
    const uint8_t step = op.code & 7;
    return step == 1 || step == 4 ? all / 4 : step == 2 ? all / 8 : all / 2;
  }
  switch (op.code) {
    case 0x13: return all / 2;
    case 0x18:
    case 0x58: return 4;
    case 0x19:
    case 0x59: return 8;
    case 0x1A:
    case 0x5A: return 16;
    case 0x1B:
    case 0x5B: return 32;
    case 0x78: return 1;
    case 0x79: return 2;
    case 0x2D:
    case 0x43:
    case 0x4D:
    case 0x4F:
    case 0xCB:
    case 0xCD: return elementBytes(op);
    default: break;
  }
  if (op.code == 0xF0 && op.prefix == Prefix::XF2) return 1;  // crc32
  if (op.code < 0xF0) return all;
  return op.vector ? elementBytes(op) : integerBytes(op);
}

uint16_t of0F3A(const Opcode& op) {
  switch (op.code) {
    case 0x0A: return 4;
    case 0x0B: return 8;
    case 0x14:
    case 0x20: return 1;
    case 0x15: return 2;
    case 0x16:
    case 0x22:
    case 0x27:
    case 0x51:
    case 0x55:
    case 0x57:
    case 0x67: return elementBytes(op);
    case 0x17:
    case 0x21: return 4;
    case 0x18:
    case 0x19:
    case 0x38:
    case 0x39: return 16;
    case 0x1A:
    case 0x1B:
    case 0x3A:
    case 0x3B: return 32;
    case 0x1D: return op.vectorBytes / 2;
    case 0xF0: return elementBytes(op);
    default: return op.vectorBytes;
  }
}

constexpr VectorSets kSse2 = setBit(VectorSet::Sse2), kSse3 = kSse2 | setBit(VectorSet::Sse3),
                     kSsse3 = kSse3 | setBit(VectorSet::Ssse3), kSse41 = kSsse3 | setBit(VectorSet::Sse41),
                     kSse42 = kSse41 | setBit(VectorSet::Sse42), kAvx = setBit(VectorSet::Avx),
                     kAvx2 = kAvx | setBit(VectorSet::Avx2), kAvx512 = setBit(VectorSet::Avx512);

/// Packed integers of the map 0F, which AVX has for 16 bytes and AVX2 for 32.
bool isInteger0F(uint8_t code) {
  return isIn(code, 0x60, 0x6D) || isIn(code, 0x70, 0x76) || isIn(code, 0xD1, 0xD5) || code == 0xD7 ||
         isIn(code, 0xD8, 0xE5) || isIn(code, 0xE8, 0xEF) || isIn(code, 0xF1, 0xF6) || isIn(code, 0xF8, 0xFE);
}
/// The same after 0F 38.
bool isInteger0F38(uint8_t code) {
  return isIn(code, 0x00, 0x0B) || isIn(code, 0x1C, 0x1E) || isIn(code, 0x20, 0x2B) || isIn(code, 0x30, 0x35) ||
         isIn(code, 0x37, 0x41);
}

VectorSets vexOf0F(const Opcode& op) {
  const bool isMask = op.code == 0x41 || op.code == 0x42 || isIn(op.code, 0x44, 0x47) || isIn(op.code, 0x4A, 0x4B) ||
                      isIn(op.code, 0x90, 0x93) || isIn(op.code, 0x98, 0x99);
  if (isMask) return kAvx512;
  return op.vectorBytes == 32 && isInteger0F(op.code) ? kAvx2 : kAvx;
}
VectorSets vexOf0F38(const Opcode& op) {
  const uint8_t code = op.code;
  if (isIn(code, 0xF2, 0xF7)) return 0;  // andn, bzhi, shlx and the like
  if (isIn(code, 0x96, 0x9F) || isIn(code, 0xA6, 0xAF) || isIn(code, 0xB6, 0xBF)) return kAvx | setBit(VectorSet::Fma);
  if (code == 0x13) return kAvx | setBit(VectorSet::F16c);
  if (code == 0x49 || code == 0x4B || code == 0x5C || code == 0x5E || code == 0x6C) return setBit(VectorSet::Amx);
  if (isIn(code, 0x50, 0x53) || isIn(code, 0xD2, 0xD3)) return kAvx2 | setBit(VectorSet::AvxVnni);
  const bool isNew = code == 0x16 || code == 0x36 || isIn(code, 0x45, 0x47) || isIn(code, 0x58, 0x5A) ||
                     isIn(code, 0x78, 0x79) || code == 0x8C || code == 0x8E || isIn(code, 0x90, 0x93);
  return isNew || (op.vectorBytes == 32 && isInteger0F38(code)) ? kAvx2 : kAvx;
}
VectorSets vexOf0F3A(const Opcode& op) {
  const uint8_t code = op.code;
  if (code == 0xF0) return 0;  // rorx
  if (isIn(code, 0x30, 0x33)) return kAvx512;
  if (code == 0x1D) return kAvx | setBit(VectorSet::F16c);
  const bool isNew = isIn(code, 0x00, 0x02) || code == 0x38 || code == 0x39 || code == 0x46;
  const bool isWide = op.vectorBytes == 32 && (code == 0x0E || code == 0x0F || code == 0x42 || code == 0x4C);
  return isNew || isWide ? kAvx2 : kAvx;
}

/// Without VEX; MMX is of no set here.
VectorSets legacyOf0F(const Opcode& op) {
  const uint8_t code = op.code;
  const bool has66 = op.prefix == Prefix::X66, hasF2 = op.prefix == Prefix::XF2, hasF3 = op.prefix == Prefix::XF3;
  if ((code == 0x12 && (hasF2 || hasF3)) || (code == 0x16 && hasF3) || (isIn(code, 0x7C, 0x7D) && (has66 || hasF2)) ||
      (code == 0xD0 && (has66 || hasF2)) || (code == 0xF0 && hasF2))
    return kSse3;
  const bool isFloat =
      isIn(code, 0x10, 0x17) || isIn(code, 0x28, 0x2F) || isIn(code, 0x50, 0x5F) || code == 0xC2 || code == 0xC6;
  const bool isMixed = op.prefix != Prefix::None &&
                       (code == 0x6F || code == 0x70 || isIn(code, 0x7E, 0x7F) || code == 0xD6 || code == 0xE6);
  const bool isInteger = has66 && (isInteger0F(code) || code == 0x6E || isIn(code, 0xC4, 0xC5) || code == 0xE7);
  return isFloat || isMixed || isInteger ? kSse2 : 0;
}
VectorSets legacyOf0F38(const Opcode& op) {
  if (op.prefix != Prefix::X66) return 0;
  const uint8_t code = op.code;
  if (isIn(code, 0x00, 0x0B) || isIn(code, 0x1C, 0x1E)) return kSsse3;
  if (code == 0x37) return kSse42;
  return isIn(code, 0x10, 0x41) ? kSse41 : 0;
}
VectorSets legacyOf0F3A(const Opcode& op) {
  if (op.prefix != Prefix::X66) return 0;
  const uint8_t code = op.code;
  if (code == 0x0F) return kSsse3;
  if (isIn(code, 0x60, 0x63)) return kSse42;
  return isIn(code, 0x08, 0x0E) || isIn(code, 0x14, 0x17) || isIn(code, 0x20, 0x22) || isIn(code, 0x40, 0x42) ? kSse41
                                                                                                              : 0;
}

}  // namespace

uint16_t operandBytes(const Opcode& op) {
  if (op.broadcast) return op.map >= Map::Five ? 2 : elementBytes(op);
  switch (op.map) {
    case Map::OneByte: return oneByteMap(op);
    case Map::Of0F: return of0F(op);
    case Map::Of0F38: return of0F38(op);
    case Map::Of0F3A: return of0F3A(op);
    default: return op.prefix == Prefix::XF3 || (op.map == Map::Six && isScalarFma(op.code)) ? 2 : op.vectorBytes;
  }
}

VectorSets vectorSets(const Opcode& op) {
  if (op.evex) return kAvx512;
  switch (op.map) {
    case Map::Of0F: return op.vector ? vexOf0F(op) : legacyOf0F(op);
    case Map::Of0F38: return op.vector ? vexOf0F38(op) : legacyOf0F38(op);
    case Map::Of0F3A: return op.vector ? vexOf0F3A(op) : legacyOf0F3A(op);
    default: return 0;
  }
}

}  // namespace relaxscope::x86
