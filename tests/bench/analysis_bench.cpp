// SPDX-License-Identifier: Apache-2.0
// Analyses, exports and trace files on generated large inputs: a million instructions, a million events.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <unistd.h>

#include <filesystem>
#include <random>

#include "tests/support/chunk_arguments.h"
#include "vmcore/analysis/flow/cfg.h"
#include "vmcore/analysis/lint/lint.h"
#include "vmcore/analysis/regions/repeated_regions.h"
#include "vmcore/analysis/result_types.h"
#include "vmcore/analysis/summary.h"
#include "vmcore/analysis/verify/verifier.h"
#include "vmcore/export/exporter.h"
#include "vmcore/format/container/npz.h"
#include "vmcore/model/builder.h"
#include "vmcore/trace/file/trace_file.h"
#include "vmcore/trace/statistics.h"

namespace {

using namespace relaxscope;

/// A thousand functions of calls as in models, some branches; about as many words per call as in real files.
const Executable& program() {
  static const Executable made = [] {
    using B = ExecutableBuilder;
    B b;
    const ConstIndex dtype = b.addConstant(DataType{2, 32, 1}), shape = b.addConstant(ShapeConstant{{1, 12, 64}});
    constexpr int kFunctions = 1000, kEach = 1000;
    for (int f = 0; f < kFunctions; ++f) {
      b.beginFunction(fmt::format("subgraph_{}", f), {"x", "w"});
      for (int i = 0; i + 1 < kEach; ++i) {
        switch (i % 4) {
          case 0:
            b.emitCall("vm.builtin.alloc_tensor", {B::r(2), B::imm(0), B::c(shape), B::c(dtype)}, 3 + i % 60);
            break;
          case 1: b.emitCall("fused_layer_norm_add_relu", {B::r(0), B::r(1), B::r(3 + (i - 1) % 60)}); break;
          case 2: b.emitCall("vm.builtin.null_value", {}, 3 + i % 60); break;
          default:
            if (i % 100 == 51 && i + 3 < kEach) b.emitIf(2, 2);
            else b.emitCall("matmul", {B::r(0), B::r(1), B::imm(i)}, 2);
        }
      }
      b.emitRet(2);
    }
    return b.finish();
  }();
  return made;
}

enum class Calls : uint8_t {
  Layers,     ///< of 12 kernels
  Fibonacci,  ///< a word with many repetitions in each other
  Loose,      ///< of one kernel, of which one in eight takes a result
};
/// One function of calls with their storage and kills.
Executable layers(int64_t instructions, Calls calls) {
  using B = ExecutableBuilder;
  B b;
  const ConstIndex dtype = b.addConstant(DataType{2, 32, 1}), shape = b.addConstant(ShapeConstant{{1, 12, 64}});
  b.beginFunction("main", {"x", "w"});
  std::mt19937 random(1);
  std::string word = "a", before = "b";
  while (calls == Calls::Fibonacci && static_cast<int64_t>(word.size()) < instructions)
    before = std::exchange(word, word + before);
  int64_t x = 0, next = 2;
  for (int64_t i = 0; i < instructions / 4; ++i) {
    const int64_t storage = 2 + next++ % 512, tensor = 2 + next++ % 512;
    b.emitCall("vm.builtin.alloc_storage", {B::vm(), B::c(shape), B::imm(0), B::c(dtype)}, storage);
    b.emitCall("vm.builtin.alloc_tensor", {B::r(storage), B::imm(0), B::c(shape), B::c(dtype)}, tensor);
    b.emitCall(calls == Calls::Layers      ? fmt::format("kernel{}", i % 12)
               : calls == Calls::Fibonacci ? std::string(1, word[static_cast<size_t>(i)])
                                           : "kernel",
               {B::r(x), B::r(1), B::r(tensor)});
    b.emitCall("vm.builtin.null_value", {}, storage);
    if (calls != Calls::Loose || random() % 8 == 0) x = tensor;
  }
  b.emitRet(x);
  return b.finish();
}

/// A million events in chunks of 4,096 over a hundred runs, with or without values.
const Trace& trace(bool values) {
  static const auto make = [](bool withValues) {
    Trace made;
    made.info.clock.nsPerTick = 0.409;
    for (int i = 0; i < 200; ++i) made.info.functionNames.push_back(fmt::format("function_{}", i));
    std::mt19937 random(1);
    int64_t now = 0;
    TraceChunk chunk;
    const auto add = [&](int64_t start, int64_t duration, uint32_t callee, uint16_t depth, EventKind kind) {
      EventColumns& e = chunk.events;
      e.start.push_back(start);
      e.duration.push_back(duration);
      e.pc.push_back(callee * 3);
      e.function.push_back(0);
      e.callee.push_back(callee);
      e.depth.push_back(depth);
      e.kind.push_back(static_cast<uint16_t>(kind));
      if (withValues && kind == EventKind::Call) {
        const auto event = static_cast<uint32_t>(e.size() - 1);
        for (uint16_t position = 0; position < 3; ++position) {
          const auto dims = static_cast<uint32_t>(chunk.values.dims.size());
          addArgument(chunk, {0, position, static_cast<uint8_t>(ArgType::Tensor), 2, {2, 32, 1}, dims, 4096});
          chunk.values.dims.insert(chunk.values.dims.end(), {16, 64});
        }
        if (callee % 10 == 0) chunk.values.memory.push_back({event, 0, 4096, 4096, 8192});
      }
      if (e.size() == 4096) made.append(std::exchange(chunk, {}));
    };
    for (uint32_t run = 0; run < 100; ++run) {
      const int64_t begin = now;
      for (uint32_t i = 0; i < 9'999; ++i) {
        const auto duration = static_cast<int64_t>(100 + random() % 400);
        add(now, duration, 1 + i % 199, 1, EventKind::Call);
        now += duration + 8;
      }
      add(begin, now - begin, 0, 0, EventKind::FunctionBody);
      made.runs.push_back({begin, now - begin, run});
      now += 1000;
    }
    if (chunk.events.size() != 0) made.append(chunk);
    return made;
  };
  static const Trace plain = make(false), rich = make(true);
  return values ? rich : plain;
}

template <class Work>
void perItem(benchmark::State& state, size_t items, Work&& work) {
  for (auto _ : state) work();
  state.SetItemsProcessed(static_cast<int64_t>(items) * static_cast<int64_t>(state.iterations()));
}

void verifyMillion(benchmark::State& state) {
  const Executable& executable = program();
  if (verify(executable).hasErrors()) state.SkipWithError("the generated program is not sound");
  perItem(state, executable.code.size(), [&] { benchmark::DoNotOptimize(verify(executable).total()); });
}
BENCHMARK(verifyMillion)->Unit(benchmark::kMillisecond);

void summarizeMillion(benchmark::State& state) {
  perItem(state, program().code.size(), [] { benchmark::DoNotOptimize(summarize(program()).callCount); });
}
BENCHMARK(summarizeMillion)->Unit(benchmark::kMillisecond);

void cfgAndTypesOfAllFunctions(benchmark::State& state) {
  perItem(state, program().code.size(), [] {
    for (size_t f = 0; f < program().functions.size(); ++f) {
      const FuncIndex index(static_cast<int64_t>(f));
      benchmark::DoNotOptimize(buildCfg(program(), index).blocks.size());
      benchmark::DoNotOptimize(resultTypes(program(), index).size());
    }
  });
}
BENCHMARK(cfgAndTypesOfAllFunctions)->Unit(benchmark::kMillisecond);

void regionsOfOneFunction(benchmark::State& state) {
  const Executable executable = layers(state.range(0), static_cast<Calls>(state.range(1)));
  state.SetLabel(state.range(1) == 0 ? "layers" : state.range(1) == 1 ? "Fibonacci word" : "loose calls");
  if (repeatedRegions(executable)->at(0).regions.empty()) state.SkipWithError("no regions");
  perItem(state, executable.code.size(), [&] { benchmark::DoNotOptimize(repeatedRegions(executable)->size()); });
}
BENCHMARK(regionsOfOneFunction)->ArgsProduct({{50'000, 1'000'000}, {0, 1, 2}})->Unit(benchmark::kMillisecond);

void regionsOfAllFunctions(benchmark::State& state) {
  perItem(state, program().code.size(), [] { benchmark::DoNotOptimize(repeatedRegions(program())->size()); });
}
BENCHMARK(regionsOfAllFunctions)->Unit(benchmark::kMillisecond);

void lintMillion(benchmark::State& state) {
  const FunctionFacts facts(program());
  perItem(state, program().code.size(), [&] { benchmark::DoNotOptimize(lint(facts, nullptr)->all.size()); });
}
BENCHMARK(lintMillion)->Unit(benchmark::kMillisecond);

void dumpMillion(benchmark::State& state) {
  const ExecutableExporter& row = executableExporters()[static_cast<size_t>(state.range(0))];
  state.SetLabel(row.id);
  size_t bytes = 0;
  perItem(state, program().code.size(), [&] {
    std::vector<std::string> warnings;
    row.write(
        program(), {},
        [&](std::string_view piece) {
          bytes += piece.size();
          return true;
        },
        warnings);
  });
  state.SetBytesProcessed(static_cast<int64_t>(bytes));
}
BENCHMARK(dumpMillion)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

void statisticsOfMillionEvents(benchmark::State& state) {
  const Trace& made = trace(true);
  const auto grouping = state.range(0) == 0 ? Grouping::Callee : Grouping::Site;
  state.SetLabel(state.range(0) == 0 ? "by callee" : "by site");
  perItem(state, made.eventCount(), [&] { benchmark::DoNotOptimize(computeStatistics(made, grouping).rows.size()); });
}
BENCHMARK(statisticsOfMillionEvents)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

void traceExport(benchmark::State& state) {
  const TraceExporter& row = traceExporters()[static_cast<size_t>(state.range(0))];
  state.SetLabel(row.id);
  size_t bytes = 0;
  perItem(state, trace(true).eventCount(), [&] {
    row.write(trace(true), nullptr, [&](std::string_view piece) {
      bytes += piece.size();
      return true;
    });
  });
  state.SetBytesProcessed(static_cast<int64_t>(bytes));
}
BENCHMARK(traceExport)->DenseRange(0, 1)->Unit(benchmark::kMillisecond);

void traceFile(benchmark::State& state) {
  const Trace& made = trace(state.range(1) != 0);
  const std::string path =
      (std::filesystem::temp_directory_path() / fmt::format("analysis_bench_{}.rsprof", getpid())).string();
  if (!writeTraceFile(path, made, nullptr)) state.SkipWithError("cannot write");
  const bool reading = state.range(0) != 0;
  state.SetLabel(fmt::format("{}, {}, {} KiB", reading ? "read" : "write", state.range(1) != 0 ? "values" : "no values",
                             std::filesystem::file_size(path) / 1024));
  perItem(state, made.eventCount(), [&] {
    if (reading) benchmark::DoNotOptimize(readTraceFile(path).ok());
    else benchmark::DoNotOptimize(writeTraceFile(path, made, nullptr).ok());
  });
  std::filesystem::remove(path);
}
BENCHMARK(traceFile)->ArgsProduct({{0, 1}, {0, 1}})->Unit(benchmark::kMillisecond);

void npzOf64MiB(benchmark::State& state) {
  const NpyArray array{{2, 32, 1}, {4096, 4096}, Bytes::own(std::vector<uint8_t>(64 << 20, 3))};
  const Bytes file = Bytes::own(writeNpz({{"arg0", array}}));
  for (auto _ : state) benchmark::DoNotOptimize(readNpz(file).ok());
  state.SetBytesProcessed(static_cast<int64_t>(file.size()) * static_cast<int64_t>(state.iterations()));
}
BENCHMARK(npzOf64MiB)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
