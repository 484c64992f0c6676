// SPDX-License-Identifier: Apache-2.0
// Tokens, rows, jumps, search text, counts: everything the listing and the CFG compute before they paint.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/models/program.h"
#include "views/cfg/counts.h"
#include "views/cfg/scene.h"
#include "views/code/text.h"
#include "views/code/tokens.h"
#include "views/listing/rows.h"

namespace relaxscope {
namespace {

using testing::program;

const char* const kCountdown = R"(fn main(n)
  call k_add %0 i0 -> %1
  call k_add i0 i0 -> %2
  if %1 +4
  call k_add %2 %1 -> %2
  call k_dec %1 -> %1
  goto -3
  ret %2
)";

QString text(const Executable& executable, int64_t pc, CodeStyle style = {}) {
  return codeLine(executable, InstrIndex(pc), style).text();
}

TEST(CodeLine, WritesEveryOperandWithItsSign) {
  const Executable e = program(R"(const "global"
fn main(x)
  call vm.builtin.alloc_tensor %0 i-3 c0 f:other %vm -> %12
  call other
  if %3 +2
  goto -3
  ret %12
)");
  EXPECT_EQ(text(e, 0).toStdString(), "call vm.builtin.alloc_tensor %0, i-3, c[0], f[other], %vm  → %12");
  EXPECT_EQ(text(e, 0, {true, true}).toStdString(),
            "call vm.…alloc_tensor %0, i-3, c[0]=\"global\", f[other], %vm  → %12");
  EXPECT_EQ(text(e, 1).toStdString(), "call other");
  EXPECT_EQ(text(e, 2).toStdString(), "If %3, L4");
  EXPECT_EQ(text(e, 3).toStdString(), "goto L0");
  EXPECT_EQ(text(e, 4).toStdString(), "ret %12");
}

TEST(CodeLine, DistinguishesPlumbingFromKernels) {
  const Executable e =
      program("fn main(x)\n  call vm.builtin.null_value -> %1\n  call matmul %0 %1\n  call main %0 -> %2\n  ret %2\n");
  EXPECT_TRUE(codeLine(e, InstrIndex(0)).plumbing);
  EXPECT_FALSE(codeLine(e, InstrIndex(1)).plumbing);
  EXPECT_EQ(codeLine(e, InstrIndex(1)).kind, CallKind::Kernel);
  EXPECT_EQ(codeLine(e, InstrIndex(2)).kind, CallKind::VmFunction);
}

TEST(CodeLine, MarksInvalidReferences) {
  Executable e = program("fn main(x)\n  call k %0 c7 -> %1\n  goto 1000\n  ret %1\n");
  EXPECT_TRUE(codeLine(e, InstrIndex(0)).damaged);
  EXPECT_TRUE(codeLine(e, InstrIndex(1)).damaged);
  EXPECT_FALSE(codeLine(e, InstrIndex(2)).damaged);
  EXPECT_TRUE(codeLine(e, InstrIndex(99)).damaged);
  e.code.words.edit()[0] = 77;
  EXPECT_EQ(text(e, 0).toStdString(), "unknown opcode 77");
  e.code.offsets[0] = int64_t{1} << 60;
  EXPECT_TRUE(codeLine(e, InstrIndex(0)).damaged);
}

TEST(CodeText, IsWhatTheListingShows) {
  const Executable e = program(kCountdown);
  for (int64_t pc = 0; pc < 7; ++pc) {
    std::string fast;
    appendCodeText(e, InstrIndex(pc), fast);
    EXPECT_EQ(fast, text(e, pc).toStdString());
  }
}

TEST(CallSites, FindFirstAndAll) {
  const Executable e = program(kCountdown);
  const FuncIndex add = e.findFunction("k_add");
  EXPECT_EQ(firstCallSite(e, add).value, 0);
  EXPECT_EQ(callSites(e, add, 10).size(), 3u);
  EXPECT_EQ(callSites(e, add, 2).size(), 2u);
  EXPECT_FALSE(firstCallSite(e, e.findFunction("main")).valid());
}

std::string rowsText(const ListingRows& rows) {
  std::string out;
  for (int64_t i = 0; i < rows.size(); ++i) {
    const auto row = rows.at(i);
    out += row.kind == ListingRows::Kind::Function ? "fn "
           : row.kind == ListingRows::Kind::Label  ? "L" + std::to_string(row.pc.value) + ": "
                                                   : std::to_string(row.pc.value) + " ";
  }
  return out;
}

TEST(ListingRows, PutsALabelBeforeEveryBlock) {
  const Executable e = program(kCountdown);
  const ListingRows rows(e, e.findFunction("main"));
  EXPECT_EQ(rowsText(rows), "fn 0 1 L2: 2 L3: 3 4 5 L6: 6 ");
  ASSERT_EQ(rows.labels().size(), 3u);
  const ListingLabel& two = rows.labels()[0];
  ASSERT_EQ(two.arrivals.size(), 2u);
  EXPECT_EQ(two.arrivals[0].kind, ArrivalKind::Goto);
  EXPECT_EQ(two.arrivals[1].kind, ArrivalKind::Next);
  EXPECT_EQ(rows.label(InstrIndex(3))->arrivals[0].kind, ArrivalKind::True);
  EXPECT_EQ(rows.label(InstrIndex(6))->arrivals[0].kind, ArrivalKind::False);
  EXPECT_EQ(rows.label(InstrIndex(6))->arrivals[0].from.value, 2);
}

TEST(ListingRows, FindsRowsOfInstructionsAlsoWhenSomeAreHidden) {
  const Executable e = program(kCountdown);
  const ListingRows rows(e, e.findFunction("main"));
  for (int64_t pc = 0; pc < 7; ++pc) {
    const auto row = rows.at(rows.rowOf(InstrIndex(pc)));
    EXPECT_EQ(row.pc.value, pc);
    EXPECT_EQ(row.kind, ListingRows::Kind::Code);
  }
  EXPECT_EQ(rows.rowOf(InstrIndex(7)), -1);
  std::vector<bool> hidden{false, true, false, false, true, false, false};
  const ListingRows some(e, e.findFunction("main"), &hidden);
  EXPECT_EQ(rowsText(some), "fn 0 L2: 2 L3: 3 5 L6: 6 ");
  EXPECT_EQ(some.at(some.rowOf(InstrIndex(4))).pc.value, 5) << "the next one that is shown";
}

TEST(ListingRows, GivesOverlappingJumpsDifferentLanes) {
  const Executable e = program(kCountdown);  // 2 -> 6 and 5 -> 2 overlap
  const ListingRows rows(e, e.findFunction("main"));
  ASSERT_EQ(rows.jumps().size(), 2u);
  EXPECT_NE(rows.jumps()[0].lane, rows.jumps()[1].lane);
  EXPECT_TRUE(rows.jumps()[0].isFalse);
  EXPECT_EQ(rows.jumps()[1].lane, 0) << "the shorter one lies inside";
}

TEST(ListingRows, TakesDamagedRanges) {
  Executable e = program(kCountdown);
  Function& main = e.functions[e.findFunction("main").at()];
  main.startInstr = -5;
  main.endInstr = int64_t{1} << 50;
  EXPECT_EQ(ListingRows(e, e.findFunction("main")).end().value, 7);
  main.startInstr = 9;
  EXPECT_EQ(ListingRows(e, e.findFunction("main")).size(), 1) << "the head alone";
  main.kind = 9;
  EXPECT_EQ(ListingRows(e, e.findFunction("main")).size(), 0);
}

TEST(CfgCounts, FollowFromTheCallsOfALoop) {
  const Executable e = program(kCountdown);
  const Cfg cfg = buildCfg(e, e.findFunction("main"));
  ASSERT_EQ(cfg.blocks.size(), 4u);
  const auto counts = deriveCounts(
      cfg, [](InstrIndex pc) { return pc.value < 2                     ? 1.0
                                      : pc.value == 3 || pc.value == 4 ? 10.0
                                                                       : NAN; }, 1);
  EXPECT_EQ(counts.blocks, (std::vector<double>{1, 11, 10, 1}));
  for (size_t i = 0; i < cfg.edges.size(); ++i)
    if (cfg.edges[i].kind == EdgeKind::True) {
      EXPECT_EQ(counts.edges[i], 10);
    } else if (cfg.edges[i].kind == EdgeKind::False) {
      EXPECT_EQ(counts.edges[i], 1);
    }
}

TEST(CfgCounts, LeaveOpenWhatDoesNotFollow) {
  const Executable e = program("fn main(x)\n  if %0 +2\n  goto 2\n  goto 1\n  ret %0\n");
  const Cfg cfg = buildCfg(e, e.findFunction("main"));
  const auto counts = deriveCounts(cfg, [](InstrIndex) { return NAN; }, 3);
  EXPECT_EQ(counts.blocks[0], 3);
  EXPECT_TRUE(std::isnan(counts.blocks[1]));
}

CfgScene scene(const Executable& e, bool fold, const char* function = "main") {
  CfgRequest request;
  request.executable = std::make_shared<const Executable>(e);
  request.function = e.findFunction(function);
  request.foldPlumbing = fold;
  return *makeCfgScene(request);
}

TEST(CfgScene, FoldsRunsOfPlumbing) {
  const Executable e = program(R"(fn main(x)
  call vm.builtin.check_tensor_info %0 i2
  call vm.builtin.check_tensor_info %0 i2
  call matmul %0 %1
  call vm.builtin.null_value -> %3
  call vm.builtin.null_value -> %4
  call vm.builtin.copy %0 -> %1
  ret %1
)");
  const CfgScene folded = scene(e, true), open = scene(e, false);
  ASSERT_EQ(folded.boxes.size(), 1u);
  EXPECT_EQ(open.boxes[0].lines.size(), 7u);
  ASSERT_EQ(folded.boxes[0].lines.size(), 5u);
  EXPECT_EQ(folded.boxes[0].lines[0].folded.toStdString(), "checks folded:  2 check_tensor_info");
  EXPECT_TRUE(folded.boxes[0].lines[2].folded.contains(QStringLiteral("%3, %4")));
  EXPECT_EQ(folded.boxes[0].lineOf(InstrIndex(4)), 2u);
  EXPECT_EQ(folded.boxes[0].lineOf(InstrIndex(5)), 3u);
}

TEST(CfgScene, AFunctionWithoutBranchesIsASequenceOfItsCalls) {
  const Executable e = program(R"(fn main(x)
  call vm.builtin.check_tensor_info %0 i2
  call vm.builtin.null_value -> %3
  call matmul %0 %1
  call vm.builtin.null_value -> %4
  call vm.builtin.null_value -> %5
  call helper %0 -> %1
  call vm.builtin.null_value -> %6
  ret %1
fn helper(z)
  ret %0
)");
  const CfgScene steps = scene(e, true), open = scene(e, false);
  ASSERT_EQ(steps.boxes.size(), 3u);
  EXPECT_TRUE(steps.straight);
  EXPECT_EQ(steps.boxes[0].title.toStdString(), "matmul");
  EXPECT_EQ(steps.boxes[1].title.left(6).toStdString(), "helper");
  EXPECT_EQ(steps.boxes[2].title.toStdString(), "ret");
  EXPECT_EQ(steps.boxes[1].lines.size(), 2u) << "two dropped registers are one line";
  EXPECT_EQ(steps.cfg.blockAt(InstrIndex(4)), BlockIndex(1));
  for (size_t b = 1; b < steps.boxes.size(); ++b) EXPECT_GT(steps.rect(b).top(), steps.rect(b - 1).bottom());
  EXPECT_EQ(cfgSummary(steps).toStdString(), "3 steps, no branches");
  int64_t at = 0;  // every instruction has a line
  for (const CfgBox& box : steps.boxes)
    for (const CfgLine& line : box.lines) {
      EXPECT_EQ(line.first.value, at);
      at = line.last.value + 1;
    }
  EXPECT_EQ(at, 8);
  EXPECT_EQ(open.boxes.size(), 1u) << "unfolded, the block is whole";
  EXPECT_FALSE(open.straight);
}

TEST(CfgScene, ShortensALongBlock) {
  const CfgScene made = scene(testing::straight(20'000), true);
  ASSERT_EQ(made.boxes.size(), 1u);
  EXPECT_LT(made.boxes[0].lines.size(), 200u);
  EXPECT_LT(made.boxes[0].lineOf(InstrIndex(10'000)), made.boxes[0].lines.size())
      << "what is left out still has a line";
}

TEST(CfgScene, KnowsRecursionAndFunctionsWithoutCode) {
  const Executable e = program("fn main(x)\n  call main %0 -> %1\n  ret %1\npacked alone\nvmtir compiled\n");
  EXPECT_EQ(scene(e, true).recursive.size(), 1u);
  EXPECT_TRUE(cfgSummary(scene(e, true)).contains(QStringLiteral("recursive")));
  EXPECT_TRUE(scene(e, true, "alone").boxes.empty());
  EXPECT_TRUE(scene(e, true, "compiled").boxes.empty());
}

TEST(CfgScene, LaysOutThousandsOfBlocks) {
  const CfgScene made = scene(testing::diamonds(2'000), true);
  EXPECT_GT(made.boxes.size(), 6'000u);
  EXPECT_EQ(made.drawing.boxes.size(), made.boxes.size());
}

}  // namespace
}  // namespace relaxscope
