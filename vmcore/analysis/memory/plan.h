// SPDX-License-Identifier: Apache-2.0
// The memory plan of a function: its storages with their sizes, lives and tensors, and the peak, for given extents of
// symbolic dimensions. Nothing is executed. Bytes are those of the naive allocator (base/block_bytes.h). Arguments are
// stated apart; shape heaps do not count, nor do workspaces that kernels take.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "vmcore/analysis/function_facts.h"
#include "vmcore/base/index.h"
#include "vmcore/base/result.h"
#include "vmcore/model/heap_slot.h"
#include "vmcore/model/library.h"

namespace relaxscope {

struct MemorySizes {
  std::map<std::string, int64_t> given;  ///< extents of symbolic dimensions
  int64_t others = 4;                    ///< of those that are not given
  uint64_t work = uint64_t{1} << 22;     ///< at most: instructions, references and the like
  SlotValues slotValues{};               ///< of slots that only a run tells (MemoryPlan::heapSlots)
};

struct PlannedTensor {
  InstrIndex pc;
  std::string type;  ///< "f32[n, 24]"; empty if it is not known
  int64_t offset = 0;
  std::optional<int64_t> bytes;
  std::string formula = "?";  ///< its bytes in the function's dimensions
  InstrIndex death;           ///< as PlannedStorage::death
  InstrIndex overwritten;     ///< another tensor takes its bytes; invalid if none does before its death
  bool returned = false;      ///< it is in the function's result, or kept by something else
};
struct PlannedStorage {
  static constexpr uint32_t kReturn = 0xFFFFFFFFu;

