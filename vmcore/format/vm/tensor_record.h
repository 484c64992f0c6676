// SPDX-License-Identifier: Apache-2.0
// The tensor record of formats.md 0.1, shared by constants of both VMs and parameter list files, and other parts that
// their readers and writers share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "vmcore/base/bytes/byte_reader.h"
#include "vmcore/model/executable.h"

namespace relaxscope::vmformat {

inline constexpr uint64_t kMagicV1 = 0xD225DE2F4214151DULL;  ///< Relay, Relax to 0.22
inline constexpr uint64_t kMagicV2 = 0xD225DE2F4214151EULL;  ///< Relax since 0.23
inline constexpr uint64_t kTensorMagic = 0xDD5E40F096B4A13FULL;
inline constexpr uint64_t kParameterMagic = 0xF7E58D4F05049CB7ULL;
inline constexpr size_t kTensorBytes = 8 + 8 + 8 + 4 + 4 + 8;    ///< of the smallest record: a scalar without data
inline constexpr uint32_t kImmediateTag = 0, kLateBoundTag = 1;  ///< of a Relay constant
inline constexpr int32_t kCpuDevice = 1;
inline constexpr int32_t kMaxTensorRank = 64;

/// How an element's bytes are counted: TVM 0.6 rounded bits / 8 down.
enum class ElementSize : uint8_t { RoundedUp, RoundedDown };

/// prod(shape) * bytes of an element, the size that a tensor record must state; nullopt if an extent is negative or the
/// product does not fit in 63 bits.
std::optional<int64_t> tensorByteSize(const std::vector<int64_t>& shape, DataType dtype,
                                      ElementSize size = ElementSize::RoundedUp);

Result<DataType> readDataType(ByteReader& in);
/// The data is a slice of the input.
Result<TensorConstant> readTensorRecord(ByteReader& in, ElementSize size = ElementSize::RoundedUp);

/// An entry for a packed function, as in tables that list only names.
Function packedFunction(std::string name);

/// Appends `count` consecutive tensor records to `constants`, also those before an error, which names the `item` and
/// its number.
Result<void> readTensors(ByteReader& in, uint64_t count, std::string_view item, std::vector<Constant>& constants);

/// Number of items to reserve for a count from a file: the remaining bytes bound the count, but an item takes more room
/// in memory, and most items of an invalid count would never be read.
inline size_t roomFor(uint64_t count) { return static_cast<size_t>(std::min<uint64_t>(count, 65536)); }

/// "constant 3: " before an error's message.
Error inItem(std::string_view item, size_t index, Error error);

Result<std::vector<std::string>> readStrings(ByteReader& in, std::string_view what);

}  // namespace relaxscope::vmformat
