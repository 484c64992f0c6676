// SPDX-License-Identifier: Apache-2.0
// When queued work runs. One thread runs all of it, each piece after those that it depends on and with the driver's
// mutex released. Normally it runs as soon as it can, in the order of the calls; with `late` only what a waiting
// program needs, in a random order that a seed determines, so that a missing dependency gives a wrong result every
// time.
//
// All functions are called with the driver's mutex held by currentCall().
#pragma once

#include <vector>

#include "vmcore/emulated/driver/objects.h"

namespace relaxscope::emulated {

/// Queues work on a stream; null: a mark. `more`: further dependencies.
OperationRef enqueue(StreamState& stream, std::shared_ptr<const Work> work, std::vector<OperationRef> more = {});
/// Queues work that depends on nothing else than what is given; for the insides of a graph.
OperationRef enqueueAfter(ContextState& context, std::shared_ptr<const Work> work, std::vector<OperationRef> after,
                          const WorkRecord& record);

/// Waits until the operations are done, then throws the context's fault if it has one. Null is done.
void waitFor(ContextState& context, const std::vector<OperationRef>& operations);
/// Waits for all work of a context.
void waitForAll(ContextState& context);
/// Whether an operation is done. A program that asks repeatedly must see it done: with `late` each question lets one
/// piece of work run.
bool askDone(const OperationRef& operation);
/// Marks pending work of a context done without running it.
void dropWork(ContextState& context);
/// Work of a context that is not done.
std::vector<OperationRef> pendingOf(const ContextState& context);

}  // namespace relaxscope::emulated