  InstrIndex pc;                 ///< that allocates it
  std::string formula;           ///< its size in the function's dimensions, "n * 96"; "?" if it is not known
  std::optional<int64_t> bytes;  ///< its size
  uint64_t block = 0;            ///< bytes of its block; 0 if they are not known
  uint32_t place = 0;            ///< row of MemoryPlan::places
  std::vector<PlannedTensor> tensors;
  InstrIndex death;  ///< the instruction that drops the last reference; invalid: it lives until the function returns
  /// The calls of kernels and VM functions, numbered from 0 in order of pc, during which it lives; the last one is
  /// kReturn if it lives until the function returns, and before the first if there is none.
  uint32_t firstCall = 0, lastCall = kReturn;
  bool atPeak = false;  ///< alive when the peak is reached
};
/// A device and a memory scope.
struct MemoryPlace {
  int64_t device = 0;             ///< of the VM; -1 is the host
  std::string scope;              ///< "global"
  uint64_t atPeak = 0, peak = 0;  ///< bytes of storages at the peak of all places, and at its own
};
/// The function's memory changes.
struct MemoryStep {
  InstrIndex pc;                 ///< of the function, also where a callee allocates
  uint64_t peak = 0, after = 0;  ///< highest bytes of storages during the instruction, and after it
};
/// What allocators take from the system for the storages of a run.
struct KeptMemory {
  uint64_t naive = 0;      ///< at the peak, as `storagesPeak`
  uint64_t pooled = 0;     ///< a pool that reuses blocks of equal size class, at the end
  uint64_t tvmNaive = 0;   ///< TVM's naive allocator at the peak: sizes as requested
  uint64_t tvmPooled = 0;  ///< TVM's pool at the end: pages of 4 KiB, reused at equal size
};

/// Why a figure is not exact.
enum class InexactCause : uint8_t {
  Branch,     ///< the instruction decides by a value which path is taken; the one that holds more is followed
  Loop,       ///< a loop counts as one round
  Recursion,  ///< a call of a function that is running counts as nothing
  Extent,     ///< an extent that no argument tells is assumed
  Operands,   ///< the engine may hold operands of the call longer
};
struct InexactFigure {
  InexactCause cause = InexactCause::Branch;
  FuncIndex function;  ///< of the program: the one in question, or a callee
  InstrIndex pc;       ///< of that function; invalid for Recursion
};
/// An instruction that a run of these sizes cannot pass.
struct PlanFailure {
  FuncIndex function;   ///< invalid: an argument cannot have such a shape
  InstrIndex pc;        ///< of that function
  std::string reason;   ///< "extent 0 of its shape, n - m, is -3"
  bool certain = true;  ///< every run passes it
};
/// The largest extent of a dimension that all storages have room for, with the other dimensions as they are.
struct PlanBound {
  std::string dimension;
  int64_t atMost = 0;          ///< below 0: for none there is
  InstrIndex storage, tensor;  ///< that allocate what has no room for more
};

/// A slot of a shape heap that a kernel computes and for which the program tells no value.
struct PlannedSlot {
  HeapSlot slot;
  std::optional<int64_t> value;  ///< of MemorySizes::slotValues
};

struct MemoryPlan {
  FuncIndex function;
  std::vector<std::pair<std::string, int64_t>> sizes;  ///< of the dimensions of the parameters, by name
  uint64_t constants = 0;                              ///< bytes of the executable's tensors
  uint64_t storagesPeak = 0;
  InstrIndex peakPc;                     ///< where the peak is reached first; invalid without storages
  std::optional<uint32_t> peakStorage;   ///< its row, if the peak is its allocation
  std::optional<uint32_t> peakCall;      ///< else the number of the call in which it is
  std::string peakFormula;               ///< constants and storages at the peak, before rounding to blocks
  std::string storagesFormula;           ///< storages at the peak alone
  std::vector<PlannedStorage> storages;  ///< the function's own, in order of pc
  std::vector<MemoryPlace> places;
  std::vector<MemoryStep> steps;  ///< in the order of the program
  KeptMemory kept;
  std::vector<std::string> unknown;    ///< callees, instructions and late-bound constants whose bytes are not known
  std::vector<PlannedSlot> heapSlots;  ///< of the function and its callees, that a run must tell
  bool exact = true;                   ///< no figure depends on values
  std::vector<InexactFigure> inexact;  ///< why not, a row per cause; `unknown` tells the rest
  std::optional<PlanFailure> failure;  ///< the first one
  std::vector<PlanBound> bounds;       ///< by dimension; of storages whose size does not follow the dimension
  /// Bytes of the arguments' tensors, in blocks; nothing if one is not known.
  std::optional<uint64_t> arguments;
  uint64_t argumentsReleased = 0;  ///< that the function gives up before it returns, with the fields of a tuple
  uint64_t peakWithArguments = 0;  ///< of storages and arguments at once
  uint64_t work = 0;               ///< done
  bool complete = true;            ///< otherwise the program is too long, and the figures cover its beginning

  [[nodiscard]] uint64_t peak() const { return constants + storagesPeak; }
  /// Why no run of these sizes gets to its end; null if one may.
  [[nodiscard]] const PlanFailure* certainFailure() const { return failure && failure->certain ? &*failure : nullptr; }
};

/// "main:12 (call vm.builtin.alloc_tensor): a tensor of 2,560 bytes ...; the storages have room for batch up to 8".
std::string failureText(const Executable& executable, const MemoryPlan& plan);
/// "main:7 branches on a value".
std::string inexactText(const Executable& executable, const InexactFigure& figure);

/// Of a bytecode function; without storages for others. A dimension that is not given is small enough for the bounds.
/// Nothing when stopped. Safe for malformed code; time and memory are bounded.
std::optional<MemoryPlan> memoryPlan(const FunctionFacts& facts, FuncIndex function, const MemorySizes& sizes,
                                     const std::stop_token& stop = {});
/// Whether kernels of a library may take workspaces from the runtime (TVMBackendAllocWorkspace): what they take is in
/// no plan, and a profile tells it.
bool mayTakeWorkspaces(const Library& library);
/// Of several functions, all bytecode functions if none is named; they share the bound of the work. An error names a
/// given dimension that none of them has.
Result<std::vector<MemoryPlan>> memoryPlans(const FunctionFacts& facts, std::span<const FuncIndex> functions,
                                            const MemorySizes& sizes);

}  // namespace relaxscope
