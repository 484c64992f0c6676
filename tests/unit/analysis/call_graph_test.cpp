// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/flow/call_graph.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/support/generated_executable.h"
#include "tests/unit/analysis/hand_made.h"
#include "vmcore/model/builder.h"

namespace relaxscope {
namespace {

using namespace test;
using Caller = ExecutableBuilder;

/// "main>f d3t b5 | ...": edges with a letter per kind (direct, builtin, closure, value), pc, and t for tail calls.
std::string graphEdges(const Executable& executable, const CallGraph& graph) {
  std::string text;
  for (const CallEdge& edge : graph.edges) {
    text += (text.empty() ? "" : " | ") + executable.functions[edge.caller.at()].name + ">" +
            executable.functions[edge.callee.at()].name;
    for (const CallSite& site : graph.sitesOf(edge))
      text += std::string(" ") + "dbcv"[static_cast<int>(site.kind)] + std::to_string(site.pc.value) +
              (site.tail ? "t" : "");
  }
  return text;
}
std::string names(const Executable& executable, const std::vector<FuncIndex>& functions) {
  std::string text;
  for (const FuncIndex function : functions) text += executable.functions[function.at()].name + " ";
  return text;
}

TEST(CallGraph, DirectCallsTailCallsAndDepth) {
  Caller b;
  b.function("kernel");
  b.function("unused_kernel");
  b.beginFunction("main", {"x"});
  b.emitCall("kernel", {Caller::r(0)});
  b.emitCall("f", {Caller::r(0)}, 1);
  b.emitCall("vm.builtin.null_value", {}, 0);
  b.emitRet(1);
  b.beginFunction("f", {"x"});
  b.emitCall("kernel", {Caller::r(0)}, 1);
  b.emitCall("kernel", {Caller::r(1)}, 1);
  b.emitCall("vm.builtin.null_value", {}, 1);
  b.emitRet(1);
  const Executable executable = b.finish();
  const CallGraph graph = *callGraphOf(executable);
  EXPECT_EQ(
      graphEdges(executable, graph),
      "main>kernel d0 | main>f d1t | main>vm.builtin.null_value d2 | f>kernel d4 d5 | f>vm.builtin.null_value d6");
  const auto node = [&](const char* name) { return graph.nodes[executable.findFunction(name).at()]; };
  EXPECT_TRUE(node("main").entry);
  EXPECT_FALSE(node("f").entry);
  EXPECT_EQ(node("main").depth, 0);
  EXPECT_EQ(node("kernel").depth, 1);
  EXPECT_EQ(names(executable, graph.unreachable()), "unused_kernel ");
  EXPECT_EQ(graph.callers.of(static_cast<uint32_t>(executable.findFunction("kernel").value)).size(), 2u);
  EXPECT_FALSE(node("main").recursive);
  EXPECT_LT(node("f").component, node("main").component);
}

TEST(CallGraph, ThroughBuiltinsAndClosures) {
  Caller b;
  for (const char* name : {"main", "f", "g", "h"}) b.function(name);
  b.beginFunction("main", 2);
  b.emitCall("vm.builtin.call_tir_dyn", {b.f("kernel"), Caller::r(0), Caller::r(1)});      // 0
  b.emitCall("vm.builtin.make_closure", {b.f("f"), Caller::r(0)}, 2);                      // 1
  b.emitCall("vm.builtin.copy", {Caller::r(2)}, 3);                                        // 2
  b.emitCall("vm.builtin.invoke_closure", {Caller::vm(), Caller::r(3), Caller::r(1)}, 4);  // 3
  b.emitCall("vm.builtin.invoke_closure", {Caller::vm(), b.f("g"), Caller::r(1)}, 4);      // 4
  b.emitCall("vm.builtin.invoke_closure", {Caller::vm(), Caller::r(0), Caller::r(1)}, 4);  // 5
  b.emitCall("kernel", {b.f("h")});                                                        // 6
  b.emitCall("vm.builtin.make_closure", {Caller::r(2), Caller::r(1)}, 5);                  // 7
  b.emitCall("vm.builtin.invoke_closure", {Caller::vm(), Caller::r(5)}, 4);                // 8
  b.emitRet(4);
  for (const char* name : {"f", "g", "h"}) {
    b.beginFunction(name, 1);
    b.emitRet(0);
  }
  const Executable executable = b.finish();
  const CallGraph graph = *callGraphOf(executable);
  std::string text = graphEdges(executable, graph);
  EXPECT_NE(text.find("main>f v1 c3 c8t"), std::string::npos) << text;
  EXPECT_NE(text.find("main>g b4"), std::string::npos) << text;
  EXPECT_NE(text.find("main>h v6"), std::string::npos) << text;
  EXPECT_NE(text.find("main>kernel b0 d6"), std::string::npos) << text;
  ASSERT_EQ(graph.unknown.size(), 1u);
  EXPECT_EQ(graph.unknown[0].pc, InstrIndex(5)) << "a parameter is called";
}

TEST(CallGraph, FindsRecursionAndItsMembers) {
  Caller b;
  for (const char* name : {"even", "odd", "self", "top"}) b.function(name);
  const auto calling = [&](const char* name, std::vector<const char*> callees) {
    b.beginFunction(name, 1);
    for (const char* callee : callees) b.emitCall(callee, {Caller::r(0)}, 0);
    b.emitRet(0);
  };
  calling("even", {"odd"});
  calling("odd", {"even"});
  calling("self", {"self"});
  calling("top", {"even", "self"});
  const Executable executable = b.finish();
  const CallGraph graph = *callGraphOf(executable);
  EXPECT_TRUE(graph.nodes[0].recursive && graph.nodes[1].recursive && graph.nodes[2].recursive);
  EXPECT_EQ(graph.nodes[0].component, graph.nodes[1].component);
  EXPECT_NE(graph.nodes[0].component, graph.nodes[2].component);
  EXPECT_FALSE(graph.nodes[3].recursive);
  EXPECT_EQ(graph.nodes[1].depth, 2);
  EXPECT_TRUE(graph.nodes[3].entry);
}

TEST(CallGraph, ACycleThatNobodyCallsIsUnreachable) {
  Caller b;
  for (const char* name : {"main", "a", "b"}) b.function(name);
  b.beginFunction("main", 1);
  b.emitRet(0);
  b.beginFunction("a", 1);
  b.emitCall("b", {Caller::r(0)}, 0);
  b.emitRet(0);
  b.beginFunction("b", 1);
  b.emitCall("a", {Caller::r(0)}, 0);
  b.emitRet(0);
  const Executable executable = b.finish();
  EXPECT_EQ(names(executable, callGraphOf(executable)->unreachable()), "a b ");
}

TEST(CallGraph, OfRelay) {
  HandMade made;
  made.executable.code.set = &relayInstructionSet(RelayEra::V14);
  made.executable.code.packedBase = 2;
  made.begin("lambda", 2, 3).raw({4, 0, 2, 1, 0, 1}).raw({1, 1}).end();
  made.begin("main", 1, 4)
      .raw({8, 0, 1, 1, 0})  // alloc_closure lambda
      .raw({3, 1, 1, 2, 0})  // invoke_closure
      .raw({3, 0, 0, 3})     // invoke_closure of a parameter
      .raw({2, 0, 1, 3, 2})  // invoke lambda
      .raw({20, 2})          // kill_register
      .raw({1, 3})
      .end();
  made.packed("kernel");
  const CallGraph graph = *callGraphOf(made.executable);
  EXPECT_EQ(graphEdges(made.executable, graph), "lambda>kernel d0 | main>lambda v2 c3 d5t");
  ASSERT_EQ(graph.unknown.size(), 1u);
  EXPECT_EQ(graph.unknown[0].pc, InstrIndex(4));
  EXPECT_TRUE(graph.unreachable().empty());
}

TEST(CallGraph, CompiledFunctionsHideTheirCalls) {
  Caller b;
  b.function("kernel");
  b.addVmTir("main", 1, 4);
  const Executable executable = b.finish();
  const CallGraph graph = *callGraphOf(executable);
  EXPECT_FALSE(graph.complete);
  EXPECT_TRUE(graph.nodes[1].entry);
}

// ---- against the definition of recursion, on random graphs

TEST(CallGraph, RecursionAgreesWithReachabilityOnRandomGraphs) {
  std::mt19937 random(3);
  for (int round = 0; round < 300; ++round) {
    Caller b;
    const int size = 1 + static_cast<int>(random() % 9);
    const auto name = [](int i) { return "f" + std::to_string(i); };
    for (int i = 0; i < size; ++i) b.function(name(i));
    for (int i = 0; i < size; ++i) {
      b.beginFunction(name(i), 1);
      for (uint32_t n = random() % 3; n > 0; --n) b.emitCall(name(static_cast<int>(random() % size)), {}, 0);
      b.emitRet(0);
    }
    const CallGraph graph = *callGraphOf(b.finish());
    std::vector<std::vector<int32_t>> from;
    for (int i = 0; i < size; ++i) {
      std::vector<FuncIndex> callees;
      for (const CallEdge& edge : graph.callsOf(FuncIndex(i))) callees.push_back(edge.callee);
      from.push_back(graph.depthsFrom(callees));
    }
    for (size_t i = 0; i < from.size(); ++i) {
      EXPECT_EQ(graph.nodes[i].recursive, from[i][i] >= 0) << "round " << round << ", function " << i;
      for (size_t j = 0; j < from.size(); ++j)
        EXPECT_EQ(graph.nodes[i].component == graph.nodes[j].component, i == j || (from[i][j] >= 0 && from[j][i] >= 0));
    }
  }
}

TEST(CallGraph, LongChainsNeedNoStack) {
  Caller b;
  const int size = 20'000;
  const auto name = [](int i) { return "f" + std::to_string(i); };
  for (int i = 0; i < size; ++i) b.function(name(i));
  for (int i = 0; i < size; ++i) {
    b.beginFunction(name(i), 1);
    b.emitCall(name((i + 1) % size), {}, 0);
    b.emitRet(0);
  }
  const CallGraph graph = *callGraphOf(b.finish());
  EXPECT_TRUE(graph.nodes[size / 2].recursive);
  EXPECT_TRUE(graph.nodes[size / 2].entry) << "no function is called by none";
}

TEST(CallGraph, SurvivesDamagedCodeOfEverySetAndStops) {
  for (uint64_t seed = 0; seed < 600; ++seed) {
    const Executable executable = testing::generatedExecutable(seed, testing::Shape::Damaged);
    EXPECT_EQ(callGraphOf(executable)->nodes.size(), executable.functions.size());
  }
  Caller b;
  b.beginFunction("main", 1);
  b.emitRet(0);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(callGraphOf(b.finish(), stop.get_token()));
}

}  // namespace
}  // namespace relaxscope
