// SPDX-License-Identifier: Apache-2.0
#include "tests/support/mutate/renumbering.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "tests/support/mutate/calls.h"
#include "tests/support/mutate/independence.h"
#include "vmcore/analysis/flow/definitions.h"
#include "vmcore/base/text/text.h"
#include "vmcore/model/constant_pool.h"

namespace relaxscope::test {
namespace {

std::vector<int64_t> identity(size_t count) {
  std::vector<int64_t> to(count);
  std::iota(to.begin(), to.end(), int64_t{0});
  return to;
}
bool isIdentity(const std::vector<int64_t>& to) { return to == identity(to.size()); }

/// Shuffles the elements of [begin, end).
void shuffle(std::vector<int64_t>& list, size_t begin, size_t end, fuzz::Random& random) {
  for (size_t i = end; i > begin + 1; --i) std::swap(list[i - 1], list[begin + random.below(i - begin)]);
}
std::vector<int64_t> inverted(const std::vector<int64_t>& to) {
  std::vector<int64_t> back(to.size());
  for (size_t i = 0; i < to.size(); ++i) back[static_cast<size_t>(to[i])] = static_cast<int64_t>(i);
  return back;
}

void permuteRegisters(Draft& draft, DraftBody& body, const std::vector<int64_t>& to) {
  for (DraftInstruction& instruction : body.code)
    for (const Operand& operand : operandsOf(draft, instruction))
      if (operand.kind == ArgKind::Register && !isSpecialRegister(operand.value))
        draft.set(instruction, operand, Arg::make(ArgKind::Register, to[static_cast<size_t>(operand.value)]));
}

void permuteSlots(Draft& draft, DraftBody& body, const std::vector<int64_t>& to) {
  for (DraftInstruction& instruction : body.code) {
    const std::vector<uint32_t> words = slotWords(draft, instruction);
    for (const Operand& operand : operandsOf(draft, instruction))
      if (holds(words, operand.wordIndex))
        draft.set(instruction, operand, Arg::make(ArgKind::Immediate, to[static_cast<size_t>(operand.value)]));
  }
}

/// The number of slots of the only heap of the function, if all slots are within it and only builtins of shapes get it.
std::optional<size_t> privateSlots(const Draft& draft, const DraftBody& body) {
  int64_t slots = -1, heap = -1;
  for (const DraftInstruction& instruction : body.code) {
    const BuiltinId id = builtinOf(draft, instruction);
    if (id != BuiltinId::AllocShapeHeap && id != BuiltinId::AllocHeap) continue;
    const Instruction call = draft.view(instruction);
    if (heap >= 0 || call.callArgCount() == 0) return std::nullopt;
    const Arg count = call.callArg(call.callArgCount() - 1);
    if (count.kind() != ArgKind::Immediate || count.value() < 2 || count.value() > 1000) return std::nullopt;
    slots = count.value();
    heap = call.callDst();
  }
  if (heap < draft.functionOf(body).numArgs || isSpecialRegister(heap)) return std::nullopt;
  size_t writes = 0;
  for (const DraftInstruction& instruction : body.code) {
    const std::vector<uint32_t> words = slotWords(draft, instruction);
    const BuiltinId id = builtinOf(draft, instruction);
    const bool ofShapes = id == BuiltinId::MatchShape || id == BuiltinId::MatchPrimValue ||
                          id == BuiltinId::MakeShape || id == BuiltinId::MakePrimValue || id == BuiltinId::StoreShape ||
                          id == BuiltinId::LoadShape;
    for (const Operand& operand : operandsOf(draft, instruction)) {
      if (operand.kind == ArgKind::Register && operand.value == heap) {
        if (operand.role == OperandRole::Def) writes += isKill(draft, instruction) ? 0 : 1;
        else if (!ofShapes) return std::nullopt;
      }
      if (holds(words, operand.wordIndex) && (operand.value < 0 || operand.value >= slots)) return std::nullopt;
    }
  }
  return writes == 1 ? std::optional(static_cast<size_t>(slots)) : std::nullopt;
}

bool namesAreDistinct(const Draft& draft) {
  std::set<std::string> names;
  return std::ranges::all_of(draft.tables.functions, [&](const Function& f) { return names.insert(f.name).second; });
}

std::vector<int64_t> functionOrder(const Draft& draft, fuzz::Random& random) {
  const size_t count = draft.tables.functions.size();
  std::vector<int64_t> to = identity(count);
  if (!namesAreDistinct(draft)) return to;
  const size_t base = draft.packedApart() ? static_cast<size_t>(draft.tables.code.packedBase) : 0;
  shuffle(to, 0, base, random);
  shuffle(to, base, count, random);
  return to;
}

void permuteBodies(Draft& draft, const std::vector<int64_t>& to) {
  std::vector<DraftBody> bodies(draft.bodies.size());
  for (size_t i = 0; i < to.size(); ++i) bodies[static_cast<size_t>(to[i])] = std::move(draft.bodies[i]);
  draft.bodies = std::move(bodies);
}

void permuteFunctions(Draft& draft, const std::vector<int64_t>& to) {
  draft.moveFunctions(to, to.size(), draft.tables.code.packedBase);
  // The prototype stores no ranges: functions follow each other in the order of the table.
  if (isPrototype(draft.tables.variant)) std::ranges::sort(draft.bodies, {}, &DraftBody::function);
}

/// Exchanges an instruction with the next one; jumps to the first lead to whichever is first.
void exchange(DraftBody& body, uint32_t first) {
  const size_t at = positionOf(body, first);
  const uint32_t second = body.code[at + 1].id;
  retarget(body, first, second);
  std::swap(body.code[at], body.code[at + 1]);
}

void rename(Draft& draft, const Renumbering& renumbering) {
  DraftBody& body = draft.bodies[renumbering.body];
  DraftInstruction& instruction = body.code[positionOf(body, renumbering.first)];
  for (const Operand& operand : operandsOf(draft, instruction))
    if (operand.wordIndex == renumbering.word)
      draft.set(instruction, operand, Arg::make(ArgKind::Constant, renumbering.now));
}

Renumbering permutation(NumberKind kind, size_t body, std::vector<int64_t> to) {
  Renumbering made;
  made.kind = kind;
  made.body = body;
  made.to = std::move(to);
  return made;
}

std::optional<Renumbering> randomEquals(const Draft& draft, size_t body, fuzz::Random& random) {
  std::vector<Renumbering> found;
  const auto& constants = draft.tables.constants;
  for (const DraftInstruction& instruction : draft.bodies[body].code) {
    for (const Operand& operand : operandsOf(draft, instruction)) {
      if (operand.kind != ArgKind::Constant) continue;
      for (size_t other = 0; other < constants.size() && constants.size() < 200; ++other) {
        if (static_cast<int64_t>(other) == operand.value ||
            !sameConstant(constants[other].value, constants[static_cast<size_t>(operand.value)].value))
          continue;
        Renumbering each = permutation(NumberKind::Equals, body, {});
        each.first = instruction.id;
        each.word = operand.wordIndex;
        each.before = operand.value;
        each.now = static_cast<int64_t>(other);
        found.push_back(std::move(each));
      }
    }
  }
  return found.empty() ? std::nullopt : std::optional(random.of(found));
}

std::optional<Renumbering> randomOrder(const Draft& draft, size_t body, fuzz::Random& random) {
  std::vector<size_t> pairs = independentPairs(draft, body);
  if (pairs.empty()) return std::nullopt;
  Renumbering made = permutation(NumberKind::Order, body, {});
  made.first = draft.bodies[body].code[random.of(pairs)].id;
  return made;
}

std::vector<int64_t> permuted(const Draft& draft, NumberKind kind, size_t body, fuzz::Random& random) {
  const Function& function = draft.functionOf(draft.bodies[body]);
  std::vector<int64_t> to;
  switch (kind) {
    case NumberKind::Registers:
      to = identity(static_cast<size_t>(function.registerFileSize));
      shuffle(to, static_cast<size_t>(function.numArgs), to.size(), random);
      break;
    case NumberKind::Constants:
      to = identity(draft.tables.constants.size());
      shuffle(to, 0, to.size(), random);
      break;
    case NumberKind::Functions: to = functionOrder(draft, random); break;
    case NumberKind::Bodies:
      to = identity(draft.bodies.size());
      if (!isPrototype(draft.tables.variant) && namesAreDistinct(draft)) shuffle(to, 0, to.size(), random);
      break;
    case NumberKind::Slots:
      to = identity(privateSlots(draft, draft.bodies[body]).value_or(0));
      shuffle(to, 0, to.size(), random);
      break;
    default: break;
  }
  return to;
}

std::string textOf(const Draft& draft, const Renumbering& renumbering) {
  const NumberKind kind = renumbering.kind;
  if (kind == NumberKind::Constants || kind == NumberKind::Functions || kind == NumberKind::Bodies)
    return numberKindName(kind);
  const DraftBody& body = draft.bodies[renumbering.body];
  std::string text = fmt::format("{} of {}", numberKindName(kind), printable(draft.functionOf(body).name));
  if (kind != NumberKind::Order) return text;
  const size_t at = positionOf(body, renumbering.first);
  return text + fmt::format(": {} at +{} | {}", describe(draft, body.code[at]), at, describe(draft, body.code[at + 1]));
}

}  // namespace

const char* numberKindName(NumberKind kind) {
  static constexpr std::array<const char*, kNumberKinds> kNames{"registers", "constants", "functions",      "bodies",
                                                                "slots",     "order",     "equal constants"};
  return kNames[static_cast<size_t>(kind)];
}

void apply(Draft& draft, const Renumbering& renumbering) {
  switch (renumbering.kind) {
    case NumberKind::Registers: permuteRegisters(draft, draft.bodies[renumbering.body], renumbering.to); break;
    case NumberKind::Constants: draft.moveConstants(renumbering.to); break;
    case NumberKind::Functions: permuteFunctions(draft, renumbering.to); break;
    case NumberKind::Bodies: permuteBodies(draft, renumbering.to); break;
    case NumberKind::Slots: permuteSlots(draft, draft.bodies[renumbering.body], renumbering.to); break;
    case NumberKind::Order: exchange(draft.bodies[renumbering.body], renumbering.first); break;
    case NumberKind::Equals: rename(draft, renumbering); break;
  }
}

Renumbering inverse(const Draft& draft, const Renumbering& renumbering) {
  Renumbering back = renumbering;
  back.to = inverted(renumbering.to);
  std::swap(back.before, back.now);
  if (renumbering.kind == NumberKind::Order) {
    // After the exchange the other one is first.
    const DraftBody& body = draft.bodies[renumbering.body];
    back.first = body.code[positionOf(body, renumbering.first) - 1].id;
  }
  return back;
}

std::optional<Renumbering> randomRenumbering(const Draft& draft, NumberKind kind, fuzz::Random& random) {
  const size_t body = random.below(draft.bodies.size());
  if (kind == NumberKind::Order) return randomOrder(draft, body, random);
  if (kind == NumberKind::Equals) return randomEquals(draft, body, random);
  Renumbering made = permutation(kind, body, permuted(draft, kind, body, random));
  return isIdentity(made.to) ? std::nullopt : std::optional(std::move(made));
}

std::vector<Renumbering> renumberAll(Draft& draft, fuzz::Random& random) {
  std::vector<Renumbering> applied;
  const auto add = [&](Renumbering each) {
    each.text = textOf(draft, each);
    apply(draft, each);
    applied.push_back(std::move(each));
  };
  for (size_t body = 0; body < draft.bodies.size(); ++body) {
    for (const NumberKind kind : {NumberKind::Registers, NumberKind::Slots})
      if (auto to = permuted(draft, kind, body, random); !isIdentity(to)) add(permutation(kind, body, std::move(to)));
    // Pairs that stay independent whatever the others do: no two share an instruction.
    size_t last = SIZE_MAX;
    std::vector<uint32_t> firsts;
    for (const size_t p : independentPairs(draft, body))
      if ((last == SIZE_MAX || p > last + 1) && random.oneIn(2)) firsts.push_back(draft.bodies[body].code[last = p].id);
    for (const uint32_t first : firsts) {
      Renumbering each = permutation(NumberKind::Order, body, {});
      each.first = first;
      add(std::move(each));
    }
  }
  for (int n = 0; n < 4; ++n)
    if (auto each = randomRenumbering(draft, NumberKind::Equals, random)) add(std::move(*each));
  for (const NumberKind kind : {NumberKind::Constants, NumberKind::Functions, NumberKind::Bodies})
    if (auto to = permuted(draft, kind, 0, random); !isIdentity(to)) add(permutation(kind, 0, std::move(to)));
  return applied;
}

}  // namespace relaxscope::test
