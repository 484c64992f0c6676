// SPDX-License-Identifier: Apache-2.0
#include "vmcore/model/builtin.h"

#include <algorithm>
#include <array>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace relaxscope {
namespace {

constexpr std::pair<std::string_view, OperandType> kTypeWords[] = {
    {"any", OperandType::Any},           {"vm", OperandType::Vm},
    {"tensor", OperandType::Tensor},     {"storage", OperandType::Storage},
    {"shape", OperandType::Shape},       {"heap", OperandType::Heap},
    {"tuple", OperandType::Tuple},       {"function", OperandType::Function},
    {"state", OperandType::State},       {"int", OperandType::Int},
    {"float", OperandType::Float},       {"dtype", OperandType::Dtype},
    {"text", OperandType::Text},         {"device", OperandType::Device},
    {"slot", OperandType::Slot},         {"count", OperandType::Count},
    {"code", OperandType::Code},         {"codevalue", OperandType::CodeValue},
    {"codepair", OperandType::CodePair},
};

// The following runs at compile time: a throw is a compile error at the row.

/// Removes and returns the text before the first `end`, and removes `end`.
consteval std::string_view take(std::string_view& text, std::string_view end) {
  const size_t at = text.find(end);
  const std::string_view front = text.substr(0, at);
  text.remove_prefix(at == std::string_view::npos ? text.size() : at + end.size());
  return front;
}

consteval BuiltinOperand operandFrom(std::string_view word) {
  BuiltinOperand operand;
  operand.optional = word.starts_with('[');
  if (operand.optional) word = word.substr(1, word.size() - 2);
  operand.repeats = word.ends_with("...");
  if (operand.repeats) word.remove_suffix(3);
  if (const size_t at = word.find('*'); at != std::string_view::npos) {
    operand.times = 0;
    for (const char digit : word.substr(at + 1)) operand.times = static_cast<uint8_t>(operand.times * 10 + digit - '0');
    word = word.substr(0, at);
  }
  operand.name = take(word, ":");
  const std::string_view type = word.empty() ? operand.name : word;
  for (const auto& [text, value] : kTypeWords)
    if (text == type) {
      operand.type = value;
      return operand;
    }
  throw std::invalid_argument("builtin.def: an operand of no known type");
}

consteval OperandSet namedOperands(const BuiltinRow& row, std::string_view names) {
  OperandSet found;
  while (!names.empty()) {
    const std::string_view name = take(names, " ");
    const auto all = row.operands();
    size_t at = 0;
    while (at < all.size() && all[at].name != name) ++at;
    if (at == all.size()) throw std::invalid_argument("builtin.def: an effect on no operand");
    found.add(at);
  }
  if (found.empty()) throw std::invalid_argument("builtin.def: an effect without operands");
  return found;
}

consteval void addEffect(BuiltinRow& row, std::string_view text) {
  BuiltinEffects& effects = row.effects;
  const std::pair<std::string_view, bool BuiltinEffects::*> words[] = {
      {"allocates", &BuiltinEffects::allocates}, {"makes-heap", &BuiltinEffects::makesHeap},
      {"kills", &BuiltinEffects::kills},         {"checks", &BuiltinEffects::checks},
      {"waits", &BuiltinEffects::waits},         {"host", &BuiltinEffects::host},
      {"unknown", &BuiltinEffects::unknown},
  };
  const std::pair<std::string_view, OperandSet BuiltinEffects::*> verbs[] = {
      {"reads", &BuiltinEffects::reads}, {"writes", &BuiltinEffects::writes}, {"aliases", &BuiltinEffects::aliases},
      {"frees", &BuiltinEffects::frees}, {"calls", &BuiltinEffects::calls},
  };
  const std::string_view verb = take(text, " ");
  for (const auto& [word, member] : words)
    if (word == verb && text.empty()) {
      effects.*member = true;
      return;
    }
  for (const auto& [word, member] : verbs)
    if (word == verb) {
      effects.*member = namedOperands(row, text);
      return;
    }
  throw std::invalid_argument("builtin.def: an unknown effect");
}

consteval BuiltinRow makeRow(BuiltinId id, CallKind kind, uint8_t flags, std::string_view operands,
                             std::string_view effects, const char* help) {
  const BuiltinKey& key = builtinKey(id);
  BuiltinRow row;
  row.id = id;
  row.name = key.name;
  row.family = key.family;
  row.missing = key.missing;
  row.kind = kind;
  row.plumbing = (flags & builtin_flag::Plumbing) != 0;
  row.hostCall = (flags & builtin_flag::HostCall) != 0;
  row.help = help;
  while (!operands.empty()) row.operandTable[row.operandCount++] = operandFrom(take(operands, " "));
  while (!effects.empty()) addEffect(row, take(effects, ", "));
  return row;
}

}  // namespace

