// SPDX-License-Identifier: Apache-2.0
// Builds cubins and fat binaries in memory, for tests that must not depend on NVIDIA's compiler. Layout:
// docs/formats.md 2.9.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace relaxscope::test {

struct CubinKernel {
  std::string name;
  uint32_t registers = 0;
  uint32_t frameBytes = 0, stackBytes = 0;
  uint64_t sharedBytes = 0;    ///< size of its section, a reserve included
  uint64_t constantBytes = 0;  ///< of bank 0
  std::optional<std::array<uint32_t, 3>> maxThreads, requiredThreads;
};

struct CubinBuilder {
  uint32_t architecture = 80;
  bool newAbi = true;            ///< of CUDA 13; else the architecture is the low byte of the flags
  bool registersInText = false;  ///< in the header of .text.NAME, without the attribute
  bool reservedShared = false;   ///< has .nv.shared.reserved.0
  std::vector<CubinKernel> kernels;
  [[nodiscard]] std::vector<uint8_t> build() const;
};

struct FatbinImage {
  uint16_t kind = 2;  ///< 1: PTX, 2: cubin
  uint32_t architecture = 80;
  uint64_t flags = 0x11;  ///< 0x2000: LZ4, 0x8000: Zstandard
  std::vector<uint8_t> code;
};
std::vector<uint8_t> fatbinOf(const std::vector<FatbinImage>& images);

}  // namespace relaxscope::test
