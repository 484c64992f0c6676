// SPDX-License-Identifier: Apache-2.0
// The host's side of a worker with a fake clock: deadlines, queues, and the ends of the process.
#include "vmcore/wire/host_driver.h"

#include <gtest/gtest.h>

namespace relaxscope::wire {
namespace {

using namespace std::chrono_literals;
using Fault = HostDriver::Fault;

class Driver : public ::testing::Test {
 protected:
  Driver() { driver_.start("test 1", now_); }
  void say(const Message& message) {
    const std::vector<uint8_t> bytes = encode(message);
    driver_.feed(bytes);
  }
  /// Advances the clock by `time`; returns the fault, if any.
  Fault after(std::chrono::milliseconds time) { return driver_.check(now_ += time); }
  void load() {
    say(Hello{});
    ASSERT_TRUE(driver_.next().has_value());
    driver_.send(driver_.session().load({}));
  }
  void run() {
    load();
    say(Loaded{});
    ASSERT_TRUE(driver_.next().has_value());
    driver_.send(driver_.session().run({}));
  }

  HostDriver::Time now_ = HostDriver::Time() + 1h;
  HostDriver driver_;
};

TEST_F(Driver, QueuesWhatIsSentUntilItIsWritten) {
  Decoder decoder(true);
  decoder.feed(driver_.outgoing());
  const auto hello = decoder.next();
  ASSERT_TRUE(hello.ok() && hello->has_value());
  EXPECT_EQ(std::get<Hello>(**hello).program, "test 1");
  const size_t size = driver_.outgoing().size();
  driver_.written(3);
  EXPECT_EQ(driver_.outgoing().size(), size - 3);
  driver_.written(size - 3);
  EXPECT_TRUE(driver_.outgoing().empty());
}

TEST_F(Driver, AWorkerMustGreet) {
  EXPECT_EQ(driver_.wakeUp(), now_ + kGreetingGrace);
  EXPECT_EQ(after(kGreetingGrace), Fault::None);
  EXPECT_EQ(after(1ms), Fault::NoGreeting);
  say(Hello{});
  EXPECT_FALSE(driver_.next().has_value()) << "too late";
  EXPECT_EQ(driver_.check(now_), Fault::NoGreeting);
}

TEST_F(Driver, AGreetingEndsTheWait) {
  say(Hello{});
  ASSERT_TRUE(driver_.next().has_value());
  EXPECT_EQ(after(1h), Fault::None);
  EXPECT_FALSE(driver_.wakeUp().has_value());
}

TEST_F(Driver, CancelIsAnsweredByTheEndOfTheRun) {
  run();
  driver_.cancel(now_);
  EXPECT_EQ(driver_.wakeUp(), now_ + kCancelGrace);
  say(Progress{});
  ASSERT_TRUE(driver_.next().has_value());
  EXPECT_EQ(after(kCancelGrace + 1ms), Fault::NoAnswerToCancel);
}

TEST_F(Driver, AFailureAnswersCancelAndTheTimeLimit) {
  run();
  driver_.setTimeLimit(1, now_);
  driver_.cancel(now_);
  say(Failure{"Cancelled", "cancelled", std::nullopt, 0, false});
  ASSERT_TRUE(driver_.next().has_value());
  EXPECT_EQ(after(1h), Fault::None);
  EXPECT_FALSE(driver_.hasEnded());
}

TEST_F(Driver, ASilentWorkerExceedsTheTimeLimit) {
  load();
  driver_.setTimeLimit(1.5, now_);
  EXPECT_EQ(after(1500ms + kTimeLimitGrace), Fault::None);
  EXPECT_EQ(after(1ms), Fault::NoAnswerInTime);
}

TEST_F(Driver, TheTimeLimitIsOneForGreetingLoadAndRun) {
  driver_.setTimeLimit(30, now_);
  EXPECT_EQ(after(15s), Fault::None);
  load();
  EXPECT_EQ(after(10s), Fault::None);
  say(Loaded{});
  ASSERT_TRUE(driver_.next().has_value());
  driver_.send(driver_.session().run({}));
  EXPECT_EQ(driver_.wakeUp(), now_ + 5s + kTimeLimitGrace);
  EXPECT_EQ(after(5s + kTimeLimitGrace), Fault::None);
  EXPECT_EQ(after(1ms), Fault::NoAnswerInTime);
  EXPECT_EQ(driver_.limitSeconds(), 30);
}

TEST_F(Driver, AWorkerThatNeverGreetsHasTheTimeLimitAlone) {
  driver_.setTimeLimit(2, now_);
  EXPECT_EQ(driver_.wakeUp(), now_ + 2s + kTimeLimitGrace);
  EXPECT_EQ(after(2s + kTimeLimitGrace), Fault::None);
  EXPECT_EQ(after(1ms), Fault::NoAnswerInTime);
}

TEST_F(Driver, BetweenRequestsNothingIsLate) {
  load();
  driver_.setTimeLimit(1, now_);
  say(Loaded{});
  ASSERT_TRUE(driver_.next().has_value());
  EXPECT_EQ(after(1h), Fault::None);
  EXPECT_FALSE(driver_.wakeUp().has_value());
}

TEST_F(Driver, AListOfDevicesHasTheTimeLimit) {
  say(Hello{});
  ASSERT_TRUE(driver_.next().has_value());
  driver_.setTimeLimit(60, now_);
  driver_.send(driver_.session().listDevices());
  EXPECT_EQ(after(60s + kTimeLimitGrace), Fault::None);
  EXPECT_EQ(after(1ms), Fault::NoAnswerInTime);
}

TEST_F(Driver, TheEndOfARunEndsTheLimit) {
  run();
  driver_.setTimeLimit(1, now_);
  say(RunFinished{});
  ASSERT_TRUE(driver_.next().has_value());
  driver_.send(driver_.session().run({}));
  EXPECT_EQ(after(1h), Fault::None) << "the next run needs a limit of its own";
}

TEST_F(Driver, NoLimitIsNone) {
  load();
  for (const double seconds : {0.0, 1e9}) {
    driver_.setTimeLimit(seconds, now_);
    EXPECT_EQ(after(1h), Fault::None);
  }
}

TEST_F(Driver, AFatalFailureComesWithTheEndOfTheProcess) {
  run();
  driver_.setTimeLimit(1, now_);
  say(Failure{"Crash", "", Position{"main", "matmul", 12}, 11, true});
  EXPECT_FALSE(driver_.next().has_value());
  EXPECT_TRUE(driver_.hasEnded());
  EXPECT_EQ(after(1h), Fault::None) << "it is not late any more";
  EXPECT_EQ(failureText(driver_.ended({0, 11, ""})), "the worker was killed by SIGSEGV in main:12, call matmul");
}

TEST_F(Driver, NonsenseIsAFault) {
  say(Hello{});
  ASSERT_TRUE(driver_.next().has_value());
  say(Loaded{});
  EXPECT_FALSE(driver_.next().has_value());
  EXPECT_EQ(driver_.check(now_), Fault::Protocol);
  EXPECT_NE(driver_.protocolError(), "");
  EXPECT_FALSE(driver_.hasEnded());
}

TEST_F(Driver, KeepsTheEndOfWhatWasPrinted) {
  driver_.feedErrorText(std::string(5000, 'a'));
  driver_.feedErrorText("the end\n\n");
  EXPECT_EQ(driver_.errorText().size(), 4096u - 2);
  EXPECT_TRUE(driver_.errorText().ends_with("athe end"));
}

}  // namespace
}  // namespace relaxscope::wire
