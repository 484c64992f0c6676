// SPDX-License-Identifier: Apache-2.0
// The end of assembling: bodies in their order, functions in their ranges, what was left out filled in.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <unordered_set>

#include "vmcore/base/text/text.h"
#include "vmcore/format/assembly/program.h"
#include "vmcore/format/vm/code_plan.h"
#include "vmcore/format/vm/executable_check.h"
#include "vmcore/format/vm/vm_executable.h"

namespace relaxscope::assembly {
namespace {

/// A bare dump names constants by number only; a wild number must not make a pool of that size. A pool has hardly
/// more constants than the code has words.
constexpr int64_t kFreeUnknownConstants = 1 << 16;

int64_t derivedPackedBase(const std::vector<FunctionRow>& rows) {
  size_t base = rows.size();
  while (base != 0 && rows[base - 1].function.isPacked()) --base;
  return static_cast<int64_t>(base);
}

size_t beginOfLine(std::string_view text, uint32_t line) {
  size_t at = 0;
  while (--line != 0 && at < text.size()) at = std::min(text.find('\n', at), text.size() - 1) + 1;
  return at;
}

}  // namespace

/// Bodies with an order stand there; one without stands behind the one before it in the text.
std::vector<size_t> Program::bodyOrder() const {
  std::vector<int64_t> keys;
  keys.reserve(bodies_.size());
  for (const Body& body : bodies_) keys.push_back(body.order ? *body.order : keys.empty() ? INT64_MIN : keys.back());
  std::vector<size_t> order(bodies_.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return keys[a] < keys[b]; });
  return order;
}

void Program::layOut(const std::vector<size_t>& order) {
  out.code.offsets.reserve(entries_.size());
  lineOfPc_.reserve(entries_.size());
  bodyStart_.assign(bodies_.size(), 0);
  const bool inPlace = std::is_sorted(order.begin(), order.end());
  std::vector<int64_t> moved;
  if (!inPlace) moved.reserve(words.size());
  for (const size_t index : order) {
    const Body& body = bodies_[index];
    bodyStart_[index] = static_cast<int64_t>(out.code.offsets.size());
    const auto shift = static_cast<int64_t>(inPlace ? 0 : moved.size()) - static_cast<int64_t>(inPlace ? 0 : body.wordBegin);
    for (size_t i = body.entryBegin; i < body.entryEnd; ++i) {
      const Entry& entry = entries_[i];
      out.code.offsets.push_back(entry.at == kHere ? static_cast<int64_t>(entry.word) + shift : entry.at);
      lineOfPc_.push_back(entry.line);
    }
    if (!inPlace)
      moved.insert(moved.end(), words.begin() + static_cast<std::ptrdiff_t>(body.wordBegin), words.begin() + static_cast<std::ptrdiff_t>(body.wordEnd));
  }
  out.code.words = inPlace ? std::move(words) : std::move(moved);
}

void Program::placeFunctions(const std::vector<size_t>& order) {
  std::vector<CodeBody> bodyOf(rows_.size());
  for (const size_t index : order) {
    const Body& body = bodies_[index];
    if (!body.function.valid()) continue;
    const int64_t start = bodyStart_[index];
    bodyOf[body.function.at()] = {body.function, start, start + static_cast<int64_t>(body.entryEnd - body.entryBegin), 0};
  }
  for (size_t i = 0; i < rows_.size(); ++i) {
    FunctionRow& row = rows_[i];
    Function& f = row.function;
    const CodeBody* body = bodyOf[i].function.valid() ? &bodyOf[i] : nullptr;
    const CodeRange range = usualRange(f, body);
    if (!row.start) f.startInstr = range.start;
    if (!row.end) f.endInstr = range.end;
    if (!row.inputs) {
      if (!f.paramNames.empty()) f.numArgs = static_cast<int64_t>(f.paramNames.size());
      else if (f.isPacked() && body == nullptr) f.numArgs = -2;
      else inferInputs(i);
    }
    if (!row.registers) {
      f.registerFileSize = usualRegisters(f, out.code, body);
      if (f.isVmTir() && !headerSeen) ++inferredRegisters_;
    }
  }
}

/// TVM numbers the results of calls from the parameter count on; what is read and never written came in.
void Program::inferInputs(size_t index) {
  Function& f = rows_[index].function;
  std::unordered_set<int64_t> written, read;
  for (int64_t pc = f.startInstr; pc < f.endInstr; ++pc)
    out.code.at(InstrIndex(pc)).forEachOperand([&](const Operand& operand) {
      if (operand.kind != ArgKind::Register || operand.value < 0 || isSpecialRegister(operand.value)) return;
      (operand.role == OperandRole::Def ? written : read).insert(operand.value);
    });
  int64_t inputs = written.empty() ? 0 : *std::min_element(written.begin(), written.end());
  for (const int64_t reg : read)
    if (!written.contains(reg)) inputs = std::max(inputs, reg + 1);
  f.numArgs = inputs;
  ++inferredInputs_;
}

