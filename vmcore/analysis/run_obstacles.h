// SPDX-License-Identifier: Apache-2.0
// Whether a file can be run, decided from its bytes alone: what the engine rejects before it opens anything, and the
// window's reasons for a disabled Run button. Both use one table of clauses (run_obstacle.def). A worker may still fail
// for reasons visible only to it, such as symbols that its linker does not find.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vmcore/base/diagnostics.h"
#include "vmcore/model/executable.h"
#include "vmcore/model/library.h"

namespace relaxscope {

enum class ObstacleKind : uint8_t {
#define RS_OBSTACLE(kind, clause) kind,
#include "vmcore/analysis/run_obstacle.def"
#undef RS_OBSTACLE
};
/// "its code is for {}, not for this processor".
const char* obstacleClause(ObstacleKind kind);

struct RunObstacle {
  ObstacleKind kind = ObstacleKind::NoProgram;
  std::string detail;                     ///< replaces the {} of the clause; printable
  std::vector<FuncIndex> functions = {};  ///< that cannot be called because of it, ascending; empty: all
  [[nodiscard]] std::string text() const;
  [[nodiscard]] bool stops(FuncIndex function) const;
};

/// What a run calls, as far as it decides which functions it needs.
struct RunTarget {
  std::vector<std::string> functions;  ///< of the executable, by name; empty: any
  std::vector<std::string> skip;       ///< names and patterns of callees whose calls are not made
};
/// By row of the function table: whether a run may call it, directly or through others. All of them where calls are not
/// seen: in compiled functions, and in the prototype, which calls by name. Also packed functions that no instruction
/// mentions.
std::vector<bool> neededFunctions(const Executable& executable, const RunTarget& target);
/// Whether a callee is one of `skip`, or matches one as a pattern of fnmatch(3): "matmul*".
bool isSkipped(const std::string& name, std::span<const std::string> skip);

/// Obstacles in the executable itself: no program, an instruction set without an engine, values that are unknown.
std::vector<RunObstacle> executableObstacles(const Executable& executable);
/// All errors of the verifier, each with its place, as the obstacle for which the engine refuses the code; none if it
/// is sound.
std::optional<RunObstacle> damageOf(const Executable& executable);
/// Whether our engine loads a module of a library of TVM 0.22 or later, besides executables and host code: CUDA
/// kernels, graphs for cuBLAS, and what imports those.
bool engineLoads(const LibraryModule& module);
/// Parts of the library that this machine's system loader or our engine rejects. `loads` returns whether a module has a
/// loader.
std::vector<RunObstacle> libraryObstacles(const Library& library,
                                          const std::function<bool(const LibraryModule&)>& loads);
/// Packed and compiled functions that are neither builtins nor in the library (null if there is none).
std::vector<FuncIndex> missingFunctions(const Executable& executable, const Library* library);
/// The same as an obstacle to functions that reach one, each with its first call; to all if one is mentioned nowhere.
std::vector<RunObstacle> functionObstacles(const Executable& executable, const Library* library);
/// All of the above and the verifier's errors, most important first; if empty, a run can be tried.
std::vector<RunObstacle> runObstacles(const Executable& executable, const Library* library,
                                      const Diagnostics& findings);

}  // namespace relaxscope
