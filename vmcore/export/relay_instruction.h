// SPDX-License-Identifier: Apache-2.0
// One Relay instruction as the disassembly of its own release prints it (relay.md, formats.md 4.6). `Out` provides
// append(string_view | char | int64_t), as for TvmInstructionWriter.
#pragma once

#include <fmt/format.h>

#include <string>

#include "vmcore/export/tvm_listing.h"
#include "vmcore/export/warnings.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

/// The era that determines the wording and quirks of a variant's disassembly.
RelayEra relayEra(const Executable& executable);
/// A release's spelling of a type in alloc_tensor ("float32", "uint1" for bool, "64" for a handle).
std::string relayTensorType(RelayEra era, int64_t code, int64_t bits, int64_t lanes);
/// The spelling of the type everywhere else ("bool", "handle").
std::string relayTypeName(RelayEra era, int64_t code, int64_t bits, int64_t lanes);

template <class Out>
class RelayInstructionWriter {
 public:
  RelayInstructionWriter(const Executable& executable, Out& out, Warnings& warnings)
      : era_(relayEra(executable)), out_(out), warnings_(warnings) {}

  void write(const Function& function, int64_t pc, const Instruction& instruction) {
    if (instruction.row == nullptr) {
      put("<opcode ", instruction.opcode(), '>');
      warnAboutInstruction(instruction, function, pc, warnings_);
      return;
    }
    in_ = &instruction;
    next_ = 1;
    put(instruction.row->mnemonic);
    writeOperands(static_cast<RelayOpcode>(instruction.opcode()));
    if (instruction.row->listWord != 0 && instruction.statedCount() != static_cast<int64_t>(instruction.callArgCount()))
      warnAboutInstruction(instruction, function, pc, warnings_);
  }

 private:
  void writeOperands(RelayOpcode opcode) {
    switch (opcode) {
      case RelayOpcode::Fatal: return;
      case RelayOpcode::Goto: return put(' ', next());
      case RelayOpcode::Ret: return put(" $", next());
      case RelayOpcode::KillRegister: return writeDst();
      case RelayOpcode::Move:
      case RelayOpcode::GetTag:
      case RelayOpcode::ShapeOf: return writeDst(), put(" $", next());
      case RelayOpcode::LoadConsti: return writeDst(), put(' ', next());
      case RelayOpcode::ReshapeTensor: return writeDst(), put(" $", next()), put(" $", next());
      case RelayOpcode::GetField: return writeDst(), put(" $", next(), '['), put(next(), ']');
      case RelayOpcode::LoadConst:
        writeDst();
        put(" Const[", next(), ']');
        if (era_ == RelayEra::V14) put(' ', next());
        return;
      case RelayOpcode::If: return put(" $", next()), put(" $", next()), put(' ', next()), put(' ', next());
      case RelayOpcode::DeviceCopy: return writeDeviceCopy();
      case RelayOpcode::Invoke: return writeDst(), put(" VMFunc[", next(), "]("), writeRegisters(","), put(')');
      case RelayOpcode::AllocClosure: return writeDst(), put(" VMFunc[", next(), "]("), writeRegisters(","), put(')');
      case RelayOpcode::InvokeClosure: return writeDst(), put(" $", next(), '('), writeRegisters(","), put(')');
      case RelayOpcode::AllocADT: return writeDst(), put(" tag(", next(), ") ["), writeRegisters(","), put(']');
      case RelayOpcode::InvokePacked: return writePacked();
      case RelayOpcode::AllocTensor: return writeAllocTensor();
      case RelayOpcode::AllocTensorReg: return writeAllocTensorReg();
      case RelayOpcode::AllocStorage: return writeAllocStorage();
    }
  }

  void writeDeviceCopy() {
    const int64_t source = next(), from = next(), to = next();
    writeDst();
    put(" $", source, ' ');
    put(to, ' ');
    put(from);
  }
  void writePacked() {
    const size_t outputs = in_->callOutputCount(), inputs = in_->callArgCount() - outputs;
    put(" PackedFunc[", next(), "] (in: ");
    writeRegisters(", ", 0, inputs);
    put(", out: ");
    writeRegisters(", ", inputs, inputs + outputs);
    put(')');
  }
  void writeAllocTensor() {
    writeDst();
    put(" $", next());
    if (era_ != RelayEra::V06) put(" $", next());
    const std::string type = tensorType();
    put(' ');
    writeExtents();
    put(' ');
    put(type);
  }
  void writeAllocTensorReg() {
    writeDst();
    put(" $", next());
    put(" $", next());
    if (era_ != RelayEra::V06) put(" $", next());
    put(' ');
    put(tensorType());
  }
  void writeAllocStorage() {
    const bool shaped = in_->row->listWord != 0 && in_->callArgCount() != 0;
    const char* reg = era_ == RelayEra::V06 ? " " : " $";
    put(reg, dst());
    if (shaped) {
      next_ = 3;
      put(' ');
      writeExtents();
    } else {
      put(reg, next());
      put(' ', next());
    }
    const int64_t code = next(), bits = next(), lanes = next();
    put(' ');
    put(relayTypeName(era_, code, bits, lanes));
    if (era_ != RelayEra::V06) put(' ', next());
  }

  std::string tensorType() {
    const int64_t code = next(), bits = next(), lanes = next();
    return relayTensorType(era_, code, bits, lanes);
  }
  [[nodiscard]] int64_t dst() const { return in_->words[in_->row->dstWord]; }
  void writeDst() { put(" $", dst()); }
  /// The next field other than the result, in file order.
  int64_t next() {
    if (next_ == in_->row->dstWord) ++next_;
    return in_->words[next_++];
  }
  /// Every list begins with a $, even an empty one.
  void writeRegisters(std::string_view comma) { writeRegisters(comma, 0, in_->callArgCount()); }
  void writeRegisters(std::string_view comma, size_t begin, size_t end) {
    put('$');
    for (size_t i = begin; i < end; ++i) {
      if (i != begin) {
        put(comma);
        put('$');
      }
      put(in_->words[in_->row->listWord + i]);
    }
  }
  void writeExtents() {
    put('[');
    for (size_t i = 0; i < in_->callArgCount(); ++i) {
      if (i != 0) put(", ");
      put(in_->words[in_->row->listWord + i]);
    }
    put(']');
  }
  void put(std::string_view text) { out_.append(text); }
  void put(const char* text) { out_.append(std::string_view(text)); }
  void put(char c) { out_.append(c); }
  void put(int64_t number) { out_.append(number); }
  template <class First, class Second, class... Rest>
  void put(First first, Second second, Rest... rest) {
    put(first);
    put(second);
    (put(rest), ...);
  }

  RelayEra era_;
  Out& out_;
  Warnings& warnings_;
  const Instruction* in_ = nullptr;
  size_t next_ = 1;
};

}  // namespace relaxscope
