// SPDX-License-Identifier: Apache-2.0
#include "vmcore/wire/session.h"

#include <gtest/gtest.h>

#include <cmath>
#include <csignal>
#include <limits>

#include "sample_messages.h"

namespace relaxscope::wire {
namespace {

/// Feeds one message; returns the error's text, or "" if it was accepted.
std::string say(Session& session, const Message& message) {
  session.feed(encode(message));
  const auto next = session.next();
  return next.ok() ? "" : next.error().text();
}

Hello workerHello() { return Hello{kProtocolVersion, "relaxscope-worker 0.1.0", 1, {"cpu"}, ""}; }

RunStarted started() {
  RunStarted message;
  message.info.functionNames = {"main", "add"};
  return message;
}

/// A session with an active run.
Session running() {
  Session session;
  EXPECT_EQ(say(session, workerHello()), "");
  session.load(Load{});
  EXPECT_EQ(say(session, Loaded{{"main", "add"}, 5}), "");
  session.run(wire::Run{});
  return session;
}

TEST(Session, GoesThroughItsStates) {
  Session session;
  EXPECT_EQ(session.state(), Session::State::Greeting);
  EXPECT_EQ(say(session, workerHello()), "");
  EXPECT_EQ(session.state(), Session::State::Ready);
  session.load(Load{});
  EXPECT_EQ(session.state(), Session::State::Loading);
  EXPECT_EQ(say(session, Loaded{}), "");
  EXPECT_EQ(session.state(), Session::State::Loaded);
  session.run(wire::Run{});
  EXPECT_EQ(say(session, started()), "");
  EXPECT_EQ(say(session, sampleBatch()), "");
  EXPECT_EQ(say(session, Progress{}), "");
  EXPECT_EQ(say(session, UnrecordedRuns{{12, 13}}), "");
  EXPECT_EQ(say(session, UnrecordedRuns{{14}}), "");
  EXPECT_EQ(session.trace().unrecordedNs, (std::vector<double>{12, 13, 14}));
  EXPECT_EQ(say(session, RunFinished{}), "");
  EXPECT_EQ(session.trace().unrecordedNs, std::vector<double>()) << "the final report counts";
  EXPECT_EQ(session.state(), Session::State::Loaded);
  EXPECT_EQ(session.trace().eventCount(), 2u);
  EXPECT_EQ(session.trace().runs.size(), 2u);
  session.run(wire::Run{});
  EXPECT_EQ(session.trace().eventCount(), 0u) << "a new run begins a new trace";
}

TEST(Session, RunsThatCannotHaveBeenBreakTheProtocol) {
  const DataType f32{2, 32, 1};
  const auto tensor = [&](std::vector<int64_t> shape, size_t bytes) {
    return Value{TensorValue{f32, std::move(shape), Bytes::own(std::vector<uint8_t>(bytes))}};
  };
  const auto tuple = [](Value field) { return Value{TupleValue{{std::move(field)}}}; };
  Session good = running();
  EXPECT_EQ(say(good, RunFinished{{tensor({2, 3}, 24), tuple(tensor({0, 5}, 0))}, {0, 12.5, 1e18}, 1, {}, 0}), "");
  const std::pair<RunFinished, const char*> bad[] = {
      {{{}, {std::nan("")}, 1, {}, 0}, "invalid run time of nan ns"},
      {{{}, {1, HUGE_VAL}, 1, {}, 0}, "invalid run time of inf ns"},
      {{{}, {-1}, 1, {}, 0}, "invalid run time of -1 ns"},
      {{{}, {1}, 1, {}, 0, {-2}}, "invalid run time of -2 ns"},
      {{{}, {1, 2}, 1, {}, 0, {1}}, "1 unrecorded runs beside 2 measured ones"},
      {{{Value{}, tensor({2, 3}, 20)}, {}, 1, {}, 0}, "result 1: a tensor of 20 bytes, but dtype and shape require 24"},
      {{{tuple(tensor({-1}, 4))}, {}, 1, {}, 0}, "result 0: tensor with the extent -1"},
      {{{tensor({INT64_MAX, INT64_MAX}, 0)}, {}, 1, {}, 0}, "result 0: tensor of more than 2^62 bytes"},
      {{{Value{ResultRef{0, {}}}}, {}, 1, {}, 0}, "result 0: an argument in place of a result"}};
  for (const auto& [message, wanted] : bad) {
    Session session = running();
    const std::string answered = say(session, message);
    EXPECT_TRUE(answered.starts_with("the worker violated the protocol: ") && answered.ends_with(wanted)) << answered;
  }
}

TEST(Session, ARunThatFailsLeavesItsTraceAndTheReason) {
  const auto afterOneRun = [] {
    Session session = running();
    EXPECT_EQ(say(session, started()), "");
    EXPECT_EQ(say(session, sampleBatch()), "");
    EXPECT_EQ(say(session, UnrecordedRuns{{12, 13}}), "");
    return session;
  };
  Session stopped = afterOneRun();
  EXPECT_EQ(say(stopped, Failure{failureKindName(FailureKind::Cancelled), "", Position{"main", "add", 3}, 0, false}),
            "");
  EXPECT_EQ(stopped.trace().info.cutShort, "stopped in main:3, call add");
  EXPECT_EQ(stopped.trace().unrecordedNs, (std::vector<double>{12, 13}));
  EXPECT_EQ(stopped.trace().eventCount(), 2u);

  Session crashed = afterOneRun();
  EXPECT_EQ(say(crashed, Failure{failureKindName(FailureKind::Crash), "", Position{"main", "add", 3}, 0, true}), "");
  crashed.ended({0, 11, ""});
  EXPECT_EQ(crashed.trace().info.cutShort, "the worker was killed by SIGSEGV in main:3, call add");

  Session lost = afterOneRun();
  lost.ended({3, 0, ""});
  EXPECT_EQ(lost.trace().info.cutShort,
            "the worker ended with exit code 3 while it ran; the events since the last hand-over are lost");
  lost = running();
  lost.ended({3, 0, ""});
  Session loaded = running();
  EXPECT_EQ(say(loaded, started()), "");
  EXPECT_EQ(say(loaded, RunFinished{}), "");
  loaded.ended({0, 0, ""});
  EXPECT_EQ(loaded.trace().info.cutShort, "") << "the run was complete";
  Session wrong = afterOneRun();
  EXPECT_NE(say(wrong, UnrecordedRuns{{-1}}), "");
}

TEST(Session, MessagesOutOfTurnEndIt) {
  const std::vector<Message> early{Loaded{},         RunStarted{}, sampleBatch(), RunFinished{}, Progress{},
                                   UnrecordedRuns{}, Devices{},    Load{},        Cancel{},      workerHello()};
  for (const Message& message : early) {
    Session session;
    EXPECT_EQ(say(session, workerHello()), "");
    EXPECT_NE(say(session, message), "") << messageName(message);
    EXPECT_EQ(session.state(), Session::State::Ended);
  }
  Session before;
  EXPECT_EQ(say(before, Output{}), "") << "text before the greeting";
  EXPECT_EQ(before.state(), Session::State::Greeting);
  EXPECT_EQ(say(before, workerHello()), "");
  EXPECT_EQ(before.state(), Session::State::Ready);
}

TEST(Session, EventsOfUnknownFunctionsAreRefused) {
  for (int field = 0; field < 3; ++field) {
    Session session = running();
    EXPECT_EQ(say(session, started()), "");
    EventBatch batch = sampleBatch();
    if (field == 0) batch.chunk->events.function[0] = 2;
    if (field == 1) batch.chunk->events.callee[0] = 2;
    if (field == 2) batch.chunk->values.slotChanges[0].function = 9;
    EXPECT_NE(say(session, batch), "") << field;
  }
}

TEST(Session, TimesThatNoClockShowsAreRefused) {
  const int64_t most = int64_t{1} << 60;
  const std::vector<void (*)(EventBatch&)> lies = {
      [](EventBatch& b) { b.chunk->events.start[0] = std::numeric_limits<int64_t>::max(); },
      [](EventBatch& b) { b.chunk->events.start[0] = std::numeric_limits<int64_t>::min(); },
      [](EventBatch& b) { b.chunk->events.duration[0] = -1; },
      [](EventBatch& b) { b.runs[0].start = std::numeric_limits<int64_t>::min(); },
      [](EventBatch& b) { b.runs[0].duration = -1; },
      [](EventBatch& b) { b.runs[0].recording = std::numeric_limits<int64_t>::max(); }};
  for (size_t i = 0; i < lies.size(); ++i) {
    Session session = running();
    EXPECT_EQ(say(session, started()), "");
    EventBatch batch = sampleBatch();
    lies[i](batch);
    EXPECT_NE(say(session, batch), "") << i;
  }
  Session session = running();
  EXPECT_EQ(say(session, started()), "");
  EventBatch batch = sampleBatch();
  batch.chunk->events.start = {-most, most};
  EXPECT_EQ(say(session, batch), "") << "what a profile may hold";
}

TEST(Session, AClockThatStandsStillIsRefused) {
  for (const double nsPerTick : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    Session session = running();
    RunStarted message = started();
    message.info.clock.nsPerTick = nsPerTick;
    EXPECT_NE(say(session, message), "") << nsPerTick;
  }
  Session session = running();
  RunStarted message = started();
  message.info.cost.perEventNs = std::nan("");
  EXPECT_NE(say(session, message), "");
}

TEST(Session, EventsBeforeTheRunBeganAreRefused) {
  Session session = running();
  EXPECT_NE(say(session, sampleBatch()), "");
}

TEST(Session, DeviceWorkJoinsTheTrace) {
  Session session = running();
  EXPECT_NE(say(session, DeviceTablesPart{sampleTables()}), "") << "the run has not begun";
  session = running();
  EXPECT_EQ(say(session, started()), "");
  EXPECT_EQ(say(session, DeviceTablesPart{sampleTables()}), "");
  EXPECT_EQ(say(session, sampleWork()), "");
  const auto before = session.snapshot();
  EXPECT_EQ(say(session, sampleWork()), "");
  EXPECT_EQ(before->workCount(), 2u);
  EXPECT_EQ(session.trace().workCount(), 4u);
  EXPECT_EQ(session.trace().device.names, std::vector<std::string>{"k"});
  EXPECT_EQ(session.trace().findWork(WorkIndex(3))->workKind(), DeviceWorkKind::CopyToHost);
}

TEST(Session, DeviceWorkOfUnknownTablesIsRefused) {
  Session session = running();
  EXPECT_EQ(say(session, started()), "");
  EXPECT_NE(say(session, sampleWork()), "") << "its track was not told";
  session = running();
  EXPECT_EQ(say(session, started()), "");
  DeviceTablesPart part{sampleTables()};
  part.added.tracks[0].device = 5;
  EXPECT_NE(say(session, part), "");
}

TEST(Session, ACommonFailureLeadsBack) {
  Session session = running();
  EXPECT_EQ(say(session, Failure{"ValueError", "no", std::nullopt, 0, false}), "");
  EXPECT_EQ(session.state(), Session::State::Loaded);
  session.load(Load{});
  EXPECT_EQ(say(session, Failure{"Load", "no", std::nullopt, 0, false}), "");
  EXPECT_EQ(session.state(), Session::State::Ready);
}

TEST(Session, TheFatalFailureOutlivesTheProcess) {
  Session session = running();
  EXPECT_EQ(say(session, Failure{"Crash", "", Position{"main", "matmul", 12}, SIGSEGV, true}), "");
  const Failure failure = session.ended({0, SIGSEGV, ""});
  EXPECT_EQ(failureText(failure), "the worker was killed by SIGSEGV in main:12, call matmul");
}

TEST(Session, ASilentDeathSaysWhatIsKnown) {
  EXPECT_EQ(failureText(running().ended({0, SIGKILL, ""})),
            "the worker was killed by SIGKILL while it ran (killed externally, possibly out of memory)");
  EXPECT_EQ(failureText(running().ended({7, 0, ""})), "the worker ended with exit code 7 while it ran");
  EXPECT_EQ(failureText(running().ended({0, SIGKILL, "no answer to Cancel in 2 s"})),
            "the worker was terminated while it ran: no answer to Cancel in 2 s");
}

TEST(Session, FailuresReadAsOneSentence) {
  EXPECT_EQ(failureText({"ValueError", "shapes differ", Position{"main", "matmul", 12}, 0, false}),
            "ValueError: shapes differ (in main:12, call matmul)");
  EXPECT_EQ(failureText({"TimeLimit", "the time limit of 3 s is reached", Position{"main", "", 1}, 0, false}),
            "the time limit of 3 s is reached (in main:1)");
}

}  // namespace
}  // namespace relaxscope::wire
