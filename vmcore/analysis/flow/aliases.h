// SPDX-License-Identifier: Apache-2.0
// Which memory the values of one function are in, from the effects of builtins: views, tuples, closures (analysis.md
// 3).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "vmcore/analysis/flow/definitions.h"

namespace relaxscope {

enum class RootKind : uint8_t {
  Allocation,  ///< made by the instruction at pc `index`: a storage, a tensor, a tuple, a closure
  Parameter,   ///< of number `index`, or a part of it
  Constant,    ///< row `index` of the pool
  Unknown,     ///< what the call at pc `index` returned, or anything at all if that is -1
};
/// Memory that a value is in.
struct Root {
  RootKind kind = RootKind::Unknown;
  int64_t index = -1;
  friend constexpr auto operator<=>(const Root&, const Root&) = default;
};

/// A few roots, ascending; more become {Unknown, -1}.
class RootSet {
 public:
  static constexpr size_t kMax = 4;
  /// Returns whether the set grew.
  bool add(Root root);
  [[nodiscard]] std::span<const Root> all() const { return {roots_.data(), count_}; }

 private:
  std::array<Root, kMax> roots_;
  size_t count_ = 0;
};

struct Aliases {
  InstrIndex begin;                ///< of the function
  std::vector<RootSet> roots;      ///< by value; numbers and shapes have none
  std::vector<ValueIndex> viewOf;  ///< by value: the one that it is, is a view of, or is a known field of; else invalid
  bool complete = true;            ///< otherwise more values than necessary have the root {Unknown, -1}

  // By instruction from the begin: memory that its result holds, and whether its allocation was passed to code that may
  // keep it.
  std::vector<uint32_t> heldBegin;
  std::vector<Root> held;
  std::vector<bool> escapes;

  /// The memory of a value; nothing if it has none, or may be one of several.
  [[nodiscard]] std::optional<Root> rootOf(ValueIndex value) const;
  /// Whether both may share memory, or hold values that do. Parameters may share memory with each other and with
  /// constants; memory that was allocated here does so with nothing unless it was handed out. True for
  /// values that do not exist.
  [[nodiscard]] bool mayAlias(ValueIndex a, ValueIndex b) const;
  /// What the result of the instruction holds: the fields of a tuple, what a closure captured.
  [[nodiscard]] std::span<const Root> heldAt(InstrIndex pc) const;
};

/// Aliases of the values of `definitions`, those of `function`. Nothing when stopped. Linear in the words of the
/// function, times at most 16 where values meet in loops.
std::optional<Aliases> aliasesOf(const Executable& executable, FuncIndex function, const Definitions& definitions,
                                 const std::stop_token& stop = {});

}  // namespace relaxscope
