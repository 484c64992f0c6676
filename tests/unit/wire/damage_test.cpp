// SPDX-License-Identifier: Apache-2.0
// Randomly damaged streams of a well-behaved worker: the invariants of the codec hold.
#include <gtest/gtest.h>

#include "sample_messages.h"
#include "tests/fuzz/entries.h"
#include "tests/fuzz/mutation.h"

namespace relaxscope {
namespace {

TEST(Damage, NoMutationOfTheProtocolDoesHarm) {
  std::vector<fuzz::Buffer> streams;
  fuzz::Buffer all;
  for (const wire::Message& message : wire::sampleMessages()) {
    streams.push_back(wire::encode(message));
    all.insert(all.end(), streams.back().begin(), streams.back().end());
  }
  streams.push_back(all);
  for (uint64_t number = 0; number < 20'000; ++number) fuzz::runWire(Bytes::own(fuzz::mutated(streams, 11, number)));
}

TEST(Damage, NoMutationOfArgumentsDoesHarm) {
  std::vector<fuzz::Buffer> texts;
  for (
      const std::string_view text :
      {R"([{"type":"tensor","key":"a","dtype":"float32","shape":[1]},{"type":"float","value":-Infinity},{"type":"str","value":"a\\\\b\\xff"},{"type":"tuple","fields":[{"type":"none"}]}])",
       R"([{"func":"f","args":[{"type":"int","value":3}]},{"func":"g","mode":"stateful","args":[{"type":"result","call":0,"path":[1,0]}]}])",
       "x=float32[4,8]", "n=@in.npz:key"})
    texts.emplace_back(text.begin(), text.end());
  for (uint64_t number = 0; number < 20'000; ++number) fuzz::runValues(Bytes::own(fuzz::mutated(texts, 12, number)));
}

}  // namespace
}  // namespace relaxscope
