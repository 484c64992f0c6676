// SPDX-License-Identifier: Apache-2.0
// What the verifier's rules see and how they report. Private to the verifier.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "vmcore/analysis/verify/verifier.h"
#include "vmcore/model/builtin.h"

namespace relaxscope::verifying {

/// How an instruction's words lie; only Sound ones are looked into.
enum class Layout : uint8_t { Sound, WildOffset, Misplaced, UnknownOpcode, Cut, BadCount };

/// An instruction of a bytecode function whose range is sound.
struct Site {
  FuncIndex index;
  const Function* function = nullptr;
  int64_t pc = 0;
  Instruction instruction;
};

/// What an operand is to the rules; each looks at some of these only.
enum OperandClass : uint8_t {
  kDefinition = 1,
  kRegister = 2,
  kConstant = 4,
  kFunction = 8,
  kUnknownKind = 16,
  kNumber = 32,
  kDevice = 64,
  kBounded = 128
};
constexpr OperandClass classOf(const Operand& operand) {
  if (operand.role == OperandRole::Def) return kDefinition;
  switch (operand.kind) {
    case ArgKind::Register: return kRegister;
    case ArgKind::Immediate: break;
    case ArgKind::Constant: return kConstant;
    case ArgKind::Function: return kFunction;
  }
  if (operand.kind != ArgKind::Immediate) return kUnknownKind;
  switch (operand.role) {
    case OperandRole::Device: return kDevice;
    case OperandRole::TypeCode:
    case OperandRole::TypeBits:
    case OperandRole::TypeLanes:
    case OperandRole::Extent:
    case OperandRole::Field:
    case OperandRole::OutputCount: return kBounded;
    default: return kNumber;
  }
}

/// A shape builtin with (code, slot) pairs: where the count stands, where pairs begin, how many arguments follow them.
struct PairLayout {
  size_t heapAt, pairsAt, after;
  bool counted;  ///< the argument before the pairs says how many there are; else there is one
  int64_t maxCode;
  bool storesSlot;  ///< whether a code names a slot: 1 and 3 for match, 1 for make
};
/// Of a builtin, or nothing. (calls.cpp)
std::optional<PairLayout> pairLayout(const BuiltinRow& row);

/// What the verifier knows of a function as a callee.
struct Callee {
  const BuiltinRow* builtin = nullptr;
  std::optional<PairLayout> pairs;  ///< of a builtin
  bool makesHeap = false;           ///< returns a shape heap
  bool known = false;  ///< rules about calls have something to look at: a builtin of ours or a function with code
  size_t minArgs = 0, maxArgs = SIZE_MAX;  ///< of a builtin, from its operand names
  bool wantsVm = false;                    ///< first operand of the builtin is the VM context
};

/// A shape heap whose size the bytecode tells.
struct KnownHeap {
  int64_t reg = 0, slots = 0;
};

struct Context {
  const Executable& executable;
  const Library* library = nullptr;
  std::stop_token stop;
  Diagnostics findings;

  std::vector<Layout> layout;       ///< per instruction
  std::vector<FuncIndex> bytecode;  ///< functions whose instructions may be walked: sound, disjoint ranges; by start
  std::vector<Callee> callees;      ///< per function
  std::vector<KnownHeap> heaps;     ///< of the function under way
  bool relax = true;                ///< today's Relax: one function table for all calls
  const RuleRow* rule = nullptr;    ///< the one under way

