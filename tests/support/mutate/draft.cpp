// SPDX-License-Identifier: Apache-2.0
#include "tests/support/mutate/draft.h"

#include <algorithm>
#include <utility>

#include "vmcore/format/vm/vm_executable.h"

namespace relaxscope::test {
namespace {

constexpr int64_t kMostRegisters = int64_t{1} << 20;

bool exists(const Executable& executable, const Function& function, const Operand& operand) {
  switch (operand.kind) {
    case ArgKind::Register:
      return operand.value >= 0 && (operand.value < function.registerFileSize || isSpecialRegister(operand.value));
    case ArgKind::Immediate: return true;
    case ArgKind::Constant: return executable.constant(ConstIndex(operand.value)) != nullptr;
    case ArgKind::Function: return executable.function(FuncIndex(operand.value)) != nullptr;
  }
  return false;
}

/// Words that hold offsets.
template <class Visit>
void forEachOffset(const OpcodeRow& row, Visit&& visit) {
  for (uint32_t at = 0; at < row.operands.size(); ++at) {
    const OperandRole role = row.operands[at].role;
    if (role == OperandRole::Offset || role == OperandRole::TrueOffset || role == OperandRole::FalseOffset)
      visit(at + 1);
  }
}

std::optional<DraftInstruction> takeApart(const Executable& executable, const Function& function, int64_t pc) {
  const Instruction instruction = executable.code.at(InstrIndex(pc));
  if (instruction.row == nullptr) return std::nullopt;
  if (instruction.row->listWord != 0 &&
      instruction.statedCount() != static_cast<int64_t>(instruction.words.size()) - instruction.row->fixedWords)
    return std::nullopt;
  DraftInstruction draft{static_cast<uint32_t>(pc), instruction.words.copy(), {}};
  bool sound = true;
  instruction.forEachOperand([&](const Operand& operand) { sound = sound && exists(executable, function, operand); });
  forEachOffset(*instruction.row, [&](uint32_t word) {
    int64_t target = 0;
    sound = sound && !__builtin_add_overflow(pc, draft.words[word], &target) && target >= function.startInstr &&
            target < function.endInstr;
    draft.jumps.push_back({word, static_cast<uint32_t>(target)});
  });
  return sound ? std::optional(std::move(draft)) : std::nullopt;
}

/// Bytecode functions in the order of their code; empty if they do not cover it.
std::vector<size_t> codeOrder(const Executable& executable) {
  std::vector<size_t> order;
  for (size_t i = 0; i < executable.functions.size(); ++i)
    if (executable.functions[i].isBytecode()) order.push_back(i);
  std::ranges::stable_sort(order, {}, [&](size_t i) { return executable.functions[i].startInstr; });
  int64_t at = 0;
  for (const size_t i : order) {
    const Function& function = executable.functions[i];
    if (function.startInstr != at || function.endInstr <= at) return {};
    at = function.endInstr;
  }
  return at == static_cast<int64_t>(executable.code.size()) ? order : std::vector<size_t>();
}

std::vector<uint32_t> numbers(size_t count) {
  std::vector<uint32_t> ids(count);
  for (size_t i = 0; i < count; ++i) ids[i] = static_cast<uint32_t>(i);
  return ids;
}

std::vector<int64_t> rowsOf(const std::vector<uint32_t>& ids, uint32_t count) {
  std::vector<int64_t> rows(count, -1);
  for (size_t i = 0; i < ids.size(); ++i) rows[ids[i]] = static_cast<int64_t>(i);
  return rows;
}

/// The list with element i at to[i].
template <class T>
std::vector<T> moved(std::vector<T> list, const std::vector<int64_t>& to, size_t count) {
  std::vector<T> out(count);
  for (size_t i = 0; i < list.size(); ++i)
    if (to[i] >= 0) out[static_cast<size_t>(to[i])] = std::move(list[i]);
  return out;
}

int64_t encoded(const InstructionSet& set, int64_t packedBase, const Operand& operand, Arg value) {
  switch (operand.row->encoding) {
    case OperandEncoding::TaggedList: return set.encodeArg(value);
    case OperandEncoding::Register:
    case OperandEncoding::RegisterList: return set.encodeRegister(value.value());
    case OperandEncoding::Packed: return value.value() - packedBase;
    default: return value.value();
  }
}

/// Renumbers the operands of one kind.
void renumber(Draft& draft, ArgKind kind, const std::vector<int64_t>& to, int64_t packedBase) {
  draft.forEach([&](DraftBody&, DraftInstruction& instruction) {
    draft.view(instruction).forEachOperand([&](const Operand& operand) {
      if (operand.kind != kind) return;
      const Arg value = Arg::make(kind, to[static_cast<size_t>(operand.value)]);
      instruction.words[operand.wordIndex] = encoded(*draft.tables.code.set, packedBase, operand, value);
    });
  });
}

/// Moves what a Relay executable knows by function.
void moveRelay(RelayPart& relay, const std::vector<int64_t>& to, int64_t oldBase, int64_t base) {
  if (static_cast<int64_t>(relay.paramDevices.size()) == oldBase) {
    const std::vector<int64_t> bodies(to.begin(), to.begin() + oldBase);
    relay.paramDevices = moved(std::move(relay.paramDevices), bodies, static_cast<size_t>(base));
  }
  for (RelayPart::Attributes& each : relay.attributes) {
    const uint64_t row = each.packedIndex + static_cast<uint64_t>(oldBase);
    if (row < to.size() && to[row] >= base) each.packedIndex = static_cast<uint64_t>(to[row] - base);
  }
}

}  // namespace

std::optional<Draft> Draft::of(const Executable& executable) {
  const std::vector<size_t> order = codeOrder(executable);
  if (order.empty() || executable.variant == Variant::Params) return std::nullopt;
  Draft draft;
  for (const size_t i : order) {
    const Function& function = executable.functions[i];
    if (function.numArgs < 0 || function.registerFileSize < function.numArgs ||
        function.registerFileSize > kMostRegisters)
      return std::nullopt;
    DraftBody& body = draft.bodies.emplace_back();
    body.function = i;
    for (int64_t pc = function.startInstr; pc < function.endInstr; ++pc) {
      auto instruction = takeApart(executable, function, pc);
      if (!instruction) return std::nullopt;
      body.code.push_back(std::move(*instruction));
    }
  }
  draft.tables = executable;
  draft.tables.code.words = {};
  draft.tables.code.offsets.clear();
  draft.functionIds = numbers(executable.functions.size());
  draft.constantIds = numbers(executable.constants.size());
  draft.nextId = static_cast<uint32_t>(
      std::max({executable.code.size(), executable.functions.size(), executable.constants.size()}));
  const Executable again = draft.build();
  if (again.code.words != executable.code.words || again.code.offsets != executable.code.offsets) return std::nullopt;
  return draft;
}

Executable Draft::build() const {
  Executable executable = tables;
  const Places place = places();
  std::vector<int64_t>& words = executable.code.words.edit();
  int64_t pc = 0;
  if (executable.relay) executable.relay->order.clear();
  for (const DraftBody& body : bodies) {
    Function& function = executable.functions[body.function];
    function.startInstr = pc;
    for (const DraftInstruction& instruction : body.code) {
      const size_t begin = words.size();
      executable.code.offsets.push_back(static_cast<int64_t>(begin));
      words.insert(words.end(), instruction.words.begin(), instruction.words.end());
      for (const DraftJump& jump : instruction.jumps) words[begin + jump.word] = place.pc(jump.target).value - pc;
      ++pc;
    }
    function.endInstr = pc;
    if (executable.relay) executable.relay->order.emplace_back(static_cast<int64_t>(body.function));
  }
  setByteOffsets(executable);
  return executable;
}

Places Draft::places() const {
  Places places{rowsOf(functionIds, nextId), rowsOf(constantIds, nextId), std::vector<int64_t>(nextId, -1)};
  int64_t pc = 0;
  for (const DraftBody& body : bodies)
    for (const DraftInstruction& instruction : body.code) places.pcs[instruction.id] = pc++;
  return places;
}

Instruction Draft::view(const DraftInstruction& instruction) const {
  return {tables.code.set->find(instruction.words[0]), WordView(instruction.words), tables.code.set,
          tables.code.packedBase};
}

void Draft::set(DraftInstruction& instruction, const Operand& operand, Arg value) const {
  instruction.words[operand.wordIndex] = encoded(*tables.code.set, tables.code.packedBase, operand, value);
}

void Draft::moveFunctions(const std::vector<int64_t>& to, size_t count, int64_t base) {
  std::erase_if(bodies, [&](const DraftBody& body) { return to[body.function] < 0; });
  renumber(*this, ArgKind::Function, to, base);
  for (DraftBody& body : bodies) body.function = static_cast<size_t>(to[body.function]);
  if (tables.relay) moveRelay(*tables.relay, to, tables.code.packedBase, base);
  tables.code.packedBase = base;
  tables.functions = moved(std::move(tables.functions), to, count);
  std::vector<uint32_t> ids(count, kNoId);
  for (size_t i = 0; i < to.size(); ++i)
    if (to[i] >= 0) ids[static_cast<size_t>(to[i])] = functionIds[i];
  for (uint32_t& id : ids)
    if (id == kNoId) id = nextId++;
  functionIds = std::move(ids);
}

void Draft::moveConstants(const std::vector<int64_t>& to) {
  const size_t count = to.size();
  renumber(*this, ArgKind::Constant, to, tables.code.packedBase);
  tables.constants = moved(std::move(tables.constants), to, count);
  constantIds = moved(std::move(constantIds), to, count);
  if (tables.constantNames.size() == count) tables.constantNames = moved(std::move(tables.constantNames), to, count);
  if (tables.relay && tables.relay->constantDevices.size() == count)
    tables.relay->constantDevices = moved(std::move(tables.relay->constantDevices), to, count);
  for (MemoryScope& scope : tables.memoryScopes)
    if (scope.constIndex >= 0 && static_cast<size_t>(scope.constIndex) < count)
      scope.constIndex = to[static_cast<size_t>(scope.constIndex)];
}

ConstIndex Draft::addConstant(ConstantValue value) {
  tables.constants.push_back({std::move(value), 0});
  constantIds.push_back(nextId++);
  if (tables.relay && !tables.relay->constantDevices.empty())
    tables.relay->constantDevices.push_back(tables.relay->constantDevices.back());
  return ConstIndex(static_cast<int64_t>(tables.constants.size()) - 1);
}

size_t Draft::addFunction(Function function) {
  const bool last = !packedApart() || !function.isBytecode();
  const int64_t base = tables.code.packedBase;
  const size_t count = tables.functions.size(), row = last ? count : static_cast<size_t>(base);
  std::vector<int64_t> to(count);
  for (size_t i = 0; i < count; ++i) to[i] = static_cast<int64_t>(i < row ? i : i + 1);
  moveFunctions(to, count + 1, last ? base : base + 1);
  tables.functions[row] = std::move(function);
  return row;
}

size_t positionOf(const DraftBody& body, uint32_t id) {
  return static_cast<size_t>(std::ranges::find(body.code, id, &DraftInstruction::id) - body.code.begin());
}

void retarget(DraftBody& body, uint32_t from, uint32_t to) {
  for (DraftInstruction& instruction : body.code)
    for (DraftJump& jump : instruction.jumps)
      if (jump.target == from) jump.target = to;
}

}  // namespace relaxscope::test
