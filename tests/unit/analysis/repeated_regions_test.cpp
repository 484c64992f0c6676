// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/regions/repeated_regions.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "tests/unit/analysis/flow_programs.h"
#include "tests/unit/analysis/layer_model.h"
#include "vmcore/format/loader.h"

namespace relaxscope {
namespace {

using test::LayerModel;

std::string rangesOf(const RepeatedRegion& region) {
  std::string text;
  for (uint32_t copy = 0; copy < region.count(); ++copy)
    text += (text.empty() ? "" : " ") + std::to_string(region.bounds[copy]) +
            (region.callsOf(copy) == 1 ? "" : "-" + std::to_string(region.bounds[copy + 1] - 1));
  return text;
}
/// As in tests/data/meaning.
std::string layersText(const Executable& executable) {
  std::string text;
  const auto all = repeatedRegions(executable);
  for (const FunctionRegions& found : *all) {
    const auto callee = [&](uint32_t call) { return executable.functions[found.flow.calls[call].callee.at()].name; };
    for (const RepeatedRegion& region : found.regions) {
      text += executable.functions[found.function.at()].name + " " + region.name + ": count " +
              std::to_string(region.count()) + ", depth " + std::to_string(region.depth + 1) + ", calls " +
              rangesOf(region) + ": ";
      for (uint32_t i = 0; i < std::min(4u, region.callsOf(0)); ++i)
        text += (i == 0 ? "" : ", ") + callee(region.begin() + i);
      text += region.callsOf(0) > 4 ? ", ...\n" : "\n";
    }
  }
  return text.empty() ? "none\n" : text;
}
std::string whyNots(const Executable& executable) {
  std::string text;
  const auto all = repeatedRegions(executable);
  for (const FunctionRegions& found : *all)
    for (const AlmostRegion& row : found.almost)
      text +=
          std::to_string(row.begin) + "-" + std::to_string(row.end - 1) + ": " + whyNot(executable, found, row) + "\n";
  return text;
}
const std::vector<std::string> kChain = {"a", "b", "c", "d"};

TEST(RepeatedRegions, OfMeanings) {
  size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(RELAXSCOPE_TEST_DATA "/meaning")) {
    if (entry.path().extension() != ".expected") continue;
    std::ifstream text(entry.path());
    std::map<std::string, std::string> sections;
    std::string line, file, section;
    while (std::getline(text, line)) {
      if (line.starts_with("file ")) file = line.substr(5);
      else if (line == "types" || line == "slots" || line == "layers" || line == "memory" || line == "calls")
        section = line;
      else if (!line.empty() && line[0] != '#') sections[section] += line + "\n";
    }
    if (!sections.contains("layers")) continue;
    ++files;
    const auto loaded = loadFile((entry.path().parent_path() / file).string());
    ASSERT_TRUE(loaded.ok()) << file;
    EXPECT_EQ(layersText(*loaded->executable), sections["layers"]) << entry.path();
  }
  EXPECT_EQ(files, 10u);
}

TEST(RepeatedRegions, NestedOnesStandOnce) {
  LayerModel model({"x"});
  int64_t x = 0;
  for (int i = 0; i < 3; ++i) x = model.chain({"a", "b", "b", "b", "c"}, x);
  EXPECT_EQ(layersText(model.finish(x)),
            "main a: count 3, depth 1, calls 0-4 5-9 10-14: a, b, b, b, ...\n"
            "main b: count 3, depth 2, calls 1 2 3: b\n");
}

TEST(RepeatedRegions, NestThreeDeep) {
  LayerModel model({"x"});
  int64_t x = 0;
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) x = model.chain({"a", "b", "b", "b"}, x);
    x = model.chain({"c"}, x);
  }
  EXPECT_EQ(layersText(model.finish(x)),
            "main a: count 2, depth 1, calls 0-8 9-17: a, b, b, b, ...\n"
            "main a: count 2, depth 2, calls 0-3 4-7: a, b, b, b\n"
            "main b: count 3, depth 3, calls 1 2 3: b\n");
}

TEST(RepeatedRegions, TwoCallsOfAKernelAreNoLayers) {
  LayerModel model({"x", "w.0.a", "w.1.a"});
  EXPECT_EQ(layersText(model.finish(model.chain({"add", "add"}, 0))), "none\n");
  LayerModel named({"x", "w.0.a", "w.1.a"});
  EXPECT_EQ(layersText(named.finish(named.kernel("add", {named.kernel("add", {0, 1}), 2}))),
            "main w: count 2, depth 1, calls 0 1: add\n");
}