  /// Whether every rule about operands passes this one: most are, and a million instructions have millions.
  /// What the rules would look into is in range; the rules decide about the rest.
  [[nodiscard]] bool isPlain(const Site& site, const Operand& operand) const {
    const auto below = [&](size_t count) { return static_cast<uint64_t>(operand.value) < count; };
    switch (operand.kind) {
      case ArgKind::Register:
        return site.function->registerFileSize <= kMaxRegisters &&
               below(static_cast<uint64_t>(std::max<int64_t>(0, site.function->registerFileSize)));
      case ArgKind::Constant: return below(executable.constants.size());
      case ArgKind::Function: return relax && below(executable.functions.size());
      case ArgKind::Immediate: return operand.role == OperandRole::Argument || operand.role == OperandRole::Count;
    }
    return false;
  }
  /// What is known of the function that a call names; null where it names none.
  [[nodiscard]] const Callee* calleeOf(const Site& site) const {
    const int64_t callee = site.instruction.callFunction();
    return callee < 0 || static_cast<uint64_t>(callee) >= callees.size() ? nullptr
                                                                         : &callees[static_cast<size_t>(callee)];
  }

  /// Adds a finding of the present rule. `message` is a callable, so that a file with a million faults
  /// costs no million strings.
  template <class Message>
  void report(Diagnostic place, Message&& message) {
    place.severity = rule->severity;
    if (findings.all().size() < Diagnostics::kMaxKept) {
      place.rule = rule->id;
      place.message = message();
    }
    findings.add(std::move(place));
  }
  template <class Message>
  void report(FuncIndex function, Message&& message) {
    Diagnostic place;
    place.function = function;
    report(std::move(place), [&] { return fmt::format("{}: {}", functionName(function), message()); });
  }
  template <class Message>
  void report(const Site& site, Message&& message) {
    Diagnostic place;
    place.function = site.index;
    place.pc = InstrIndex(site.pc);
    report(std::move(place), [&] { return fmt::format("{}: {}", where(site), message()); });
  }

  /// "main", printable and not too long; "function 3" where there is none.
  [[nodiscard]] std::string functionName(FuncIndex index) const;
  /// "main:12 (call relu)", "main:12 (ret)".
  [[nodiscard]] std::string where(const Site& site) const;
};

/// "argument 3", "dst", "cond": what a message calls an operand.
std::string operandName(const Site& site, const Operand& operand);

/// Fills what rules about tables see: relax and bytecode.
void prepareTables(Context& context);
/// And layout and callees. Linear in words and functions (but for a sort of the functions).
void prepare(Context& context);

// One function a rule; the table in verifier.cpp names them. (verify_tables.cpp)
void checkTensorConstants(Context& context);
void checkMemoryScopes(Context& context);
void checkCodeOffsets(Context& context);
void checkOpcodes(Context& context);
void checkArgumentCounts(Context& context);
void checkCodeCovered(Context& context);
void checkUniqueNames(Context& context);
void checkFunctionKind(Context& context, FuncIndex index);
void checkFunctionRange(Context& context, FuncIndex index);
void checkFunctionRegisters(Context& context, FuncIndex index);
void checkParamNames(Context& context, FuncIndex index);
// (verify_code.cpp)
void checkFallThrough(Context& context, FuncIndex index);
void checkRegister(Context& context, const Site& site, const Operand& operand);
void checkCondition(Context& context, const Site& site, const Operand& operand);
void checkConstantIndex(Context& context, const Site& site, const Operand& operand);
void checkFunctionIndex(Context& context, const Site& site, const Operand& operand);
void checkArgumentKind(Context& context, const Site& site, const Operand& operand);
void checkJump(Context& context, const Site& site);
void checkEndlessJump(Context& context, const Site& site);
// (verify_calls.cpp)
void checkArity(Context& context, const Site& call);
void checkBuiltinArguments(Context& context, const Site& call);
void checkHeapSlots(Context& context, const Site& call);
// (verify_relay.cpp)
void checkProducer(Context& context);
void checkDeviceTables(Context& context);
void checkAttributes(Context& context);
void checkDevice(Context& context, const Site& site, const Operand& operand);
void checkOperandValue(Context& context, const Site& site, const Operand& operand);
// (verify_sound.cpp) Whether the rules that set inWords would find no error. The ranges and registers of all functions
// must be sound.
bool wordsAreSound(const Context& context);
// (verify_library.cpp)
void checkNamesResolve(Context& context);
void checkSymbolsCovered(Context& context);

}  // namespace relaxscope::verifying
