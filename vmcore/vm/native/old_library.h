// SPDX-License-Identifier: Apache-2.0
// Libraries of TVM up to 0.21, whose kernels bear bare names (formats.md 2.2): opened with dlopen, their slots
// filled with functions of ours, each kernel handed out as a function of today's kind.
#pragma once

#include <tvm/ffi/function.h>

#include <cstdint>
#include <memory>
#include <string>

#include "vmcore/base/result.h"

namespace relaxscope {

namespace ffi = tvm::ffi;

/// How kernels are called: with arrays of values and type codes (up to 0.20), or as today (0.21).
enum class KernelAbi : uint8_t { PackedC, SafeCall };

class OldLibrary : public std::enable_shared_from_this<OldLibrary> {
 public:
  /// Runs dlopen. The file is opened as a file of its own where it was opened before. `abi` is of files that do not
  /// tell.
  static Result<std::shared_ptr<OldLibrary>> open(const std::string& path, KernelAbi abi);
  virtual ~OldLibrary() = default;
  OldLibrary(const OldLibrary&) = delete;
  OldLibrary& operator=(const OldLibrary&) = delete;

  /// The kernel of that name, which keeps the library loaded; null where this file, apart from those it is linked
  /// with, defines none. Arguments may be tensors, numbers, texts, dtypes, None and opaque pointers.
  virtual ffi::Function find(const std::string& name) = 0;

 protected:
  OldLibrary() = default;
};

/// Slots ("__" included) that are filled in libraries of that kind.
bool fillsOldSlot(const std::string& slot, KernelAbi abi);

}  // namespace relaxscope
