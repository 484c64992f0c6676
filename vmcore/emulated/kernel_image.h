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

#include "vmcore/emulated/kernel/kernel_abi.h"

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
  std::span<char> shared;      ///< its shared variables, filled anew for each block
  void (*run)(void** params) = nullptr;
};

class KernelImage {
 public:
  /// Opens an image; null with the reason in `why`, and in `status` the driver's status (209 for images of real GPUs).
  static std::shared_ptr<const KernelImage> open(std::span<const char> bytes, int& status, std::string& why);
  ~KernelImage();
  KernelImage(const KernelImage&) = delete;
  KernelImage& operator=(const KernelImage&) = delete;
  [[nodiscard]] const KernelEntry* find(const std::string& name) const;
  [[nodiscard]] const std::vector<KernelEntry>& kernels() const { return kernels_; }
  /// Addresses of the image, which its code may access: [begin, end).
  [[nodiscard]] bool owns(uint64_t address) const { return address - begin_ < end_ - begin_; }
  [[nodiscard]] uint64_t begin() const { return begin_; }
  [[nodiscard]] uint64_t end() const { return end_; }
  /// What the emulation and the image share while a kernel runs.
  [[nodiscard]] const ImageHeader& header() const { return *header_; }
  /// Compute capability it was compiled for: 80.
  [[nodiscard]] int architecture() const { return architecture_; }

 private:
  KernelImage() = default;
  bool readHeader(std::string& why);

  int file_ = -1;
  void* library_ = nullptr;
  const ImageHeader* header_ = nullptr;
  std::vector<KernelEntry> kernels_;
  uint64_t begin_ = 0, end_ = 0;
  int architecture_ = 0;
};

}  // namespace relaxscope::emulated
