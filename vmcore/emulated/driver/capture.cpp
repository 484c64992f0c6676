// SPDX-License-Identifier: Apache-2.0
#include "vmcore/emulated/driver/capture.h"

#include "vmcore/emulated/driver/driver.h"
#include "vmcore/emulated/driver/scheduler.h"

namespace relaxscope::emulated {
using namespace cuda;

StreamState& streamOf(ContextState& context, Stream handle, const char* argument) {
  if (handle == nullptr || reinterpret_cast<uintptr_t>(handle) == kLegacyStream) return *context.legacy;
  StreamState& stream = *driver().streams.at(handle, argument);
  require(stream.context == &context, InvalidHandle,
          fmt::format("{}: belongs to device {}, not to the current context", argument, stream.context->device));
  return stream;
}

void invalidate(Capture& capture, int status, const std::string& why) {
  capture.invalidated = true;
  throw Refusal{status, why};
}

void checkValid(const StreamState& stream) {
  require(stream.capture == nullptr || !stream.capture->invalidated, StreamCaptureInvalidated,
          "stream: its capture was invalidated by an earlier call");
}

void forbidDuringCapture(const ContextState& context) {
  bool forbidden = false;
  for (const std::shared_ptr<Capture>& capture : driver().captures) {
    const bool own = capture->thread == threadNumber() && capture->mode != CaptureRelaxed;
    if (!own && capture->mode != CaptureGlobal) continue;
    capture->invalidated = forbidden = true;
  }
  require(!forbidden, StreamCaptureUnsupported,
          fmt::format("the call is not allowed while a stream of device {} is captured", context.device));
}

void forbidOnCaptured(const StreamState& stream) {
  checkValid(stream);
  if (stream.capture != nullptr)
    invalidate(*stream.capture, StreamCaptureUnsupported, "stream: is being captured, which this call does not allow");
}

void checkImplicit(const StreamState& stream) {
  if (&stream != stream.context->legacy.get()) return;
  std::shared_ptr<Capture> found;
  driver().streams.forEach([&](Stream, const StreamState& other) {
    if (other.context == stream.context && other.blocking && other.capture != nullptr) found = other.capture;
  });
  if (found != nullptr)
    invalidate(*found, StreamCaptureImplicit,
               "stream: the default stream synchronises with one that is being captured");
}

OperationRef submit(StreamState& stream, std::shared_ptr<const Work> work, GraphNodeState node) {
  checkImplicit(stream);
  checkValid(stream);
  if (stream.capture == nullptr) return enqueue(stream, std::move(work));
  GraphState& graph = *stream.capture->graph;
  auto added = std::make_shared<GraphNodeState>(std::move(node));
  added->context = stream.context;
  added->work = std::move(work);
  added->after = stream.captured;
  stream.captured = {graph.nodes.size()};
  graph.nodes.push_back(added);
  return nullptr;
}

}  // namespace relaxscope::emulated
