// SPDX-License-Identifier: Apache-2.0
// Control flow of one bytecode function: blocks, edges, dominators, natural loops.
#pragma once

#include <cstdint>
#include <vector>

#include "vmcore/base/index.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

enum class EdgeKind : uint8_t { Next, Goto, True, False };
struct CfgEdge {
  BlockIndex from, to;
  EdgeKind kind = EdgeKind::Next;
  bool back = false;  ///< targets a dominator of its source, that is, closes a loop
};
struct BasicBlock {
  InstrIndex begin, end;          ///< [begin, end)
  std::vector<uint32_t> out, in;  ///< indices into Cfg::edges
  BlockIndex dominator;           ///< immediate; invalid for the entry and for unreachable blocks
  BlockIndex loopHeader;          ///< header of the innermost enclosing loop (its own index for a header), or invalid
  uint32_t loopDepth = 0;
  bool reachable = false;
};
struct Cfg {
  FuncIndex function;
  std::vector<BasicBlock> blocks;  ///< in order of pc; block 0 is the entry
  std::vector<CfgEdge> edges;
  bool truncated = false;  ///< a jump left the function or the range was malformed
  /// The block that holds `pc`, or invalid. Logarithmic.
  [[nodiscard]] BlockIndex blockAt(InstrIndex pc) const;
};

/// The CFG of a bytecode function; empty for other kinds. Safe for malformed code.
Cfg buildCfg(const Executable& executable, FuncIndex function);

}  // namespace relaxscope
