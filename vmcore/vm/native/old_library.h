// SPDX-License-Identifier: Apache-2.0
// Libraries of TVM up to 0.21, whose kernels have unprefixed names (formats.md 2.2): opened with dlopen, their slots
// filled with our functions, each kernel returned as a current tvm-ffi function.
#pragma once

#include <tvm/ffi/function.h>

#include <cstdint>
#include <memory>
#include <string>

#include "vmcore/base/result.h"
#include "vmcore/vm/ffi.h"

namespace relaxscope {

/// How kernels are called: with arrays of values and type codes (up to 0.20), or with the current ABI (0.21).
enum class KernelAbi : uint8_t { PackedC, SafeCall };

class OldLibrary : public std::enable_shared_from_this<OldLibrary> {
 public:
  /// Runs dlopen; opens a private copy if the file was opened before. `abi` applies to files that do not indicate their
  /// ABI.
  static Result<std::shared_ptr<OldLibrary>> open(const std::string& path, KernelAbi abi);
  virtual ~OldLibrary() = default;
  OldLibrary(const OldLibrary&) = delete;
  OldLibrary& operator=(const OldLibrary&) = delete;

  /// The kernel of that name, which keeps the library loaded; null if this file itself does not define it (symbols of
  /// linked libraries do not count). Arguments may be tensors, numbers, texts, dtypes, None and opaque pointers.
  virtual ffi::Function find(const std::string& name) = 0;

 protected:
  OldLibrary() = default;
};

/// Whether the slot (name includes "__") is filled in libraries of that ABI.
bool fillsOldSlot(const std::string& slot, KernelAbi abi);

}  // namespace relaxscope
