// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/relay_types.h"

#include <unordered_map>

#include "vmcore/analysis/constant_type.h"
#include "vmcore/analysis/flow/code_walk.h"

namespace relaxscope {
namespace {

class RelayTypes {
 public:
  RelayTypes(const Executable& executable, const Function& function)
      : executable_(executable), range_(existingRange(executable, function)) {
    for (int64_t i = 0; i < function.numArgs && i < function.registerFileSize; ++i) ++definitions_[i];
  }

  std::vector<StaticTypeRef> run() {
    std::vector<StaticTypeRef> types(static_cast<size_t>(range_.end - range_.begin));
    CodeWalk(executable_).run(range_, [&](int64_t, const Instruction& instruction) {
      if (instruction.row->dstWord != 0) ++definitions_[instruction.callDst()];
      return true;
    });
    CodeWalk(executable_).run(range_, [&](int64_t pc, const Instruction& instruction) {
      if (instruction.row->dstWord == 0) return true;
      StaticTypeRef& type = types[static_cast<size_t>(pc - range_.begin)];
      type = written(instruction);
      if (type != nullptr && definitions_[instruction.callDst()] == 1) known_[instruction.callDst()] = type;
      return true;
    });
    return types;
  }

 private:
  StaticTypeRef written(const Instruction& in) {
    switch (static_cast<RelayOpcode>(in.opcode())) {
      case RelayOpcode::Move:
      case RelayOpcode::DeviceCopy: return known(in.words[1]);
      case RelayOpcode::LoadConst: {
        const Constant* constant = executable_.constant(ConstIndex(in.words[1]));
        return constant != nullptr ? share(constantType(constant->value)) : nullptr;
      }
      case RelayOpcode::LoadConsti: return share(StaticType::tensor(kInt64Type, {DimSpec::fixed(1)}));
      case RelayOpcode::GetTag: return share(StaticType::tensor(kInt32Type, {DimSpec::fixed(1)}));
      case RelayOpcode::AllocStorage: return share(StaticType::ofKind(StaticType::Kind::Storage));
      case RelayOpcode::AllocTensor: return share(StaticType::tensor(elementType(in), extents(in)));
      case RelayOpcode::AllocTensorReg: return share(StaticType::tensor(elementType(in), {DimSpec{}}));
      case RelayOpcode::ShapeOf: return share(StaticType::tensor(kInt64Type, {DimSpec{}}));
      default: return nullptr;
    }
  }
  [[nodiscard]] StaticTypeRef known(int64_t reg) const {
    const auto found = known_.find(reg);
    return found == known_.end() ? nullptr : found->second;
  }
  static DataType elementType(const Instruction& in) {
    constexpr DataType kBoolOfRelay{1, 1, 1};
    DataType type;
    in.forEachOperand([&](const Operand& operand) {
      if (operand.role == OperandRole::TypeCode) type.code = static_cast<uint8_t>(operand.value);
      else if (operand.role == OperandRole::TypeBits) type.bits = static_cast<uint8_t>(operand.value);
      else if (operand.role == OperandRole::TypeLanes) type.lanes = static_cast<uint16_t>(operand.value);
    });
    return type == kBoolOfRelay ? kBoolType : type;
  }
  static std::vector<DimSpec> extents(const Instruction& in) {
    std::vector<DimSpec> dims;
    for (const int64_t extent : in.words.subspan(in.row->listWord)) dims.push_back(DimSpec::fixed(extent));
    return dims;
  }

  const Executable& executable_;
  PcRange range_;
  std::unordered_map<int64_t, uint32_t> definitions_;
  std::unordered_map<int64_t, StaticTypeRef> known_;  ///< of registers written by exactly one instruction
};

}  // namespace

std::vector<StaticTypeRef> relayResultTypes(const Executable& executable, FuncIndex function) {
  const Function* row = executable.function(function);
  if (row == nullptr || !row->isBytecode() || !executable.code.set->isRelay()) return {};
  return RelayTypes(executable, *row).run();
}

}  // namespace relaxscope
