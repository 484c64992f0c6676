// SPDX-License-Identifier: Apache-2.0
// What a pass is: a pure function from a module to the next stage.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/ir/parse/diagnostic.h"
#include "vmcore/ir/relax.h"

namespace relaxscope::build {

/// What a pass is given beside the module, and where it writes what it found.
struct PassContext {
  /// In order of discovery. A pass that fails adds at least one that tells the place, and returns an Error.
  std::vector<ir::Diagnostic> diagnostics;
  /// Options by name; a pass ignores those that it does not know.
  std::map<std::string, std::string> options;
};

/// The next stage. The given module is not changed; parts that stay the same are shared with it.
using Pass = Result<ir::Module>(const ir::Module&, PassContext&);

}  // namespace relaxscope::build
