// SPDX-License-Identifier: Apache-2.0
// One model for every instruction set: an opcode row from a .def table names the operands and the role of each;
// listing, CFG, dataflow, verifier and diff work from roles and are independent of the set.
//
// Words are kept as in the file (formats.md 1.6, 4.5: opcode, then fields; Relay's hash is omitted, because it follows
// from them); an Instruction is a cheap view. Its accessors normalise the sets: void and vm registers, and function
// table indices for packed indices.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vmcore/base/bytes/words.h"
#include "vmcore/base/index.h"
#include "vmcore/model/call_kind.h"

namespace relaxscope {

/// Opcodes of the Relax set, for code specific to Relax (engine, TVM's text).
enum class RelaxOpcode : int64_t { Call = 1, Ret = 2, Goto = 3, If = 4 };
/// Opcodes of the Relay set, for code specific to Relay (its text).
enum class RelayOpcode : int64_t {
  Move = 0,
  Ret,
  Invoke,
  InvokeClosure,
  InvokePacked,
  AllocTensor,
  AllocTensorReg,
  AllocADT,
  AllocClosure,
  GetField,
  If,
  LoadConst,
  Goto,
  GetTag,
  LoadConsti,
  Fatal,
  AllocStorage,
  ShapeOf,
  ReshapeTensor,
  DeviceCopy,
  KillRegister,
};

enum class Flow : uint8_t { Next, Call, Return, Stop, Jump, Branch };
/// Role of an operand.
enum class OperandRole : uint8_t {
  Def,
  Use,       ///< register that is written, read
  Callee,    ///< function that is called
  Argument,  ///< of a call, closure or object; its ArgKind gives its kind
  Output,    ///< register with a tensor that the callee writes in place
  Offset,
  TrueOffset,
  FalseOffset,  ///< of a jump, in instructions from this one
  Count,
  OutputCount,  ///< number of elements of the final list, and how many of the last ones are outputs
  Constant,     ///< constant of the pool
  Device,       ///< device type (Relay to 0.8) or index of a virtual device
  TypeCode,
  TypeBits,
  TypeLanes,
  Extent,
  Tag,
  Field,
  Value,
  Ignored,  ///< a word without meaning in this instruction
};
enum class OperandEncoding : uint8_t {
  Register,
  Function,
  Constant,
  Number,      ///< plain words
  Packed,      ///< index into the packed functions, which follow the others in the function table
  TaggedList,  ///< words with the kind in the top byte (formats.md 1.6), as many as the Count operand gives
  RegisterList,
  NumberList,
  RegisterUnlessListed,  ///< a register if the final list is empty, else Ignored
};

struct OperandRow {
  const char* name = nullptr;
  OperandRole role = OperandRole::Use;
  OperandEncoding encoding = OperandEncoding::Number;
};
struct OpcodeRow {
  int64_t code = 0;
  const char* name = nullptr;
  const char* mnemonic = nullptr;
  Flow flow = Flow::Next;
  CallKind kind = CallKind::Other;
  const char* help = nullptr;
  std::span<const OperandRow> operands;
  // Indices into Instruction::words, 0 if the row has none.
  uint8_t calleeWord = 0, dstWord = 0, countWord = 0, outputCountWord = 0;
  uint8_t listWord = 0;    ///< first word of the final list
  uint8_t fixedWords = 1;  ///< words before the list, including the opcode
  bool falls = false;      ///< may continue with the next instruction

  [[nodiscard]] const OperandRow* list() const { return listWord != 0 ? &operands.back() : nullptr; }
};

/// Kind of an operand's value, in bits 63..56 of a tagged word. Other numbers occur in malformed files only.
enum class ArgKind : uint8_t { Register = 0, Immediate = 1, Constant = 2, Function = 3 };

/// Registers outside the frame.
inline constexpr int64_t kVoidRegister = int64_t{1} << 54;
inline constexpr int64_t kVmRegister = kVoidRegister + 1;
/// True for void, VM context and every number above them: reads are special, writes are dropped.
constexpr bool isSpecialRegister(int64_t reg) { return reg >= kVoidRegister; }

/// An argument: its kind and its number. In a word of today's Relax the value is a signed 56-bit number.
class Arg {
 public:
  constexpr Arg() = default;
  /// The largest value; the smallest is its negative (TVM's builder refuses -2^55 too).
  static constexpr int64_t kMaxValue = (int64_t{1} << 55) - 1;
  static constexpr bool fits(int64_t value) { return value >= -kMaxValue && value <= kMaxValue; }
  static constexpr Arg make(ArgKind kind, int64_t value) { return {kind, value}; }
  /// Decodes a tagged word; the value is sign-extended from bit 55.
  static constexpr Arg decode(int64_t word) {
    return {static_cast<ArgKind>(static_cast<uint64_t>(word) >> 56),
            static_cast<int64_t>(static_cast<uint64_t>(word) << 8) >> 8};
  }
  [[nodiscard]] constexpr ArgKind kind() const { return kind_; }
  [[nodiscard]] constexpr int64_t value() const { return value_; }
  /// The tagged word; a value out of range loses its upper bits.
  [[nodiscard]] constexpr int64_t word() const {
    return static_cast<int64_t>((static_cast<uint64_t>(kind_) << 56) | (static_cast<uint64_t>(value_) & kValueMask));
  }
  static constexpr uint64_t kValueMask = 0x00FFFFFFFFFFFFFFULL;

