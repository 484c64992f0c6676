// SPDX-License-Identifier: Apache-2.0
// Edits of branches and jumps.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "tests/support/mutate/calls.h"
#include "tests/support/mutate/edit_context.h"

namespace relaxscope::test {
namespace {

/// The instruction that is reached through jumps alone; its own identity in an endless loop of them.
uint32_t destination(const Draft& draft, const DraftBody& body, uint32_t id) {
  for (size_t steps = 0; steps <= body.code.size(); ++steps) {
    const DraftInstruction& instruction = body.code[positionOf(body, id)];
    if (draft.view(instruction).row->flow != Flow::Jump) break;
    id = instruction.jumps.front().target;
  }
  return id;
}

/// Whether control continues alike at both, as far as the words of the first instructions tell.
bool continueAlike(const Draft& draft, const DraftBody& body, uint32_t a, uint32_t b) {
  a = destination(draft, body, a);
  b = destination(draft, body, b);
  return a == b || body.code[positionOf(body, a)].words == body.code[positionOf(body, b)].words;
}

DraftInstruction jumpTo(Draft& draft, uint32_t target) {
  const OpcodeRow* const row = draft.tables.code.set->find("goto");
  DraftInstruction jump{draft.nextId++, {row->code, 0}, {{1, target}}};
  return jump;
}

}  // namespace

std::optional<Edit> invertBranch(EditContext& context) {
  Draft& draft = context.draft;
  std::vector<Spot> places = context.spots(
      [&](const DraftInstruction& instruction) { return draft.view(instruction).row->flow == Flow::Branch; });
  if (places.empty()) return std::nullopt;
  const Spot spot = context.random.of(places);
  DraftBody& body = draft.bodies[spot.body];
  Edit edit = context.edit(EditKind::BranchInverted, spot, {ChangeKind::ControlFlow},
                           "inverted " + describe(draft, context.at(spot)));
  if (context.at(spot).jumps.size() == 2) {
    auto& jumps = context.at(spot).jumps;
    if (continueAlike(draft, body, jumps[0].target, jumps[1].target)) return std::nullopt;
    std::swap(jumps[0].target, jumps[1].target);
    return edit;
  }
  if (spot.at + 1 >= body.code.size()) return std::nullopt;
  const uint32_t taken = body.code[spot.at + 1].id, other = context.at(spot).jumps.front().target;
  if (continueAlike(draft, body, taken, other)) return std::nullopt;
  // Falls through to a jump to the other arm, and jumps over it to the first.
  context.at(spot).jumps.front().target = taken;
  DraftInstruction jump = jumpTo(draft, other);
  edit.nowInstructions.push_back(jump.id);
  body.code.insert(body.code.begin() + static_cast<std::ptrdiff_t>(spot.at) + 1, std::move(jump));
  return edit;
}

std::optional<Edit> changeTarget(EditContext& context) {
  Draft& draft = context.draft;
  std::vector<Spot> places =
      context.spots([](const DraftInstruction& instruction) { return !instruction.jumps.empty(); });
  if (places.empty()) return std::nullopt;
  const Spot spot = context.random.of(places);
  const DraftBody& body = context.body(spot);
  DraftJump& jump = context.random.of(context.at(spot).jumps);
  const size_t target = context.random.below(body.code.size());
  const uint32_t now = body.code[target].id;
  // Offsets of 0 or 1 lead nowhere else than a compiler's code would.
  if (now == context.at(spot).id || target == spot.at + 1 || continueAlike(draft, body, jump.target, now))
    return std::nullopt;
  Edit edit = context.edit(EditKind::JumpTarget, spot, {ChangeKind::ControlFlow},
                           fmt::format("{} leads to +{} in place of +{}", describe(draft, context.at(spot)), target,
                                       positionOf(body, jump.target)));
  jump.target = now;
  return edit;
}

}  // namespace relaxscope::test
