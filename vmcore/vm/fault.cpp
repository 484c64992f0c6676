// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/fault.h"

namespace relaxscope {

void Fault::note(const ffi::Error& error, const ActivityMarkers& markers) {
  if (const auto* known = error_.as<ffi::ErrorObj>(); known != nullptr && known == error.get()) return;
  error_ = error;
  position_ = markers.position();
}

void Fault::forget() {
  error_.reset();
  position_.reset();
}

}  // namespace relaxscope
