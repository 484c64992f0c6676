// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/shape_program.h"

#include <unordered_set>

#include "vmcore/analysis/call_args.h"
#include "vmcore/analysis/flow/code_walk.h"

namespace relaxscope {
namespace {

constexpr size_t kMaxPlaces = 1'000, kMaxHeapCalls = 65'536;

class ProgramReader {
 public:
  ProgramReader(const Executable& executable, ShapeProgram& program) : executable_(executable), program_(program) {}

  void run(const Function& function) {
    CodeWalk(executable_).run(existingRange(executable_, function), [&](int64_t pc, const Instruction& instruction) {
      if (instruction.isCall()) readCall(InstrIndex(pc), {executable_, instruction});
      return true;
    });
  }

 private:
  void readCall(InstrIndex pc, const CallArgs& args) {
    const Function* callee = executable_.function(FuncIndex(args.call.callFunction()));
    if (callee == nullptr) return;
    const KnownCallee known = knownCallee(*callee);
    const int64_t dst = args.call.callDst();
    if (known.kind != KnownCallee::Kind::Builtin) passHeap(pc, args);
    else readBuiltin(pc, known.builtin, args);
    const bool makesHeap = known.builtin == BuiltinId::AllocShapeHeap || known.builtin == BuiltinId::AllocHeap;
    if (makesHeap) heaps_.insert(dst);
    else heaps_.erase(dst);
  }

  void readBuiltin(InstrIndex pc, BuiltinId builtin, const CallArgs& args) {
    int64_t count = 0;
    switch (builtin) {
      case BuiltinId::MatchShape:
        heaps_.insert(args.reg(1));  // of alloc_shape_heap, or a tensor
        if (args.immediate(2, count)) readCodes(pc, dimCodes(args, 3, count), true);
        break;
      case BuiltinId::MatchPrimValue:
        heaps_.insert(args.reg(1));
        readCodes(pc, dimCodes(args, 2, 1), true);
        break;
      case BuiltinId::MakeShape:
        if (args.immediate(1, count)) readCodes(pc, dimCodes(args, 2, count), false);
        break;
      case BuiltinId::MakePrimValue: readCodes(pc, dimCodes(args, 1, 1), false); break;
      case BuiltinId::StoreShape:
      case BuiltinId::LoadShape: {
        const bool stores = builtin == BuiltinId::StoreShape;
        for (const auto& slot : slotArgs(args, stores ? 2 : 1))
          if (slot) addPlace(pc, *slot, stores);
        break;
      }
      case BuiltinId::CallTirDyn:
      case BuiltinId::CallTirDynNamed: passHeap(pc, args); break;
      default: break;
    }
  }

  void readCodes(InstrIndex pc, const std::vector<DimCode>& codes, bool matches) {
    for (const DimCode& code : codes) {
      if (code.op == DimCode::Op::Slot) addPlace(pc, code.value, matches);
      if (code.op == DimCode::Op::CheckSlot && matches) addPlace(pc, code.value, false);
    }
  }

  void addPlace(InstrIndex pc, int64_t slot, bool stores) {
    if (slot < 0 || static_cast<uint64_t>(slot) >= program_.heap.size()) return;
    SlotDetail& detail = program_.heap[static_cast<size_t>(slot)];
    std::vector<InstrIndex>& places = stores ? detail.stores : detail.reads;
    if (places.size() < kMaxPlaces && (places.empty() || places.back() != pc)) places.push_back(pc);
  }

  void passHeap(InstrIndex pc, const CallArgs& args) {
    if (heaps_.empty() || program_.heapCalls.size() == kMaxHeapCalls) return;
    for (size_t i = 0; i < args.size(); ++i) {
      if (args.reg(i) < 0 || !heaps_.contains(args.reg(i))) continue;
      program_.heapCalls.push_back(pc);
      return;
    }
  }

  const Executable& executable_;
  ShapeProgram& program_;
  std::unordered_set<int64_t> heaps_;  ///< registers that hold the heap
};

SlotSource sourceOf(SlotInfo::Origin origin) {
  switch (origin) {
    case SlotInfo::Origin::Dimension:
    case SlotInfo::Origin::Stored: return SlotSource::Exact;
    case SlotInfo::Origin::Inferred: return SlotSource::Inferred;
    case SlotInfo::Origin::Derived:
    case SlotInfo::Origin::Computed: break;
  }
  return SlotSource::Computed;
}

bool hasFormula(SlotInfo::Origin origin) {
  return origin != SlotInfo::Origin::Stored && origin != SlotInfo::Origin::Computed;
}

}  // namespace

const char* sourceText(SlotSource source) {
  switch (source) {
    case SlotSource::Exact: return "exact";
    case SlotSource::Inferred: return "inferred";
    case SlotSource::Computed: break;
  }
  return "computed";
}

std::vector<InstrIndex> ShapeProgram::writersOf(size_t slot) const {
  constexpr size_t kMaxWriters = 64;
  if (slot >= heap.size()) return {};
  const SlotDetail& detail = heap[slot];
  if (!detail.stores.empty()) return detail.stores;
  std::vector<InstrIndex> writers;
  for (const InstrIndex pc : heapCalls) {
    if (writers.size() == kMaxWriters || (!detail.reads.empty() && !writers.empty() && pc > detail.reads.front()))
      break;
    writers.push_back(pc);
  }
  return writers;
}

ShapeProgram shapeProgram(const Executable& executable, FuncIndex function, const std::vector<SlotInfo>& names) {
  ShapeProgram program;
  program.heap.reserve(names.size());
  for (const SlotInfo& slot : names)
    program.heap.push_back({sourceOf(slot.origin), hasFormula(slot.origin) ? slot.name : std::string(), {}, {}});
  const Function* row = executable.function(function);
  if (row == nullptr || !row->isBytecode() || names.empty()) return program;
  ProgramReader(executable, program).run(*row);
  // A plain name may be that of a check alone.
  for (SlotDetail& detail : program.heap) {
    if (!detail.stores.empty()) detail.source = SlotSource::Exact;
    else if (detail.source == SlotSource::Exact) detail.source = SlotSource::Computed;
  }
  return program;
}

}  // namespace relaxscope
