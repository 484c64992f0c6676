// SPDX-License-Identifier: Apache-2.0
// Statistics by shape and by kind of call: their times add up to those by callee, and agree with the CSV of the same
// run.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/unit/trace/made_trace.h"
#include "vmcore/trace/event_groups.h"
#include "vmcore/trace/figures/row_calls.h"
#include "vmcore/trace/file/trace_file.h"
#include "vmcore/trace/ledger.h"
#include "vmcore/trace/statistics.h"

namespace relaxscope {
namespace {

constexpr const char* kProfile = RELAXSCOPE_TEST_DATA "/profiles/mlp_dyn.rsprof";

std::vector<std::string> fieldsOf(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    else if (c == ',' && !quoted) fields.emplace_back();
    else fields.back() += c;
  }
  return fields;
}

struct Sum {
  uint64_t count = 0;
  double ns = 0;
};
/// By callee and shapes, of the calls of the measured runs, from the CSV.
std::map<std::pair<std::string, std::string>, Sum> sumsOfCsv() {
  std::map<std::pair<std::string, std::string>, Sum> sums;
  std::ifstream file(RELAXSCOPE_TEST_DATA "/profiles/mlp_dyn.csv");
  std::string line;
  while (std::getline(file, line)) {
    const std::vector<std::string> fields = fieldsOf(line);
    if (fields.size() < 10 || (fields[1] != "1" && fields[1] != "2") || fields[5] != "call") continue;
    std::string shapes;
    for (size_t at = 0; at < fields[9].size();) {
      const size_t end = std::min(fields[9].find("; ", at), fields[9].size());
      const std::string argument = fields[9].substr(at, end - at);
      if (argument.starts_with("shape(") || argument.ends_with("]")) shapes += (shapes.empty() ? "" : ", ") + argument;
      at = end + 2;
    }
    Sum& sum = sums[{fields[8], shapes}];
    ++sum.count;
    sum.ns += std::stod(fields[3]);
  }
  return sums;
}

class Groupings : public ::testing::Test {
 protected:
  void SetUp() override {
    auto file = readTraceFile(kProfile);
    ASSERT_TRUE(file.ok());
    trace_ = file->trace;
    executable_ = file->executable;
  }
  TraceStatistics by(Grouping grouping) { return computeStatistics(*trace_, grouping, {}, executable_); }
  std::string name(const StatisticsRow& row) { return trace_->info.functionNames.at(row.callee); }
  std::shared_ptr<const Trace> trace_;
  std::shared_ptr<const Executable> executable_;
};

TEST_F(Groupings, TimesOfAllAddUpToTheSame) {
  const TraceStatistics callees = by(Grouping::Callee);
  ASSERT_GT(callees.selfNs, 0);
  for (const Grouping grouping : {Grouping::Site, Grouping::Shape, Grouping::Kind, Grouping::Layer}) {
    const TraceStatistics other = by(grouping);
    double self = 0, raw = 0, rawOfCallees = 0;
    uint64_t count = 0;
    for (const StatisticsRow& row : other.rows) {
      self += row.selfNs;
      raw += row.rawSelfNs;
      count += row.count;
    }
    for (const StatisticsRow& row : callees.rows) rawOfCallees += row.rawSelfNs;
    EXPECT_NEAR(self, callees.selfNs, 1e-6 * callees.selfNs);
    EXPECT_NEAR(raw, rawOfCallees, 1e-6 * rawOfCallees);
    EXPECT_EQ(count, callees.events.inRows);
    EXPECT_EQ(other.grouping, grouping);
  }
}

TEST_F(Groupings, RowsByShapeAreThoseOfTheCsv) {
  const TraceStatistics shapes = by(Grouping::Shape);
  ASSERT_EQ(shapes.kept.size(), 2u);
  auto sums = sumsOfCsv();
  ASSERT_GT(sums.size(), 10u);
  size_t calls = 0;
  for (const StatisticsRow& row : shapes.rows) {
    if (row.kind != EventKind::Call) continue;
    ++calls;
    const std::string text = row.shapes == kNoIndex ? std::string() : shapes.shapes.at(row.shapes);
    const auto found = sums.find({name(row), text});
    ASSERT_NE(found, sums.end()) << name(row) << " " << text;
    EXPECT_EQ(row.count, found->second.count) << name(row) << " " << text;
    EXPECT_NEAR(row.rawTotalNs, found->second.ns, 0.06 * static_cast<double>(row.count)) << "a decimal is printed";
  }
  EXPECT_EQ(calls, sums.size());
  EXPECT_EQ((sums.count({"matmul", "f32[3, 16], f32[16, 24], f32[3, 24]"})), 1u);
}

TEST_F(Groupings, RowsByKindAreSumsOfTheirCallees) {
  const TraceStatistics kinds = by(Grouping::Kind);
  const TraceStatistics callees = by(Grouping::Callee);
  std::map<CallKind, double> sums;
  for (const StatisticsRow& row : callees.rows) sums[callKindOf(row, trace_->info, executable_.get())] += row.selfNs;
  EXPECT_EQ(kinds.rows.size(), sums.size());
  for (const StatisticsRow& row : kinds.rows) {
    ASSERT_TRUE(row.callKind.has_value());
    EXPECT_EQ(row.callee, kNoIndex);
    EXPECT_FALSE(row.recursive);
    EXPECT_NEAR(row.selfNs, sums[*row.callKind], 1e-6 * callees.selfNs) << callKindName(*row.callKind);
  }
  const std::set<std::string> kernels = {"matmul", "add", "relu", "matmul1", "add1", "softmax", "shape_func"};
  Sum expected;
  for (const auto& [key, sum] : sumsOfCsv()) {
    if (!kernels.contains(key.first)) continue;
    expected.count += sum.count;
    expected.ns += sum.ns;
  }
  const auto kernel = std::ranges::find(kinds.rows, std::optional(CallKind::Kernel), &StatisticsRow::callKind);
  ASSERT_NE(kernel, kinds.rows.end());
  EXPECT_EQ(kernel->count, expected.count);
  EXPECT_NEAR(kernel->rawTotalNs, expected.ns, 0.06 * static_cast<double>(expected.count));
  const auto shares = timeByKind(kinds, trace_->info, executable_.get());
  const auto same = timeByKind(callees, trace_->info, executable_.get());
  ASSERT_EQ(shares.size(), same.size());
  for (size_t i = 0; i < shares.size(); ++i) EXPECT_NEAR(shares[i].share, same[i].share, 1e-9);
}

TEST_F(Groupings, TheCallsBehindARowAreItsOwn) {
  for (const Grouping grouping : {Grouping::Shape, Grouping::Kind}) {
    const TraceStatistics statistics = by(grouping);
    for (const StatisticsRow& row : statistics.rows) {
      const RowCalls calls = callsOfRow(*trace_, statistics, row, {});
      EXPECT_EQ(calls.count, row.count);
      EXPECT_DOUBLE_EQ(calls.maxNs, row.maxNs);
      EXPECT_DOUBLE_EQ(calls.minNs, row.minNs);
    }
  }
}

TEST_F(Groupings, ASpanIsGroupedTheSame) {
  const RunSpan& run = trace_->runs.back();
  const TickSpan half{run.start, run.start + run.duration / 2};
  const double callees = statisticsOfSpan(*trace_, Grouping::Callee, half).selfNs;
  ASSERT_GT(callees, 0);
  for (const Grouping grouping : {Grouping::Shape, Grouping::Kind})
    EXPECT_NEAR(statisticsOfSpan(*trace_, grouping, half, {}, executable_).selfNs, callees, 1e-6 * callees);
}

/// The second witness of rows by layer: rows by call site, summed over pcs.
TEST_F(Groupings, RowsByLayerAreSumsOfTheirSites) {
  const TraceStatistics sites = by(Grouping::Site);
  const auto main = static_cast<uint32_t>(executable_->findFunction("main").value);
  const std::vector<SiteLayer> ranges = {
      {main, 15, 25, "layer 1"}, {main, 5, 14, "layer 0"}, {main + 1, 0, 99, "other"}};
  const auto layers = std::make_shared<const SiteLayers>(ranges);
  const TraceStatistics rows = computeStatistics(*trace_, Grouping::Layer, {}, executable_, layers);
  ASSERT_EQ(rows.layers, layers);
  ASSERT_EQ(rows.rows.size(), 3u) << "two layers that were run, and what is in none";
  double self = 0, share = 0;
  uint64_t count = 0;
  for (const StatisticsRow& row : rows.rows) {
    EXPECT_EQ(row.callee, kNoIndex);
    const SiteLayer* layer = row.layer == kNoIndex ? nullptr : &layers->layers().at(row.layer);
    Sum sum;
    for (const StatisticsRow& site : sites.rows) {
      const bool call = site.kind == EventKind::Call && site.function == main;
      const auto in = [&](const SiteLayer& range) {
        return call && range.function == main && site.pc >= range.firstPc && site.pc <= range.lastPc;
      };
      if (layer != nullptr ? in(*layer) : std::ranges::none_of(ranges, in)) {
        sum.count += site.count;
        sum.ns += site.selfNs;
      }
    }
    EXPECT_GT(sum.count, 0u);
    EXPECT_EQ(row.count, sum.count);
    EXPECT_NEAR(row.selfNs, sum.ns, 1e-6 * sites.selfNs);
    const RowCalls calls = callsOfRow(*trace_, rows, row, {});
    EXPECT_EQ(calls.count, row.count);
    self += row.selfNs;
    share += shareOf(rows, row);
    count += row.count;
  }
  EXPECT_NEAR(self, sites.selfNs, 1e-6 * self);
  EXPECT_NEAR(share, 1, 1e-9);
  EXPECT_EQ(count, sites.events.inRows);
  const auto shares = timeByKind(rows, trace_->info, executable_.get());
  const auto same = timeByKind(by(Grouping::Callee), trace_->info, executable_.get());
  ASSERT_EQ(shares.size(), same.size());
  for (size_t i = 0; i < shares.size(); ++i) EXPECT_NEAR(shares[i].share, same[i].share, 1e-9);
  const TraceStatistics outside = by(Grouping::Layer);
  ASSERT_EQ(outside.rows.size(), 1u) << "without layers all is outside of them";
  EXPECT_NEAR(outside.rows[0].totalNs, outside.rows[0].selfNs, 1e-3) << "no time is counted twice";
}

TEST_F(Groupings, WithoutValuesThereAreNoShapes) {
  EXPECT_TRUE(hasShapes(*trace_));
  test::MadeTrace made;
  made.event(0, 10, 1, 1);
  made.run(0, 10, 0, RunKind::Measured);
  made.seal();
  EXPECT_FALSE(hasShapes(made.trace));
  const TraceStatistics statistics = computeStatistics(made.trace, Grouping::Shape);
  ASSERT_EQ(statistics.rows.size(), 1u);
  EXPECT_EQ(statistics.rows[0].shapes, kNoIndex);
  EXPECT_TRUE(statistics.shapes.empty());
}

}  // namespace
}  // namespace relaxscope
