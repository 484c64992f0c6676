// SPDX-License-Identifier: Apache-2.0
// Internal to format. All instructions of a kernel: of its own function, then of the local functions that it calls,
// with what each names, free of addresses.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "vmcore/format/code/machine_function.h"

namespace relaxscope {

/// What an instruction names.
struct MachineOperand {
  enum class Kind : uint8_t {
    None,
    Row,       ///< an instruction of the same function: `number`
    Function,  ///< of the walk: `number`, 0 is the kernel's own
    Name,      ///< a function or variable of another library, or one that the dynamic linker knows: `content`
    Slot,      ///< memory that is written: `number` in order of first use, `content` is what it holds at first
    Text,      ///< `content`
    Data,      ///< `content`
    Switch,    ///< a table of jumps to `rows` of the same function
    Elsewhere  ///< nothing that the file has
  } kind = Kind::None;
  uint32_t number = 0;
  std::string content;
  std::vector<uint32_t> rows;
};

struct WalkStep {
  uint32_t function = 0;
  uint32_t row = 0;
  const MachineInstruction& instruction;
  std::span<const uint8_t> bytes;  ///< of the instruction
  MachineOperand operand;
};

/// Keeps totals over all kernels of how much may still be decoded and read.
class KernelWalk {
 public:
  explicit KernelWalk(const MappedImage& image) : image_(image), references_(image) {}
  /// Visits the kernel at `entry`. Returns why its code could not be followed; empty if it was.
  std::string run(uint64_t entry, const std::function<void(const WalkStep&)>& visit);

 private:
  uint32_t functionAt(uint64_t entry);
  MachineOperand operandOf(const MachineInstruction& instruction, const MachineFunction& code);
  MachineOperand calleeAt(uint64_t target);
  MachineOperand memoryAt(uint64_t target, uint16_t bytes, const MachineFunction& code);
  MachineOperand relocated(const MappedImage::Relocation& relocation);
  MachineOperand slotAt(uint64_t target, uint16_t bytes);
  MachineOperand constantAt(uint64_t target, uint16_t bytes);

  void charge(uint64_t bytes) { dataLeft_ -= std::min(dataLeft_, bytes); }

  const MappedImage& image_;
  References references_;
  uint64_t left_ = uint64_t{8} << 20;        ///< instructions
  uint64_t dataLeft_ = uint64_t{256} << 20;  ///< bytes of texts and tables
  // Of the kernel.
  std::vector<uint64_t> functions_;
  std::unordered_map<uint64_t, uint32_t> functionNumbers_, slotNumbers_;
};

}  // namespace relaxscope
