// SPDX-License-Identifier: Apache-2.0
// rscope run with complete libraries of the Relay VM: files with constants, ADT values and sub-byte elements as
// arguments and results.
#include <sys/wait.h>

#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>

#include "harness.h"
#include "tests/support/old_library.h"
#include "vmcore/format/assembly/assembly.h"
#include "vmcore/format/container/npz.h"

namespace relaxscope {
namespace {

using Json = nlohmann::json;

constexpr const char* kFirstLines = ".executable \"Relay C\" version=\"0.17.0\" packed_base=";

Executable assembled(const std::string& text) {
  Assembled made = assemble(text, AssemblyForm::Text);
  if (!made.executable) throw std::runtime_error(made.messages.at(0).placed());
  return *std::move(made.executable);
}

template <class T>
NpyArray array(DataType dtype, std::vector<int64_t> shape, const std::vector<T>& values) {
  return {dtype, std::move(shape),
          Bytes::copyOf({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)})};
}
template <class T>
std::vector<T> valuesOf(const NpyArray& array) {
  const std::string_view bytes = array.data.text();
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}
constexpr DataType kInt64{0, 64, 1}, kInt8{0, 8, 1}, kBool{static_cast<uint8_t>(TypeCode::Bool), 8, 1};

class RelayRun : public ::testing::Test {
 protected:
  void SetUp() override { unsetenv("RELAXSCOPE_WORKER"); }
  /// A library of TVM 0.17 with this program and the kernels of old_packed.cpp.
  void model(const std::string& text) {
    folder_.write("ro.so",
                  test::oldLibraryWith(OLD_PACKED_BLOB_PATH, LibraryEra::UpTo020, "VMExecutable", assembled(text)));
  }
  void text(const char* name, const std::string& content) {
    folder_.write(name, std::vector<uint8_t>(content.begin(), content.end()));
  }
  /// `rscope run ro.so ...` in the folder; returns the exit code.
  int run(const std::string& options) {
    const std::string command =
        "cd '" + folder_.file("") + "' && '" RSCOPE_PATH "' run ro.so main " + options + " > out 2> err";
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  [[nodiscard]] std::string content(const char* name) const {
    std::ifstream file(folder_.file(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  [[nodiscard]] std::vector<std::pair<std::string, NpyArray>> arrays(const char* name) const {
    const auto read = readNpz(Bytes::copyOf(content(name)));
    if (!read.ok()) throw std::runtime_error(read.error().text());
    return *read;
  }
  void inputs(const std::vector<std::pair<std::string, NpyArray>>& named) { folder_.write("in.npz", writeNpz(named)); }

  test::ScratchFolder folder_;
};

const std::string kLateBound = std::string(kFirstLines) + R"(1
.device (1, 0)
.const c[0] device=0 = late_bound "const_0"
@main(x) devices=[0]:
  load_const const=c[0] device=0 dst=%1
  invoke_packed packed=old_add outputs=1 arg=[%0, %1, %0]
  ret result=%0
@old_add packed_func;
)";

TEST_F(RelayRun, ConstantsOfAFileOfTheirOwn) {
  model(kLateBound);
  inputs({{"arg0", array<int64_t>(kInt64, {2}, {1, 2})}});
  Executable list;
  list.variant = Variant::Params;
  list.constants.push_back(
      {ConstantValue(TensorConstant{kInt64, {2}, 1, 0, 0, array<int64_t>(kInt64, {2}, {40, 50}).data}), 0});
  list.constantNames = {"const_0"};
  folder_.write("ro.consts", writeVmExecutable(list));
  ASSERT_EQ(run("--consts ro.consts --inputs in.npz --outputs out.npz"), 0) << content("err");
  EXPECT_EQ(valuesOf<int64_t>(arrays("out.npz").at(0).second), (std::vector<int64_t>{41, 52}));
}

TEST_F(RelayRun, WithoutThemOneLineSaysWhatIsMissing) {
  model(kLateBound);
  inputs({{"arg0", array<int64_t>(kInt64, {2}, {1, 2})}});
  EXPECT_EQ(run("--inputs in.npz"), 2);
  EXPECT_EQ(content("err"),
            "rscope: ro.so: constant 0 (\"const_0\") is late-bound; give the file with the late-bound constants\n");
  text("wrong.consts", "no parameter list");
  EXPECT_EQ(run("--inputs in.npz --consts wrong.consts"), 2);
  EXPECT_NE(content("err").find("wrong.consts"), std::string::npos) << content("err");
  EXPECT_EQ(run("--inputs in.npz --consts not_there.consts"), 2);
}

TEST_F(RelayRun, ConstructorsValuesGoInAndComeOut) {
  // Swaps the fields of its argument, and reports its tag.
  model(std::string(kFirstLines) + R"(1
.device (1, 0)
@main(t) devices=[0]:
  get_field object=%0 field_index=0 dst=%1
  get_field object=%0 field_index=1 dst=%2
  get_tag object=%0 dst=%3
  alloc_data tag=9 dst=%4 field=[%2, %1]
  alloc_data tag=0 dst=%5 field=[%4, %3]
  ret result=%5
)");
  inputs({{"a", array<int64_t>(kInt64, {2}, {7, 8})}});
  text(
      "args.json",
      R"([{"type": "adt", "tag": 3, "fields": [{"type": "tensor", "key": "a"}, {"type": "adt", "tag": 1, "fields": []}]}])");
  ASSERT_EQ(run("--args args.json --inputs in.npz --result result.json --outputs out.npz"), 0) << content("err");
  const Json result = Json::parse(content("result.json"));
  EXPECT_EQ(result["type"], "adt");
  EXPECT_EQ(result["tag"], 0);
  const Json& swapped = result["fields"][0];
  EXPECT_EQ(swapped["tag"], 9);
  EXPECT_EQ(swapped["fields"][0], (Json{{"type", "adt"}, {"tag", 1}, {"fields", Json::array()}}));
  EXPECT_EQ(swapped["fields"][1]["dtype"], "int64");
  EXPECT_EQ(result["fields"][1]["dtype"], "int32");
  EXPECT_EQ(result["fields"][1]["shape"], Json::array({1}));
  const auto out = arrays("out.npz");
  ASSERT_EQ(out.size(), 2u);
  EXPECT_EQ(out[0].first, swapped["fields"][1]["key"]);
  EXPECT_EQ(valuesOf<int64_t>(out[0].second), (std::vector<int64_t>{7, 8}));
  EXPECT_EQ(valuesOf<int32_t>(out[1].second), std::vector<int32_t>{3});
  ASSERT_EQ(run("--args args.json --inputs in.npz"), 0) << content("err");
  EXPECT_TRUE(content("out").starts_with(
      "result: adt of 2, tag 0\n  [0]: adt of 2, tag 9\n    [0]: adt of 0, tag 1\n    [1]: int64[2]"))
      << content("out");
}

TEST_F(RelayRun, ResultsOfAScriptGoOnIntoLaterCalls) {
  model(std::string(kFirstLines) + R"(3
.device (1, 0)
@main(x) devices=[0]:
  alloc_data tag=4 dst=%1 field=[%0, %0]
  ret result=%1
@inner(a, b) devices=[0, 0]:
  alloc_data tag=2 dst=%2 field=[%0, %1]
  ret result=%2
@field(t) devices=[0]:
  get_field object=%0 field_index=1 dst=%1
  ret result=%1
)");
  inputs({{"a", array<int64_t>(kInt64, {1}, {5})}});
  text("calls.json", R"([{"func": "main", "args": [{"type": "tensor", "key": "a"}], "mode": "stateful"},
                         {"func": "field", "args": [{"type": "result", "call": 0}]},
                         {"func": "inner", "args": [{"type": "result", "call": 0, "path": [1]}, {"type": "result", "call": 0}]}])");
  const std::string command = "cd '" + folder_.file("") +
                              "' && '" RSCOPE_PATH
                              "' run ro.so --script calls.json --inputs in.npz --result result.json > out 2> err";
  ASSERT_EQ(std::system(command.c_str()), 0) << content("err");
  const Json results = Json::parse(content("result.json"));
  ASSERT_EQ(results.size(), 3u);
  EXPECT_EQ(results[0]["tag"], 4);
  EXPECT_EQ(results[1]["type"], "tensor");
  EXPECT_EQ(results[2]["fields"][0]["type"], "tensor");
  EXPECT_EQ(results[2]["fields"][1]["tag"], 4);
}

/// Passes its argument to a kernel that reports its bytes if the type is (code, bits); returns both.
std::string reportingBytes(const char* type) {
  return std::string(kFirstLines) + R"(1
.device (1, 0)
.const c[0] device=0 = tensor int32[2] {)" +
         type + R"(}
@main(x) devices=[0]:
  load_const const=c[0] device=0 dst=%1
  load_consti value=32 dst=%2
  alloc_storage size=%2 alignment=64 dtype=int64 device=0 dst=%3 extent=[]
  load_consti value=0 dst=%4
  alloc_tensor storage=%3 offset=%4 dtype=int64 dst=%5 extent=[4]
  invoke_packed packed=old_bytes outputs=1 arg=[%0, %1, %5]
  alloc_data tag=0 dst=%6 field=[%0, %5]
  ret result=%6
@old_bytes packed_func;
)";
}

TEST_F(RelayRun, ABoolIsTheBoolOfItsTime) {
  model(reportingBytes("1, 1"));  // uint1
  inputs({{"arg0", array<uint8_t>(kBool, {4}, {1, 0, 0, 1})}});
  ASSERT_EQ(run("--inputs in.npz --result result.json --outputs out.npz"), 0) << content("err");
  const Json result = Json::parse(content("result.json"));
  EXPECT_EQ(result["fields"][0]["dtype"], "bool") << "it is called what it is called today";
  const auto out = arrays("out.npz");
  EXPECT_EQ(valuesOf<uint8_t>(out.at(0).second), (std::vector<uint8_t>{1, 0, 0, 1}));
  EXPECT_EQ(valuesOf<int64_t>(out.at(1).second), (std::vector<int64_t>{1, 0, 0, 1}));
  EXPECT_EQ(run("--input 'bool[4]'"), 0) << content("err");
}

TEST_F(RelayRun, NarrowElementsHaveBytesOfTheirOwn) {
  model(reportingBytes("0, 4"));  // int4
  inputs({{"a", array<uint8_t>({1, 8, 1}, {4}, {1, 15, 7, 8})}});
  text("args.json", R"([{"type": "tensor", "key": "a", "dtype": "int4"}])");
  ASSERT_EQ(run("--args args.json --inputs in.npz --result result.json --outputs out.npz"), 0) << content("err");
  const Json result = Json::parse(content("result.json"));
  EXPECT_EQ(result["fields"][0]["dtype"], "int4");
  const auto out = arrays("out.npz");
  EXPECT_EQ(valuesOf<uint8_t>(out.at(0).second), (std::vector<uint8_t>{1, 15, 7, 8}));
  EXPECT_EQ(valuesOf<int64_t>(out.at(1).second), (std::vector<int64_t>{1, 15, 7, 8}));
}

TEST_F(RelayRun, AnErrorNamesTheKernelAndItsPlace) {
  model(reportingBytes("2, 32"));
  inputs({{"arg0", array<int64_t>(kInt64, {4}, {1, 2, 3, 4})}});
  EXPECT_EQ(run("--inputs in.npz"), 2);
  EXPECT_NE(content("err").find("Assert fail: old_bytes: another type is expected"), std::string::npos)
      << content("err");
  EXPECT_NE(content("err").find("main:5"), std::string::npos) << content("err");
}

TEST_F(RelayRun, ListsDeeperThanThePlainFormAreReportedToTheirDepth) {
  model(std::string(kFirstLines) + R"(1
.device (1, 0)
@main(x, step, zero) devices=[0, 0, 0]:
  alloc_data tag=0 dst=%3 field=[]
again:
  alloc_data tag=1 dst=%3 field=[%2, %3]
  invoke_packed packed=old_add outputs=1 arg=[%0, %1, %0]
  if test=%0 target=%2 true_offset=1 false_offset=again
  ret result=%3
@old_add packed_func;
)");
  const auto list = [&](int64_t length) {
    inputs({{"arg0", array<int64_t>(kInt64, {1}, {length})},
            {"arg1", array<int64_t>(kInt64, {1}, {-1})},
            {"arg2", array<int64_t>(kInt64, {1}, {0})}});
    return run("--inputs in.npz --result result.json");
  };
  const auto depth = [&] {
    int deep = 0;
    const Json result = Json::parse(content("result.json"));
    for (const Json* at = &result; at->at("type") == "adt" && at->at("fields").size() == 2; at = &at->at("fields")[1])
      ++deep;
    return deep;
  };
  ASSERT_EQ(list(200), 0) << content("err");
  EXPECT_EQ(depth(), 200);
  ASSERT_EQ(list(100'000), 0) << content("err");
  EXPECT_GE(depth(), 200);
}

}  // namespace
}  // namespace relaxscope