namespace builtin_flag {
namespace {
constexpr BuiltinRow kRows[] = {
#define RS_BUILTIN(id, name, family, kind, flags, operands, effects, help) \
  makeRow(BuiltinId::id, CallKind::kind, flags, operands, effects, help),
#include "vmcore/model/builtin.def"
};
}  // namespace
}  // namespace builtin_flag

namespace {

/// Rows that the engine implements come first, so that their ids are indices into the engine's table.
consteval bool missingRowsComeLast() {
  for (size_t i = 1; i < kBuiltinCount; ++i)
    if (builtin_flag::kKeys[i - 1].missing && !builtin_flag::kKeys[i].missing) return false;
  return true;
}
static_assert(missingRowsComeLast());

constexpr const char* kFamilyNames[] = {
#define RS_BUILTIN_FAMILY(id, name) name,
#include "vmcore/model/builtin.def"
};

struct NameTable {
  std::unordered_map<std::string_view, const BuiltinRow*> exact;
  std::vector<std::pair<std::string_view, const BuiltinRow*>> prefixes;  ///< longest first
  std::array<bool, 256> begins{};                                        ///< by first character

  NameTable() {
    for (const BuiltinRow& row : builtinRows()) {
      const std::string_view name = row.name;
      if (row.isPrefix()) prefixes.emplace_back(name.substr(0, name.size() - 1), &row);
      else exact.emplace(name, &row);
      begins[static_cast<uint8_t>(name.front())] = true;
    }
    std::ranges::stable_sort(prefixes, std::ranges::greater(), [](const auto& row) { return row.first.size(); });
  }
};
const NameTable& nameTable() {
  static const NameTable table;
  return table;
}

}  // namespace

const char* callKindName(CallKind kind) {
  switch (kind) {
    case CallKind::VmFunction: return "VM function";
    case CallKind::Kernel: return "kernel";
    case CallKind::GpuKernel: return "GPU kernel";
    case CallKind::Memory: return "memory";
    case CallKind::Shape: return "shape";
    case CallKind::Check: return "check";
    case CallKind::Copy: return "copy";
    case CallKind::Wait: return "wait";
    case CallKind::Other: return "other";
  }
  return "other";
}

const char* builtinFamilyName(BuiltinFamily family) { return kFamilyNames[static_cast<size_t>(family)]; }

std::span<const BuiltinRow> builtinRows() { return builtin_flag::kRows; }
const BuiltinRow& builtinRow(BuiltinId id) { return builtin_flag::kRows[static_cast<size_t>(id)]; }

const BuiltinRow* findBuiltin(std::string_view name) {
  const NameTable& table = nameTable();
  if (name.empty() || !table.begins[static_cast<uint8_t>(name.front())]) return nullptr;
  if (const auto found = table.exact.find(name); found != table.exact.end()) return found->second;
  for (const auto& [prefix, row] : table.prefixes)
    if (name.starts_with(prefix)) return row;
  return nullptr;
}

BuiltinId builtinId(std::string_view name) {
  const auto found = nameTable().exact.find(name);
  return found == nameTable().exact.end() ? BuiltinId::None : found->second->id;
}

size_t BuiltinRow::minArguments() const {
  size_t count = 0;
  for (const BuiltinOperand& operand : operands())
    if (!operand.optional && !operand.repeats) count += operand.times;
  return count;
}

size_t BuiltinRow::maxArguments() const {
  size_t count = 0;
  for (const BuiltinOperand& operand : operands()) {
    if (operand.repeats) return SIZE_MAX;
    count += operand.times;
  }
  return count;
}

size_t BuiltinRow::operandOf(size_t argument, size_t count) const {
  const size_t least = minArguments();
  if (argument >= count || count < least || count > maxArguments()) return kNoOperand;
  size_t spare = count - least;  // arguments of optional or repeated operands; the first of these takes the most
  size_t end = 0;                // one past the last argument of the operands so far
  for (size_t i = 0; i < operandCount; ++i) {
    const BuiltinOperand& operand = operandTable[i];
    const bool open = operand.repeats || operand.optional;
    const size_t taken = operand.repeats ? spare : open ? std::min<size_t>(spare, 1) : operand.times;
    if (open) spare -= taken;
    end += taken;
    if (argument < end) return i;
  }
  return kNoOperand;
}

std::string BuiltinRow::operandText() const {
  std::string text;
  for (const BuiltinOperand& operand : operands()) {
    if (!text.empty()) text += ' ';
    if (operand.optional) text += '[';
    text += operand.name;
    if (operand.repeats) text += "...";
    if (operand.times != 1) text += '*' + std::to_string(operand.times);
    if (operand.optional) text += ']';
  }
  return text;
}

}  // namespace relaxscope
