// SPDX-License-Identifier: GPL-3.0-or-later
// What the CFG canvas paints, as a value made off the GUI thread: blocks with their lines, the layout,
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
  double ns = 0;        ///< a run; negative: never called; see `nested`
  bool nested = false;  ///< calls its own function: its time is that of other lines
};
struct CfgBox {
  QString title;  ///< "L13:" or the function's name
  std::vector<CfgLine> lines;
  double ns = 0, share = 0;
  double pcWidth = 0;                  ///< room of the pc column
  size_t lineOf(InstrIndex pc) const;  ///< the line that shows an instruction, or lines.size()
};
/// Sizes at zoom 1, in logical pixels.
struct CfgMetrics {
  double charWidth = 7.2, textWidth = 6.2, lineHeight = 19, headerHeight = 26, padding = 12;
  double scale = 1;  ///< the interface's, for every size that stands in no field
  friend bool operator==(const CfgMetrics&, const CfgMetrics&) = default;
};

struct CfgScene {
  std::shared_ptr<const Executable> executable;
  FuncIndex function;
  Cfg cfg;
  std::vector<CfgBox> boxes;
  layout::Drawing drawing;
  std::vector<QRectF> edgeBounds;  ///< of each edge's line
  CfgCounts counts;
  bool timed = false;
  std::vector<InstrIndex> recursive;  ///< calls of the function itself
  CfgMetrics metrics;
  [[nodiscard]] QRectF rect(size_t block) const;
  /// Where the lines of a block begin, and the middle of one of them, in scene coordinates.
  [[nodiscard]] double bodyTop(size_t block) const;
  [[nodiscard]] double lineY(size_t block, size_t line) const;
};

struct CfgRequest {
  std::shared_ptr<const Executable> executable;
  FuncIndex function;
  bool foldPlumbing = true;
  std::shared_ptr<const CodeCosts> costs;  ///< null or empty without a run
  double entries = 0;                      ///< entries a run, not-a-number when unknown
  CfgMetrics metrics;
};
/// Nothing when stopped. A function without bytecode gives a scene without boxes.
std::optional<CfgScene> makeCfgScene(const CfgRequest& request, std::stop_token stop = {});
/// "4 blocks, 1 branch, 1 loop, recursive".
QString cfgSummary(const CfgScene& scene);

}  // namespace relaxscope
