// SPDX-License-Identifier: Apache-2.0
#include "vmcore/run/value_json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>

namespace relaxscope {
namespace {

const DataType kFloat{2, 32, 1}, kBf16{4, 16, 1}, kU16{1, 16, 1};

DataType storedForTest(DataType dtype) { return dtype == kBf16 ? kU16 : dtype; }

Result<Value> readOne(const std::string& json, const FindArray& find = {}) {
  auto list = readArguments("[" + json + "]", find);
  if (!list) return list.error();
  return list->at(0);
}
std::string jsonError(const std::string& json) {
  const auto value = readOne(json);
  return value.ok() ? "" : value.error().text();
}
std::string writeOne(const Value& value) {
  ValueWriter writer(storedForTest);
  return writeResult(value, writer);
}

TEST(ValueJson, PlainValuesGoThereAndBack) {
  for (
      const char* json :
      {R"({"type": "none"})", R"({"type": "int", "value": -9223372036854775808})", R"({"type": "float", "value": 2.5})",
       R"({"type": "float", "value": 1e+300})", R"({"type": "float", "value": NaN})",
       R"({"type": "float", "value": -Infinity})", R"({"type": "float", "value": 3.0})",
       R"({"type": "bool", "value": true})", R"({"type": "str", "value": "text"})",
       R"({"type": "dtype", "value": "float8_e4m3fn"})", R"({"type": "shape", "value": [2, 9]})",
       R"({"type": "tuple", "fields": []})",
       R"({"type": "tuple", "fields": [{"type": "int", "value": 1}, {"type": "tuple", "fields": [{"type": "none"}]}]})"}) {
    const auto value = readOne(json);
    ASSERT_TRUE(value.ok()) << json << ": " << value.error().text();
    EXPECT_EQ(writeOne(*value), json);
  }
}

TEST(ValueJson, NumbersOfPythonInsideTextsStay) {
  const auto value = readOne(R"({"type":"str","value":"NaN, \"Infinity\" and -Infinity"})");
  ASSERT_TRUE(value.ok());
  EXPECT_EQ(std::get<std::string>(value->data), "NaN, \"Infinity\" and -Infinity");
}

TEST(ValueJson, BytesThatAreNoUtf8SurviveInText) {
  const std::string bytes("a\\b\xff\x01\n\0z", 8);
  const std::string json = writeOne(Value{bytes});
  const auto back = readOne(json);
  ASSERT_TRUE(back.ok()) << json;
  EXPECT_EQ(std::get<std::string>(back->data), bytes);
}

TEST(ValueJson, ATensorIsAnArrayBesideIt) {
  const TensorValue stored{kU16, {2}, Bytes::own({1, 2, 3, 4})};
  const FindArray find = [&](const std::string& key) { return key == "call0.arg0" ? &stored : nullptr; };
  const auto value =
      readOne(R"({"type":"tensor","key":"call0.arg0","dtype":"bfloat16","shape":[2],"stored_as":"uint16"})", find);
  ASSERT_TRUE(value.ok()) << value.error().text();
  EXPECT_EQ(std::get<TensorValue>(value->data).dtype, kBf16);
  EXPECT_EQ(std::get<TensorValue>(value->data).data, stored.data);
  ValueWriter writer(storedForTest);
  EXPECT_EQ(writeResult(*value, writer),
            R"({"type": "tensor", "key": "out0", "dtype": "bfloat16", "shape": [2], "stored_as": "uint16"})");
  const auto arrays = writer.takeArrays();
  ASSERT_EQ(arrays.size(), 1u);
  EXPECT_EQ(arrays[0].first, "out0");
  EXPECT_EQ(arrays[0].second.dtype, kU16);
}

TEST(ValueJson, ATupleOfArraysIsListedOrNumbered) {
  const TensorValue first{kFloat, {1}, Bytes::own({0, 0, 0, 0})}, second{kU16, {1}, Bytes::own({1, 2})};
  const FindArray find = [&](const std::string& key) {
    return key == "param_0" ? &first : key == "param_1" ? &second : nullptr;
  };
  const auto numbered = readOne(R"({"type":"tuple","prefix":"param_"})", find);
  const auto listed = readOne(R"({"type":"tuple","keys":["param_1","param_0"]})", find);
  ASSERT_TRUE(numbered.ok() && listed.ok());
  const auto dataOf = [](const Value& tuple, size_t field) {
    return std::get<TensorValue>(std::get<TupleValue>(tuple.data).fields.at(field).data).data;
  };
  EXPECT_EQ(dataOf(*numbered, 0), first.data);
  EXPECT_EQ(dataOf(*numbered, 1), second.data);
  EXPECT_EQ(dataOf(*listed, 0), second.data);
  EXPECT_EQ(dataOf(*listed, 1), first.data);
  EXPECT_EQ(jsonError(R"({"type":"tuple","prefix":"w"})"), "argument 0: tuple: no array \"w0\" among the inputs");
  EXPECT_EQ(jsonError(R"({"type":"tuple","keys":["w"]})"), "argument 0: tuple: no array \"w\" among the inputs");
  EXPECT_EQ(jsonError(R"({"type":"tuple","keys":[1]})"), "argument 0: keys must be strings");
}

TEST(ValueJson, OnlyUnsignedIntegersStandForOtherTypes) {
  const auto read = [](DataType stored, const char* dtype) {
    const TensorValue array{stored, {1}, Bytes::own(std::vector<uint8_t>(static_cast<size_t>(stored.elementBytes())))};
    return readOne(R"({"type":"tensor","key":"x","dtype":")" + std::string(dtype) + R"("})",
                   [&](const std::string&) { return &array; });
  };
  EXPECT_TRUE(read(kFloat, "float32").ok());
  EXPECT_TRUE(read(kU16, "bfloat16").ok());
  EXPECT_TRUE(read({1, 8, 1}, "bool").ok());
  EXPECT_TRUE(read({1, 8, 1}, "float8_e4m3fn").ok());
  EXPECT_TRUE(read({1, 8, 1}, "int4").ok());
  for (const auto& [stored, dtype] : {std::pair(kFloat, "int32"), std::pair(DataType{0, 32, 1}, "float32"),
                                      std::pair(kU16, "int16"), std::pair(DataType{2, 16, 1}, "bfloat16")}) {
    const auto value = read(stored, dtype);
    ASSERT_FALSE(value.ok()) << dtype;
    EXPECT_NE(value.error().text().find("which cannot be used as"), std::string::npos);
  }
}

TEST(ValueJson, ATupleIsFlattenedInOrder) {
  const Value t{TensorValue{kFloat, {1}, Bytes::own({0, 0, 0, 0})}};
  ValueWriter writer(storedForTest);
  writeResult(Value{TupleValue{{t, Value{TupleValue{{Value{int64_t{1}}, t}}}}}}, writer);
  const auto arrays = writer.takeArrays();
  ASSERT_EQ(arrays.size(), 2u);
  EXPECT_EQ(arrays[0].first, "out0");
  EXPECT_EQ(arrays[1].first, "out1.1");
}

TEST(ValueJson, AConstructorsValueKeepsItsTag) {
  const std::string text =
      R"({"type": "adt", "tag": -3, "fields": [{"type": "tuple", "fields": []}, {"type": "adt", "tag": 0, "fields": []}]})";
  const auto value = readOne(text, {});
  ASSERT_TRUE(value.ok()) << value.error().text();
  const auto& adt = std::get<TupleValue>(value->data);
  EXPECT_EQ(adt.tag, -3);
  EXPECT_EQ(std::get<TupleValue>(adt.fields[0].data).tag, std::nullopt);
  EXPECT_EQ(std::get<TupleValue>(adt.fields[1].data).tag, 0);
  ValueWriter writer(storedForTest);
  EXPECT_EQ(writeResult(*value, writer), text);
  EXPECT_EQ(jsonError(R"({"type":"adt","fields":[]})"), "argument 0: adt without \"tag\"");
  EXPECT_EQ(jsonError(R"({"type":"adt","tag":1.5,"fields":[]})"), "argument 0: tag must be an integer");
  EXPECT_EQ(jsonError(R"({"type":"adt","tag":1})"),
            "argument 0: tuple needs a list \"fields\" or \"keys\", or a \"prefix\"");
}

TEST(ValueJson, WrongInputNamesThePlace) {
  EXPECT_EQ(jsonError(R"({"type":"tensor","key":"x"})"), "argument 0: tensor: no array \"x\" among the inputs");
  EXPECT_EQ(jsonError(R"({"type":"tuple","fields":[{"type":"none"},{"type":"int","value":1.5}]})"),
            "argument 0: field 1: int must be an integer");
  EXPECT_EQ(jsonError(R"({"type":"int","value":9223372036854775808})"), "argument 0: int is above 2^63 - 1");
  EXPECT_EQ(jsonError(R"({"type":"quux","value":1})"), "argument 0: unknown type \"quux\"");
  EXPECT_EQ(jsonError(R"(7)"), "argument 0: must be an object with \"type\"");
  EXPECT_FALSE(readArguments("{", {}).ok());
  EXPECT_FALSE(readArguments("{}", {}).ok());
  EXPECT_FALSE(readArguments("[\"\xff\"]", {}).ok());
  EXPECT_FALSE(readArguments(std::string(100000, '['), {}).ok());
  EXPECT_NE(jsonError(R"({"type":"result","call":0})"), "");
}

TEST(ValueJson, RandomTensorsAreMadeFromTheirSeed) {
  const auto values = readArguments(
      R"([{"type":"random","dtype":"float32","shape":[3,16],"seed":18446744073709551615},{"type":"random","dtype":"bool","shape":[]}])",
      {});
  ASSERT_TRUE(values.ok()) << values.error().text();
  const auto& first = std::get<RandomTensor>((*values)[0].data);
  EXPECT_EQ(first.dtype, (DataType{2, 32, 1}));
  EXPECT_EQ(first.shape, (std::vector<int64_t>{3, 16}));
  EXPECT_EQ(first.seed, std::numeric_limits<uint64_t>::max());
  EXPECT_EQ(std::get<RandomTensor>((*values)[1].data).seed, 0u);
  ValueWriter writer(storedForTest);
  EXPECT_EQ(writer.write((*values)[0], "x"),
            R"({"type": "random", "dtype": "float32", "shape": [3, 16], "seed": 18446744073709551615})");
  EXPECT_EQ(jsonError(R"({"type":"random","dtype":"float32"})"), "argument 0: random without \"shape\"");
  EXPECT_EQ(jsonError(R"({"type":"random","dtype":"float32","shape":[-1]})"),
            "argument 0: random: shape: -1 is negative");
  EXPECT_EQ(jsonError(R"({"type":"random","dtype":"float32","shape":[1048576,1048576]})"),
            "argument 0: random: shape: the tensor would take more than 1 TiB");
  EXPECT_EQ(jsonError(R"({"type":"random","dtype":"float32","shape":[1],"seed":-1})"),
            "argument 0: seed must be an integer from 0 to 2^64 - 1");
  EXPECT_NE(jsonError(R"({"type":"random","dtype":"quux","shape":[1]})"), "");
}

TEST(ValueJson, DeepTuplesAreRefused) {
  std::string json = R"({"type":"none"})";
  for (int i = 0; i < kMaxValueDepth + 2; ++i) json = R"({"type":"tuple","fields":[)" + json + "]}";
  EXPECT_NE(jsonError(json), "");
}

TEST(ValueJson, AScriptNamesCallsAndEarlierResults) {
  const auto script = readScript(
      R"([{"func":"a","args":[{"type":"int","value":1}]},{"func":"b","mode":"stateful","args":[{"type":"result","call":0,"path":[1,0]}]}])",
      {});
  ASSERT_TRUE(script.ok()) << script.error().text();
  ASSERT_EQ(script->size(), 2u);
  EXPECT_EQ((*script)[0].mode, CallMode::Call);
  EXPECT_EQ((*script)[1].mode, CallMode::Stateful);
  const auto& ref = std::get<ResultRef>((*script)[1].args[0].data);
  EXPECT_EQ(ref.call, 0u);
  EXPECT_EQ(ref.path, (std::vector<uint32_t>{1, 0}));
  const auto wrong = readScript(R"([{"func":"a","args":[{"type":"result","call":0}]}])", {});
  ASSERT_FALSE(wrong.ok());
  EXPECT_EQ(wrong.error().text(), "call 0: argument 0: result of call 0, which is not an earlier one");
}

TEST(ValueJson, AScriptGoesThereAndBack) {
  const TensorValue tensor{kBf16, {1}, Bytes::own({1, 2})};
  const std::vector<CallSpec> script = {
      {"main\xff\"\n", {{int64_t{3}}, {tensor}, {TupleValue{{{tensor}, {RandomTensor{kFloat, {2}, 5}}}}}}},
      {"f", {}, CallMode::Stateful},
      {"g", {{ResultRef{0, {}}}, {ResultRef{1, {2, 0}}}}, CallMode::Stateful},
      {"g", {{int64_t{1}}}, CallMode::Save, "g of \xfe", false}};
  ValueWriter writer(storedForTest);
  const std::string json = writeScript(script, writer, [](size_t call, size_t argument) {
    return "k" + std::to_string(call) + std::to_string(argument);
  });
  std::map<std::string, TensorValue> arrays;
  for (auto& [name, array] : writer.takeArrays()) arrays.emplace(name, array);
  EXPECT_TRUE(arrays.contains("k00") && arrays.contains("k01")) << "the second lies in a tuple: " << json;
  const auto back =
      readScript(json, [&](const std::string& key) { return arrays.contains(key) ? &arrays.at(key) : nullptr; });
  ASSERT_TRUE(back.ok()) << back.error().text() << json;
  ASSERT_EQ(back->size(), 4u);
  EXPECT_EQ((*back)[3].mode, CallMode::Save);
  EXPECT_EQ((*back)[3].savedAs, "g of \xfe");
  EXPECT_FALSE((*back)[3].savesResult);
  EXPECT_EQ((*back)[0].function, script[0].function);
  EXPECT_EQ((*back)[0].mode, CallMode::Call);
  EXPECT_EQ((*back)[1].mode, CallMode::Stateful);
  EXPECT_EQ(std::get<TensorValue>((*back)[0].args[1].data).dtype, kBf16);
  ValueWriter again(storedForTest);
  EXPECT_EQ(
      writeScript(*back, again,
                  [](size_t call, size_t argument) { return "k" + std::to_string(call) + std::to_string(argument); }),
      json);
}

TEST(ValueJson, AFunctionIsSavedUnderAName) {
  const auto errorOfCall = [](const char* rest) {
    const auto script = readScript(std::string(R"([{"func":"a","mode":)") + rest + "}]", {});
    return script.ok() ? std::string() : script.error().text();
  };
  EXPECT_EQ(errorOfCall(R"("save","as":"b")"), "");
  EXPECT_EQ(errorOfCall(R"("save")"), "call 0: \"mode\" \"save\" needs a name in \"as\"");
  EXPECT_EQ(errorOfCall(R"("save","as":"")"), "call 0: \"mode\" \"save\" needs a name in \"as\"");
  EXPECT_EQ(errorOfCall(R"("save","as":"b","include_return":1)"), "call 0: \"include_return\" must be true or false");
  EXPECT_EQ(errorOfCall(R"("kept")"), "call 0: \"mode\" must be \"call\", \"stateful\" or \"save\"");
  EXPECT_EQ(errorOfCall("3"), "call 0: \"mode\" must be \"call\", \"stateful\" or \"save\"");
}

}  // namespace
}  // namespace relaxscope
