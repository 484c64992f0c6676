// SPDX-License-Identifier: Apache-2.0
// Executables of both VMs and every layout: what a payload is, reading and writing it (formats.md 1.1.1).
#pragma once

#include <string_view>
#include <vector>

#include "vmcore/base/bytes/byte_pieces.h"
#include "vmcore/base/diagnostics.h"
#include "vmcore/base/result.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

/// What is known of a payload before it is read.
enum class VmKind : uint8_t { Unknown, Relax, Relay };
/// By the key of a library's module: "relax.VMExecutable" and "relax.Executable" (to 0.19) are Relax, "VMExecutable"
/// is Relay; Unknown for others, which hold no VM executable.
VmKind vmKindOfModule(std::string_view kind);

/// Whether the bytes begin with one of the magics, with or without the outer length prefix.
bool looksLikeVmExecutable(const Bytes& bytes);
/// Parses an executable, raw or in an outer length prefix; `fileOffset` is the place of its first byte in the file,
/// for messages. Promises an Executable whose every list was bounded by the bytes there are; indices inside are not
/// checked. What TVM accepts but a person should know (trailing bytes, a tensor not on the CPU) goes to `notes`.
Result<Executable> readVmExecutable(const Bytes& bytes, uint64_t fileOffset, Diagnostics& notes,
                                    VmKind kind = VmKind::Unknown);
/// The bytes of the executable in its own variant: what was read comes out unchanged.
/// Constants must be such as the variant can hold (holdsConstant). Data of tensors is not copied, nor is Relax
/// code where `owner` is given, which keeps the executable alive.
BytePieces executablePieces(const Executable& executable, std::shared_ptr<const void> owner = nullptr);
/// The same, in memory as a whole.
std::vector<uint8_t> writeVmExecutable(const Executable& executable);
/// Sets byteSize and every byteOffset to what writeVmExecutable will make of them; for executables that were not read.
/// All are 0 where a constant has no bytes (of unknown value, or none that the variant can hold).
void setByteOffsets(Executable& executable);
/// Whether the variant has an encoding for a constant of this kind (R1 has no floats, Relay only tensors).
bool holdsConstant(Variant variant, const ConstantValue& value);

}  // namespace relaxscope
