// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/relay_types.h"

#include <fmt/format.h>

#include <unordered_map>

#include "vmcore/analysis/flow/code_walk.h"

namespace relaxscope {
namespace {

class RelayTypes {
 public:
  RelayTypes(const Executable& executable, const Function& function)
      : executable_(executable), range_(existingRange(executable, function)) {
    for (int64_t i = 0; i < function.numArgs && i < function.registerFileSize; ++i) ++definitions_[i];
  }

  std::vector<std::string> run() {
    std::vector<std::string> texts(static_cast<size_t>(range_.end - range_.begin));
    CodeWalk(executable_).run(range_, [&](int64_t, const Instruction& instruction) {
      if (instruction.row->dstWord != 0) ++definitions_[instruction.callDst()];
      return true;
    });
    CodeWalk(executable_).run(range_, [&](int64_t pc, const Instruction& instruction) {
      if (instruction.row->dstWord == 0) return true;
      std::string& text = texts[static_cast<size_t>(pc - range_.begin)];
      text = written(instruction);
      if (!text.empty() && definitions_[instruction.callDst()] == 1) known_[instruction.callDst()] = text;
      return true;
    });
    return texts;
  }

 private:
  std::string written(const Instruction& in) {
    switch (static_cast<RelayOpcode>(in.opcode())) {
      case RelayOpcode::Move:
      case RelayOpcode::DeviceCopy: return known(in.words[1]);
      case RelayOpcode::LoadConst:
        if (const Constant* constant = executable_.constant(ConstIndex(in.words[1])))
          return constantSummary(constant->value);
        return {};
      case RelayOpcode::LoadConsti: return "i64[1]";
      case RelayOpcode::GetTag: return "i32[1]";
      case RelayOpcode::AllocStorage: return "storage";
      case RelayOpcode::AllocTensor: return typeText(in) + extents(in);
      case RelayOpcode::AllocTensorReg: return typeText(in) + "[?]";
      case RelayOpcode::ShapeOf: return "i64[?]";
      default: return {};
    }
  }
  [[nodiscard]] std::string known(int64_t reg) const {
    const auto found = known_.find(reg);
    return found == known_.end() ? std::string() : found->second;
  }
  static std::string typeText(const Instruction& in) {
    DataType type;
    in.forEachOperand([&](const Operand& operand) {
      if (operand.role == OperandRole::TypeCode) type.code = static_cast<uint8_t>(operand.value);
      else if (operand.role == OperandRole::TypeBits) type.bits = static_cast<uint8_t>(operand.value);
      else if (operand.role == OperandRole::TypeLanes) type.lanes = static_cast<uint16_t>(operand.value);
    });
    return type == DataType{1, 1, 1} ? "bool" : type.shortName();
  }
  static std::string extents(const Instruction& in) {
    return fmt::format("[{}]", fmt::join(in.words.subspan(in.row->listWord), ", "));
  }

  const Executable& executable_;
  PcRange range_;
  std::unordered_map<int64_t, uint32_t> definitions_;
  std::unordered_map<int64_t, std::string> known_;  ///< of registers that one instruction writes
};

}  // namespace

std::vector<std::string> relayResultTypes(const Executable& executable, FuncIndex function) {
  const Function* row = executable.function(function);
  if (row == nullptr || !row->isBytecode() || !executable.code.set->isRelay()) return {};
  return RelayTypes(executable, *row).run();
}

}  // namespace relaxscope
