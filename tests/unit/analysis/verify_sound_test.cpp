// SPDX-License-Identifier: Apache-2.0
// The fast soundness check compared with the verifier: for current Relax executables it succeeds exactly when the rules
// find no error, for others never.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>

#include "tests/support/generated_executable.h"
#include "tests/unit/analysis/hand_made.h"
#include "vmcore/analysis/verify/verifier.h"
#include "vmcore/format/loader.h"

namespace relaxscope {
namespace {

using test::con;
using test::fun;
using test::HandMade;
using test::imm;
using test::reg;

bool isToday(const Executable& executable) { return executable.code.set == &relaxInstructionSet(); }

/// An error that prevents a run.
bool isUnsafe(const Diagnostic& finding) {
  return finding.severity == Severity::Error && finding.rule != kStorageOverlap;
}

/// Compares both results for one executable; on a difference reports the verifier's error.
::testing::AssertionResult agree(const Executable& executable) {
  const Diagnostics findings = verify(executable);
  const bool proven = isProvenSound(executable),
             wanted = isToday(executable) && std::ranges::none_of(findings.all(), isUnsafe);
  if (proven == wanted) return ::testing::AssertionSuccess();
  auto failure = ::testing::AssertionFailure() << (proven ? "proven" : "not proven");
  for (const Diagnostic& finding : findings.all())
    if (isUnsafe(finding)) return failure << ", but " << finding.message;
  return failure << ", but without an error";
}

/// Two functions with unowned code between them; every kind of instruction and operand.
Executable everything() {
  HandMade made;
  made.packed("p").packed("vm.builtin.make_shape");
  made.constant(IntConstant{3}).constant(ShapeConstant{{1, 2}});
  made.begin("first", 1, 3).call(1, 0, {reg(0), imm(-5), con(1), fun(3), reg(kVoidRegister), reg(kVmRegister), imm(0)});
  made.branch(1, 2).jump(2).ret(kVoidRegister).jump(-4).end();
  made.call(9999, 77, {reg(500), con(99)}).ret(-4);  // owned by no function
  made.begin("second", 0, 1)
      .call(kVoidRegister, 2, {})
      .call(kVmRegister + 9, 0, {reg(0)})
      .call(0, 1, {imm(1), con(0), fun(0)})
      .ret(0)
      .end();
  return made.executable;
}

TEST(ProvenSound, TakesEveryKindOfInstruction) {
  EXPECT_TRUE(agree(everything()));
  EXPECT_TRUE(isProvenSound(everything()));
  EXPECT_TRUE(isProvenSound(Executable{}));
}

/// Boundary values of words.
int64_t edge(std::mt19937_64& random) {
  static constexpr int64_t kEdges[] = {0,
                                       1,
                                       2,
                                       3,
                                       4,
                                       5,
                                       7,
                                       -1,
                                       -2,
                                       65'536,
                                       65'537,
                                       kVoidRegister,
                                       kVmRegister,
                                       kVmRegister + 1,
                                       INT64_MAX,
                                       INT64_MIN,
                                       int64_t{1} << 20};
  switch (random() % 4) {
    case 0: return static_cast<int64_t>(random());
    case 1: return Arg::make(static_cast<ArgKind>(random() % 6), kEdges[random() % std::size(kEdges)]).word();
    default: return kEdges[random() % std::size(kEdges)];
  }
}

/// Changes one thing, or several.
void spoil(Executable& e, std::mt19937_64& random) {
  const auto pick = [&](auto& list) -> auto& { return list[random() % list.size()]; };
  do {
    switch (random() % 8) {
      case 0:
      case 1:
      case 2:
        if (!e.code.words.empty()) pick(e.code.words.edit()) = edge(random);
        break;
      case 3:
        if (!e.code.offsets.empty()) {
          int64_t& offset = pick(e.code.offsets);  // wraps on overflow
          offset = static_cast<int64_t>(static_cast<uint64_t>(offset) + random() % 5 - 2);
        }
        break;
      case 4:
        if (random() % 2 == 0 && !e.code.words.empty()) e.code.words.edit().pop_back();
        else e.code.words.edit().push_back(edge(random));
        break;
      case 5:
        if (random() % 2 == 0 && !e.code.offsets.empty()) e.code.offsets.pop_back();
        else e.code.offsets.push_back(edge(random));
        break;
      case 6:
        if (!e.constants.empty()) e.constants.pop_back();
        break;
      default:
        if (e.functions.empty()) break;
        Function& f = pick(e.functions);
        int64_t* const fields[] = {&f.startInstr, &f.endInstr, &f.numArgs, &f.registerFileSize};
        *fields[random() % 4] = edge(random);
        if (random() % 8 == 0) f.kind = static_cast<int32_t>(random() % 4);
    }
  } while (random() % 3 == 0);
}

TEST(ProvenSound, AgreesWithTheRulesOnSpoiltPrograms) {
  std::mt19937_64 random(20260);
  size_t sound = 0, damaged = 0;
  const Executable whole = everything();
  for (int round = 0; round < 60'000; ++round) {
    Executable spoilt = whole;
    spoil(spoilt, random);
    ASSERT_TRUE(agree(spoilt)) << "round " << round;
    ++(isProvenSound(spoilt) ? sound : damaged);
  }
  EXPECT_GT(sound, 5'000u);
  EXPECT_GT(damaged, 5'000u);
}

TEST(ProvenSound, AgreesWithTheRulesOnGeneratedPrograms) {
  using testing::Shape;
  size_t sound = 0;
  for (const Shape shape : {Shape::Sound, Shape::Odd, Shape::Damaged})
    for (uint64_t seed = 0; seed < 6'000; ++seed) {
      const Executable executable = testing::generatedExecutable(seed, shape);
      ASSERT_TRUE(agree(executable)) << "seed " << seed << ", shape " << static_cast<int>(shape);
      sound += isProvenSound(executable) ? 1 : 0;
    }
  EXPECT_GT(sound, 10u);
}

TEST(ProvenSound, TakesWhatTvmMade) {
  std::mt19937_64 random(7);
  size_t taken = 0;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(RELAXSCOPE_TEST_DATA) + "/relax")) {
    const auto file = loadFile(entry.path().string());
    if (!file.ok() || file->executable == nullptr || !isToday(*file->executable)) continue;
    EXPECT_TRUE(agree(*file->executable)) << entry.path();
    taken += isProvenSound(*file->executable) ? 1 : 0;
    for (int round = 0; round < 300; ++round) {
      Executable spoilt = *file->executable;
      spoil(spoilt, random);
      ASSERT_TRUE(agree(spoilt)) << entry.path() << ", round " << round;
    }
  }
  EXPECT_GE(taken, 3u);
}

}  // namespace
}  // namespace relaxscope
