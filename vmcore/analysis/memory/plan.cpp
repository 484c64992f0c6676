// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/memory/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>

#include "vmcore/analysis/call_args.h"
#include "vmcore/analysis/extent_expression.h"
#include "vmcore/analysis/flow/code_walk.h"
#include "vmcore/analysis/memory/formula_sum.h"
#include "vmcore/analysis/memory/kept.h"
#include "vmcore/analysis/memory/walk.h"
#include "vmcore/base/block_bytes.h"
#include "vmcore/base/text/number.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

using namespace memory;

uint64_t constantBlocks(const Executable& executable) {
  uint64_t total = 0;
  for (const Constant& constant : executable.constants) {
    const auto* const tensor = std::get_if<TensorConstant>(&constant.value);
    if (tensor == nullptr) continue;
    const std::vector<Extent> dims(tensor->shape.begin(), tensor->shape.end());
    const auto bytes = static_cast<uint64_t>(denseBytes(dims, elementBits(tensor->dtype)).value_or(0));
    total += naiveBlockBytes(std::max<uint64_t>(bytes, tensor->data.size()));
  }
  return total;
}

/// " (call vm.builtin.alloc_tensor)".
std::string calleeText(const Executable& executable, InstrIndex pc) {
  const Instruction instruction = executable.code.at(pc);
  const Function* const callee =
      instruction.isCall() ? executable.function(FuncIndex(instruction.callFunction())) : nullptr;
  return callee == nullptr ? std::string() : fmt::format(" (call {})", printable(callee->name));
}

class PlanMaker {
 public:
  PlanMaker(const FunctionFacts& facts, FuncIndex function, const Walked& walked)
      : facts_(facts), executable_(facts.executable()), walked_(walked) {
    plan_.function = function;
    range_ = existingRange(executable_, executable_.functions[function.at()]);
  }

  MemoryPlan make(const MemorySizes& sizes) {
    plan_.exact = walked_.exact;
    plan_.complete = walked_.complete;
    plan_.work = walked_.trail.work;
    plan_.constants = constantBlocks(executable_);
    plan_.inexact = walked_.inexact;
    plan_.failure = walked_.failure;
    if (walked_.argumentsKnown) plan_.arguments = walked_.arguments;
    plan_.argumentsReleased = walked_.released;
    plan_.peakWithArguments = walked_.arguments;
    for (const Constant& constant : executable_.constants) {
      const auto* const late = std::get_if<LateBoundConstant>(&constant.value);
      if (late == nullptr) continue;
      plan_.exact = false;
      plan_.unknown.push_back(late->name);
    }
    for (const std::string& symbol : walked_.symbols) {
      const auto given = sizes.given.find(symbol);
      plan_.sizes.emplace_back(symbol, given == sizes.given.end() ? sizes.others : given->second);
    }
    for (const auto& [slot, value] : walked_.slots) plan_.heapSlots.push_back({slot, value});
    for (const auto& [device, scope] : walked_.places) plan_.places.push_back({device, scope});
    nameUnknown();
    countCalls();
    listStorages();
    listTensors();
    endLives();
    findBounds();
    findFailure();
    for (uint32_t at = walked_.last; at != 0; at = walked_.trail.changes[at].before) changes_.push_back(at);
    std::ranges::reverse(changes_);
    followChanges();
    plan_.kept = keptBy(walked_, changes_);
    return std::move(plan_);
  }

 private:
  void nameUnknown() {
    for (const Unknown& unknown : walked_.unknown) {
      const Function* const callee = executable_.function(unknown.callee);
      const Instruction instruction = executable_.code.at(unknown.pc);
      if (callee != nullptr) plan_.unknown.push_back(callee->name);
      else if (instruction.row != nullptr) plan_.unknown.emplace_back(instruction.row->mnemonic);
    }
  }

