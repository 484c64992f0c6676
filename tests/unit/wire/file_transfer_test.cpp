// SPDX-License-Identifier: Apache-2.0
// The host's side of a transfer: what is offered and sent, in which order, and what a wrong answer does.
#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/scratch_folder.h"
#include "vmcore/base/bytes/sha256.h"
#include "vmcore/wire/host_driver.h"

namespace relaxscope::wire {
namespace {

using namespace std::chrono_literals;

LoadFile file(const std::string& path, std::vector<uint8_t> bytes) {
  std::string digest = sha256Hex(bytes);
  return {path, "/host/" + path, std::move(digest), Bytes::own(std::move(bytes)), {}};
}
LoadFiles files(std::vector<LoadFile> list) { return std::make_shared<const std::vector<LoadFile>>(std::move(list)); }

/// A host with a decoder of what it writes.
class Transfer : public ::testing::Test {
 protected:
  Transfer() { driver_.start("rscope 1", now_); }
  void greet(Hello hello = {}) {
    say(hello);
    ASSERT_TRUE(driver_.next().has_value());
    EXPECT_TRUE(std::holds_alternative<Hello>(written().at(0)));
  }
  void say(const Message& message) { driver_.feed(encode(message)); }
  /// Passes a message; the one that the owner gets, if any.
  std::optional<Message> answer(const Message& message) {
    say(message);
    return driver_.next();
  }
  void load(const LoadFiles& offered, const std::string& path = "a.so") {
    Load request;
    request.path = path;
    driver_.send(driver_.session().load(request, offered));
  }
  /// Greets, and loads a file of three parts, which the worker asks for.
  LoadFiles sendThreeParts() {
    const LoadFiles offered = files({file("a.so", std::vector<uint8_t>(3 * kMaxFilePart))});
    greet();
    load(offered);
    written();
    say(WantedFiles{{(*offered)[0].digest}});
    driver_.next();
    return offered;
  }
  /// All messages that the host writes now, by writing piece by piece.
  std::vector<Message> written() {
    std::vector<Message> messages;
    while (!driver_.outgoing().empty()) {
      most_ = std::max(most_, driver_.outgoing().size());
      decoder_.feed(driver_.outgoing());
      driver_.written(driver_.outgoing().size());
      for (auto next = decoder_.next(); next.ok() && next->has_value(); next = decoder_.next())
        messages.push_back(**std::move(next));
    }
    return messages;
  }

  HostDriver::Time now_ = HostDriver::Time() + 1h;
  HostDriver driver_;
  Decoder decoder_;
  size_t most_ = 0;
};

TEST_F(Transfer, WhatTheWorkerHasIsNotSent) {
  greet();
  load(files({file("a.so", {1, 2}), file("b.so", {3})}));
  const auto offers = written();
  ASSERT_EQ(offers.size(), 1u);
  const auto& list = std::get<FileOffers>(offers[0]).files;
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0].path, "a.so");
  EXPECT_EQ(list[0].place, "/host/a.so");
  EXPECT_EQ(list[0].digest, sha256Hex(std::vector<uint8_t>{1, 2}));
  EXPECT_EQ(list[0].identity.size, 2u);
  EXPECT_TRUE(driver_.session().isSendingFiles());
  EXPECT_FALSE(answer(WantedFiles{}).has_value());
  const auto request = written();
  ASSERT_EQ(request.size(), 1u);
  EXPECT_EQ(std::get<Load>(request[0]).path, "a.so");
  EXPECT_FALSE(driver_.session().isSendingFiles());
  EXPECT_EQ(driver_.session().fileBytesSent(), 0u);
  EXPECT_TRUE(answer(Loaded{}).has_value());
}

