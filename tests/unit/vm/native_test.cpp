// SPDX-License-Identifier: Apache-2.0
// Libraries exported by TVM 0.27 for x86-64: kernels with workspace, compiled mode, recursion through closures.
#include <algorithm>
#include <cstring>
#include <tuple>

#include "tests/unit/vm/recording.h"
#include "tests/unit/vm/test_vm.h"
#include "vmcore/analysis/shape_slots.h"
#include "vmcore/format/container/npz.h"
#include "vmcore/format/file_bytes.h"
#include "vmcore/format/loader.h"
#include "vmcore/vm/engine.h"

namespace relaxscope::testing {
namespace {

class Native : public ::testing::Test {
 protected:
  void SetUp() override {
#if !defined(__x86_64__)
    GTEST_SKIP() << "the libraries of tests/data/engine are built for x86-64";
#endif
  }
  static std::string path(const std::string& name) { return std::string(RELAXSCOPE_TEST_DATA) + "/engine/" + name; }
  static std::unique_ptr<VirtualMachine> load(const std::string& name, bool recordLoad = false) {
    LoadOptions options;
    options.path = path(name);
    options.recordLoad = recordLoad;
    auto vm = VirtualMachine::load(std::move(options));
    if (!vm.ok()) throw std::runtime_error(vm.error().text());
    return std::move(*vm);
  }
  static ffi::Tensor array(const std::string& name) {
    const auto bytes = readFileBytes(path(name));
    const auto read = readNpy(*bytes);
    if (!read.ok()) throw std::runtime_error(read.error().text());
    ffi::Tensor tensor = makeRaw((*read).shape, {(*read).dtype.code, (*read).dtype.bits, 1});
    std::memcpy(tensor.data_ptr(), (*read).data.data(), (*read).data.size());
    return tensor;
  }
  static void expectRecorded(const RunResult& result, const std::string& name) {
    ASSERT_TRUE(result.ok()) << result.error->kind << ": " << result.error->message;
    const ffi::Tensor want = array(name);
    EXPECT_EQ(dimsOf(result.value), dimsOf(ffi::Any(want)));
    EXPECT_EQ(floatsOf(result.value), floatsOf(ffi::Any(want)));
  }
};

TEST_F(Native, RunsKernelsWithWorkspace) {
  const auto vm = load("mlp_dyn.so");
  for (int i = 0; i < 3; ++i) expectRecorded(callMain(*vm, {array("mlp_dyn.arg0.npy")}), "mlp_dyn.result.npy");
  EXPECT_GT(vm->counters().poolHits, 0u);
}

TEST_F(Native, RunsCompiledFunctions) {
  const auto vm = load("mlp_dyn_compiled.so");
  for (int i = 0; i < 3; ++i)
    expectRecorded(callMain(*vm, {array("mlp_dyn_compiled.arg0.npy")}), "mlp_dyn_compiled.result.npy");
}

TEST_F(Native, TheSlotsOfACompiledFunctionHoldTheExtentsThatNameThem) {
  const auto vm = load("mlp_dyn_compiled.so");
  const ffi::Tensor argument = array("mlp_dyn_compiled.arg0.npy");
  const Recording recording = record(*vm, {argument}, true);
  std::vector<std::pair<uint32_t, int64_t>> changes;
  for (const auto& chunk : recording.chunks)
    for (const SlotChange& change : chunk->values.slotChanges) changes.emplace_back(change.slot, change.value);
  ASSERT_FALSE(changes.empty());
  const FuncIndex main = vm->executable().findFunction("main");
  EXPECT_EQ(slotName(vm->executable(), main, changes[0].first), "n");
  EXPECT_EQ(changes[0].second, argument.shape()[0]);
}

TEST_F(Native, RunsCompiledFunctionsThatCallEachOther) {
  const auto vm = load("rnn_compiled.so");
  const std::vector<ffi::Any> args{array("rnn_compiled.arg0.npy"), array("rnn_compiled.arg1.npy"),
                                   array("rnn_compiled.arg2.npy")};
  expectRecorded(callMain(*vm, args), "rnn_compiled.result.npy");
  for (const ffi::Any& arg : args) EXPECT_EQ(arg.cast<ffi::Tensor>().use_count(), 2);  // here and in the cast
}

TEST_F(Native, ErrorsInCompiledCodeNameFunctionAndBuiltin) {
  const auto vm = load("mlp_dyn_compiled.so");
  const RunResult result = callMain(*vm, {makeRaw({3, 15}, {kDLFloat, 32, 1})});
  EXPECT_TRUE(failsWith(result, "RuntimeError", "match_cast error, shape[1] mismatch"));
  ASSERT_TRUE(result.error->position.has_value());
  EXPECT_EQ(result.error->position->function, "main");
  EXPECT_EQ(result.error->position->callee, "vm.builtin.match_shape");
  expectRecorded(callMain(*vm, {array("mlp_dyn_compiled.arg0.npy")}), "mlp_dyn_compiled.result.npy");
}

TEST_F(Native, AFailedCompiledFunctionLeavesNoHeapUnderWatch) {
  const auto vm = load("mlp_dyn_compiled.so");
  vm->startTrace(TraceMode::Chained, true, [](const std::shared_ptr<TraceChunk>&, const std::vector<RunSpan>&) {});
  EXPECT_FALSE(callMain(*vm, {makeRaw({3, 15}, {kDLFloat, 32, 1})}).ok());
  EXPECT_TRUE(vm->engine()->watches.empty());
  vm->stopTrace();
}

TEST_F(Native, TwoVmsOfOneFileDoNotDisturbEachOther) {
  auto first = load("mlp_dyn_compiled.so");
  auto second = load("mlp_dyn_compiled.so");
  const ffi::Tensor input = array("mlp_dyn_compiled.arg0.npy");
  expectRecorded(callMain(*first, {input}), "mlp_dyn_compiled.result.npy");
  expectRecorded(callMain(*second, {input}), "mlp_dyn_compiled.result.npy");
  second.reset();
  expectRecorded(callMain(*first, {input}), "mlp_dyn_compiled.result.npy");
}

TEST_F(Native, ResultsOutliveTheirVm) {
  ffi::Any kept;
  {
    const auto vm = load("mlp_dyn.so");
    kept = callMain(*vm, {array("mlp_dyn.arg0.npy")}).value;
  }
  EXPECT_EQ(floatsOf(kept), floatsOf(ffi::Any(array("mlp_dyn.result.npy"))));
}

TEST_F(Native, RecordsWhatPassesThroughOurBuiltinsInCompiledCode) {
  const auto vm = load("mlp_dyn_compiled.so", true);
  std::vector<std::pair<EventKind, std::string>> events;
  size_t slotChanges = 0;
  TraceInfo info;
  vm->startTrace(TraceMode::Chained, true, [&](const std::shared_ptr<TraceChunk>& chunk, const std::vector<RunSpan>&) {
    for (size_t i = 0; i < chunk->events.size(); ++i) {
      const auto kind = static_cast<EventKind>(chunk->events.kind[i]);
      events.emplace_back(kind, kind == EventKind::CompiledBuiltin ? info.names.at(chunk->events.callee[i]) : "");
      if (kind == EventKind::CompiledBuiltin) { EXPECT_EQ(chunk->events.depth[i], 1); }
    }
    slotChanges += chunk->values.slotChanges.size();
  });
  vm->describe(info);
  ASSERT_TRUE(callMain(*vm, {array("mlp_dyn_compiled.arg0.npy")}).ok());
  vm->stopTrace();
  const auto count = [&](EventKind kind, const std::string& name) {
    return std::count(events.begin(), events.end(), std::pair(kind, name));
  };
  EXPECT_EQ(count(EventKind::CompiledBody, ""), 1);
  EXPECT_EQ(events.back().first, EventKind::CompiledBody);
  EXPECT_GT(count(EventKind::CompiledBuiltin, "vm.builtin.match_shape"), 0);
  EXPECT_GT(count(EventKind::CompiledBuiltin, "vm.builtin.alloc_tensor"), 0);
  EXPECT_EQ(count(EventKind::LoadLibrary, ""), 1);
  EXPECT_GT(slotChanges, 0u);
  ASSERT_EQ(info.remarks.size(), 1u);
  EXPECT_EQ(info.remarks[0], "kernels that compiled code calls between two builtins are recorded as one event");
}

TEST_F(Native, TakesKernelsFromALibraryGivenBeside) {
  const auto file = loadFile(path("mlp_dyn.so"));
  ASSERT_TRUE(file.ok());
  auto bare = std::make_shared<LoadedFile>(*file);
  bare->library.reset();
  LoadOptions options;
  options.file = bare;
  EXPECT_FALSE(VirtualMachine::load(options).ok());
  options.libraries = {path("mlp_dyn.so")};
  auto vm = VirtualMachine::load(options);
  ASSERT_TRUE(vm.ok()) << vm.error().text();
  expectRecorded(callMain(**vm, {array("mlp_dyn.arg0.npy")}), "mlp_dyn.result.npy");
}

TEST_F(Native, RefusesALibraryWhoseSlotsAreNotFilled) {
  const auto file = loadFile(path("mlp_dyn.so"));
  ASSERT_TRUE(file.ok());
  auto changed = std::make_shared<LoadedFile>(*file);
  changed->library->contextSlots.emplace_back("__TVMBackendFromTheFuture");
  changed->library->undefinedSymbols.emplace_back("TVMBackendNobodyHas");
  LoadOptions options;
  options.path = path("mlp_dyn.so");
  options.file = changed;
  const auto vm = VirtualMachine::load(options);
  ASSERT_FALSE(vm.ok());
  EXPECT_NE(vm.error().text().find("context symbol __TVMBackendFromTheFuture"), std::string::npos);
  EXPECT_NE(vm.error().text().find("symbol TVMBackendNobodyHas"), std::string::npos);
  EXPECT_EQ(vm.error().text().find("missing function"), std::string::npos)
      << "kernels of a library that is not opened are there: " << vm.error().text();
}

TEST_F(Native, ReportsMissingSymbolsAndMissingFunctionsTogether) {
  const auto file = loadFile(path("mlp_dyn.so"));
  ASSERT_TRUE(file.ok());
  auto changed = std::make_shared<LoadedFile>(*file);
  changed->library->undefinedSymbols.emplace_back("TVMBackendNobodyHas");
  B b;
  b.beginFunction("main", {"x"});
  b.emitCall("tvm.contrib.sort.argsort", {B::r(0)}, 0);
  b.emitCall("no.such.kernel", {B::r(0)}, 0);
  b.emitCall("test.given", {B::r(0)}, 0);
  b.emitRet(0);
  changed->executable = std::make_shared<const Executable>(b.finish());
  LoadOptions options;
  options.path = path("mlp_dyn.so");
  options.file = changed;
  options.functions.emplace_back("test.given",
                                 ffi::Function::FromPacked([](const ffi::AnyView*, int32_t, ffi::Any*) {}));
  const auto both = VirtualMachine::load(options);
  ASSERT_FALSE(both.ok());
  EXPECT_EQ(both.error().text(),
            options.path +
                ": symbol TVMBackendNobodyHas is not provided (usually in another release of TVM's own runtime); "
                "missing functions: tvm.contrib.sort.argsort (usually in TVM's libtvm_runtime_extra); no.such.kernel");
  options.libraries = {OLD_PACKED_PATH};  // a plain library's functions are known only when it is opened
  const auto plain = VirtualMachine::load(options);
  ASSERT_FALSE(plain.ok());
  EXPECT_EQ(plain.error().text().find("missing function"), std::string::npos) << plain.error().text();
}

}  // namespace
}  // namespace relaxscope::testing
