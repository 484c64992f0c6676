// SPDX-License-Identifier: Apache-2.0
// The rule about memory that the code of a function shares.
#include "vmcore/analysis/flow/storage_overlap.h"
#include "vmcore/analysis/verify/context.h"

namespace relaxscope::verifying {

void checkStorageOverlap(Context& context, FuncIndex index) {
  const Function* const function = context.executable.function(index);
  if (std::ranges::find(context.bytecode, index) == context.bytecode.end()) return;
  const auto found = storageOverlaps(context.executable, index, context.stop);
  if (!found) return;
  const auto siteAt = [&](InstrIndex pc) { return Site{index, function, pc.value, context.executable.code.at(pc)}; };
  for (const StorageOverlap& overlap : *found) {
    const Site writer = siteAt(overlap.writer);
    context.report(writer, [&] {
      return fmt::format("writes the tensor of pc {} over that of pc {} in their storage, whose contents {} reads",
                         overlap.over.value, overlap.victim.value, context.where(siteAt(overlap.reader)));
    });
  }
}

}  // namespace relaxscope::verifying
