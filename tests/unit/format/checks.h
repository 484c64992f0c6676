// SPDX-License-Identifier: Apache-2.0
// What tests of the readers share: searching messages, bytes of the stored containers, executables from hex.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/vectors.h"
#include "vmcore/format/vm/vm_executable.h"

namespace relaxscope::test {

inline bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// Of tests/data/containers.
inline std::vector<uint8_t> fileBytes(const std::string& name) {
  std::ifstream in(std::string(RELAXSCOPE_TEST_DATA) + "/containers/" + name, std::ios::binary);
  EXPECT_TRUE(in) << name;
  return {std::istreambuf_iterator<char>(in), {}};
}

inline Executable executableOf(std::string_view hex) {
  Diagnostics notes;
  auto read = readVmExecutable(bytesFromHex(hex), 0, notes);
  EXPECT_TRUE(read.ok());
  return *std::move(read);
}

}  // namespace relaxscope::test
