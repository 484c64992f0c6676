// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the layout: layers and their order (layered_order.cpp), x (layered_place.cpp); here heights, ports, tracks and
// routes.
#include "views/graph/layered.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "views/graph/layered_graph.h"

namespace relaxscope::layout {
namespace {

constexpr size_t kMaxTracks = 60;         ///< per gap; further bends share the last one
constexpr size_t kMaxPoints = 2'000'000;  ///< in total; beyond, a joining edge ends where it joins

/// A horizontal piece of an edge in the gap below a layer.
struct Bend {
  uint32_t edge;
  uint32_t gap;   ///< below this layer
  double x0, x1;  ///< from, to
  size_t track = 0;
};

/// Ports of the edges at each box: ordered by the x of their other ends, spread over the border.
class Ports {
 public:
  Ports(const Graph& graph, const std::vector<Box>& boxes) : graph_(graph), out_(boxes.size()), in_(boxes.size()) {
    for (size_t e = 0; e < graph.chains.size(); ++e) {
      const auto& chain = graph.chains[e];
      if (chain.size() < 2) continue;
      out_[chain.front()].push_back({graph.vertices[chain[1]].x, static_cast<uint32_t>(e)});
      if (graph.joins[e] == kNoEdge)
        in_[chain.back()].push_back({graph.vertices[chain[chain.size() - 2]].x, static_cast<uint32_t>(e)});
    }
    from_.assign(graph.chains.size(), 0);
    to_.assign(graph.chains.size(), 0);
    for (size_t b = 0; b < boxes.size(); ++b) {
      spread(out_[b], boxes[b].width, graph.vertices[b].x, from_);
      spread(in_[b], boxes[b].width, graph.vertices[b].x, to_);
    }
  }
  [[nodiscard]] double from(size_t edge) const { return from_[edge]; }
  [[nodiscard]] double to(size_t edge) const { return to_[edge]; }

 private:
  struct End {
    double x;
    uint32_t edge;
  };
  static void spread(std::vector<End>& ends, double width, double centre, std::vector<double>& out) {
    std::stable_sort(ends.begin(), ends.end(), [](const End& a, const End& b) { return a.x < b.x; });
    // A single end may align with its neighbour; several are spaced evenly over the border.
    if (ends.size() == 1) {
      const double room = std::max(0.0, width / 2 - 16);
      out[ends[0].edge] = std::clamp(ends[0].x, centre - std::min(room, width / 8), centre + std::min(room, width / 8));
      return;
    }
    for (size_t i = 0; i < ends.size(); ++i)
      out[ends[i].edge] =
          centre - width / 2 + width * static_cast<double>(i + 1) / static_cast<double>(ends.size() + 1);
  }
  const Graph& graph_;
  std::vector<std::vector<End>> out_, in_;
  std::vector<double> from_, to_;
};

/// Assigns overlapping bends of one gap to different tracks; returns the number of tracks.
size_t assignTracks(std::vector<Bend*>& bends) {
  std::stable_sort(bends.begin(), bends.end(),
                   [](const Bend* a, const Bend* b) { return std::min(a->x0, a->x1) < std::min(b->x0, b->x1); });
  std::vector<double> end;  // right end of each track
  for (Bend* bend : bends) {
    const double left = std::min(bend->x0, bend->x1), right = std::max(bend->x0, bend->x1);
    size_t track = 0;
    while (track < end.size() && end[track] + 4 > left) ++track;
    if (track == end.size() && track < kMaxTracks) end.push_back(right);
    track = std::min(track, end.size() - 1);
    end[track] = std::max(end[track], right);
    bend->track = track;
  }
  return end.size();
}

class Router {
 public:
  Router(const Graph& graph, const std::vector<Box>& boxes, const std::vector<Edge>& edges, const Options& options)
      : graph_(graph), boxes_(boxes), edges_(edges), options_(options), ports_(graph, boxes) {}

