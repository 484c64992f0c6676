// SPDX-License-Identifier: Apache-2.0
// Resources of CUDA kernels: any bytes are read as each form of code, without an error beyond a note.
#include "tests/fuzz/entries.h"
#include "vmcore/analysis/gpu/occupancy.h"
#include "vmcore/format/gpu/kernel_resources.h"

namespace relaxscope::fuzz {

void runKernelResources(const Bytes& input) {
  for (const char* content : {"cubin", "fatbin", "PTX"}) {
    const KernelResourceTable table = kernelResources(content, input);
    promise(table.notes.size() <= 18, "few notes");
    for (const std::string& note : table.notes) promise(!note.empty(), "a note has a text");
    promise(table.rows.size() <= input.size(), "a kernel takes bytes");
    const auto rows = table.byKernel();
    for (const auto& [kernel, versions] : rows) promise(versions.size() <= 64, "few rows for a kernel");
    for (const KernelResources& row : table.rows) {
      promise(rows.count(row.kernel) == 1, "rows are found by name");
      const auto of = occupancyAtBounds(row);
      if (!of) continue;
      promise(of->warps <= of->maxWarps && of->percent() <= 100, "no more warps than the multiprocessor has");
      promise(of->limits != 0, "something limits the blocks");
    }
  }
}

}  // namespace relaxscope::fuzz
