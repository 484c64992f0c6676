// SPDX-License-Identifier: Apache-2.0
// Results that nothing reads, directly or through calls whose own results nothing reads.
#include "vmcore/analysis/lint/subject.h"

namespace relaxscope::linting {
namespace {

class UnreadFinder {
 public:
  UnreadFinder(Subject& subject, const Body& body)
      : subject_(subject),
        body_(body),
        live_(body.definitions.values.size()),
        gone_(static_cast<size_t>(body.range.end - body.range.begin)) {}

  void run() {
    const Traffic& traffic = body_.traffic;
    for (size_t v = 0; v < live_.size(); ++v) {
      const ValueIndex value(static_cast<int64_t>(v));
      live_[v] = traffic.readersOf(value).size();
      if (isUnread(value)) open_.push_back(value);
    }
    const size_t direct = open_.size();
    for (size_t at = 0; at < open_.size() && !subject_.stop.stop_requested(); ++at) settle(open_[at], at < direct);
    report();
  }

 private:
  [[nodiscard]] bool isUnread(ValueIndex contents) const {
    const Traffic& traffic = body_.traffic;
    return traffic.contents[contents.at()] == contents && live_[contents.at()] == 0 && !traffic.merges[contents.at()];
  }

  /// Nothing reads these contents: removes what makes them.
  void settle(ValueIndex contents, bool direct) {
    const InstrIndex writer = body_.traffic.writer[contents.at()];
    if (writer.valid()) {
      if (isUnreadKernel(writer)) remove(writer);
      return;
    }
    const FlowValue& value = body_.definitions.values[contents.at()];
    if (value.kind != ValueKind::Result || body_.traffic.changes[contents.at()]) return;
    const Instruction maker = subject_.executable.code.at(value.pc);
    // An allocation that only a removed kernel used belongs to that kernel's finding.
    if (isPure(maker, subject_.builtins) && (direct || !allocates(maker))) remove(value.pc);
  }
  bool allocates(const Instruction& maker) {
    const BuiltinRow* const row = subject_.builtins.of(maker);
    if (row != nullptr) return row->id == BuiltinId::AllocStorage || row->id == BuiltinId::AllocTensor;
    const auto opcode = static_cast<RelayOpcode>(maker.opcode());
    return maker.set->isRelay() && (opcode == RelayOpcode::AllocTensor || opcode == RelayOpcode::AllocTensorReg ||
                                    opcode == RelayOpcode::AllocStorage);
  }
  /// Whether all that a kernel writes is unread, and it returns nothing that is read.
  [[nodiscard]] bool isUnreadKernel(InstrIndex pc) const {
    const TypedCall* const call = body_.callAt(pc);
    if (call == nullptr || !call->isKernel || isRead(body_.definitions.resultOf(pc))) return false;
    const Instruction instruction = subject_.executable.code.at(pc);
    for (const Use& use : body_.definitions.usesAt(pc)) {
      const CallOperand* const operand = operandAt(*call, instruction, use.word);
      if (operand == nullptr || operand->direction == CallOperand::Direction::In || !use.value.valid()) continue;
      const ValueIndex contents = body_.traffic.contents[use.value.at()];
      if (operand->direction == CallOperand::Direction::InOut || body_.traffic.changes[contents.at()]) return false;
      if (!isUnread(contents)) return false;
    }
    return true;
  }
  [[nodiscard]] bool isRead(ValueIndex value) const {
    if (!value.valid()) return false;
    return !body_.definitions.usesOf(value).empty() || !body_.definitions.mergesOf(value).empty();
  }

  void remove(InstrIndex pc) {
    const auto at = static_cast<size_t>(pc.value - body_.range.begin);
    if (at >= gone_.size() || gone_[at]) return;
    gone_[at] = true;
    for (const Use& use : body_.definitions.usesAt(pc)) {
      if (!use.value.valid()) continue;
      const ValueIndex contents = body_.traffic.contents[use.value.at()];
      if (body_.traffic.writer[contents.at()] == pc || live_[contents.at()] == 0) continue;  // what it writes
      if (--live_[contents.at()] == 0 && isUnread(contents)) open_.push_back(contents);
    }
  }

  void report() {
    Finding unused(LintRule::ResultUnused, body_.function), dead(LintRule::DeadCall, body_.function);
    CodeWalk(subject_.executable).run(body_.range, [&](int64_t at, const Instruction& instruction) {
      const InstrIndex pc(at);
      const TypedCall* const call = body_.callAt(pc);
      if (gone_[static_cast<size_t>(at - body_.range.begin)] || isUnreadView(pc, instruction)) {
        if (call != nullptr) unused.add(printable(call->callee), conversionText(*call), siteOf(body_, pc));
        else dead.add(calleeText(subject_.executable, instruction), {}, siteOf(body_, pc));
      }
      return !subject_.stop.stop_requested();
    });
    unused.report(subject_, "1 call computes what nothing reads.", "{} calls compute what nothing reads.");
    dead.report(subject_, "1 call makes what nothing reads.", "{} calls make what nothing reads.");
  }
  /// A pure call whose result is a view that nothing mentions, or that has no destination.
  bool isUnreadView(InstrIndex pc, const Instruction& instruction) {
    if (!isPure(instruction, subject_.builtins) || !body_.reaches(pc)) return false;
    const ValueIndex result = body_.definitions.resultOf(pc);
    if (!result.valid()) return instruction.isCall() && instruction.callDst() == kVoidRegister;
    return body_.traffic.contents[result.at()] != result && !isRead(result);
  }
  [[nodiscard]] std::string printable(FuncIndex callee) const { return functionText(subject_.executable, callee); }

  Subject& subject_;
  const Body& body_;
  std::vector<size_t> live_;  ///< by contents: reads of instructions that stay
  std::vector<bool> gone_;    ///< by instruction
  std::vector<ValueIndex> open_;
};

}  // namespace

void findUnreadResults(Subject& subject, const Body& body) { UnreadFinder(subject, body).run(); }

}  // namespace relaxscope::linting
