// SPDX-License-Identifier: Apache-2.0
#include "vmcore/wire/agreement.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "vmcore/wire/session.h"

namespace relaxscope::wire {
namespace {

Hello peer(const char* program, uint32_t oldest, uint32_t newest) {
  Hello hello;
  hello.program = program;
  hello.oldest = oldest;
  hello.protocol = newest;
  return hello;
}

TEST(Agreement, IsTheNewestCommonProtocol) {
  for (const auto& [oldest, newest, agreed] :
       {std::array{18u, 18u, 18u}, std::array{16u, 17u, 17u}, std::array{20u, 30u, 20u}, std::array{0u, 19u, 19u}}) {
    const Hello mine = peer("a", 17, 20), theirs = peer("b", oldest, newest);
    const auto one = agreedProtocol(mine, theirs), other = agreedProtocol(theirs, mine);
    ASSERT_TRUE(one.ok() && other.ok()) << oldest;
    EXPECT_EQ(*one, agreed);
    EXPECT_EQ(*other, agreed) << "both come to the same";
  }
}

TEST(Agreement, WithoutOneBothReleasesAreNamedAndTheOlderIsReplaced) {
  const Hello host = peer("rscope 0.2.0", 18, 20);
  const auto old = agreedProtocol(host, peer("relaxscope-worker 0.1.0", 0, 17));
  ASSERT_FALSE(old.ok());
  EXPECT_EQ(old.error().text(),
            "relaxscope-worker 0.1.0 has protocol 17, and rscope 0.2.0 has protocol 18 to 20; install the release of "
            "rscope 0.2.0 in place of relaxscope-worker 0.1.0");
  const auto fresh = agreedProtocol(host, peer("relaxscope-worker 0.9.0\n", 21, 30));
  ASSERT_FALSE(fresh.ok());
  EXPECT_EQ(fresh.error().text(),
            "rscope 0.2.0 has protocol 18 to 20, and relaxscope-worker 0.9.0\\n has protocol 21 to 30; install the "
            "release of relaxscope-worker 0.9.0\\n in place of rscope 0.2.0");
  EXPECT_FALSE(agreedProtocol(host, peer("", 5, 4)).ok()) << "a range that is none";
}

/// The greeting of releases up to 0.1, with the fields that it had.
std::vector<uint8_t> greetingOf17() {
  const nlohmann::json fields = {
      {"protocol", 17}, {"program", "relaxscope-worker 0.1.0"}, {"pid", 1}, {"devices", {"cpu"}}, {"deviceText", ""}};
  const std::vector<uint8_t> payload = nlohmann::json::to_cbor(fields);
  std::vector<uint8_t> frame{static_cast<uint8_t>(payload.size() + 1), 0, 0, 0, 1};
  frame.insert(frame.end(), payload.begin(), payload.end());
  return frame;
}

TEST(Agreement, AnEarlierReleaseIsUnderstoodAndRefusedInOneSentence) {
  Session session;
  session.greet("rscope 0.2.0");
  session.feed(greetingOf17());
  const auto next = session.next();
  ASSERT_FALSE(next.ok());
  EXPECT_EQ(next.error().text(),
            "relaxscope-worker 0.1.0 has protocol 17, and rscope 0.2.0 has protocol 18; install the release of rscope "
            "0.2.0 in place of relaxscope-worker 0.1.0");
  EXPECT_EQ(session.state(), Session::State::Ended);
}

TEST(Agreement, ANewerWorkerThatHasTheProtocolIsUsed) {
  Session session;
  session.greet("rscope 0.2.0");
  session.feed(encode(peer("relaxscope-worker 0.9.0", kProtocolVersion, kProtocolVersion + 5)));
  ASSERT_TRUE(session.next().ok());
  EXPECT_EQ(session.state(), Session::State::Ready);
}

}  // namespace
}  // namespace relaxscope::wire
