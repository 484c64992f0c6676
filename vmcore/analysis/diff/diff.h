// SPDX-License-Identifier: Apache-2.0
// What changed between two executables: functions, instructions, constants, kernels, memory, layers and modules.
// Numbers that another build may give - registers, rows of tables, pcs, shape-heap slots, the order of independent
// instructions - are no change. Pure; nothing is executed.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "vmcore/analysis/diff/change.h"
#include "vmcore/base/result.h"
#include "vmcore/model/library.h"
#include "vmcore/model/loaded_file.h"

namespace relaxscope {

/// One of the two executables.
struct DiffSide {
  std::shared_ptr<const Executable> executable;
  /// The file that it is from: its kernels, modules and bytes. Null for one of a profile, or edited: these are then not
  /// compared, which the diff says.
  std::shared_ptr<const LoadedFile> file;
};

struct DiffOptions {
  // What is no difference. It is still reported, marked as ignored.
  bool ignoreConstants = false;        ///< contents of tensor constants
  bool ignoreNames = false;            ///< names of functions and kernels that are otherwise the same
  bool ignoreKernels = false;          ///< code and interfaces of kernels, and the modules of the library
  std::vector<std::string> functions;  ///< only these, by name on either side; empty: all
  std::vector<std::pair<std::string, std::string>> matched;    ///< functions matched by hand: old name, new name
  std::vector<std::pair<std::string, std::string>> unmatched;  ///< matches that were cut by hand
};

enum class RowState : uint8_t {
  Same,     ///< equal up to numbering
  Changed,  ///< aligned, with other operands or another callee
  Removed,
  Added,
  Moved,  ///< equal, at another place: a row on each side
};
inline constexpr uint32_t kNoChange = 0xFFFFFFFFu;
/// A row of the two listings side by side. Old and new instructions each are in order of pc, and all are there.
struct InstructionRow {
  InstrIndex old, now;  ///< invalid: that side has nothing in this row
  InstrIndex partner;   ///< Moved: the instruction on the other side
  RowState state = RowState::Same;
  uint32_t change = kNoChange;  ///< row of FunctionPair::changes
};

enum class MatchReason : uint8_t {
  None,  ///< only one side has it
  SameNameSameCode,
  SameNameChangedCode,
  SameCodeOtherName,
  CallPosition,  ///< called at the same places of matched functions
  Structure,     ///< the most similar code of what was left
  ByHand,
};
/// "same name, same code": as in JSON and tables.
const char* matchReasonText(MatchReason reason);
enum class PairState : uint8_t { Same, Changed, Added, Removed };
/// "same", "changed", "added", "removed".
const char* pairStateName(PairState state);

/// A function of the table that is not a kernel or builtin: bytecode, or compiled.
struct FunctionPair {
  FuncIndex old, now;  ///< invalid: only the other side has it
  PairState state = PairState::Same;
  MatchReason reason = MatchReason::None;
  bool renamed = false;
  /// Share of instructions that are equal: 2 * equal / (old + new); 1 for two functions without code.
  double score = 0;
  std::vector<InstructionRow> rows;
  std::vector<Change> changes;  ///< in order of the first row
  // What is no change.
  bool renumbered = false;        ///< registers, slots, pcs or rows of tables have other numbers
  uint32_t independentMoves = 0;  ///< instructions in another order that do not depend on each other
};

/// How the elements of two tensors of one shape differ; those of different types as numbers.
struct ElementDifference {
  uint64_t elements = 0, differing = 0;                    ///< NaN equals NaN
  std::optional<double> largestAbsolute, largestRelative;  ///< of finite elements; absent if none of them differ
  uint64_t nanOld = 0, nanNow = 0;
};
struct ConstantPair {
  ConstIndex old, now;  ///< invalid: only the other side has it
  PairState state = PairState::Same;
  ChangeKind kind = ChangeKind::ConstantEdited;  ///< unless Same
  bool ignored = false;                          ///< by DiffOptions::ignoreConstants
  /// A shape, type, number or text that instructions name: a difference of theirs, which counts there.
  bool isOperand = false;
  std::optional<ElementDifference> difference;  ///< of tensors of equal shape with numbers as elements
};

/// A launch parameter of a kernel for a device that differs.
struct LaunchChange {
  std::string kernel;    ///< of the device
  std::string what;      ///< "block.x", "shared memory", "launch bounds"
  std::string old, now;  ///< "value 2" of a launch, "set", threads per block; empty: that side does not have it
};
enum class KernelSource : uint8_t { None, MachineCode, Text, Binary };
/// A function of the table that bytecode only calls by name: a kernel, a function of a library, a builtin.
struct KernelPair {
  std::string old, now;  ///< names; empty: only the other side has it
  PairState state = PairState::Same;
  ChangeKind kind = ChangeKind::KernelRetuned;  ///< unless Same
  bool ignored = false;
  bool builtin = false;  ///< counts only if no code names it: else the calls tell
  MatchReason reason = MatchReason::None;
  KernelSource source = KernelSource::None;    ///< what was compared beside the name
  std::string oldDetail, nowDetail;            ///< what differs: signatures, launch parameters, sizes of code
  std::optional<VectorSets> oldSets, nowSets;  ///< of the machine code, if known
  std::vector<LaunchChange> launch;
  /// Whether both are known and differ as vectorSetText() tells them.
  [[nodiscard]] bool hasOtherSets() const {
    return oldSets && nowSets && vectorSetText(*oldSets) != vectorSetText(*nowSets);
  }
};

/// Machine code of the host in one of the files.
struct NativeCode {
  bool known = false;  ///< the file is a library whose code is at hand
  uint32_t functions = 0, kernels = 0;
  uint64_t functionBytes = 0, kernelBytes = 0;  ///< of instructions, with the local functions that each calls
};

/// Memory of a matched function, from memoryPlan() with its default sizes. Bytes are those of blocks.
struct MemoryChange {
  FuncIndex old, now;
  uint64_t oldPeak = 0, nowPeak = 0;          ///< bytes, storages only
  uint64_t oldStorages = 0, nowStorages = 0;  ///< how many allocations
  uint64_t oldBytes = 0, nowBytes = 0;        ///< sum over the storages
  std::string oldFormula, nowFormula;         ///< of the peak
  bool exact = true;                          ///< no figure depends on assumed extents
  bool same = true;
};
struct LayerChange {
  FuncIndex old, now;
  std::string name;
  uint32_t oldCount = 0, nowCount = 0;
};
/// A fact of the file that has another value: TVM version, layout, number of modules, target.
struct FileFact {
  std::string what;  ///< stable id: "producer", "format", "target", "module:cuda"
  std::string old, now;
  bool provenance = true;  ///< no difference for the exit code
};

enum class SummaryTopic : uint8_t {
  Same,
  Functions,
  Fusion,
  Operations,
  Shapes,
  Memory,
  Code,
  Constants,
  Kernels,
  Layers
};
struct SummaryLine {
  SummaryTopic topic = SummaryTopic::Same;
  std::string text;
};

struct ExecutableDiff {
  bool same = false;                    ///< up to numbering, and up to what the options ignore
  bool identical = false;               ///< same, and nothing is renumbered, ignored or in another order
  std::vector<FunctionPair> functions;  ///< in the order of the new table; removed ones where the old table has them
  std::vector<ConstantPair> constants;  ///< in the order of the new pool, then removed ones
  std::vector<KernelPair> kernels;      ///< likewise; in compiled mode those that the library has
  std::array<NativeCode, 2> native;     ///< old and new
  std::vector<MemoryChange> memory;     ///< of matched bytecode functions, long ones only if they changed
  std::vector<LayerChange> layers;      ///< whose number of copies differs
  std::vector<FileFact> facts;          ///< that differ
  std::array<uint32_t, kChangeKinds> counts{};  ///< of differences, by kind; ignored ones do not count
  std::vector<SummaryLine> summary;             ///< at most five lines, as an engineer would say it
  std::vector<std::string> notCompared;         ///< what could not be compared, and why
};

/// Errors: executables of two instruction sets, a name in the options that neither side has, stopped ("cancelled").
/// Safe for malformed executables. Time is near-linear in instructions and bytes of constants; see
/// analysis.md 13 for the bound on very different functions.
Result<ExecutableDiff> diffExecutables(const DiffSide& old, const DiffSide& now, const DiffOptions& options = {},
                                       const std::stop_token& stop = {});

/// The first byte that differs, and how many do; nothing if all are equal.
struct ByteDifference {
  uint64_t offset = 0, differing = 0;
  uint64_t oldSize = 0, nowSize = 0;
};
std::optional<ByteDifference> byteDifference(const Bytes& old, const Bytes& now);

}  // namespace relaxscope
