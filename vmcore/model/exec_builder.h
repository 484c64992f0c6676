// SPDX-License-Identifier: Apache-2.0
// The Relax VM's ExecBuilder in C++: emits instructions, fills tables and pool, checks and renumbers, and returns the
// same executable as TVM's own ExecBuilder, byte for byte (python/tvm/relax/exec_builder.py and its runtime part, TVM
// 0.27).
//
//   ExecBuilder b;
//   {
//     const auto scope = b.function("main", {"x"});         // or b.function("main", 1): no names
//     b.emitCall("test.vm.mul", {b.r(0), 2.5}, b.r(100));   // 2.5, "text", DataType, shapes, tensors: constants
//     b.emitCall("test.vm.add", {b.r(100), 10}, b.r(7));    // an int is an immediate within +-(2^55 - 1)
//     b.emitIf(b.r(7), 2);                                  // 0: go on two instructions further down
//     b.emitRet(b.r(7));
//     b.emitRet(b.r(0));
//   }                                                       // the end of the scope ends the function
//   Diagnostics warnings;
//   Result<Executable> executable = b.get(&warnings);       // %100 became %1, %7 became %2; 3 registers
//   // writeVmExecutable(*executable) returns the bytes of a file.
//
// Nothing throws. An invalid emission is recorded with function and instruction, and get() returns the first such
// error; later emissions do no harm. ExecutableBuilder (builder.h) is the layer below: it checks nothing, so it can
// also build malformed programs.
#pragma once

#include <concepts>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "vmcore/base/diagnostics.h"
#include "vmcore/base/result.h"
#include "vmcore/model/builder.h"

namespace relaxscope {

class ExecBuilder {
 public:
  /// A register of the frame, or a special one.
  struct Register {
    int64_t number = 0;
  };

  /// An argument of a call: an operand made by r(), c(), imm(), f(), voidArg() or vmState(), or a value, which becomes
  /// a constant (an int within +-(2^55 - 1) an immediate).
  class Operand {
   public:
    Operand(Register reg)
        : content_(Arg::make(ArgKind::Register, reg.number)) {}   // NOLINT(google-explicit-constructor)
    Operand(Arg arg) : content_(arg) {}                           // NOLINT(google-explicit-constructor)
    Operand(ConstantValue value) : content_(std::move(value)) {}  // NOLINT(google-explicit-constructor)
    Operand(TensorConstant tensor)
        : Operand(ConstantValue(std::move(tensor))) {}                          // NOLINT(google-explicit-constructor)
    Operand(DataType type) : Operand(ConstantValue(type)) {}                    // NOLINT(google-explicit-constructor)
    Operand(ShapeConstant shape) : Operand(ConstantValue(std::move(shape))) {}  // NOLINT(google-explicit-constructor)
    Operand(std::string_view text)
        : Operand(ConstantValue(StringConstant{std::string(text)})) {}     // NOLINT(google-explicit-constructor)
    Operand(const std::string& text) : Operand(std::string_view(text)) {}  // NOLINT(google-explicit-constructor)
    Operand(const char* text) : Operand(std::string_view(text)) {}         // NOLINT(google-explicit-constructor)
    Operand(std::floating_point auto number)
        : Operand(ConstantValue(FloatConstant{number})) {}  // NOLINT(google-explicit-constructor)
    /// Integers that fit into an int64.
    template <std::integral T>
      requires(std::numeric_limits<T>::digits <= std::numeric_limits<int64_t>::digits)
    Operand(T number) : Operand(ConstantValue(IntConstant{number})) {}  // NOLINT(google-explicit-constructor)
    Operand(bool) = delete;  ///< an executable cannot hold a bool: TVM fails to save one

   private:
    friend class ExecBuilder;
    std::variant<Arg, ConstantValue> content_;
  };

  /// The destructor ends the function. It must not outlive the builder, and the builder must not move meanwhile.
  class [[nodiscard]] FunctionScope {
   public:
    FunctionScope(FunctionScope&& other) noexcept
        : builder_(std::exchange(other.builder_, nullptr)), function_(other.function_) {}
    FunctionScope& operator=(FunctionScope&&) = delete;
    ~FunctionScope() { end(); }
    /// Ends the function now.
    void end() {
      if (builder_ != nullptr) std::exchange(builder_, nullptr)->endFunction(function_);
    }