TEST_F(Transfer, WhatItLacksIsSentInPartsThenTheRequest) {
  std::vector<uint8_t> large(2 * kMaxFilePart + 5);
  for (size_t i = 0; i < large.size(); ++i) large[i] = static_cast<uint8_t>(i * 31);
  const LoadFiles offered = files({file("a.so", {1}), file("b.so", large), file("empty", {})});
  greet();
  load(offered);
  written();
  EXPECT_FALSE(answer(WantedFiles{{(*offered)[2].digest, (*offered)[1].digest}}).has_value());
  const auto parts = written();
  ASSERT_EQ(parts.size(), 4u);
  EXPECT_EQ(std::get<FilePart>(parts[0]).digest, (*offered)[2].digest);
  EXPECT_EQ(std::get<FilePart>(parts[0]).data.size(), 0u);
  std::vector<uint8_t> received;
  for (size_t i = 1; i < 4; ++i) {
    const auto& part = std::get<FilePart>(parts[i]);
    EXPECT_EQ(part.digest, (*offered)[1].digest);
    EXPECT_EQ(part.offset, received.size());
    received.insert(received.end(), part.data.span().begin(), part.data.span().end());
  }
  EXPECT_EQ(received, large);
  EXPECT_LT(most_, kMaxFilePart + 1000) << "one part is in memory at a time";
  EXPECT_EQ(driver_.session().fileBytesSent(), large.size());
  EXPECT_TRUE(driver_.session().isSendingFiles()) << "the worker has not confirmed";
  EXPECT_EQ(driver_.fileProgress(), (FileProgress{large.size(), large.size()}));
  EXPECT_FALSE(answer(WantedFiles{}).has_value());
  EXPECT_TRUE(std::holds_alternative<Load>(written().at(0)));
}

