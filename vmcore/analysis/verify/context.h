// SPDX-License-Identifier: Apache-2.0
// State and reporting of the verifier's rules. Private to the verifier.
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

/// Layout of an instruction's words; only Sound ones are decoded.
enum class Layout : uint8_t { Sound, WildOffset, Misplaced, UnknownOpcode, Cut, BadCount };

/// An instruction of a bytecode function with a valid range.
struct Site {
  FuncIndex index;
  const Function* function = nullptr;
  int64_t pc = 0;
  Instruction instruction;
};

/// Class of an operand; each rule applies to some classes only.
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

/// A shape builtin with (code, slot) pairs: index of heap and first pair, number of arguments after the pairs.
struct PairLayout {
  size_t heapAt, pairsAt, after;
  bool counted;  ///< the argument before the pairs is their number; else there is one pair
  int64_t maxCode;
  bool storesSlot;  ///< whether a code names a slot: 1 and 3 for match, 1 for make
};
/// The layout of a builtin's pairs, or nothing. (calls.cpp)
std::optional<PairLayout> pairLayout(const BuiltinRow& row);

/// Properties of a function as a callee.
struct Callee {
  const BuiltinRow* builtin = nullptr;
  std::optional<PairLayout> pairs;         ///< of a builtin
  bool makesHeap = false;                  ///< returns a shape heap
  bool known = false;                      ///< rules about calls apply: a builtin of ours or a function with code
  size_t minArgs = 0, maxArgs = SIZE_MAX;  ///< of a builtin, from its operand names
  bool takesVm = false;                    ///< first operand of the builtin is the VM context
};

/// A shape heap whose size is known from the bytecode.
struct KnownHeap {
  int64_t reg = 0, slots = 0;
};

struct Context {
  const Executable& executable;
  const Library* library = nullptr;
  std::stop_token stop;
  Diagnostics findings;

  std::vector<Layout> layout;       ///< per instruction
  std::vector<FuncIndex> bytecode;  ///< functions whose instructions may be walked: valid, disjoint ranges; by start
  std::vector<Callee> callees;      ///< per function
  std::vector<KnownHeap> heaps;     ///< of the current function
  bool relax = true;                ///< today's Relax: one function table for all calls
  const RuleRow* rule = nullptr;    ///< the current one

  /// Whether all operand rules accept this operand without further checks: everything they would check is in range.
  /// Fast path, because most operands of millions are; the rules decide about the rest.
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
  /// Properties of a call's callee; null if it names none.
  [[nodiscard]] const Callee* calleeOf(const Site& site) const {
    const int64_t callee = site.instruction.callFunction();
    return callee < 0 || static_cast<uint64_t>(callee) >= callees.size() ? nullptr
                                                                         : &callees[static_cast<size_t>(callee)];
  }

  /// Adds a finding of the current rule. `message` is a callable, so that a file with a million faults does not create
  /// a million strings.
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

  /// "main", printable and truncated; "function 3" if it does not exist.
  [[nodiscard]] std::string functionName(FuncIndex index) const;
  /// "main:12 (call relu)", "main:12 (ret)".
  [[nodiscard]] std::string where(const Site& site) const;
};

/// "argument 3", "dst", "cond": name of an operand in messages.
std::string operandName(const Site& site, const Operand& operand);

/// Fills the fields used by table rules: relax and bytecode.
void prepareTables(Context& context);
/// Also fills layout and callees. Linear in words and functions, except for a sort of the functions.
void prepare(Context& context);

// One function per rule; the table in verifier.cpp names them. (tables.cpp)
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
// (code.cpp)
void checkFallThrough(Context& context, FuncIndex index);
void checkRegister(Context& context, const Site& site, const Operand& operand);
void checkCondition(Context& context, const Site& site, const Operand& operand);
void checkConstantIndex(Context& context, const Site& site, const Operand& operand);
void checkFunctionIndex(Context& context, const Site& site, const Operand& operand);
void checkArgumentKind(Context& context, const Site& site, const Operand& operand);
void checkJump(Context& context, const Site& site);
void checkEndlessJump(Context& context, const Site& site);
// (calls.cpp)
void checkArity(Context& context, const Site& call);
void checkBuiltinArguments(Context& context, const Site& call);
void checkHeapSlots(Context& context, const Site& call);
// (storage.cpp)
void checkStorageOverlap(Context& context, FuncIndex index);
// (relay.cpp)
void checkProducer(Context& context);
void checkDeviceTables(Context& context);
void checkAttributes(Context& context);
void checkDevice(Context& context, const Site& site, const Operand& operand);
void checkOperandValue(Context& context, const Site& site, const Operand& operand);
// (sound.cpp) Whether the rules marked inWords would find no error. The ranges and registers of all functions
// must be valid.
bool wordsAreSound(const Context& context);
// (library.cpp)
void checkNamesResolve(Context& context);
void checkSymbolsCovered(Context& context);

}  // namespace relaxscope::verifying
