// SPDX-License-Identifier: Apache-2.0
// Calls in a row that could be one call, or none.
#include <fmt/format.h>

#include <algorithm>

#include "vmcore/analysis/lint/subject.h"

namespace relaxscope::linting {
namespace {

/// What a kernel call with one output reads first and writes.
struct Ends {
  ValueIndex in, out;  ///< invalid: not a register
};
Ends endsOf(Subject& subject, const Body& body, const TypedCall& call) {
  Ends ends;
  const Instruction instruction = subject.executable.code.at(call.pc);
  bool first = true;
  for (const Use& use : body.definitions.usesAt(call.pc)) {
    const CallOperand* const operand = operandAt(call, instruction, use.word);
    if (operand == nullptr) continue;
    if (operand->direction == CallOperand::Direction::Out) {
      if (ends.out.valid()) return {};
      ends.out = use.value;
    } else if (std::exchange(first, false)) {
      ends.in = use.value;
    }
  }
  return ends;
}

/// The kernel call that alone reads what `call` writes, in the same block; null if there is none.
const TypedCall* onlyReaderOf(const Body& body, const TypedCall& call, ValueIndex out) {
  if (!out.valid() || body.traffic.contents[out.at()] != out || body.traffic.changes[out.at()]) return nullptr;
  const InstrIndex reader = body.traffic.onlyReader(out);
  const TypedCall* const next = reader.valid() ? body.callAt(reader) : nullptr;
  if (next == nullptr || !next->isKernel || reader <= call.pc) return nullptr;
  return body.definitions.cfg.blockAt(reader) == body.definitions.cfg.blockAt(call.pc) ? next : nullptr;
}

const CallOperand* outputOperand(const TypedCall& call) {
  const auto found = std::ranges::find(call.operands, CallOperand::Direction::Out, &CallOperand::direction);
  return found == call.operands.end() ? nullptr : &*found;
}

bool sameShape(const TypedCall& a, const TypedCall& b) {
  const CallOperand *const first = outputOperand(a), *const second = outputOperand(b);
  return first != nullptr && second != nullptr && first->type != nullptr && second->type != nullptr &&
         first->type->rank && first->type->dims == second->type->dims;
}

/// Whether the instruction is a reshape that copies nothing.
bool isView(Subject& subject, const Instruction& instruction) {
  if (const BuiltinRow* const row = subject.builtins.of(instruction)) return row->id == BuiltinId::Reshape;
  return instruction.row != nullptr && instruction.set->isRelay() &&
         static_cast<RelayOpcode>(instruction.opcode()) == RelayOpcode::ReshapeTensor;
}

bool takesField(Subject& subject, const Instruction& instruction) {
  if (const BuiltinRow* const row = subject.builtins.of(instruction)) return isTupleField(row->id);
  return instruction.row != nullptr && instruction.set->isRelay() &&
         static_cast<RelayOpcode>(instruction.opcode()) == RelayOpcode::GetField;
}

bool makesTuple(Subject& subject, const Instruction& instruction) {
  const BuiltinRow* const row = subject.builtins.of(instruction);
  return row != nullptr && isMakeTuple(row->id);
}

/// Whether fusion joins the kernel with another of its kind: a conversion is one, too.
bool worksByElement(Subject& subject, FuncIndex kernel) {
  const KernelRole role = subject.roles.of(kernel).role;
  return role == KernelRole::Elementwise || role == KernelRole::Cast;
}

}  // namespace

void findUnfused(Subject& subject, const Body& body) {
  Finding finding(LintRule::ElementwiseUnfused, body.function);
  for (const TypedCall& call : body.calls.calls) {
    if (!call.isKernel || !worksByElement(subject, call.callee)) continue;
    const TypedCall* const next = onlyReaderOf(body, call, endsOf(subject, body, call).out);
    if (next == nullptr || !worksByElement(subject, next->callee)) continue;
    if (!sameShape(call, *next)) continue;
    finding.add(
        functionText(subject.executable, call.callee),
        fmt::format("then {}, {}", functionText(subject.executable, next->callee), outputOperand(call)->type->text()),
        siteOf(body, call.pc));
  }
  finding.report(subject, "1 result is read once, by the next elementwise kernel.",
                 "{} results are read once each, by the next elementwise kernel.");
}

void findChains(Subject& subject, const Body& body) {
  Finding transposes(LintRule::TransposeChain, body.function), copies(LintRule::ReshapeCopied, body.function),
      reshapes(LintRule::ReshapeChain, body.function);
  for (const TypedCall& call : body.calls.calls) {
    const KernelRole role = call.isKernel ? subject.roles.of(call.callee).role : KernelRole::Unknown;
    if (role == KernelRole::Reshape && hasOutput(call))
      copies.add(functionText(subject.executable, call.callee), conversionText(call), siteOf(body, call.pc));
    if (role != KernelRole::Transpose) continue;
    const Ends ends = endsOf(subject, body, call);
    const TypedCall* const next = onlyReaderOf(body, call, ends.out);
    if (next == nullptr || subject.roles.of(next->callee).role != KernelRole::Transpose) continue;
    if (endsOf(subject, body, *next).in != ends.out) continue;  // a view of it in another shape
    transposes.add(functionText(subject.executable, next->callee), conversionText(*next), siteOf(body, next->pc));
  }
  CodeWalk(subject.executable).run(body.range, [&](int64_t at, const Instruction& instruction) {
    const ValueIndex result = body.definitions.resultOf(InstrIndex(at));
    const auto uses = body.definitions.usesAt(InstrIndex(at));
    if (!result.valid() || uses.empty() || !isView(subject, instruction)) return true;
    const ValueIndex source = uses.front().value;
    if (!source.valid() || !isView(subject, body.definer(subject.executable, source))) return true;
    if (body.definitions.usesOf(source).size() != 1 || !body.definitions.mergesOf(source).empty()) return true;
    reshapes.add(calleeText(subject.executable, instruction), {}, siteOf(body, InstrIndex(at)));
    return !subject.stop.stop_requested();
  });
  transposes.report(subject, "1 transpose reads nothing but the result of another transpose.",
                    "{} transposes read nothing but the result of another transpose.");
  copies.report(subject, "1 call copies a tensor whose elements stay in order.",
                "{} calls copy a tensor whose elements stay in order.");
  reshapes.report(subject, "1 reshape reads a view that nothing else reads.",
                  "{} reshapes read a view that nothing else reads.");
}

void findTuples(Subject& subject, const Body& body) {
  Finding finding(LintRule::TupleUnpacked, body.function);
  CodeWalk(subject.executable).run(body.range, [&](int64_t at, const Instruction& instruction) {
    const ValueIndex tuple = body.definitions.resultOf(InstrIndex(at));
    if (!tuple.valid() || !makesTuple(subject, instruction)) return true;
    const auto uses = body.definitions.usesOf(tuple);
    if (uses.empty() || !body.definitions.mergesOf(tuple).empty()) return true;
    const bool apart = std::ranges::all_of(uses, [&](uint32_t use) {
      return takesField(subject, subject.executable.code.at(body.definitions.uses[use].pc));
    });
    if (apart) finding.add(calleeText(subject.executable, instruction), {}, siteOf(body, InstrIndex(at)));
    return !subject.stop.stop_requested();
  });
  finding.report(subject, "1 tuple is read only by calls that take its fields out again.",
                 "{} tuples are read only by calls that take their fields out again.");
}

}  // namespace relaxscope::linting
