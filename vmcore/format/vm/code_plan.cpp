// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/vm/code_plan.h"

#include <algorithm>
#include <map>

namespace relaxscope {
namespace {

/// Whether the words match the opcode's row exactly, and decode and encode unchanged.
bool isCompleteInstruction(const Instruction& instruction) {
  if (instruction.row == nullptr) return false;
  const OpcodeRow& row = *instruction.row;
  if (row.listWord != 0 && instruction.statedCount() != static_cast<int64_t>(instruction.callArgCount())) return false;
  const InstructionSet& set = *instruction.set;
  if (set.voidRegister == kVoidRegister && !set.isRelay()) return true;
  // Sets with another numbering: a word that does not survive decoding and encoding stays raw.
  bool faithful = true;
  instruction.forEachOperand([&](const Operand& operand) {
    const int64_t word = instruction.words[operand.wordIndex];
    int64_t back = operand.value;
    if (operand.row->encoding == OperandEncoding::TaggedList)
      back = set.encodeArg(Arg::make(operand.kind, operand.value));
    else if (operand.kind == ArgKind::Register) back = set.encodeRegister(operand.value);
    else if (operand.row->encoding == OperandEncoding::Packed && operand.value >= 0)
      back = operand.value - instruction.packedBase;
    faithful = faithful && back == word;
  });
  return faithful;
}

/// End of the words of an invalid instruction: the start of the next instruction, if that is after it.
size_t rawEnd(const Code& code, size_t pc, size_t begin) {
  if (pc + 1 >= code.size()) return code.words.size();
  const int64_t next = code.offsets[pc + 1];
  if (next > static_cast<int64_t>(begin) && static_cast<uint64_t>(next) <= code.words.size())
    return static_cast<size_t>(next);
  return begin + 1;
}

/// Claimed ranges of pcs, by start.
class Claims {
 public:
  bool claim(int64_t begin, int64_t end) {
    const auto after = taken_.lower_bound(begin);
    if (after != taken_.end() && after->first < end) return false;
    if (after != taken_.begin() && std::prev(after)->second > begin) return false;
    taken_.emplace(begin, end);
    return true;
  }
  /// Whether the pc is inside a claimed range, but not at its start.
  [[nodiscard]] bool inside(int64_t pc) const {
    const auto after = taken_.lower_bound(pc);
    return after != taken_.begin() && std::prev(after)->second > pc;
  }
  /// Start of the next claimed range, at or after `pc`.
  [[nodiscard]] int64_t nextBegin(int64_t pc, int64_t otherwise) const {
    const auto next = taken_.lower_bound(pc);
    return next == taken_.end() ? otherwise : next->first;
  }
  template <class Visit>
  void forEachGap(int64_t count, Visit&& visit) const {
    int64_t at = 0;
    for (const auto& [begin, end] : taken_) {
      if (begin > at) visit(at, begin);
      at = end;
    }
    if (at < count) visit(at, count);
  }