  /// Whether builtin.def calls it plumbing does not matter: what counts are calls of kernels and VM functions.
  [[nodiscard]] bool isCounted(const Instruction& instruction) const {
    if (instruction.row == nullptr || instruction.row->flow != Flow::Call) return false;
    const Function* const callee =
        instruction.isCall() ? executable_.function(FuncIndex(instruction.callFunction())) : nullptr;
    if (callee == nullptr) return !instruction.isCall();
    const KnownCallee known = knownCallee(*callee);
    return known.kind == KnownCallee::Kind::Kernel || known.kind == KnownCallee::Kind::VmFunction ||
           isCallTirDyn(known.builtin) || known.builtin == BuiltinId::InvokeClosure;
  }
  void countCalls() {
    calls_.assign(static_cast<size_t>(range_.end - range_.begin) + 1, 0);
    for (int64_t pc = range_.begin; pc < range_.end; ++pc) {
      const auto row = static_cast<size_t>(pc - range_.begin);
      calls_[row + 1] = calls_[row] + (isCounted(executable_.code.at(InstrIndex(pc))) ? 1 : 0);
    }
  }
  [[nodiscard]] uint32_t callsBefore(int64_t pc) const {
    return calls_[static_cast<size_t>(std::clamp(pc, range_.begin, range_.end) - range_.begin)];
  }
  /// A text, if it and those before are not too long: a hostile name may be long and occur often.
  std::string limited(std::string text) {
    constexpr size_t kMaxText = 4096;
    textLeft_ -= std::min(textLeft_, text.size());
    return text.size() <= kMaxText ? std::move(text) : std::string();
  }
  [[nodiscard]] std::string typeText(InstrIndex pc) {
    const std::vector<StaticTypeRef>& types = facts_.resultTypes(plan_.function);
    const auto row = static_cast<size_t>(pc.value - range_.begin);
    return row < types.size() && textLeft_ != 0 ? limited(relaxscope::typeText(types[row])) : std::string();
  }

  [[nodiscard]] std::string formulaAt(InstrIndex pc) {
    const std::vector<StaticTypeRef>& types = facts_.resultTypes(plan_.function);
    const auto row = static_cast<size_t>(pc.value - range_.begin);
    return row < types.size() && types[row] && textLeft_ != 0 ? limited(bytesFormula(*types[row])) : "?";
  }
  [[nodiscard]] PlannedTensor* tensorOf(ObjectId id) {
    const auto found = tensorRows_.find(id);
    return found == tensorRows_.end() ? nullptr : &plan_.storages[found->second.first].tensors[found->second.second];
  }

  void listStorages() {
    const std::vector<StaticTypeRef>& types = facts_.resultTypes(plan_.function);
    std::vector<ObjectId> own;
    for (ObjectId id = 1; id < walked_.trail.objects.size(); ++id)
      if (walked_.trail.objects[id].own && walked_.trail.objects[id].kind == Object::Kind::Storage) own.push_back(id);
    std::ranges::stable_sort(own, {}, [&](ObjectId id) { return walked_.trail.objects[id].pc; });
    for (const ObjectId id : own) {
      const Object& object = walked_.trail.objects[id];
      rows_[id] = static_cast<uint32_t>(plan_.storages.size());
      PlannedStorage& storage = plan_.storages.emplace_back();
      storage.pc = object.pc;
      storage.bytes = object.dims.front();
      storage.block = object.block;
      storage.place = object.place;
      storage.firstCall = callsBefore(object.pc.value);
      const auto row = static_cast<size_t>(object.pc.value - range_.begin);
      const StaticType* const type = row < types.size() ? types[row].get() : nullptr;
      const bool sized = type != nullptr && type->kind == StaticType::Kind::Storage && type->dims.size() == 1;
      if (sized && textLeft_ != 0) storage.formula = limited(type->dims[0].text());
      if (storage.formula.empty()) storage.formula = storage.bytes ? std::to_string(*storage.bytes) : "?";
    }
  }
  void listTensors() {
    for (const Placed& placed : walked_.placed) {
      const auto row = rows_.find(placed.storage);
      if (row == rows_.end()) continue;
      const Object& tensor = walked_.trail.objects[placed.tensor];
      std::vector<PlannedTensor>& tensors = plan_.storages[row->second].tensors;
      tensorRows_[placed.tensor] = {row->second, tensors.size()};
      tensors.push_back({placed.pc,
                         typeText(placed.pc),
                         placed.offset,
                         denseBytes(tensor.dims, tensor.elementBits),
                         formulaAt(placed.pc),
                         {},
                         {},
                         false});
    }
  }
  void endLives() {
    std::vector<bool> returned(plan_.storages.size(), false);
    for (const ObjectId id : walked_.returned)
      if (PlannedTensor* tensor = tensorOf(id)) tensor->returned = true;
    std::set<ObjectId> kept;
    for (const auto& [id, pc] : walked_.trail.deaths) {
      if (PlannedTensor* tensor = tensorOf(id)) {
        if (!pc.valid()) kept.insert(id);
        tensor->death = kept.contains(id) ? InstrIndex() : std::max(tensor->death, pc);
        continue;
      }
      const auto found = rows_.find(id);
      if (found == rows_.end()) continue;
      const uint32_t row = found->second;
      PlannedStorage& storage = plan_.storages[row];
      if (!pc.valid()) returned[row] = true;
      else storage.death = std::max(storage.death, pc);
    }
    for (const auto& [id, twin] : walked_.trail.twins) endAsTwin(id, twin, returned);
    for (size_t i = 0; i < returned.size(); ++i) {
      PlannedStorage& storage = plan_.storages[i];
      findOverwritten(storage.tensors);
      if (returned[i]) storage.death = InstrIndex();
      if (storage.death.valid()) storage.lastCall = callsBefore(storage.death.value + 1) - 1;
    }
  }

