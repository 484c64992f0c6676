// SPDX-License-Identifier: Apache-2.0
// An executable decoded for execution: one 32-byte instruction per instruction of the file (so an index
// into the code is the pc), jumps absolute, callees resolved, and every argument one signed number:
// a register of the frame, or an item of a pool that holds constants, functions and immediates.
// Relax functions are decoded lazily on first entry, so that loading costs nothing for functions never called.
#pragma once

#include <tvm/ffi/any.h>
#include <tvm/ffi/function.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/model/builtin.h"
#include "vmcore/model/executable.h"
#include "vmcore/trace/event.h"
#include "vmcore/vm/ffi.h"
#include "vmcore/vm/lazy_array.h"
#include "vmcore/vm/value_pool.h"

namespace relaxscope {

class Engine;
struct RelaySite;

/// How the loop calls everything that is not bytecode: packed functions through tvm-ffi's C++ entry
/// (`self` is the function object), builtins (`self` is the engine), compiled functions. Raises by throwing.
using PackedCall = void (*)(const void* self, const TVMFFIAny* args, int32_t count, ffi::Any* result);

enum class Op : uint8_t {
  Undecoded,  ///< in a function not yet entered, or in no function
  Call,       ///< result to a register
  Call1,
  Call2,
  Call3,
  Call4,
  Call5,
  Call6,
  Call7,
  Call8,     ///< the same with 1 to 8 arguments
  CallVoid,  ///< result dropped
  CallVoid1,
  CallVoid2,
  CallVoid3,
  CallVoid4,
  CallVoid5,
  CallVoid6,
  CallVoid7,
  CallVoid8,
  CallVm,        ///< a bytecode function: pushes a frame
  Kill,          ///< null_value into a register
  Copy,          ///< copy of one argument into a register
  Nothing,       ///< null_value or copy without destination
  Instrumented,  ///< any of these with an instrument or NVTX ranges; never emitted by the decoder
  Refuse,        ///< a call that always fails: wrong number of arguments for a bytecode function
  Ret,
  RetPool,   ///< returns a pool item (void or %vm as the result register)
  Goto,      ///< forward
  GotoBack,  ///< to itself or backward: polls stop requests and the step limit
  If,
  IfEqual  ///< Relay and prototype: four operands, two values and the targets if equal and if not
};

/// The opcode of a call of a function that is not bytecode.
constexpr Op callOp(bool resultWanted, uint32_t argCount) {
  const Op any = resultWanted ? Op::Call : Op::CallVoid;
  return argCount <= static_cast<uint32_t>(Op::Call8) - static_cast<uint32_t>(Op::Call)
             ? static_cast<Op>(static_cast<uint32_t>(any) + argCount)
             : any;
}

struct Insn {
  Op op = Op::Undecoded;
  uint8_t flags = 0;  ///< kFlag*
  uint16_t spare = 0;
  int32_t dst = 0;  ///< register, -1 for none; Ret: register; RetPool: operand; If: condition register
  uint32_t argCount = 0;
  uint32_t args = 0;  ///< first operand; Goto and If: target pc
  PackedCall call = nullptr;
  const void* self = nullptr;
};
static_assert(sizeof(Insn) == 32);
inline constexpr uint8_t kFlagMakesHeap = 1;  ///< the result is a shape heap

/// A row of the function table, ready to run.
struct RuntimeFunction {
  std::string name;
  FunctionKind kind = FunctionKind::Packed;
  uint32_t start = 0, end = 0;
  uint32_t numArgs = 0;
  uint32_t registers = 0;
  uint32_t scratch = 0;       ///< maximum number of arguments of a call in its body
  ffi::Any callable;          ///< ffi::Function: for use as an argument, and for invoke_closure
  PackedCall call = nullptr;  ///< null for bytecode
  const void* self = nullptr;
  BuiltinId builtin = BuiltinId::None;  ///< for a packed function implemented by a builtin
};

struct Program {
  LazyArray<Insn> code;         ///< one per instruction
  LazyArray<uint32_t> callees;  ///< function table row + 1 of each Call; else 0
  LazyArray<int32_t> operands;  ///< indices of values are doubled: a value has 16 bytes, addressing scales by at most 8
  size_t operandCount = 0;
  ValuePool pool;
  std::vector<RuntimeFunction> functions;
  std::vector<std::unique_ptr<RelaySite>> relaySites;  ///< owns the `self` of Relay operations

  Program();
  ~Program();
  Program(Program&&) noexcept;
  Program& operator=(Program&&) noexcept;

  /// Reserves room for all of the executable's code. Returns an error if it exceeds what the engine can index.
  Result<void> makeRoom(const Code& of, size_t items);
  /// The reserved room suffices. Operands may be truncated in functions with too many registers, which never run.
  void addOperand(int32_t operand) {
    operands[operandCount++] = static_cast<int32_t>(static_cast<uint32_t>(operand) << 1);
  }
  void addTarget(int64_t pc) { operands[operandCount++] = static_cast<int32_t>(pc); }

  /// Operand -1 - k refers to poolEnd()[-1 - k].
  [[nodiscard]] const TVMFFIAny* poolEnd() const { return pool.end(); }
  /// Function table row that a Call calls; kNoIndex for other instructions, and before decoding. Async-signal-safe.
  [[nodiscard]] uint32_t calleeAt(uint32_t pc) const {
    return std::atomic_ref(const_cast<uint32_t&>(callees[pc])).load(std::memory_order_relaxed) - 1;
  }
  /// Atomic, as another thread may query the VM's activity while a function is decoded.
  void setCallee(uint32_t pc, uint32_t row) { std::atomic_ref(callees[pc]).store(row + 1, std::memory_order_relaxed); }
  static_assert(uint32_t{0} - 1 == kNoIndex);
  [[nodiscard]] bool isDecoded(uint32_t function) const { return code[functions[function].start].op != Op::Undecoded; }
};

/// A Relax or prototype program whose code is not decoded yet. `functions` are resolved, `constants` converted;
/// `engine` becomes %vm.
Result<Program> prepareProgram(const Executable& executable, std::vector<RuntimeFunction> functions,
                               std::vector<ffi::Any> constants, Engine* engine);
/// Decodes the body of a bytecode function of verified code and sets its `scratch`. If it throws std::bad_alloc, the
/// function counts as not decoded.
void decodeFunction(Program& program, const Executable& executable, uint32_t function);

}  // namespace relaxscope
