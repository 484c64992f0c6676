// SPDX-License-Identifier: Apache-2.0
// Executables of both VMs in every layout: detecting, reading and writing payloads (formats.md 1.1.1).
#pragma once

#include <string_view>
#include <vector>

#include "vmcore/base/bytes/byte_pieces.h"
#include "vmcore/base/diagnostics.h"
#include "vmcore/base/result.h"
#include "vmcore/model/partial_file.h"

namespace relaxscope {

/// What is known of a payload before it is read.
enum class VmKind : uint8_t { Unknown, Relax, Relay };
/// By the key of a library's module: "relax.VMExecutable" and "relax.Executable" (to 0.19) are Relax, "VMExecutable"
/// is Relay; Unknown for others, which hold no VM executable.
VmKind vmKindOfModule(std::string_view kind);

/// Whether the bytes begin with one of the magics, with or without the outer length prefix.
bool looksLikeVmExecutable(const Bytes& bytes);
/// Parses an executable, raw or in an outer length prefix; `fileOffset` is the offset of its first byte in the file,
/// for messages. Every list of the result is bounded by the available bytes; indices inside are not checked. Adds what
/// TVM accepts but a user should know (trailing bytes, a tensor not on the CPU) to `notes`. On an error, `partial`, if
/// given, receives what was decoded before it.
Result<Executable> readVmExecutable(const Bytes& bytes, uint64_t fileOffset, Diagnostics& notes,
                                    VmKind kind = VmKind::Unknown, PartialExecutable* partial = nullptr);
/// The bytes of the executable in its own variant; one that was read is reproduced byte for byte. The variant must be
/// able to hold all constants (holdsConstant). Tensor data is not copied, nor is Relax code if `owner` is given, which
/// keeps the executable alive.
BytePieces executablePieces(const Executable& executable, std::shared_ptr<const void> owner = nullptr);
/// The same, in one buffer.
std::vector<uint8_t> writeVmExecutable(const Executable& executable);
/// Sets byteSize and every byteOffset as writeVmExecutable will write them; for executables that were not read. All are
/// 0 if a constant has no bytes (of unknown value, or not supported by the variant).
void setByteOffsets(Executable& executable);
/// Whether the variant has an encoding for a constant of this kind (R1 has no floats, Relay only tensors).
bool holdsConstant(Variant variant, const ConstantValue& value);

}  // namespace relaxscope
