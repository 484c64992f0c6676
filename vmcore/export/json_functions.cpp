// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "vmcore/analysis/call_types.h"
#include "vmcore/analysis/flow/code_figures.h"
#include "vmcore/analysis/flow/code_walk.h"
#include "vmcore/analysis/kernel_operator.h"
#include "vmcore/analysis/shape_program.h"
#include "vmcore/analysis/summary.h"
#include "vmcore/base/json/writer.h"
#include "vmcore/export/json_tables.h"

namespace relaxscope {
namespace {

using Layout = JsonWriter::Layout;

class FunctionWriter {
 public:
  FunctionWriter(const Executable& executable, const TextSink& sink)
      : json(sink), executable_(executable), summary_(summarize(executable)), walkable_(executable.functions.size()) {
    for (const FuncIndex function : walkableFunctions(executable)) walkable_[function.at()] = true;
  }

  JsonWriter json;

  void writeFields(FuncIndex index) {
    const Function& f = executable_.functions[index.at()];
    const FunctionSummary& facts = summary_.functions[index.at()];
    json.field("name", f.name).field("kind", functionKindText(f));
    json.field("start", f.startInstr).field("end", f.endInstr);
    json.field("num_args", f.numArgs).field("registers", f.registerFileSize).field("params", f.paramNames);
    json.field("callers", namesOf(facts.callers)).field("callees", namesOf(facts.callees));
    if (const std::string operators = kernelOperator(executable_, index); !operators.empty())
      json.field("operator", operators);
    // Overlapping functions of a malformed file would be read again and again.
    const auto figures = walkable_[index.at()] ? codeFigures(executable_, index) : std::nullopt;
    if (!figures) return;
    json.field("ssa", figures->ssa).field("merges", uint64_t{figures->merges});
    json.field("loops", uint64_t{figures->loops}).field("loop_depth", uint64_t{figures->loopDepth});
    json.field("live_registers", uint64_t{figures->liveRegisters}).field("constant_bytes", facts.constantBytes);
  }

  void writeSlots(FuncIndex index) {
    const ShapeProgram program = shapeProgram(executable_, index, shapeSlots(executable_, index));
    json.key("slots").beginArray();
    for (size_t i = 0; i < program.heap.size() && !json.stopped(); ++i) {
      const SlotDetail& slot = program.heap[i];
      json.beginObject(Layout::Inline).field("slot", static_cast<uint64_t>(i)).field("formula", slot.formula);
      json.field("origin", sourceText(slot.source));
      writePcs("written_by", program.writersOf(i));
      writePcs("read_by", slot.reads);
      json.end();
    }
    json.end();
  }

  void writeCalls(FuncIndex index, FunctionResults& results) {
    json.key("calls").beginArray();
    const auto definitions = walkable_[index.at()] ? definitionsOf(executable_, index) : std::nullopt;
    const CallTypes types =
        definitions ? callTypes(executable_, index, *definitions, results).value_or(CallTypes()) : CallTypes();
    for (const TypedCall& call : types.calls) {
      if (json.stopped()) break;
      json.beginObject(Layout::Inline)
          .field("pc", call.pc.value)
          .field("callee", executable_.functions[call.callee.at()].name);
      json.key("operands").beginArray(Layout::Inline);
      for (const CallOperand& operand : call.operands)
        json.beginObject(Layout::Inline)
            .field("direction", directionText(operand.direction))
            .field("type", typeText(operand.type))
            .end();
      json.end();
      if (!call.isKernel) json.field("result", typeText(call.result));
      json.end();
    }
    json.end();
  }

 private:
  void writePcs(const char* name, const std::vector<InstrIndex>& pcs) {
    std::vector<int64_t> numbers;
    for (const InstrIndex pc : pcs) numbers.push_back(pc.value);
    json.field(name, numbers);
  }

  [[nodiscard]] std::vector<std::string> namesOf(const std::vector<FuncIndex>& list) const {
    std::vector<std::string> names;
    names.reserve(list.size());
    for (const FuncIndex index : list)
      if (const Function* function = executable_.function(index)) names.push_back(function->name);
    return names;
  }

  const Executable& executable_;
  ExecutableSummary summary_;
  std::vector<bool> walkable_;  ///< by function: its code is its own
};

}  // namespace

std::string functionKindText(const Function& function) {
  if (function.isPacked()) return "packed";
  if (function.isBytecode()) return "bytecode";
  if (function.isVmTir()) return "compiled";
  return fmt::format("kind {}", function.kind);
}

void writeFunctionsJson(const Executable& executable, const TextSink& sink) {
  FunctionWriter writer(executable, sink);
  writer.json.beginArray();
  for (size_t i = 0; i < executable.functions.size() && !writer.json.stopped(); ++i) {
    writer.json.beginObject(Layout::Inline);
    writer.writeFields(FuncIndex(static_cast<int64_t>(i)));
    writer.json.end();
  }
  writer.json.end();
}

void writeFunctionDetailsJson(const Executable& executable, std::span<const FuncIndex> functions,
                              const TextSink& sink) {
  FunctionWriter writer(executable, sink);
  FunctionResults results(executable);
  writer.json.beginArray();
  for (const FuncIndex index : functions) {
    if (writer.json.stopped()) break;
    writer.json.beginObject();
    writer.writeFields(index);
    writer.writeSlots(index);
    writer.writeCalls(index, results);
    writer.json.end();
  }
  writer.json.end();
}

}  // namespace relaxscope
