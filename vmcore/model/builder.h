// SPDX-License-Identifier: Apache-2.0
// Builds executables instruction by instruction, for tests, examples and benchmarks. Register numbers are kept and
// nothing is checked, so malformed programs can be built too. TVM's builder, with its rules and renumbering, is
// ExecBuilder (exec_builder.h), which uses this one.
//
//   ExecutableBuilder b;
//   b.beginFunction("main", {"x"});
//   b.emitCall("test.add", {b.r(0), b.imm(1)}, 1);
//   b.emitRet(1);
//   Executable executable = b.finish();
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "vmcore/model/constant_pool.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

class ExecutableBuilder {
 public:
  explicit ExecutableBuilder(Variant variant = Variant::R5);

  // Operands of calls. Results, conditions and returned values are plain register numbers.
  static Arg r(int64_t reg) { return Arg::make(ArgKind::Register, reg); }
  static Arg imm(int64_t value) { return Arg::make(ArgKind::Immediate, value); }
  static Arg c(ConstIndex index) { return Arg::make(ArgKind::Constant, index.value); }
  /// A function as a value; an unknown name is declared as a packed function.
  Arg f(std::string_view name) { return Arg::make(ArgKind::Function, function(name).value); }
  static Arg voidArg() { return r(kVoidRegister); }
  static Arg vm() { return r(kVmRegister); }
  /// An integer as TVM's builder passes it: an immediate within +-(2^55 - 1), else a constant.
  Arg number(int64_t value);

  /// The entry of that name; declared as a packed function if there is none.
  FuncIndex function(std::string_view name);
  /// The entry of that name, or invalid.
  [[nodiscard]] FuncIndex findFunction(std::string_view name) const;
  /// A function with its code in the library (compiled mode).
  FuncIndex addVmTir(std::string_view name, int64_t numArgs, int64_t registers, std::vector<std::string> params = {});
  /// The constant's index; equal constants share one entry (constant_pool.h).
  ConstIndex addConstant(ConstantValue value);

  /// Starts a bytecode function; a name that an earlier use declared gets this body. Ends the previous function.
  FuncIndex beginFunction(std::string_view name, std::vector<std::string> params);
  /// As above, with unnamed parameters.
  FuncIndex beginFunction(std::string_view name, int64_t numArgs);

  // Each returns the pc of the instruction it appended.
  InstrIndex emitCall(FuncIndex callee, const std::vector<Arg>& args, int64_t dst = kVoidRegister);
  InstrIndex emitCall(std::string_view callee, const std::vector<Arg>& args, int64_t dst = kVoidRegister);
  InstrIndex emitRet(int64_t reg);
  /// `offset` is relative to this instruction.
  InstrIndex emitGoto(int64_t offset);
  InstrIndex emitIf(int64_t cond, int64_t falseOffset);
  /// Sets the offset of a Goto or If that was emitted before its target was known.
  void patchJump(InstrIndex jump, InstrIndex target);
  /// The pc of the next instruction.
  [[nodiscard]] InstrIndex here() const { return InstrIndex(static_cast<int64_t>(executable_.code.offsets.size())); }

  /// The executable so far, for builders on top of this one. Rows of functions and constants may be changed, but not
  /// added or removed.
  [[nodiscard]] const Executable& draft() const { return executable_; }
  [[nodiscard]] Executable& draft() { return executable_; }

  /// Ends the last function and returns the executable; the builder is empty afterwards. byteSize and byteOffset are 0,
  /// because it was never serialised.
  Executable finish();

 private:
  FuncIndex begin(std::string_view name, int64_t numArgs, std::vector<std::string> params);
  void endFunction();
  InstrIndex emit(std::initializer_list<int64_t> head, const std::vector<Arg>& args = {});
  void useRegister(int64_t reg);

  Executable executable_;
  std::unordered_map<std::string, FuncIndex> functionByName_;
  ConstantPool pool_;
  FuncIndex current_;
  int64_t registers_ = 0;
};

}  // namespace relaxscope
