// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "views/graph/layered.h"
#include "views/graph/layered_graph.h"

namespace relaxscope::layout {
namespace {

std::vector<Box> boxes(size_t count, double width = 100, double height = 40) {
  return std::vector<Box>(count, Box{width, height});
}

bool overlap(const Rect& a, const Rect& b) {
  return a.x < b.right() - 1e-6 && b.x < a.right() - 1e-6 && a.y < b.bottom() - 1e-6 && b.y < a.bottom() - 1e-6;
}

bool onBorder(const Rect& r, const Point& p) {
  const bool inX = p.x >= r.x - 1e-6 && p.x <= r.right() + 1e-6, inY = p.y >= r.y - 1e-6 && p.y <= r.bottom() + 1e-6;
  const bool vertical = std::abs(p.x - r.x) < 1e-6 || std::abs(p.x - r.right()) < 1e-6;
  const bool horizontal = std::abs(p.y - r.y) < 1e-6 || std::abs(p.y - r.bottom()) < 1e-6;
  return inX && inY && (vertical || horizontal);
}

/// Invariants of every drawing.
void checkDrawing(const Drawing& d, const std::vector<Box>& given, const std::vector<Edge>& edges) {
  ASSERT_EQ(d.boxes.size(), given.size());
  ASSERT_EQ(d.edges.size(), edges.size());
  for (size_t a = 0; a < d.boxes.size(); ++a) {
    EXPECT_EQ(d.boxes[a].width, given[a].width);
    EXPECT_GE(d.boxes[a].x, 0);
    EXPECT_LE(d.boxes[a].right(), d.width + 1e-6);
    EXPECT_LE(d.boxes[a].bottom(), d.height + 1e-6);
    for (size_t b = a + 1; b < d.boxes.size(); ++b) EXPECT_FALSE(overlap(d.boxes[a], d.boxes[b])) << a << " and " << b;
  }
  for (size_t e = 0; e < edges.size(); ++e) {
    const auto& line = d.edges[e];
    ASSERT_GE(line.size(), 2u) << "edge " << e;
    EXPECT_TRUE(onBorder(d.boxes[edges[e].from], line.front())) << "edge " << e << " leaves " << edges[e].from;
    EXPECT_TRUE(onBorder(d.boxes[edges[e].to], line.back())) << "edge " << e << " enters " << edges[e].to;
    for (size_t i = 0; i + 1 < line.size(); ++i)
      EXPECT_TRUE(std::abs(line[i].x - line[i + 1].x) < 1e-6 || std::abs(line[i].y - line[i + 1].y) < 1e-6)
          << "edge " << e << " is slanted";
  }
}

/// Line segments that cross the inside of a box they do not belong to.
size_t piecesThroughBoxes(const Drawing& d) {
  size_t count = 0;
  for (const auto& line : d.edges)
    for (size_t i = 0; i + 1 < line.size(); ++i)
      for (const Rect& r : d.boxes) {
        const double left = std::min(line[i].x, line[i + 1].x), right = std::max(line[i].x, line[i + 1].x);
        const double top = std::min(line[i].y, line[i + 1].y), bottom = std::max(line[i].y, line[i + 1].y);
        if (right > r.x + 1 && left < r.right() - 1 && bottom > r.y + 1 && top < r.bottom() - 1) ++count;
      }
  return count;
}

TEST(Layered, PutsADiamondOnThreeLayers) {
  const std::vector<Edge> edges{{0, 1}, {0, 2}, {1, 3}, {2, 3}};
  const auto d = layered(boxes(4), edges);
  ASSERT_TRUE(d);
  checkDrawing(*d, boxes(4), edges);
  EXPECT_EQ(d->layers, (std::vector<uint32_t>{0, 1, 1, 2}));
  EXPECT_LT(d->boxes[1].x, d->boxes[2].x) << "the first edge out stays left";
  EXPECT_NEAR(d->boxes[0].x, d->boxes[3].x, 1) << "fork and join are above one another";
  EXPECT_EQ(piecesThroughBoxes(*d), 0u);
}

TEST(Layered, DrawsALoopOutsideAtTheLeft) {
  const std::vector<Edge> edges{{0, 1}, {1, 2}, {2, 1}, {1, 3}};
  const auto d = layered(boxes(4), edges);
  ASSERT_TRUE(d);
  checkDrawing(*d, boxes(4), edges);
  EXPECT_EQ(d->back, (std::vector<bool>{false, false, true, false}));
  double leftmostBox = d->width, leftmostLine = d->width;
  for (const Rect& r : d->boxes) leftmostBox = std::min(leftmostBox, r.x);
  for (const Point& p : d->edges[2]) leftmostLine = std::min(leftmostLine, p.x);
  EXPECT_LT(leftmostLine, leftmostBox);
  EXPECT_EQ(piecesThroughBoxes(*d), 0u);
}

TEST(Layered, DrawsABoxThatJumpsToItself) {
  const std::vector<Edge> edges{{0, 0}};
  const auto d = layered(boxes(1), edges);
  ASSERT_TRUE(d);
  checkDrawing(*d, boxes(1), edges);
  EXPECT_TRUE(d->back[0]);
}

TEST(Layered, LeadsLongEdgesAroundBoxes) {
  // 0 -> 1 -> 2 -> 3 -> 4 with a shortcut from 0 to 4 and one from 1 to 4.
  const std::vector<Edge> edges{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {0, 4}, {1, 4}};
  const auto d = layered(boxes(5), edges);
  ASSERT_TRUE(d);
  checkDrawing(*d, boxes(5), edges);
  EXPECT_EQ(piecesThroughBoxes(*d), 0u);
}

TEST(Layered, TakesEdgesToNowhereAndNoBoxesAtAll) {
  EXPECT_TRUE(layered({}, {}));
  const auto d = layered(boxes(2), {{0, 7}, {9, 1}, {0, 1}});
  ASSERT_TRUE(d);
  EXPECT_TRUE(d->edges[0].empty());
  EXPECT_TRUE(d->edges[1].empty());
  EXPECT_EQ(d->edges[2].size(), 2u);
}

/// A random graph similar to a CFG: most edges go a little forward, some back.
std::vector<Edge> randomEdges(uint32_t boxCount, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<Edge> edges;
  for (uint32_t i = 0; i + 1 < boxCount; ++i) {
    edges.push_back({i, i + 1});
    if (random() % 3 == 0)
      edges.push_back({i, std::min<uint32_t>(boxCount - 1, i + 2 + static_cast<uint32_t>(random() % 6))});
    if (random() % 9 == 0 && i > 3) edges.push_back({i, i - static_cast<uint32_t>(random() % 4)});
  }
  return edges;
}

TEST(Layered, KeepsItsInvariantsOnRandomGraphs) {
  for (uint32_t seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(seed);
    std::vector<Box> given;
    for (int i = 0; i < 60; ++i) given.push_back({60.0 + random() % 200, 30.0 + random() % 160});
    const auto edges = randomEdges(60, seed);
    const auto d = layered(given, edges);
    ASSERT_TRUE(d);
    SCOPED_TRACE(seed);
    checkDrawing(*d, given, edges);
    EXPECT_EQ(piecesThroughBoxes(*d), 0u);
  }
}

TEST(Layered, SharesChainsAboveTheLimitAndStillEndsAtBorders) {
  Options options;
  options.bundleAbove = 10;
  std::vector<Edge> edges;
  for (uint32_t i = 0; i + 1 < 40; ++i) edges.push_back({i, i + 1});
  for (uint32_t i = 0; i < 38; ++i) edges.push_back({i, 39});  // one exit for all
  const auto d = layered(boxes(40), edges, options);
  ASSERT_TRUE(d);
  checkDrawing(*d, boxes(40), edges);
  EXPECT_LT(d->width, 500) << "shared chains lie on one another";
}

/// Every block jumps to one exit, as a chain of checks does: the cost must be linear in the blocks, not quadratic.
TEST(Layered, SharesOneExitOfManyBlocks) {
  constexpr uint32_t kBlocks = 20'000;
  std::vector<Edge> edges;
  for (uint32_t i = 0; i + 1 < kBlocks; ++i) edges.push_back({i, i + 1});
  for (uint32_t i = 0; i + 2 < kBlocks; ++i) edges.push_back({i, kBlocks - 1});
  const auto d = layered(boxes(kBlocks), edges);
  ASSERT_TRUE(d);
  EXPECT_EQ(d->unrouted, 0u);
  size_t points = 0;
  for (const auto& line : d->edges) points += line.size();
  EXPECT_LT(points, 3'000'000u);
  for (size_t e = 0; e < edges.size(); ++e) {
    ASSERT_GE(d->edges[e].size(), 2u) << e;
    EXPECT_EQ(d->edges[e].front().y, d->boxes[edges[e].from].bottom()) << e;
  }
}

/// A table of branches whose targets all follow it: no chain can be shared.
TEST(Layered, LeavesTheLongestEdgesOutWhereTheyWouldNeedTooMuch) {
  constexpr uint32_t kBranches = 3'000;
  Options options;
  options.maxDummies = 100'000;
  std::vector<Edge> edges;
  for (uint32_t i = 0; i + 1 < 2 * kBranches; ++i) edges.push_back({i, i + 1});
  for (uint32_t i = 0; i < kBranches; ++i) edges.push_back({i, 2 * kBranches - 1 - i});
  const auto d = layered(boxes(2 * kBranches), edges, options);
  ASSERT_TRUE(d);
  EXPECT_GT(d->unrouted, 2'000u);
  EXPECT_LT(d->unrouted, kBranches);
  EXPECT_TRUE(d->edges[2 * kBranches - 1].empty()) << "the longest has no line";
  EXPECT_FALSE(d->edges.back().empty()) << "the shortest has one";
}

TEST(Layered, GivesTheSamePictureTwice) {
  const auto edges = randomEdges(300, 5);
  const auto a = layered(boxes(300), edges), b = layered(boxes(300), edges);
  ASSERT_TRUE(a && b);
  EXPECT_EQ(a->edges, b->edges);
  EXPECT_EQ(a->layers, b->layers);
  const auto same = [](const Rect& left, const Rect& right) {
    return left.x == right.x && left.y == right.y && left.width == right.width && left.height == right.height;
  };
  EXPECT_TRUE(std::equal(a->boxes.begin(), a->boxes.end(), b->boxes.begin(), b->boxes.end(), same));
}

TEST(Layered, StopsWhenAsked) {
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(layered(boxes(10), randomEdges(10, 1), {}, stop.get_token()));
}

TEST(Layered, PlacesFiveThousandBoxes) {
  const auto edges = randomEdges(5000, 3);
  const auto d = layered(boxes(5000), edges);
  ASSERT_TRUE(d);
  ASSERT_EQ(d->boxes.size(), 5000u);
  std::vector<size_t> order(d->boxes.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return std::pair(d->layers[a], d->boxes[a].x) < std::pair(d->layers[b], d->boxes[b].x);
  });
  double bottom = 0, above = -1;  // of the boxes of this layer, and of the layers above it
  for (size_t i = 0; i < order.size(); ++i) {
    const Rect& box = d->boxes[order[i]];
    const bool sameLayer = i > 0 && d->layers[order[i]] == d->layers[order[i - 1]];
    if (i > 0 && !sameLayer) above = bottom;
    EXPECT_GT(box.y, above) << order[i];
    if (sameLayer) { EXPECT_GE(box.x, d->boxes[order[i - 1]].right()) << order[i]; }
    bottom = std::max(bottom, box.bottom());
  }
}

TEST(Layered, UncrossesWhatNeedNotCross) {
  Graph graph;
  // Two layers whose initial order crosses every edge.
  const std::vector<Edge> edges{{0, 5}, {1, 4}, {2, 3}};
  ASSERT_TRUE(buildGraph(graph, boxes(6), edges, {}, {}));
  ASSERT_TRUE(orderLayers(graph, 12, {}));
  EXPECT_EQ(countCrossings(graph), 0u);
}

TEST(Separate, KeepsGapsAndStaysNearTheWishes) {
  const auto x = separate({0, 1, 2}, {1, 1, 1}, {10, 10});
  EXPECT_NEAR(x[1] - x[0], 10, 1e-9);
  EXPECT_NEAR(x[2] - x[1], 10, 1e-9);
  EXPECT_NEAR(x[1], 1, 1e-9) << "the middle of the wishes";
  EXPECT_EQ(separate({0, 100}, {1, 1}, {10}), (std::vector<double>{0, 100})) << "who is far apart already stays";
  EXPECT_NEAR(separate({0, 0}, {3, 1}, {8})[0], -2, 1e-9) << "the heavier moves less";
}

}  // namespace
}  // namespace relaxscope::layout
