// SPDX-License-Identifier: Apache-2.0
// Streams by handle, and what a call on a stream means while streams are captured to graphs.
#pragma once

#include <memory>
#include <vector>

#include "vmcore/emulated/driver/objects.h"

namespace relaxscope::emulated {

/// The stream of a handle, which must belong to the context; null and CU_STREAM_LEGACY: the default stream.
StreamState& streamOf(ContextState& context, cuda::Stream handle, const char* argument = "stream");

/// Queues work on a stream, or adds it to the graph that the stream is captured to; then the result is null. `node`:
/// what a graph keeps beyond the work.
OperationRef submit(StreamState& stream, std::shared_ptr<const Work> work, GraphNodeState node = {});

/// Refuses a call that is unsafe while streams are captured (allocation, loading, waiting) and invalidates the
/// captures.
void forbidDuringCapture(const ContextState& context);
/// Refuses a call on a stream that is being captured, and invalidates the capture.
void forbidOnCaptured(const StreamState& stream);
/// Refuses the default stream where a capture would depend on it.
void checkImplicit(const StreamState& stream);
/// Refuses further calls on a stream whose capture is invalidated.
void checkValid(const StreamState& stream);
/// Invalidates a capture and throws.
[[noreturn]] void invalidate(Capture& capture, int status, const std::string& why);

}  // namespace relaxscope::emulated
