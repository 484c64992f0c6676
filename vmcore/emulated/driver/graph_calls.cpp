// SPDX-License-Identifier: Apache-2.0
// Capture of streams to graphs, and the launch of graphs.
#include <algorithm>

#include "vmcore/emulated/driver/capture.h"
#include "vmcore/emulated/driver/driver.h"
#include "vmcore/emulated/driver/scheduler.h"

namespace relaxscope::emulated::api {
namespace {

/// Takes every stream out of a capture.
void endCapture(const std::shared_ptr<Capture>& capture) {
  driver().streams.forEach([&](Stream, StreamState& stream) {
    if (stream.capture != capture) return;
    stream.capture.reset();
    stream.captured.clear();
  });
  std::erase(driver().captures, capture);
}

/// Whether all nodes come before the end of the stream that began the capture.
bool isJoined(const GraphState& graph, const std::vector<size_t>& end) {
  std::vector<bool> reached(graph.nodes.size(), false);
  std::vector<size_t> open = end;
  while (!open.empty()) {
    const size_t node = open.back();
    open.pop_back();
    if (reached[node]) continue;
    reached[node] = true;
    open.insert(open.end(), graph.nodes[node]->after.begin(), graph.nodes[node]->after.end());
  }
  return std::all_of(reached.begin(), reached.end(), [](bool node) { return node; });
}

GraphState& graphOf(Graph handle) {
  currentContext();
  return *driver().graphs.at(handle, "graph");
}

}  // namespace

int captureBegin(Stream handle, int mode) {
  ContextState& context = currentContext();
  StreamState& stream = streamOf(context, handle);
  require(&stream != context.legacy.get(), StreamCaptureUnsupported, "stream: the default stream cannot be captured");
  require(mode >= CaptureGlobal && mode <= CaptureRelaxed, InvalidValue, fmt::format("mode: {} is unknown", mode));
  require(stream.capture == nullptr, StreamCaptureUnsupported, "stream: is being captured already");
  stream.capture = std::make_shared<Capture>();
  stream.capture->origin = handle;
  stream.capture->mode = mode;
  stream.capture->thread = threadNumber();
  stream.capture->graph->context = &context;
  stream.captured.clear();
  driver().captures.push_back(stream.capture);
  return Success;
}

int captureEnd(Stream handle, Graph* graph) {
  ContextState& context = currentContext();
  requireOutput(graph, "graph");
  *graph = nullptr;
  const StreamState& stream = streamOf(context, handle);
  constexpr int kIllegalState = 401;
  require(stream.capture != nullptr, kIllegalState, "stream: is not being captured");
  const std::shared_ptr<Capture> capture = stream.capture;
  require(capture->origin == handle, StreamCaptureUnmatched,
          fmt::format("stream: the capture began in {}", handleText(reinterpret_cast<uint64_t>(capture->origin))));
  require(capture->mode == CaptureRelaxed || capture->thread == threadNumber(), StreamCaptureWrongThread,
          "stream: its capture began in another thread");
  const std::vector<size_t> end = stream.captured;
  endCapture(capture);
  require(!capture->invalidated, StreamCaptureInvalidated, "stream: its capture was invalidated by an earlier call");
  require(isJoined(*capture->graph, end), StreamCaptureUnjoined,
          "stream: another stream took part in the capture and was not waited for");
  for (const std::shared_ptr<GraphNodeState>& node : capture->graph->nodes) node->handle = driver().nodes.add(node);
  *graph = driver().graphs.add(capture->graph);
  return Success;
}

int captureStatus(Stream handle, int* status) {
  ContextState& context = currentContext();
  requireOutput(status, "status");
  const StreamState& stream = streamOf(context, handle);
  checkImplicit(stream);
  *status = stream.capture == nullptr ? CaptureNone : stream.capture->invalidated ? CaptureInvalidated : CaptureActive;
  return Success;
}

int graphInstantiate(GraphExec* exec, Graph handle, unsigned long long flags) {
  requireOutput(exec, "exec");
  const GraphState& graph = graphOf(handle);
  require(flags == 0, NotSupported, fmt::format("flags: {} is not emulated", flags));
  const auto made = std::make_shared<GraphExecState>();
  made->context = graph.context;
  made->id = ++driver().graphsMade;
  made->nodes = graph.nodes;
  *exec = driver().execs.add(made);
  return Success;
}

int graphLaunch(GraphExec handle, Stream streamHandle) {
  ContextState& context = currentContext();
  GraphExecState& exec = *driver().execs.at(handle, "exec");
  require(exec.context == &context, InvalidContext, "exec: belongs to another context");
  StreamState& stream = streamOf(context, streamHandle);
  checkImplicit(stream);
  checkValid(stream);
  require(stream.capture == nullptr, NotSupported, "stream: a graph inside of a graph is not emulated");
  if (configuration().lost && driver().launches++ >= *configuration().lost) {
    loseDevices();
    throwFault(context);
  }
  const OperationRef start = enqueue(stream, nullptr, {exec.last});
  std::vector<OperationRef> queued;
  for (const std::shared_ptr<GraphNodeState>& node : exec.nodes) {
    std::vector<OperationRef> after{start};
    for (const size_t before : node->after) after.push_back(queued[before]);
    WorkRecord record = node->work == nullptr ? WorkRecord{} : node->work->record;
    record.stream = stream.id;
    record.graph = exec.id;
    record.graphNode = uint64_t{exec.id} << 32 | (queued.size() + 1);
    queued.push_back(enqueueAfter(context, node->work, std::move(after), record));
  }
  exec.last = enqueue(stream, nullptr, queued);
  return Success;
}

int graphUpload(GraphExec handle, Stream stream) {
  streamOf(currentContext(), stream);
  driver().execs.at(handle, "exec");
  return Success;
}

int graphExecDestroy(GraphExec exec) {
  driver().execs.at(exec, "exec");  // work under way goes on without it
  driver().execs.remove(exec);
  return Success;
}

int graphDestroy(Graph graph) {
  for (const std::shared_ptr<GraphNodeState>& node : graphOf(graph).nodes) driver().nodes.remove(node->handle);
  driver().graphs.remove(graph);
  return Success;
}

int graphNodes(Graph handle, GraphNode* nodes, size_t* count) {
  requireOutput(count, "count");
  const GraphState& graph = graphOf(handle);
  if (nodes != nullptr)
    for (size_t i = 0; i < *count; ++i) nodes[i] = i < graph.nodes.size() ? graph.nodes[i]->handle : nullptr;
  *count = nodes == nullptr ? graph.nodes.size() : std::min(*count, graph.nodes.size());
  return Success;
}

int graphNodeType(GraphNode node, int* type) {
  requireOutput(type, "type");
  *type = driver().nodes.at(node, "node")->type;
  return Success;
}

int graphKernelParams(GraphNode handle, KernelNodeParams* params) {
  requireOutput(params, "params");
  GraphNodeState& node = *driver().nodes.at(handle, "node");
  require(node.type == NodeKernel, InvalidValue, "node: is not a kernel");
  require(node.kernel != nullptr, NotSupported, "node: is a kernel of a library");
  const KernelRun& run = *node.kernel;
  *params = {};
  params->function = node.function;
  params->gridX = run.grid[0], params->gridY = run.grid[1], params->gridZ = run.grid[2];
  params->blockX = run.block[0], params->blockY = run.block[1], params->blockZ = run.block[2];
  params->sharedBytes = run.dynamicShared;
  params->params = node.params.data();
  params->context = node.context->handle;
  return Success;
}

}  // namespace relaxscope::emulated::api
