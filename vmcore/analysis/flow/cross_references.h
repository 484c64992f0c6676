// SPDX-License-Identifier: Apache-2.0
// Index of the mentions of functions and constants in the code, built in one pass, and the reads and writes of a
// register in a function. Works from operand roles, so it is independent of the instruction set.
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
  Value,       ///< the function or constant is passed as a value
  Definition,  ///< the register is written
  Use,         ///< the register is read
};
struct Reference {
  InstrIndex pc;
  FuncIndex function;  ///< function that contains the instruction
  ReferenceKind kind = ReferenceKind::Use;
};

class CrossReferences {
 public:
  /// Nothing when stopped. Safe for malformed code; invalid indices are omitted.
  static std::optional<CrossReferences> build(const Executable& executable, const std::stop_token& stop = {});

  // In order of pc; an instruction that names the same item twice appears once.
  [[nodiscard]] std::span<const Reference> ofFunction(FuncIndex function) const {
    return at(functions_, function.value);
  }
  [[nodiscard]] std::span<const Reference> ofConstant(ConstIndex constant) const {
    return at(constants_, constant.value);
  }

 private:
  /// References of all rows of a table, concatenated, and the start of each row.
  struct Rows {
    std::vector<uint64_t> begin;
    std::vector<Reference> all;
  };
  [[nodiscard]] static std::span<const Reference> at(const Rows& rows, int64_t row);
  Rows functions_, constants_;
};

/// Writes and reads of a register in one function's body, in order of pc. Linear in the length of the body.
std::vector<Reference> registerReferences(const Executable& executable, FuncIndex function, RegIndex reg);

}  // namespace relaxscope
