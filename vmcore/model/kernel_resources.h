// SPDX-License-Identifier: Apache-2.0
// What compiled GPU kernels take of a multiprocessor, as stored beside their code. Read from bytes by
// format/gpu/kernel_resources.h; nothing is compiled or run.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace relaxscope {

constexpr uint64_t kMaxSharedBytes = uint64_t{1} << 32;  ///< shared memory of a block: more than any GPU has

/// One kernel compiled for one architecture. An absent figure is unknown.
struct KernelResources {
  std::string kernel;
  uint32_t architecture = 0;               ///< ten times the compute capability, 80 for 8.0; 0 if unknown
  std::optional<uint32_t> registers;       ///< per thread
  std::optional<uint64_t> sharedBytes;     ///< static shared memory per block, without what the driver reserves
  std::optional<uint64_t> localBytes;      ///< local memory per thread: spilled registers, arrays, called functions
  std::optional<uint64_t> constantBytes;   ///< of the kernel's own constant banks, its parameters included
  std::array<uint32_t, 3> maxBlock = {};   ///< most threads per block by x, y, z; zeros: the code states none
  bool blockRequired = false;              ///< every block must have exactly these threads
  std::optional<uint32_t> minBlocksPerSm;  ///< that the compiler was asked for; only PTX states it

  /// Most threads of a block; 0 if the code states none.
  [[nodiscard]] uint64_t maxThreads() const { return uint64_t{maxBlock[0]} * maxBlock[1] * maxBlock[2]; }
};

/// The kernels of one module's code.
struct KernelResourceTable {
  std::vector<KernelResources> rows;  ///< in the order of the code; a fat binary has a row per kernel and architecture
  std::vector<std::string> notes;     ///< why figures are absent, one sentence each

  /// The rows of each kernel, in their order. Refers to this table.
  [[nodiscard]] std::unordered_map<std::string_view, std::vector<const KernelResources*>> byKernel() const {
    std::unordered_map<std::string_view, std::vector<const KernelResources*>> found;
    for (const KernelResources& row : rows) found[row.kernel].push_back(&row);
    return found;
  }
};

/// "sm_80"; empty for an unknown one.
inline std::string architectureName(uint32_t architecture) {
  return architecture == 0 ? std::string() : "sm_" + std::to_string(architecture);
}

}  // namespace relaxscope
