// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/loop/tracing.h"

#include <algorithm>

namespace relaxscope {

void recordHeap(Engine& engine, const Insn& insn, const TVMFFIAny* args, const ffi::Any& returned) {
  Recorder& recorder = engine.recorder;
  Frame& frame = engine.frames.back();
  if (insn.flags & kFlagMakesHeap) frame.watch = engine.watches.watch(returned, frame.function, frame.watch, recorder);
  if (frame.watch < 0) return;
  HeapWatch& watch = engine.watches.at(frame.watch);
  const bool isSeen = std::any_of(args, args + insn.argCount, [&](const TVMFFIAny& value) {
    const DLTensor* tensor = tensorOf(value);
    return tensor != nullptr && tensor->data == watch.slots;
  });
  if (isSeen) recorder.addHeapChanges(watch);
}

}  // namespace relaxscope
