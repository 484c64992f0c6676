// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/flow/code_figures.h"

#include <algorithm>

#include "vmcore/analysis/flow/definitions.h"
#include "vmcore/analysis/flow/liveness.h"

namespace relaxscope {

std::optional<CodeFigures> codeFigures(const Executable& executable, FuncIndex function, const std::stop_token& stop) {
  const std::optional<Definitions> definitions = definitionsOf(executable, function, stop);
  if (!definitions || definitions->cfg.blocks.empty()) return std::nullopt;
  const std::optional<Liveness> liveness = livenessOf(executable, function, *definitions, stop);
  if (!liveness) return std::nullopt;
  CodeFigures figures;
  figures.ssa = definitions->ssa;
  for (const FlowValue& value : definitions->values)
    if (value.kind == ValueKind::Merge) ++figures.merges;
  const std::vector<BasicBlock>& blocks = definitions->cfg.blocks;
  for (size_t b = 0; b < blocks.size(); ++b) {
    if (blocks[b].loopHeader == BlockIndex(static_cast<int64_t>(b))) ++figures.loops;
    figures.loopDepth = std::max(figures.loopDepth, blocks[b].loopDepth);
  }
  figures.liveRegisters = liveness->peak;
  figures.livePc = liveness->peakPc;
  figures.registerFileSize = liveness->registerFileSize;
  figures.complete = definitions->complete && liveness->complete;
  return figures;
}

}  // namespace relaxscope
