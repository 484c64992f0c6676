// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/adt_tags.h"

#include <fmt/format.h>

namespace relaxscope {
namespace {

constexpr uint32_t kMaxConstructors = 4'096;  // tags beyond are other numbers

/// Constructors of TVM's prelude (python/tvm/relay/std/prelude.rly), with the hashes of their types' names.
struct ConstructorRow {
  uint8_t typeHash;
  uint32_t constructor;
  size_t fields;
  const char* name;
};
constexpr ConstructorRow kPrelude[] = {
    {0x88, 0, 2, "List.Cons"},   {0x88, 1, 0, "List.Nil"},  {0x42, 0, 1, "Option.Some"},
    {0x42, 1, 0, "Option.None"}, {0x38, 0, 2, "Tree.Rose"},
};

}  // namespace

std::string AdtTag::text() const {
  return name.empty() ? fmt::format("constructor {} of type #{:02x}", constructor, typeHash) : name;
}

std::optional<AdtTag> adtTag(int64_t tag, size_t fields) {
  if (tag < INT32_MIN || tag > int64_t{UINT32_MAX}) return std::nullopt;
  const auto bits = static_cast<uint32_t>(tag);
  AdtTag parts{static_cast<uint8_t>(bits >> 24), bits & 0xFFFFFFu, {}};
  if (parts.typeHash == 0 || parts.constructor >= kMaxConstructors) return std::nullopt;
  for (const ConstructorRow& row : kPrelude)
    if (row.typeHash == parts.typeHash && row.constructor == parts.constructor && row.fields == fields)
      parts.name = row.name;
  return parts;
}

std::optional<AdtTag> adtTagAt(const Executable& executable, InstrIndex pc) {
  if (!pc.valid() || pc.at() >= executable.code.size() || !executable.code.set->isRelay()) return std::nullopt;
  const Instruction instruction = executable.code.at(pc);
  if (instruction.row == nullptr || static_cast<RelayOpcode>(instruction.opcode()) != RelayOpcode::AllocADT)
    return std::nullopt;
  return adtTag(instruction.words[1], instruction.callArgCount());
}

}  // namespace relaxscope