  /// What a register holds on either of two paths that meet is dropped by the same instruction.
  void endAsTwin(ObjectId id, ObjectId twin, std::vector<bool>& returned) {
    if (PlannedTensor* tensor = tensorOf(id), *other = tensorOf(twin); tensor != nullptr && other != nullptr) {
      tensor->death = other->death.valid() ? std::max(tensor->death, other->death) : InstrIndex();
      tensor->returned = tensor->returned || other->returned;
    }
    const auto row = rows_.find(id), otherRow = rows_.find(twin);
    if (row == rows_.end() || otherRow == rows_.end()) return;
    PlannedStorage& storage = plan_.storages[row->second];
    if (returned[otherRow->second]) returned[row->second] = true;
    else storage.death = std::max(storage.death, plan_.storages[otherRow->second].death);
  }

  struct Room {
    std::string needed, given;  ///< formulas of bytes
    int64_t offset = 0;
    InstrIndex storage, tensor;
  };
  /// Tensors whose bytes depend on dimensions that their storage's size does not depend on in the same way.
  std::vector<Room> roomsToCheck() {
    constexpr size_t kMost = 1024;
    std::vector<Room> rooms;
    std::set<std::pair<std::string, std::string>> seen;
    for (const PlannedStorage& storage : plan_.storages)
      for (const PlannedTensor& tensor : storage.tensors) {
        if (rooms.size() == kMost) return rooms;
        if (tensor.formula == "?" || storage.formula == "?" || tensor.formula == storage.formula) continue;
        if (wholeNumber<int64_t>(tensor.formula)) continue;
        if (seen.emplace(tensor.formula + "+" + std::to_string(tensor.offset), storage.formula).second)
          rooms.push_back({tensor.formula, storage.formula, tensor.offset, storage.pc, tensor.pc});
      }
    return rooms;
  }
  /// Whether the tensor lies in its storage where a dimension has an extent and the others are as they are. What cannot
  /// be told does.
  [[nodiscard]] bool hasRoom(const Room& room, const std::string& dimension, int64_t extent) const {
    bool known = true;
    const auto valueOf = [&](const std::string& name) {
      if (name == dimension) return extent;
      const auto found = std::ranges::find(plan_.sizes, name, &std::pair<std::string, int64_t>::first);
      known = known && found != plan_.sizes.end();
      return found == plan_.sizes.end() ? int64_t{0} : found->second;
    };
    const Extent needed = integerOf(room.needed, valueOf), given = integerOf(room.given, valueOf);
    return !known || !needed || !given || *needed <= *given - room.offset;
  }
  void findBounds() {
    constexpr int64_t kMostExtent = int64_t{1} << 31;
    constexpr size_t kMostDimensions = 16;
    const std::vector<Room> rooms = roomsToCheck();
    for (size_t i = 0; i < std::min(plan_.sizes.size(), kMostDimensions); ++i) {
      PlanBound bound{plan_.sizes[i].first, kMostExtent, {}, {}};
      for (const Room& room : rooms) {
        if (hasRoom(room, bound.dimension, bound.atMost)) continue;
        int64_t fits = -1, beyond = bound.atMost;
        while (beyond - fits > 1) {
          const int64_t middle = fits + (beyond - fits) / 2;
          if (hasRoom(room, bound.dimension, middle)) fits = middle;
          else beyond = middle;
        }
        bound = {bound.dimension, fits, room.storage, room.tensor};
      }
      if (bound.storage.valid()) plan_.bounds.push_back(std::move(bound));
    }
  }
  /// A tensor that is larger than its storage.
  void findFailure() {
    for (const PlannedStorage& storage : plan_.storages)
      for (const PlannedTensor& tensor : storage.tensors) {
        int64_t end = 0;
        if (!tensor.bytes || !storage.bytes || __builtin_add_overflow(tensor.offset, *tensor.bytes, &end)) continue;
        if (end <= *storage.bytes || (plan_.failure && plan_.failure->pc <= tensor.pc)) continue;
        plan_.failure = PlanFailure{plan_.function, tensor.pc,
                                    fmt::format("a tensor of {} bytes at offset {} does not fit into the storage of pc "
                                                "{} with {} bytes",
                                                groupedNumber(*tensor.bytes), groupedNumber(tensor.offset),
                                                storage.pc.value, groupedNumber(*storage.bytes)),
                                    plan_.inexact.empty()};
      }
  }

