// SPDX-License-Identifier: Apache-2.0
// Builds a linked x86-64 library with code in memory: text, constants and variables at chosen addresses, kernels as
// dynamic symbols, relocations. For tests of readers that follow code.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace relaxscope::test {

/// Machine code as bytes, with distances filled in when all addresses are known.
class CodeImage {
 public:
  uint64_t textAt = 0x1000, constantsAt = 0x8000, variablesAt = 0x10000;
  uint16_t machine = 62;

  /// Adds hexadecimal bytes, "31c0 c3". Returns their address.
  uint64_t code(std::string_view hex);
  /// Adds bytes that end with the distance from their end to `target`: "e8" and a function, "488d05" and a text.
  uint64_t code(std::string_view hex, uint64_t target);
  uint64_t constant(std::string_view bytes);
  uint64_t text(std::string_view text) { return constant(std::string(text) + '\0'); }
  /// Where code() and constant() continue.
  [[nodiscard]] uint64_t here() const { return textAt + text_.size(); }
  /// Names the code at `address`: "__tvm_ffi_add".
  void symbol(std::string_view name, uint64_t address, uint64_t size = 0);
  /// A stub through which code calls a function of another library. Returns its address.
  uint64_t import(std::string_view name);
  [[nodiscard]] std::vector<uint8_t> build() const;

 private:
  struct Symbol {
    std::string name;
    uint64_t address = 0, size = 0;
  };
  struct Slot {
    uint64_t address = 0;
    size_t symbol = 0;
  };
  std::vector<uint8_t> text_, constants_;
  std::vector<Symbol> symbols_;
  std::vector<Slot> slots_;
};

}  // namespace relaxscope::test