 private:
  constexpr Arg(ArgKind kind, int64_t value) : kind_(kind), value_(value) {}
  ArgKind kind_ = ArgKind::Register;
  int64_t value_ = 0;
};

enum class InstructionFamily : uint8_t { Relax, Relay };

/// Rows of one instruction set and its numbers of special registers in files.
struct InstructionSet {
  const char* name = nullptr;  ///< "Relay VM, TVM 0.14 to 0.19"
  InstructionFamily family = InstructionFamily::Relax;
  std::array<const OpcodeRow*, 24> rows{};                         ///< by opcode; null if the set has none
  int64_t voidRegister = kVoidRegister, vmRegister = kVmRegister;  ///< in files; -1 if there is none
  bool signedValues = true;  ///< values of tagged words are signed (not in the prototype)

  /// The row of an opcode, or null if the set has none.
  [[nodiscard]] const OpcodeRow* find(int64_t code) const {
    return code >= 0 && static_cast<uint64_t>(code) < rows.size() ? rows[static_cast<size_t>(code)] : nullptr;
  }
  /// The row of a mnemonic ("invoke_packed"), or null.
  [[nodiscard]] const OpcodeRow* find(std::string_view mnemonic) const;
  [[nodiscard]] bool isRelay() const { return family == InstructionFamily::Relay; }

  // Conversion between register numbers of files and ours.
  [[nodiscard]] int64_t decodeRegister(int64_t word) const {
    if (voidRegister == kVoidRegister) return word;
    if (voidRegister >= 0 && word == voidRegister) return kVoidRegister;
    return vmRegister >= 0 && word == vmRegister ? kVmRegister : word;
  }
  [[nodiscard]] int64_t encodeRegister(int64_t reg) const {
    if (reg == kVoidRegister && voidRegister >= 0) return voidRegister;
    return reg == kVmRegister && vmRegister >= 0 ? vmRegister : reg;
  }
  [[nodiscard]] Arg decodeArg(int64_t word) const {
    if (signedValues) return Arg::decode(word);
    const Arg arg = Arg::make(static_cast<ArgKind>(static_cast<uint64_t>(word) >> 56),
                              static_cast<int64_t>(static_cast<uint64_t>(word) & Arg::kValueMask));
    return arg.kind() == ArgKind::Register ? Arg::make(ArgKind::Register, decodeRegister(arg.value())) : arg;
  }
  [[nodiscard]] int64_t encodeArg(Arg arg) const {
    return arg.kind() == ArgKind::Register ? Arg::make(ArgKind::Register, encodeRegister(arg.value())).word()
                                           : arg.word();
  }
};
const InstructionSet& relaxInstructionSet();
/// The prototype of 2021 and 2022; in its first releases with control flow, If had two registers and two offsets.
const InstructionSet& relaxPrototypeSet(bool earlyIf);
enum class RelayEra : uint8_t { V06, V07, V09, V14 };
const InstructionSet& relayInstructionSet(RelayEra era);
/// All sets, for tables and tests.
std::span<const InstructionSet* const> instructionSets();

/// One operand with its role, independent of the encoding.
struct Operand {
  const OperandRow* row = nullptr;
  OperandRole role = OperandRole::Use;
  ArgKind kind = ArgKind::Register;  ///< Immediate for every plain number
  int64_t value = 0;
  uint32_t wordIndex = 0;  ///< index into Instruction::words
};

enum class JumpKind : uint8_t { Goto, True, False };

/// A view of one instruction's words, opcode word first. `row` is null for an unknown opcode; `words` then holds all
/// words up to the next instruction.
struct Instruction {
  const OpcodeRow* row = nullptr;
  WordView words;
  const InstructionSet* set = nullptr;
  int64_t packedBase = 0;

  [[nodiscard]] int64_t opcode() const { return words.empty() ? 0 : words[0]; }
  /// Whether it names the function it calls (Relay's invoke_closure does not).
  [[nodiscard]] bool isCall() const { return row != nullptr && row->calleeWord != 0; }
  /// Row of the function table; any number in malformed files.
  [[nodiscard]] int64_t callFunction() const {
    return functionAt(row->operands[row->calleeWord - 1U], words[row->calleeWord]);
  }
  /// kVoidRegister for a call without result.
  [[nodiscard]] int64_t callDst() const {
    return row->dstWord != 0 ? set->decodeRegister(words[row->dstWord]) : kVoidRegister;
  }
  [[nodiscard]] size_t callArgCount() const { return words.size() - row->listWord; }
  [[nodiscard]] Arg callArg(size_t i) const {
    const int64_t word = words[row->listWord + i];
    return row->operands.back().encoding == OperandEncoding::TaggedList
               ? set->decodeArg(word)
               : Arg::make(ArgKind::Register, set->decodeRegister(word));
  }
  /// Number of arguments stated in the instruction; differs from callArgCount() if words are missing.
  [[nodiscard]] int64_t statedCount() const { return row->countWord != 0 ? words[row->countWord] : 0; }
  /// Number of arguments at the end of the list that are written in place.
  [[nodiscard]] size_t callOutputCount() const {
    if (row->outputCountWord == 0) return 0;
    const int64_t count = words[row->outputCountWord];
    return count < 0 ? 0 : std::min(callArgCount(), static_cast<size_t>(count));
  }

