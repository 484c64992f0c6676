// SPDX-License-Identifier: Apache-2.0
// The mutator itself: what it makes is sound, changes what it says, and can be undone.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <ranges>

#include "tests/diff/samples.h"
#include "tests/support/mutate/edit.h"
#include "tests/support/mutate/programs.h"
#include "tests/support/mutate/renumbering.h"
#include "tests/support/mutate/value_registers.h"
#include "vmcore/analysis/flow/definitions.h"
#include "vmcore/analysis/flow/fingerprint.h"
#include "vmcore/analysis/verify/verifier.h"
#include "vmcore/format/vm/executable_check.h"
#include "vmcore/format/vm/vm_executable.h"

namespace relaxscope::test {
namespace {

const std::vector<Sample>& samples() {
  static const std::vector<Sample> all = [] {
    const std::string data = RELAXSCOPE_TEST_DATA;
    const std::vector<std::string> paths{data + "/relax", data + "/relay", data + "/meaning", data + "/assembler"};
    std::vector<Sample> found = samplesOf(paths);
    for (Sample& sample : generatedSamples(42)) found.push_back(std::move(sample));
    return found;
  }();
  return all;
}

std::string firstError(const Executable& executable) {
  const Diagnostics findings = verify(executable);
  for (const Diagnostic& finding : findings.all())
    if (finding.severity == Severity::Error) return finding.rule + ": " + finding.message;
  const auto check = checkExecutable(executable);
  return check.ok() ? "" : check.error().text();
}

TEST(Mutate, GeneratedNetworksAreSoundAndCanBeTakenApart) {
  std::map<Variant, int> variants;
  for (uint64_t seed = 0; seed < 35; ++seed) {
    for (const Executable& executable : {relaxNetwork(seed), relayNetwork(seed)}) {
      ++variants[executable.variant];
      EXPECT_EQ(firstError(executable), "") << variantName(executable.variant) << " of seed " << seed;
      EXPECT_TRUE(Draft::of(executable)) << variantName(executable.variant) << " of seed " << seed;
    }
  }
  EXPECT_EQ(variants.size(), 12U);
}

TEST(Mutate, ADraftBuildsTheExecutableItIsOf) {
  EXPECT_GT(samples().size(), 80U);
  for (const Sample& sample : samples()) {
    const Executable built = Draft::of(*sample.executable)->build();
    EXPECT_EQ(writeVmExecutable(built), writeVmExecutable(*sample.executable)) << sample.name;
  }
}

TEST(Mutate, RenumberingsAreSoundAndUndone) {
  std::map<std::string, int> made;
  uint64_t seed = 0;
  for (const Sample& sample : samples()) {
    fuzz::Random random(++seed);
    Draft draft = *Draft::of(*sample.executable);
    const std::string error = firstError(*sample.executable);
    std::vector<Renumbering> applied = renumberAll(draft, random);
    for (const Renumbering& each : applied) ++made[numberKindName(each.kind)];
    const Executable renumbered = draft.build();
    if (error.empty()) { EXPECT_EQ(firstError(renumbered), "") << sample.name; }
    EXPECT_EQ(renumbered.code.size(), sample.executable->code.size());
    if (!applied.empty()) {
      EXPECT_NE(writeVmExecutable(renumbered), writeVmExecutable(*sample.executable)) << sample.name;
    }
    for (const Renumbering& each : applied | std::views::reverse) apply(draft, inverse(draft, each));
    EXPECT_EQ(writeVmExecutable(draft.build()), writeVmExecutable(*sample.executable)) << sample.name;
  }
  for (size_t kind = 0; kind < kNumberKinds; ++kind) {
    const std::string name = numberKindName(static_cast<NumberKind>(kind));
    std::printf("%-16s %5d\n", name.c_str(), made[name]);
    EXPECT_GT(made[name], 20) << name;
  }
}

TEST(Mutate, RegistersByValueAreSoundAndReadTheSameDefinitions) {
  size_t made = 0, grown = 0;
  for (const Sample& sample : samples()) {
    fuzz::Random random(3);
    Draft draft = *Draft::of(*sample.executable);
    for (size_t body = 0; body < draft.bodies.size(); ++body) {
      const size_t function = draft.bodies[body].function;
      const int64_t before = draft.tables.functions[function].registerFileSize;
      if (!separateRegisters(draft, body, random)) continue;
      ++made;
      grown += draft.tables.functions[function].registerFileSize > before ? 1 : 0;
    }
    const Executable now = draft.build();
    if (firstError(*sample.executable).empty()) { EXPECT_EQ(firstError(now), "") << sample.name; }
    for (const DraftBody& body : draft.bodies) {
      const FuncIndex function(static_cast<int64_t>(body.function));
      const Definitions a = *definitionsOf(*sample.executable, function), b = *definitionsOf(now, function);
      ASSERT_EQ(a.uses.size(), b.uses.size()) << sample.name;
      for (size_t i = 0; i < a.uses.size(); ++i) {
        if (!a.uses[i].value.valid()) continue;
        const auto pcsOf = [](const Definitions& d, ValueIndex value) {
          std::vector<int64_t> pcs;
          for (const ValueIndex each : d.reaching(value))
            if (d.values[each.at()].kind != ValueKind::Empty) pcs.push_back(d.values[each.at()].pc.value);
          return pcs;
        };
        EXPECT_EQ(pcsOf(a, a.uses[i].value), pcsOf(b, b.uses[i].value)) << sample.name;
      }
    }
  }
  EXPECT_GT(made, 80U);
  EXPECT_GT(grown, 10U);
}

/// Without slots, orders and functions of compiled code, whose fingerprint is of their name.
TEST(Mutate, FingerprintsDoNotSeeNumbersOfRegistersAndRows) {
  for (const Sample& sample : samples()) {
    fuzz::Random random(7);
    Draft draft = *Draft::of(*sample.executable);
    for (const NumberKind kind :
         {NumberKind::Registers, NumberKind::Constants, NumberKind::Functions, NumberKind::Bodies})
      if (const auto each = randomRenumbering(draft, kind, random)) apply(draft, *each);
    const Executable renumbered = draft.build();
    const Places places = draft.places();
    Fingerprints before(*sample.executable), now(renumbered);
    for (uint32_t i = 0; i < sample.executable->functions.size(); ++i)
      EXPECT_EQ(before.of(FuncIndex(i))->whole, now.of(places.function(i))->whole) << sample.name << " " << i;
  }
}

TEST(Mutate, EditsAreMadeOfEveryKindAndChangeBytes) {
  std::array<int, kEditKinds> made{};
  uint64_t seed = 0;
  for (const Sample& sample : samples()) {
    const Draft draft = *Draft::of(*sample.executable);
    const bool sound = firstError(*sample.executable).empty();
    for (size_t kind = 0; kind < kEditKinds; ++kind) {
      fuzz::Random random(++seed);
      Draft edited = draft;
      const auto edit = makeEdit(edited, static_cast<EditKind>(kind), random);
      if (!edit) continue;
      ++made[kind];
      const Executable executable = edited.build();
      EXPECT_NE(writeVmExecutable(executable), writeVmExecutable(*sample.executable))
          << sample.name << ": " << edit->text;
      if (sound) { EXPECT_EQ(firstError(executable), "") << sample.name << ": " << edit->text; }
      EXPECT_FALSE(edit->kinds.empty());
      EXPECT_TRUE(edit->wholeFunction || edit->constant != kNoId ||
                  !(edit->oldInstructions.empty() && edit->nowInstructions.empty()))
          << edit->text;
    }
  }
  for (size_t kind = 0; kind < kEditKinds; ++kind) {
    std::printf("%-20s %5d of %zu executables\n", editKindName(static_cast<EditKind>(kind)), made[kind],
                samples().size());
    EXPECT_GT(made[kind], 10) << editKindName(static_cast<EditKind>(kind));
  }
}

TEST(Mutate, AnEditNamesItsPlaceOnBothSides) {
  for (uint64_t seed = 1; seed < 20; ++seed) {
    fuzz::Random random(seed);
    Draft draft = *Draft::of(relaxNetwork(seed));
    const Executable before = draft.build();
    const auto edit = makeEdit(draft, EditKind::CallRemoved, random);
    ASSERT_TRUE(edit);
    ASSERT_EQ(edit->oldInstructions.size(), 1U);
    const auto pc = static_cast<int64_t>(edit->oldInstructions[0]);  // identities are pcs at first
    const Executable now = draft.build();
    ASSERT_EQ(now.code.size() + 1, before.code.size());
    EXPECT_EQ(draft.places().pc(edit->oldInstructions[0]), InstrIndex::invalid());
    for (int64_t i = 0; i < static_cast<int64_t>(now.code.size()); ++i) {
      const Instruction a = before.code.at(InstrIndex(i < pc ? i : i + 1)), b = now.code.at(InstrIndex(i));
      ASSERT_EQ(a.row, b.row);
      if (a.row->flow == Flow::Call) { EXPECT_EQ(a.words, b.words); }
    }
  }
}

}  // namespace
}  // namespace relaxscope::test
