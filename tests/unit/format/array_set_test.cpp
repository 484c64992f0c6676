// SPDX-License-Identifier: Apache-2.0
// Files and folders of named arrays: safetensors, folders with tensor-cache.json, .npy; damaged ones.
#include "vmcore/format/array_set.h"

#include <gtest/gtest.h>

#include <cstring>

#include "tests/support/scratch_folder.h"
#include "vmcore/format/container/safetensors.h"
#include "vmcore/format/container/tensor_cache.h"

namespace relaxscope {
namespace {

using Arrays = std::vector<std::pair<std::string, NpyArray>>;

std::vector<uint8_t> bytesOf(const std::string& text) { return {text.begin(), text.end()}; }
std::vector<uint8_t> countedBytes(size_t count) {
  std::vector<uint8_t> bytes(count);
  for (size_t i = 0; i < count; ++i) bytes[i] = static_cast<uint8_t>(i);
  return bytes;
}
std::vector<uint8_t> bytesOf(const NpyArray& array) {
  return {array.data.data(), array.data.data() + array.data.size()};
}
/// A file with this header and `dataBytes` counted bytes of data.
std::vector<uint8_t> safetensors(const std::string& header, size_t dataBytes) {
  std::vector<uint8_t> file(sizeof(uint64_t));
  const uint64_t size = header.size();
  std::memcpy(file.data(), &size, sizeof size);
  for (const auto& part : {bytesOf(header), countedBytes(dataBytes)}) file.insert(file.end(), part.begin(), part.end());
  return file;
}
std::string safetensorsError(const std::string& item, size_t dataBytes = 8) {
  const auto arrays = readSafetensors(Bytes::own(safetensors("{\"w\": " + item + "}", dataBytes)));
  return arrays.ok() ? "read" : arrays.error().message;
}
/// A list of one array, with this text in its record, of a shard of 16 counted bytes.
Result<Arrays> cache(const std::string& record, const std::string& shard = "s.bin") {
  const std::string text =
      R"({"records": [{"dataPath": ")" + shard + R"(", "records": [{"name": "w", )" + record + "}]}]}";
  return readTensorCache(text, [](const std::string& name) -> Result<Bytes> {
    if (name != "s.bin") return Error("no such file");
    return Bytes::own(countedBytes(16));
  });
}
std::string cacheError(const std::string& record, const std::string& shard = "s.bin") {
  const auto arrays = cache(record, shard);
  return arrays.ok() ? "read" : arrays.error().message;
}

TEST(Safetensors, ArraysAreInTheOrderOfTheirData) {
  const auto arrays = readSafetensors(Bytes::own(safetensors(
      R"({"a": {"dtype": "BF16", "shape": [2], "data_offsets": [4, 8]}, "__metadata__": {"format": "pt"},
          "z": {"dtype": "F32", "shape": [], "data_offsets": [0, 4]}})",
      8)));
  ASSERT_TRUE(arrays.ok()) << arrays.error().text();
  ASSERT_EQ(arrays->size(), 2u);
  EXPECT_EQ((*arrays)[0].first, "z");
  EXPECT_TRUE((*arrays)[0].second.shape.empty());
  EXPECT_EQ(bytesOf((*arrays)[0].second), (std::vector<uint8_t>{0, 1, 2, 3}));
  EXPECT_EQ((*arrays)[1].second.dtype.name(), "bfloat16");
  EXPECT_EQ(bytesOf((*arrays)[1].second), (std::vector<uint8_t>{4, 5, 6, 7}));
}

TEST(Safetensors, ErrorsNameTheArray) {
  EXPECT_EQ(safetensorsError("3"), "array w: has no dtype");
  EXPECT_EQ(safetensorsError(R"({"dtype": "X9", "shape": [2], "data_offsets": [0, 8]})"),
            "array w: its dtype is not known");
  for (const char* shape : {"[-1]", "[1.5]", "7", "[18446744073709551615]"})
    EXPECT_EQ(safetensorsError(std::string(R"({"dtype": "F32", "data_offsets": [0, 8], "shape": )") + shape + "}"),
              "array w: its shape must be a list of non-negative integers");
  for (const char* range : {"[0, 9]", "[8, 0]", "[0]", "null"})
    EXPECT_EQ(safetensorsError(std::string(R"({"dtype": "F32", "shape": [2], "data_offsets": )") + range + "}"),
              "array w: data_offsets must be a range of the data");
  for (const char* shape : {"[3]", "[4611686018427387904, 4611686018427387904]"})
    EXPECT_EQ(safetensorsError(std::string(R"({"dtype": "F32", "data_offsets": [0, 8], "shape": )") + shape + "}"),
              "array w: its data does not have the size of its shape");
  std::vector<uint8_t> longer = safetensors("{}", 0);
  longer[0] = 3;
  EXPECT_FALSE(looksLikeSafetensors(Bytes::own(longer))) << "the header ends beyond the file";
  EXPECT_FALSE(looksLikeSafetensors(Bytes::own(countedBytes(4))));
}

