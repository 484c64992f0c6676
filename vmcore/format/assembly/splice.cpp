// SPDX-License-Identifier: Apache-2.0
// One function of an executable in the place of another: its instructions take the old ones' place, the functions
// behind it move.
#include <algorithm>

#include "vmcore/format/assembly/program.h"
#include "vmcore/format/assembly/text_parser.h"
#include "vmcore/format/vm/code_plan.h"

namespace relaxscope {
namespace assembly {
namespace {

/// Where instructions of the base were replaced.
struct Gap {
  int64_t begin, end;
  int64_t moved;  ///< how far what stands behind it moves
  const CodeBody* old;
  bool relay;
};

void shift(int64_t& pc, int64_t by) {
  int64_t sum = 0;
  if (!__builtin_add_overflow(pc, by, &sum)) pc = sum;
}

/// Moves another function's range. One that ends where the gap begins stays, even where nothing was in the gap: it
/// is not a part of what comes in there.
void makeRoom(const Gap& gap, const CodeBody* body, Function& f) {
  const bool range = f.endInstr > f.startInstr;
  if (!range && body == nullptr) return;
  // Of functions without instructions in one place the order of a Relay file decides.
  const bool before = !range && gap.relay && gap.old != nullptr && body->order < gap.old->order;
  if (f.startInstr >= gap.end && !before) {
    if (range || gap.relay) shift(f.endInstr, gap.moved);  // a packed function with a body has no end
    shift(f.startInstr, gap.moved);
  } else if (range && f.endInstr >= gap.end && f.endInstr > gap.begin) {
    shift(f.endInstr, gap.moved);
  }
}

}  // namespace

void Program::beginWith(const Executable& base, FuncIndex function) {
  out = base;
  out.functions.clear();
  headerSeen = true;
  packedBase = base.code.packedBase;
  for (const Function& f : base.functions) addFunction({f, true, true, true, true, {}}, 0);
  if (base.relay)
    for (size_t i = 0; i < base.relay->paramDevices.size() && i < rows_.size(); ++i) rows_[i].devices = base.relay->paramDevices[i];
  // The old name is free for the function that takes its place, and for nothing else.
  functionByName_.erase(base.functions[function.at()].name);
  constantLines_.assign(base.constants.size(), 0);
  base_ = &base;
  replaced_ = function;
}

void Program::checkSplice() {
  if (!replacementSeen_) note(Severity::Error, 1, "a function is expected: `@name(...):`");
  else if (!isPlainCode(base_->code)) note(Severity::Error, 1, "functions of damaged code are edited in the text of the whole executable");
  for (const Body& body : bodies_)
    if (!body.function.valid()) return note(Severity::Error, 1, "only functions stand here, no `.code:`");
}

/// Puts the bodies of the text into the base's code: the replacement's where the old one was, others behind everything.
void Program::splice() {
  const std::vector<CodeBody> planned = planBodies(*base_);
  const auto old = std::find_if(planned.begin(), planned.end(), [&](const CodeBody& body) { return body.function == replaced_; });
  const auto count = static_cast<int64_t>(base_->code.size());
  const int64_t begin = old == planned.end() ? count : old->begin, end = old == planned.end() ? count : old->end;
  const auto wordOf = [&](int64_t pc) { return pc < count ? base_->code.offsets[static_cast<size_t>(pc)] : static_cast<int64_t>(base_->code.words.size()); };
  Code& code = out.code;
  code.words = Words();
  std::vector<int64_t>& spliced = code.words.edit();
  code.offsets.clear();
  bodyStart_.assign(bodies_.size(), 0);
  const auto append = [&](WordView from, int64_t first, int64_t last) { spliced.insert(spliced.end(), from.begin() + first, from.begin() + last); };
  const auto appendBase = [&](int64_t first, int64_t last) {
    const int64_t shift = static_cast<int64_t>(spliced.size()) - wordOf(first);
    for (int64_t pc = first; pc < last; ++pc) code.offsets.push_back(wordOf(pc) + shift);
    append(base_->code.words, wordOf(first), wordOf(last));
    lineOfPc_.resize(code.offsets.size());
  };
  const auto appendBody = [&](size_t index) {
    const Body& body = bodies_[index];
    bodyStart_[index] = static_cast<int64_t>(code.offsets.size());
    const int64_t shift = static_cast<int64_t>(spliced.size()) - static_cast<int64_t>(body.wordBegin);
    for (size_t i = body.entryBegin; i < body.entryEnd; ++i) {
      code.offsets.push_back(entries_[i].at == kHere ? static_cast<int64_t>(entries_[i].word) + shift : entries_[i].at);
      lineOfPc_.push_back(entries_[i].line);
    }
    append(words, static_cast<int64_t>(body.wordBegin), static_cast<int64_t>(body.wordEnd));
  };
  appendBase(0, begin);
  for (size_t i = 0; i < bodies_.size(); ++i)
    if (bodies_[i].function == replaced_) appendBody(i);
  const int64_t moved = static_cast<int64_t>(code.offsets.size()) - end;
  appendBase(end, count);
  for (size_t i = 0; i < bodies_.size(); ++i)
    if (bodies_[i].function != replaced_) appendBody(i);
  std::vector<const CodeBody*> bodyOf(rows_.size(), nullptr);
  for (const CodeBody& body : planned)
    if (body.function.valid()) bodyOf[body.function.at()] = &body;
  const Gap gap{begin, end, moved, old == planned.end() ? nullptr : &*old, base_->relay.has_value()};
  for (size_t i = 0; i < base_->functions.size(); ++i)
    if (static_cast<int64_t>(i) != replaced_.value) makeRoom(gap, bodyOf[i], rows_[i].function);
}

}  // namespace assembly

Assembled assembleFunction(const Executable& base, FuncIndex function, std::string_view text, const SideArrays& side) {
  assembly::Program program(text, side);
  if (base.function(function) == nullptr) {
    program.note(Severity::Error, 1, "there is no such function");
    return program.finish();
  }
  program.beginWith(base, function);
  assembly::TextParser parser(program);
  assembly::forEachLine(text, [&](assembly::Line& line) { parser.line(line); });
  parser.end();
  return program.finish();
}

}  // namespace relaxscope
