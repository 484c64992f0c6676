// SPDX-License-Identifier: Apache-2.0
// Distribution of a recording's time by kind of call and by step of the load phase.
#include "vmcore/trace/ledger.h"

#include <gtest/gtest.h>

#include "tests/unit/analysis/hand_made.h"
#include "tests/unit/trace/made_trace.h"
#include "vmcore/model/builtin.h"

namespace relaxscope {
namespace {

using test::HandMade;
using test::MadeTrace;
using test::twoRuns;

/// The functions that MadeTrace refers to.
Executable executableOfTrace() {
  HandMade made;
  made.begin("main", 1, 3).ret(0).end();
  made.packed("relu").packed("vm.builtin.alloc_storage").packed("a");
  return made.executable;
}

double selfNs(const std::vector<KindShare>& shares, CallKind kind) {
  for (const KindShare& share : shares)
    if (share.kind == kind) return share.selfNs;
  return 0;
}

TEST(Ledger, SelfTimeByKindAddsUpToTheRuns) {
  const Trace trace = twoRuns().trace;
  const TraceStatistics statistics = computeStatistics(trace, Grouping::Callee);
  const Executable executable = executableOfTrace();
  const std::vector<KindShare> shares = timeByKind(statistics, trace.info, &executable);
  ASSERT_EQ(shares.size(), 3u);
  EXPECT_EQ(shares[0].kind, CallKind::Kernel);
  EXPECT_EQ(shares[1].kind, CallKind::VmFunction);
  EXPECT_EQ(shares[2].kind, CallKind::Memory);
  EXPECT_DOUBLE_EQ(shares[0].selfNs, 500);  // 600 and 400 ticks of relu, half a nanosecond each
  EXPECT_DOUBLE_EQ(shares[1].selfNs, 900);  // 200 and 1,600 ticks of main
  EXPECT_DOUBLE_EQ(shares[2].selfNs, 100);
  EXPECT_DOUBLE_EQ(shares[0].share + shares[1].share + shares[2].share, 1);
  EXPECT_DOUBLE_EQ(selfNs(shares, CallKind::Other), 0) << "the load phase and warm-up runs do not count";
}

TEST(Ledger, KindsWithoutAnExecutableComeFromNames) {
  const TraceInfo info = MadeTrace().trace.info;
  const auto kind = [&](EventKind event, uint32_t callee) {
    StatisticsRow row;
    row.kind = event;
    row.callee = callee;
    return callKindOf(row, info, nullptr);
  };
  EXPECT_EQ(kind(EventKind::Call, 1), CallKind::Kernel);
  EXPECT_EQ(kind(EventKind::Call, 2), CallKind::Memory);
  EXPECT_EQ(kind(EventKind::FunctionBody, 0), CallKind::VmFunction);
  EXPECT_EQ(kind(EventKind::CompiledBody, 0), CallKind::VmFunction);
  EXPECT_EQ(kind(EventKind::CompiledBuiltin, 0), findBuiltin("vm.builtin.make_tuple")->kind);
  EXPECT_EQ(kind(EventKind::CompiledBuiltin, 7), CallKind::Other) << "a name that the trace does not have";
  EXPECT_EQ(kind(EventKind::LoadLibrary, kNoIndex), CallKind::Other);
}

TEST(Ledger, AnOpcodeOfARelayExecutableHasItsOwnKind) {
  Executable executable = executableOfTrace();
  executable.code.set = &relayInstructionSet(RelayEra{});
  StatisticsRow row;
  size_t opcodes = 0;
  for (row.callee = 4; row.callee < 40; ++row.callee) {
    const OpcodeRow* opcode = executable.opcodeOfCallee(row.callee);
    if (opcode == nullptr) continue;
    ++opcodes;
    EXPECT_EQ(callKindOf(row, {}, &executable), opcode->kind) << row.callee;
  }
  EXPECT_GT(opcodes, 0u);
  row.callee = 0;
  EXPECT_EQ(callKindOf(row, {}, &executable), CallKind::VmFunction);
}

TEST(Ledger, LoadTimesByStep) {
  MadeTrace made;
  made.event(0, 100, kNoIndex, 0, EventKind::LoadLibrary).event(100, 120, 1, 0, EventKind::LoadLookup);
  made.event(120, 160, 2, 0, EventKind::LoadLookup).event(160, 168, kNoIndex, 0, EventKind::LoadConstants);
  made.event(168, 170, kNoIndex, 0, EventKind::LoadVerify).event(200, 300, 1, 0).seal();
  const LoadTimes times = loadTimesOf(made.trace);
  EXPECT_DOUBLE_EQ(times.libraryNs, 50);
  EXPECT_DOUBLE_EQ(times.lookupNs, 30);
  EXPECT_DOUBLE_EQ(times.constantsNs, 4);
  EXPECT_DOUBLE_EQ(times.verifyNs, 1);
}

TEST(Ledger, SharesAreOfTheSumOfTheRows) {
  MadeTrace made = twoRuns();
  const TraceStatistics statistics = computeStatistics(made.trace, Grouping::Callee);
  EXPECT_DOUBLE_EQ(shareOf(statistics, statistics.rows[0]), 900.0 / 1500);
  EXPECT_DOUBLE_EQ(shareOf({}, statistics.rows[0]), 0);
}

}  // namespace
}  // namespace relaxscope
