// SPDX-License-Identifier: Apache-2.0
// Kernels: PrimFuncs of TIR as TVMScript writes them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "vmcore/ir/attributes.h"
#include "vmcore/ir/prim.h"

namespace relaxscope::ir {

struct TirStmt;
using TirStmtRef = std::shared_ptr<const TirStmt>;
using TirBody = std::vector<TirStmtRef>;  ///< one after the other

enum class TirKind : uint8_t { For, Block, Store, If, Let, Evaluate, Return };
enum class LoopKind : uint8_t { Serial, Parallel, Vectorized, Unrolled, ThreadBinding };

/// An axis of a block: `vi = T.axis.spatial(extent, value)`.
struct Axis {
  PrimVarRef var;
  bool reduce = false;
  PrimExpr begin, extent;  ///< the values that it takes: [begin, begin + extent)
  PrimExpr value;
};
/// Elements of a buffer that a block reads or writes: per dimension [begin, begin + extent); extent 1 is one index.
struct BufferRegion {
  BufferRef buffer;
  std::vector<std::pair<PrimExpr, PrimExpr>> ranges;
};

/// Immutable. Each kind uses the fields below its name and `span`.
struct TirStmt {
  TirKind kind = TirKind::Evaluate;
  Span span;
  // For: var in [begin, begin + extent); Block: the body; If: what runs if `value`; Let: what follows in its scope is
  // not nested: the variable is known in the statements after it.
  TirBody body;
  // For
  PrimVarRef var;  ///< also of Let
  PrimExpr begin, extent;
  LoopKind loop = LoopKind::Serial;
  std::string thread;      ///< "threadIdx.x"
  Attributes annotations;  ///< also of Block: T.sblock_attr
  // Block
  std::string name;
  std::vector<Axis> axes;
  std::vector<BufferRegion> reads, writes;
  bool statesReads = false, statesWrites = false;  ///< whether T.reads, T.writes are written
  std::vector<BufferRef> allocations;              ///< T.sblock_alloc_buffer in this block
  TirBody init;
  bool hasInit = false;
  PrimExpr predicate;  ///< T.where, or null
  // If
  TirBody otherwise;
  // Store
  BufferRef buffer;
  std::vector<PrimExpr> indices;
  PrimExpr value;  ///< stored; of Let, Evaluate and Return (null: nothing); condition of If
};

/// A parameter: a buffer, or a scalar.
struct TirParam {
  BufferRef buffer;
  PrimVarRef var;          ///< null for a buffer
  std::string handleName;  ///< of a buffer given by T.handle and T.match_buffer, else empty
};

/// Immutable. Allocations of the root block, which TVM does not write as a block, are those of the function.
struct PrimFunc {
  std::string name;
  bool isPrivate = false;
  bool sTir = true;  ///< s_tir=True: blocks are scheduled
  std::vector<TirParam> params;
  std::vector<PrimVarRef> symbols;  ///< of the shapes of buffers, in order of appearance, that are no scalar parameters
  Attributes attributes;
  std::vector<BufferRef> allocations;
  TirBody body;
  DataType result;  ///< lanes 0: none
  Span span;
};
using PrimFuncRef = std::shared_ptr<const PrimFunc>;

}  // namespace relaxscope::ir