  /// Where a later tensor of the same storage takes a tensor's bytes, its contents end, though something may refer to
  /// it.
  static void findOverwritten(std::vector<PlannedTensor>& tensors) {
    constexpr size_t kMostLater = 16;  // tensors compared with each: those side by side in a storage
    const auto overlap = [](const PlannedTensor& a, const PlannedTensor& b) {
      int64_t between = 0;
      if (!a.bytes || !b.bytes || __builtin_sub_overflow(b.offset, a.offset, &between) || between == INT64_MIN)
        return true;
      return between >= 0 ? between < *a.bytes : -between < *b.bytes;
    };
    for (size_t i = 0; i < tensors.size(); ++i)
      for (size_t j = i + 1; j < std::min(tensors.size(), i + kMostLater); ++j) {
        if (tensors[j].pc <= tensors[i].pc || !overlap(tensors[i], tensors[j])) continue;
        if (!tensors[i].death.valid() || tensors[i].death > tensors[j].pc) tensors[i].overwritten = tensors[j].pc;
        break;
      }
  }

  void followChanges() {
    std::vector<uint64_t> places(plan_.places.size(), 0);
    std::vector<uint64_t> highest = places, atPeak = places;
    size_t peakEnd = 0;
    for (size_t i = 0; i < changes_.size(); ++i) {
      const HeldChange& change = walked_.trail.changes[changes_[i]];
      const Object& storage = walked_.trail.objects[change.storage];
      plan_.peakWithArguments = std::max(plan_.peakWithArguments, change.total + change.given);
      if (storage.kind != Object::Kind::Storage) continue;
      if (plan_.steps.empty() || plan_.steps.back().pc != change.pc)
        plan_.steps.push_back({change.pc, plan_.steps.empty() ? 0 : plan_.steps.back().after, 0});
      MemoryStep& step = plan_.steps.back();
      step.peak = std::max(step.peak, change.total);
      step.after = change.total;
      uint64_t& place = places[storage.place];
      if (change.allocates) place += storage.block;
      else place -= storage.block;
      highest[storage.place] = std::max(highest[storage.place], place);
      if (change.total <= plan_.storagesPeak) continue;
      plan_.storagesPeak = change.total;
      plan_.peakPc = change.pc;
      atPeak = places;
      peakEnd = i + 1;
    }
    for (size_t i = 0; i < places.size(); ++i) {
      plan_.places[i].peak = highest[i];
      plan_.places[i].atPeak = atPeak[i];
    }
    describePeak(peakEnd);
  }

  void describePeak(size_t end) {
    FormulaSum sum;
    if (end != 0) {
      const ObjectId last = walked_.trail.changes[changes_[end - 1]].storage;
      if (const auto row = rows_.find(last); row != rows_.end()) plan_.peakStorage = row->second;
      else if (const Instruction peak = executable_.code.at(plan_.peakPc);
               peak.row != nullptr && peak.row->flow == Flow::Call)
        plan_.peakCall = callsBefore(plan_.peakPc.value);
    }
    std::map<ObjectId, bool> alive;
    for (size_t i = 0; i < end; ++i) {
      const HeldChange& change = walked_.trail.changes[changes_[i]];
      if (walked_.trail.objects[change.storage].kind == Object::Kind::Storage) alive[change.storage] = change.allocates;
    }
    for (const auto& [id, lives] : alive) {
      if (!lives) continue;
      const Object& object = walked_.trail.objects[id];
      const auto row = rows_.find(id);
      if (row == rows_.end()) {
        sum.add(object.dims.front() ? std::to_string(*object.dims.front()) : "?");
        continue;
      }
      plan_.storages[row->second].atPeak = true;
      sum.add(plan_.storages[row->second].formula);
    }
    plan_.storagesFormula = sum.text();
    sum.add(std::to_string(plan_.constants));
    plan_.peakFormula = sum.text();
  }