TEST_F(Transfer, ProgressCountsWhatIsWritten) {
  const std::vector<uint8_t> large(2 * kMaxFilePart + 5);
  const LoadFiles offered = files({file("a.so", large)});
  greet();
  load(offered);
  EXPECT_EQ(driver_.fileProgress(), std::nullopt) << "the worker may have it";
  written();
  EXPECT_FALSE(answer(WantedFiles{{(*offered)[0].digest}}).has_value());
  EXPECT_EQ(driver_.fileProgress(), (FileProgress{0, large.size()}));
  uint64_t last = 0;
  while (!driver_.outgoing().empty()) {
    driver_.written(std::min<size_t>(driver_.outgoing().size(), 1'000));
    const auto progress = driver_.fileProgress();
    ASSERT_TRUE(progress.has_value());
    EXPECT_GE(progress->sent, last);
    EXPECT_LE(progress->sent, last + 1'000);
    last = progress->sent;
  }
  EXPECT_EQ(last, large.size());
  EXPECT_EQ(driver_.fileProgress(100), (FileProgress{large.size() - 100, large.size()}));
  EXPECT_EQ(driver_.fileProgress(2 * large.size()), (FileProgress{0, large.size()}));
  EXPECT_FALSE(answer(WantedFiles{}).has_value());
  EXPECT_EQ(driver_.fileProgress(), std::nullopt);
}

TEST_F(Transfer, AWorkerThatReceivesNoFilesGetsThePathsAndItsErrorSaysSo) {
  Hello hello;
  hello.program = "relaxscope-worker 0.2.0";
  hello.capabilities = {"other"};
  greet(hello);
  load(files({file("a.so", {1})}));
  EXPECT_TRUE(std::holds_alternative<Load>(written().at(0)));
  const auto failure = answer(Failure{"LoadError", "a.so: cannot be opened", std::nullopt, 0, false});
  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(std::get<Failure>(*failure).message,
            "a.so: cannot be opened; relaxscope-worker 0.2.0 receives no files, so each must be on its host under the "
            "same path");
}

TEST_F(Transfer, NothingElseMayBeAskedFor) {
  const LoadFiles offered = files({file("a.so", {1})});
  const std::string& digest = (*offered)[0].digest;
  const std::vector<std::pair<std::vector<std::string>, std::string>> wrong = {
      {{std::string(64, '0')}, "the worker violated the protocol: it asks for a file that was not offered"},
      {{digest, digest}, "the worker violated the protocol: it asks for a file twice"}};
  for (const auto& [digests, text] : wrong) {
    Session session;
    session.feed(encode(Hello{}));
    ASSERT_TRUE(session.next().ok());
    session.load({}, offered);
    session.feed(encode(WantedFiles{digests}));
    const auto next = session.next();
    ASSERT_FALSE(next.ok());
    EXPECT_EQ(next.error().text(), text);
  }
  greet();
  load(offered);
  EXPECT_FALSE(answer(WantedFiles{{digest}}).has_value());
  written();
  EXPECT_FALSE(answer(WantedFiles{{digest}}).has_value());
  EXPECT_EQ(driver_.check(now_), HostDriver::Fault::Protocol) << "after it was sent";
}

TEST_F(Transfer, AnAnswerToTheRequestMustWaitForIt) {
  greet();
  load(files({file("a.so", {1})}));
  EXPECT_FALSE(answer(Loaded{}).has_value());
  EXPECT_EQ(driver_.check(now_), HostDriver::Fault::Protocol);
  Session other;
  other.feed(encode(Hello{}));
  ASSERT_TRUE(other.next().ok());
  other.feed(encode(WantedFiles{}));
  EXPECT_FALSE(other.next().ok()) << "nothing was offered";
}

TEST_F(Transfer, AFailureOfTheWorkerEndsItAndTheNextLoadBeginsAgain) {
  const LoadFiles offered = sendThreeParts();
  const auto failure = answer(Failure{"LoadError", "no space", std::nullopt, 0, false});
  ASSERT_TRUE(failure.has_value());
  EXPECT_FALSE(driver_.session().isSendingFiles());
  written();
  EXPECT_TRUE(driver_.outgoing().empty()) << "no more parts";
  load(offered);
  EXPECT_TRUE(std::holds_alternative<FileOffers>(written().at(0)));
}

TEST_F(Transfer, TheTimeLimitDoesNotCountSending) {
  const LoadFiles offered = files({file("a.so", std::vector<uint8_t>(3 * kMaxFilePart))});
  greet();
  driver_.setTimeLimit(2, now_);
  load(offered);
  written();
  EXPECT_EQ(driver_.check(now_ += 1s), HostDriver::Fault::None);
  say(WantedFiles{{(*offered)[0].digest}});
  driver_.next();
  EXPECT_EQ(driver_.check(now_), HostDriver::Fault::None);
  for (int part = 0; part < 3; ++part) {
    EXPECT_EQ(driver_.check(now_ += 9s), HostDriver::Fault::None) << "part " << part;
    driver_.written(driver_.outgoing().size());
    EXPECT_EQ(driver_.check(now_), HostDriver::Fault::None) << "part " << part;
  }
  now_ += 9s;  // until the worker has checked the file
  EXPECT_FALSE(answer(WantedFiles{}).has_value());
  EXPECT_EQ(driver_.check(now_), HostDriver::Fault::None);
  EXPECT_TRUE(std::holds_alternative<Load>(written().at(0)));
  EXPECT_EQ(driver_.check(now_ + 1s + kTimeLimitGrace), HostDriver::Fault::None) << "one second was used before";
  EXPECT_EQ(driver_.check(now_ + 1001ms + kTimeLimitGrace), HostDriver::Fault::NoAnswerInTime);
}

TEST_F(Transfer, OffersThatAreNotAnsweredCountInTheTimeLimit) {
  greet();
  driver_.setTimeLimit(2, now_);
  load(files({file("a.so", {1})}));
  written();
  EXPECT_EQ(driver_.check(now_ += 2s + kTimeLimitGrace), HostDriver::Fault::None);
  EXPECT_EQ(driver_.check(now_ += 1ms), HostDriver::Fault::NoAnswerInTime);
}

TEST_F(Transfer, AWorkerThatTakesNothingIsNotWaitedFor) {
  const LoadFiles offered = files({file("a.so", std::vector<uint8_t>(3 * kMaxFilePart))});
  greet();
  load(offered);
  written();
  EXPECT_EQ(driver_.check(now_), HostDriver::Fault::None);
  EXPECT_EQ(driver_.wakeUp(), now_ + kSendingGrace) << "also while files are offered";
  say(WantedFiles{{(*offered)[0].digest}});
  driver_.next();
  EXPECT_EQ(driver_.check(now_ += 50s), HostDriver::Fault::None) << "the answer is progress";
  driver_.written(1);
  EXPECT_EQ(driver_.check(now_ += kSendingGrace), HostDriver::Fault::None);
  driver_.written(1);
  EXPECT_EQ(driver_.check(now_ += kSendingGrace), HostDriver::Fault::None) << "a byte is progress";
  EXPECT_EQ(driver_.check(now_ += kSendingGrace), HostDriver::Fault::None);
  EXPECT_EQ(driver_.check(now_ += 1ms), HostDriver::Fault::SendingStopped);
  EXPECT_EQ(driver_.sendingSeconds(), 60);
}

TEST_F(Transfer, WhatTheOwnerHoldsIsNotTaken) {
  sendThreeParts();
  uint64_t held = driver_.outgoing().size();
  driver_.written(held);
  EXPECT_EQ(driver_.check(now_, held), HostDriver::Fault::None);
  for (; held > kMaxFilePart / 2; held -= 100'000)
    EXPECT_EQ(driver_.check(now_ += 59s, held - 1), HostDriver::Fault::None) << "it drains slowly";
  EXPECT_EQ(driver_.check(now_, held), HostDriver::Fault::None);
  EXPECT_EQ(driver_.check(now_ += 61s, held), HostDriver::Fault::SendingStopped);
}

TEST_F(Transfer, AWorkerThatReadsLargeFilesHasTimeForThem) {
  const LoadFiles offered = files({file("a.so", std::vector<uint8_t>(40'000'000))});
  greet();
  load(offered);
  written();
  EXPECT_EQ(driver_.check(now_), HostDriver::Fault::None);
  EXPECT_EQ(driver_.wakeUp(), now_ + kSendingGrace + 2s);
}

TEST_F(Transfer, WithAShorterTimeLimitThatIsTheLimitOfProgress) {
  const LoadFiles offered = files({file("a.so", std::vector<uint8_t>(3 * kMaxFilePart))});
  for (const auto& [limit, grace] :
       {std::pair(2.0, kLeastSendingGrace), std::pair(30.0, std::chrono::milliseconds(30s))}) {
    driver_ = HostDriver();
    driver_.start("test", now_);
    greet();
    driver_.setTimeLimit(limit, now_);
    load(offered);
    written();
    say(WantedFiles{{(*offered)[0].digest}});
    driver_.next();
    EXPECT_EQ(driver_.check(now_), HostDriver::Fault::None);
    EXPECT_EQ(driver_.check(now_ += grace), HostDriver::Fault::None);
    EXPECT_EQ(driver_.check(now_ += 1ms), HostDriver::Fault::SendingStopped);
    EXPECT_EQ(driver_.sendingSeconds(), std::chrono::duration<double>(grace).count());
  }
}

TEST_F(Transfer, CancelEndsItAtOnce) {
  sendThreeParts();
  driver_.cancel(now_);
  EXPECT_FALSE(driver_.next().has_value());
  ASSERT_TRUE(driver_.hasEnded());
  const RunFailure failure = driver_.ended({0, 9, ""});
  EXPECT_TRUE(failure.is(FailureKind::Cancelled));
  EXPECT_EQ(failure.message, "cancelled while files were sent to the worker");
}

TEST_F(Transfer, AFileThatChangesMeanwhileIsNotSentOn) {
  const test::ScratchFolder folder;
  const std::string path = folder.write("large.so", std::vector<uint8_t>(20 << 20, 7));
  Load request;
  request.path = path;
  const auto offered = filesOfLoad(request);
  ASSERT_TRUE(offered.ok());
  greet();
  load(*offered, path);
  written();
  say(WantedFiles{{(**offered)[0].digest}});
  driver_.next();
  folder.write("large.so", std::vector<uint8_t>(20 << 20, 8));
  written();
  EXPECT_FALSE(driver_.next().has_value());
  ASSERT_TRUE(driver_.hasEnded());
  const RunFailure failure = driver_.ended({0, 0, ""});
  EXPECT_TRUE(failure.is(FailureKind::FileChanged));
  EXPECT_EQ(failure.message, path + ": the file changed while it was sent to the worker");
}

}  // namespace
}  // namespace relaxscope::wire
