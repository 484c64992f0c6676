// SPDX-License-Identifier: Apache-2.0
// Copies between devices.
#include "vmcore/analysis/lint/subject.h"

namespace relaxscope::linting {
namespace {

/// Whether a copy of Relay stays on its device.
bool staysOnDevice(const Instruction& instruction) {
  std::vector<int64_t> devices;
  instruction.forEachOperand([&](const Operand& operand) {
    if (operand.role == OperandRole::Device) devices.push_back(operand.value);
  });
  return devices.size() == 2 && devices[0] == devices[1];
}

bool copiesToDevice(Subject& subject, const Instruction& instruction) {
  if (const BuiltinRow* const row = subject.builtins.of(instruction)) return row->id == BuiltinId::ToDevice;
  return instruction.row != nullptr && instruction.set->isRelay() &&
         static_cast<RelayOpcode>(instruction.opcode()) == RelayOpcode::DeviceCopy && !staysOnDevice(instruction);
}

}  // namespace

void findDeviceCopies(Subject& subject, const Body& body) {
  Finding copies(LintRule::DeviceCopy, body.function), twice(LintRule::DeviceRoundTrip, body.function);
  const auto& types = subject.facts.resultTypes(body.function);
  CodeWalk(subject.executable).run(body.range, [&](int64_t at, const Instruction& instruction) {
    const InstrIndex pc(at);
    if (!copiesToDevice(subject, instruction) || !body.reaches(pc)) return true;
    const auto row = static_cast<size_t>(at - body.range.begin);
    const std::string name = calleeText(subject.executable, instruction);
    const std::string type = row < types.size() ? typeText(types[row]) : std::string();
    copies.add(name, type, siteOf(body, pc));
    const auto uses = body.definitions.usesAt(pc);
    if (uses.empty() || !uses.front().value.valid()) return true;
    const ValueIndex source = body.traffic.contents[uses.front().value.at()];
    if (copiesToDevice(subject, body.definer(subject.executable, source)) && body.traffic.onlyReader(source) == pc)
      twice.add(name, type, siteOf(body, pc));
    return !subject.stop.stop_requested();
  });
  copies.report(subject, "1 call copies a tensor to a device.", "{} calls copy a tensor each to a device.");
  twice.report(subject, "1 copy is read by nothing but another copy.",
               "{} copies are read by nothing but another copy.");
}

}  // namespace relaxscope::linting
