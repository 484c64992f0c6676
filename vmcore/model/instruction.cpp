// SPDX-License-Identifier: Apache-2.0
#include "vmcore/model/instruction.h"

namespace relaxscope {
namespace {

// Bits for the sets that contain a row; Relax and Relay have separate tables.
constexpr uint8_t Modern = 1, Prototype = 2, Early = 4;
constexpr uint8_t V06 = 1, V07 = 2, V09 = 4, V14 = 8;

struct SetRow {
  uint8_t sets = 0;
  OpcodeRow row;
};

constexpr bool isList(OperandEncoding encoding) {
  return encoding == OperandEncoding::TaggedList || encoding == OperandEncoding::RegisterList ||
         encoding == OperandEncoding::NumberList;
}

/// Adds the fields derived from the operands: their word positions.
constexpr SetRow derived(uint8_t sets, OpcodeRow row) {
  uint8_t at = 1;
  bool trueOffset = false;
  for (const OperandRow& operand : row.operands) {
    if (operand.role == OperandRole::Callee) row.calleeWord = at;
    if (operand.role == OperandRole::Def) row.dstWord = at;
    if (operand.role == OperandRole::Count) row.countWord = at;
    if (operand.role == OperandRole::OutputCount) row.outputCountWord = at;
    trueOffset = trueOffset || operand.role == OperandRole::TrueOffset;
    if (isList(operand.encoding)) row.listWord = at;
    else row.fixedWords = static_cast<uint8_t>(at + 1);
    ++at;
  }
  row.falls = row.flow == Flow::Next || row.flow == Flow::Call || (row.flow == Flow::Branch && !trueOffset);
  return {sets, row};
}

namespace relax {
#define RS_OPCODE_TABLE "vmcore/model/relax.def"
#include "vmcore/model/opcode_rows.inc"
}  // namespace relax

namespace relay {
#define RS_OPCODE_TABLE "vmcore/model/relay.def"
#include "vmcore/model/opcode_rows.inc"
}  // namespace relay

constexpr InstructionSet withRows(InstructionSet set, std::span<const SetRow> rows, uint8_t bit) {
  for (const SetRow& each : rows)
    if ((each.sets & bit) != 0) set.rows[static_cast<size_t>(each.row.code)] = &each.row;
  return set;
}
constexpr InstructionSet relaySet(const char* name, uint8_t bit) {
  return withRows({name, InstructionFamily::Relay, {}, -1, -1, true}, relay::kRows, bit);
}

// Special registers of the prototype: formats.md 1.8.
constexpr int64_t kPrototypeVoid = 0x00EC66FE0321975A, kPrototypeVm = 0x008D14FA4379015C;

constexpr InstructionSet kRelax = withRows({"Relax VM"}, relax::kRows, Modern);
constexpr InstructionSet kPrototype = withRows(
    {"Relax VM prototype", InstructionFamily::Relax, {}, kPrototypeVoid, kPrototypeVm, false}, relax::kRows, Prototype);
constexpr InstructionSet kEarlyPrototype =
    withRows({"Relax VM prototype, first If", InstructionFamily::Relax, {}, kPrototypeVoid, kPrototypeVm, false},
             relax::kRows, Early);
/// Indexed by RelayEra.
constexpr InstructionSet kRelay[] = {relaySet("Relay VM, TVM 0.6", V06), relaySet("Relay VM, TVM 0.7 and 0.8", V07),
                                     relaySet("Relay VM, TVM 0.9 to 0.13", V09),
                                     relaySet("Relay VM, TVM 0.14 to 0.19", V14)};
constexpr const InstructionSet* kAll[] = {&kRelax,    &kPrototype, &kEarlyPrototype, &kRelay[0],
                                          &kRelay[1], &kRelay[2],  &kRelay[3]};

}  // namespace

const InstructionSet& relaxInstructionSet() { return kRelax; }
const InstructionSet& relaxPrototypeSet(bool earlyIf) { return earlyIf ? kEarlyPrototype : kPrototype; }
const InstructionSet& relayInstructionSet(RelayEra era) { return kRelay[static_cast<size_t>(era)]; }
std::span<const InstructionSet* const> instructionSets() { return kAll; }

const OpcodeRow* InstructionSet::find(std::string_view mnemonic) const {
  for (const OpcodeRow* row : rows)
    if (row != nullptr && mnemonic == row->mnemonic) return row;
  return nullptr;
}

Instruction Code::unknownAt(size_t pc, WordView rest) const {
  size_t length = rest.size();
  if (pc + 1 < offsets.size()) {
    const int64_t begin = offsets[pc], next = offsets[pc + 1];
    if (next > begin && static_cast<uint64_t>(next - begin) < length) length = static_cast<size_t>(next - begin);
  }
  return {nullptr, rest.first(length), set, packedBase};
}

}  // namespace relaxscope
