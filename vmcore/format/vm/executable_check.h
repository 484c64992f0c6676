// SPDX-License-Identifier: Apache-2.0
// Constraints of a variant on executables to be written, for those that were not read from bytes.
#pragma once

#include <optional>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

/// The instruction set of a variant; `earlyIf` selects the prototype's first one.
const InstructionSet& instructionSetOf(Variant variant, bool earlyIf = false);
/// Bytes of a tensor record's data in that variant (TVM 0.6 rounded elements smaller than a byte down to 0); nullopt if
/// no tensor has this shape.
std::optional<int64_t> tensorBytesIn(Variant variant, const std::vector<int64_t>& shape, DataType dtype);
/// The table entry with a fault; both are invalid if it concerns the whole executable.
struct FaultPlace {
  ConstIndex constant;
  FuncIndex function;
};
/// Checks the constraints of the binary reader: constants that the variant can hold, tensors with as many bytes as
/// their shape requires, memory scopes only if there is a section for them. Constants of unknown value pass. Code must
/// be of one of the variant's instruction sets. `place`, if given, receives the place of the fault.
Result<void> checkExecutable(const Executable& executable, FaultPlace* place = nullptr);
/// An error for the first tensor without data (a profile omits it): such an executable cannot be written in any form,
/// nor run.
Result<void> checkDataPresent(const Executable& executable);
/// An error for the first constant whose value is unknown or whose data is missing: such an executable cannot be
/// written as bytes.
Result<void> checkConstantsKnown(const Executable& executable);

}  // namespace relaxscope
