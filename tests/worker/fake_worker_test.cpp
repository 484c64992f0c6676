// SPDX-License-Identifier: Apache-2.0
// A host survives every violation of the protocol by a worker and reports it with one clear message.
#include <fmt/format.h>

#include <csignal>

#include "harness.h"
#include "vmcore/base/bytes/sha256.h"
#include "vmcore/base/version.h"

namespace relaxscope {
namespace {

using wire::Failure;

class MalformedPeer {
 public:
  explicit MalformedPeer(const std::string& mode)
      : host_(std::string("exec '") + FAKE_WORKER_PATH + "' '" + mode + "'") {}
  Host& operator*() { return host_; }
  Host* operator->() { return &host_; }

 private:
  Host host_;
};

std::string textOf(const wire::Message& message) { return failureText(failureOf(message)); }
bool hasPart(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

TEST(FakeWorker, TextBeforeTheGreetingIsSkipped) {
  MalformedPeer peer("banner, greets");
  ASSERT_TRUE(std::holds_alternative<wire::Hello>(peer->greeting)) << textOf(peer->greeting);
  ASSERT_TRUE(std::holds_alternative<wire::Loaded>(peer->load({})));
  EXPECT_TRUE(std::holds_alternative<wire::RunFinished>(peer->run({})));
}

TEST(FakeWorker, TooMuchTextIsQuoted) {
  MalformedPeer peer("endless banner");
  EXPECT_EQ(textOf(peer->greeting),
            "the worker command is not a RelaxScope worker (no greeting in 64 KiB of output); its output begins "
            "\"Welcome to this machine\"");
  EXPECT_EQ(cli::exitCodeOf(failureOf(peer->greeting)), 2);
}

TEST(FakeWorker, WhatACommandComplainsAboutIsShown) {
  MalformedPeer peer("complains");
  EXPECT_EQ(textOf(peer->greeting), "the worker ended with exit code 255 before its greeting: no such host");
  EXPECT_EQ(cli::exitCodeOf(failureOf(peer->greeting)), 2);
}

TEST(FakeWorker, ACommandThatIsNotThereIsShown) {
  Host host("/nonexistent/worker");
  EXPECT_TRUE(hasPart(textOf(host.greeting), "/nonexistent/worker")) << textOf(host.greeting);
  EXPECT_EQ(cli::exitCodeOf(failureOf(host.greeting)), 2);
}

TEST(FakeWorker, AnotherVersionIsNamedWithWhatToInstall) {
  const std::string own = withVersion("rscope");
  MalformedPeer newer("version");
  EXPECT_EQ(
      textOf(newer->greeting),
      fmt::format("{0} has protocol {1}, and fake-worker 0.0 has protocol {2}; install the release of fake-worker "
                  "0.0 in place of {0}",
                  own, wire::kProtocolVersion, wire::kProtocolVersion + 1));
  MalformedPeer older("old version");
  EXPECT_EQ(
      textOf(older->greeting),
      fmt::format("fake-worker 0.0 has protocol 3 to {1}, and {0} has protocol {2}; install the release of {0} in "
                  "place of fake-worker 0.0",
                  own, wire::kOldestProtocol - 1, wire::kProtocolVersion));
}

TEST(FakeWorker, ANewerReleaseThatHasTheProtocolIsUsed) {
  MalformedPeer peer("newer release");
  ASSERT_TRUE(std::holds_alternative<wire::Loaded>(peer->load({}))) << "no files were offered to it";
  EXPECT_TRUE(std::holds_alternative<wire::RunFinished>(peer->run({})));
}

/// A request with one file of several parts.
wire::Message loadWithFile(MalformedPeer& peer) {
  const std::vector<uint8_t> content(5 << 20, 7);
  wire::Load request;
  request.path = "model.so";
  return peer->load(request, std::make_shared<const std::vector<LoadFile>>(std::vector<LoadFile>{
                                 {"model.so", "/x/model.so", sha256Hex(content), Bytes::own(content), {}}}));
}

TEST(FakeWorker, OneThatReceivesNoFilesGetsThePath) {
  MalformedPeer peer("no files");
  EXPECT_TRUE(
      hasPart(textOf(loadWithFile(peer)), "cannot open it; fake-worker 0.0 receives no files, so each must be"));
  EXPECT_EQ(peer->process->session().fileBytesSent(), 0u);
}

TEST(FakeWorker, FilesThatWereNotOfferedAreNotSent) {
  MalformedPeer peer("asks for others");
  EXPECT_TRUE(hasPart(textOf(loadWithFile(peer)), "violated the protocol: it asks for a file that was not offered"));
  EXPECT_EQ(peer->process->session().fileBytesSent(), 0u);
}

TEST(FakeWorker, AskingAgainEndsTheTransfer) {
  MalformedPeer peer("asks again");
  EXPECT_TRUE(hasPart(textOf(loadWithFile(peer)), "violated the protocol: unexpected WantedFiles"));
}

TEST(FakeWorker, DeathDuringATransferNamesTheSignal) {
  MalformedPeer peer("dies while it receives");
  EXPECT_TRUE(hasPart(textOf(loadWithFile(peer)), "the worker was killed by SIGKILL while it loaded the file"));
}

TEST(FakeWorker, CtrlCEndsATransferThatIsStuck) {
  MalformedPeer peer("never reads a file");
  raise(SIGINT);
  const wire::Message answer = loadWithFile(peer);
  EXPECT_EQ(failureOf(answer).kind, "Cancelled");
  EXPECT_TRUE(hasPart(textOf(answer), "cancelled while files were sent to the worker")) << textOf(answer);
  EXPECT_LT(peer->process->session().fileBytesSent(), 5u << 20);
}

class MalformedAfterGreeting : public ::testing::TestWithParam<const char*> {};
TEST_P(MalformedAfterGreeting, EndInOneMessage) {
  MalformedPeer peer(GetParam());
  ASSERT_TRUE(std::holds_alternative<wire::Hello>(peer->greeting));
  const wire::Message answer = peer->answer();
  EXPECT_TRUE(failureOf(answer).fatal);
  EXPECT_TRUE(hasPart(textOf(answer), "the worker")) << textOf(answer);
  EXPECT_TRUE(failureOf(peer->process->next()).fatal) << "after the end nothing else comes";
}
INSTANTIATE_TEST_SUITE_P(Modes, MalformedAfterGreeting, ::testing::Values("huge", "garbage", "early", "ends"),
                         [](const auto& kase) { return std::string(kase.param); });

/// The answer to a run from a worker that behaves well until then.
wire::Message answerToRun(MalformedPeer& peer, double timeLimit = 0, bool cancel = false) {
  EXPECT_TRUE(std::holds_alternative<wire::Loaded>(peer->load({})));
  peer->process->send(peer->process->session().run({}));
  peer->process->setTimeLimit(timeLimit);
  if (cancel) raise(SIGINT);  // as Ctrl+C does
  return peer->answer();
}

TEST(FakeWorker, DeathDuringARunNamesTheSignal) {
  MalformedPeer peer("dies");
  const wire::Message answer = answerToRun(peer);
  EXPECT_TRUE(hasPart(textOf(answer), "the worker was killed by SIGKILL while it ran")) << textOf(answer);
  EXPECT_EQ(cli::exitCodeOf(failureOf(answer)), 3);
}

TEST(FakeWorker, HalfAnAnswerIsNone) {
  MalformedPeer peer("half");
  EXPECT_TRUE(hasPart(textOf(answerToRun(peer)), "the worker ended with exit code 0 while it ran"));
}

TEST(FakeWorker, EventsThatNameNothingAreRefused) {
  MalformedPeer peer("events");
  EXPECT_TRUE(hasPart(textOf(answerToRun(peer)), "event 0: function 0 or callee 77 does not exist"));
}

TEST(FakeWorker, AFloodOfOutputIsNoHarm) {
  MalformedPeer peer("flood");
  EXPECT_TRUE(std::holds_alternative<wire::RunFinished>(answerToRun(peer)));
  EXPECT_EQ(peer->printed.size(), size_t{200} << 20);
}

TEST(FakeWorker, SilenceAfterCtrlCIsEndedInTwoSeconds) {
  MalformedPeer peer("silent");
  const wire::Message answer = answerToRun(peer, 0, true);
  EXPECT_EQ(failureOf(answer).kind, "Cancelled");
  EXPECT_TRUE(hasPart(textOf(answer), "did not answer within 2 s")) << textOf(answer);
}

TEST(FakeWorker, SilenceBeyondTheTimeLimitIsEnded) {
  MalformedPeer peer("silent");
  EXPECT_EQ(textOf(answerToRun(peer, 0.1)),
            "the time limit of 0.1 s is reached while the worker ran; the worker was killed");
}

TEST(FakeWorker, SilenceWhileFilesAreOfferedHasTheTimeLimit) {
  MalformedPeer peer("greets only");
  peer->process->setTimeLimit(0.2);
  EXPECT_EQ(textOf(loadWithFile(peer)),
            "the time limit of 0.2 s is reached while files were offered to the worker; the worker was killed");
}

TEST(FakeWorker, OneThatTakesNoFileIsNotWaitedFor) {
  MalformedPeer peer("never reads a file");
  peer->process->setTimeLimit(1);
  const wire::Message answer = loadWithFile(peer);
  EXPECT_EQ(textOf(answer), "the worker took nothing of the files sent to it for 10 s and was killed");
  EXPECT_EQ(cli::exitCodeOf(failureOf(answer)), 2);
}

TEST(FakeWorker, OneThatNeverReadsDoesNotBlockTheHost) {
  MalformedPeer peer("deaf");
  std::vector<uint8_t> data(8 << 20);
  wire::Load load;
  load.path = std::string(8 << 20, 'x');
  peer->process->send(peer->process->session().load(load));
  peer->process->setTimeLimit(0.1);
  EXPECT_TRUE(hasPart(textOf(peer->answer()), "the time limit of 0.1 s is reached while the worker loaded the file"));
}

}  // namespace
}  // namespace relaxscope
