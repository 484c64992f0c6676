// SPDX-License-Identifier: Apache-2.0
// The rule about memory that the code of a function shares.
#include "vmcore/analysis/flow/storage_overlap.h"
#include "vmcore/analysis/verify/context.h"

namespace relaxscope::verifying {

void checkStorageOverlap(Context& context, FuncIndex index) {
  if (std::ranges::find(context.bytecode, index) == context.bytecode.end()) return;
  const auto found = storageOverlaps(context.executable, index, context.stop);
  if (!found) return;
  for (const StorageOverlap& overlap : *found) {
    Diagnostic place;
    place.function = index;
    place.pc = overlap.writer;
    context.report(std::move(place), [&] { return storageOverlapText(context.executable, index, overlap); });
  }
}

}  // namespace relaxscope::verifying
