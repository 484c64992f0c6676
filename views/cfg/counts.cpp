// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/cfg/counts.h"

#include <algorithm>
#include <cmath>
#include <deque>

#include "vmcore/base/unknown.h"

namespace relaxscope {
namespace {

class Solver {
 public:
  Solver(const Cfg& cfg, CfgCounts& counts, double entries) : cfg_(cfg), counts_(counts), entries_(entries) {}

  void run() {
    for (size_t b = 0; b < cfg_.blocks.size(); ++b) work_.push_back(b);
    // A block is queued again only after a count became known, so the loop terminates.
    while (!work_.empty()) {
      const size_t b = work_.front();
      work_.pop_front();
      const BasicBlock& block = cfg_.blocks[b];
      if (!block.out.empty()) side(b, block.out, 0);
      if (b != 0 || !std::isnan(entries_)) side(b, block.in, b == 0 ? entries_ : 0);
    }
  }

 private:
  /// Conservation on one side of a block: its count is the sum of that side's edges and of `outside`.
  void side(size_t b, const std::vector<uint32_t>& edges, double outside) {
    double known = outside;
    size_t unknown = 0;
    uint32_t last = 0;
    for (const uint32_t e : edges) {
      if (std::isnan(counts_.edges[e])) {
        ++unknown;
        last = e;
      } else {
        known += counts_.edges[e];
      }
    }
    if (unknown == 0 && std::isnan(counts_.blocks[b])) {
      counts_.blocks[b] = known;
      touch(b);
    } else if (unknown == 1 && !std::isnan(counts_.blocks[b])) {
      counts_.edges[last] = std::max(0.0, counts_.blocks[b] - known);
      touch(cfg_.edges[last].from.at());
      touch(cfg_.edges[last].to.at());
    }
  }
  void touch(size_t b) { work_.push_back(b); }

  const Cfg& cfg_;
  CfgCounts& counts_;
  double entries_;
  std::deque<size_t> work_;
};

}  // namespace

CfgCounts deriveCounts(const Cfg& cfg, const std::function<double(InstrIndex)>& siteCount, double entries) {
  CfgCounts counts;
  counts.blocks.assign(cfg.blocks.size(), kUnknown);
  counts.edges.assign(cfg.edges.size(), kUnknown);
  for (size_t b = 0; b < cfg.blocks.size(); ++b) {
    const BasicBlock& block = cfg.blocks[b];
    for (InstrIndex pc = block.begin; pc < block.end; ++pc.value) {
      const double count = siteCount(pc);
      if (!std::isnan(count))
        counts.blocks[b] = std::isnan(counts.blocks[b]) ? count : std::max(counts.blocks[b], count);
    }
    if (!block.reachable && b != 0) counts.blocks[b] = 0;
  }
  Solver(cfg, counts, entries).run();
  return counts;
}

}  // namespace relaxscope