  std::optional<Drawing> run(const std::stop_token& stop) {
    collectBends();
    planGaps();
    placeBoxes();
    for (const uint32_t e : graph_.order) {
      if (stop.stop_requested()) return std::nullopt;
      drawForward(e);
    }
    drawBack();
    normalise();
    return std::move(drawing_);
  }

 private:
  [[nodiscard]] double chainX(size_t edge, size_t i) const {
    const auto& chain = graph_.chains[edge];
    if (i == 0) return ports_.from(edge);
    if (i + 1 == chain.size() && graph_.joins[edge] == kNoEdge) return ports_.to(edge);
    return graph_.vertices[chain[i]].x;
  }

  /// Segments with a horizontal offset of at most 0.5 stay straight; the next bend absorbs the offset.
  void collectBends() {
    for (size_t e = 0; e < graph_.chains.size(); ++e) {
      const auto& chain = graph_.chains[e];
      double x = chain.empty() ? 0 : chainX(e, 0);
      for (size_t i = 0; i + 1 < chain.size(); ++i) {
        const double next = chainX(e, i + 1);
        if (std::abs(x - next) <= 0.5) continue;
        bends_.push_back({static_cast<uint32_t>(e), graph_.vertices[chain[i]].layer, x, next});
        x = next;
      }
    }
  }

  /// Lines per gap: its tracks, and one for each loop that leaves or enters through it.
  void planGaps() {
    const size_t n = graph_.layers.size();
    std::vector<std::vector<Bend*>> byGap(n);
    for (Bend& bend : bends_) byGap[bend.gap].push_back(&bend);
    tracks_.assign(n, 0);
    extraBelow_.assign(n, 0);
    extraAbove_.assign(n, 0);
    for (size_t g = 0; g < n; ++g)
      if (!byGap[g].empty()) tracks_[g] = assignTracks(byGap[g]);
    for (size_t e = 0; e < edges_.size(); ++e) {
      if (!graph_.back[e]) continue;
      if (!isLeftmost(edges_[e].from)) ++extraBelow_[graph_.vertices[edges_[e].from].layer];
      if (!isLeftmost(edges_[e].to)) ++extraAbove_[graph_.vertices[edges_[e].to].layer];
    }
  }
  [[nodiscard]] bool isLeftmost(uint32_t box) const { return graph_.vertices[box].place == 0; }

  void placeBoxes() {
    const size_t n = graph_.layers.size();
    layerTop_.assign(n, 0);
    layerBottom_.assign(n, 0);
    double y = 0;
    for (size_t l = 0; l < n; ++l) {
      y += options_.trackStep * static_cast<double>(std::min<size_t>(extraAbove_[l], kMaxTracks));
      layerTop_[l] = y;
      double height = 0;
      for (const uint32_t v : graph_.layers[l])
        if (graph_.vertices[v].box >= 0)
          height = std::max(height, boxes_[static_cast<size_t>(graph_.vertices[v].box)].height);
      layerBottom_[l] = y + height;
      const double lines = static_cast<double>(tracks_[l] + std::min<size_t>(extraBelow_[l], kMaxTracks));
      y += height + std::max(options_.layerGap, (lines + 1) * options_.trackStep + 24);
    }
    drawing_.boxes.resize(boxes_.size());
    drawing_.layers.resize(boxes_.size());
    for (size_t b = 0; b < boxes_.size(); ++b) {
      const Vertex& v = graph_.vertices[b];
      drawing_.boxes[b] = {v.x - boxes_[b].width / 2, layerTop_[v.layer], boxes_[b].width, boxes_[b].height};
      drawing_.layers[b] = v.layer;
    }
    drawing_.edges.resize(edges_.size());
    drawing_.back = graph_.back;
    bendOf_.clear();
    for (const Bend& bend : bends_) bendOf_[{bend.edge, bend.gap}] = &bend;
  }

