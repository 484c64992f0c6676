// SPDX-License-Identifier: Apache-2.0
// Whether a file can be run, decided from its bytes alone: what the engine refuses before it opens anything, and what
// the window says beside a Run button that is off. One table of clauses for both (run_obstacle.def). A worker may still
// refuse what only it sees: symbols that its linker does not find.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
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
  std::string detail;  ///< what stands in place of the clause's {}; printable
  [[nodiscard]] std::string text() const;
};

/// What the executable is that cannot run: no program, an instruction set without an engine, values that nobody knows.
std::vector<RunObstacle> executableObstacles(const Executable& executable);
/// What of the library this machine's system loader or our engine does not take. `loads` says whether a module kind
/// has a loader of its own.
std::vector<RunObstacle> libraryObstacles(const Library& library, const std::function<bool(const std::string&)>& loads);
/// Packed and compiled functions that are neither builtins nor in the library (null: there is none).
std::vector<RunObstacle> functionObstacles(const Executable& executable, const Library* library);
/// All of them and errors among the verifier's findings, what matters most first; empty: a run can be tried.
std::vector<RunObstacle> runObstacles(const Executable& executable, const Library* library,
                                      const Diagnostics& findings);

}  // namespace relaxscope
