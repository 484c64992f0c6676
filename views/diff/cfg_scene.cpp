// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/diff/cfg_scene.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "views/code/tokens.h"

namespace relaxscope {
namespace {

constexpr uint32_t kMinFoldedRows = 4;  ///< fewer equal rows are not folded
constexpr size_t kMostLines = 60;       ///< of a box; the rest is one line
constexpr double kMinWidth = 170, kMaxWidth = 430, kPcColumnWidth = 44, kBetween = 72;

class Builder {
 public:
  Builder(const DiffCfgRequest& request, const std::stop_token& stop) : request_(request), stop_(stop) {}

  std::optional<DiffCfgScene> run() {
    scene_.of = request_;
    scene_.lineHeight *= request_.scale;
    scene_.headerHeight *= request_.scale;
    scene_.padding *= request_.scale;
    const FunctionPair& pair = scene_.pair();
    if (pair.old.valid() && request_.old) scene_.oldCfg = buildCfg(*request_.old, pair.old);
    if (pair.now.valid() && request_.now) scene_.nowCfg = buildCfg(*request_.now, pair.now);
    if (stop_.stop_requested()) return std::nullopt;
    matchBlocks();
    addBoxes();
    if (stop_.stop_requested()) return std::nullopt;
    addRows();
    for (DiffCfgBox& box : scene_.boxes) finish(box);
    addEdges(scene_.oldCfg, oldBox_, true);
    addEdges(scene_.nowCfg, nowBox_, false);
    if (stop_.stop_requested() || !layOut()) return std::nullopt;
    return std::move(scene_);
  }

 private:
  [[nodiscard]] double px(double pixels) const { return pixels * request_.scale; }

  /// Blocks are partners if they have the most aligned instructions in common.
  void matchBlocks() {
    std::map<std::pair<int64_t, int64_t>, uint32_t> common;
    for (const InstructionRow& row : scene_.pair().rows) {
      if (!row.old.valid() || !row.now.valid()) continue;
      const BlockIndex old = scene_.oldCfg.blockAt(row.old), now = scene_.nowCfg.blockAt(row.now);
      if (old.valid() && now.valid()) ++common[{old.value, now.value}];
    }
    std::vector<std::tuple<uint32_t, int64_t, int64_t>> order;
    for (const auto& [blocks, count] : common) order.emplace_back(count, blocks.first, blocks.second);
    std::ranges::stable_sort(order, std::ranges::greater(), [](const auto& each) { return std::get<0>(each); });
    partnerOfOld_.assign(scene_.oldCfg.blocks.size(), -1);
    partnerOfNow_.assign(scene_.nowCfg.blocks.size(), -1);
    for (const auto& [count, old, now] : order) {
      int64_t &a = partnerOfOld_[static_cast<size_t>(old)], &b = partnerOfNow_[static_cast<size_t>(now)];
      if (a >= 0 || b >= 0) continue;
      a = now;
      b = old;
    }
    // Entries are partners even if nothing in them is alike.
    if (!partnerOfOld_.empty() && !partnerOfNow_.empty() && partnerOfOld_[0] < 0 && partnerOfNow_[0] < 0)
      partnerOfOld_[0] = partnerOfNow_[0] = 0;
  }

  void addBoxes() {
    oldBox_.assign(scene_.oldCfg.blocks.size(), 0);
    nowBox_.assign(scene_.nowCfg.blocks.size(), 0);
    for (size_t i = 0; i < nowBox_.size(); ++i) {
      nowBox_[i] = static_cast<uint32_t>(scene_.boxes.size());
      DiffCfgBox box;
      box.now = BlockIndex(static_cast<int64_t>(i));
      box.state = partnerOfNow_[i] >= 0 ? RowState::Same : RowState::Added;
      if (partnerOfNow_[i] >= 0) {
        box.old = BlockIndex(partnerOfNow_[i]);
        oldBox_[box.old.at()] = nowBox_[i];
      }
      scene_.boxes.push_back(std::move(box));
    }
    for (size_t i = 0; i < oldBox_.size(); ++i) {
      if (partnerOfOld_[i] >= 0) continue;
      oldBox_[i] = static_cast<uint32_t>(scene_.boxes.size());
      DiffCfgBox box;
      box.old = BlockIndex(static_cast<int64_t>(i));
      box.state = RowState::Removed;
      scene_.boxes.push_back(std::move(box));
    }
  }

  void addRows() {
    const auto& rows = scene_.pair().rows;
    for (uint32_t i = 0; i < rows.size(); ++i) {
      const BlockIndex old = scene_.oldCfg.blockAt(rows[i].old), now = scene_.nowCfg.blockAt(rows[i].now);
      const int64_t left = old.valid() ? int64_t{oldBox_[old.at()]} : -1;
      const int64_t right = now.valid() ? int64_t{nowBox_[now.at()]} : -1;
      for (const int64_t box : {left, right == left ? -1 : right})
        if (box >= 0) scene_.boxes[static_cast<size_t>(box)].lines.push_back({i, 1});
    }
  }

  [[nodiscard]] bool isEqual(const DiffCfgLine& line) const {
    const InstructionRow& row = scene_.pair().rows[line.row];
    return row.state == RowState::Same && row.change == kNoChange;
  }

