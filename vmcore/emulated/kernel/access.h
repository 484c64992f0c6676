// SPDX-License-Identifier: Apache-2.0
// Decides the accesses of a kernel that are neither inside a parameter's tensor nor in the thread's own memory, and
// says what is wrong with those that are refused.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vmcore/emulated/kernel/windows.h"
#include "vmcore/emulated/kernel_run.h"

namespace relaxscope::emulated {

/// A pointer parameter that points to no live block.
struct DanglingPointer {
  size_t parameter = 0;
  uint64_t value = 0;
};

class AccessCheck {
 public:
  AccessCheck(const KernelRun& run, const ParameterWindows& windows, std::vector<DanglingPointer> dangling)
      : run_(run), windows_(windows), dangling_(std::move(dangling)) {}
  /// Closes the blocks that were opened.
  ~AccessCheck();
  AccessCheck(const AccessCheck&) = delete;
  AccessCheck& operator=(const AccessCheck&) = delete;

  /// Whether the access is allowed; else the fault is in status() and text(). `stackLow` is the thread's stack.
  bool allows(uint64_t address, uint64_t bytes, bool write, uint64_t alignment, uint64_t stackLow);
  [[nodiscard]] int status() const { return status_; }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  struct Opened {
    uint64_t begin = 0, end = 0;  ///< the block
    uint64_t firstPage = 0, pageBytes = 0;
  };
  bool openBlock(const DeviceMemory& memory, uint64_t address, uint64_t bytes);
  [[nodiscard]] std::string windowPlace(uint64_t address) const;
  [[nodiscard]] std::string otherPlace(uint64_t address, uint64_t stackLow) const;

  const KernelRun& run_;
  const ParameterWindows& windows_;
  std::vector<DanglingPointer> dangling_;
  std::vector<Opened> opened_;
  int status_ = 0;
  std::string text_;
};

}  // namespace relaxscope::emulated
