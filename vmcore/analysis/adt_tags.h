// SPDX-License-Identifier: Apache-2.0
// Constructors of algebraic data types in Relay VM executables, by their tags: the files hold no names.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "vmcore/model/executable.h"

namespace relaxscope {

struct AdtTag {
  uint8_t typeHash = 0;      ///< the low byte of a hash of the type's name
  uint32_t constructor = 0;  ///< among the constructors of the type
  std::string name;  ///< "List.Cons" of TVM's prelude, if hash, constructor and number of fields fit; else empty
  /// "List.Cons", "constructor 1 of type #88".
  [[nodiscard]] std::string text() const;
};
/// The parts of a tag: since TVM 0.6 the hash is its high byte, as libstdc++ hashes (src/ir/module.cc,
/// RegisterConstructors). Nothing for tuples, whose tag is 0, and for small numbers, which no release makes of a name.
std::optional<AdtTag> adtTag(int64_t tag, size_t fields);
/// That of the value which the instruction makes; nothing if it makes none.
std::optional<AdtTag> adtTagAt(const Executable& executable, InstrIndex pc);

}  // namespace relaxscope
