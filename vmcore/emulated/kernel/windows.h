// SPDX-License-Identifier: Apache-2.0
// Windows onto device memory, one for each pointer parameter of a launch: the tensor's pages are mapped once more, far
// from those of other parameters. So an address tells its parameter, and an access beyond the tensor is seen even where
// a neighbour in the same storage follows.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "vmcore/emulated/device_memory.h"
#include "vmcore/emulated/kernel/kernel_abi.h"

namespace relaxscope::emulated {

/// What a window shows.
struct WindowTarget {
  const DeviceMemory* memory = nullptr;
  uint64_t address = 0, bytes = 0;  ///< device addresses
  uint32_t elementBytes = 0;        ///< 0: not a known tensor
  std::string name;                 ///< of a known tensor
  size_t parameter = 0;
};

class ParameterWindows {
 public:
  ~ParameterWindows();
  /// Maps the targets; false with the reason in `why`. The mappings stay until the next launch needs others.
  bool map(std::vector<WindowTarget> targets, std::string& why);
  /// Where the window of target `index` shows a device address.
  [[nodiscard]] uint64_t inWindow(size_t index, uint64_t address) const;
  /// The target in whose part of the range an address lies; null for none.
  [[nodiscard]] const WindowTarget* targetAt(uint64_t address) const;
  /// The device address that an address within a target's part stands for; beyond the target too.
  [[nodiscard]] uint64_t deviceAddress(uint64_t address) const;
  /// Fills the fields of windows.
  void describe(AccessLimits& limits) const;

 private:
  struct Mapped {
    uint64_t device = 0, inode = 0, offset = 0, bytes = 0;
    friend bool operator==(const Mapped&, const Mapped&) = default;
  };
  bool reserve();
  void unmap(size_t index);
  [[nodiscard]] uint64_t mappingBegin(size_t index) const;

  uint64_t begin_ = 0, reserved_ = 0;
  uint32_t shift_ = 0;
  std::vector<Window> windows_;
  std::vector<WindowTarget> targets_;
  std::vector<Mapped> mapped_;  ///< by slot; 0 bytes: nothing
};

}  // namespace relaxscope::emulated
