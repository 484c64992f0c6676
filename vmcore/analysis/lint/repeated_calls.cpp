// SPDX-License-Identifier: Apache-2.0
// Kernels that run twice on the same inputs.
#include <algorithm>
#include <map>

#include "vmcore/analysis/lint/subject.h"

namespace relaxscope::linting {
namespace {

constexpr size_t kMaxInputs = 64;

class RepeatFinder {
 public:
  RepeatFinder(Subject& subject, const Body& body) : subject_(subject), body_(body) {}

  void run() {
    Finding finding(LintRule::CallRepeated, body_.function);
    BlockIndex block;
    for (const TypedCall& call : body_.calls.calls) {
      if (const BlockIndex here = body_.definitions.cfg.blockAt(call.pc); here != block) {
        seen_.clear();
        block = here;
      }
      if (!readInputs(call)) continue;
      const auto [first, fresh] = seen_.try_emplace(inputs_, call.pc);
      if (fresh) continue;
      finding.add(functionText(subject_.executable, call.callee), conversionText(call), siteOf(body_, call.pc));
    }
    finding.report(subject_, "1 call has the inputs of an earlier call of its kernel.",
                   "{} calls have the inputs of an earlier call of their kernel.");
  }

 private:
  /// Fills inputs_ with what decides the outputs of a call; false if that may be more than its operands.
  bool readInputs(const TypedCall& call) {
    // The code of a kernel with TVM's own signature is generated: it depends on its operands alone, unless it draws
    // numbers.
    if (!hasOutput(call) || !subject_.roles.of(call.callee).certain) return false;
    if (subject_.executable.functions[call.callee.at()].name.find("rand") != std::string::npos) return false;
    const Instruction instruction = subject_.executable.code.at(call.pc);
    if (instruction.callArgCount() > kMaxInputs || body_.definitions.resultOf(call.pc).valid()) return false;
    inputs_ = {call.callee.value};
    bool some = false;
    for (size_t i = 0; i < instruction.callArgCount(); ++i) {
      const Arg arg = instruction.callArg(i);
      inputs_.push_back(static_cast<int64_t>(arg.kind()));
      if (arg.kind() != ArgKind::Register) {
        inputs_.push_back(arg.value());
        continue;
      }
      const auto word = static_cast<uint32_t>(instruction.row->listWord + i);
      const ValueIndex value = body_.valueAt(call.pc, word);
      if (!value.valid() || body_.traffic.changes[body_.traffic.contents[value.at()].at()]) return false;
      const CallOperand* const operand = operandAt(call, instruction, word);
      if (operand == nullptr || operand->direction == CallOperand::Direction::InOut) return false;
      if (operand->direction == CallOperand::Direction::In) some = true;
      inputs_.push_back(operand->direction == CallOperand::Direction::In ? value.value : -1);
    }
    return some;
  }

  Subject& subject_;
  const Body& body_;
  std::vector<int64_t> inputs_;
  std::map<std::vector<int64_t>, InstrIndex> seen_;
};

}  // namespace

void findRepeatedCalls(Subject& subject, const Body& body) { RepeatFinder(subject, body).run(); }

}  // namespace relaxscope::linting
