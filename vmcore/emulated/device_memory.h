// SPDX-License-Identifier: Apache-2.0
// Memory of an emulated GPU: one sparse memory file. Device pointers are addresses of a mapping of it without access
// rights, so that host code that touches device memory faults; copies and kernels use other mappings of the same file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace relaxscope::emulated {

constexpr uint64_t kPage = 4096;  ///< bytes

/// A block of cuMemAlloc.
struct Allocation {
  uint64_t address = 0, bytes = 0;
  uint64_t serial = 0;
};

class DeviceMemory {
 public:
  /// Reserves address space and the file; pages take memory when they are written. Throws std::bad_alloc if the system
  /// refuses.
  explicit DeviceMemory(uint64_t totalBytes);
  ~DeviceMemory();
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  /// A block aligned to 256 bytes and filled with 0xFF (small blocks: NaN as float); 0 if there is no room.
  uint64_t allocate(uint64_t bytes);
  /// False if `address` is not the start of a block.
  bool release(uint64_t address);
  /// The block that holds [address, address + bytes).
  [[nodiscard]] std::optional<Allocation> find(uint64_t address, uint64_t bytes = 1) const;
  /// Why an address belongs to no block: "freed block of 64 bytes, allocation 7", "12 bytes after the block ...".
  [[nodiscard]] std::string explain(uint64_t address) const;
  /// Whether an address lies in this device's range, allocated or not.
  [[nodiscard]] bool owns(uint64_t address) const { return address - base_ < range_; }
  /// The same bytes with read and write access, for copies.
  [[nodiscard]] char* bytesAt(uint64_t address) const { return access_ + (address - base_); }
  /// File and offset of an address, for further mappings.
  [[nodiscard]] int file() const { return file_; }
  [[nodiscard]] uint64_t offsetOf(uint64_t address) const { return address - base_; }
  [[nodiscard]] uint64_t freeBytes() const;
  [[nodiscard]] uint64_t totalBytes() const { return total_; }
  [[nodiscard]] size_t blocks() const;

 private:
  /// Address of a gap of `span` bytes in [from, to); 0 if there is none.
  [[nodiscard]] uint64_t gapIn(uint64_t from, uint64_t to, uint64_t span) const;
  void forgetFreed(uint64_t address, uint64_t span);

  const uint64_t total_;
  const uint64_t range_;  ///< bytes of addresses: more than memory, so that freed addresses are not reused soon
  uint64_t base_ = 0, used_ = 0, serial_ = 0;
  uint64_t next_ = 0;  ///< where the search for a gap begins
  char* access_ = nullptr;
  int file_ = -1;
  mutable std::mutex mutex_;
  std::map<uint64_t, Allocation> live_, freed_;
};

}  // namespace relaxscope::emulated
