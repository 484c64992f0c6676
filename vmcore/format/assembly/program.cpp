// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/assembly/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <unordered_set>

#include "vmcore/base/text/text.h"
#include "vmcore/base/text/text_columns.h"
#include "vmcore/format/vm/code_plan.h"
#include "vmcore/format/vm/executable_check.h"
#include "vmcore/format/vm/vm_executable.h"
#include "vmcore/model/exec_builder.h"

namespace relaxscope::assembly {
namespace {

constexpr size_t kShownName = 80;

std::string shownText(std::string_view name) { return printable(name.substr(0, kShownName)); }

/// A bare dump names constants by number only; the limit keeps an invalid number from creating a huge pool. A pool
/// rarely has more constants than the code has words.
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

/// The instructions of the base that were replaced.
struct Gap {
  int64_t begin, end;
  int64_t moved;  ///< shift of everything after the gap
  const CodeBody* old;
  bool relay;
};

void shift(int64_t& pc, int64_t by) {
  int64_t sum = 0;
  if (!__builtin_add_overflow(pc, by, &sum)) pc = sum;
}

/// Moves another function's range. A range that ends where the gap begins is unchanged, even if the gap is empty: the
/// inserted code is not part of it.
void makeRoom(const Gap& gap, const CodeBody* body, Function& f) {
  const bool range = f.endInstr > f.startInstr;
  if (!range && body == nullptr) return;
  // A Relay file's order decides between functions without instructions at the same pc.
  const bool before = !range && gap.relay && gap.old != nullptr && body->order < gap.old->order;
  if (f.startInstr >= gap.end && !before) {
    if (range || gap.relay) shift(f.endInstr, gap.moved);  // a packed function with a body has no end
    shift(f.startInstr, gap.moved);
  } else if (range && f.endInstr >= gap.end && f.endInstr > gap.begin) {
    shift(f.endInstr, gap.moved);
  }
}

}  // namespace

// --- Messages -------------------------------------------------------------------------------------

Program::Place Program::placeOf(const Line& in, size_t at, size_t length) {
  return {in.number(), static_cast<uint32_t>(length), in.lineBegin(), in.offset() + at};
}

void Program::reportAt(const Place& place, std::string text) {
  failed_ = true;
  if (messages_.size() >= kMaxAssemblyMessages) return;
  AssemblyMessage message;
  message.line = place.line;
  message.column = static_cast<uint32_t>(columnsOf(text_.substr(place.lineBegin, place.offset - place.lineBegin))) + 1;
  message.byteOffset = place.offset;
  message.byteLength = place.length;
  message.text = std::move(text);
  messages_.push_back(std::move(message));
}

void Program::report(const Line& line) {
  const LineError& lineError = line.lineError();
  reportAt(placeOf(line, lineError.at, lineError.length), lineError.text);
}

void Program::note(Severity severity, uint32_t line, std::string text) {
  failed_ = failed_ || severity == Severity::Error;
  if (messages_.size() >= kMaxAssemblyMessages) return;
  AssemblyMessage message;
  message.severity = severity;
  message.line = line;
  message.text = std::move(text);
  messages_.push_back(std::move(message));
}

void Program::setPackedBase(int64_t base, const Line& in, size_t at) {
  packedBase = base;
  packedBasePlace_ = placeOf(in, at, in.at() - at);
}

// --- Tables ---------------------------------------------------------------------------------------

FuncIndex Program::addFunction(FunctionRow row, uint32_t line) {
  if (base_ != nullptr && !replacementSeen_) {
    replacementSeen_ = true;
    names_.push_back(row.function.name);
    functionByName_.try_emplace(names_.back(), replaced_);
    redefine(replaced_, std::move(row), line);
    return replaced_;
  }
  const FuncIndex index(static_cast<int64_t>(rows_.size()));
  names_.push_back(row.function.name);
  const bool added = functionByName_.try_emplace(names_.back(), index).second;
  if (!added && !headerSeen)
    note(Severity::Warning, line,
         fmt::format("duplicate function {}; the name refers to the first", shownText(row.function.name)));
  rows_.push_back(std::move(row));
  rowLines_.push_back(line);
  return index;
}

void Program::redefine(FuncIndex index, FunctionRow row, uint32_t line) {
  rows_[index.at()] = std::move(row);
  rowLines_[index.at()] = line;
}

FuncIndex Program::functionNamed(std::string_view name) const {
  const auto found = functionByName_.find(name);
  return found == functionByName_.end() ? FuncIndex::invalid() : found->second;
}

ConstIndex Program::addConstant(ConstantValue value, std::string_view name, uint32_t line) {
  const ConstIndex index(static_cast<int64_t>(out.constants.size()));
  out.constants.push_back({std::move(value), 0});
  constantLines_.push_back(line);
  if (!name.empty()) {
    names_.emplace_back(name);
    constantByName_.try_emplace(names_.back(), index);
  }
  return index;
}

ConstIndex Program::poolConstant(ConstantValue value, uint32_t line) {
  const ConstIndex index = pool_.add(out.constants, std::move(value));
  if (constantLines_.size() < out.constants.size()) constantLines_.push_back(line);
  return index;
}

ConstIndex Program::constantNamed(std::string_view name) const {
  const auto found = constantByName_.find(name);
  return found == constantByName_.end() ? ConstIndex::invalid() : found->second;
}

Bytes Program::sideArray(Line& in, const std::string& key) {
  const size_t at = in.here();
  if (in.failed()) return {};
  if (sideFile.empty() || !side_) {
    in.failAt(at, 0,
              sideFile.empty() ? "no .side line names the file that holds the data" : "side files cannot be read here");
    return {};
  }
  auto bytes = side_(sideFile, key);
  if (!bytes.ok()) in.failAt(at, 0, printable(bytes.error().text()));
  return bytes.ok() ? *std::move(bytes) : Bytes();
}

// --- Code -----------------------------------------------------------------------------------------

void Program::openBody(FuncIndex function, std::optional<int64_t> order) {
  closeBody();
  open_ = true;
  bodies_.push_back({function, order, entries_.size(), 0, words.size(), 0});
}

void Program::closeBody() {
  if (!open_) return;
  open_ = false;
  bodies_.back().entryEnd = entries_.size();
  bodies_.back().wordEnd = words.size();
  resolveLabels();
  labels_.clear();
  labelUses_.clear();
}

void Program::dropInstruction() {
  const size_t word = entries_.back().word;
  words.resize(word);
  while (!nameUses_.empty() && nameUses_.back().word >= word) nameUses_.pop_back();
  while (!labelUses_.empty() && labelUses_.back().word >= word) labelUses_.pop_back();
  // The entry stays, so that jumps across the line keep their targets while the other lines are checked.
}

bool Program::label(Line& in, std::string_view name) {
  if (labels_.try_emplace(name, entries_.size()).second) return true;
  in.failAt(0, 0, fmt::format("duplicate label {} in this function", shownText(name)));
  return false;
}

void Program::wantLabel(size_t word, std::string_view name, const Line& in, size_t at) {
  labelUses_.push_back({word, entries_.size() - 1, name, placeOf(in, at, name.size())});
}

void Program::resolveLabels() {
  for (const LabelUse& use : labelUses_) {
    const auto found = labels_.find(use.name);
    if (found == labels_.end()) reportAt(use.place, fmt::format("no label {} in this function", shownText(use.name)));
    else words[use.word] = static_cast<int64_t>(found->second) - static_cast<int64_t>(use.entry);
  }
}

std::optional<int64_t> Program::wordOf(Want want, std::string_view name) const {
  if (want == Want::Constant || want == Want::ConstantArg) {
    const ConstIndex index = constantNamed(name);
    if (!index.valid()) return std::nullopt;
    return want == Want::Constant ? index.value : Arg::make(ArgKind::Constant, index.value).word();
  }
  const FuncIndex index = functionNamed(name);
  if (!index.valid()) return std::nullopt;
  if (want == Want::Function) return index.value;
  if (want == Want::FunctionArg) return Arg::make(ArgKind::Function, index.value).word();
  // Where packed functions begin is known only at the end.
  if (!packedBase || index.value < *packedBase) return std::nullopt;
  return index.value - *packedBase;
}

void Program::wantName(size_t word, Want want, std::string_view name, const Line& in, size_t at) {
  if (in.failed()) return;
  if (const auto known = wordOf(want, name)) words[word] = *known;
  else nameUses_.push_back({word, want, std::string(name), placeOf(in, at, name.size())});
}

std::string Program::unresolved(const NameUse& use) const {
  const std::string name = shownText(use.name);
  if (use.want == Want::Constant || use.want == Want::ConstantArg)
    return fmt::format("no constant {0}; a line `.const c[{0}] = ...` would make it", name);
  if (functionNamed(use.name).valid()) return fmt::format("{} is not a packed function", name);
  return fmt::format("no function {}; a line `@{} packed_func;` would declare it", name, nameText(use.name));
}

void Program::resolveNames() {
  for (const NameUse& use : nameUses_) {
    if (const auto word = wordOf(use.want, use.name)) words[use.word] = *word;
    else if (messages_.size() < kMaxAssemblyMessages) reportAt(use.place, unresolved(use));
    else failed_ = true;
  }
}

// --- Replacement of one function ------------------------------------------------------------------

void Program::beginWith(const Executable& base, FuncIndex function) {
  out = base;
  out.functions.clear();
  headerSeen = true;
  packedBase = base.code.packedBase;
  for (const Function& f : base.functions) addFunction({f, true, true, true, true, {}}, 0);
  if (base.relay)
    for (size_t i = 0; i < base.relay->paramDevices.size() && i < rows_.size(); ++i)
      rows_[i].devices = base.relay->paramDevices[i];
  // Only the replacement function may reuse the old name.
  functionByName_.erase(base.functions[function.at()].name);
  constantLines_.assign(base.constants.size(), 0);
  base_ = &base;
  replaced_ = function;
}

void Program::checkSplice() {
  if (!replacementSeen_) note(Severity::Error, 1, "a function is expected: `@name(...):`");
  else if (!isPlainCode(base_->code))
    note(Severity::Error, 1, "functions of damaged code can only be edited in the text of the whole executable");
  for (const Body& body : bodies_)
    if (!body.function.valid()) return note(Severity::Error, 1, "only functions are allowed here, not `.code:`");
}

/// Puts the bodies of the text into the base's code: the replacement where the old one was, the others at the end.
void Program::splice() {
  const std::vector<CodeBody> planned = planBodies(*base_);
  const auto old =
      std::find_if(planned.begin(), planned.end(), [&](const CodeBody& body) { return body.function == replaced_; });
  const auto count = static_cast<int64_t>(base_->code.size());
  const int64_t begin = old == planned.end() ? count : old->begin, end = old == planned.end() ? count : old->end;
  const auto wordOf = [&](int64_t pc) {
    return pc < count ? base_->code.offsets[static_cast<size_t>(pc)] : static_cast<int64_t>(base_->code.words.size());
  };
  Code& code = out.code;
  code.words = Words();
  std::vector<int64_t>& spliced = code.words.edit();
  code.offsets.clear();
  bodyStart_.assign(bodies_.size(), 0);
  const auto append = [&](WordView from, int64_t first, int64_t last) {
    spliced.insert(spliced.end(), from.begin() + first, from.begin() + last);
  };
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

// --- The end: order of bodies, ranges of functions, defaults --------------------------------------

/// Bodies with an order come at that position; one without follows the preceding body of the text.
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
    const auto shift =
        static_cast<int64_t>(inPlace ? 0 : moved.size()) - static_cast<int64_t>(inPlace ? 0 : body.wordBegin);
    for (size_t i = body.entryBegin; i < body.entryEnd; ++i) {
      const Entry& entry = entries_[i];
      out.code.offsets.push_back(entry.at == kHere ? static_cast<int64_t>(entry.word) + shift : entry.at);
      lineOfPc_.push_back(entry.line);
    }
    if (!inPlace)
      moved.insert(moved.end(), words.begin() + static_cast<std::ptrdiff_t>(body.wordBegin),
                   words.begin() + static_cast<std::ptrdiff_t>(body.wordEnd));
  }
  out.code.words = inPlace ? std::move(words) : std::move(moved);
}

