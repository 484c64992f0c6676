// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/flow/cfg.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "tests/unit/analysis/hand_made.h"
#include "vmcore/analysis/flow/dominators.h"

namespace relaxscope {
namespace {

using test::HandMade;
using test::imm;
using test::reg;

Cfg cfgOf(HandMade& made) { return buildCfg(made.end().executable, FuncIndex(1)); }
HandMade program() {
  HandMade made;
  made.packed("p").begin("main", 1, 4);
  return made;
}
/// "0->1 True, 0->2 False, ..." with "*" after edges that close a loop.
std::string edges(const Cfg& cfg) {
  static const char* const names[] = {"next", "goto", "true", "false"};
  std::string text;
  for (const CfgEdge& edge : cfg.edges)
    text += std::to_string(edge.from.value) + "-" + std::to_string(edge.to.value) + " " +
            names[static_cast<size_t>(edge.kind)] + (edge.back ? "* " : " ");
  return text;
}

TEST(Cfg, StraightLineIsOneBlock) {
  HandMade made = program();
  made.call(1, 0, {reg(0)}).call(2, 0, {reg(1)}).ret(2);
  const Cfg cfg = cfgOf(made);
  ASSERT_EQ(cfg.blocks.size(), 1u);
  EXPECT_EQ(cfg.blocks[0].begin, InstrIndex(0));
  EXPECT_EQ(cfg.blocks[0].end, InstrIndex(3));
  EXPECT_TRUE(cfg.blocks[0].reachable);
  EXPECT_FALSE(cfg.blocks[0].dominator.valid());
  EXPECT_FALSE(cfg.truncated);
}

TEST(Cfg, Diamond) {
  HandMade made = program();
  made.branch(0, 3).call(1, 0, {}).jump(2).call(1, 0, {}).ret(1);  // 0 | 1 2 | 3 | 4
  const Cfg cfg = cfgOf(made);
  EXPECT_EQ(edges(cfg), "0-1 true 0-2 false 1-3 goto 2-3 next ");
  EXPECT_EQ(cfg.blocks[3].dominator, BlockIndex(0));
  EXPECT_EQ(cfg.blocks[3].in, (std::vector<uint32_t>{2, 3}));
  EXPECT_EQ(cfg.blockAt(InstrIndex(2)), BlockIndex(1));
  EXPECT_EQ(cfg.blockAt(InstrIndex(4)), BlockIndex(3));
  EXPECT_FALSE(cfg.blockAt(InstrIndex(5)).valid());
  EXPECT_FALSE(cfg.blockAt(InstrIndex(-1)).valid());
}

TEST(Cfg, NestedLoops) {
  HandMade made = program();
  // 0: outer header 0 (If -> 6), 1: inner header (If -> 5), 2: call, 3: goto 1, (4 unreachable) 5: goto 0, 6: ret
  made.branch(0, 6).branch(1, 4).call(1, 0, {}).jump(-2).ret(0).jump(-5).ret(0);
  const Cfg cfg = cfgOf(made);
  EXPECT_EQ(edges(cfg), "0-1 true 0-5 false 1-2 true 1-4 false 2-1 goto* 4-0 goto* ");
  const BlockIndex outer(0), inner(1);
  EXPECT_EQ(cfg.blocks[0].loopHeader, outer);
  EXPECT_EQ(cfg.blocks[0].loopDepth, 1u);
  EXPECT_EQ(cfg.blocks[1].loopHeader, inner);
  EXPECT_EQ(cfg.blocks[1].loopDepth, 2u);
  EXPECT_EQ(cfg.blocks[2].loopHeader, inner);
  EXPECT_EQ(cfg.blocks[2].loopDepth, 2u);
  EXPECT_EQ(cfg.blocks[4].loopHeader, outer);
  EXPECT_EQ(cfg.blocks[4].loopDepth, 1u);
  EXPECT_FALSE(cfg.blocks[5].loopHeader.valid());
  EXPECT_FALSE(cfg.blocks[3].reachable);
  EXPECT_FALSE(cfg.blocks[3].dominator.valid());
}

TEST(Cfg, JumpToSelfIsALoop) {
  HandMade made = program();
  made.jump(0);
  const Cfg cfg = cfgOf(made);
  EXPECT_EQ(edges(cfg), "0-0 goto* ");
  EXPECT_EQ(cfg.blocks[0].loopHeader, BlockIndex(0));
  EXPECT_EQ(cfg.blocks[0].loopDepth, 1u);
}

TEST(Cfg, IrreducibleCycleIsNoNaturalLoop) {
  HandMade made = program();
  made.branch(0, 2).jump(1).jump(-1);  // 0 -> 1, 2; 1 -> 2; 2 -> 1
  const Cfg cfg = cfgOf(made);
  EXPECT_EQ(edges(cfg), "0-1 true 0-2 false 1-2 goto 2-1 goto ");
  for (const BasicBlock& block : cfg.blocks) EXPECT_EQ(block.loopDepth, 0u);
}

TEST(Cfg, DamagedCodeIsTruncatedNotFollowed) {
  HandMade made = program();
  made.branch(0, 700).jump(INT64_MIN).raw({77, 1}).call(1, 0, {});
  const Cfg cfg = cfgOf(made);
  EXPECT_TRUE(cfg.truncated);
  EXPECT_EQ(edges(cfg), "0-1 true ");
  Executable executable = made.executable;
  executable.functions[1].endInstr = 1000;
  EXPECT_TRUE(buildCfg(executable, FuncIndex(1)).truncated);
  executable.functions[1].startInstr = -5;
  EXPECT_EQ(buildCfg(executable, FuncIndex(1)).blocks.size(), cfg.blocks.size());
  executable.functions[1].startInstr = 3000;
  EXPECT_TRUE(buildCfg(executable, FuncIndex(1)).blocks.empty());
}

TEST(Cfg, OtherKindsHaveNone) {
  HandMade made = program();
  made.ret(0).end();
  EXPECT_TRUE(buildCfg(made.executable, FuncIndex(0)).blocks.empty());
  EXPECT_TRUE(buildCfg(made.executable, FuncIndex(9)).blocks.empty());
  EXPECT_TRUE(buildCfg(made.executable, FuncIndex()).blocks.empty());
}

// ---- against the definitions, on random graphs

Adjacency adjacency(uint32_t size, const std::vector<std::pair<uint32_t, uint32_t>>& list, bool reversed) {
  Adjacency result;
  for (uint32_t v = 0; v < size; ++v) {
    result.begin.push_back(static_cast<uint32_t>(result.nodes.size()));
    for (const auto& [from, to] : list)
      if ((reversed ? to : from) == v) result.nodes.push_back(reversed ? from : to);
  }
  result.begin.push_back(static_cast<uint32_t>(result.nodes.size()));
  return result;
}
/// Nodes reachable from 0 without passing `without`.
std::set<uint32_t> reached(const Adjacency& successors, uint32_t without) {
  std::set<uint32_t> seen;
  std::vector<uint32_t> work;
  if (without != 0) work.push_back(0);
  while (!work.empty()) {
    const uint32_t node = work.back();
    work.pop_back();
    if (node == without || !seen.insert(node).second) continue;
    for (const uint32_t next : successors.of(node)) work.push_back(next);
  }
  return seen;
}

TEST(Dominators, AgreeWithTheDefinitionOnRandomGraphs) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    const uint32_t size = 1 + random() % 14;
    std::vector<std::pair<uint32_t, uint32_t>> list;
    for (uint32_t i = 0; i < size * 2; ++i) list.emplace_back(random() % size, random() % size);
    const Adjacency successors = adjacency(size, list, false);
    const DominatorTree tree = dominatorsOf(successors, adjacency(size, list, true));
    const std::set<uint32_t> all = reached(successors, kNoNode);
    for (uint32_t a = 0; a < size; ++a) {
      const std::set<uint32_t> around = reached(successors, a);
      for (uint32_t b = 0; b < size; ++b) {
        const bool expected = all.contains(a) && all.contains(b) && !around.contains(b);
        ASSERT_EQ(tree.dominates(a, b), expected) << "round " << round << ": " << a << " over " << b;
        // The immediate dominator is dominated by every other strict dominator.
        if (expected && a != b) { ASSERT_TRUE(tree.dominates(a, tree.parent[b])); }
      }
    }
  }
}

