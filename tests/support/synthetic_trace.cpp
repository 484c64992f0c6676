// SPDX-License-Identifier: Apache-2.0
#include "tests/support/synthetic_trace.h"

#include <algorithm>

#include "tests/support/chunk_arguments.h"

namespace relaxscope::testing {
namespace {

constexpr DataType kF32{2, 32, 1};

/// A small generator of our own, so that every platform gets the same trace.
struct Noise {
  uint64_t state = 0x9E3779B97F4A7C15ULL;
  uint32_t next() {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<uint32_t>(state >> 33);
  }
  /// `value` plus or minus `percent` percent.
  int64_t around(int64_t value, int64_t percent) {
    const int64_t span = std::max<int64_t>(1, value * percent / 100);
    return std::max<int64_t>(1, value - span + static_cast<int64_t>(next() % static_cast<uint32_t>(2 * span + 1)));
  }
};

struct Step {
  std::string callee;
  int64_t ns = 30;
  std::vector<std::vector<int64_t>> args;  ///< tensor shapes
  int64_t bytes = 0;                       ///< allocated, or freed when negative
  std::vector<std::pair<uint32_t, int64_t>> slots;
};

Function packed(std::string name) {
  Function f;
  f.name = std::move(name);
  f.numArgs = -2;
  return f;
}

/// One bytecode function, row 0, whose instructions are the steps and a Ret; callees get the rows after it.
std::shared_ptr<Executable> executableOf(const std::string& name, const std::vector<std::string>& params,
                                         const std::vector<Step>& steps) {
  auto exe = std::make_shared<Executable>();
  exe->version = "0.14";
  Function entry;
  entry.kind = static_cast<int32_t>(FunctionKind::Bytecode);
  entry.name = name;
  entry.paramNames = params;
  entry.numArgs = static_cast<int64_t>(params.size());
  exe->functions.push_back(entry);
  int64_t reg = entry.numArgs;
  for (const Step& step : steps) {
    size_t row = 1;
    while (row < exe->functions.size() && exe->functions[row].name != step.callee) ++row;
    if (row == exe->functions.size()) exe->functions.push_back(packed(step.callee));
    exe->code.offsets.push_back(static_cast<int64_t>(exe->code.words.size()));
    const bool result = step.callee.starts_with("vm.builtin.alloc") || step.callee.starts_with("vm.builtin.reshape");
    const auto count = static_cast<int64_t>(std::max<size_t>(1, step.args.size()));
    for (const int64_t word : {int64_t{1}, result ? ++reg : kVoidRegister, static_cast<int64_t>(row), count})
      exe->code.words.edit().push_back(word);
    for (int64_t i = 0; i < count; ++i)
      exe->code.words.edit().push_back(Arg::make(ArgKind::Register, std::max<int64_t>(0, reg - i)).word());
  }
  exe->code.offsets.push_back(static_cast<int64_t>(exe->code.words.size()));
  exe->code.words.edit().push_back(2);
  exe->code.words.edit().push_back(reg);
  exe->functions[0].endInstr = static_cast<int64_t>(exe->code.offsets.size());
  exe->functions[0].registerFileSize = reg + 1;
  return exe;
}

std::vector<std::string> namesOf(const Executable& exe) {
  std::vector<std::string> names;
  for (const Function& f : exe.functions) names.push_back(f.name);
  return names;
}

/// Records one run of the steps starting at `start`; returns its end.
int64_t recordRun(TraceMaker& maker, const Executable& exe, const std::vector<Step>& steps, int64_t start,
                  uint32_t frame, bool warmup, Noise& noise) {
  int64_t now = start + 20;
  for (size_t pc = 0; pc < steps.size(); ++pc) {
    const Step& step = steps[pc];
    const auto callee = static_cast<uint32_t>(exe.findFunction(step.callee).value);
    const int64_t length = noise.around(warmup ? step.ns * 2 : step.ns, 6);
    maker.event(EventKind::Call, now, length, callee, 1, 0, static_cast<uint32_t>(pc));
    uint16_t position = 0;
    for (const auto& dims : step.args) maker.tensor(position++, kF32, dims);
    for (const auto& [slot, value] : step.slots) maker.slot(slot, value, frame);
    if (step.bytes != 0) maker.memory(std::max<int64_t>(0, step.bytes), std::max<int64_t>(0, -step.bytes));
    now += length + noise.around(4, 50);
  }
  maker.event(EventKind::FunctionBody, start, now - start, 0, 0, 0, 0);
  maker.run(start, now - start, warmup);
  return now;
}

void describe(TraceMaker& maker, const std::string& entry) {
  TraceInfo& info = maker.info();
  info.clock.nsPerTick = 1.0;
  info.clock.source = "time stamp counter 1.000 GHz";
  info.entry = entry;
  info.device = "cpu";
  info.allocator = "pooled";
  info.engine = "builtin";
  info.mode = "chained";
  info.cost = {10.2, 34.5, 9.8};
}

std::vector<Step> transformerSteps() {
  std::vector<Step> steps;
  const auto alloc = [&](int64_t bytes) {
    steps.push_back({"vm.builtin.alloc_storage", 60, {}, bytes, {}});
    steps.push_back({"vm.builtin.alloc_tensor", 90, {}, 0, {}});
  };
  const auto kernel = [&](const char* name, int64_t ns, std::vector<std::vector<int64_t>> args) {
    const auto bytes = static_cast<int64_t>(3072 + steps.size() * 1697 % 24'576);
    alloc(bytes);
    steps.push_back({name, ns, std::move(args), 0, {}});
    steps.push_back({"vm.builtin.null_value", 32, {}, -(steps.size() % 3 == 0 ? bytes / 4 : bytes - bytes / 32), {}});
  };
  for (int layer = 0; layer < 2; ++layer) {
    kernel("layer_norm", 4900, {{1, 12, 64}, {64}, {64}, {1, 12, 64}});
    kernel("transpose", 12500, {{192, 64}, {64, 192}});
    kernel("matmul", 64700, {{1, 12, 64}, {64, 192}, {1, 12, 192}});
    kernel("split", 981, {{1, 12, 192}, {1, 12, 64}, {1, 12, 64}, {1, 12, 64}});
    for (int i = 0; i < 3; ++i) {
      steps.push_back({"vm.builtin.reshape", 131, {{1, 12, 64}}, 0, {}});
      kernel("transpose1", 654, {{1, 12, 4, 16}, {1, 4, 12, 16}});
    }
    kernel("matmul1", 4400, {{1, 4, 12, 16}, {1, 4, 16, 12}, {1, 4, 12, 12}});
    kernel("multiply", 262, {{1, 4, 12, 12}, {1, 4, 12, 12}});
    kernel("softmax", 5600, {{1, 4, 12, 12}, {1, 4, 12, 12}});
    kernel("matmul2", 4500, {{1, 4, 12, 12}, {1, 4, 12, 16}, {1, 4, 12, 16}});
    kernel("transpose3", 691, {{1, 4, 12, 16}, {1, 12, 4, 16}});
    kernel("matmul3", 22800, {{1, 12, 64}, {64, 64}, {1, 12, 64}});
    kernel("add", 420, {{1, 12, 64}, {1, 12, 64}, {1, 12, 64}});
    kernel("matmul4", 33900, {{1, 12, 64}, {64, 256}, {1, 12, 256}});
    kernel("gelu", 11700, {{1, 12, 256}, {1, 12, 256}});
    kernel("matmul5", 34200, {{1, 12, 256}, {256, 64}, {1, 12, 64}});
    kernel("add", 420, {{1, 12, 64}, {1, 12, 64}, {1, 12, 64}});
  }
  int64_t held = 0;
  for (const Step& step : steps) held += step.bytes;
  steps.push_back({"vm.builtin.null_value", 32, {}, -held, {}});
  return steps;
}

std::vector<Step> dynamicSteps(int64_t n) {
  const int64_t big = 96 * n, small = 24 * n;
  return {
      {"vm.builtin.check_tensor_info", 60, {{n, 16}}, 0, {}},
      {"vm.builtin.match_shape", 110, {{n, 16}}, 0, {{0, n}}},
      {"vm.builtin.alloc_shape_heap", 55, {}, 0, {}},
      {"shape_func", 95, {}, 0, {{1, big}, {2, small}, {3, small}}},
      {"vm.builtin.make_shape", 90, {}, 0, {}},
      {"vm.builtin.alloc_storage", 420, {}, big, {}},
      {"vm.builtin.alloc_tensor", 220, {}, 0, {}},
      {"fused_matmul_add_relu", 3900, {{n, 16}, {16, 24}, {24}, {n, 24}}, 0, {}},
      {"vm.builtin.make_shape", 90, {}, 0, {}},
      {"vm.builtin.alloc_storage", 400, {}, small, {}},
      {"vm.builtin.alloc_tensor", 210, {}, 0, {}},
      {"fused_matmul1_add1", 3700, {{n, 24}, {24, 6}, {6}, {n, 6}}, 0, {}},
      {"vm.builtin.null_value", 30, {}, -big, {}},
      {"vm.builtin.alloc_storage", 380, {}, small, {}},
      {"vm.builtin.alloc_tensor", 220, {}, 0, {}},
      {"softmax", 3600, {{n, 6}, {n, 6}}, 0, {}},
      {"vm.builtin.null_value", 30, {}, -2 * small, {}},
  };
}

}  // namespace

TraceMaker::TraceMaker(std::vector<std::string> functionNames, size_t eventsPerChunk)
    : trace_(std::make_shared<Trace>()), eventsPerChunk_(eventsPerChunk) {
  trace_->info.functionNames = std::move(functionNames);
}

uint64_t TraceMaker::event(EventKind kind, int64_t start, int64_t duration, uint32_t callee, uint16_t depth,
                           uint32_t function, uint32_t pc) {
  if (open_.events.size() >= eventsPerChunk_) seal();
  EventColumns& events = open_.events;
  events.start.push_back(start);
  events.duration.push_back(duration);
  events.pc.push_back(pc);
  events.function.push_back(function);
  events.callee.push_back(callee);
  events.depth.push_back(depth);
  events.kind.push_back(static_cast<uint16_t>(kind));
  return count_++;
}

void TraceMaker::tensor(uint16_t position, DataType dtype, const std::vector<int64_t>& dims) {
  ArgRecord arg;
  arg.position = position;
  arg.type = static_cast<uint8_t>(ArgType::Tensor);
  arg.ndim = static_cast<uint8_t>(dims.size());
  arg.dtype = dtype;
  arg.dimsBegin = static_cast<uint32_t>(open_.values.dims.size());
  arg.value = dtype.elementBytes();
  for (const int64_t dim : dims) {
    arg.value *= dim;
    open_.values.dims.push_back(dim);
  }
  addArgument(open_, arg);
}

void TraceMaker::shape(uint16_t position, const std::vector<int64_t>& dims) {
  tensor(position, DataType{}, dims);
  open_.values.args.back().type = static_cast<uint8_t>(ArgType::Shape);
  open_.values.args.back().value = 0;
}

void TraceMaker::integer(uint16_t position, int64_t value) {
  ArgRecord arg;
  arg.position = position;
  arg.type = static_cast<uint8_t>(ArgType::Int);
  arg.value = value;
  addArgument(open_, arg);
}

void TraceMaker::slot(uint32_t slot, int64_t value, uint32_t frame, uint32_t function) {
  open_.values.slotChanges.push_back({static_cast<uint32_t>(open_.events.size() - 1), slot, frame, function, value});
}

void TraceMaker::memory(int64_t allocated, int64_t freed) {
  live_ += allocated - freed;
  open_.values.memory.push_back({static_cast<uint32_t>(open_.events.size() - 1), 0, allocated, freed, live_});
}

void TraceMaker::run(int64_t start, int64_t duration, bool warmup) {
  trace_->runs.push_back(
      {start, duration, static_cast<uint32_t>(trace_->runs.size()), warmup ? RunKind::Warmup : RunKind::Measured});
}

void TraceMaker::seal() {
  if (open_.events.size() == 0) return;
  trace_->append(open_);
  open_ = {};
}

std::shared_ptr<const Trace> TraceMaker::snapshot() {
  seal();
  return std::make_shared<const Trace>(*trace_);
}

SyntheticModel transformerModel(uint32_t runs, uint32_t warmup) {
  const std::vector<Step> steps = transformerSteps();
  const auto exe = executableOf("forward", {"x", "w0", "w1"}, steps);
  TraceMaker maker(namesOf(*exe));
  describe(maker, "forward");
  maker.info().argumentsText = "x: f32[1, 12, 64] (random, seed 0)";
  Noise noise;
  int64_t now = 40'000;
  maker.event(EventKind::LoadLibrary, 0, 31'000, kNoIndex, 0);
  maker.event(EventKind::LoadConstants, 31'500, 6'000, kNoIndex, 0);
  for (uint32_t run = 0; run < runs + warmup; ++run)
    now = recordRun(maker, *exe, steps, now, run, run < warmup, noise) + 900;
  return {exe, maker.snapshot()};
}

SyntheticModel dynamicModel(uint32_t runs) {
  const auto exe = executableOf("main", {"x"}, dynamicSteps(1));
  TraceMaker maker(namesOf(*exe));
  describe(maker, "main");
  maker.info().argumentsText = "x: f32[n, 16] (random, seed 0), n = 1, 3, 17";
  Noise noise;
  maker.event(EventKind::LoadLibrary, 0, 4'100, kNoIndex, 0);
  for (uint32_t f = 1; f < exe->functions.size(); ++f) maker.event(EventKind::LoadLookup, 4'200 + 130 * f, 120, f, 0);
  int64_t now = 9'000;
  const int64_t sizes[] = {1, 3, 17};
  for (uint32_t run = 0; run < runs; ++run)
    now = recordRun(maker, *exe, dynamicSteps(sizes[run % 3]), now, run, false, noise) + 4'700;
  return {exe, maker.snapshot()};
}

SyntheticModel recursiveModel(uint32_t depth) {
  const auto exe = executableOf("loop", {"i", "h"}, {{"less_equal", 112, {}, 0, {}}, {"step", 2500, {}, 0, {}}});
  TraceMaker maker(namesOf(*exe));
  describe(maker, "loop");
  const int64_t leaf = 300, margin = 100;
  // Innermost first, as they return: level d is margin * d shorter on each side than the outermost.
  const int64_t total = 2 * margin * depth + leaf;
  for (uint32_t d = depth; d-- > 0;) {
    // A call is one level deeper than its body, the body of a VM call one level deeper than the call.
    const auto level = static_cast<uint16_t>(2 * d);
    maker.event(EventKind::Call, margin * d + 10, 50, 1, static_cast<uint16_t>(level + 1), 0, 0);
    const int64_t start = margin * d, length = total - 2 * margin * d;
    maker.event(EventKind::FunctionBody, start, length, 0, level, 0, 0);
    if (d > 0) maker.event(EventKind::Call, start - 5, length + 10, 0, static_cast<uint16_t>(level - 1), 0, 1);
  }
  maker.run(0, total);
  return {exe, maker.snapshot()};
}

std::shared_ptr<const Trace> bulkTrace(uint64_t events) {
  std::vector<std::string> names{"main"};
  const char* builtins[] = {"vm.builtin.alloc_storage", "vm.builtin.alloc_tensor", "vm.builtin.match_shape",
                            "vm.builtin.null_value"};
  for (int i = 0; i < 20; ++i) names.push_back("fused_kernel" + std::to_string(i));
  for (const char* builtin : builtins) names.emplace_back(builtin);
  TraceMaker maker(names, 65'536);
  describe(maker, "main");
  Noise noise;
  int64_t now = 0;
  for (uint64_t done = 0; done < events;) {
    const int64_t start = now;
    now += 25;
    for (int i = 0; i < 500; ++i, ++done) {
      const uint32_t callee = 1 + noise.next() % 24;
      const int64_t length = callee > 20 ? 20 + noise.next() % 100 : 200 + noise.next() % 30'000;
      maker.event(EventKind::Call, now, length, callee, 1, 0, static_cast<uint32_t>(i));
      now += length + 4;
    }
    maker.event(EventKind::FunctionBody, start, now - start, 0, 0, 0, 0);
    maker.run(start, now - start);
    ++done;
    now += 200;
  }
  return maker.snapshot();
}

}  // namespace relaxscope::testing
