// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/byte_map/object.h"

#include <algorithm>

#include "vmcore/format/object/object_image.h"

namespace relaxscope::bytemap {
namespace {

struct PartsRow {
  bool (*looksLike)(const Bytes&);
  void (*add)(const Bytes&, ObjectParts&);
};
/// Same order as in object_image.cpp.
constexpr PartsRow kPartsRows[] = {
    {looksLikeElf, addElf}, {looksLikeMachO, addMachO}, {looksLikePe, addPe}, {looksLikeCoff, addCoff}};

}  // namespace

const MappedSection* ObjectParts::sectionOf(const ObjectSymbol& symbol) const {
  if (symbol.section != 0) {
    const auto found = std::lower_bound(sections_.begin(), sections_.end(), symbol.section,
                                        [](const MappedSection& s, uint32_t number) { return s.number < number; });
    return found != sections_.end() && found->number == symbol.section ? &*found : nullptr;
  }
  return byAddress_.find(symbol.value);
}

void ObjectParts::addFunctions(const ObjectFile& object) {
  byAddress_ = AddressMap<MappedSection>(sections_);
  struct Named {
    const ObjectSymbol* symbol;
    uint64_t offset, end;  ///< of its section
  };
  std::vector<Named> named;
  for (const ObjectSymbol& symbol : object.symbols) {
    const MappedSection* section = symbol.defined ? sectionOf(symbol) : nullptr;
    if (section == nullptr) continue;
    const uint64_t inside = symbol.section != 0 ? symbol.value : symbol.value - section->address;
    if (inside < section->size) named.push_back({&symbol, section->offset + inside, section->offset + section->size});
  }
  std::stable_sort(named.begin(), named.end(), [](const Named& a, const Named& b) { return a.offset < b.offset; });
  for (auto at = named.begin(); at != named.end(); ++at) {
    if (at->symbol->type != SymbolType::Function) continue;
    uint64_t size = at->symbol->size;
    if (size == 0) {
      const auto next = std::upper_bound(at, named.end(), at->offset,
                                         [](uint64_t offset, const Named& each) { return offset < each.offset; });
      size = std::min(at->end, next != named.end() ? next->offset : at->end) - at->offset;
    }
    std::string name = at->symbol->name.empty() ? "unnamed function" : shortText(at->symbol->name);
    if (size <= at->end - at->offset)
      parts_.push_back(makePart(ByteKind::Symbol, std::move(name), "machine code", base_ + at->offset, size));
  }
}

void addObjectParts(const Bytes& file, uint64_t base, const ObjectFile* object, std::vector<Part>& parts) {
  ObjectParts adder(base, object != nullptr ? object->machineName : std::string(), parts);
  for (const PartsRow& row : kPartsRows) {
    if (!row.looksLike(file)) continue;
    row.add(file, adder);
    if (object != nullptr) adder.addFunctions(*object);
    return;
  }
}

}  // namespace relaxscope::bytemap