  /// Calls `visit(const Operand&)` for each operand in order.
  template <class Visit>
  void forEachOperand(Visit&& visit) const {
    if (row == nullptr) return;
    uint32_t at = 1;
    for (const OperandRow& operand : row->operands) {
      if (at == row->listWord) {
        forEachListed(operand, visit);
        return;
      }
      if (at >= words.size()) return;
      visit(plain(operand, at));
      ++at;
    }
  }
  /// Calls `visit(JumpKind, offset)` for each offset in the instruction.
  template <class Visit>
  void forEachJump(Visit&& visit) const {
    if (row == nullptr || (row->flow != Flow::Jump && row->flow != Flow::Branch)) return;
    uint32_t at = 1;
    for (const OperandRow& operand : row->operands) {
      if (at >= words.size()) return;
      if (operand.role == OperandRole::Offset) visit(JumpKind::Goto, words[at]);
      else if (operand.role == OperandRole::TrueOffset) visit(JumpKind::True, words[at]);
      else if (operand.role == OperandRole::FalseOffset) visit(JumpKind::False, words[at]);
      ++at;
    }
  }

 private:
  [[nodiscard]] int64_t functionAt(const OperandRow& operand, int64_t word) const {
    // A negative packed index must not map to an existing function, and a huge one must not overflow.
    if (operand.encoding != OperandEncoding::Packed || word < 0) return word;
    int64_t index = 0;
    return __builtin_add_overflow(word, packedBase, &index) ? word : index;
  }
  [[nodiscard]] Operand plain(const OperandRow& operand, uint32_t at) const {
    const int64_t word = words[at];
    switch (operand.encoding) {
      case OperandEncoding::Function:
      case OperandEncoding::Packed: return {&operand, operand.role, ArgKind::Function, functionAt(operand, word), at};
      case OperandEncoding::Register: return {&operand, operand.role, ArgKind::Register, set->decodeRegister(word), at};
      case OperandEncoding::Constant: return {&operand, operand.role, ArgKind::Constant, word, at};
      case OperandEncoding::RegisterUnlessListed:
        if (words.size() > row->fixedWords) return {&operand, OperandRole::Ignored, ArgKind::Immediate, word, at};
        return {&operand, operand.role, ArgKind::Register, word, at};
      default: return {&operand, operand.role, ArgKind::Immediate, word, at};
    }
  }
  template <class Visit>
  void forEachListed(const OperandRow& operand, Visit&& visit) const {
    const size_t outputsFrom = words.size() - callOutputCount();
    for (uint32_t at = row->listWord; at < words.size(); ++at) {
      if (operand.encoding == OperandEncoding::NumberList) {
        visit(Operand{&operand, operand.role, ArgKind::Immediate, words[at], at});
        continue;
      }
      const Arg arg = callArg(at - row->listWord);
      visit(Operand{&operand, at >= outputsFrom ? OperandRole::Output : operand.role, arg.kind(), arg.value(), at});
    }
  }
};

/// The code section: words and the word offset of each instruction. Indices are untrusted.
struct Code {
  Words words;
  std::vector<int64_t> offsets;  ///< word offset of each instruction; any number in malformed files
  const InstructionSet* set = &relaxInstructionSet();
  int64_t packedBase = 0;  ///< row of the function table of packed index 0

  [[nodiscard]] size_t size() const { return offsets.size(); }
  /// The instruction at `pc`. Never reads outside `words`: an invalid offset or count gives a view with a null row or
  /// shortened words. Lengths follow from opcode and count (formats.md 1.6).
  [[nodiscard]] Instruction at(InstrIndex pc) const {
    if (!pc.valid() || pc.at() >= offsets.size()) return {};
    const int64_t begin = offsets[pc.at()];
    if (begin < 0 || static_cast<uint64_t>(begin) >= words.size()) return {};
    const WordView rest = words.view().subspan(static_cast<size_t>(begin));
    const OpcodeRow* row = set->find(rest[0]);
    if (row == nullptr) return unknownAt(pc.at(), rest);
    size_t length = row->fixedWords;
    if (length > rest.size()) return {nullptr, rest, set, packedBase};
    if (row->listWord != 0) {
      const int64_t count = rest[row->countWord];
      const size_t left = rest.size() - length;
      length += count < 0 ? 0 : std::min(left, static_cast<size_t>(count));
    }
    return {row, rest.first(length), set, packedBase};
  }

 private:
  /// An opcode missing from the set, with all words up to the next instruction.
  [[nodiscard]] Instruction unknownAt(size_t pc, WordView rest) const;
};

}  // namespace relaxscope