void Program::placeFunctions(const std::vector<size_t>& order) {
  std::vector<CodeBody> bodyOf(rows_.size());
  for (const size_t index : order) {
    const Body& body = bodies_[index];
    if (!body.function.valid()) continue;
    const int64_t start = bodyStart_[index];
    bodyOf[body.function.at()] = {body.function, start, start + static_cast<int64_t>(body.entryEnd - body.entryBegin),
                                  0};
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

/// TVM numbers call results from the parameter count on; registers that are read but never written are parameters.
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
  if (count > known)
    note(Severity::Warning, 1,
         fmt::format("the values of {} constants are unknown; give them with `.const` lines", count - known));
}

void Program::finishRelay(const std::vector<size_t>& order) {
  RelayPart& relay = *out.relay;
  for (const size_t index : order)
    if (bodies_[index].function.valid()) relay.order.push_back(bodies_[index].function);
  relay.paramDevices.resize(static_cast<size_t>(out.code.packedBase));
  for (size_t i = 0; i < rows_.size() && i < relay.paramDevices.size(); ++i)
    relay.paramDevices[i] = std::move(rows_[i].devices);
}

/// A packed base outside the table would make tables of that size.
void Program::checkPackedBase() {
  if (packedBasePlace_ && *packedBase > static_cast<int64_t>(rows_.size()))
    reportAt(*packedBasePlace_,
             fmt::format("packed functions cannot begin at row {} of {}", *packedBase, rows_.size()));
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
  const uint32_t line = place.constant.valid()   ? constantLines_[place.constant.at()]
                        : place.function.valid() ? rowLines_[place.function.at()]
                                                 : 0;
  AssemblyMessage message;
  message.line = std::max(line, uint32_t{1});  // tables of the base have no line in the edited text
  message.byteOffset = beginOfLine(text_, message.line);
  message.text = printable(checked.error().text());
  messages_.push_back(std::move(message));
}

uint32_t Program::lineOf(const Diagnostic& finding) const {
  if (finding.pc.valid() && finding.pc.at() < lineOfPc_.size()) return lineOfPc_[finding.pc.at()];
  return finding.function.valid() ? rowLines_[finding.function.at()] : 1;
}

/// Renumbers registers and checks the program as ExecBuilder.get() does, in its order.
void Program::checkAsBuilder() {
  Diagnostics warnings;
  formalizeRegisters(out, &warnings);
  const std::optional<Diagnostic> fault = programFault(out, &warnings);
  if (fault) return note(Severity::Error, lineOf(*fault), fault->message);
  for (const Diagnostic& warning : warnings.all()) note(Severity::Warning, lineOf(warning), warning.message);
}

Assembled Program::finish() {
  closeBody();
  out.code.packedBase =
      packedBase.value_or(isRelay(out.variant) || isPrototype(out.variant) ? derivedPackedBase(rows_) : 0);
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
    if (!failed_ && drivesBuilder && !headerSeen) checkAsBuilder();
  }
  if (inferredInputs_ != 0)
    note(Severity::Info, 1,
         fmt::format("the parameter counts of {} functions are not given; they are inferred from the registers",
                     inferredInputs_));
  if (inferredRegisters_ != 0)
    note(Severity::Info, 1,
         fmt::format(
             "the register counts of {} compiled functions are not given; one more than the parameters is assumed",
             inferredRegisters_));
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