void Program::addUnknownConstants() {
  int64_t count = static_cast<int64_t>(out.constants.size());
  const auto known = count;
  const int64_t most = std::max(kFreeUnknownConstants, static_cast<int64_t>(out.code.words.size()));
  for (size_t pc = 0; pc < out.code.size(); ++pc)
    out.code.at(InstrIndex(static_cast<int64_t>(pc))).forEachOperand([&](const Operand& operand) {
      if (operand.kind == ArgKind::Constant && operand.value < most) count = std::max(count, operand.value + 1);
    });
  for (int64_t i = known; i < count; ++i) addConstant(UnknownConstant{}, {}, 0);
  if (count > known) note(Severity::Warning, 1, fmt::format("the values of {} constants are unknown; give them with `.const` lines", count - known));
}

void Program::finishRelay(const std::vector<size_t>& order) {
  RelayPart& relay = *out.relay;
  for (const size_t index : order)
    if (bodies_[index].function.valid()) relay.order.push_back(bodies_[index].function);
  relay.paramDevices.resize(static_cast<size_t>(out.code.packedBase));
  for (size_t i = 0; i < rows_.size() && i < relay.paramDevices.size(); ++i) relay.paramDevices[i] = std::move(rows_[i].devices);
}

/// A row outside the table would have tables of its size beside it.
void Program::checkPackedBase() {
  if (packedBasePlace_ && *packedBase > static_cast<int64_t>(rows_.size()))
    reportAt(*packedBasePlace_, fmt::format("packed functions cannot begin at row {} of {}", *packedBase, rows_.size()));
}

AssemblyMap Program::map() const {
  AssemblyMap map;
  map.lineOfPc = lineOfPc_;
  map.lineOfFunction = rowLines_;
  map.lineOfConstant = constantLines_;
  uint32_t last = 0;
  for (const uint32_t line : lineOfPc_) last = std::max(last, line);
  map.pcOfLine.resize(lineOfPc_.empty() ? 0 : size_t{last} + 1);
  for (size_t pc = 0; pc < lineOfPc_.size(); ++pc)
    if (lineOfPc_[pc] != 0) map.pcOfLine[lineOfPc_[pc]] = InstrIndex(static_cast<int64_t>(pc));
  return map;
}

void Program::check() {
  FaultPlace place;
  const auto checked = checkExecutable(out, &place);
  if (checked.ok()) return;
  failed_ = true;
  const uint32_t line = place.constant.valid() ? constantLines_[place.constant.at()] : place.function.valid() ? rowLines_[place.function.at()] : 0;
  AssemblyMessage message;
  message.line = std::max(line, uint32_t{1});  // what a text edits keeps tables that stand on no line
  message.byteOffset = beginOfLine(text_, message.line);
  message.text = printable(checked.error().text());
  messages_.push_back(std::move(message));
}

Assembled Program::finish() {
  closeBody();
  out.code.packedBase = packedBase.value_or(isRelay(out.variant) || out.variant == Variant::P ? derivedPackedBase(rows_) : 0);
  packedBase = out.code.packedBase;
  checkPackedBase();
  resolveNames();
  Assembled result;
  if (!failed_ && base_ != nullptr) checkSplice();
  if (!failed_) {
    const std::vector<size_t> order = bodyOrder();
    if (base_ == nullptr) layOut(order);
    else splice();
    placeFunctions(order);
    if (out.relay) finishRelay(base_ == nullptr ? order : std::vector<size_t>());
    for (FunctionRow& row : rows_) out.functions.push_back(std::move(row.function));
    if (!headerSeen) addUnknownConstants();
    check();
  }
  if (inferredInputs_ != 0)
    note(Severity::Info, 1, fmt::format("the parameter counts of {} functions are not told; they are judged by the registers", inferredInputs_));
  if (inferredRegisters_ != 0)
    note(Severity::Info, 1, fmt::format("the register counts of {} compiled functions are not told; one more than the parameters is taken", inferredRegisters_));
  if (!failed_) {
    setByteOffsets(out);
    result.map = map();
    result.executable = std::move(out);
  }
  std::stable_sort(messages_.begin(), messages_.end(), [](const AssemblyMessage& a, const AssemblyMessage& b) {
    return a.line != b.line ? a.line < b.line : a.column < b.column;
  });
  result.messages = std::move(messages_);
  return result;
}

}  // namespace relaxscope::assembly
