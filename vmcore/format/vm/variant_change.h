// SPDX-License-Identifier: Apache-2.0
// The same Relax program in the serialisation of another release.
#pragma once

#include <string_view>

#include "vmcore/base/result.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

/// `executable` as `variant` writes it: version, type codes and sections of that variant, everything else unchanged;
/// returned as it is if it has that variant. An error names the constant or the field that the variant cannot hold.
/// Between R0 to R5 only: the prototype and the Relay VM have other instructions. R0 stores the release that wrote it,
/// which must be given.
Result<Executable> inVariant(const Executable& executable, Variant variant, std::string_view release = {});

}  // namespace relaxscope
