// SPDX-License-Identifier: Apache-2.0
// Parts of the worker in isolation: frames of signal handlers, random numbers, memory figures.
#include <gtest/gtest.h>
#include <pthread.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <future>

#include "vmcore/run/arguments/random_tensor.h"
#include "vmcore/vm/objects/objects.h"
#include "vmcore/vm/value_convert.h"
#include "vmcore/wire/messages.h"
#include "vmcore/worker/memory_limit.h"
#include "vmcore/worker/signal_cbor.h"
#include "vmcore/worker/stack_thread.h"

namespace relaxscope::worker {
namespace {

wire::Message decoded(std::span<const uint8_t> frame) {
  wire::Decoder decoder;
  decoder.feed(frame);
  auto message = decoder.next();
  EXPECT_TRUE(message.ok()) << message.error().text();
  EXPECT_TRUE(message->has_value());
  return **message;
}

/// Stack size of the calling thread in bytes.
size_t stackSize() {
  pthread_attr_t attributes;
  void* low = nullptr;
  size_t bytes = 0;
  EXPECT_EQ(pthread_getattr_np(pthread_self(), &attributes), 0);
  pthread_attr_getstack(&attributes, &low, &bytes);
  pthread_attr_destroy(&attributes);
  return bytes;
}

TEST(StackThread, HasTheStackThatIsAskedForAndIsWaitedFor) {
  size_t seen = 0;
  {
    const StackThread thread(size_t{48} << 20, [&] { seen = stackSize(); });
  }
  EXPECT_GE(seen, size_t{47} << 20);
  EXPECT_LE(seen, size_t{49} << 20);
}

TEST(StackThread, MakesDoWithLess) {
  size_t seen = 0;
  {
    const StackThread thread(size_t{1} << 50, [&] { seen = stackSize(); });
  }  // more than the address space
  EXPECT_GT(seen, size_t{1} << 20);
}

TEST(StackThread, GoesOnWhenItIsDetached) {
  std::promise<void> done;
  StackThread(size_t{1} << 20, [&] { done.set_value(); }).detach();
  done.get_future().wait();
}

TEST(SignalCbor, ItsFramesAreThoseOfTheCodec) {
  SignalCbor frame(kFailureFrame);
  frame.map(5);
  frame.text("kind");
  frame.text("Crash");
  frame.text("message");
  frame.text(std::string(300, 'm').c_str());
  frame.text("signal");
  frame.number(11);
  frame.text("fatal");
  frame.boolean(true);
  frame.text("position");
  frame.map(3);
  frame.text("function");
  frame.text("main");
  frame.text("callee");
  frame.text(nullptr);
  frame.text("pc");
  frame.number(-1);
  const auto failure = std::get<wire::Failure>(decoded(frame.finish()));
  EXPECT_EQ(failure.message, std::string(300, 'm'));
  EXPECT_EQ(failure.signal, 11);
  EXPECT_EQ(failure.position->pc, -1);
  EXPECT_EQ(failure.position->callee, "");
  SignalCbor none(kFailureFrame);
  none.map(5);
  for (const char* key : {"kind", "message"}) none.text(key), none.text("x");
  none.text("signal"), none.number(0);
  none.text("fatal"), none.boolean(false);
  none.text("position"), none.null();
  EXPECT_FALSE(std::get<wire::Failure>(decoded(none.finish())).position.has_value());
}

TEST(SignalCbor, WhatDoesNotFitIsNotSent) {
  SignalCbor frame(kOutputFrame);
  const std::string text(5000, 'x');
  frame.text(text.data(), text.size());
  EXPECT_TRUE(frame.finish().empty());
}

template <class T>
std::vector<T> randoms(DataType dtype, size_t count, uint64_t seed = 1, int64_t below = 0) {
  std::vector<T> values(count);
  EXPECT_TRUE(fillRandom(dtype, seed, below, {reinterpret_cast<uint8_t*>(values.data()), count * sizeof(T)}).ok());
  return values;
}

TEST(RandomTensor, FloatsFillTheRange) {
  for (const double value : randoms<double>({2, 64, 1}, 1000)) EXPECT_TRUE(value >= -1 && value < 1);
  double sum = 0, low = 1, high = -1;
  for (const float value : randoms<float>({2, 32, 1}, 10'000)) {
    ASSERT_TRUE(value >= -1 && value < 1);
    sum += value;
    low = std::min<double>(low, value);
    high = std::max<double>(high, value);
  }
  EXPECT_LT(std::abs(sum / 10'000), 0.05);
  EXPECT_LT(low, -0.99);
  EXPECT_GT(high, 0.99);
}

TEST(RandomTensor, TheFirstNumbersNeverChange) {
  // SplitMix64 from state 0 starts with 0xE220A8397B1DCDAF (its authors' reference).
  const auto bits = randoms<double>({2, 64, 1}, 1, 0)[0];
  EXPECT_EQ(bits,
            static_cast<double>(static_cast<int64_t>(0xE220A8397B1DCDAFULL >> 11) - (int64_t{1} << 52)) * 0x1p-52);
}

TEST(RandomTensor, HalvesAreTheNearestToFloats) {
  const auto floats = randoms<float>({2, 32, 1}, 5000, 3);
  const auto halves = randoms<uint16_t>({2, 16, 1}, 5000, 3);
  for (size_t i = 0; i < floats.size(); ++i) {
    const int exponent = halves[i] >> 10 & 31;
    const double magnitude =
        exponent == 0 ? std::ldexp(halves[i] & 1023, -24) : std::ldexp(1024 + (halves[i] & 1023), exponent - 25);
    const double value = (halves[i] & 0x8000) != 0 ? -magnitude : magnitude;
    EXPECT_LE(std::abs(value - floats[i]), std::max(std::ldexp(std::abs(double{floats[i]}), -11), 0x1p-25))
        << floats[i];
  }
}

TEST(RandomTensor, IntegersAndTruthValuesStaySmall) {
  bool seen[8] = {};
  for (const int64_t value : randoms<int64_t>({0, 64, 1}, 1000)) {
    ASSERT_TRUE(value >= 0 && value < 8);
    seen[value] = true;
  }
  for (const bool each : seen) EXPECT_TRUE(each);
  for (const uint8_t value : randoms<uint8_t>({0, 2, 1}, 100)) EXPECT_LE(value, 1) << "int2 holds -2 to 1";
  for (const uint8_t value : randoms<uint8_t>({6, 8, 1}, 100)) EXPECT_LE(value, 1);
}

TEST(RandomTensor, IntegersAreBelowTheirLimit) {
  for (const int64_t below : {int64_t{1}, int64_t{3}, int64_t{50'257}, INT64_MAX}) {
    int64_t highest = 0;
    for (const int64_t value : randoms<int64_t>({0, 64, 1}, 20'000, 1, below)) {
      ASSERT_TRUE(value >= 0 && value < below) << below;
      highest = std::max(highest, value);
    }
    EXPECT_GE(highest, below / 10 * 9) << "all of the range is used";
  }
  for (const int8_t value : randoms<int8_t>({0, 8, 1}, 1000, 1, 50'257)) ASSERT_GE(value, 0) << "what int8 holds";
  for (const uint8_t value : randoms<uint8_t>({0, 2, 1}, 100, 1, 50)) EXPECT_LE(value, 1) << "int2 holds -2 to 1";
  EXPECT_EQ(randoms<float>({2, 32, 1}, 3, 1, 5), randoms<float>({2, 32, 1}, 3, 1)) << "only integers have one";
}

TEST(RandomTensor, SmallFloatsAreBelowOneAndNoNan) {
  for (const uint8_t value : randoms<uint8_t>({8, 8, 1}, 5000)) EXPECT_LT(value & 0x7F, 0x38);
  for (const uint8_t value : randoms<uint8_t>({11, 8, 1}, 5000)) EXPECT_NE(value, 0x80) << "the NaN of fnuz";
}

TEST(RandomTensor, HandlesHaveNoNumbers) {
  uint8_t bytes[8];
  EXPECT_FALSE(fillRandom({3, 64, 1}, 0, 0, bytes).ok());
}

std::vector<uint8_t> memoryOf(const ffi::Any& object) {
  const auto tensor = object.cast<ffi::Tensor>();
  const auto* data = static_cast<const uint8_t*>(tensor.data_ptr());
  return {data, data + tensorBytes(tensor.shape().data(), tensor.ndim(), tensor.dtype())};
}

TEST(Values, ElementsThatFillNoWholeBytesLiePackedInTensors) {
  const DataType int12{0, 12, 1}, int4{0, 4, 1};
  const TensorValue wide{int12, {3}, Bytes::own({0x23, 0x01, 0x56, 0x04, 0x89, 0x07})},
      narrow{int4, {3}, Bytes::own({1, 2, 3})};
  const auto wideObject = toObject(Value{wide}, ElementLayout::Packed, {}),
             narrowObject = toObject(Value{narrow}, ElementLayout::Packed, {});
  ASSERT_TRUE(wideObject.ok() && narrowObject.ok());
  EXPECT_EQ(memoryOf(*wideObject), (std::vector<uint8_t>{0x23, 0x61, 0x45, 0x89, 0x07}))
      << "12 bits an element, lowest first";
  EXPECT_EQ(memoryOf(*narrowObject), (std::vector<uint8_t>{0x21, 0x03}));
  EXPECT_EQ(std::get<TensorValue>(toPlain(*wideObject, ElementLayout::Packed)->data).data, wide.data);
  EXPECT_EQ(std::get<TensorValue>(toPlain(*narrowObject, ElementLayout::Packed)->data).data, narrow.data);
}

TEST(Values, ThoseThatShareTheirDataBecomeOneTensor) {
  const TensorValue weights{{1, 8, 1}, {4}, Bytes::own({1, 2, 3, 4})}, other{{1, 8, 1}, {4}, Bytes::own({1, 2, 3, 4})};
  const TensorValue view{{1, 16, 1}, {2}, weights.data};
  MadeTensors made;
  const auto tuple = toObject(Value{TupleValue{{Value{weights}, Value{weights}, Value{other}, Value{view}}}},
                              ElementLayout::Packed, {}, &made);
  ASSERT_TRUE(tuple.ok());
  const auto fields = tuple->cast<ffi::Array<ffi::Any>>();
  EXPECT_TRUE(fields[0].same_as(fields[1]));
  EXPECT_FALSE(fields[0].same_as(fields[2])) << "other data";
  EXPECT_FALSE(fields[0].same_as(fields[3])) << "another type";
  EXPECT_EQ(made.size(), 3u);
}

TEST(Values, ATensorOfElementsWithoutBitsIsRefused) {
  const auto memory = std::make_shared<Allocator>(Allocator::Kind::Naive, 0);
  const int64_t extent = 100'000;
  const ffi::Any object = ffi::Tensor(makeTensor(memory, &extent, 1, {kDLFloat, 32, 0}));  // its storage is empty
  const auto plain = toPlain(object, ElementLayout::Packed);
  ASSERT_FALSE(plain.ok());
  EXPECT_NE(plain.error().text().find("without bits"), std::string::npos) << plain.error().text();
  EXPECT_FALSE(toObject(Value{TensorValue{{2, 32, 0}, {1}, Bytes::own({0, 0, 0, 0})}}, ElementLayout::Packed, {}).ok());
}

TEST(Values, AResultThatSharesItsPartsWithoutEndIsRefused) {
  ffi::Any shared = int64_t{3};
  for (int i = 0; i < 60; ++i) shared = ffi::Array<ffi::Any>({shared, shared});
  const auto plain = toPlain(shared, ElementLayout::Packed);
  ASSERT_FALSE(plain.ok());
  EXPECT_EQ(plain.error().text(), "it consists of more than 262144 values, too many to return");
}

TEST(Values, AResultWithALargeTensorAgainAndAgainIsRefused) {
  const auto memory = std::make_shared<Allocator>(Allocator::Kind::Naive, 0);
  const int64_t extent = 1 << 20;
  const auto times = [&](int count) {
    const ffi::Any tensor = ffi::Tensor(makeTensor(memory, &extent, 1, {kDLUInt, 8, 1}));
    const std::vector<ffi::Any> fields(static_cast<size_t>(count), tensor);
    return toPlain(ffi::Any(ffi::Array<ffi::Any>(fields.begin(), fields.end())), ElementLayout::Packed);
  };
  EXPECT_TRUE(times(16).ok());
  const auto plain = times(300);
  ASSERT_FALSE(plain.ok());
  EXPECT_NE(plain.error().text().find("repeats the same tensors"), std::string::npos) << plain.error().text();
}

TEST(MemoryLimit, TheFiguresArePlausible) {
  const MemoryUse use = memoryUse();
  EXPECT_GT(use.resident, 1u << 20);
  EXPECT_GE(use.addressSpace, use.resident);
  EXPECT_GT(defaultMemoryLimit(), 1u << 20);
}

}  // namespace
}  // namespace relaxscope::worker