   private:
    friend class ExecBuilder;
    FunctionScope(ExecBuilder* builder, FuncIndex function) : builder_(builder), function_(function) {}
    ExecBuilder* builder_;
    FuncIndex function_;
  };

  /// `variant` is the variant of the executable: R0 to R5.
  explicit ExecBuilder(Variant variant = Variant::R5) : code_(variant) {}

  static Register r(int64_t number) { return {number}; }
  static Register voidArg() { return {kVoidRegister}; }
  /// The VM itself, for builtins that take it.
  static Register vmState() { return {kVmRegister}; }
  static Arg imm(int64_t value) { return Arg::make(ArgKind::Immediate, value); }
  static Arg c(int64_t index) { return Arg::make(ArgKind::Constant, index); }
  static Arg c(ConstIndex index) { return c(index.value); }
  /// A function as a value. It must have been declared, defined or called before.
  Arg f(std::string_view name);
  /// The operand of a value: an immediate, or an index of the pool, to which the value is added unless present.
  Arg constant(ConstantValue value);

  /// Adds a function to the table. A function that is called, or taken with f(), before its function() must be declared
  /// as Bytecode first: a call of an unknown name declares it as Packed, and TVM never changes that kind (get() warns).
  void declare(std::string_view name, FunctionKind kind = FunctionKind::Packed);
  /// Begins a bytecode function whose registers 0 to numInputs - 1 hold its arguments. Jumps count instructions. As in
  /// TVM a function may begin inside another; the outer one then contains its instructions too.
  FunctionScope function(std::string_view name, int64_t numInputs = 0);
  FunctionScope function(std::string_view name, std::vector<std::string> params);
  /// A function with its code in the library (compiled mode); it needs one register more than it has arguments.
  void vmTirFunction(std::string_view name, int64_t numArgs, int64_t registers, std::vector<std::string> params = {});
  /// The memory scope of a constant ("global.texture").
  void memoryScope(ConstIndex constant, std::string scope);

  /// Calls a function by name; an unknown name is declared as packed.
  void emitCall(std::string_view callee, std::vector<Operand> args, Register dst = voidArg());
  void emitRet(Register result);
  void emitGoto(int64_t pcOffset);
  void emitIf(Register cond, int64_t falseOffset);
  /// Sets the offset of a Goto, or the false offset of an If, that was emitted before its target was known.
  void patchJump(InstrIndex jump, InstrIndex target) { code_.patchJump(jump, target); }

  /// The pc of the next instruction.
  [[nodiscard]] InstrIndex here() const { return code_.here(); }
  /// The first error so far.
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }
  /// The program so far with renumbered registers (formalizeRegisters), if checkProgram accepts it. The builder is
  /// unchanged; more may be emitted. Warnings go to `warnings`.
  Result<Executable> get(Diagnostics* warnings = nullptr) const;

 private:
  FunctionScope begin(std::string_view name, int64_t numInputs, std::vector<std::string> params);
  void endFunction(FuncIndex function);
  void fail(std::string message);
  void warn(FuncIndex function, const char* rule, std::string message);
  bool mayEmit(const char* what);
  Function& row(FuncIndex index) { return code_.draft().functions[index.at()]; }

  ExecutableBuilder code_;
  std::vector<FuncIndex> open_;  ///< functions begun and not ended, the innermost last
  Diagnostics warnings_;
  std::optional<Error> error_;
};

// The two passes of get(), for any Relax executable, with any indices; time is linear in the total length of its
// functions.

/// Renumbers the registers of every bytecode function: those from num_args on, densely, in the order in which calls
/// first write them; special registers and inputs are kept. A read before the first write keeps its number (as in TVM).
/// Sets register_file_size. Warnings: rule "coinciding-register" if such a read now names a register that something
/// else writes.
void formalizeRegisters(Executable& executable, Diagnostics* warnings = nullptr);
/// The requirements of TVM's builder: instructions in every bytecode function, registers in every compiled one, each
/// register written by an earlier call or an input before it is read, existing constants and functions, no Goto by 0,
/// no If by less than 2. The first violation names function, instruction and operand. Warnings: "unread-input",
/// "negative-register".
Result<void> checkProgram(const Executable& executable, Diagnostics* warnings = nullptr);
/// The same with the place of the violation.
std::optional<Diagnostic> programFault(const Executable& executable, Diagnostics* warnings = nullptr);

}  // namespace relaxscope
