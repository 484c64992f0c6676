// SPDX-License-Identifier: Apache-2.0
// Internal to format. The addresses that any code of a library names: where one thing among its data ends, another one
// begins.
#pragma once

#include <cstdint>
#include <vector>

#include "vmcore/format/code/mapped_image.h"

namespace relaxscope {

/// Sweeps over the code on first use, as only few kernels need it.
class References {
 public:
  explicit References(const MappedImage& image) : image_(image) {}
  /// The first address after `address` that is named, or where its segment ends in the file.
  uint64_t next(uint64_t address);

 private:
  void sweep();

  const MappedImage& image_;
  bool swept_ = false;
  std::vector<uint64_t> addresses_;  ///< ascending
};

}  // namespace relaxscope
