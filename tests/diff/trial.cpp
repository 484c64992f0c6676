// SPDX-License-Identifier: Apache-2.0
#include "tests/diff/trial.h"

#include <utility>

#include "tests/support/mutate/renumbering.h"
#include "tests/support/mutate/value_registers.h"
#include "vmcore/base/text/text.h"

namespace relaxscope::test {

std::optional<TrialPair> makeTrial(std::span<const Sample> samples, uint64_t number, uint64_t seed, size_t edits) {
  fuzz::Random random(seed * 0x9E3779B97F4A7C15ULL + number);
  const Sample& sample = random.of(samples);
  TrialPair trial;
  trial.sample = sample.name;
  trial.old = sample.executable;
  Draft draft = *Draft::of(*sample.executable);
  EditedPlaces before;
  for (size_t i = 0; i < edits; ++i) {
    const uint64_t turn = i == 0 ? number : random.next();
    auto edit = makeEdit(draft, static_cast<EditKind>(turn % kEditKinds), random, before);
    if (!edit && i == 0) return std::nullopt;
    if (!edit) continue;
    before.add(*edit);
    trial.edits.push_back(std::move(*edit));
  }
  if (trial.edits.size() < edits) return std::nullopt;
  // By hundreds, so that every kind of edit has both.
  if (edits == 0 || number / kEditKinds % 2 == 1) {
    for (size_t body = 0; body < draft.bodies.size(); ++body)
      if (random.oneIn(2) && separateRegisters(draft, body, random))
        trial.renumbered.push_back("registers by value of " + printable(draft.functionOf(draft.bodies[body]).name));
    for (const Renumbering& each : renumberAll(draft, random)) trial.renumbered.push_back(each.text);
  }
  trial.now = std::make_shared<Executable>(draft.build());
  trial.places = draft.places();
  return trial;
}

}  // namespace relaxscope::test
