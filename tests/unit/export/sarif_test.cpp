// SPDX-License-Identifier: Apache-2.0
// SARIF: its required properties, checked by another JSON reader; costs of findings.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "vmcore/analysis/lint/lint.h"
#include "vmcore/analysis/verify/verifier.h"
#include "vmcore/export/lint/json_lint.h"
#include "vmcore/format/loader.h"

namespace relaxscope {
namespace {

TEST(Sarif, NamesRulesLevelsAndPlaces) {
  const auto file = loadFile(RELAXSCOPE_TEST_DATA "/meaning/transformer2.so");
  ASSERT_TRUE(file.ok());
  const auto found = lint(FunctionFacts(file->executable), &*file);
  Diagnostics findings;
  findings.add({Severity::Error, "hand-made", "made by hand", FuncIndex(0), InstrIndex(3), {}, 17});
  std::string text;
  const TextSink sink = [&](std::string_view piece) { return text.append(piece), true; };
  writeSarif({*file->executable, findings, *found, {}, "a b/model.so", 0}, sink);
  const auto sarif = nlohmann::json::parse(text);
  EXPECT_EQ(sarif["version"], "2.1.0");
  ASSERT_EQ(sarif["runs"].size(), 1u);
  const auto& run = sarif["runs"][0];
  const auto& rules = run["tool"]["driver"]["rules"];
  EXPECT_EQ(rules.size(), lintRules().size() + 1);
  ASSERT_EQ(run["results"].size(), found->all.size() + 1);
  for (const auto& result : run["results"]) {
    EXPECT_EQ(rules[result["ruleIndex"].get<size_t>()]["id"], result["ruleId"]);
    EXPECT_FALSE(result["message"]["text"].get<std::string>().empty());
    ASSERT_EQ(result["locations"].size(), 1u);
    EXPECT_EQ(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "a%20b/model.so");
  }
  EXPECT_FALSE(run.contains("invocations")) << "nothing is missing";
  EXPECT_EQ(run["results"][0]["level"], "error");
  EXPECT_EQ(run["results"][0]["locations"][0]["physicalLocation"]["region"]["byteOffset"], 17);
  const auto& transposed = run["results"][1];
  EXPECT_EQ(transposed["ruleId"], "constant-transposed");
  EXPECT_EQ(transposed["level"], "warning");
  EXPECT_EQ(transposed["locations"][0]["logicalLocations"][0]["fullyQualifiedName"], "forward:7");
  EXPECT_EQ(transposed["relatedLocations"].size(), 8u);
  for (const auto& rule : rules)
    if (rule["id"] != "hand-made") {
      EXPECT_NE(rule["help"]["markdown"].get<std::string>().find("## How to mend it"), std::string::npos);
      EXPECT_FALSE(rule["fullDescription"]["text"].get<std::string>().empty());
    }
}

TEST(FindingCosts, AreSelfTimesPerRunAndCountEachCallOnce) {
  LintFindings findings;
  for (const LintRule rule : {LintRule::ConstantTransposed, LintRule::DeadCall, LintRule::RegisterPressure}) {
    LintFinding finding;
    finding.rule = rule;
    finding.parts = {{"a", "", 2, {{FuncIndex(1), InstrIndex(4), {}, {}}, {FuncIndex(1), InstrIndex(9), {}, {}}}}};
    finding.count = 2;
    findings.all.push_back(finding);
  }
  findings.all[1].parts.push_back({"b", "", 2, {{FuncIndex(1), InstrIndex(12), {}, {}}}});
  findings.all[1].count = 4;
  TraceStatistics statistics;
  const auto add = [&](uint32_t pc, double ns, EventKind kind) {
    StatisticsRow row;
    row.function = 1, row.pc = pc, row.kind = kind, row.selfNs = ns;
    statistics.rows.push_back(row);
    statistics.selfNs += ns;
  };
  add(4, 100, EventKind::Call);
  add(9, 50, EventKind::NestedKernel);
  add(9, 25, EventKind::FunctionBody);  // another pc: its first
  add(12, 25, EventKind::Call);
  const auto costs = findingCosts(findings, statistics);
  ASSERT_EQ(costs.size(), 3u);
  ASSERT_TRUE(costs[0] && costs[1]);
  EXPECT_DOUBLE_EQ(costs[0]->ns, 150);
  EXPECT_DOUBLE_EQ(costs[0]->share, 0.75);
  EXPECT_FALSE(costs[0]->lowerBound);
  EXPECT_DOUBLE_EQ(costs[1]->ns, 25) << "the others count in the first finding";
  EXPECT_EQ(costs[1]->partsNs, (std::vector<double>{0, 25}));
  EXPECT_TRUE(costs[1]->lowerBound) << "four sites, three listed";
  EXPECT_FALSE(costs[2]) << "the rule costs no time";
}

}  // namespace
}  // namespace relaxscope
