// SPDX-License-Identifier: Apache-2.0
// Capture of streams to graphs by the emulated driver, their launch, and what a capture forbids.
#include <gtest/gtest.h>

#include <thread>

#include "tests/unit/emulated/driver_library.h"

namespace relaxscope::test {
namespace {

/// Captures what `record` does on a stream.
template <class Record>
Graph captured(Gpu& gpu, Stream stream, Record record) {
  EXPECT_EQ(gpu.captureBegin(stream, CaptureThreadLocal), Success) << gpu.text();
  record();
  Graph graph = nullptr;
  EXPECT_EQ(gpu.captureEnd(stream, &graph), Success) << gpu.text();
  return graph;
}

GraphExec instantiated(Gpu& gpu, Graph graph) {
  GraphExec exec = nullptr;
  EXPECT_EQ(gpu.graphInstantiate(&exec, graph, 0), Success) << gpu.text();
  return exec;
}

/// Begins a capture in which `call` must fail with the status, and which is then invalid.
template <class Call>
void expectInvalidates(Gpu& gpu, Stream stream, int status, Call call) {
  ASSERT_EQ(gpu.captureBegin(stream, CaptureGlobal), Success) << gpu.text();
  EXPECT_EQ(call(), status) << gpu.text();
  int capture = CaptureNone;
  EXPECT_EQ(gpu.captureStatus(stream, &capture), Success);
  EXPECT_EQ(capture, CaptureInvalidated);
  EXPECT_EQ(gpu.fillWords(0, 0, 0, stream), Success) << "nothing to do";
  Graph graph = reinterpret_cast<Graph>(&gpu);
  EXPECT_EQ(gpu.captureEnd(stream, &graph), StreamCaptureInvalidated);
  EXPECT_EQ(graph, nullptr);
  EXPECT_EQ(gpu.captureStatus(stream, &capture), Success);
  EXPECT_EQ(capture, CaptureNone);
}

TEST(EmulatedGraphs, AreCapturedAndReplayed) {
  Gpu gpu;
  const DevicePointer block = gpu.block({0, 0}), result = gpu.block({0, 0});
  const Stream stream = gpu.stream(), other = gpu.stream();
  gpu.kernel("increment");
  const Graph graph = captured(gpu, stream, [&] {
    EXPECT_EQ(gpu.fillWords(block, 5, 2, stream), Success);
    EXPECT_EQ(gpu.increment(block, 2, stream), Success);
    EXPECT_EQ(gpu.copyOnDevice(result, block, 8, stream), Success);
  });
  EXPECT_EQ(gpu.numbers(result, 2), (std::vector<int>{0, 0})) << "a capture runs nothing";
  const GraphExec exec = instantiated(gpu, graph);
  EXPECT_EQ(gpu.graphDestroy(graph), Success);
  EXPECT_EQ(gpu.graphUpload(exec, other), Success);
  EXPECT_EQ(gpu.graphLaunch(exec, other), Success);
  EXPECT_EQ(gpu.streamSynchronize(other), Success);
  EXPECT_EQ(gpu.numbers(result, 2), (std::vector<int>{6, 6}));
  EXPECT_EQ(gpu.fillWords(result, 0, 2, other), Success);
  EXPECT_EQ(gpu.graphLaunch(exec, other), Success);
  EXPECT_EQ(gpu.increment(result, 2, other), Success);
  EXPECT_EQ(gpu.streamSynchronize(other), Success);
  EXPECT_EQ(gpu.numbers(result, 2), (std::vector<int>{7, 7})) << "in the order of the stream";
  EXPECT_EQ(gpu.graphExecDestroy(exec), Success);
  EXPECT_EQ(gpu.graphLaunch(exec, other), InvalidHandle);
  EXPECT_EQ(gpu.text(), "cuGraphLaunch: exec: executable graph 1 was destroyed");
}

TEST(EmulatedGraphs, KeepTheirArguments) {
  Gpu gpu;
  DevicePointer block = gpu.block({1, 1, 1});
  const DevicePointer kept = block;
  int count = 2;
  void* params[] = {&block, &count};
  const Stream stream = gpu.stream();
  const Function increment = gpu.kernel("increment");
  const Graph graph = captured(gpu, stream, [&] {
    EXPECT_EQ(gpu.launch(increment, 3, 1, 1, 32, 2, 1, 64, stream, params, nullptr), Success);
    EXPECT_EQ(gpu.fillBytes(kept + 8, 0, 4, stream), Success);
  });
  count = 3;
  block = 0;
  size_t nodes = 0;
  EXPECT_EQ(gpu.graphNodes(graph, nullptr, &nodes), Success);
  ASSERT_EQ(nodes, 2U);
  GraphNode node[3] = {};
  nodes = 3;
  EXPECT_EQ(gpu.graphNodes(graph, node, &nodes), Success);
  EXPECT_EQ(nodes, 2U);
  EXPECT_EQ(node[2], nullptr);
  int type = -1;
  EXPECT_EQ(gpu.graphNodeType(node[0], &type), Success);
  EXPECT_EQ(type, NodeKernel);
  EXPECT_EQ(gpu.graphNodeType(node[1], &type), Success);
  EXPECT_EQ(type, NodeMemset);
  KernelNodeParams kernel{};
  EXPECT_EQ(gpu.graphKernelParams(node[0], &kernel), Success);
  EXPECT_EQ(kernel.function, increment);
  EXPECT_EQ(kernel.gridX, 3U);
  EXPECT_EQ(kernel.blockY, 2U);
  EXPECT_EQ(kernel.sharedBytes, 64U);
  EXPECT_EQ(*static_cast<DevicePointer*>(kernel.params[0]), kept);
  EXPECT_EQ(*static_cast<int*>(kernel.params[1]), 2);
  EXPECT_EQ(gpu.graphKernelParams(node[1], &kernel), InvalidValue);
  EXPECT_EQ(gpu.graphLaunch(instantiated(gpu, graph), stream), Success);
  EXPECT_EQ(gpu.streamSynchronize(stream), Success);
  EXPECT_EQ(gpu.numbers(kept, 3), (std::vector<int>{2, 2, 0}));
  EXPECT_EQ(gpu.graphDestroy(graph), Success);
  EXPECT_EQ(gpu.graphNodeType(node[0], &type), InvalidHandle);
}

TEST(EmulatedGraphs, ForkAndJoinByEvents) {
  for (int seed = 0; seed < 8; ++seed) {
    Gpu gpu("late=" + std::to_string(seed));
    const DevicePointer block = gpu.block({7}), result = gpu.block({0});
    const Stream origin = gpu.stream(), branch = gpu.stream();
    const Event forked = gpu.event(), joined = gpu.event();
    gpu.kernel("increment");
    const auto record = [&](bool ordered) {
      EXPECT_EQ(gpu.eventRecord(forked, origin), Success);
      EXPECT_EQ(gpu.streamWaitEvent(branch, forked, 0), Success);
      EXPECT_EQ(gpu.increment(block, 1, branch), Success);
      EXPECT_EQ(gpu.eventRecord(joined, branch), Success);
      if (!ordered) { EXPECT_EQ(gpu.copyOnDevice(result, block, 4, origin), Success); }
      EXPECT_EQ(gpu.streamWaitEvent(origin, joined, 0), Success);
      if (ordered) { EXPECT_EQ(gpu.copyOnDevice(result, block, 4, origin), Success); }
    };
    const Graph graph = captured(gpu, origin, [&] { record(true); });
    EXPECT_EQ(gpu.graphLaunch(instantiated(gpu, graph), origin), Success);
    EXPECT_EQ(gpu.streamSynchronize(origin), Success);
    EXPECT_EQ(gpu.numbers(result, 1)[0], 8) << seed;
    const Graph racing = captured(gpu, origin, [&] { record(false); });
    EXPECT_EQ(gpu.graphLaunch(instantiated(gpu, racing), origin), Success);
    EXPECT_EQ(gpu.streamSynchronize(origin), Success);
    EXPECT_EQ(gpu.numbers(block, 1)[0], 9);
  }
}

TEST(EmulatedGraphs, ACaptureForbidsUnsafeCalls) {
  Gpu gpu;
  const Stream stream = gpu.stream(), blocking = gpu.stream(StreamDefault);
  const DevicePointer block = gpu.block({1});
  const Event outside = gpu.event(), inside = gpu.event();
  ASSERT_EQ(gpu.eventRecord(outside, nullptr), Success);
  ASSERT_EQ(gpu.contextSynchronize(), Success);
  DevicePointer made = 0;
  void* host = nullptr;
  Module module = nullptr;
  expectInvalidates(gpu, stream, StreamCaptureUnsupported, [&] { return gpu.memAlloc(&made, 4); });
  expectInvalidates(gpu, stream, StreamCaptureUnsupported, [&] { return gpu.memFree(block); });
  expectInvalidates(gpu, stream, StreamCaptureUnsupported, [&] { return gpu.memAllocHost(&host, 4); });
  expectInvalidates(gpu, stream, StreamCaptureUnsupported,
                    [&] { return gpu.moduleLoad(&module, "rs-fake sm_80", 0, nullptr, nullptr); });
  expectInvalidates(gpu, stream, StreamCaptureUnsupported, [&] { return gpu.contextSynchronize(); });
  expectInvalidates(gpu, stream, StreamCaptureUnsupported, [&] { return gpu.streamSynchronize(stream); });
  expectInvalidates(gpu, stream, StreamCaptureUnsupported, [&] { return gpu.streamQuery(stream); });
  expectInvalidates(gpu, stream, StreamCaptureUnsupported, [&] { return gpu.eventQuery(outside); });
  expectInvalidates(gpu, stream, StreamCaptureIsolation, [&] { return gpu.streamWaitEvent(stream, outside, 0); });
  expectInvalidates(gpu, blocking, StreamCaptureImplicit, [&] { return gpu.fillWords(block, 0, 1, nullptr); });
  // The default stream does not synchronise with the non-blocking one.
  captured(gpu, stream, [&] {
    EXPECT_EQ(gpu.fillWords(block, 0, 1, nullptr), Success);
    EXPECT_EQ(gpu.eventRecord(inside, stream), Success);
    EXPECT_EQ(gpu.eventQuery(inside), CapturedEvent);
  });
  EXPECT_EQ(gpu.streamWaitEvent(stream, inside, 0), CapturedEvent);
}

TEST(EmulatedGraphs, AnInvalidCaptureTakesNothingMore) {
  Gpu gpu;
  const Stream stream = gpu.stream();
  const DevicePointer block = gpu.block({1});
  ASSERT_EQ(gpu.captureBegin(stream, CaptureGlobal), Success);
  DevicePointer made = 0;
  EXPECT_EQ(gpu.memAlloc(&made, 4), StreamCaptureUnsupported);
  EXPECT_EQ(gpu.fillWords(block, 0, 1, stream), StreamCaptureInvalidated);
  Graph graph = nullptr;
  EXPECT_EQ(gpu.captureEnd(stream, &graph), StreamCaptureInvalidated);
}

TEST(EmulatedGraphs, ModesSayWhichThreadsAreRestricted) {
  struct Case {
    int mode, own, other;
  };
  for (const Case& each :
       {Case{CaptureGlobal, StreamCaptureUnsupported, StreamCaptureUnsupported},
        Case{CaptureThreadLocal, StreamCaptureUnsupported, Success}, Case{CaptureRelaxed, Success, Success}}) {
    for (const bool sameThread : {true, false}) {
      Gpu gpu;
      const Stream stream = gpu.stream();
      ASSERT_EQ(gpu.captureBegin(stream, each.mode), Success);
      const auto allocate = [&] {
        EXPECT_EQ(gpu.contextSet(gpu.context), Success);
        DevicePointer made = 0;
        EXPECT_EQ(gpu.memAlloc(&made, 4), sameThread ? each.own : each.other) << each.mode;
      };
      if (sameThread) allocate();
      else std::thread(allocate).join();
      std::thread([&] {
        EXPECT_EQ(gpu.contextSet(gpu.context), Success);
        Graph graph = nullptr;
        EXPECT_EQ(gpu.captureEnd(stream, &graph), each.mode == CaptureRelaxed ? Success : StreamCaptureWrongThread);
      }).join();
    }
  }
}

TEST(EmulatedGraphs, RefuseWhatIsUnfinished) {
  Gpu gpu;
  const Stream origin = gpu.stream(), branch = gpu.stream();
  const DevicePointer block = gpu.block({1});
  const Event forked = gpu.event();
  Graph graph = nullptr;
  EXPECT_EQ(gpu.captureEnd(origin, &graph), 401);
  EXPECT_EQ(gpu.captureBegin(nullptr, CaptureGlobal), StreamCaptureUnsupported);
  EXPECT_EQ(gpu.captureBegin(origin, 5), InvalidValue);
  ASSERT_EQ(gpu.captureBegin(origin, CaptureGlobal), Success);
  EXPECT_EQ(gpu.captureBegin(origin, CaptureGlobal), StreamCaptureUnsupported);
  ASSERT_EQ(gpu.eventRecord(forked, origin), Success);
  ASSERT_EQ(gpu.streamWaitEvent(branch, forked, 0), Success);
  ASSERT_EQ(gpu.fillWords(block, 0, 1, branch), Success);
  EXPECT_EQ(gpu.captureEnd(branch, &graph), StreamCaptureUnmatched);
  EXPECT_EQ(gpu.captureEnd(origin, &graph), StreamCaptureUnjoined);
  EXPECT_EQ(gpu.fillWords(block, 0, 1, branch), Success) << "no longer captured";
  EXPECT_EQ(gpu.contextSynchronize(), Success);
  GraphExec exec = nullptr;
  EXPECT_EQ(gpu.graphInstantiate(&exec, graph, 0), InvalidHandle);
}

TEST(EmulatedGraphs, FindFreedMemoryAtTheLaunch) {
  Gpu gpu;
  const DevicePointer block = gpu.block({1});
  const Stream stream = gpu.stream();
  const GraphExec exec =
      instantiated(gpu, captured(gpu, stream, [&] { EXPECT_EQ(gpu.fillWords(block, 0, 1, stream), Success); }));
  ASSERT_EQ(gpu.memFree(block), Success);
  EXPECT_EQ(gpu.graphLaunch(exec, stream), Success);
  EXPECT_EQ(gpu.streamSynchronize(stream), IllegalAddress);
  EXPECT_NE(gpu.text().find("freed block of 4 bytes, allocation 1"), std::string::npos) << gpu.text();
}

}  // namespace
}  // namespace relaxscope::test
