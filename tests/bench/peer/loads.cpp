// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/peer/loads.h"

#include <dlfcn.h>
#include <tvm/ffi/extra/module.h>
#include <tvm/ffi/string.h>

#include <fstream>

#include "tests/bench/large_program.h"
#include "vmcore/format/vm/vm_executable.h"
#include "vmcore/model/builder.h"

namespace relaxscope::bench {
namespace {

using B = ExecutableBuilder;
constexpr double kNoSlower = 1;

/// 2,000 functions of four calls, each with its own shape and string.
Executable manyFunctions() {
  B builder;
  for (int64_t i = 0; i < 2000; ++i) {
    const auto shape = B::c(builder.addConstant(ShapeConstant{{i, 2, 3}}));
    const auto text = B::c(
        builder.addConstant(StringConstant{"ErrorContext(fn=part_" + std::to_string(i) + ", loc=param[0], param=x)"}));
    builder.beginFunction(i == 0 ? "main" : "part_" + std::to_string(i), {"x"});
    for (int64_t k = 0; k < 4; ++k) builder.emitCall("bench.one", {B::r(0), shape, text}, 1);
    builder.emitRet(1);
  }
  return builder.finish();
}

/// Weights of a medium-sized model.
Executable largeConstants() {
  constexpr int64_t kTensors = 24, kSide = 1024;
  B builder;
  for (int64_t i = 0; i < kTensors; ++i) {
    std::vector<uint8_t> data(static_cast<size_t>(kSide * kSide) * sizeof(float));
    for (size_t at = 0; at < data.size(); at += 4096)
      data[at] = static_cast<uint8_t>(at / 4096 + static_cast<size_t>(i));
    builder.addConstant(TensorConstant{{2, 32, 1}, {kSide, kSide}, 1, 0, 0, Bytes::own(std::move(data))});
  }
  builder.beginFunction("main", {"x"});
  builder.emitRet(0);
  return builder.finish();
}

void compareBytes(Table& table, const std::string& name, const Executable& executable) {
  const std::vector<uint8_t> bytes = writeVmExecutable(executable);
  table.row(name, "load", kNoSlower, Judge::Median, [&] { return ourLoad(bytes); }, [&] { return theirLoad(bytes); });
}
void compareFile(Table& table, const std::string& name, const Executable& executable) {
  const std::string path = scratchFolder() + "/load.bin";
  writeProgram(executable, path);
  table.row(name, "load", kNoSlower, Judge::Median, [&] { return ourLoad(path); }, [&] { return theirLoad(path); });
}

}  // namespace

void compareLoads(Table& table) {
  constexpr const char* kCode = "load of 100,000 instructions, VM made";
  constexpr const char* kCodeFile = "load of the same from its file";
  constexpr const char* kFunctions = "load of 2,000 functions and 4,000 constants";
  constexpr const char* kWeights = "load of 100 MB of constants from a file";
  if (table.wants(kCode)) compareBytes(table, kCode, callProgram().executable);
  if (table.wants(kCodeFile)) compareFile(table, kCodeFile, callProgram().executable);
  if (table.wants(kFunctions)) compareBytes(table, kFunctions, manyFunctions());
  if (table.wants(kWeights)) compareFile(table, kWeights, largeConstants());
}

void compareFirstCall(Table& table, const std::string& path, const std::string& tvmRuntime) {
  const std::string name = "load and first call of " + path.substr(path.rfind('/') + 1);
  if (!table.wants(name)) return;
  const std::string out = scratchFolder() + "/first_call";
  const auto inProcess = [&](const std::string& runtime) {
    double spent = 0;
    if (!runProcess({"/proc/self/exe", "--first-call", runtime, path}, out) || !(std::ifstream(out) >> spent))
      stop(name + " failed");
    return spent;
  };
  table.row(
      name, "load", kNoSlower, Judge::Median, [&] { return inProcess(""); }, [&] { return inProcess(tvmRuntime); });
}

int firstCall(const std::string& tvmRuntime, const std::string& path) {
  const bool ours = tvmRuntime.empty();
  if (!ours && dlopen(tvmRuntime.c_str(), RTLD_NOW | RTLD_GLOBAL) == nullptr) stop(dlerror());
  const std::vector<ffi::Any> arguments = argumentsOf(path);
  fmt::print("{}\n", timeNs([&] { callOnce(path, arguments, ours); }));
  return 0;
}

}  // namespace relaxscope::bench
