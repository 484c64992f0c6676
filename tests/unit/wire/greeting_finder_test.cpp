// SPDX-License-Identifier: Apache-2.0
#include "vmcore/wire/greeting_finder.h"

#include <gtest/gtest.h>

#include <string_view>

#include "vmcore/wire/host_driver.h"

namespace relaxscope::wire {
namespace {

std::vector<uint8_t> bytesOf(std::string_view text) { return {text.begin(), text.end()}; }
std::vector<uint8_t> operator+(std::vector<uint8_t> a, const std::vector<uint8_t>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}
const std::string kBanner = "Last login: Mon\r\n\x1b[1mWelcome\x1b[0m to \xc3\xa9tude\n$ \n";

TEST(GreetingFinder, SkipsTextHoweverTheStreamIsCut) {
  const std::vector<uint8_t> frames = encode(Hello{}) + encode(Output{false, "later"});
  for (const std::string& banner : {std::string(), kBanner, std::string(GreetingFinder::kMostText, 'x')})
    for (const size_t step : {size_t{1}, size_t{7}, size_t{1} << 20}) {
      const std::vector<uint8_t> stream = bytesOf(banner) + frames;
      GreetingFinder finder;
      std::vector<uint8_t> out;
      for (size_t at = 0; at < stream.size(); at += step)
        out = out + finder.feed(std::span(stream).subspan(at, std::min(step, stream.size() - at)));
      EXPECT_TRUE(finder.isFound());
      EXPECT_EQ(out, frames) << banner.size() << " bytes before, in steps of " << step;
    }
}

TEST(GreetingFinder, MoreTextThanTheLimitEndsTheSearch) {
  GreetingFinder finder;
  EXPECT_TRUE(finder.feed(bytesOf(std::string(GreetingFinder::kMostText + 1, 'x')) + encode(Hello{})).empty());
  EXPECT_TRUE(finder.isTooMuch());
  EXPECT_TRUE(finder.feed(encode(Hello{})).empty());
  EXPECT_FALSE(finder.isFound());
}

TEST(GreetingFinder, ABannerIsSkippedByASession) {
  Session session;
  session.greet("rscope");
  session.feed(bytesOf(kBanner) + encode(Hello{}) + encode(Output{false, "x"}));
  auto hello = session.next();
  ASSERT_TRUE(hello.ok() && hello->has_value());
  EXPECT_TRUE(std::holds_alternative<Hello>(**hello));
  EXPECT_EQ(session.state(), Session::State::Ready);
  auto output = session.next();
  ASSERT_TRUE(output.ok() && output->has_value());
  EXPECT_TRUE(std::holds_alternative<Output>(**output));
}

TEST(GreetingFinder, TooMuchTextIsOneErrorWithItsFirstLine) {
  Session session;
  session.feed(bytesOf("\r\nMotd \x07 of the day\nmore\n" + std::string(GreetingFinder::kMostText, 'y')));
  const auto next = session.next();
  ASSERT_FALSE(next.ok());
  EXPECT_EQ(next.error().text(),
            "the worker command is not a RelaxScope worker (no greeting in 64 KiB of output); its output begins \"Motd "
            "\\x07 of the day\"");
  EXPECT_EQ(session.state(), Session::State::Ended);
}

TEST(GreetingFinder, AGreetingThatIsDamagedIsAnError) {
  std::vector<uint8_t> frame = encode(Hello{});
  frame.resize(frame.size() - 1);
  frame[0] -= 1;
  Session session;
  session.feed(frame);
  EXPECT_FALSE(session.next().ok());
}

TEST(GreetingFinder, ACommandThatOnlyPrintsIsQuotedWhenItEnds) {
  HostDriver driver;
  const HostDriver::Time start{};
  driver.start("rscope", start);
  driver.feed(bytesOf("usage: ssh host\n"));
  EXPECT_FALSE(driver.next().has_value());
  EXPECT_EQ(driver.check(start), HostDriver::Fault::None);
  EXPECT_EQ(driver.ended({255, 0, ""}).message,
            "the worker ended with exit code 255 before its greeting; its output begins \"usage: ssh host\"");
  HostDriver silent;
  silent.start("rscope", start);
  silent.feed(bytesOf("Welcome\n"));
  EXPECT_FALSE(silent.next().has_value());
  EXPECT_EQ(silent.check(start + kGreetingGrace + std::chrono::milliseconds(1)), HostDriver::Fault::NoGreeting);
  EXPECT_EQ(
      silent.ended({0, 9, "it sent no greeting in time"}).message,
      "the worker was terminated before its greeting: it sent no greeting in time; its output begins \"Welcome\"");
}

}  // namespace
}  // namespace relaxscope::wire