  const FunctionFacts& facts_;
  const Executable& executable_;
  const Walked& walked_;
  PcRange range_;
  MemoryPlan plan_;
  size_t textLeft_ = size_t{64} << 20;  ///< characters of types and formulas
  std::vector<uint32_t> calls_;         ///< counted calls before each instruction
  std::map<ObjectId, uint32_t> rows_;
  std::map<ObjectId, std::pair<uint32_t, size_t>> tensorRows_;  ///< storage and place in it
  std::vector<uint32_t> changes_;                               ///< of the path that returns, in order
};

}  // namespace

std::optional<MemoryPlan> memoryPlan(const FunctionFacts& facts, FuncIndex function, const MemorySizes& sizes,
                                     const std::stop_token& stop) {
  const Function* const row = facts.executable().function(function);
  if (row == nullptr || !row->isBytecode()) {
    MemoryPlan none;
    none.function = function;
    return none;
  }
  const auto walked = walkMemory(facts, function, sizes, stop);
  if (!walked) return std::nullopt;
  MemoryPlan plan = PlanMaker(facts, function, *walked).make(sizes);
  MemorySizes within = sizes;
  for (const PlanBound& bound : plan.bounds)
    if (bound.atMost >= 0 && bound.atMost < sizes.others) within.given.try_emplace(bound.dimension, bound.atMost);
  if (within.given.size() == sizes.given.size()) return plan;
  const auto again = walkMemory(facts, function, within, stop);
  if (!again) return std::nullopt;
  const uint64_t work = plan.work;
  plan = PlanMaker(facts, function, *again).make(within);
  plan.work += work;
  return plan;
}

std::string failureText(const Executable& executable, const MemoryPlan& plan) {
  if (!plan.failure) return {};
  const PlanFailure& failure = *plan.failure;
  const Function* const function = executable.function(failure.function);
  std::string text = function == nullptr ? failure.reason
                                         : fmt::format("{}:{}{}: {}", printable(function->name), failure.pc.value,
                                                       calleeText(executable, failure.pc), failure.reason);
  for (const PlanBound& bound : plan.bounds)
    text += bound.atMost < 0 ? fmt::format("; the storages have room for no {}", printable(bound.dimension))
                             : fmt::format("; the storages have room for {} up to {}", printable(bound.dimension),
                                           groupedNumber(bound.atMost));
  return text;
}

std::string inexactText(const Executable& executable, const InexactFigure& figure) {
  const Function* const function = executable.function(figure.function);
  std::string place = function == nullptr ? std::string() : printable(function->name);
  if (figure.pc.valid()) place += fmt::format(":{}", figure.pc.value);
  switch (figure.cause) {
    case InexactCause::Branch: return place + " branches on a value: the path that holds more is counted";
    case InexactCause::Loop: return place + " leads back: a loop counts as one round";
    case InexactCause::Recursion: return place + " calls itself: the inner call counts as nothing";
    case InexactCause::Extent: return place + " takes an extent that no argument tells: it is assumed";
    case InexactCause::Operands: break;
  }
  return place + " calls a closure: the engine may hold its operands longer";
}

bool mayTakeWorkspaces(const Library& library) {
  const auto allocates = [](std::string_view name) { return name.ends_with("TVMBackendAllocWorkspace"); };
  return std::ranges::any_of(library.contextSlots, allocates) ||
         std::ranges::any_of(library.undefinedSymbols, allocates);
}

Result<std::vector<MemoryPlan>> memoryPlans(const FunctionFacts& facts, std::span<const FuncIndex> functions,
                                            const MemorySizes& sizes) {
  constexpr uint64_t kMaxWork = uint64_t{1} << 26;
  const Executable& executable = facts.executable();
  std::vector<FuncIndex> chosen(functions.begin(), functions.end());
  for (size_t i = 0; functions.empty() && i < executable.functions.size(); ++i)
    if (executable.functions[i].isBytecode()) chosen.emplace_back(static_cast<int64_t>(i));
  std::vector<MemoryPlan> plans;
  std::map<std::string, int64_t> known;
  uint64_t left = kMaxWork;
  for (const FuncIndex function : chosen) {
    MemorySizes within = sizes;
    within.work = std::min(within.work, left);
    plans.push_back(memoryPlan(facts, function, within).value_or(MemoryPlan()));
    left -= std::min(left, plans.back().work);
    known.insert(plans.back().sizes.begin(), plans.back().sizes.end());
  }
  for (const auto& [name, extent] : sizes.given) {
    if (known.contains(name)) continue;
    std::string names;
    for (const auto& [other, value] : known) names += (names.empty() ? "" : ", ") + other;
    return Error(
        fmt::format("no dimension {}{}", printable(name), names.empty() ? "" : "; the functions have " + names));
  }
  return plans;
}

}  // namespace relaxscope
