// SPDX-License-Identifier: Apache-2.0
// A host survives every lie of a worker with one clear message.
#include <fmt/format.h>

#include <csignal>

#include "harness.h"

namespace relaxscope {
namespace {

using wire::Failure;

class Liar {
 public:
  explicit Liar(const std::string& mode) : host_(std::string("exec '") + FAKE_WORKER_PATH + "' " + mode) {}
  Host& operator*() { return host_; }
  Host* operator->() { return &host_; }

 private:
  Host host_;
};

std::string textOf(const wire::Message& message) { return failureText(failureOf(message)); }
bool hasPart(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

TEST(FakeWorker, ABannerIsQuoted) {
  Liar liar("banner");
  EXPECT_TRUE(hasPart(textOf(liar->greeting), "its output begins \"Welcome to this machine\\n\""))
      << textOf(liar->greeting);
}

TEST(FakeWorker, WhatACommandComplainsAboutIsShown) {
  Liar liar("complains");
  EXPECT_EQ(textOf(liar->greeting), "the worker ended with exit code 255 before its greeting: no such host");
  EXPECT_EQ(cli::exitCodeOf(failureOf(liar->greeting)), 2);
}

TEST(FakeWorker, ACommandThatIsNotThereIsShown) {
  Host host("/nonexistent/worker");
  EXPECT_TRUE(hasPart(textOf(host.greeting), "/nonexistent/worker")) << textOf(host.greeting);
  EXPECT_EQ(cli::exitCodeOf(failureOf(host.greeting)), 2);
}

TEST(FakeWorker, AnotherVersionIsNamed) {
  Liar liar("version");
  const std::string wanted = fmt::format("fake-worker uses version {}, this program version {}",
                                         wire::kProtocolVersion + 1, wire::kProtocolVersion);
  EXPECT_TRUE(hasPart(textOf(liar->greeting), wanted.c_str()));
}

class LiesAfterGreeting : public testing::TestWithParam<const char*> {};
TEST_P(LiesAfterGreeting, EndInOneMessage) {
  Liar liar(GetParam());
  ASSERT_TRUE(std::holds_alternative<wire::Hello>(liar->greeting));
  const wire::Message answer = liar->answer();
  EXPECT_TRUE(failureOf(answer).fatal);
  EXPECT_TRUE(hasPart(textOf(answer), "the worker")) << textOf(answer);
  EXPECT_TRUE(failureOf(liar->process->next()).fatal) << "after the end nothing else comes";
}
INSTANTIATE_TEST_SUITE_P(Modes, LiesAfterGreeting, testing::Values("huge", "garbage", "early", "ends"),
                         [](const auto& kase) { return std::string(kase.param); });

/// The answer to a run of a worker that is faithful until then.
wire::Message answerToRun(Liar& liar, double timeLimit = 0, bool cancel = false) {
  EXPECT_TRUE(std::holds_alternative<wire::Loaded>(liar->load({})));
  liar->process->send(liar->process->session().run({}));
  liar->process->setTimeLimit(timeLimit);
  if (cancel) raise(SIGINT);  // as Ctrl+C does
  return liar->answer();
}

TEST(FakeWorker, DeathDuringARunNamesTheSignal) {
  Liar liar("dies");
  const wire::Message answer = answerToRun(liar);
  EXPECT_TRUE(hasPart(textOf(answer), "the worker died of SIGKILL while it ran")) << textOf(answer);
  EXPECT_EQ(cli::exitCodeOf(failureOf(answer)), 3);
}

TEST(FakeWorker, HalfAnAnswerIsNone) {
  Liar liar("half");
  EXPECT_TRUE(hasPart(textOf(answerToRun(liar)), "the worker ended with exit code 0 while it ran"));
}

TEST(FakeWorker, EventsThatNameNothingAreRefused) {
  Liar liar("events");
  EXPECT_TRUE(hasPart(textOf(answerToRun(liar)), "event 0: function 0 or callee 77 does not exist"));
}

TEST(FakeWorker, AFloodOfOutputIsNoHarm) {
  Liar liar("flood");
  EXPECT_TRUE(std::holds_alternative<wire::RunFinished>(answerToRun(liar)));
  EXPECT_EQ(liar->printed.size(), size_t{200} << 20);
}

TEST(FakeWorker, SilenceAfterCtrlCIsEndedInTwoSeconds) {
  Liar liar("silent");
  const auto start = std::chrono::steady_clock::now();
  const wire::Message answer = answerToRun(liar, 0, true);
  EXPECT_EQ(failureOf(answer).kind, "Cancelled");
  EXPECT_TRUE(hasPart(textOf(answer), "did not answer within 2 s")) << textOf(answer);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

TEST(FakeWorker, SilenceBeyondTheTimeLimitIsEnded) {
  Liar liar("silent");
  EXPECT_TRUE(hasPart(textOf(answerToRun(liar, 0.1)), "the time limit is reached; the worker did not answer"));
}

TEST(FakeWorker, OneThatNeverReadsDoesNotBlockTheHost) {
  Liar liar("deaf");
  std::vector<uint8_t> data(8 << 20);
  wire::Load load;
  load.path = std::string(8 << 20, 'x');
  liar->process->send(liar->process->session().load(load));
  liar->process->setTimeLimit(0.1);
  EXPECT_TRUE(hasPart(textOf(liar->answer()), "the time limit is reached"));
}

}  // namespace
}  // namespace relaxscope
