// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/code/kernel_walk.h"

#include <algorithm>

#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

using Kind = MachineOperand::Kind;

constexpr uint64_t kMaxWalkText = uint64_t{64} << 10, kMostData = uint64_t{64} << 10;
constexpr uint64_t kPointerBytes = 8;

bool isTextByte(char c) { return isPrintableAscii(c) || c == '\n' || c == '\t'; }

/// The text that a NUL ends; empty if `bytes` do not begin with one.
std::string_view terminatedText(std::string_view bytes) {
  const size_t end = bytes.find('\0');
  const std::string_view text = bytes.substr(0, end == std::string_view::npos ? 0 : end);
  return std::ranges::all_of(text, isTextByte) ? text : std::string_view();
}

}  // namespace

std::string KernelWalk::run(uint64_t entry, const std::function<void(const WalkStep&)>& visit) {
  functions_.clear();
  functionNumbers_.clear();
  slotNumbers_.clear();
  functionAt(entry);
  for (uint32_t number = 0; number < functions_.size(); ++number) {
    MachineFunction code = readMachineFunction(image_, references_, functions_[number], left_);
    if (!code.why.empty()) return std::move(code.why);
    for (uint32_t row = 0; row < code.instructions.size(); ++row) {
      const MachineInstruction& instruction = code.instructions[row];
      visit({number, row, instruction, image_.codeFrom(instruction.address).first(instruction.decoded.size),
             operandOf(instruction, code)});
      if (dataLeft_ == 0) return "too much data";
    }
  }
  return {};
}

uint32_t KernelWalk::functionAt(uint64_t entry) {
  const auto [place, isNew] = functionNumbers_.emplace(entry, static_cast<uint32_t>(functions_.size()));
  if (isNew) functions_.push_back(entry);
  return place->second;
}

MachineOperand KernelWalk::operandOf(const MachineInstruction& instruction, const MachineFunction& code) {
  const X86Flow flow = instruction.decoded.flow;
  if (instruction.leaves || flow == X86Flow::Call) return calleeAt(instruction.target);
  if (instruction.isJoin() || flow == X86Flow::Jump || flow == X86Flow::Branch)
    return {Kind::Row, code.rows.at(instruction.target), {}, {}};
  return instruction.decoded.relative ? memoryAt(instruction.target, instruction.decoded.operandBytes, code)
                                      : MachineOperand();
}

MachineOperand KernelWalk::calleeAt(uint64_t target) {
  if (const std::string_view name = importedName(image_, target); !name.empty())
    return {Kind::Name, 0, std::string(name), {}};
  return {Kind::Function, functionAt(target), {}, {}};
}

MachineOperand KernelWalk::memoryAt(uint64_t target, uint16_t bytes, const MachineFunction& code) {
  if (const auto targets = code.switches.find(target); targets != code.switches.end()) {
    MachineOperand table{Kind::Switch, 0, {}, {}};
    for (const uint64_t address : targets->second) table.rows.push_back(code.rows.at(address));
    charge(4 * table.rows.size());
    return table;
  }
  const MappedImage::Segment* const segment = image_.segmentAt(target);
  if (segment == nullptr) return {Kind::Elsewhere, 0, {}, {}};
  if (segment->executable) return bytes == 0 ? calleeAt(target) : constantAt(target, bytes);
  if (const auto* const relocation = image_.relocationAt(target)) return relocated(*relocation);
  if (const ObjectSymbol* const symbol = image_.symbolAt(target)) return {Kind::Name, 0, symbol->name, {}};
  return segment->writable ? slotAt(target, bytes) : constantAt(target, bytes);
}

MachineOperand KernelWalk::relocated(const MappedImage::Relocation& relocation) {
  const ObjectSymbol* const symbol = image_.symbolOf(relocation);
  uint64_t target = static_cast<uint64_t>(relocation.addend);
  if (symbol != nullptr) {
    if (!symbol->defined || !image_.isCode(symbol->value)) return {Kind::Name, 0, symbol->name, {}};
    target = symbol->value;
  }
  if (image_.isCode(target)) return calleeAt(target);
  const MappedImage::Segment* const segment = image_.segmentAt(target);
  if (segment == nullptr) return {Kind::Elsewhere, relocation.type, {}, {}};
  return segment->writable ? slotAt(target, 0) : constantAt(target, 0);
}

MachineOperand KernelWalk::slotAt(uint64_t target, uint16_t bytes) {
  const auto number = static_cast<uint32_t>(slotNumbers_.size());
  return {Kind::Slot,
          slotNumbers_.emplace(target, number).first->second,
          std::string(image_.bytesAt(target, bytes).text()),
          {}};
}

MachineOperand KernelWalk::constantAt(uint64_t target, uint16_t bytes) {
  if (bytes != 0) return {Kind::Data, 0, std::string(image_.bytesAt(target, bytes).text()), {}};
  const Bytes most = image_.bytesAt(target, kMaxWalkText);
  charge(std::min(most.text().find('\0'), most.size()));
  if (const std::string_view text = terminatedText(most.text()); !text.empty())
    return {Kind::Text, 0, std::string(text), {}};
  // Zeros at the end may be there to align what follows.
  std::string data(image_.bytesAt(target, std::min(references_.next(target) - target, kMostData)).text());
  charge(data.size());
  const size_t last = data.find_last_not_of('\0');
  data.resize(last == std::string::npos ? 0 : last + 1);
  return {Kind::Data, 0, std::move(data), {}};
}

}  // namespace relaxscope