TEST(Dominators, LongChainsNeedNoStack) {
  const uint32_t size = 500'000;
  Adjacency successors, predecessors;
  for (uint32_t v = 0; v <= size; ++v) {
    successors.begin.push_back(std::min(v, size - 1));
    predecessors.begin.push_back(v == 0 ? 0 : v - 1);
  }
  for (uint32_t v = 0; v + 1 < size; ++v) {
    successors.nodes.push_back(v + 1);
    predecessors.nodes.push_back(v);
  }
  const DominatorTree tree = dominatorsOf(successors, predecessors);
  EXPECT_EQ(tree.parent[size - 1], size - 2);
  EXPECT_TRUE(tree.dominates(1, size - 1));
  EXPECT_FALSE(tree.dominates(size - 1, 1));
}

TEST(Cfg, DeeplyNestedLoopsStayLinear) {
  HandMade made = program();
  const int depth = 20'000;
  for (int i = 0; i < depth; ++i) made.branch(0, 2 * depth - 2 * i);  // header i exits to after its latch
  for (int i = 0; i < depth; ++i) made.jump(-1 - 2 * i);              // latch of header depth-1-i
  made.ret(0);
  const Cfg cfg = cfgOf(made);
  EXPECT_FALSE(cfg.truncated);
  EXPECT_EQ(cfg.blocks[depth - 1].loopDepth, static_cast<uint32_t>(depth));
}

}  // namespace
}  // namespace relaxscope
