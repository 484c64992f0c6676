// SPDX-License-Identifier: Apache-2.0
// What identifies the machine code of a library's kernels: the same for the same code, wherever the linker placed it
// and whatever the kernel and its parameters are named.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vmcore/base/result.h"

namespace relaxscope {

/// Instruction sets by what only they encode; of x86-64 from SSE2 to AMX, of AArch64 NEON to SME.
enum class VectorSet : uint8_t {
  Sse2,  ///< SSE too
  Sse3,
  Ssse3,
  Sse41,
  Sse42,
  Avx,
  F16c,
  Fma,
  Avx2,
  AvxVnni,
  Avx512,
  Amx,
  Neon,
  Sve,
  Sme,
};
/// Sets that code uses, bit by bit.
using VectorSets = uint32_t;
constexpr VectorSets setBit(VectorSet set) { return VectorSets{1} << static_cast<unsigned>(set); }
/// The widest one, and what comes beside it: "AVX2, FMA", "AVX-512", "SSE2", "SVE"; "scalar" for none.
std::string vectorSetText(VectorSets sets);

struct KernelCode {
  std::array<uint8_t, 16> digest{};
  uint64_t bytes = 0;  ///< of its instructions and those of the local functions that it calls, without padding
  /// False where the code could not be followed: the digest is then that of the bytes of its symbol, which the linker
  /// may have placed differently, so different digests say nothing.
  bool exact = false;
  std::string why;  ///< unless exact: "machine code of aarch64"
  /// Of the instructions that were followed, also where the digest is not exact: on x86-64 and AArch64.
  std::optional<VectorSets> sets;
};

/// Read on first use, as that follows all code of the library; thread-safe.
class KernelCodes {
 public:
  using Map = std::map<std::string, KernelCode, std::less<>>;
  using Listing = std::function<Result<std::vector<std::string>>(std::string_view kernel)>;
  explicit KernelCodes(std::function<Map()> read, Listing list = {}) : read_(std::move(read)), list_(std::move(list)) {}
  /// Of a kernel by name, without the prefix of its symbol; null if the library has no such code.
  [[nodiscard]] const KernelCode* find(std::string_view kernel) const {
    std::call_once(once_, [this] { codes_ = read_(); });
    const auto found = codes_.find(kernel);
    return found != codes_.end() ? &found->second : nullptr;
  }
  /// The lines of disassembly() of a kernel, read anew on each call. Errors: no code that can be followed.
  [[nodiscard]] Result<std::vector<std::string>> listing(std::string_view kernel) const {
    if (!list_) return Error("machine code is not at hand");
    return list_(kernel);
  }

 private:
  std::function<Map()> read_;
  Listing list_;
  mutable std::once_flag once_;
  mutable Map codes_;
};

}  // namespace relaxscope
