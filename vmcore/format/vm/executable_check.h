// SPDX-License-Identifier: Apache-2.0
// What a variant allows and an executable must keep to be written at all, for those that were not read from bytes.
#pragma once

#include <optional>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

/// The instruction set of a variant; `earlyIf` is the prototype's first one.
const InstructionSet& instructionSetOf(Variant variant, bool earlyIf = false);
/// Bytes of a tensor record's data in that variant (TVM 0.6 rounded elements below a byte down to nothing);
/// nothing where no tensor has this shape.
std::optional<int64_t> tensorBytesIn(Variant variant, const std::vector<int64_t>& shape, DataType dtype);
/// Which entry of a table a fault is in; both invalid where it is of the whole.
struct FaultPlace {
  ConstIndex constant;
  FuncIndex function;
};
/// The bounds that the binary reader keeps: constants that the variant can hold, tensors with as many bytes
/// as their shape says, memory scopes only where there is a section for them. Constants of unknown value pass.
/// Code is of one of the variant's instruction sets. `place`, where given, tells where the fault is.
Result<void> checkExecutable(const Executable& executable, FaultPlace* place = nullptr);
/// The first tensor whose data was left out (a profile keeps an executable without them) keeps it from being
/// written in any form, and from being run.
Result<void> checkDataPresent(const Executable& executable);
/// The first constant whose value nobody knows, or whose data was left out, keeps an executable from being written as
/// bytes.
Result<void> checkConstantsKnown(const Executable& executable);

}  // namespace relaxscope
