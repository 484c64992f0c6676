// SPDX-License-Identifier: Apache-2.0
// Streams and events.
#include <algorithm>
#include <cmath>

#include "vmcore/emulated/driver/activity.h"
#include "vmcore/emulated/driver/capture.h"
#include "vmcore/emulated/driver/driver.h"
#include "vmcore/emulated/driver/scheduler.h"

namespace relaxscope::emulated::api {
namespace {

/// CUPTI's numbers of streams that a program makes begin above those of the default streams.
constexpr uint32_t kFirstStreamId = 13;
/// CUDA_ERROR_STREAM_CAPTURE_MERGE.
constexpr int kCaptureMerge = 902;

EventState& eventOf(const ContextState& context, Event handle, const char* argument = "event") {
  EventState& event = *driver().events.at(handle, argument);
  require(event.context == &context, InvalidHandle,
          fmt::format("{}: belongs to device {}, not to the current context", argument, event.context->device));
  return event;
}

/// Refuses an event whose last record is a part of a graph.
void requireOutsideCapture(const EventState& event) {
  require(event.capture == nullptr, CapturedEvent, "event: was last recorded in a stream that is captured to a graph");
}

void addNodes(std::vector<size_t>& to, const std::vector<size_t>& nodes) {
  for (const size_t node : nodes)
    if (std::find(to.begin(), to.end(), node) == to.end()) to.push_back(node);
}

/// A wait for an event that was recorded in a capture: the stream takes part in the capture from here on.
void joinCapture(StreamState& stream, const EventState& event) {
  const std::vector<std::shared_ptr<Capture>>& active = driver().captures;
  require(std::find(active.begin(), active.end(), event.capture) != active.end(), CapturedEvent,
          "event: was recorded in a capture that has ended");
  if (&stream == stream.context->legacy.get())
    invalidate(*event.capture, StreamCaptureImplicit, "stream: the default stream cannot be captured");
  if (stream.capture != nullptr && stream.capture != event.capture) {
    event.capture->invalidated = true;
    invalidate(*stream.capture, kCaptureMerge, "event: belongs to another capture");
  }
  if (stream.capture == nullptr) stream.captured.clear();
  stream.capture = event.capture;
  addNodes(stream.captured, event.captured);
}

}  // namespace

int streamCreate(Stream* stream, unsigned flags, int) {
  ContextState& context = currentContext();
  requireOutput(stream, "stream");
  require(flags == StreamDefault || flags == StreamNonBlocking, InvalidValue,
          fmt::format("flags: {} is unknown", flags));
  const auto made = std::make_shared<StreamState>();
  made->context = &context;
  made->blocking = flags == StreamDefault;
  made->id = kFirstStreamId + driver().streamsMade++;
  *stream = driver().streams.add(made);
  return Success;
}

int streamDestroy(Stream handle) {
  ContextState& context = currentContext();
  require(handle != nullptr, InvalidHandle, "stream: the default stream cannot be destroyed");
  StreamState& stream = streamOf(context, handle);
  require(&stream != context.legacy.get(), InvalidHandle, "stream: the default stream cannot be destroyed");
  forbidOnCaptured(stream);
  if (stream.blocking && stream.last != nullptr && !stream.last->done()) context.orphans.push_back(stream.last);
  driver().streams.remove(handle);
  return Success;
}

int streamSynchronize(Stream handle) {
  ContextState& context = currentContext();
  StreamState& stream = streamOf(context, handle);
  forbidOnCaptured(stream);
  checkImplicit(stream);
  forbidDuringCapture(context);
  const uint64_t start = nowNs();
  const uint32_t id = stream.id;
  // On the default stream the call waits for the blocking ones too: a mark comes after them.
  const OperationRef last = &stream == context.legacy.get() ? enqueue(stream, nullptr) : stream.last;
  waitFor(context, {last});
  reportWait(WaitKind::Stream, id, currentCall().correlation, start, nowNs());
  return Success;
}

int streamQuery(Stream handle) {
  ContextState& context = currentContext();
  StreamState& stream = streamOf(context, handle);
  forbidOnCaptured(stream);
  checkImplicit(stream);
  forbidDuringCapture(context);
  const OperationRef last = stream.last;
  const std::shared_ptr<ContextState> kept = context.shared_from_this();
  const bool done = askDone(last);
  throwFault(*kept);
  return done ? Success : NotReady;
}

int streamWaitEvent(Stream handle, Event eventHandle, unsigned flags) {
  ContextState& context = currentContext();
  StreamState& stream = streamOf(context, handle);
  const EventState& event = *driver().events.at(eventHandle, "event");  // may belong to another device
  require(flags == 0, InvalidValue, fmt::format("flags: {} is unknown", flags));
  checkValid(stream);
  if (event.capture != nullptr) return joinCapture(stream, event), Success;
  if (event.recorded == nullptr) return Success;
  if (stream.capture != nullptr)
    invalidate(*stream.capture, StreamCaptureIsolation, "event: was recorded outside of the capture of the stream");
  checkImplicit(stream);
  if (!event.recorded->done()) enqueue(stream, nullptr, {event.recorded});
  const uint64_t now = nowNs();
  reportWait(WaitKind::StreamWaitsForEvent, stream.id, currentCall().correlation, now, now + 1);
  return Success;
}

int eventCreate(Event* event, unsigned flags) {
  ContextState& context = currentContext();
  requireOutput(event, "event");
  require((flags & ~unsigned{EventBlockingSync | EventDisableTiming}) == 0, InvalidValue,
          fmt::format("flags: {} is unknown", flags));
  const auto made = std::make_shared<EventState>();
  made->context = &context;
  made->timing = (flags & EventDisableTiming) == 0;
  *event = driver().events.add(made);
  return Success;
}

int eventDestroy(Event event) {
  eventOf(currentContext(), event);
  driver().events.remove(event);
  return Success;
}

int eventRecord(Event handle, Stream streamHandle) {
  ContextState& context = currentContext();
  EventState& event = eventOf(context, handle);
  StreamState& stream = streamOf(context, streamHandle);
  checkImplicit(stream);
  checkValid(stream);
  event.capture = stream.capture;
  event.captured = stream.captured;
  event.recorded = stream.capture == nullptr ? enqueue(stream, nullptr) : nullptr;
  return Success;
}

int eventQuery(Event handle) {
  ContextState& context = currentContext();
  const EventState& event = eventOf(context, handle);
  requireOutsideCapture(event);
  forbidDuringCapture(context);
  const OperationRef recorded = event.recorded;
  const std::shared_ptr<ContextState> kept = context.shared_from_this();
  const bool done = askDone(recorded);
  throwFault(*kept);
  return done ? Success : NotReady;
}

int eventSynchronize(Event handle) {
  ContextState& context = currentContext();
  const EventState& event = eventOf(context, handle);
  requireOutsideCapture(event);
  forbidDuringCapture(context);
  const uint64_t start = nowNs();
  const OperationRef recorded = event.recorded;
  if (recorded != nullptr) waitFor(context, {recorded});
  reportWait(WaitKind::Event, recorded == nullptr ? 0 : recorded->record.stream, currentCall().correlation, start,
             nowNs());
  return Success;
}

int eventElapsed(float* milliseconds, Event startHandle, Event endHandle) {
  ContextState& context = currentContext();
  requireOutput(milliseconds, "milliseconds");
  const EventState& start = eventOf(context, startHandle, "start");
  const EventState& end = eventOf(context, endHandle, "end");
  for (const EventState* event : {&start, &end}) {
    const char* const argument = event == &start ? "start" : "end";
    require(event->timing, InvalidHandle, fmt::format("{}: was created without timing", argument));
    requireOutsideCapture(*event);
    require(event->recorded != nullptr, InvalidHandle, fmt::format("{}: was never recorded", argument));
  }
  if (!start.recorded->done() || !end.recorded->done()) return NotReady;
  const double ns = static_cast<double>(end.recorded->doneNs) - static_cast<double>(start.recorded->doneNs);
  constexpr double kStepNs = 500;  // about that of a GPU
  *milliseconds = static_cast<float>(std::round(ns / kStepNs) * kStepNs / 1e6);
  return Success;
}

}  // namespace relaxscope::emulated::api