/// TVM's strided_slice has the place of the slice in its code, so each is a kernel of its own.
TEST(RepeatedRegions, KernelsThatDifferInNumbersAloneAreAlikeForEqualOperands) {
  const auto unrolled = [](bool wide) {
    LayerModel model({"xs", "h"});
    int64_t h = 1;
    for (int step = 0; step < 4; ++step) {
      const std::string number = step == 0 ? "" : std::to_string(step);
      const int64_t x = model.kernel("strided_slice" + number, {0}, wide && step == 2);
      h = model.chain({"tanh"}, model.kernel("matmul", {x, h}));
    }
    return layersText(model.finish(h));
  };
  EXPECT_EQ(unrolled(false),
            "main strided_slice: count 4, depth 1, calls 0-2 3-5 6-8 9-11: strided_slice, matmul, tanh\n");
  EXPECT_EQ(unrolled(true), "main strided_slice: count 2, depth 1, calls 0-2 3-5: strided_slice, matmul, tanh\n");
}

/// ResNet's first block of a stage has a convolution on the way around it; the names are those of an import by ONNX.
TEST(RepeatedRegions, BlocksThatParametersNameMayDiffer) {
  LayerModel model({"x", "layer1_0_conv1_weight", "layer1_0_conv2_weight", "layer1_0_downsample_0_weight",
                    "layer1_1_conv1_weight", "layer1_1_conv2_weight"});
  const int64_t y = model.chain({"relu"}, model.kernel("conv2d", {0, 1}));
  const int64_t around = model.kernel("conv2d2", {0, 3});
  int64_t x = model.chain({"relu"}, model.kernel("add", {model.kernel("conv2d1", {y, 2}), around}));
  const int64_t z = model.chain({"relu"}, model.kernel("conv2d1", {x, 4}));
  x = model.chain({"relu"}, model.kernel("add", {model.kernel("conv2d1", {z, 5}), x}));
  const Executable executable = model.finish(model.chain({"mean"}, x));
  EXPECT_EQ(layersText(executable),
            "main layer1: count 2, depth 1, calls 0-5 6-10: conv2d, relu, conv2d2, conv2d1, ...\n");
  EXPECT_EQ(whyNots(executable), "");
  const RepeatedRegion region = repeatedRegions(executable, FuncIndex(0))->regions.at(0);
  EXPECT_FALSE(region.equal);
  EXPECT_EQ(region.firstNumber, 0u);
}

TEST(RepeatedRegions, WhatParametersNameIsALayerOnlyIfItIsAlikeAndConnected) {
  LayerModel different({"x", "m.0.w", "m.1.w"});
  EXPECT_EQ(layersText(different.finish(different.chain(
                {"mean", "sqrt"},
                different.kernel("multiply", {different.chain({"exp"}, different.kernel("conv", {0, 1})), 2})))),
            "none\n");
  LayerModel apart({"x", "m.0.w", "m.1.w"});
  const int64_t first = apart.chain({"relu"}, apart.kernel("matmul", {0, 1}));
  const int64_t second = apart.chain({"relu", "exp"}, apart.kernel("matmul1", {0, 2}));
  EXPECT_EQ(layersText(apart.finish(apart.kernel("add", {first, second}))), "none\n");
}

/// What is computed once for all layers stands in the first one.
TEST(RepeatedRegions, AHoistedCallIsNamedAsTheDifference) {
  const auto built = [](bool named) {
    std::vector<std::string> names = {"x"};
    for (int layer = 0; layer < 3; ++layer)
      names.push_back(named ? "layers." + std::to_string(layer) + ".w" : "w" + std::to_string(layer));
    LayerModel model(names);
    int64_t x = 0, mask = 0;
    for (int64_t layer = 0; layer < 3; ++layer) {
      const int64_t scores = model.kernel("matmul", {model.kernel("norm", {x}), 1 + layer});
      if (layer == 0) mask = model.kernel("full", {});
      x = model.kernel("add", {model.chain({"softmax"}, model.kernel("minimum", {scores, mask})), x});
    }
    return model.finish(x);
  };
  const Executable named = built(true), unnamed = built(false);
  EXPECT_EQ(layersText(named),
            "main layers: count 3, depth 1, calls 0-5 6-10 11-15: norm, matmul, full, minimum, ...\n");
  EXPECT_EQ(layersText(unnamed),
            "main norm: count 2, depth 1, calls 6-10 11-15: norm, matmul, minimum, softmax, ...\n");
  EXPECT_EQ(whyNots(unnamed), "0-5: it also calls full at 8\n");
}

TEST(RepeatedRegions, ACallThatACopyLacksIsNamed) {
  LayerModel model({"x"});
  int64_t x = 0;
  for (int i = 0; i < 2; ++i) x = model.chain({"a", "b", "c", "d"}, x);
  const Executable executable = model.finish(model.chain({"a", "c", "d", "e"}, x));
  EXPECT_EQ(layersText(executable), "main a: count 2, depth 1, calls 0-3 4-7: a, b, c, d\n");
  EXPECT_EQ(whyNots(executable), "8-10: it does not call b as at 5\n");
}

