// SPDX-License-Identifier: Apache-2.0
// An executable decoded for running: one 32-byte instruction per instruction of the file (so a place
// in the program is the pc), jumps absolute, callees resolved, and every argument one signed number:
// a register of the frame, or an item of a pool that holds constants, functions and immediates.
#pragma once

#include <tvm/ffi/any.h>
#include <tvm/ffi/function.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

namespace ffi = tvm::ffi;
class Engine;
struct RelaySite;

/// How the loop calls everything that is not bytecode: packed functions through tvm-ffi's C++ entry
/// (`self` is the function object), builtins (`self` is the engine), compiled functions. Raises by throwing.
using PackedCall = void (*)(const void* self, const TVMFFIAny* args, int32_t count, ffi::Any* result);

enum class Op : uint8_t {
  Call,        ///< result to a register
  CallVoid,    ///< result dropped
  CallVm,      ///< a bytecode function: pushes a frame
  Kill,        ///< null_value into a register
  Copy,        ///< copy of one argument into a register
  Nothing,     ///< null_value or copy without destination
  Instrumented,  ///< any of these under TVM's instrument protocol; the decoder makes none
  Refuse,      ///< a call that always fails: wrong number of arguments for a bytecode function
  Ret,
  RetPool,     ///< returns a pool item (void or %vm as the result register)
  Goto,        ///< forward
  GotoBack,    ///< to itself or backward: polls stop and steps
  If,
  IfEqual,     ///< Relay's: four operands, two registers and the targets for equal and not
  End          ///< behind the last instruction; never reached in verified code
};

struct Insn {
  Op op = Op::End;
  uint8_t flags = 0;           ///< kFlag*
  uint16_t spare = 0;
  int32_t dst = -1;            ///< register; Ret: register; RetPool: operand; If: condition register
  uint32_t argCount = 0;
  uint32_t args = 0;           ///< first operand; Goto and If: target pc
  PackedCall call = nullptr;
  const void* self = nullptr;
};
static_assert(sizeof(Insn) == 32);
inline constexpr uint8_t kFlagMakesHeap = 1;   ///< its result is a shape heap

/// A row of the function table, ready to run.
struct RuntimeFunction {
  std::string name;
  FunctionKind kind = FunctionKind::Packed;
  uint32_t start = 0, end = 0;
  uint32_t numArgs = 0;
  uint32_t registers = 0;
  uint32_t scratch = 0;        ///< most arguments of a call in its body
  ffi::Any callable;           ///< ffi::Function: as an argument, and for invoke_closure
  PackedCall call = nullptr;   ///< not for bytecode
  const void* self = nullptr;
  bool isNullValue = false, isCopy = false, makesHeap = false;
};

struct Program {
  std::vector<Insn> code;              ///< one an instruction, and an End behind
  std::vector<uint32_t> callees;       ///< function table row of each Call, else kNoIndex
  std::vector<int32_t> operands;
  std::vector<ffi::Any> pool;          ///< item k lies at pool[size - 1 - k]
  std::vector<RuntimeFunction> functions;
  std::vector<std::unique_ptr<RelaySite>> relaySites;   ///< what the `self` of Relay's operations points to

  Program();
  ~Program();
  Program(Program&&) noexcept;
  Program& operator=(Program&&) noexcept;

  /// Operand -1 - k reads poolEnd()[-1 - k].
  [[nodiscard]] const TVMFFIAny* poolEnd() const { return reinterpret_cast<const TVMFFIAny*>(pool.data() + pool.size()); }
};

/// Decodes verified code. `functions` are resolved, `constants` converted; `engine` becomes %vm.
Result<Program> decodeProgram(const Executable& executable, std::vector<RuntimeFunction> functions, std::vector<ffi::Any> constants, Engine* engine);

}  // namespace relaxscope
