// SPDX-License-Identifier: Apache-2.0
// A program of the emulated GPU: an ELF shared object for the host that the emulated NVRTC compiled from CUDA C++. Each
// kernel has an entry that reads its parameters from an array of pointers and runs one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace relaxscope::emulated {

struct KernelEntry {
  std::string name;
  struct Param {
    uint32_t bytes = 0;
    bool pointer = false;
  };
  std::vector<Param> params;
  uint32_t maxThreads = 1024;  ///< of __launch_bounds__
  uint32_t staticShared = 0;   ///< bytes
  void (*run)(void** params) = nullptr;
};

class KernelImage {
 public:
  /// Opens an image; null with the reason in `why`, and in `status` the driver's status (209 for images of real GPUs).
  static std::shared_ptr<const KernelImage> open(std::span<const char> bytes, int& status, std::string& why);
  ~KernelImage();
  [[nodiscard]] const KernelEntry* find(const std::string& name) const;
  [[nodiscard]] const std::vector<KernelEntry>& kernels() const { return kernels_; }
  /// The section of shared variables, filled anew for each block; may be empty.
  [[nodiscard]] std::span<char> sharedVariables() const { return shared_; }
  /// Addresses of the image, which its code may access: [begin, end).
  [[nodiscard]] bool owns(uint64_t address) const { return address - begin_ < end_ - begin_; }
  /// Compute capability it was compiled for: 80.
  [[nodiscard]] int architecture() const { return architecture_; }

 private:
  KernelImage() = default;
  void* library_ = nullptr;
  std::vector<KernelEntry> kernels_;
  std::span<char> shared_;
  uint64_t begin_ = 0, end_ = 0;
  int architecture_ = 0;
};

}  // namespace relaxscope::emulated