  /// Folds equal rows of a block of both sides, and tells whether it changed.
  void finish(DiffCfgBox& box) const {
    const bool shared = box.old.valid() && box.now.valid();
    std::vector<DiffCfgLine> folded;
    for (size_t i = 0; i < box.lines.size();) {
      size_t end = i;
      while (end < box.lines.size() && shared && isEqual(box.lines[end])) ++end;
      if (end - i >= kMinFoldedRows) {
        folded.push_back({box.lines[i].row, static_cast<uint32_t>(end - i)});
        i = end;
        continue;
      }
      if (!isEqual(box.lines[i]) && shared) box.state = RowState::Changed;
      folded.push_back(box.lines[i++]);
    }
    if (folded.size() > kMostLines) {
      uint32_t rest = 0;
      for (size_t i = kMostLines - 1; i < folded.size(); ++i) rest += folded[i].count;
      if (shared)
        for (size_t i = kMostLines - 1; i < folded.size(); ++i)
          if (!isEqual(folded[i])) box.state = RowState::Changed;
      folded.resize(kMostLines);
      folded.back().count = rest;
    }
    box.lines = std::move(folded);
  }

  void addEdges(const Cfg& cfg, const std::vector<uint32_t>& boxOf, bool old) {
    for (const CfgEdge& edge : cfg.edges) {
      const std::tuple key(boxOf[edge.from.at()], boxOf[edge.to.at()], edge.kind);
      const auto [known, isNew] = edgeAt_.try_emplace(key, scene_.edges.size());
      if (isNew) scene_.edges.push_back({std::get<0>(key), std::get<1>(key), edge.kind, false, false});
      (old ? scene_.edges[known->second].old : scene_.edges[known->second].now) = true;
    }
  }

  [[nodiscard]] double widthOf(const DiffCfgBox& box) const {
    size_t most = 0;
    CodeStyle style;
    style.shortNames = true;
    for (const DiffCfgLine& line : box.lines) {
      if (line.count > 1) continue;
      for (const Side side : {Side::Old, Side::New})
        if (const InstrIndex pc = scene_.pcOf(box, line, side); pc.valid())
          most =
              std::max(most, static_cast<size_t>(
                                 codeLine(side == Side::Old ? *request_.old : *request_.now, pc, style).text().size()));
    }
    return std::clamp(request_.charWidth * static_cast<double>(most) + px(kPcColumnWidth + 24), px(kMinWidth),
                      px(kMaxWidth));
  }

  bool layOut() {
    std::vector<layout::Box> sizes;
    for (const DiffCfgBox& box : scene_.boxes)
      sizes.push_back({widthOf(box), scene_.headerHeight + scene_.lineHeight * static_cast<double>(box.lines.size()) +
                                         2 * scene_.padding});
    std::vector<layout::Edge> edges;
    for (const DiffCfgEdge& edge : scene_.edges) edges.push_back({edge.from, edge.to});
    layout::Options options;
    for (double* size : {&options.nodeGap, &options.edgeGap, &options.layerGap, &options.trackStep, &options.margin})
      *size *= request_.scale;
    auto drawing = layout::layered(sizes, edges, options, stop_);
    if (!drawing) return false;
    scene_.drawing = std::move(*drawing);
    return true;
  }

  const DiffCfgRequest& request_;
  const std::stop_token& stop_;
  DiffCfgScene scene_;
  std::vector<int64_t> partnerOfOld_, partnerOfNow_;
  std::vector<uint32_t> oldBox_, nowBox_;
  std::map<std::tuple<uint32_t, uint32_t, EdgeKind>, size_t> edgeAt_;
};

}  // namespace

double DiffCfgScene::offset(Side side) const { return side == Side::Old ? 0 : drawing.width + kBetween * of.scale; }

QRectF DiffCfgScene::rect(size_t box, Side side) const {
  const layout::Rect& r = drawing.boxes[box];
  return {r.x + offset(side), r.y, r.width, r.height};
}

QRectF DiffCfgScene::bounds() const {
  if (boxes.empty()) return {};
  const double head = 34 * of.scale;
  return {0, -head, offset(Side::New) + drawing.width, drawing.height + head};
}

InstrIndex DiffCfgScene::pcOf(const DiffCfgBox& box, const DiffCfgLine& line, Side side) const {
  const InstructionRow& row = pair().rows[line.row];
  const InstrIndex pc = side == Side::Old ? row.old : row.now;
  const BlockIndex block = side == Side::Old ? box.old : box.now;
  if (!pc.valid() || !block.valid()) return {};
  return (side == Side::Old ? oldCfg : nowCfg).blockAt(pc) == block ? pc : InstrIndex();
}

int DiffCfgScene::boxOf(uint32_t row) const {
  for (size_t i = 0; i < boxes.size(); ++i)
    for (const DiffCfgLine& line : boxes[i].lines)
      if (row >= line.row && row < line.row + line.count) return static_cast<int>(i);
  return -1;
}

std::optional<DiffCfgScene> makeDiffCfgScene(const DiffCfgRequest& request, const std::stop_token& stop) {
  if (!request.diff || request.pair >= request.diff->functions.size()) return DiffCfgScene{};
  return Builder(request, stop).run();
}

}  // namespace relaxscope