  /// y of a track: the tracks of a gap are centred in it.
  [[nodiscard]] double trackY(uint32_t gap, size_t track) const {
    const double top = layerBottom_[gap];
    const double bottom = gap + 1 < layerTop_.size() ? layerTop_[gap + 1] : top + options_.layerGap;
    const double span = options_.trackStep * static_cast<double>(tracks_[gap] > 0 ? tracks_[gap] - 1 : 0);
    return (top + bottom) / 2 - span / 2 + options_.trackStep * static_cast<double>(track);
  }

  void drawForward(size_t e) {
    const auto& chain = graph_.chains[e];
    if (chain.size() < 2) {
      ++drawing_.unrouted;
      return;
    }
    auto& line = drawing_.edges[e];
    double x = chainX(e, 0);
    line.push_back({x, drawing_.boxes[chain.front()].bottom()});
    for (size_t i = 0; i + 1 < chain.size(); ++i) {
      const uint32_t gap = graph_.vertices[chain[i]].layer;
      const auto bend = bendOf_.find({static_cast<uint32_t>(e), gap});
      if (bend == bendOf_.end()) continue;
      const double y = trackY(gap, bend->second->track);
      line.push_back({x, y});
      x = bend->second->x1;
      line.push_back({x, y});
    }
    if (graph_.joins[e] == kNoEdge) line.push_back({x, drawing_.boxes[chain.back()].y});
    else appendRest(line, x, drawing_.edges[graph_.joins[e]], layerTop_[graph_.vertices[chain.back()].layer]);
    points_ += line.size();
  }

  /// Appends another edge's line from `y` on. Beyond kMaxPoints the line ends there, on the other line.
  void appendRest(std::vector<Point>& line, double x, const std::vector<Point>& other, double y) const {
    const auto rest = std::find_if(other.begin(), other.end(), [&](const Point& p) { return p.y > y; });
    if (rest == other.end()) return line.push_back({x, y});
    if (rest->x != x) line.insert(line.end(), {{x, y}, {rest->x, y}});  // the other skipped a small offset
    if (points_ + static_cast<size_t>(other.end() - rest) > kMaxPoints) return line.push_back({rest->x, y});
    line.insert(line.end(), rest, other.end());
  }

  /// Left borders of each layer's boxes and of each gap's lines.
  void findLeftBorders() {
    const size_t n = graph_.layers.size();
    leftOfLayer_.assign(n, INFINITY);
    leftOfGap_.assign(n, INFINITY);
    for (size_t l = 0; l < n; ++l)
      if (!graph_.layers[l].empty()) {
        const Vertex& v = graph_.vertices[graph_.layers[l].front()];
        leftOfLayer_[l] = v.x - v.width / 2;
      }
    for (const Bend& bend : bends_) leftOfGap_[bend.gap] = std::min({leftOfGap_[bend.gap], bend.x0, bend.x1});
  }
  [[nodiscard]] double leftOf(uint32_t first, uint32_t last) const {
    double x = INFINITY;
    for (uint32_t l = first; l <= last; ++l) x = std::min({x, leftOfLayer_[l], l < last ? leftOfGap_[l] : INFINITY});
    return x;
  }