 private:
  std::map<int64_t, int64_t> taken_;
};

/// TVM's builder leaves a function that was called before it was defined packed and without an end.
bool isPackedWithBody(const Function& f) { return f.isPacked() && f.endInstr == 0 && f.numArgs != -2; }

std::vector<CodeBody> relayBodies(const Executable& executable) {
  std::vector<CodeBody> bodies;
  for (const FuncIndex index : executable.relay->order) {
    const Function* f = executable.function(index);
    if (f != nullptr) bodies.push_back({index, f->startInstr, f->endInstr, static_cast<int64_t>(bodies.size())});
  }
  std::stable_sort(bodies.begin(), bodies.end(),
                   [](const CodeBody& a, const CodeBody& b) { return a.function < b.function; });
  return bodies;
}

void setOrder(std::vector<CodeBody>& bodies) {
  std::vector<CodeBody*> byPc;
  byPc.reserve(bodies.size());
  for (CodeBody& body : bodies) byPc.push_back(&body);
  std::stable_sort(byPc.begin(), byPc.end(), [](const CodeBody* a, const CodeBody* b) {
    return a->begin != b->begin ? a->begin < b->begin : a->end < b->end;
  });
  for (size_t i = 0; i < byPc.size(); ++i) byPc[i]->order = static_cast<int64_t>(i);
}

}  // namespace

CodeItems::CodeItems(const Code& code) : code_(code), tailBegin_(code.words.size()) {
  if (isPlainCode(code)) return;
  items_.resize(code.size());
  size_t at = 0;
  for (size_t pc = 0; pc < code.size(); ++pc) {
    CodeItem& item = items_[pc];
    const int64_t offset = code.offsets[pc];
    item.dataBegin = item.dataEnd = item.begin = item.end = at;
    if (offset < static_cast<int64_t>(at) || static_cast<uint64_t>(offset) > code.words.size()) {
      item.kind = CodeItem::Kind::At;
      continue;
    }
    item.dataEnd = item.begin = static_cast<size_t>(offset);
    const Instruction instruction = code.at(InstrIndex(static_cast<int64_t>(pc)));
    if (isCompleteInstruction(instruction)) {
      item.end = item.begin + instruction.words.size();
    } else {
      item.kind = CodeItem::Kind::Words;
      item.end = item.begin == code.words.size() ? item.begin : rawEnd(code, pc, item.begin);
    }
    at = item.end;
  }
  tailBegin_ = at;
}

CodeItem CodeItems::at(int64_t pc) const {
  if (!items_.empty()) return items_[static_cast<size_t>(pc)];
  const auto i = static_cast<size_t>(pc);
  const auto begin = static_cast<size_t>(code_.offsets[i]);
  const size_t end = i + 1 < code_.size() ? static_cast<size_t>(code_.offsets[i + 1]) : code_.words.size();
  return {CodeItem::Kind::Plain, begin, begin, begin, end};
}

bool isPlainCode(const Code& code) {
  size_t at = 0;
  for (size_t i = 0; i < code.size(); ++i) {
    if (code.offsets[i] != static_cast<int64_t>(at)) return false;
    const Instruction instruction = code.at(InstrIndex(static_cast<int64_t>(i)));
    if (!isCompleteInstruction(instruction)) return false;
    at += instruction.words.size();
  }
  return at == code.words.size();
}

std::vector<CodeBody> planBodies(const Executable& executable) {
  // In a trace, a Relay executable has no order.
  if (executable.relay && !(executable.relay->order.empty() && !executable.code.offsets.empty()))
    return relayBodies(executable);
  const auto count = static_cast<int64_t>(executable.code.size());
  std::vector<CodeBody> bodies;
  Claims claims;
  const auto claim = [&](size_t i, int64_t begin, int64_t end) {
    if (begin < 0 || begin >= end || begin >= count || !claims.claim(begin, end)) return;
    bodies.push_back({FuncIndex(static_cast<int64_t>(i)), begin, end, 0});
  };
  for (size_t i = 0; i < executable.functions.size(); ++i) {
    const Function& f = executable.functions[i];
    if (!isPackedWithBody(f)) claim(i, f.startInstr, std::min(f.endInstr, count));
  }
  std::vector<int64_t> starts;
  for (const Function& f : executable.functions)
    if (isPackedWithBody(f)) starts.push_back(f.startInstr);
  std::sort(starts.begin(), starts.end());
  for (size_t i = 0; i < executable.functions.size(); ++i) {
    const Function& f = executable.functions[i];
    if (!isPackedWithBody(f) || f.startInstr < 0 || f.startInstr > count || claims.inside(f.startInstr)) continue;
    const auto next = std::upper_bound(starts.begin(), starts.end(), f.startInstr);
    const int64_t end = std::min(claims.nextBegin(f.startInstr, count), next == starts.end() ? count : *next);
    if (end > f.startInstr) claim(i, f.startInstr, end);
    else
      bodies.push_back(
          {FuncIndex(static_cast<int64_t>(i)), f.startInstr, f.startInstr, 0});  // no instruction was emitted in it
  }
  std::stable_sort(bodies.begin(), bodies.end(),
                   [](const CodeBody& a, const CodeBody& b) { return a.function < b.function; });
  claims.forEachGap(count,
                    [&](int64_t begin, int64_t end) { bodies.push_back({FuncIndex::invalid(), begin, end, 0}); });
  if (bodies.empty() && !executable.code.words.empty()) bodies.push_back({});
  setOrder(bodies);
  return bodies;
}

int64_t usedRegisters(const Code& code, int64_t begin, int64_t end, int64_t numArgs) {
  int64_t used = std::max<int64_t>(numArgs, 0);
  for (int64_t pc = begin; pc < end; ++pc)
    code.at(InstrIndex(pc)).forEachOperand([&](const Operand& operand) {
      if (operand.kind == ArgKind::Register && !isSpecialRegister(operand.value))
        used = std::max(used, operand.value + 1);
    });
  return used;
}

CodeRange usualRange(const Function& function, const CodeBody* body) {
  if (body == nullptr) return {};
  return {body->begin, function.isPacked() ? 0 : body->end};
}

int64_t usualRegisters(const Function& function, const Code& code, const CodeBody* body) {
  if (function.isVmTir()) return function.numArgs < INT64_MAX ? function.numArgs + 1 : 0;
  if (function.isPacked() || body == nullptr) return 0;
  return usedRegisters(code, body->begin, body->end, function.numArgs);
}

}  // namespace relaxscope
