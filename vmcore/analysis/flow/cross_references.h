// SPDX-License-Identifier: Apache-2.0
// Where functions and constants are named in the code, as an index built in one pass over it, and where a
// register of a function is written and read. Works from operand roles, so it knows no instruction set.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "vmcore/model/executable.h"

namespace relaxscope {

enum class ReferenceKind : uint8_t {
  Call,        ///< the function is called
  Value,       ///< the function or constant is handed over as a value
  Definition,  ///< the register is written
  Use,         ///< the register is read
};
struct Reference {
  InstrIndex pc;
  FuncIndex function;  ///< whose body the instruction stands in
  ReferenceKind kind = ReferenceKind::Use;
};

class CrossReferences {
 public:
  /// Nothing when stopped. Takes damaged code without harm; indices that point nowhere are left out.
  static std::optional<CrossReferences> build(const Executable& executable, const std::stop_token& stop = {});

  // In order of pc; an instruction that names a thing twice stands there once.
  [[nodiscard]] std::span<const Reference> ofFunction(FuncIndex function) const {
    return at(functions_, function.value);
  }
  [[nodiscard]] std::span<const Reference> ofConstant(ConstIndex constant) const {
    return at(constants_, constant.value);
  }

 private:
  /// References of all rows of a table one behind the other, and where each row's begin.
  struct Rows {
    std::vector<uint64_t> begin;
    std::vector<Reference> all;
  };
  [[nodiscard]] static std::span<const Reference> at(const Rows& rows, int64_t row);
  Rows functions_, constants_;
};

/// Writes and reads of a register in one function's body, in order of pc. Linear in the body.
std::vector<Reference> registerReferences(const Executable& executable, FuncIndex function, RegIndex reg);

}  // namespace relaxscope
