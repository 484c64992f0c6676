// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/memory/chart.h"

#include <algorithm>
#include <unordered_map>

#include "vmcore/analysis/call_args.h"
#include "vmcore/analysis/flow/code_walk.h"

namespace relaxscope {
namespace {

class ChartMaker {
 public:
  ChartMaker(const Executable& executable, const MemoryPlan& plan) : executable_(executable), plan_(plan) {
    const Function* const function = executable.function(plan.function);
    if (function == nullptr || !function->isBytecode()) return;
    const PcRange range = existingRange(executable, *function);
    chart_.begin = range.begin;
    chart_.end = range.end;
  }

  MemoryChart make() {
    for (const PlannedStorage& planned : plan_.storages) {
      ChartStorage& storage = chart_.storages.emplace_back();
      storage.begin = planned.pc.value;
      storage.end = endOf(planned.pc, planned.death);
      for (const PlannedTensor& tensor : planned.tensors)
        storage.tensors.push_back({tensor.pc.value,
                                   endOf(tensor.pc, tensor.overwritten.valid() ? tensor.overwritten : tensor.death),
                                   -1,
                                   {}});
    }
    for (size_t row = 0; row < chart_.storages.size(); ++row) {
      storageAt_.emplace(chart_.storages[row].begin, row);
      for (size_t i = 0; i < chart_.storages[row].tensors.size(); ++i)
        tensorAt_.emplace(chart_.storages[row].tensors[i].begin, std::pair(row, i));
    }
    CodeWalk(executable_).run({chart_.begin, chart_.end}, [&](int64_t pc, const Instruction& instruction) {
      read(pc, instruction);
      return true;
    });
    return std::move(chart_);
  }

 private:
  [[nodiscard]] int64_t endOf(InstrIndex pc, InstrIndex death) const {
    return death.valid() ? std::max(death.value, pc.value + 1) : std::max(chart_.end, pc.value + 1);
  }

  void read(int64_t pc, const Instruction& instruction) {
    const bool calls = noteCall(pc, instruction);
    int64_t written = -1;
    instruction.forEachOperand([&](const Operand& operand) {
      if (operand.kind != ArgKind::Register || isSpecialRegister(operand.value)) return;
      if (operand.role == OperandRole::Def) written = operand.value;
      else if (calls) noteWriter(operand.value, chart_.calls.back().callee);
    });
    if (written < 0) return;
    if (const auto held = storageIn_.find(written); held != storageIn_.end()) {
      if (pc < chart_.storages[held->second].end) chart_.storages[held->second].dropped = InstrIndex(pc);
      storageIn_.erase(held);
    }
    tensorIn_.erase(written);
    if (const auto storage = storageAt_.find(pc); storage != storageAt_.end()) {
      chart_.storages[storage->second].reg = written;
      storageIn_[written] = storage->second;
    }
    if (const auto tensor = tensorAt_.find(pc); tensor != tensorAt_.end()) {
      chart_.storages[tensor->second.first].tensors[tensor->second.second].reg = written;
      tensorIn_[written] = tensor->second;
    }
  }

  /// Whether the instruction calls a kernel or a VM function.
  bool noteCall(int64_t pc, const Instruction& instruction) {
    if (instruction.row->flow != Flow::Call) return false;
    const FuncIndex callee = calleeAt(executable_, InstrIndex(pc));
    const Function* const function = executable_.function(callee);
    if (function == nullptr) return false;
    const KnownCallee known = knownCallee(*function);
    const bool vm = known.kind == KnownCallee::Kind::VmFunction;
    const bool dynamic = isCallTirDyn(known.builtin);
    if (!vm && !dynamic && known.kind != KnownCallee::Kind::Kernel) return false;
    const FuncIndex run = dynamic ? CallArgs{executable_, instruction}.function(0) : callee;
    // A kernel that computes extents is named so by TVM.
    const CallKind kind = vm                                         ? CallKind::VmFunction
                          : function->name.starts_with("shape_func") ? CallKind::Shape
                                                                     : CallKind::Kernel;
    chart_.calls.push_back({InstrIndex(pc), run.valid() ? run : callee, kind});
    return true;
  }
  void noteWriter(int64_t reg, FuncIndex callee) {
    const auto found = tensorIn_.find(reg);
    if (found == tensorIn_.end()) return;
    ChartTensor& tensor = chart_.storages[found->second.first].tensors[found->second.second];
    if (!tensor.writer.valid()) tensor.writer = callee;
  }
  const Executable& executable_;
  const MemoryPlan& plan_;
  MemoryChart chart_;
  std::unordered_map<int64_t, size_t> storageAt_, storageIn_;                   ///< by pc, by register
  std::unordered_map<int64_t, std::pair<size_t, size_t>> tensorAt_, tensorIn_;  ///< by pc, by register
};

}  // namespace

MemoryChart memoryChart(const Executable& executable, const MemoryPlan& plan) {
  return ChartMaker(executable, plan).make();
}

}  // namespace relaxscope
