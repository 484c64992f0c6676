// SPDX-License-Identifier: Apache-2.0
// A library that a process opens once: the real one and the emulated one apart, as a list of devices may have opened
// the other one.
#pragma once

#include <mutex>
#include <optional>
#include <utility>

#include "vmcore/base/result.h"
#include "vmcore/run/gpu_emulation.h"

namespace relaxscope::cuda {

template <class Library>
class OpenedOnce {
 public:
  /// The library that `open` returns at the first call for this kind of GPU, or the error that it returned then.
  template <class Open>
  Result<const Library*> get(Open&& open) {
    Slot& slot = cudaIsEmulated() ? emulated_ : real_;
    std::call_once(slot.once, [&] {
      auto opened = std::forward<Open>(open)();
      if (opened) slot.library = *std::move(opened);
      else slot.failure = std::move(opened).error();
    });
    if (slot.failure) return Error(*slot.failure);
    return &slot.library;
  }

 private:
  struct Slot {
    std::once_flag once;
    Library library;
    std::optional<Error> failure;
  };
  Slot real_, emulated_;
};

}  // namespace relaxscope::cuda
