// SPDX-License-Identifier: Apache-2.0
// Builds a minimal shared library in memory: one segment, dynamic symbols, a module blob. For tests of readers that
// must not depend on a compiler or a CPU.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace relaxscope::test {

struct TestSymbol {
  std::string name;
  uint8_t info = 0x12;  ///< binding and type: global function
  uint64_t size = 0;
  bool defined = true;
};
struct TestModule {
  std::string kind;
  std::vector<uint8_t> payload;
  std::vector<int64_t> children;
};

struct ElfBuilder {
  uint16_t machine = 62;
  std::vector<TestSymbol> symbols;
  std::vector<TestModule> modules;
  std::string blobName = "__tvm_ffi__library_bin";
  bool withBlob = true;
  bool gnuHash = false;       ///< symbol count from DT_GNU_HASH instead of DT_HASH
  bool sectionsOnly = false;  ///< no dynamic segment: symbols are found through section headers
  [[nodiscard]] std::vector<uint8_t> build() const;
  /// The module blob alone, with its length.
  [[nodiscard]] std::vector<uint8_t> blob() const;
};

}  // namespace relaxscope::test