  /// Routes short loops first, so that they are nested inside longer ones.
  void drawBack() {
    findLeftBorders();
    std::vector<uint32_t> loops;
    for (size_t e = 0; e < edges_.size(); ++e)
      if (graph_.back[e]) loops.push_back(static_cast<uint32_t>(e));
    const auto span = [&](uint32_t e) {
      return graph_.vertices[edges_[e].from].layer - graph_.vertices[edges_[e].to].layer;
    };
    std::stable_sort(loops.begin(), loops.end(), [&](uint32_t a, uint32_t b) { return span(a) < span(b); });
    std::vector<double> taken(graph_.layers.size(), INFINITY);  // leftmost loop line beside each layer
    std::vector<size_t> usedBelow(graph_.layers.size(), 0), usedAbove(graph_.layers.size(), 0);
    std::vector<size_t> leaves(boxes_.size(), 0), enters(boxes_.size(), 0);
    for (const uint32_t e : loops) {
      const uint32_t from = edges_[e].from, to = edges_[e].to;
      const uint32_t low = graph_.vertices[to].layer, high = graph_.vertices[from].layer;
      double lane = leftOf(low, high) - options_.edgeGap - 8;
      for (uint32_t l = low; l <= high; ++l) lane = std::min(lane, taken[l] - std::max(14.0, options_.trackStep));
      for (uint32_t l = low; l <= high; ++l) taken[l] = lane;
      auto& line = drawing_.edges[e];
      const Rect& source = drawing_.boxes[from];
      const Rect& target = drawing_.boxes[to];
      if (isLeftmost(from)) {
        const double y =
            source.bottom() - std::min(source.height / 3, 14.0 + 8.0 * static_cast<double>(leaves[from]++));
        line.push_back({source.x, y});
        line.push_back({lane, y});
      } else {
        const size_t slot = std::min(usedBelow[high]++, kMaxTracks - 1);
        const double y = layerBottom_[high] + options_.trackStep * static_cast<double>(slot + 1);
        const double x = source.x + std::min(12.0, source.width / 4);
        line.push_back({x, source.bottom()});
        line.push_back({x, y});
        line.push_back({lane, y});
      }
      if (isLeftmost(to)) {
        const double y = target.y + std::min(target.height / 3, 14.0 + 8.0 * static_cast<double>(enters[to]++));
        line.push_back({lane, y});
        line.push_back({target.x, y});
      } else {
        const size_t slot = std::min(usedAbove[low]++, kMaxTracks - 1);
        const double y = layerTop_[low] - options_.trackStep * static_cast<double>(slot + 1);
        const double x = target.x + std::min(12.0, target.width / 4);
        line.push_back({lane, y});
        line.push_back({x, y});
        line.push_back({x, target.y});
      }
    }
  }

  void normalise() {
    double left = INFINITY, top = INFINITY, right = -INFINITY, bottom = -INFINITY;
    const auto see = [&](double x, double y) {
      left = std::min(left, x);
      right = std::max(right, x);
      top = std::min(top, y);
      bottom = std::max(bottom, y);
    };
    for (const Rect& r : drawing_.boxes) {
      see(r.x, r.y);
      see(r.right(), r.bottom());
    }
    for (const auto& line : drawing_.edges)
      for (const Point& p : line) see(p.x, p.y);
    if (drawing_.boxes.empty()) return;
    const double dx = std::round(options_.margin - left), dy = std::round(options_.margin - top);
    for (Rect& r : drawing_.boxes) {
      r.x += dx;
      r.y += dy;
    }
    for (auto& line : drawing_.edges)
      for (Point& p : line) {
        p.x += dx;
        p.y += dy;
      }
    drawing_.width = right - left + 2 * options_.margin;
    drawing_.height = bottom - top + 2 * options_.margin;
  }

  const Graph& graph_;
  const std::vector<Box>& boxes_;
  const std::vector<Edge>& edges_;
  const Options& options_;
  Ports ports_;
  std::vector<Bend> bends_;
  std::map<std::pair<uint32_t, uint32_t>, const Bend*> bendOf_;
  std::vector<size_t> tracks_, extraBelow_, extraAbove_;
  size_t points_ = 0;  ///< of the lines drawn so far
  std::vector<double> layerTop_, layerBottom_, leftOfLayer_, leftOfGap_;
  Drawing drawing_;
};

}  // namespace

std::optional<Drawing> layered(const std::vector<Box>& boxes, const std::vector<Edge>& edges, const Options& options,
                               std::stop_token stop) {
  Graph graph;
  if (!buildGraph(graph, boxes, edges, options, stop)) return std::nullopt;
  if (!orderLayers(graph, options.sweeps, stop)) return std::nullopt;
  if (!placeVertices(graph, options, stop)) return std::nullopt;
  if (stop.stop_requested()) return std::nullopt;
  return Router(graph, boxes, edges, options).run(stop);
}

}  // namespace relaxscope::layout
