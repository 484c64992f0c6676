// SPDX-License-Identifier: Apache-2.0
// An executable decoded for running: one 32-byte instruction per instruction of the file (so a place
// in the program is the pc), jumps absolute, callees resolved, and every argument one signed number:
// a register of the frame, or an item of a pool that holds constants, functions and immediates.
// Functions of Relax are decoded when they are first entered: loading has no part in what is never called.
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
#include "vmcore/vm/lazy_array.h"
#include "vmcore/vm/value_pool.h"

namespace relaxscope {

namespace ffi = tvm::ffi;
class Engine;
struct RelaySite;

/// How the loop calls everything that is not bytecode: packed functions through tvm-ffi's C++ entry
/// (`self` is the function object), builtins (`self` is the engine), compiled functions. Raises by throwing.
using PackedCall = void (*)(const void* self, const TVMFFIAny* args, int32_t count, ffi::Any* result);

enum class Op : uint8_t {
  Undecoded,  ///< of a function that nobody has entered yet, or of none
  Call,       ///< result to a register
  Call1,
  Call2,
  Call3,
  Call4,
  Call5,
  Call6,
  Call7,
  Call8,     ///< the same with so many arguments
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
  Instrumented,  ///< any of these under TVM's instrument protocol; the decoder makes none
  Refuse,        ///< a call that always fails: wrong number of arguments for a bytecode function
  Ret,
  RetPool,   ///< returns a pool item (void or %vm as the result register)
  Goto,      ///< forward
  GotoBack,  ///< to itself or backward: polls stop and steps
  If,
  IfEqual  ///< Relay's and the prototype's: four operands, two values and the targets for equal and not
};

/// Of a call of anything that is not bytecode.
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
inline constexpr uint8_t kFlagMakesHeap = 1;  ///< its result is a shape heap

/// A row of the function table, ready to run.
struct RuntimeFunction {
  std::string name;
  FunctionKind kind = FunctionKind::Packed;
  uint32_t start = 0, end = 0;
  uint32_t numArgs = 0;
  uint32_t registers = 0;
  uint32_t scratch = 0;       ///< most arguments of a call in its body
  ffi::Any callable;          ///< ffi::Function: as an argument, and for invoke_closure
  PackedCall call = nullptr;  ///< not for bytecode
  const void* self = nullptr;
  BuiltinId builtin = BuiltinId::None;  ///< of a packed function that our builtin serves
};

struct Program {
  LazyArray<Insn> code;         ///< one an instruction
  LazyArray<uint32_t> callees;  ///< function table row of each Call and one more; else 0
  LazyArray<int32_t> operands;  ///< of values twice their number: a value has 16 bytes, an address scales by 8 at most
  size_t operandCount = 0;
  ValuePool pool;
  std::vector<RuntimeFunction> functions;
  std::vector<std::unique_ptr<RelaySite>> relaySites;  ///< what the `self` of Relay's operations points to

  Program();
  ~Program();
  Program(Program&&) noexcept;
  Program& operator=(Program&&) noexcept;

  /// Room for all of the executable's code. An error where it is more than the engine can number.
  Result<void> makeRoom(const Code& of, size_t items);
  /// Operands and targets are never more than words. Those of functions that never run for want of registers may be
  /// cut.
  void addOperand(int32_t operand) {
    operands[operandCount++] = static_cast<int32_t>(static_cast<uint32_t>(operand) << 1);
  }
  void addTarget(int64_t pc) { operands[operandCount++] = static_cast<int32_t>(pc); }

  /// Operand -1 - k reads poolEnd()[-1 - k].
  [[nodiscard]] const TVMFFIAny* poolEnd() const { return pool.end(); }
  /// Function table row that a Call calls; kNoIndex for anything else, and before it is decoded. Async-signal-safe.
  [[nodiscard]] uint32_t calleeAt(uint32_t pc) const {
    return std::atomic_ref(const_cast<uint32_t&>(callees[pc])).load(std::memory_order_relaxed) - 1;
  }
  /// Functions are decoded while another thread may ask what the machine is doing.
  void setCallee(uint32_t pc, uint32_t row) { std::atomic_ref(callees[pc]).store(row + 1, std::memory_order_relaxed); }
  static_assert(uint32_t{0} - 1 == kNoIndex);
  [[nodiscard]] bool isDecoded(uint32_t function) const { return code[functions[function].start].op != Op::Undecoded; }
};

/// A program of today's Relax without its code. `functions` are resolved, `constants` converted; `engine` becomes %vm.
Result<Program> prepareProgram(const Executable& executable, std::vector<RuntimeFunction> functions,
                               std::vector<ffi::Any> constants, Engine* engine);
/// Decodes the body of a bytecode function of verified code and tells its `scratch`. Throws std::bad_alloc; the body is
/// then as good as not decoded.
void decodeFunction(Program& program, const Executable& executable, uint32_t function);

}  // namespace relaxscope