TEST(TensorCache, RawAndShortenedArrays) {
  const auto raw = cache(R"("dtype": "uint32", "shape": [2], "format": "raw", "nbytes": 8, "byteOffset": 4)");
  ASSERT_TRUE(raw.ok()) << raw.error().text();
  EXPECT_EQ(bytesOf(raw->at(0).second), (std::vector<uint8_t>{4, 5, 6, 7, 8, 9, 10, 11}));
  const auto halves =
      cache(R"("dtype": "float32", "shape": [2], "format": "f32-to-bf16", "nbytes": 4, "byteOffset": 2)");
  ASSERT_TRUE(halves.ok()) << halves.error().text();
  EXPECT_EQ(bytesOf(halves->at(0).second), (std::vector<uint8_t>{0, 0, 2, 3, 0, 0, 4, 5}));
}

TEST(TensorCache, ErrorsNameTheArrayAndTheShard) {
  EXPECT_EQ(cacheError(R"("dtype": "f", "shape": [2], "nbytes": 8, "byteOffset": 4)"),
            "shard s.bin: array w: its dtype is not known");
  EXPECT_EQ(cacheError(R"("dtype": "int8", "shape": [2], "nbytes": 2, "byteOffset": 15)"),
            "shard s.bin: array w: byteOffset and nbytes must be a range of its shard");
  EXPECT_EQ(cacheError(R"("dtype": "int8", "shape": [2], "nbytes": 3, "byteOffset": 0)"),
            "shard s.bin: array w: nbytes is not the size of its shape");
  for (const char* name : {"../s.bin", "..", "", "/etc/passwd"})
    EXPECT_NE(cacheError(R"("dtype": "int8")", name).find("must be the name of a file in the folder"),
              std::string::npos)
        << name;
  EXPECT_EQ(cacheError(R"("dtype": "int8")", "t.bin"), "shard t.bin: no such file");
  const std::string half = R"("dtype": "int8", "shape": [8], "nbytes": 8, "byteOffset": )";
  EXPECT_EQ(cacheError(half + R"(0}, {"name": "v", )" + half + "8"), "read");
  EXPECT_EQ(cacheError(half + R"(0}, {"name": "v", )" + half + "7"), "shard s.bin: arrays overlap");
  EXPECT_EQ(cacheError(half + R"(0}, {)" + half + "8"), "shard s.bin: an array has no name");
  EXPECT_EQ(cacheError(half + R"(0}]}, {"dataPath": "s.bin", "records": [{"name": "v", )" + half + "8"),
            "shard s.bin: is listed twice");
  for (const char* text : {"", "[]", "{}", R"({"records": 3})"})
    EXPECT_EQ(readTensorCache(text, [](const std::string&) { return Result<Bytes>(Error("no")); }).error().message,
              "\"records\" must be a list of shards")
        << text;
}

TEST(ArraySet, TheContentDecidesTheForm) {
  const test::ScratchFolder folder;
  folder.write("w.bin", safetensors(R"({"w": {"dtype": "I8", "shape": [2], "data_offsets": [0, 2]}})", 2));
  folder.write("s.bin", countedBytes(2));
  const std::vector<uint8_t> list = bytesOf(R"({"records": [{"dataPath": "s.bin", "records": [
      {"name": "v", "dtype": "int8", "shape": [2], "nbytes": 2, "byteOffset": 0}]}]})");
  for (const char* name : {"tensor-cache.json", "tensor-cache-b16.json"}) folder.write(name, list);
  const std::vector<std::pair<std::string, std::string>> nameByPath = {
      {folder.file("w.bin"), "w"}, {folder.path().string(), "v"}, {folder.file("tensor-cache-b16.json"), "v"}};
  for (const auto& [path, name] : nameByPath) {
    const auto arrays = readArraySet(path);
    ASSERT_TRUE(arrays.ok()) << arrays.error().text();
    ASSERT_EQ(arrays->size(), 1u);
    EXPECT_EQ(arrays->at(0).first, name);
    EXPECT_EQ(bytesOf(arrays->at(0).second), (std::vector<uint8_t>{0, 1}));
  }
}

TEST(ArraySet, ErrorsNameTheFile) {
  const test::ScratchFolder folder;
  const std::string text = folder.write("x.npy", bytesOf("no array"));
  EXPECT_TRUE(readArraySet(text).error().text().starts_with(text + ": ")) << readArraySet(text).error().text();
  EXPECT_EQ(readArraySet(folder.path().string()).error().text(),
            folder.path().string() + ": a folder without tensor-cache.json");
  const std::string missing = folder.file("missing.npz");
  EXPECT_TRUE(readArraySet(missing).error().text().starts_with(missing + ": "));
  const std::string list =
      folder.write("list.json", bytesOf(R"({"records": [{"dataPath": "gone.bin", "records": []}]})"));
  const std::string error = readArraySet(list).error().text();
  EXPECT_TRUE(error.starts_with(list + ": shard gone.bin: ")) << error;
}

}  // namespace
}  // namespace relaxscope
