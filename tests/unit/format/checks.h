// SPDX-License-Identifier: Apache-2.0
// What tests of the readers share: searching messages, bytes of the stored containers.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace relaxscope::test {

inline bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// Of tests/data/containers.
inline std::vector<uint8_t> fileBytes(const std::string& name) {
  std::ifstream in(std::string(RELAXSCOPE_TEST_DATA) + "/containers/" + name, std::ios::binary);
  EXPECT_TRUE(in) << name;
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace relaxscope::test
