// SPDX-License-Identifier: Apache-2.0
#include "tests/support/code_image.h"

#include <string>

#include "vmcore/base/bytes/byte_writer.h"

namespace relaxscope::test {
namespace {

constexpr uint64_t kTablesAt = 64 + 5 * 56, kVariables = 0x400;

void pad(ByteWriter& out, size_t size) {
  while (out.size() < size) out.write<uint8_t>(0);
}

void writeSegment(ByteWriter& out, uint32_t type, uint32_t flags, uint64_t address, uint64_t fileSize, uint64_t size) {
  out.write(type);
  out.write(flags);
  for (const uint64_t value : {address, address, address, fileSize, size, uint64_t{8}}) out.write(value);
}

}  // namespace

uint64_t CodeImage::code(std::string_view hex) {
  const uint64_t address = here();
  std::string digits;
  for (const char c : hex)
    if (c != ' ') digits += c;
  for (size_t at = 0; at < digits.size(); at += 2)
    text_.push_back(static_cast<uint8_t>(std::stoi(digits.substr(at, 2), nullptr, 16)));
  return address;
}

uint64_t CodeImage::code(std::string_view hex, uint64_t target) {
  const uint64_t address = code(hex);
  const uint64_t distance = target - (here() + 4);
  for (int shift = 0; shift < 32; shift += 8) text_.push_back(static_cast<uint8_t>(distance >> shift));
  return address;
}

uint64_t CodeImage::constant(std::string_view bytes) {
  const uint64_t address = constantsAt + constants_.size();
  constants_.insert(constants_.end(), bytes.begin(), bytes.end());
  return address;
}

void CodeImage::symbol(std::string_view name, uint64_t address, uint64_t size) {
  symbols_.push_back({std::string(name), address, size});
}

uint64_t CodeImage::import(std::string_view name) {
  const uint64_t slot = variablesAt + kVariables - 8 * (slots_.size() + 1);
  slots_.push_back({slot, symbols_.size()});
  symbols_.push_back({std::string(name), 0, 0});
  return code("ff25", slot);
}

/// File offsets are addresses, so gaps are zeros.
std::vector<uint8_t> CodeImage::build() const {
  const uint64_t symbolsSize = (symbols_.size() + 1) * 24, relocationsAt = kTablesAt + symbolsSize;
  const uint64_t stringsAt = relocationsAt + slots_.size() * 24;
  std::string strings(1, '\0');
  ByteWriter records;
  for (int i = 0; i < 3; ++i) records.write<uint64_t>(0);
  for (const Symbol& symbol : symbols_) {
    records.write(static_cast<uint32_t>(strings.size()));
    records.write<uint8_t>(0x12);
    records.write<uint8_t>(0);
    records.write<uint16_t>(symbol.address != 0 ? 1 : 0);
    records.write(symbol.address);
    records.write(symbol.size);
    strings += symbol.name + '\0';
  }
  for (const Slot& slot : slots_) {
    records.write(slot.address);
    records.write((uint64_t{slot.symbol + 1} << 32) | 7);
    records.write<uint64_t>(0);
  }
  const uint64_t hashAt = (stringsAt + strings.size() + 7) / 8 * 8, dynamicAt = hashAt + 8, dynamicSize = 7 * 16;

  ByteWriter out;
  for (const int byte : {0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0})
    out.write(static_cast<uint8_t>(byte));
  out.write<uint16_t>(3);
  out.write(machine);
  out.write<uint32_t>(1);
  for (const uint64_t value : {0, 64, 0}) out.write(value);
  out.write<uint32_t>(0);
  for (const uint16_t value : {64, 56, 5, 64, 0, 0}) out.write(value);
  writeSegment(out, 1, 4, 0, dynamicAt + dynamicSize, dynamicAt + dynamicSize);
  writeSegment(out, 1, 5, textAt, text_.size(), text_.size());
  writeSegment(out, 1, 4, constantsAt, constants_.size(), constants_.size());
  writeSegment(out, 1, 6, variablesAt, 0, kVariables);
  writeSegment(out, 2, 4, dynamicAt, dynamicSize, dynamicSize);
  out.writeBytes(records.buffer());
  for (const char c : strings) out.write(static_cast<uint8_t>(c));
  pad(out, hashAt);
  out.write<uint32_t>(0);
  out.write(static_cast<uint32_t>(symbols_.size() + 1));
  const uint64_t dynamic[][2] = {{4, hashAt},         {5, stringsAt},          {6, kTablesAt}, {10, strings.size()},
                                 {23, relocationsAt}, {2, slots_.size() * 24}, {0, 0}};
  for (const auto& [tag, value] : dynamic) {
    out.write(tag);
    out.write(value);
  }
  pad(out, textAt);
  out.writeBytes(text_);
  pad(out, constantsAt);
  out.writeBytes(constants_);
  pad(out, variablesAt);
  return out.take();
}

}  // namespace relaxscope::test
