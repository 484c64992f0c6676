// SPDX-License-Identifier: Apache-2.0
// The canonical form of executables that are renumbered or edited.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "tests/diff/samples.h"
#include "tests/support/mutate/edit.h"
#include "tests/support/mutate/renumbering.h"
#include "vmcore/base/text/collect.h"
#include "vmcore/export/exporter.h"

namespace relaxscope::test {
namespace {

std::vector<Sample> canonicalSamples() {
  const std::string data = RELAXSCOPE_TEST_DATA;
  const std::vector<std::string> paths{data + "/relax", data + "/relay", data + "/meaning", data + "/assembler"};
  std::vector<Sample> found = samplesOf(paths);
  for (Sample& sample : generatedSamples(42)) found.push_back(std::move(sample));
  return found;
}

std::string canonical(const Executable& executable) {
  std::vector<std::string> warnings;
  return collectText([&](const TextSink& sink) { writeCanonical(executable, {}, sink, warnings); });
}

/// The first line that differs, of both texts.
std::string firstDifference(const std::string& a, const std::string& b) {
  const auto at = static_cast<size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
  if (at == a.size() && at == b.size()) return {};
  const size_t begin = at == 0 ? 0 : a.rfind('\n', at - 1) + 1;
  return a.substr(begin, a.find('\n', at) - begin) + "\n" + b.substr(begin, b.find('\n', at) - begin);
}

TEST(CanonicalForm, IsTheSameForEveryRenumbering) {
  std::array<int, kNumberKinds> made{};
  uint64_t seed = 0;
  for (const Sample& sample : canonicalSamples()) {
    const std::string text = canonical(*sample.executable);
    for (const NumberKind kind : {NumberKind::Registers, NumberKind::Constants, NumberKind::Functions,
                                  NumberKind::Bodies, NumberKind::Slots, NumberKind::Equals}) {
      fuzz::Random random(++seed);
      Draft draft = *Draft::of(*sample.executable);
      const auto renumbering = randomRenumbering(draft, kind, random);
      if (!renumbering) continue;
      ++made[static_cast<size_t>(kind)];
      apply(draft, *renumbering);
      EXPECT_EQ(firstDifference(text, canonical(draft.build())), "") << sample.name << ": " << numberKindName(kind);
    }
  }
  for (size_t kind = 0; kind < kNumberKinds; ++kind)
    if (static_cast<NumberKind>(kind) != NumberKind::Order) {
      EXPECT_GT(made[kind], 5) << numberKindName(static_cast<NumberKind>(kind));
    }
}

TEST(CanonicalForm, ShowsEveryEdit) {
  uint64_t seed = 0;
  int made = 0;
  for (const Sample& sample : canonicalSamples()) {
    const std::string text = canonical(*sample.executable);
    for (size_t kind = 0; kind < kEditKinds; ++kind) {
      fuzz::Random random(++seed);
      Draft draft = *Draft::of(*sample.executable);
      const auto edit = makeEdit(draft, static_cast<EditKind>(kind), random);
      if (!edit) continue;
      ++made;
      EXPECT_NE(canonical(draft.build()), text) << sample.name << ": " << edit->text;
    }
  }
  EXPECT_GT(made, 500);
}

}  // namespace
}  // namespace relaxscope::test
