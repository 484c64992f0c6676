// SPDX-License-Identifier: GPL-3.0-or-later
// Both control flow graphs of a function as one layout: a block of each side that hold the same instructions share a
// place. Built off the GUI thread. Geometry is in logical pixels at zoom 1.
#pragma once

#include <QRectF>

#include <memory>
#include <optional>
#include <stop_token>

#include "views/core/comparison.h"
#include "views/graph/layered.h"
#include "vmcore/analysis/flow/cfg.h"

namespace relaxscope {

struct DiffCfgRequest {
  std::shared_ptr<const ExecutableDiff> diff;
  uint32_t pair = 0;
  std::shared_ptr<const Executable> old, now;
  double scale = 1;  ///< of the interface
  double charWidth = 7.2;
};

struct DiffCfgLine {
  uint32_t row = 0;    ///< of FunctionPair::rows
  uint32_t count = 1;  ///< more than one: equal rows that are folded
};
struct DiffCfgBox {
  BlockIndex old, now;  ///< invalid: the side has no such block
  RowState state = RowState::Same;
  std::vector<DiffCfgLine> lines;
};
struct DiffCfgEdge {
  uint32_t from = 0, to = 0;  ///< boxes
  EdgeKind kind = EdgeKind::Next;
  bool old = false, now = false;  ///< the sides that have it
};

struct DiffCfgScene {
  DiffCfgRequest of;
  Cfg oldCfg, nowCfg;
  std::vector<DiffCfgBox> boxes;
  std::vector<DiffCfgEdge> edges;
  layout::Drawing drawing;
  double lineHeight = 19, headerHeight = 26, padding = 5;

  [[nodiscard]] const FunctionPair& pair() const { return of.diff->functions[of.pair]; }
  /// The new graph stands beside the old one at this distance.
  [[nodiscard]] double offset(Side side) const;
  [[nodiscard]] QRectF rect(size_t box, Side side) const;
  [[nodiscard]] QRectF bounds() const;
  [[nodiscard]] bool has(const DiffCfgBox& box, Side side) const {
    return side == Side::Old ? box.old.valid() : box.now.valid();
  }
  /// The instruction that a line shows on a side of a box; invalid: none.
  [[nodiscard]] InstrIndex pcOf(const DiffCfgBox& box, const DiffCfgLine& line, Side side) const;
  /// The box that shows a row, or -1.
  [[nodiscard]] int boxOf(uint32_t row) const;
};

/// Nothing when stopped. Functions without bytecode have no boxes.
std::optional<DiffCfgScene> makeDiffCfgScene(const DiffCfgRequest& request, const std::stop_token& stop = {});

}  // namespace relaxscope
