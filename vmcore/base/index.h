// SPDX-License-Identifier: Apache-2.0
// Typed indices: a function index cannot be passed as a register.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace relaxscope {

/// An index into one kind of table. -1 means "none" (see `invalid()`).
template <class Tag>
struct Index {
  int64_t value = -1;

  constexpr Index() = default;
  constexpr explicit Index(int64_t v) : value(v) {}
  [[nodiscard]] static constexpr Index invalid() { return Index(); }
  [[nodiscard]] constexpr bool valid() const { return value >= 0; }
  /// For subscripting a vector; only for valid indices.
  [[nodiscard]] constexpr size_t at() const { return static_cast<size_t>(value); }
  friend constexpr auto operator<=>(Index, Index) = default;
};

using FuncIndex = Index<struct FuncTag>;      ///< row of the function table
using ConstIndex = Index<struct ConstTag>;    ///< row of the constant pool
using RegIndex = Index<struct RegTag>;        ///< register of a frame; 2^54 and above are special
using InstrIndex = Index<struct InstrTag>;    ///< pc: index of an instruction in the whole executable
using BlockIndex = Index<struct BlockTag>;    ///< basic block of one function's CFG
using ModuleIndex = Index<struct ModuleTag>;  ///< row of a library's import tree
using EventIndex = Index<struct EventTag>;    ///< event of a trace, in order of recording

}  // namespace relaxscope

template <class Tag>
struct std::hash<relaxscope::Index<Tag>> {
  size_t operator()(relaxscope::Index<Tag> i) const noexcept { return std::hash<int64_t>()(i.value); }
};
