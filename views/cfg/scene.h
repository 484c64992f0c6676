// SPDX-License-Identifier: GPL-3.0-or-later
// The value that the CFG canvas paints, built off the GUI thread: blocks with their lines, the layout,
// counts and times. Geometry is in logical pixels at zoom 1.
#pragma once

#include <QRectF>
#include <QString>

#include <memory>
#include <optional>
#include <stop_token>

#include "views/cfg/counts.h"
#include "views/code/costs.h"
#include "views/graph/layered.h"

namespace relaxscope {

/// One line of a block's body: an instruction, or several folded into a sentence.
struct CfgLine {
  InstrIndex first, last;
  QString folded;       ///< empty: the instruction at `first`
  double ns = 0;        ///< per run; negative: never called; see `nested`
  bool nested = false;  ///< recursive call: its time is counted in other lines
};
struct CfgBox {
  QString title;  ///< "L13:" or the function's name
  std::vector<CfgLine> lines;
  double ns = 0, share = 0;
  double pcWidth = 0;                    ///< width of the pc column
  double timeWidth = 0, countWidth = 0;  ///< of the widest time of a line; of the block's count
  size_t lineOf(InstrIndex pc) const;    ///< the line that shows an instruction, or lines.size()
};
/// Sizes at zoom 1, in logical pixels.
struct CfgMetrics {
  double charWidth = 7.2, textWidth = 6.2, lineHeight = 19, headerHeight = 26, padding = 12;
  double scale = 1;  ///< of the interface, for all sizes without a field here
  friend bool operator==(const CfgMetrics&, const CfgMetrics&) = default;
};

struct CfgScene {
  std::shared_ptr<const Executable> executable;
  FuncIndex function;
  Cfg cfg;
  bool straight = false;  ///< no branches: the blocks of `cfg` are steps, one per call of a kernel or function
  std::vector<CfgBox> boxes;
  layout::Drawing drawing;
  std::vector<QRectF> edgeBounds;  ///< bounding box of each edge's line
  CfgCounts counts;
  bool timed = false;
  std::vector<InstrIndex> recursive;  ///< recursive call sites
  CfgMetrics metrics;
  [[nodiscard]] QRectF rect(size_t block) const;
  /// y of the top of a block's lines, and of the middle of one line, in scene coordinates.
  [[nodiscard]] double bodyTop(size_t block) const;
  [[nodiscard]] double lineY(size_t block, size_t line) const;
};

struct CfgRequest {
  std::shared_ptr<const Executable> executable;
  FuncIndex function;
  bool foldPlumbing = true;
  std::shared_ptr<const CodeCosts> costs;  ///< null or empty without a run
  double entries = 0;                      ///< function entries per run, NaN when unknown
  CfgMetrics metrics;
};
/// Returns nullopt when stopped. A function without bytecode yields a scene without boxes.
std::optional<CfgScene> makeCfgScene(const CfgRequest& request, std::stop_token stop = {});
/// "4 blocks, 1 branch, 1 loop, recursive".
QString cfgSummary(const CfgScene& scene);

}  // namespace relaxscope