TEST(RepeatedRegions, RegionsInCopiesThatDifferStandInEach) {
  LayerModel model({"x", "s.0.w", "s.1.w"});
  int64_t x = model.chain({"b", "b", "b", "c"}, model.kernel("a", {0, 1}));
  x = model.chain({"b", "b", "b", "b", "c"}, model.kernel("a", {x, 2}));
  EXPECT_EQ(layersText(model.finish(x)),
            "main s: count 2, depth 1, calls 0-4 5-10: a, b, b, b, ...\n"
            "main b: count 3, depth 2, calls 1 2 3: b\n"
            "main b: count 4, depth 2, calls 6 7 8 9: b\n");
}

TEST(RepeatedRegions, CopiesMayDifferInPlumbing) {
  LayerModel model({"x"});
  int64_t x = model.chain({"a", "b", "c"}, 0);
  x = model.builtin("copy", {x});
  const int64_t y = model.kernel("a", {x});
  model.kill(x);
  const int64_t tuple = model.builtin("make_tuple", {y, 0});
  x = model.chain({"b", "c"}, model.field(tuple, 0));
  EXPECT_EQ(layersText(model.finish(x)), "main a: count 2, depth 1, calls 0-2 3-5: a, b, c\n");
}

TEST(RepeatedRegions, IndependentCallsAreNone) {
  LayerModel model({"x"});
  std::vector<int64_t> results;
  for (int i = 0; i < 3; ++i) results.push_back(model.kernel("a", {0}));
  const Executable executable = model.finish(model.kernel("b", results));
  EXPECT_EQ(layersText(executable), "none\n");
  EXPECT_EQ(whyNots(executable), "0-2: no copy takes a result of the one before\n");
}

TEST(RepeatedRegions, GroupsOfIndependentCallsMayBeLayers) {
  LayerModel model({"x", "y"});
  int64_t x = 0, y = 1;
  for (int i = 0; i < 4; ++i) {
    x = model.kernel("a", {x});
    y = model.kernel("a", {y});
  }
  EXPECT_EQ(layersText(model.finish(model.builtin("make_tuple", {x, y}))),
            "main a: count 4, depth 1, calls 0-1 2-3 4-5 6-7: a, a\n");
}

TEST(RepeatedRegions, WhatReturnsDoesNotRepeat) {
  LayerModel model({"x"});
  EXPECT_EQ(layersText(model.finish(model.chain({"a", "b", "c", "a", "b"}, 0))), "none\n");
}

TEST(RepeatedRegions, AFirstAndALastLayerOfAnotherKind) {
  LayerModel model({"x"});
  int64_t x = model.chain({"a1", "b", "c", "d1"}, 0);
  for (int i = 0; i < 3; ++i) x = model.chain({"a", "b", "c", "d"}, x);
  const Executable executable = model.finish(model.chain({"a", "b", "c", "e"}, x));
  EXPECT_EQ(layersText(executable), "main a: count 3, depth 1, calls 4-7 8-11 12-15: a, b, c, d\n");
  EXPECT_EQ(whyNots(executable),
            "0-3: it calls a1 at 2, not a as at 14\n"
            "16-19: it calls e at 59, not d as at 23\n");
}

TEST(RepeatedRegions, ResultsOfAnotherTypeAreAnotherCall) {
  LayerModel model({"x"});
  int64_t x = 0;
  for (int i = 0; i < 4; ++i) {
    x = model.kernel("a", {x});
    x = model.kernel("b", {x}, i >= 2);
  }
  const Executable executable = model.finish(x);
  EXPECT_EQ(layersText(executable),
            "main a: count 2, depth 1, calls 0-1 2-3: a, b\n"
            "main a: count 2, depth 1, calls 4-5 6-7: a, b\n");
  EXPECT_EQ(whyNots(executable), "4-5: b at 17 has a result of another type than at 5\n");
}

TEST(RepeatedRegions, ParametersNameThemAndSayWhereTheyBegin) {
  std::vector<std::string> names = {"x", "embed"};
  for (const char* layer : {"1", "2", "3"})
    for (const char* weight : {"up", "down"}) names.push_back("model.blocks." + std::string(layer) + "." + weight);
  LayerModel model(names);
  int64_t x = model.kernel("add", {0, 1});  // as the last one of a layer
  for (int64_t i = 0; i < 3; ++i) {
    const int64_t up = model.kernel("matmul", {x, 2 + 2 * i});
    x = model.kernel("add", {model.kernel("matmul1", {up, 3 + 2 * i}), x});
  }
  const Executable executable = model.finish(x);
  EXPECT_EQ(layersText(executable), "main model.blocks: count 3, depth 1, calls 1-3 4-6 7-9: matmul, matmul1, add\n");
  EXPECT_EQ(repeatedRegions(executable, FuncIndex(0))->regions.at(0).firstNumber, 1u);
}

