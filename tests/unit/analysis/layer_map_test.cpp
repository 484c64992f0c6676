// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/regions/layer_map.h"

#include <gtest/gtest.h>

#include "tests/unit/analysis/flow_programs.h"
#include "tests/unit/analysis/layer_model.h"

namespace relaxscope {
namespace {

using test::LayerModel;

std::string mapText(const LayerMap& map) {
  std::string text;
  for (const LayerCopy& copy : map.copies())
    text += std::string(copy.depth, ' ') + map.nameOf(copy).text() + ": " + std::to_string(copy.first.value) + "-" +
            std::to_string(copy.last.value) + ", " + std::to_string(copy.copy + 1) + " of " +
            std::to_string(copy.count) + "\n";
  return text;
}
std::string mapText(const Executable& executable) { return mapText(*layerMapOf(executable, FuncIndex(0))); }

TEST(LayerMap, CopiesHoldTheirAllocationsAndKillsWithoutAGap) {
  LayerModel model({"x"});
  int64_t x = model.chain({"s"}, 0);  // pc 0 to 2
  for (int i = 0; i < 2; ++i) {
    const int64_t y = model.chain({"a", "b"}, x);
    model.kill(x);
    model.kill(x);
    x = y;
  }
  const Executable executable = model.finish(x);
  const LayerMap map = *layerMapOf(executable, FuncIndex(0));
  EXPECT_EQ(mapText(map), "layer 0: 3-10, 1 of 2\nlayer 1: 11-18, 2 of 2\n");
  EXPECT_EQ(map.at(InstrIndex(2), 0), nullptr);
  EXPECT_EQ(map.at(InstrIndex(3), 0), &map.copies()[0]);
  EXPECT_EQ(map.at(InstrIndex(10), 0), &map.copies()[0]);
  EXPECT_EQ(map.at(InstrIndex(11), 0), &map.copies()[1]);
  EXPECT_EQ(map.at(InstrIndex(18), 0), &map.copies()[1]);
  EXPECT_EQ(map.at(InstrIndex(19), 0), nullptr);
  EXPECT_EQ(map.at(InstrIndex(5), 1), nullptr);
  EXPECT_EQ(&map.next(map.copies()[0]), &map.copies()[1]);
  EXPECT_EQ(&map.next(map.copies()[1]), &map.copies()[0]);
}

TEST(LayerMap, NestedOnesStandInEveryCopy) {
  LayerModel model({"x"});
  int64_t x = 0;
  for (int i = 0; i < 2; ++i) x = model.chain({"a", "b", "c", "b", "c"}, x);
  const Executable executable = model.finish(x);
  const LayerMap map = *layerMapOf(executable, FuncIndex(0));
  EXPECT_EQ(mapText(map),
            "layer 0: 0-14, 1 of 2\nlayer 1: 15-29, 2 of 2\n"
            " layer 0.0: 3-8, 1 of 2\n layer 0.1: 9-14, 2 of 2\n"
            " layer 1.0: 18-23, 1 of 2\n layer 1.1: 24-29, 2 of 2\n");
  EXPECT_EQ(map.innermostAt(InstrIndex(20)), &map.copies()[4]);
  EXPECT_EQ(map.innermostAt(InstrIndex(16)), &map.copies()[1]);
  EXPECT_EQ(map.copiesAt(1).size(), 4u);
  EXPECT_TRUE(map.copiesAt(2).empty());
  EXPECT_TRUE(map.copiesAt(9).empty());
}

TEST(LayerMap, CopiesThatDifferHaveTheirOwnCallsAndLayers) {
  LayerModel model({"x", "s_0_w", "s_1_w"});
  int64_t x = model.chain({"b", "b", "b", "c"}, model.kernel("a", {0, 1}));
  x = model.chain({"b", "b", "b", "b", "c"}, model.kernel("a", {x, 2}));
  EXPECT_EQ(mapText(model.finish(x)),
            "s 0: 0-14, 1 of 2\ns 1: 15-32, 2 of 2\n"
            " b 0: 3-5, 1 of 3\n b 1: 6-8, 2 of 3\n b 2: 9-11, 3 of 3\n"
            " b 0: 18-20, 1 of 4\n b 1: 21-23, 2 of 4\n b 2: 24-26, 3 of 4\n b 3: 27-29, 4 of 4\n");
}

TEST(LayerMap, NamesAreThoseOfParametersOrOfASingleCallee) {
  std::vector<std::string> names = {"x"};
  for (const char* layer : {"4", "5"})
    for (const char* expert : {"0", "1"}) names.push_back("blocks." + std::string(layer) + ".experts." + expert + ".w");
  LayerModel model(names);
  int64_t x = 0;
  for (int64_t i = 0; i < 2; ++i) {
    x = model.kernel("a", {x});
    for (int64_t j = 0; j < 2; ++j) x = model.chain({"c"}, model.kernel("b", {x, 1 + 2 * i + j}));
  }
  x = model.chain({"d", "d", "d"}, x);
  const std::string text = mapText(model.finish(x));
  EXPECT_NE(text.find("blocks 4: "), std::string::npos) << text;
  EXPECT_NE(text.find("blocks 5: "), std::string::npos) << text;
  EXPECT_NE(text.find(" blocks.4.experts 0: "), std::string::npos) << text;
  EXPECT_NE(text.find(" blocks.5.experts 1: "), std::string::npos) << text;
  EXPECT_NE(text.find("d 2: "), std::string::npos) << text;
}

TEST(LayerMap, CountsThroughTheRegionsOfAFunction) {
  LayerModel model({"x"});
  int64_t x = model.chain({"a", "b", "a", "b"}, 0);
  x = model.chain({"s"}, x);
  const std::string text = mapText(model.finish(model.chain({"c", "d", "c", "d", "c", "d"}, x)));
  EXPECT_NE(text.find("layer 1: 6-11, 2 of 2\nlayer 2: 15-20, 1 of 3\n"), std::string::npos) << text;
}

TEST(LayerMap, OfHostileCode) {
  for (uint32_t seed = 0; seed < 500; ++seed) {
    const Executable executable = test::randomFlow(seed);
    const auto maps = layerMapsOf(executable);
    for (const LayerMap& map : *maps) {
      for (uint32_t depth = 0; depth < LayerMap::kMaxDepth; ++depth) {
        int64_t end = -1;
        for (const LayerCopy& copy : map.copiesAt(depth)) {
          EXPECT_GT(copy.first.value, end) << seed;
          EXPECT_LE(copy.first, copy.last) << seed;
          end = copy.last.value;
        }
      }
    }
  }
  // Chains that nest: fewer rows than calls at each depth.
  LayerModel model({"x"});
  int64_t x = 0;
  for (int i = 0; i < 64; ++i) {
    for (int j = 0; j < 4; ++j) x = model.chain({"a", "b", "b", "b", "b"}, x);
    x = model.chain({"c"}, x);
  }
  const Executable executable = model.finish(x);
  const LayerMap map = *layerMapOf(executable, FuncIndex(0));
  EXPECT_EQ(map.copiesAt(0).size(), 64u);
  EXPECT_EQ(map.copiesAt(1).size(), 256u);
  EXPECT_EQ(map.copiesAt(2).size(), 1024u);
}

}  // namespace
}  // namespace relaxscope
