// SPDX-License-Identifier: Apache-2.0
// Slots of the shape heap that are read although nothing can have written them.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "vmcore/analysis/call_args.h"
#include "vmcore/analysis/lint/subject.h"

namespace relaxscope::linting {
namespace {

/// Reads and writes of slots in order of pc. In straight code a slot must be written before it is read; where there are
/// jumps, anywhere.
class SlotFinder {
 public:
  SlotFinder(Subject& subject, const Body& body)
      : subject_(subject), body_(body), straight_(body.definitions.cfg.blocks.size() == 1) {}

  void run() {
    CodeWalk(subject_.executable).run(body_.range, [&](int64_t at, const Instruction& instruction) {
      if (instruction.isCall() && body_.reaches(InstrIndex(at)))
        visit(InstrIndex(at), {subject_.executable, instruction});
      return !subject_.stop.stop_requested() && !anything_;
    });
    Finding finding(LintRule::SlotReadBeforeWritten, body_.function);
    // Where code that is not followed may write the heap, only the reads before it in straight code count.
    if (!anything_ || straight_)
      for (const Read& read : reads_)
        if (read.unwritten || (!straight_ && !written_.contains(read.slot)))
          finding.add(fmt::format("slot {}", read.slot), {}, siteOf(body_, read.pc));
    finding.report(subject_, "1 call reads a slot that no call has written.",
                   "{} calls read slots that no call has written.");
  }

 private:
  struct Read {
    InstrIndex pc;
    int64_t slot = 0;
    bool unwritten = false;
  };

  void visit(InstrIndex pc, const CallArgs& args) {
    const BuiltinRow* const row = subject_.builtins.of(args.call);
    int64_t count = 0;
    switch (row != nullptr ? row->id : BuiltinId::None) {
      case BuiltinId::AllocShapeHeap:
      case BuiltinId::AllocHeap: heap_ = true; return;
      case BuiltinId::MatchShape:
        if (args.immediate(2, count)) pairs(pc, args, 3, count, true);
        return;
      case BuiltinId::MatchPrimValue: return pairs(pc, args, 2, 1, true);
      case BuiltinId::MakeShape:
        if (args.immediate(1, count)) pairs(pc, args, 2, count, false);
        return;
      case BuiltinId::MakePrimValue: return pairs(pc, args, 1, 1, false);
      case BuiltinId::StoreShape: return plain(pc, args, 2, true);
      case BuiltinId::LoadShape: return plain(pc, args, 1, false);
      default: break;
    }
    if (takesHeap(pc)) anything_ = true;
  }
  void pairs(InstrIndex pc, const CallArgs& args, size_t first, int64_t count, bool match) {
    std::vector<int64_t> stored;
    for (const DimCode& code : dimCodes(args, first, count)) {
      if (code.op == DimCode::Op::CheckSlot || (!match && code.op == DimCode::Op::Slot)) read(pc, code.value);
      else if (match && code.op == DimCode::Op::Slot) stored.push_back(code.value);
    }
    written_.insert(stored.begin(), stored.end());
  }
  void plain(InstrIndex pc, const CallArgs& args, size_t first, bool store) {
    for (const auto& slot : slotArgs(args, first)) {
      if (!slot) anything_ = true;
      else if (store) written_.insert(*slot);
      else read(pc, *slot);
    }
  }
  void read(InstrIndex pc, int64_t slot) {
    if (heap_) reads_.push_back({pc, slot, straight_ && !written_.contains(slot)});
  }
  /// Whether a call gets the heap, or something that may be it.
  bool takesHeap(InstrIndex pc) {
    return std::ranges::any_of(body_.definitions.usesAt(pc), [&](const Use& use) {
      if (!use.value.valid()) return true;
      const FlowValue& value = body_.definitions.values[use.value.at()];
      if (value.kind != ValueKind::Result) return value.kind != ValueKind::Parameter;
      const Instruction maker = body_.definer(subject_.executable, use.value);
      const BuiltinRow* const row = subject_.builtins.of(maker);
      return row != nullptr && (row->effects.makesHeap || row->id == BuiltinId::Copy || row->id == BuiltinId::Move ||
                                isMakeTuple(row->id) || isTupleField(row->id));
    });
  }

  Subject& subject_;
  const Body& body_;
  bool straight_, heap_ = false, anything_ = false;
  std::unordered_set<int64_t> written_;
  std::vector<Read> reads_;
};

}  // namespace

void findSlots(Subject& subject, const Body& body) { SlotFinder(subject, body).run(); }

}  // namespace relaxscope::linting
