// SPDX-License-Identifier: Apache-2.0
// Changes of numbers and orders that another build may give: they change nothing that an executable does.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tests/fuzz/random.h"
#include "tests/support/mutate/draft.h"

namespace relaxscope::test {

enum class NumberKind : uint8_t {
  Registers,  ///< of one function, but its parameters
  Constants,  ///< rows of the pool
  Functions,  ///< rows of the function table
  Bodies,     ///< order of the functions in the code
  Slots,      ///< of the shape heap of one function, if only builtins get the heap
  Order,      ///< two adjacent instructions that do not depend on each other
  Equals,     ///< an operand names another constant of equal content
};
inline constexpr size_t kNumberKinds = static_cast<size_t>(NumberKind::Equals) + 1;
const char* numberKindName(NumberKind kind);

/// A permutation that can be undone.
struct Renumbering {
  NumberKind kind = NumberKind::Registers;
  size_t body = 0;              ///< Registers, Slots, Order, Equals: row of Draft::bodies
  std::vector<int64_t> to;      ///< number i becomes to[i]
  uint32_t first = 0;           ///< Order: the identity of the first of two; Equals: of the instruction
  uint32_t word = 0;            ///< Equals: Operand::wordIndex
  int64_t before = 0, now = 0;  ///< Equals: rows of the pool
  std::string text;             ///< "order of main: call relu %0 %1 at +3", of the draft that it was made for
};
void apply(Draft& draft, const Renumbering& renumbering);
Renumbering inverse(const Draft& draft, const Renumbering& renumbering);
/// Nothing if the draft has none of the kind that changes anything. Of executables whose order is fixed by their format
/// nothing is permuted that it fixes.
std::optional<Renumbering> randomRenumbering(const Draft& draft, NumberKind kind, fuzz::Random& random);
/// Permutes everything, and many pairs of independent instructions; what was applied, in order.
std::vector<Renumbering> renumberAll(Draft& draft, fuzz::Random& random);
}  // namespace relaxscope::test
