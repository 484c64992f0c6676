// SPDX-License-Identifier: Apache-2.0
#include "vmcore/model/byte_map.h"

namespace relaxscope {

std::vector<ByteNode> ByteMap::path(uint64_t offset) const {
  std::vector<ByteNode> nodes;
  ByteNode node = root();
  if (offset < node.offset || offset - node.offset >= node.size) return nodes;
  nodes.push_back(node);
  while (node.children > 0) {
    const std::optional<uint64_t> at = childAt(node, offset);
    if (!at) break;
    node = child(node, *at);
    nodes.push_back(node);
  }
  return nodes;
}

}  // namespace relaxscope
