// SPDX-License-Identifier: Apache-2.0
#include "vmcore/wire/messages.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "sample_messages.h"
#include "vmcore/run/value_json.h"

namespace relaxscope::wire {
namespace {

Result<std::optional<Message>> decodeOne(const std::vector<uint8_t>& bytes) {
  Decoder decoder;
  decoder.feed(bytes);
  return decoder.next();
}

std::vector<uint8_t> frame(uint8_t type, std::vector<uint8_t> payload) {
  const auto length = static_cast<uint32_t>(payload.size() + 1);
  std::vector<uint8_t> out(4);
  std::memcpy(out.data(), &length, 4);
  out.push_back(type);
  out.insert(out.end(), payload.begin(), payload.end());
  return out;
}

TEST(Messages, EveryKindSurvivesTheTripWithAllItsFields) {
  const auto samples = sampleMessages();
  ASSERT_EQ(samples.size(), std::variant_size_v<Message>);
  for (size_t i = 0; i < samples.size(); ++i) {
    ASSERT_EQ(samples[i].index(), i);
    const auto bytes = encode(samples[i]);
    auto back = decodeOne(bytes);
    ASSERT_TRUE(back.ok()) << messageName(samples[i]) << ": " << back.error().text();
    ASSERT_TRUE(back->has_value()) << messageName(samples[i]);
    EXPECT_EQ((*back)->index(), i);
    EXPECT_EQ(encode(**back), bytes) << messageName(samples[i]);
  }
}

TEST(Messages, FieldsOfALoadArriveAsTheyWere) {
  const auto message = *decodeOne(encode(sampleMessages()[2]));
  const Load& load = std::get<Load>(*message);
  EXPECT_EQ(load.path, "/tmp/\xfe.so");
  EXPECT_EQ(load.constants, "/tmp/\xfe.params");
  EXPECT_EQ(load.libraries, (std::vector<std::string>{"a.so", "b.so"}));
  EXPECT_EQ(load.allocator, "naive");
  EXPECT_EQ(load.limits.steps, 77u);
  EXPECT_FALSE(load.limits.memoryDefault);
  EXPECT_DOUBLE_EQ(load.limits.timeSeconds, 1.5);
}

TEST(Messages, ValuesKeepTheirBits) {
  const auto message = *decodeOne(encode(sampleMessages()[3]));
  const auto& args = std::get<wire::Run>(*message).script[0].args;
  EXPECT_TRUE(std::isnan(std::get<double>(args[2].data)));
  EXPECT_TRUE(std::signbit(std::get<double>(args[3].data)));
  const auto& tuple = std::get<TupleValue>(args[9].data);
  const auto& inner = std::get<TupleValue>(tuple.fields[1].data);
  EXPECT_EQ(std::get<std::string>(inner.fields[0].data), std::string("\xff\0bytes", 7));
  EXPECT_EQ(tuple.tag, std::nullopt);
  EXPECT_EQ(inner.tag, -3);
  const auto& tensor = std::get<TensorValue>(tuple.fields[2].data);
  EXPECT_EQ(tensor.data, Bytes::own({1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(tensor.shape, (std::vector<int64_t>{2, 1}));
}

TEST(Messages, DataThatCallsShareIsSentOnce) {
  const Bytes weights = Bytes::own(std::vector<uint8_t>(1000, 7));
  const Value tensor{TensorValue{{1, 8, 1}, {1000}, weights}};
  wire::Run one, many;
  one.script = {{"f", {tensor}}};
  many.script = {{"f", {tensor}}, {"g", {tensor, Value{TupleValue{{tensor}}}}}};
  EXPECT_LT(wire::encode(many).size(), wire::encode(one).size() + 1000);
  const auto back = decodeOne(encode(many));
  ASSERT_TRUE(back.ok() && back->has_value());
  EXPECT_EQ(encode(**back), encode(many));
  const auto& args = std::get<wire::Run>(**back).script[1].args;
  EXPECT_EQ(std::get<TensorValue>(args[0].data).data, weights);
  EXPECT_EQ(std::get<TensorValue>(std::get<TupleValue>(args[1].data).fields[0].data).data, weights);
}

TEST(Messages, EventColumnsArrive) {
  const auto message = *decodeOne(encode(sampleBatch()));
  const EventBatch& batch = std::get<EventBatch>(*message);
  EXPECT_EQ(batch.chunk->events.start, (std::vector<int64_t>{5, -9}));
  EXPECT_EQ(batch.chunk->events.depth, (std::vector<uint16_t>{1, 65535}));
  EXPECT_EQ(batch.chunk->values.dims, (std::vector<int64_t>{9, 4, 1}));
  EXPECT_EQ(batch.chunk->values.memory[0].live, 24);
  ASSERT_EQ(batch.runs.size(), 2u);
  EXPECT_EQ(batch.runs[0].kind, RunKind::Warmup);
  EXPECT_EQ(batch.runs[1].kind, RunKind::Values);
  EXPECT_EQ(batch.runs[1].index, 6u);
}

TEST(Messages, ATensorLargerThanAPieceTravelsInPieces) {
  std::vector<uint8_t> data(kMaxBlobPiece + 5u, 3);
  data.back() = 9;
  const auto bytes = encode(RunFinished{
      {Value{TensorValue{DataType{1, 8, 1}, {static_cast<int64_t>(data.size())}, Bytes::own(data)}}}, {}, 1, {}, 0});
  const auto message = *decodeOne(bytes);
  const auto& result = std::get<RunFinished>(*message).results.at(0);
  EXPECT_EQ(std::get<TensorValue>(result.data).data, Bytes::own(data));
}

TEST(Messages, ComeOutWholeHoweverTheStreamIsCut) {
  std::vector<uint8_t> stream;
  for (const Message& m : sampleMessages()) {
    const auto bytes = encode(m);
    stream.insert(stream.end(), bytes.begin(), bytes.end());
  }
  for (const size_t step : {size_t{1}, size_t{3}, size_t{97}, stream.size()}) {
    Decoder decoder;
    size_t count = 0;
    for (size_t at = 0; at < stream.size(); at += step) {
      decoder.feed(std::span(stream).subspan(at, std::min(step, stream.size() - at)));
      for (;;) {
        auto next = decoder.next();
        ASSERT_TRUE(next.ok()) << next.error().text();
        if (!*next) break;
        EXPECT_EQ((*next)->index(), count++);
      }
    }
    EXPECT_EQ(count, std::variant_size_v<Message>);
    EXPECT_TRUE(decoder.atBoundary());
  }
}

TEST(Messages, AStreamCutAnywhereIsNotAMessage) {
  for (const Message& m : sampleMessages()) {
    const auto bytes = encode(m);
    for (size_t cut = 1; cut < bytes.size(); ++cut) {
      Decoder decoder;
      decoder.feed(std::span(bytes).first(cut));
      auto next = decoder.next();
      ASSERT_TRUE(next.ok());
      ASSERT_FALSE(next->has_value());
      EXPECT_FALSE(decoder.atBoundary());
    }
  }
}

TEST(Messages, APayloadCutAnywhereIsAnError) {
  for (const Message& m : sampleMessages()) {
    if (std::holds_alternative<wire::Run>(m) || std::holds_alternative<RunFinished>(m) ||
        std::holds_alternative<FilePart>(m) || std::holds_alternative<Compile>(m) ||
        std::holds_alternative<Compiled>(m))
      continue;  // several frames
    auto bytes = encode(m);
    const std::vector<uint8_t> payload(bytes.begin() + 5, bytes.end());
    for (size_t cut = 0; cut < payload.size(); ++cut) {
      const auto result = decodeOne(frame(bytes[4], {payload.begin(), payload.begin() + static_cast<ptrdiff_t>(cut)}));
      EXPECT_FALSE(result.ok()) << messageName(m) << " cut at " << cut;
    }
  }
}

TEST(Messages, AChangedByteNeverDoesHarm) {
  for (const Message& m : sampleMessages()) {
    const auto bytes = encode(m);
    for (size_t at = 0; at < bytes.size(); ++at)
      for (const uint8_t value : {uint8_t{0}, uint8_t{0x7f}, uint8_t{0x9b}, uint8_t{0xff}}) {
        auto damaged = bytes;
        damaged[at] = value;
        Decoder decoder;
        decoder.feed(damaged);
        for (int i = 0; i < 20; ++i) {
          const auto next = decoder.next();
          if (!next.ok() || !next->has_value()) break;
          (void)encode(**next);
        }
      }
  }
}

TEST(Messages, AHugeLengthIsRefusedBeforeItsBytesCome) {
  Decoder decoder;
  decoder.feed(std::vector<uint8_t>{0xff, 0xff, 0xff, 0xff});
  const auto next = decoder.next();
  ASSERT_FALSE(next.ok());
  EXPECT_NE(next.error().text().find("4,294,967,295 bytes"), std::string::npos) << next.error().text();
  decoder.feed(encode(Cancel{}));
  EXPECT_FALSE(decoder.next().ok()) << "an error stays";
}

TEST(Messages, AnEmptyFrameAndAnUnknownTypeAreErrors) {
  EXPECT_FALSE(decodeOne({0, 0, 0, 0, 0}).ok());
  EXPECT_FALSE(decodeOne(frame(99, {0xa0})).ok());
}

TEST(Messages, LyingCborIsRefused) {
  const auto control = [](std::vector<uint8_t> cbor) { return decodeOne(frame(8, std::move(cbor))); };  // Loaded
  EXPECT_FALSE(control({0xbb, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}).ok()) << "a map of 2^64 pairs";
  EXPECT_FALSE(control({0x9b, 0, 0, 0, 0, 0x10, 0, 0, 0}).ok()) << "a list of 2^28 items";
  EXPECT_FALSE(control({0x5a, 0x10, 0, 0, 0}).ok()) << "a byte string of 2^28 bytes";
  EXPECT_FALSE(control({0xa0, 0xa0}).ok()) << "something behind it";
  EXPECT_FALSE(control({0xc1, 0x00}).ok()) << "a tag";
  EXPECT_FALSE(control(std::vector<uint8_t>(1 << 20, 0x81)).ok()) << "a million lists in one another";
  EXPECT_FALSE(control({0xa0}).ok()) << "no fields";
}

TEST(Messages, FieldsOfTheWrongTypeOrRangeNameTheField) {
  std::vector<uint8_t> payload;
  nlohmann::json::to_cbor({{"warmups_done", -1}}, payload);
  auto result = decodeOne(frame(12, payload));
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().text(), "Progress.warmups_done is out of range");
  payload.clear();
  nlohmann::json::to_cbor({{"warmups_done", "x"}}, payload);
  result = decodeOne(frame(12, payload));
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().text(), "Progress.warmups_done is not a number");
}

TEST(Messages, TuplesGoAsDeepAsResultsMayBeAndNotWithoutEnd) {
  const auto comes = [](int levels) {
    Value value{int64_t{1}};
    for (int i = 0; i < levels; ++i) value = Value{TupleValue{{std::move(value)}}};
    return decodeOne(encode(RunFinished{{std::move(value)}, {}, 1, {}, 0})).ok();
  };
  EXPECT_TRUE(comes(kMaxValueDepth));
  EXPECT_FALSE(comes(kMaxValueDepth + 100));
}

TEST(Messages, TensorDataMustComeInOrderAndBeThere) {
  std::vector<uint8_t> out = frame(0, {1, 0, 0, 0, 42});
  EXPECT_FALSE(decodeOne(out).ok()) << "number 1 before number 0";
  EXPECT_FALSE(decodeOne(frame(0, {1, 0})).ok()) << "no whole number";
  const auto whole = encode(RunFinished{{Value{TensorValue{DataType{1, 8, 1}, {1}, Bytes::own({5})}}}, {}, 1, {}, 0});
  const std::vector<uint8_t> withoutBlob(whole.begin() + 10, whole.end());
  EXPECT_FALSE(decodeOne(withoutBlob).ok()) << "data that did not come";
}

TEST(Messages, WrongEventCountsAreRefused) {
  auto bytes = encode(sampleBatch());
  for (size_t count = 0; count < 6; ++count) {
    auto damaged = bytes;
    damaged[5 + count * 8 + 6] = 0x10;  // 2^52 more of them
    EXPECT_FALSE(decodeOne(damaged).ok()) << count;
    damaged = bytes;
    damaged[5 + count * 8] ^= 1;
    EXPECT_FALSE(decodeOne(damaged).ok()) << count;
  }
}

TEST(Messages, EventRecordsOutsideOfTheirColumnsAreRefused) {
  const auto refused = [](auto damage) {
    EventBatch batch = sampleBatch();
    damage(*batch.chunk);
    return !decodeOne(encode(batch)).ok();
  };
  EXPECT_TRUE(refused([](TraceChunk& c) { c.values.args[0].list = 1; })) << "lists count from 0";
  EXPECT_TRUE(refused([](TraceChunk& c) { c.values.uses[0].event = 2; }));
  EXPECT_TRUE(refused([](TraceChunk& c) { c.values.uses[0].list = 1; }));
  EXPECT_TRUE(refused([](TraceChunk& c) { c.values.uses.push_back({1, 0}); })) << "two lists of one event";
  EXPECT_TRUE(refused([](TraceChunk& c) { c.values.args[0].dimsBegin = 2; }));
  EXPECT_TRUE(refused([](TraceChunk& c) { c.values.args[0].dimsBegin = 0xFFFFFFFF; }));
  EXPECT_TRUE(refused([](TraceChunk& c) { c.values.args[0].type = 200; }));
  EXPECT_TRUE(refused([](TraceChunk& c) { c.values.slotChanges[0].event = 2; }));
  EXPECT_TRUE(refused([](TraceChunk& c) { c.values.memory[0].event = 2; }));
  EXPECT_TRUE(refused([](TraceChunk& c) { c.events.kind[1] = std::size(kEventKinds); }));
}

}  // namespace
}  // namespace relaxscope::wire
