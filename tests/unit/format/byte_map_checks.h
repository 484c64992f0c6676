// SPDX-License-Identifier: Apache-2.0
// Checks of byte maps that tests of several files share.
#pragma once

#include <gtest/gtest.h>

#include "vmcore/model/byte_map.h"

namespace relaxscope {

/// Checks each node below `node`: inside its parent, in order, disjoint from its neighbours, and found by offset.
inline void checkBelow(const ByteMap& map, const ByteNode& node, int depth, uint64_t& covered) {
  uint64_t reached = node.offset;
  if (node.children == 0) covered += node.size;
  for (uint64_t i = 0; i < node.children; ++i) {
    const ByteNode child = map.child(node, i);
    ASSERT_GE(child.offset, reached) << map.name(child) << " in " << map.name(node);
    ASSERT_LE(child.offset + child.size, node.offset + node.size) << map.name(child) << " in " << map.name(node);
    ASSERT_GT(child.size, 0u) << map.name(child) << " in " << map.name(node);
    ASSERT_FALSE(map.name(child).empty());
    ASSERT_EQ(map.childAt(node, child.offset), std::optional<uint64_t>(i)) << map.name(child);
    ASSERT_EQ(map.childAt(node, child.offset + child.size - 1), std::optional<uint64_t>(i)) << map.name(child);
    reached = child.offset + child.size;
    ASSERT_LT(depth, 12);
    checkBelow(map, child, depth + 1, covered);
  }
}

}  // namespace relaxscope