TEST(RepeatedRegions, BeginWithACallThatTakesParameters) {
  LayerModel model({"x", "stem", "s.0.blocks.0.a", "s.0.blocks.0.b", "s.0.blocks.1.a", "s.0.blocks.1.b"});
  int64_t x = model.chain({"relu"}, model.kernel("conv", {0, 1}));  // as the last one of a block
  for (int64_t i = 0; i < 2; ++i) {
    const int64_t y = model.kernel("conv", {model.kernel("relu", {model.kernel("conv", {x, 2 + 2 * i})}), 3 + 2 * i});
    x = model.chain({"relu"}, model.kernel("add", {y, x}));
  }
  EXPECT_EQ(layersText(model.finish(x)),
            "main s.0.blocks: count 2, depth 1, calls 2-6 7-11: conv, relu, conv, add, ...\n");
}

TEST(RepeatedRegions, FieldsOfATupleAreParameters) {
  LayerModel model({"x", "packed_params"});
  int64_t x = 0;
  for (int64_t i = 0; i < 4; ++i) x = model.kernel("b", {model.kernel("a", {x, model.field(1, i)})});
  EXPECT_EQ(layersText(model.finish(x, R"({"params": [{"name": "l.0.w"}, {"name": "l.1.w"}, {"name": "l.2.w"},
                                                      {"name": "l.3.w"}]})")),
            "main l: count 4, depth 1, calls 0-1 2-3 4-5 6-7: a, b\n");
}

TEST(RepeatedRegions, ParametersOfMixedNumbersNameNothing) {
  LayerModel model({"x", "w.0.a", "w.0.b", "w.1.a"});
  int64_t x = 0;
  for (const int64_t weight : {1, 3, 2}) x = model.kernel("matmul", {x, weight});
  EXPECT_EQ(layersText(model.finish(x)), "main matmul: count 3, depth 1, calls 0 1 2: matmul\n");
}

TEST(RepeatedRegions, FewestResultsCrossFromCopyToCopy) {
  LayerModel model({"x"});
  const int64_t first = model.kernel("b", {0}), second = model.kernel("a", {0});
  int64_t x = model.kernel("add", {first, second});
  for (int i = 0; i < 2; ++i) x = model.kernel("add", {model.kernel("a", {model.kernel("b", {x})}), x});
  EXPECT_EQ(layersText(model.finish(x)), "main b: count 3, depth 1, calls 0-2 3-5 6-8: b, a, add\n");
}

TEST(RepeatedRegions, LieInOneBlock) {
  LayerModel model({"x"});
  int64_t x = model.chain(kChain, 0);
  model.branch();
  x = model.chain(kChain, x);
  EXPECT_EQ(layersText(model.finish(x)), "none\n");
}

TEST(RepeatedRegions, StopAndSurviveRandomCode) {
  std::stop_source stop;
  stop.request_stop();
  for (uint32_t seed = 0; seed < 2000; ++seed) {
    const Executable executable = test::randomFlow(seed);
    const auto found = repeatedRegions(executable);
    ASSERT_TRUE(found.has_value());
    for (const FunctionRegions& function : *found)
      for (const RepeatedRegion& region : function.regions) ASSERT_LE(region.end(), function.flow.calls.size()) << seed;
    EXPECT_FALSE(repeatedRegions(executable, stop.get_token()).has_value()) << seed;
  }
}

/// Chains, Fibonacci words and random letters of 6,000 calls: the search ends, and soon.
TEST(RepeatedRegions, OfHostileSequences) {
  std::string fibonacci = "a", before = "b";
  while (fibonacci.size() < 6'000) before = std::exchange(fibonacci, fibonacci + before);
  std::mt19937 random(3);
  std::string letters;
  for (int i = 0; i < 6'000; ++i) letters += static_cast<char>('a' + random() % 2);
  for (const std::string& word : {std::string(6'000, 'a'), fibonacci, letters}) {
    for (const bool connected : {true, false}) {
      LayerModel model({"x"});
      int64_t x = 0;
      for (const char letter : word) {
        const int64_t result = model.kernel(std::string(1, letter), {x});
        if (connected || random() % 8 == 0) x = result;
      }
      const auto found = repeatedRegions(model.finish(x));
      ASSERT_TRUE(found.has_value());
      for (const FunctionRegions& function : *found) {
        uint32_t end = 0;
        for (const RepeatedRegion& region : function.regions) {
          if (region.depth > 0) continue;
          EXPECT_GE(region.begin(), end);
          end = region.end();
        }
      }
    }
  }
}

}  // namespace
}  // namespace relaxscope
