// SPDX-License-Identifier: Apache-2.0
// Call graphs beside the sources of models.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/meaning.h"
#include "vmcore/analysis/call_args.h"
#include "vmcore/analysis/flow/call_graph.h"

namespace relaxscope {
namespace {

std::string edgeText(const Executable& executable, const CallGraph& graph, const CallEdge& edge) {
  std::string text = "  " + executable.functions[edge.callee.at()].name + " ";
  const auto sites = graph.sitesOf(edge);
  text += std::to_string(sites.size());
  if (std::ranges::any_of(sites, &CallSite::tail)) text += ", tail";
  const CallNode &caller = graph.nodes[edge.caller.at()], &callee = graph.nodes[edge.callee.at()];
  if (caller.component == callee.component && callee.recursive) text += ", recursive";
  return text + "\n";
}

/// The section *calls* in the notation of tests/data/meaning.
std::string callsText(const Executable& executable) {
  std::string text;
  const CallGraph graph = *callGraphOf(executable);
  for (size_t f = 0; f < executable.functions.size(); ++f) {
    if (!executable.functions[f].isBytecode()) continue;
    text += executable.functions[f].name + "\n";
    const auto calls = graph.callsOf(FuncIndex(static_cast<int64_t>(f)));
    std::vector<CallEdge> edges(calls.begin(), calls.end());
    std::ranges::sort(edges, {}, [&](const CallEdge& edge) { return graph.sitesOf(edge).front().pc; });
    for (const CallEdge& edge : edges)
      if (knownCallee(executable.functions[edge.callee.at()]).kind != KnownCallee::Kind::Builtin)
        text += edgeText(executable, graph, edge);
  }
  return text;
}

TEST(CallGraph, IsThatOfTheModelsSources) {
  const std::string folder = std::string(RELAXSCOPE_TEST_DATA) + "/meaning";
  for (const std::string& model : testing::modelsWithMeaning(folder)) {
    const auto executable = testing::modelWithMeaning(folder, model);
    ASSERT_NE(executable, nullptr) << model;
    EXPECT_EQ(callsText(*executable), testing::expectedMeaning(folder, model, "calls")) << model;
  }
}

}  // namespace
}  // namespace relaxscope
