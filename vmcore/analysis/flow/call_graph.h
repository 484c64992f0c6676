// SPDX-License-Identifier: Apache-2.0
// Which functions of an executable call which: directly, through builtins and closures; recursion, depth, and what
// cannot be reached (analysis.md 4).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "vmcore/analysis/flow/dominators.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

enum class CallEdgeKind : uint8_t {
  Direct,   ///< the instruction names the callee
  Builtin,  ///< a builtin calls it: the kernel of call_tir_dyn, the function of invoke_closure
  Closure,  ///< a closure of it is called
  Value,    ///< it is passed or captured as a value: whoever gets it may call it
};
struct CallSite {
  InstrIndex pc;
  CallEdgeKind kind = CallEdgeKind::Direct;
  bool tail = false;  ///< the caller returns the result at once; kills, copies and jumps may be in between
};
/// All calls from one function to another.
struct CallEdge {
  FuncIndex caller, callee;
  uint32_t sitesBegin = 0, sitesEnd = 0;  ///< rows of CallGraph::sites
};
struct CallNode {
  uint32_t edgesBegin = 0, edgesEnd = 0;  ///< its calls: rows of CallGraph::edges
  uint32_t component = 0;                 ///< functions that call each other share one; callees have lower numbers
  int32_t depth = -1;                     ///< fewest calls from an entry; 0 for entries, -1 if unreachable
  bool recursive = false;                 ///< it may call itself, directly or through others
  bool entry = false;
};
/// A call of a function value that may be something else than a known closure.
struct UnknownCall {
  FuncIndex caller;
  InstrIndex pc;
};

struct CallGraph {
  std::vector<CallNode> nodes;  ///< by row of the function table
  std::vector<CallEdge> edges;  ///< by caller, then callee
  std::vector<CallSite> sites;  ///< by edge, in order of pc
  Adjacency callers;            ///< rows of `edges` by callee
  std::vector<UnknownCall> unknown;
  /// False if functions are compiled: their calls are in native code, so that others may not be unreachable after all.
  bool complete = true;

  [[nodiscard]] std::span<const CallEdge> callsOf(FuncIndex caller) const;
  [[nodiscard]] std::span<const CallSite> sitesOf(const CallEdge& edge) const {
    return std::span(sites).subspan(edge.sitesBegin, edge.sitesEnd - edge.sitesBegin);
  }
  /// Fewest calls from one of the functions, by row of the function table; -1 for those that they never reach.
  [[nodiscard]] std::vector<int32_t> depthsFrom(std::span<const FuncIndex> functions) const;
  /// Rows of the table that no entry reaches.
  [[nodiscard]] std::vector<FuncIndex> unreachable() const;
};

/// Entries are `main` and the VM functions that no other function mentions; all VM functions, if there are none.
/// Nothing when stopped. Safe for malformed code; time is that of sorting the calls of each function.
std::optional<CallGraph> callGraphOf(const Executable& executable, const std::stop_token& stop = {});

}  // namespace relaxscope
