// SPDX-License-Identifier: Apache-2.0
// Requests to a real worker: values, scripts, repetition, recording, hosts that disconnect.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <thread>

#include "harness.h"
#include "raw_worker.h"
#include "vmcore/base/bytes/sha256.h"
#include "vmcore/base/version.h"
#include "vmcore/trace/accuracy.h"
#include "vmcore/trace/event_values.h"
#include "vmcore/trace/statistics.h"

namespace relaxscope {
namespace {

const DataType kF32{2, 32, 1};

/// A host whose worker has loaded the misbehaving executable.
struct LoadedHost : Host {
  LoadedHost() { EXPECT_TRUE(std::holds_alternative<wire::Loaded>(loadMisbehaving())); }
};

Value resultOf(const wire::Message& message) {
  const auto* finished = std::get_if<wire::RunFinished>(&message);
  EXPECT_NE(finished, nullptr) << (finished == nullptr ? failureText(failureOf(message)) : "");
  return finished != nullptr && !finished->results.empty() ? finished->results.back() : Value{};
}

TEST(Requests, TheGreetingHasDevicesAndVersion) {
  Host host;
  ASSERT_TRUE(std::holds_alternative<wire::Hello>(host.greeting));
  const auto& hello = std::get<wire::Hello>(host.greeting);
  EXPECT_EQ(hello.protocol, wire::kProtocolVersion);
  EXPECT_EQ(hello.devices, std::vector<std::string>{"cpu"});
  host.process->send(host.process->session().listDevices());
  const wire::Message answer = host.answer();
  ASSERT_TRUE(std::holds_alternative<wire::Devices>(answer));
  EXPECT_EQ(std::get<wire::Devices>(answer).rows.at(0).id, "cpu");
}

TEST(Requests, EachProcessHasItsOwnLayoutOfMemory) {
  // Without it, the stack of the thread that runs programs begins at the same place of a page in all of them, and its
  // heap at the same place of the 64 MiB that the C library reserves for it.
  std::set<int64_t> stacks, heaps;
  for (int process = 0; process < 6; ++process) {
    LoadedHost host;
    const Value told = resultOf(host.call("call_tell_layout"));
    const auto* place = std::get_if<int64_t>(&told.data);
    ASSERT_NE(place, nullptr);
    EXPECT_EQ(*place % 16, 0) << "aligned as the ABI has it";
    stacks.insert(*place & 4095);
    heaps.insert(*place >> 12);
  }
  EXPECT_GT(stacks.size(), 1u);
  EXPECT_GT(heaps.size(), 1u);
}

TEST(Requests, EveryValueComesBackAsItWent) {
  LoadedHost host;
  const std::vector<Value> values = {
      Value{NoneValue{}}, Value{int64_t{-5}},         Value{2.5},
      Value{true},        Value{std::string("text")}, Value{std::string("a longer text with \xff")},
      Value{kF32},        Value{ShapeValue{{2, 9}}},  Value{TupleValue{{Value{int64_t{1}}, Value{TupleValue{}}}}}};
  for (const Value& value : values) {
    const Value back = resultOf(host.call("identity", {value}));
    EXPECT_EQ(wire::encode(wire::RunFinished{{back}, {}, 1, {}, 0}),
              wire::encode(wire::RunFinished{{value}, {}, 1, {}, 0}))
        << value.data.index();
  }
}

TEST(Requests, TensorsOfEveryWidthComeBackAsTheyWent) {
  LoadedHost host;
  const DataType int4{0, 4, 1}, fp6{15, 6, 1}, f32x4{2, 32, 4}, boolean{6, 8, 1};
  for (const DataType dtype : {kF32, int4, fp6, f32x4, boolean}) {
    std::vector<uint8_t> data(static_cast<size_t>(6 * dtype.elementBytes() * dtype.lanes));
    for (size_t i = 0; i < data.size(); ++i)
      data[i] = static_cast<uint8_t>((i * 7 + 1) & ((1U << std::min<int>(dtype.bits, 8)) - 1));
    const Value back = resultOf(host.call("identity", {Value{TensorValue{dtype, {2, 3}, Bytes::own(data)}}}));
    const auto& tensor = std::get<TensorValue>(back.data);
    EXPECT_EQ(tensor.dtype, dtype);
    EXPECT_EQ(tensor.shape, (std::vector<int64_t>{2, 3}));
    EXPECT_EQ(tensor.data, Bytes::own(data)) << dtype.name();
  }
}

TEST(Requests, ATensorWhoseBytesDoNotMakeItsShapeIsRefused) {
  LoadedHost host;
  const wire::Failure failure =
      failureOf(host.call("identity", {Value{TensorValue{kF32, {3}, Bytes::own({1, 2, 3, 4})}}}));
  EXPECT_EQ(failure.kind, "ValueError");
  EXPECT_NE(failure.message.find("tensor of 4 bytes, but dtype and shape require 12"), std::string::npos)
      << failure.message;
  EXPECT_EQ(
      failureOf(host.call("identity", {Value{TensorValue{kF32, {int64_t{1} << 40, int64_t{1} << 40}, Bytes()}}})).kind,
      "ValueError");
  EXPECT_EQ(failureOf(host.call("identity", {Value{TensorValue{kF32, {-1}, Bytes()}}})).kind, "ValueError");
}

TEST(Requests, RandomTensorsFollowTheirSeed) {
  LoadedHost host;
  const auto bytesOf = [&](uint64_t seed) {
    return std::get<TensorValue>(resultOf(host.call("identity", {Value{RandomTensor{kF32, {100}, seed}}})).data).data;
  };
  EXPECT_EQ(bytesOf(7), bytesOf(7));
  EXPECT_FALSE(bytesOf(7) == bytesOf(8));
}

TEST(Requests, AScriptPassesResultsOn) {
  LoadedHost host;
  wire::Run run;
  const Value tuple{TupleValue{{Value{int64_t{10}}, Value{TupleValue{{Value{int64_t{20}}}}}}}};
  run.script = {{"identity", {tuple}},
                {"identity", {Value{ResultRef{0, {1, 0}}}}},
                {"identity", {Value{TupleValue{{Value{ResultRef{1, {}}}}}}}, CallMode::Stateful}};
  const wire::Message answer = host.run(run);
  ASSERT_TRUE(std::holds_alternative<wire::RunFinished>(answer)) << failureText(failureOf(answer));
  const auto& results = std::get<wire::RunFinished>(answer).results;
  ASSERT_EQ(results.size(), 3u);
  EXPECT_EQ(std::get<int64_t>(results[1].data), 20);
  EXPECT_EQ(std::get<int64_t>(std::get<TupleValue>(results[2].data).fields.at(0).data), 20);
  run.script = {{"identity", {Value{int64_t{1}}}}, {"identity", {Value{ResultRef{0, {4}}}}}};
  EXPECT_EQ(failureOf(host.run(run)).kind, "ValueError");
}

TEST(Requests, AFunctionIsSavedAndCalled) {
  LoadedHost host;
  wire::Run run;
  run.script = {{"identity", {Value{int64_t{7}}}, CallMode::Save, "seven"},
                {"seven", {}},
                {"identity", {Value{int64_t{8}}}, CallMode::Save, "nothing", false},
                {"nothing", {}}};
  run.repeat = 2;
  const wire::Message answer = host.run(run);
  ASSERT_TRUE(std::holds_alternative<wire::RunFinished>(answer)) << failureText(failureOf(answer));
  const auto& results = std::get<wire::RunFinished>(answer).results;
  ASSERT_EQ(results.size(), 4u);
  EXPECT_TRUE(std::holds_alternative<NoneValue>(results[0].data));
  EXPECT_EQ(std::get<int64_t>(results[1].data), 7);
  EXPECT_TRUE(std::holds_alternative<NoneValue>(results[3].data));
  run.script = {{"identity", {Value{int64_t{7}}}, CallMode::Save, "call_print"}};
  EXPECT_NE(failureOf(host.run(run)).message.find("call_print is a function of the executable"), std::string::npos);
  run.script = {{"identity", {}, static_cast<CallMode>(9)}};
  EXPECT_EQ(failureOf(host.run(run)).message, "call 0 has an unknown mode");
}

TEST(Requests, CallsAreSkippedForOneRun) {
  LoadedHost host;
  wire::Run run;
  run.script = {{"call_raise", {}}};
  const wire::Failure unskipped = failureOf(host.run(run));
  EXPECT_FALSE(unskipped.message.empty());
  run.instrument.skip = {"misbehave_raise"};
  run.trace = TraceMode::Chained;
  const wire::Message answer = host.run(run);
  ASSERT_TRUE(std::holds_alternative<wire::RunFinished>(answer)) << failureText(failureOf(answer));
  const auto& remarks = host.process->session().trace().info.remarks;
  EXPECT_NE(std::find(remarks.begin(), remarks.end(), "calls of misbehave_raise were not run"), remarks.end());
  run.instrument.skip.clear();
  EXPECT_EQ(failureOf(host.run(run)).message, unskipped.message) << "only for that run";
  run.instrument.skip = {"no_such"};
  EXPECT_EQ(failureOf(host.run(run)).message, "no_such cannot be skipped: no instruction of the executable calls it");
  run.instrument.skip = {"call_raise"};
  EXPECT_EQ(failureOf(host.run(run)).message, "call_raise cannot be skipped: no instruction of the executable calls it")
      << "the host does";
  run.instrument = {"misbehave_raise", {}};
  EXPECT_EQ(failureOf(host.run(run)).message,
            "the instrument's factory misbehave_raise failed: raised as it should be");
  run.instrument = {"misbehave_make_instrument", {}};
  EXPECT_TRUE(std::holds_alternative<wire::RunFinished>(host.run(run)))
      << "what a function of the library made skips it, too";
  run.instrument = {"misbehave_ok", {}};
  EXPECT_EQ(failureOf(host.run(run)).message,
            "the instrument's factory misbehave_ok returned int, which is not a function");
  run.instrument = {"no.such.factory", {}};
  EXPECT_EQ(failureOf(host.run(run)).message,
            "the instrument's factory no.such.factory is neither a global function nor a function of a loaded library");
}

TEST(Requests, RunsAreRepeatedAndRecorded) {
  LoadedHost host;
  wire::Run run;
  run.script = {{"call_print", {}}};
  run.warmup = 2;
  run.repeat = 3;
  run.trace = TraceMode::Chained;
  const wire::Message answer = host.run(run);
  ASSERT_TRUE(std::holds_alternative<wire::RunFinished>(answer));
  EXPECT_EQ(std::get<wire::RunFinished>(answer).runNs.size(), 3u);
  const Trace& trace = host.process->session().trace();
  ASSERT_EQ(trace.runs.size(), 6u) << "two warm-ups, the values run, three measured runs";
  EXPECT_EQ(trace.runCount(RunKind::Values), 1u);
  EXPECT_EQ(trace.runs[2].kind, RunKind::Values) << "after the warm-ups";
  for (uint32_t i = 0; i < 3; ++i) EXPECT_EQ(trace.runs[3 + i].index, i) << "numbered by kind";
  EXPECT_EQ(trace.runCount(RunKind::Warmup), 2u);
  uint64_t calls = 0;
  for (const auto& chunk : trace.chunks())
    for (size_t i = 0; i < chunk->size(); ++i)
      if (chunk->site(i).kind == EventKind::Call &&
          trace.info.functionNames.at(chunk->site(i).callee) == "misbehave_print")
        ++calls;
  EXPECT_EQ(calls, 6u);
  EventValues values(trace);
  for (size_t measured = 3; measured < 6; ++measured) EXPECT_TRUE(values.follows(measured)) << measured;
  const EventValues::Range recorded = values.eventsOf(2);
  for (const auto& chunk : trace.chunks())
    for (size_t i = 0; i < chunk->size(); ++i) {
      if (chunk->arguments(i).empty()) continue;
      EXPECT_GE(chunk->firstEvent + i, recorded.begin);
      EXPECT_LT(chunk->firstEvent + i, recorded.end) << "measured runs and warm-ups record times only";
    }
  EXPECT_EQ(trace.info.entry, "call_print");
  EXPECT_EQ(trace.info.mode, "chained");
  EXPECT_GT(trace.info.cost.perEventNs, 0);
}

TEST(Requests, RunsSayWhatTheSystemDidAndWhereTheyWereMade) {
  LoadedHost host;
  wire::Run run;
  run.script = {{"call_print", {}}};
  run.repeat = 3;
  run.trace = TraceMode::Chained;
  ASSERT_TRUE(std::holds_alternative<wire::RunFinished>(host.run(run)));
  const Trace& trace = host.process->session().trace();
  for (const RunSpan& each : trace.runs) {
    EXPECT_NE(each.conditions.cpuBegin, kNoIndex);
    EXPECT_GT(each.conditions.coreNs, 0);
  }
  EXPECT_FALSE(trace.info.host.empty());
  EXPECT_FALSE(trace.info.processor.empty());
  EXPECT_EQ(trace.info.version.rfind("RelaxScope ", 0), 0u) << trace.info.version;
}

TEST(Requests, AFileWithOtherBytesThanTheRequestWasMadeForIsNotLoaded) {
  LoadedHost host;
  const std::vector<uint8_t> bytes = writeVmExecutable(misbehavingExecutable(allKernels()));
  wire::Load load;
  load.path = host.folder.write("again.bin", bytes);
  load.libraries = {MISBEHAVE_PATH};
  load.digest = sha256Hex(bytes);
  EXPECT_TRUE(std::holds_alternative<wire::Loaded>(host.load(load)));
  load.digest.front() = load.digest.front() == '0' ? '1' : '0';
  const wire::Failure refused = failureOf(host.load(load));
  EXPECT_EQ(refused.kind, failureKindName(FailureKind::FileChanged));
  EXPECT_NE(refused.message.find("has changed since it was opened"), std::string::npos) << refused.message;
}

TEST(Requests, EachMeasuredRunHasAnUnrecordedOne) {
  LoadedHost host;
  wire::Run run;
  run.script = {{"identity", {Value{int64_t{1}}}}};
  run.warmup = 2;
  run.repeat = 7;
  run.trace = TraceMode::Chained;
  run.reference = true;
  const wire::Message answer = host.run(run);
  ASSERT_TRUE(std::holds_alternative<wire::RunFinished>(answer)) << failureText(failureOf(answer));
  EXPECT_EQ(std::get<wire::RunFinished>(answer).runNs.size(), 7u);
  const Trace& trace = host.process->session().trace();
  const auto runsOf = [&](RunKind kind) { return std::ranges::count(trace.runs, kind, &RunSpan::kind); };
  EXPECT_EQ(runsOf(RunKind::Measured), 7) << "unrecorded runs are none of the trace";
  EXPECT_EQ(runsOf(RunKind::Values), 1);
  // A run that leads in is kept only if an event was handed over within it; its index is beyond the warm-ups'.
  EXPECT_EQ(std::ranges::count_if(trace.runs,
                                  [](const RunSpan& each) { return each.kind == RunKind::Warmup && each.index < 2; }),
            2);
  EXPECT_EQ(trace.unrecordedNs.size(), 7u);
  EXPECT_EQ(std::count(trace.unrecordedNs.begin(), trace.unrecordedNs.end(), 0.0), 0);
  uint64_t bodies = 0;
  for (const auto& chunk : trace.chunks())
    for (size_t i = 0; i < chunk->size(); ++i) bodies += chunk->site(i).kind == EventKind::FunctionBody ? 1 : 0;
  EXPECT_EQ(bodies, trace.runs.size());
  ASSERT_TRUE(accuracyOf(trace)) << whyNoAccuracy(trace);
  EXPECT_EQ(accuracyOf(trace)->pairs, 7u);
}

TEST(Requests, ARunThatEndsEarlyHasItsPairsSoFarAndTheReason) {
  for (const bool killed : {false, true}) {
    LoadedHost host;
    wire::Run run;
    run.script = {{"identity", {Value{int64_t{1}}}}};
    run.repeat = 1'000'000;
    run.trace = TraceMode::Chained;
    run.reference = true;
    host.process->send(host.process->session().run(run));
    const Trace& trace = host.process->session().trace();
    wire::Message message = host.process->next();
    while (trace.eventCount() == 0 || trace.unrecordedNs.size() < kMinPairs) {
      ASSERT_FALSE(std::holds_alternative<wire::Failure>(message)) << failureText(failureOf(message));
      message = host.process->next();
    }
    if (killed) kill(static_cast<pid_t>(host.process->session().worker().pid), SIGKILL);
    else host.process->send(host.process->session().cancel());
    const wire::Failure failure = failureOf(host.answer());
    EXPECT_EQ(failure.kind, killed ? "WorkerLost" : "Cancelled") << failureText(failure);
    EXPECT_TRUE(trace.info.cutShort.starts_with(killed ? "the worker was killed by SIGKILL" : "stopped"))
        << trace.info.cutShort;
    EXPECT_GE(pairCount(trace), kMinPairs);
    ASSERT_TRUE(accuracyOf(trace)) << whyNoAccuracy(trace);
    EXPECT_EQ(accuracyOf(trace)->pairs, pairCount(trace));
    EXPECT_TRUE(computeStatistics(trace, Grouping::Callee).correction.accuracy) << "the figures have it too";
  }
}

TEST(Requests, AListOfCallsHasNoUnrecordedRunsAndSaysWhy) {
  LoadedHost host;
  wire::Run run;
  run.script = {{"identity", {Value{int64_t{1}}}}, {"identity", {Value{int64_t{2}}}}};
  run.repeat = 7;
  run.trace = TraceMode::Chained;
  run.reference = true;
  ASSERT_TRUE(std::holds_alternative<wire::RunFinished>(host.run(run)));
  const Trace& trace = host.process->session().trace();
  EXPECT_TRUE(trace.unrecordedNs.empty());
  EXPECT_EQ(whyNoAccuracy(trace), "a list of calls may keep state, so an unrecorded run would not be the same run");
}

TEST(Requests, MinTimeRepeatsUntilItWasMeasured) {
  LoadedHost host;
  wire::Run run;
  run.script = {{"identity", {Value{int64_t{1}}}}};
  run.minTimeSeconds = 0.01;
  const wire::Message answer = host.run(run);
  ASSERT_TRUE(std::holds_alternative<wire::RunFinished>(answer));
  double sum = 0;
  for (const double ns : std::get<wire::RunFinished>(answer).runNs) sum += ns;
  EXPECT_GE(sum, 0.01e9);
}

#if !defined(RELAXSCOPE_SANITIZED)  // their larger frames exhaust the stack first
TEST(Requests, RecursionThroughClosuresReachesTheDepthLimit) {
  LoadedHost host;
  const Value one{int64_t{1}};
  EXPECT_EQ(std::get<int64_t>(resultOf(host.call("descend", {Value{int64_t{9'989}}, one})).data), 0)
      << "9,990 nested calls";
  EXPECT_EQ(std::get<int64_t>(resultOf(host.call("descend", {Value{int64_t{9'999}}, one})).data), 0)
      << "as many as there may be";
  const wire::Failure failure = failureOf(host.call("descend", {Value{int64_t{10'000}}, one}));
  EXPECT_EQ(failure.kind, "StackOverflow") << failure.message;
  EXPECT_NE(failure.message.find("limit of 10000 nested calls"), std::string::npos) << failure.message;
  EXPECT_FALSE(failure.fatal);
  EXPECT_EQ(std::get<int64_t>(resultOf(host.call("descend", {Value{int64_t{9'999}}, one})).data), 0);
}
#endif

TEST(Requests, RecursionEndsAtTheNativeStackWhereTheDepthMayBeMore) {
  Host host;
  Limits limits;
  limits.stackDepth = 0;
  ASSERT_TRUE(std::holds_alternative<wire::Loaded>(host.loadMisbehaving(limits)));
  const wire::Failure failure =
      failureOf(host.call("descend", {Value{int64_t{-1}}, Value{int64_t{1}}}));  // never reaches zero
  EXPECT_EQ(failure.kind, "StackOverflow") << failureText(failure);
  EXPECT_NE(failure.message.find("stack"), std::string::npos) << failure.message;
  EXPECT_FALSE(failure.fatal);
  EXPECT_EQ(std::get<int64_t>(resultOf(host.call("descend", {Value{int64_t{100}}, Value{int64_t{1}}})).data), 0);
}

TEST(Requests, ASmallMemoryLimitLeavesRoomForTheVmItself) {
  Host host;
  Limits limits;
  limits.memoryDefault = false;
  limits.memoryBytes = 20 << 20;
  ASSERT_TRUE(std::holds_alternative<wire::Loaded>(host.loadMisbehaving(limits)));
  EXPECT_EQ(std::get<int64_t>(resultOf(host.call("identity", {Value{int64_t{3}}})).data), 3);
}

TEST(Requests, WorkspaceBeyondTheMemoryLimitIsAFailureAndTheWorkerLives) {
  using B = ExecutableBuilder;
  B b;
  b.beginFunction("main", {"bytes", "blocks"});
  b.emitCall("workspace", {B::r(0), B::r(1)}, 2);
  b.emitRet(2);
  Host host;
  wire::Load load;
  load.path = host.folder.write("workspace.bin", writeVmExecutable(b.finish()));
  load.libraries = {LOOKUPS_PATH};
  load.limits.memoryDefault = false;
  load.limits.memoryBytes = 64 << 20;
  ASSERT_TRUE(std::holds_alternative<wire::Loaded>(host.load(load)));
  const auto call = [&](int64_t bytes, int64_t blocks) { return host.call("main", {Value{bytes}, Value{blocks}}); };
  for (int i = 0; i < 2; ++i) {
    const wire::Failure failure = failureOf(call(int64_t{1} << 40, 1));
    EXPECT_EQ(failure.kind, "MemoryError") << failureText(failure);
    EXPECT_FALSE(failure.fatal);
    EXPECT_TRUE(std::get<bool>(resultOf(call(1 << 20, 4)).data));
  }
}

TEST(Requests, AResultBeyondTheMemoryLimitIsAFailure) {
  Host host;
  Limits limits;
  limits.memoryDefault = false;
  limits.memoryBytes = 64 << 20;
  ASSERT_TRUE(std::holds_alternative<wire::Loaded>(host.loadMisbehaving(limits)));
  const wire::Failure failure = failureOf(host.call("identity", {Value{RandomTensor{kF32, {int64_t{1} << 32}, 1}}}));
  EXPECT_NE(failureText(failure).find("memory"), std::string::npos) << failureText(failure);
}

TEST(Requests, ArgumentsThatDoNotFitIntoMemoryAreOneMessage) {
  Host host;
  Limits limits;
  limits.memoryDefault = false;
  limits.memoryBytes = 1 << 20;
  ASSERT_TRUE(std::holds_alternative<wire::Loaded>(host.loadMisbehaving(limits)));
  const wire::Failure failure = failureOf(
      host.call("identity", {Value{TensorValue{{1, 8, 1}, {300 << 20}, Bytes::own(std::vector<uint8_t>(300 << 20))}}}));
  EXPECT_EQ(failure.kind, "MemoryLimit");
  EXPECT_NE(failureText(failure).find("memory"), std::string::npos) << failureText(failure);
  EXPECT_EQ(cli::exitCodeOf(failure), 2) << "no native code is to blame";
}

TEST(Requests, MoreRunsThanAnAnswerHoldsAreRefused) {
  LoadedHost host;
  wire::Run run;
  run.script = {{"identity", {Value{int64_t{1}}}}};
  run.repeat = kMaxRuns;
  run.warmup = 1;
  const wire::Failure failure = failureOf(host.run(run));
  EXPECT_NE(failure.message.find("at most 4,000,000 runs"), std::string::npos) << failure.message;
  EXPECT_FALSE(failure.fatal);
}

TEST(Requests, AMissingFileOrFunctionIsAFailureAndTheWorkerLives) {
  Host host;
  wire::Load load;
  load.path = "/nonexistent/model.so";
  EXPECT_EQ(failureOf(host.load(load)).kind, "Load");
  EXPECT_TRUE(std::holds_alternative<wire::Loaded>(host.loadMisbehaving()));
  EXPECT_FALSE(failureOf(host.call("no_such_function")).fatal);
  EXPECT_EQ(std::get<int64_t>(resultOf(host.call("identity", {Value{int64_t{3}}})).data), 3);
}

TEST(Requests, AHostThatHangsUpEndsTheWorker) {
  RawWorker worker;
  worker.hangUp();
  EXPECT_TRUE(std::holds_alternative<wire::Hello>(worker.lastMessage().value()));
}

TEST(Requests, NonsenseEndsTheWorkerWithAMessage) {
  const std::vector<std::vector<uint8_t>> nonsense = {{0xff, 0xff, 0xff, 0xff, 1},
                                                      {9, 0, 0, 0, 200, 1, 1, 1, 1, 1, 1, 1, 1},
                                                      wire::encode(wire::Run{}),
                                                      wire::encode(wire::Quit{})};
  for (const auto& bytes : nonsense) {
    RawWorker worker;
    worker.say(bytes);
    const auto last = worker.lastMessage();
    ASSERT_TRUE(last.has_value());
    EXPECT_EQ(failureOf(*last).kind, "Protocol");
  }
}

TEST(Requests, AHostOfAnotherVersionIsRefused) {
  RawWorker worker;
  wire::Hello hello;
  hello.program = "rscope 9.0.0";
  hello.protocol = hello.oldest = 99;
  worker.say(wire::encode(hello));
  const std::string own = withVersion("relaxscope-worker");
  EXPECT_EQ(
      failureOf(worker.lastMessage().value()).message,
      fmt::format("{0} has protocol {1}, and rscope 9.0.0 has protocol 99; install the release of rscope 9.0.0 in "
                  "place of {0}",
                  own, wire::kProtocolVersion));
}

TEST(Requests, ANewerHostThatHasTheProtocolIsServed) {
  RawWorker worker;
  wire::Hello hello;
  hello.protocol = 99;
  hello.capabilities = {"files", "of the future"};
  worker.say(wire::encode(hello));
  worker.say(wire::encode(wire::ListDevices{}));
  ASSERT_TRUE(std::holds_alternative<wire::Hello>(worker.next().value()));
  EXPECT_TRUE(std::holds_alternative<wire::Devices>(worker.next().value()));
}

TEST(Requests, AMessageForHostsEndsTheWorker) {
  RawWorker worker;
  worker.say(wire::encode(wire::Hello{}));
  worker.say(wire::encode(wire::Progress{}));
  EXPECT_EQ(failureOf(worker.lastMessage().value()).kind, "Protocol");
}

}  // namespace
}  // namespace relaxscope
