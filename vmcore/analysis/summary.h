// SPDX-License-Identifier: Apache-2.0
// Tables derived from an executable in one pass: callers, callees, users of constants, and what a
// function's own check instructions say of its parameters (engine.md 5).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "vmcore/model/builtin.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

/// One symbolic or fixed extent of a recovered shape.
struct DimSpec {
  enum class Kind : uint8_t { Fixed, Symbol, Unknown } kind = Kind::Unknown;
  int64_t value = 0;  ///< Fixed: extent. Symbol: slot of the shape heap
  std::string name;   ///< Symbol: the dimension's name where an annotation tells ("n"), else "s0"
};
/// What is known of a parameter without running anything.
struct ParamInfo {
  enum class Kind : uint8_t { Unknown, Tensor, Shape, Tuple, Prim, Function } kind = Kind::Unknown;
  std::string name;  ///< from the function table, else "arg0"
  std::optional<DataType> dtype;
  std::optional<int64_t> rank;
  std::vector<DimSpec> dims;  ///< of a tensor or shape; empty when unknown
  std::string annotation;     ///< "R.Tensor((n, 16), dtype=\"float32\")" where a check carries it
  /// "f32[n, 16]".
  [[nodiscard]] std::string text() const;
};
struct FunctionSummary {
  std::vector<FuncIndex> callees;   ///< distinct, in order of first call
  std::vector<FuncIndex> callers;   ///< distinct bytecode functions
  uint64_t callsOut = 0;            ///< Call instructions in its body
  uint64_t callSites = 0;           ///< Call instructions that name it
  uint64_t constantBytes = 0;       ///< of the tensors its body names, each once
  CallKind kind = CallKind::Other;  ///< as a callee
  bool used = false;                ///< called or passed as f[...] somewhere
  bool duplicateName = false;       ///< an earlier entry has the same name
};
struct ConstantUse {
  FuncIndex function;
  InstrIndex pc;
};
struct ExecutableSummary {
  std::vector<FunctionSummary> functions;
  std::vector<std::vector<ConstantUse>> constantUses;  ///< per constant, bounded to 1,000 each
  uint64_t callCount = 0, retCount = 0, gotoCount = 0, ifCount = 0;
  uint64_t constantBytes = 0;
};
ExecutableSummary summarize(const Executable& executable);

/// Parameters of a bytecode or compiled function, as many as it takes (those without names up to 1,024).
std::vector<ParamInfo> recoverParams(const Executable& executable, FuncIndex function);

/// What a slot of a function's shape heap holds.
struct SlotInfo {
  enum class Origin : uint8_t {
    Dimension,  ///< stored by match_shape and named by an annotation: "n"
    Derived,    ///< an expression of an annotation: "n + k"
    Inferred,   ///< from its use: the size of a storage that holds f32[n, 16] is "n * 64"
    Stored,     ///< stored by match_shape, unnamed: "s0"
    Computed,   ///< written by a kernel, unnamed: "s4"
  } origin = Origin::Computed;
  std::string name;  ///< never empty
};
/// All slots of the shape heap of a bytecode function, as many as it allocates (65,536 at most); empty when it has
/// none. What only the first `within` instructions tell is final where it is a Dimension.
std::vector<SlotInfo> shapeSlots(const Executable& executable, FuncIndex function, int64_t within = INT64_MAX);
/// The name of one slot ("n", "n * 64", "s0"). For many slots call shapeSlots once.
std::string slotName(const Executable& executable, FuncIndex function, int64_t slot);

/// Static shape and dtype of the value each call writes, where the bytecode tells ("f32[1, 12, 64]"), else "".
/// A kernel writes its last tensor argument. Indexed by pc - startInstr (of the part of the range that exists).
std::vector<std::string> resultTypes(const Executable& executable, FuncIndex function);

/// Default entry: "main", else the only function (bytecode or compiled) that no other function calls
/// or takes as a value; otherwise an error that lists the names.
Result<FuncIndex> defaultEntry(const Executable& executable);

}  // namespace relaxscope
