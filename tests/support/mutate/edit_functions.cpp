// SPDX-License-Identifier: Apache-2.0
// Edits of the function table.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "tests/support/mutate/calls.h"
#include "tests/support/mutate/edit_context.h"
#include "vmcore/base/text/text.h"

namespace relaxscope::test {
namespace {

Edit wholeFunction(EditKind kind, uint32_t id, std::vector<ChangeKind> kinds, std::string text) {
  Edit edit;
  edit.kind = kind;
  edit.function = id;
  edit.wholeFunction = true;
  edit.kinds = std::move(kinds);
  edit.text = std::move(text);
  return edit;
}

std::string newName(const Draft& draft) {
  for (int n = 0;; ++n) {
    std::string name = fmt::format("added_{}", n);
    if (std::ranges::none_of(draft.tables.functions, [&](const Function& f) { return f.name == name; })) return name;
  }
}

/// A copy of a body with identities of its own.
DraftBody copyOf(Draft& draft, const DraftBody& model, size_t row) {
  DraftBody copy = model;
  copy.function = row;
  std::unordered_map<uint32_t, uint32_t> ids;
  for (DraftInstruction& instruction : copy.code) {
    const uint32_t id = draft.nextId++;
    ids[instruction.id] = id;
    instruction.id = id;
  }
  for (DraftInstruction& instruction : copy.code)
    for (DraftJump& jump : instruction.jumps) jump.target = ids[jump.target];
  return copy;
}

/// Functions that a body may change as a whole: with names of parameters if `named`.
std::optional<size_t> randomBody(EditContext& context, bool named) {
  std::vector<size_t> rows;
  for (size_t b = 0; b < context.draft.bodies.size(); ++b) {
    const DraftBody& body = context.draft.bodies[b];
    const Function& function = context.draft.functionOf(body);
    const bool used = context.before.functions.contains(context.draft.functionIds[body.function]) ||
                      std::ranges::any_of(body.code, [&](const DraftInstruction& instruction) {
                        return context.before.instructions.contains(instruction.id);
                      });
    const bool complete = static_cast<int64_t>(function.paramNames.size()) == function.numArgs;
    if (!used && (!named || (complete && function.numArgs >= 2))) rows.push_back(b);
  }
  return rows.empty() ? std::nullopt : std::optional(context.random.of(rows));
}

void mapRegisters(Draft& draft, DraftBody& body, const std::function<int64_t(int64_t)>& map) {
  for (DraftInstruction& instruction : body.code)
    for (const Operand& operand : operandsOf(draft, instruction))
      if (operand.kind == ArgKind::Register && !isSpecialRegister(operand.value))
        draft.set(instruction, operand, Arg::make(ArgKind::Register, map(operand.value)));
}

/// Devices of parameters of a Relay function; null if its layout has none.
std::vector<int64_t>* devicesOf(Draft& draft, size_t function) {
  if (!draft.tables.relay || function >= draft.tables.relay->paramDevices.size()) return nullptr;
  auto& devices = draft.tables.relay->paramDevices[function];
  return devices.empty() ? nullptr : &devices;
}

}  // namespace

std::optional<Edit> addFunction(EditContext& context) {
  Draft& draft = context.draft;
  const std::string name = newName(draft);
  if (context.random.oneIn(3)) {
    Function packed;
    packed.name = name;
    packed.numArgs = -2;
    const size_t row = draft.addFunction(std::move(packed));
    return wholeFunction(EditKind::FunctionAdded, draft.functionIds[row], {ChangeKind::KernelAdded},
                         "added packed function " + name);
  }
  const size_t model = context.random.below(draft.bodies.size());
  Function function = draft.functionOf(draft.bodies[model]);
  const size_t from = draft.bodies[model].function;
  function.name = name;
  const size_t row = draft.addFunction(std::move(function));
  if (draft.tables.relay && row < draft.tables.relay->paramDevices.size())
    draft.tables.relay->paramDevices[row] = draft.tables.relay->paramDevices[from];
  draft.bodies.push_back(copyOf(draft, draft.bodies[model], row));
  return wholeFunction(EditKind::FunctionAdded, draft.functionIds[row], {ChangeKind::FunctionAdded},
                       fmt::format("added {}, a copy of {}", name, printable(draft.tables.functions[from].name)));
}

std::optional<Edit> removeFunction(EditContext& context) {
  Draft& draft = context.draft;
  std::vector<bool> named(draft.tables.functions.size(), false);
  draft.forEach([&](DraftBody& body, DraftInstruction& instruction) {
    for (const Operand& operand : operandsOf(draft, instruction))
      if (operand.kind == ArgKind::Function && static_cast<size_t>(operand.value) != body.function)
        named[static_cast<size_t>(operand.value)] = true;
  });
  std::vector<size_t> rows;
  for (size_t i = 0; i < named.size(); ++i)
    if (!named[i] && !context.before.functions.contains(draft.functionIds[i])) rows.push_back(i);
  if (rows.empty()) return std::nullopt;
  const size_t row = context.random.of(rows);
  const bool bytecode = draft.tables.functions[row].isBytecode();
  const auto isOf = [&](const DraftBody& body) { return body.function == row; };
  const auto body = std::ranges::find_if(draft.bodies, isOf);
  if (bytecode && (body == draft.bodies.end() || draft.bodies.size() < 2)) return std::nullopt;
  if (bytecode && std::ranges::any_of(body->code, [&](const DraftInstruction& instruction) {
        return context.before.instructions.contains(instruction.id);
      }))
    return std::nullopt;
  Edit edit =
      wholeFunction(EditKind::FunctionRemoved, draft.functionIds[row],
                    {draft.tables.functions[row].isPacked() ? ChangeKind::KernelRemoved : ChangeKind::FunctionRemoved},
                    "removed " + printable(draft.tables.functions[row].name));
  edit.neverRuns = draft.tables.functions[row].name != "main";
  std::vector<int64_t> to(named.size());
  for (size_t i = 0; i < to.size(); ++i) to[i] = i == row ? -1 : static_cast<int64_t>(i < row ? i : i - 1);
  const int64_t base = draft.tables.code.packedBase;
  const bool before = draft.packedApart() && static_cast<int64_t>(row) < base;
  draft.moveFunctions(to, to.size() - 1, before ? base - 1 : base);
  return edit;
}

std::optional<Edit> changeParameterCount(EditContext& context) {
  Draft& draft = context.draft;
  const auto at = randomBody(context, false);
  if (!at) return std::nullopt;
  DraftBody& body = draft.bodies[*at];
  Function& function = draft.functionOf(body);
  Edit edit = wholeFunction(EditKind::ParameterCount, draft.functionIds[body.function], {ChangeKind::Signature},
                            fmt::format("{}: a parameter more than {}", printable(function.name), function.numArgs));
  const int64_t first = function.numArgs;
  mapRegisters(draft, body, [&](int64_t reg) { return reg < first ? reg : reg + 1; });
  const bool namesAll = static_cast<int64_t>(function.paramNames.size()) == function.numArgs;
  if (namesAll && (function.numArgs > 0 || draft.isRelay())) function.paramNames.emplace_back("added");
  if (draft.tables.relay && body.function < draft.tables.relay->paramDevices.size() &&
      static_cast<int64_t>(draft.tables.relay->paramDevices[body.function].size()) == function.numArgs &&
      !draft.tables.relay->constantDevices.empty())
    draft.tables.relay->paramDevices[body.function].push_back(draft.tables.relay->constantDevices.front());
  ++function.numArgs;
  ++function.registerFileSize;
  return edit;
}

std::optional<Edit> changeParameterOrder(EditContext& context) {
  Draft& draft = context.draft;
  const auto at = randomBody(context, true);
  if (!at) return std::nullopt;
  DraftBody& body = draft.bodies[*at];
  Function& function = draft.functionOf(body);
  const auto count = static_cast<size_t>(function.numArgs);
  const size_t a = context.random.below(count), b = context.random.below(count);
  if (function.paramNames[a] == function.paramNames[b]) return std::nullopt;
  std::swap(function.paramNames[a], function.paramNames[b]);
  if (auto* devices = devicesOf(draft, body.function)) std::swap((*devices)[a], (*devices)[b]);
  const bool uses = context.random.oneIn(2);
  const auto first = static_cast<int64_t>(a), second = static_cast<int64_t>(b);
  if (uses) mapRegisters(draft, body, [&](int64_t reg) { return reg == first ? second : reg == second ? first : reg; });
  return wholeFunction(EditKind::ParameterOrder, draft.functionIds[body.function], {ChangeKind::Signature},
                       fmt::format("{}: parameters {} and {} exchanged{}", printable(function.name), a, b,
                                   uses ? " with their uses" : ""));
}

}  // namespace relaxscope::test
