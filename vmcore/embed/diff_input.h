// SPDX-License-Identifier: Apache-2.0
// What the modules that Python holds, an opened file and a profile, give to a comparison.
#pragma once

#include <tvm/ffi/extra/module.h>

#include <memory>
#include <string>

#include "vmcore/analysis/diff/diff.h"
#include "vmcore/trace/trace.h"
#include "vmcore/vm/ffi.h"

namespace relaxscope {

struct DiffInput {
  std::string name;  ///< path of the executable, as it is shown
  DiffSide side;
  std::shared_ptr<const Trace> trace;  ///< of a profile, else null
};

class DiffInputObj : public ffi::ModuleObj {
 public:
  [[nodiscard]] virtual DiffInput diffInput() const = 0;
};

}  // namespace relaxscope
