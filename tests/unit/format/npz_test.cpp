// SPDX-License-Identifier: Apache-2.0
// Arrays written by NumPy, arrays written by us, and damaged archives.
#include "vmcore/format/container/npz.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <fstream>
#include <iterator>

namespace relaxscope {
namespace {

Bytes file(const std::string& name) {
  std::ifstream in(std::string(RELAXSCOPE_TEST_DATA) + "/npz/" + name, std::ios::binary);
  EXPECT_TRUE(in) << name;
  return Bytes::own(std::vector<uint8_t>(std::istreambuf_iterator<char>(in), {}));
}
template <class T>
std::vector<T> numbers(const NpyArray& array) {
  std::vector<T> out(array.data.size() / sizeof(T));
  std::memcpy(out.data(), array.data.data(), out.size() * sizeof(T));
  return out;
}
template <class T>
NpyArray arrayOf(DataType dtype, std::vector<int64_t> shape, const std::vector<T>& values) {
  std::vector<uint8_t> data(values.size() * sizeof(T));
  if (!data.empty()) std::memcpy(data.data(), values.data(), data.size());
  return {dtype, std::move(shape), Bytes::own(std::move(data))};
}
std::string npyError(const std::string& name) {
  const auto array = readNpy(file(name));
  return array.ok() ? "read" : array.error().text();
}
Bytes patched(const Bytes& from, size_t at, std::vector<uint8_t> bytes) {
  std::vector<uint8_t> copy(from.data(), from.data() + from.size());
  std::copy(bytes.begin(), bytes.end(), copy.begin() + static_cast<std::ptrdiff_t>(at));
  return Bytes::own(std::move(copy));
}
std::string npzError(const Bytes& bytes) {
  const auto arrays = readNpz(bytes);
  return arrays.ok() ? "read" : arrays.error().text();
}

TEST(Npz, EveryDtypeThatNumPySaves) {
  const auto arrays = readNpz(file("every_dtype.npz"));
  ASSERT_TRUE(arrays.ok()) << arrays.error().text();
  ASSERT_EQ(arrays->size(), 12u);
  for (const auto& [name, array] : *arrays) {
    EXPECT_EQ("a_" + array.dtype.name(), name);
    EXPECT_EQ(array.shape, (std::vector<int64_t>{2, 3}));
    EXPECT_EQ(static_cast<int64_t>(array.data.size()), 6 * array.dtype.elementBytes());
  }
  EXPECT_EQ(numbers<int16_t>((*arrays)[2].second), (std::vector<int16_t>{0, 1, 2, 3, 4, 100}));
  EXPECT_EQ(numbers<double>((*arrays)[11].second), (std::vector<double>{0, 1, 2, 3, 4, 100}));
  EXPECT_EQ(numbers<uint8_t>((*arrays)[0].second), (std::vector<uint8_t>{0, 1, 1, 1, 1, 1}));
}

TEST(Npz, DeflatedScalarsAndEmptyArrays) {
  const auto arrays = readNpz(file("deflated.npz"));
  ASSERT_TRUE(arrays.ok()) << arrays.error().text();
  ASSERT_EQ(arrays->size(), 3u);
  EXPECT_EQ((*arrays)[0].first, "ramp");
  EXPECT_EQ(numbers<int32_t>((*arrays)[0].second)[9999], 9999);
  EXPECT_TRUE((*arrays)[1].second.shape.empty());
  EXPECT_EQ(numbers<double>((*arrays)[1].second), std::vector<double>{2.5});
  EXPECT_EQ((*arrays)[2].second.shape, (std::vector<int64_t>{3, 0}));
}

TEST(Npz, MembersAfterADataDescriptor) {
  const auto arrays = readNpz(file("data_descriptor.npz"));
  ASSERT_TRUE(arrays.ok()) << arrays.error().text();
  EXPECT_EQ(numbers<float>((*arrays)[0].second)[5], 5.0f);
  EXPECT_EQ(numbers<int64_t>((*arrays)[1].second)[3], 3);
}

TEST(Npy, FortranOrderIsTransposed) {
  const auto array = readNpy(file("fortran.npy"));
  ASSERT_TRUE(array.ok()) << array.error().text();
  EXPECT_EQ(array->shape, (std::vector<int64_t>{2, 3, 4}));
  std::vector<int16_t> expected(24);
  for (int16_t i = 0; i < 24; ++i) expected[static_cast<size_t>(i)] = i;
  EXPECT_EQ(numbers<int16_t>(*array), expected);
}

TEST(Npy, OtherByteOrderAndVersions) {
  const auto big = readNpy(file("big_endian.npy"));
  ASSERT_TRUE(big.ok()) << big.error().text();
  EXPECT_EQ(numbers<int32_t>(*big), (std::vector<int32_t>{1, 2, -3}));
  for (const char* name : {"version_2.npy", "version_3.npy"}) {
    const auto array = readNpy(file(name));
    ASSERT_TRUE(array.ok()) << name << array.error().text();
    EXPECT_EQ(numbers<uint8_t>(*array), std::vector<uint8_t>{7});
  }
}

TEST(Npy, RefusedDtypesAreNamed) {
  EXPECT_NE(npyError("complex64.npy").find("\"<c8\" is not supported"), std::string::npos);
  EXPECT_NE(npyError("text.npy").find("\"<U3\" is not supported"), std::string::npos);
  EXPECT_NE(npyError("structure.npy").find("is a structure"), std::string::npos);
}

TEST(Npy, WrittenArraysReadBack) {
  for (const NpyArray& array :
       {arrayOf<float>({2, 32, 1}, {2, 2}, {1, 2, 3, 4}), arrayOf<int64_t>({0, 64, 1}, {}, {-5}),
        arrayOf<uint8_t>({6, 8, 1}, {3}, {1, 0, 1}), arrayOf<uint16_t>({2, 16, 1}, {0, 7}, {})}) {
    const std::vector<uint8_t> bytes = writeNpy(array);
    EXPECT_EQ((bytes.size() - array.data.size()) % 64, 0u) << "NumPy aligns data to 64 bytes";
    const auto back = readNpy(Bytes::own(bytes));
    ASSERT_TRUE(back.ok()) << back.error().text();
    EXPECT_EQ(back->dtype, array.dtype);
    EXPECT_EQ(back->shape, array.shape);
    EXPECT_EQ(back->data, array.data);
  }
}

TEST(Npy, BytesAreThoseOfNumPy) {
  const std::vector<uint8_t> ours = writeNpy(arrayOf<uint8_t>({1, 8, 1}, {1}, {7}));
  std::string expected("\x93NUMPY\x01\x00v\x00", 10);
  expected += "{'descr': '|u1', 'fortran_order': False, 'shape': (1,), }";
  expected.resize(127, ' ');
  expected += "\n\x07";
  EXPECT_EQ(std::string(ours.begin(), ours.end()), expected);
}

TEST(Npy, TypesThatNumPyLacksAreStoredAsIntegers) {
  EXPECT_EQ(storedAs({4, 16, 1}), (DataType{1, 16, 1}));  // bfloat16
  EXPECT_EQ(storedAs({10, 8, 1}), (DataType{1, 8, 1}));   // float8
  EXPECT_EQ(storedAs({0, 4, 1}), (DataType{1, 8, 1}));    // int4
  EXPECT_EQ(storedAs({1, 1, 1}), (DataType{1, 8, 1}));    // the bool of TVM before 0.23
  EXPECT_EQ(storedAs({3, 64, 1}), (DataType{1, 64, 1}));  // handle
  EXPECT_EQ(storedAs({2, 64, 1}), (DataType{2, 64, 1}));
  const auto back = readNpy(Bytes::own(writeNpy(arrayOf<uint16_t>({4, 16, 1}, {1}, {0x3F80}))));
  EXPECT_EQ(back->dtype, (DataType{1, 16, 1}));
}

TEST(Npy, DamagedHeaders) {
  const Bytes good = Bytes::own(writeNpy(arrayOf<float>({2, 32, 1}, {2, 2}, {1, 2, 3, 4})));
  const auto error = [&](size_t at, std::string_view text) {
    const auto array = readNpy(patched(good, at, std::vector<uint8_t>(text.begin(), text.end())));
    return array.ok() ? "read" : array.error().text();
  };
  EXPECT_EQ(error(0, "x"), "not a .npy array: the magic is missing (byte 0)");
  EXPECT_EQ(error(6, "\x09"), "npy version 9.0 is not 1.0, 2.0 or 3.0");
  EXPECT_EQ(error(8, "\xff\xff"), "npy header needs 65535 bytes, 134 left (byte 10)");
  EXPECT_EQ(error(10, "["), "npy header is not a dictionary as NumPy writes it");
  const std::string text(good.text());
  EXPECT_EQ(error(text.find("(2,"), "(9,"), "npy data needs 72 bytes, 16 left (byte 128)");
  EXPECT_EQ(error(text.find("(2,"), "(-1"), "npy shape has a negative extent, -1");
  EXPECT_EQ(error(text.find("descr"), "desxr"), "npy header has an unknown entry \"desxr\"");
  for (size_t length = 0; length < good.size(); ++length) EXPECT_FALSE(readNpy(good.slice(0, length)).ok()) << length;
}

TEST(Npy, ShapesThatOverflowAreRefused) {
  std::string text = "{'descr': '<f8', 'fortran_order': False, 'shape': (4294967296, 4294967296), }";
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(text.size());
  bytes += '\0';
  EXPECT_EQ(readNpy(Bytes::copyOf(bytes + text)).error().message, "npy array has more bytes than an int64 can count");
}

TEST(Npz, WrittenArchivesReadBack) {
  const std::vector<std::pair<std::string, NpyArray>> arrays = {{"arg0", arrayOf<float>({2, 32, 1}, {2}, {1.5f, -2})},
                                                                {"out0.1", arrayOf<int8_t>({0, 8, 1}, {}, {3})}};
  const auto back = readNpz(Bytes::own(writeNpz(arrays)));
  ASSERT_TRUE(back.ok()) << back.error().text();
  ASSERT_EQ(back->size(), 2u);
  EXPECT_EQ((*back)[1].first, "out0.1");
  EXPECT_EQ(numbers<float>((*back)[0].second), (std::vector<float>{1.5f, -2}));
  EXPECT_EQ(writeNpz(arrays), writeNpz(arrays));
  EXPECT_TRUE(readNpz(Bytes::own(writeNpz({})))->empty());
}

TEST(Npz, ManyMembersNeedTheZip64End) {
  std::vector<std::pair<std::string, NpyArray>> arrays;
  for (int i = 0; i < 70'000; ++i)
    arrays.emplace_back("a" + std::to_string(i), arrayOf<uint8_t>({1, 8, 1}, {1}, {static_cast<uint8_t>(i)}));
  const auto back = readNpz(Bytes::own(writeNpz(arrays)));
  ASSERT_TRUE(back.ok()) << back.error().text();
  ASSERT_EQ(back->size(), 70'000u);
  EXPECT_EQ(numbers<uint8_t>((*back)[69'999].second)[0], static_cast<uint8_t>(69'999));
}

/// One stored member, with the offsets of its headers for patching.
struct Archive {
  Bytes bytes = Bytes::own(writeNpz({{"x", arrayOf<uint8_t>({1, 8, 1}, {4}, {1, 2, 3, 4})}}));
  size_t central = 0, end = 0;
  Archive() {
    end = bytes.size() - 22;
    central = end - 46 - 5;
  }
};

TEST(Npz, DamagedArchives) {
  const Archive a;
  EXPECT_EQ(npzError(a.bytes), "read");
  EXPECT_EQ(npzError(Bytes::copyOf("PK")), "not a .npz archive: no ZIP end record");
  EXPECT_NE(npzError(patched(a.bytes, a.end + 10, {9, 0})).find("declares 9 members"), std::string::npos);
  EXPECT_NE(npzError(patched(a.bytes, a.end + 16, {0xff, 0xff, 0xff, 0x7f})).find("lies outside the file"),
            std::string::npos);
  EXPECT_NE(npzError(patched(a.bytes, a.central, {0})).find("another signature"), std::string::npos);
  EXPECT_NE(npzError(patched(a.bytes, a.central + 16, {1, 2, 3, 4})).find("wrong checksum"), std::string::npos);
  EXPECT_NE(npzError(patched(a.bytes, 100, {'#'})).find("wrong checksum"), std::string::npos);
  EXPECT_NE(npzError(patched(a.bytes, a.central + 10, {12})).find("method 12 is not supported"), std::string::npos);
  EXPECT_NE(npzError(patched(a.bytes, a.central + 8, {1})).find("is encrypted"), std::string::npos);
  EXPECT_NE(npzError(patched(a.bytes, a.central + 20, {9})).find("stored with"), std::string::npos);
  EXPECT_NE(npzError(patched(a.bytes, a.central + 42, {0xff, 0xff, 0, 0})).find("data at byte 65535"),
            std::string::npos);
  EXPECT_NE(npzError(patched(a.bytes, a.central + 47, {'n'})).find("is not a .npy array"), std::string::npos);
  for (size_t length = 0; length < a.bytes.size(); ++length)
    EXPECT_FALSE(readNpz(a.bytes.slice(0, length)).ok()) << length;
}

TEST(Npz, BombsAreRefusedBeforeTheyUnpack) {
  const Archive a;
  // 2 GiB from 132 bytes: above the maximum ratio of deflate.
  const Bytes bomb = patched(patched(a.bytes, a.central + 10, {8}), a.central + 24, {0, 0, 0, 0x7f});
  EXPECT_NE(npzError(bomb).find("unpack to more than"), std::string::npos);
}

TEST(Npz, MembersThatShareTheirDataAreRefused) {
  const Bytes good = file("every_dtype.npz");
  const std::string text(good.text());
  // Each claims the whole file as its data: none alone is larger than the file.
  std::vector<uint8_t> bytes(good.data(), good.data() + good.size());
  for (size_t at = text.find("PK\x01\x02"); at != std::string::npos; at = text.find("PK\x01\x02", at + 1))
    for (const size_t field : {20, 24})
      for (size_t i = 0; i < 4; ++i) bytes[at + field + i] = static_cast<uint8_t>((good.size() / 2) >> (8 * i));
  EXPECT_NE(npzError(Bytes::own(std::move(bytes))).find("share their data"), std::string::npos);
}

TEST(Npz, DataThatUnpacksToFarLessThanItSays) {
  // Within the maximum ratio of deflate.
  const Bytes good = file("deflated.npz");
  const size_t central = std::string(good.text()).find("PK\x01\x02");
  const auto size = static_cast<uint32_t>(good.size() * 20);
  EXPECT_NE(npzError(patched(good, central + 24,
                             {static_cast<uint8_t>(size), static_cast<uint8_t>(size >> 8),
                              static_cast<uint8_t>(size >> 16), 0}))
                .find("does not unpack to"),
            std::string::npos);
}

TEST(Npz, DeflatedDataThatEndsEarlyOrLate) {
  const Bytes good = file("deflated.npz");
  const std::string text(good.text());
  const size_t central = text.find("PK\x01\x02");
  ASSERT_NE(central, std::string::npos);
  EXPECT_NE(npzError(patched(good, central + 24, {1, 0, 0, 0})).find("does not unpack to the declared 1 bytes"),
            std::string::npos);
  EXPECT_NE(npzError(patched(good, central + 20, {50, 0, 0, 0})).find("\"ramp.npy\": "), std::string::npos);
  EXPECT_NE(npzError(patched(good, 120, {0xff, 0xff, 0xff, 0xff})).find("ramp.npy"), std::string::npos);
}

}  // namespace
}  // namespace relaxscope
