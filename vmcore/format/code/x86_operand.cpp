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

}  // namespace relaxscope::x86
