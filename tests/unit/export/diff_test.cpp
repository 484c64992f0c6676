// SPDX-License-Identifier: Apache-2.0
// The forms of a comparison, on comparisons made by hand.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "tests/support/generated_executable.h"
#include "tests/unit/analysis/hand_made.h"
#include "vmcore/base/text/collect.h"
#include "vmcore/export/diff/exporter.h"

namespace relaxscope {
namespace {

using test::con;
using test::HandMade;
using test::imm;
using test::reg;

TensorConstant floats(std::vector<int64_t> shape, std::vector<uint8_t> bytes) {
  TensorConstant tensor;
  tensor.dtype = {2, 32, 1};
  tensor.shape = std::move(shape);
  tensor.data = Bytes::own(std::move(bytes));
  return tensor;
}

/// matmul, add became fused_matmul_add; an independent alloc moved; another constant.
struct FusedPair {
  HandMade oldMade, nowMade;
  ExecutableDiff diff;

  FusedPair() {
    oldMade.packed("matmul").packed("add").packed("alloc");
    oldMade.constant(floats({2}, {0, 0, 0, 0, 0, 0, 0, 0}));
    oldMade.begin("main", 1, 4)
        .call(3, 2, {imm(7)})
        .call(1, 0, {reg(0), con(0)})
        .call(2, 1, {reg(1), reg(3)})
        .ret(2)
        .end();
    nowMade.packed("fused_matmul_add").packed("alloc");
    nowMade.constant(floats({2}, {0, 0, 128, 63, 0, 0, 0, 0}));
    nowMade.begin("main", 1, 3).call(2, 0, {reg(0), con(0)}).call(1, 1, {imm(7)}).ret(2).end();

    FunctionPair pair;
    pair.old = FuncIndex(3), pair.now = FuncIndex(2);
    pair.state = PairState::Changed;
    pair.reason = MatchReason::SameNameChangedCode;
    pair.score = 0.5;
    pair.renumbered = true;
    pair.independentMoves = 1;
    const auto at = [](int64_t pc) { return InstrIndex(pc); };
    pair.rows = {{at(0), {}, at(1), RowState::Moved, kNoChange},
                 {at(1), {}, {}, RowState::Removed, 0},
                 {at(2), at(0), {}, RowState::Changed, 0},
                 {{}, at(1), at(0), RowState::Moved, kNoChange},
                 {at(3), at(2), {}, RowState::Same, kNoChange}};
    Change fused;
    fused.kind = ChangeKind::Fused;
    fused.old = {at(1), at(2)}, fused.now = {at(0)};
    fused.operands = {{at(2), at(0), 4, 5}};
    fused.oldText = "matmul + add", fused.nowText = "fused_matmul_add";
    pair.changes.push_back(fused);
    diff.functions.push_back(pair);

    ConstantPair constant;
    constant.old = constant.now = ConstIndex(0);
    constant.state = PairState::Changed;
    constant.difference = ElementDifference{2, 1, 1.0, std::nullopt, 0, 0};
    diff.constants.push_back(constant);
    KernelPair kernel;
    kernel.now = "fused_matmul_add";
    kernel.state = PairState::Added;
    kernel.kind = ChangeKind::KernelAdded;
    diff.kernels.push_back(kernel);
    kernel.old = kernel.now = "alloc";
    kernel.state = PairState::Changed;
    kernel.kind = ChangeKind::KernelInterface;
    kernel.oldDetail = "alloc(n: int64)", kernel.nowDetail = "alloc(n: int32)";
    diff.kernels.push_back(kernel);
    MemoryChange memory;
    memory.old = pair.old, memory.now = pair.now;
    memory.oldPeak = 384, memory.nowPeak = 256, memory.oldStorages = 3, memory.nowStorages = 2;
    memory.oldBytes = 448, memory.nowBytes = 256, memory.oldFormula = "n * 96", memory.nowFormula = "n * 64";
    memory.same = false;
    diff.memory.push_back(memory);
    diff.layers.push_back({pair.old, pair.now, "layer", 12, 10});
    diff.facts.push_back({"producer", "0.26", "0.27", true});
    diff.counts[static_cast<size_t>(ChangeKind::Fused)] = 1;
    diff.counts[static_cast<size_t>(ChangeKind::ConstantEdited)] = 1;
    diff.summary = {{SummaryTopic::Fusion, "2 calls became 1"}};
    diff.notCompared = {"machine code of kernels"};
  }

  [[nodiscard]] DiffReport report() const {
    const auto share = [](const HandMade& made) { return std::make_shared<const Executable>(made.executable); };
    return {{share(oldMade), nullptr}, {share(nowMade), nullptr}, diff, "old.so", "new.so"};
  }
};

std::string form(const char* id, const DiffReport& report) {
  for (const DiffExporter& row : diffExporters())
    if (std::string_view(id) == row.id) return collectText([&](const TextSink& sink) { row.write(report, sink); });
  return {};
}

TEST(DiffText, NamesEachChangeBeforeItsLines) {
  const FusedPair made;
  EXPECT_EQ(
      form("text", made.report()),
      "--- old.so\n+++ new.so\ndifferent\n"
      "Fusion  2 calls became 1\n"
      "\nfunction main: changed, 0.50 equal (same name, changed code)\n"
      "@@ -0,4 +0,3 @@\n"
      "< 0    call alloc i7 -> %3  ; moved to 1\n"
      "# fused 1: matmul + add -> fused_matmul_add\n"
      "- 1    call matmul %0, c[0] -> %1  ; fused 1: c[0] f32[2]\n"
      "- 2    call add %1, %3 -> %2  ; fused 1\n"
      "+   0  call fused_matmul_add %0, c[0] -> %2  ; fused 1: c[0] f32[2]\n"
      ">   1  call alloc i7 -> %1  ; moved from 0\n"
      "  3 2  ret %2\n"
      "\nConstants\n~ c[0]: f32[2] constant-edited: 1 of 2 elements differ, by 1 at most\n"
      "\nKernels\n+ fused_matmul_add: kernel-added\n"
      "~ alloc: kernel-interface\n  - alloc(n: int64)\n  + alloc(n: int32)\n"
      "\nMemory\n~ main: peak 384 B -> 256 B (n * 96 -> n * 64), storages 3 -> 2, 448 B -> 256 B in all\n"
      "\nLayers\n~ main: layer: 12 -> 10 copies\n"
      "\nFiles\n= 0.26 -> 0.27: producer (no difference)\n"
      "\nOther numbers\n= main: registers, slots, pcs or rows of tables have other numbers; 1 independent instruction in "
      "another order\n"
      "not compared: machine code of kernels\n");
}

TEST(DiffText, OfOneKindOrTheSummaryAlone) {
  const FusedPair made;
  DiffReport report = made.report();
  report.summaryOnly = true;
  EXPECT_EQ(form("text", report),
            "--- old.so\n+++ new.so\ndifferent\nFusion  2 calls became 1\nnot compared: machine code of kernels\n");
  report.summaryOnly = false;
  report.kinds = {ChangeKind::ConstantEdited};
  const std::string text = form("text", report);
  EXPECT_NE(text.find("constant-edited"), std::string::npos);
  EXPECT_EQ(text.find("matmul"), std::string::npos);
  EXPECT_TRUE(report.differs());
  report.kinds = {ChangeKind::Split};
  EXPECT_FALSE(report.differs());
}

TEST(DiffText, SaysWhatIsNoDifference) {
  FusedPair made;
  made.diff = {};
  made.diff.same = true;
  FunctionPair pair;
  pair.old = FuncIndex(3), pair.now = FuncIndex(2);
  pair.renumbered = true;
  made.diff.functions.push_back(pair);
  EXPECT_EQ(form("text", made.report()),
            "--- old.so\n+++ new.so\nsame up to numbering\n\nOther numbers\n"
            "= main: registers, slots, pcs or rows of tables have other numbers\n");
  made.diff.notCompared = {"code of kernels"};
  EXPECT_NE(form("text", made.report()).find("\nsame up to numbering, but not all was compared\n"), std::string::npos);
  made.diff.notCompared.clear();
  made.diff.identical = true;
  made.diff.functions.clear();
  EXPECT_EQ(form("text", made.report()), "--- old.so\n+++ new.so\nidentical\n");
}

TEST(DiffText, BytesThatDifferHaveTheirPlace) {
  FusedPair made;
  made.diff = {};
  made.diff.same = made.diff.identical = true;
  DiffReport report = made.report();
  report.compareBytes = true;
  EXPECT_NE(form("text", report).find("bytes: all bytes are equal\n"), std::string::npos);
  report.exact = ExactDifference{{1234, 12, 5678, 5680}, "executable > version: 0.14", ""};
  EXPECT_TRUE(report.differs());
  EXPECT_NE(form("text", report)
                .find("same up to numbering, other bytes\n"
                      "bytes: first at byte 1,234 (0x4d2) of 5,678 and 5,680; 12 bytes in all\n"
                      "bytes: old: executable > version: 0.14\n"
                      "bytes: new: no field of the file\n"),
            std::string::npos);
}

TEST(DiffText, EveryPieceHasARole) {
  const FusedPair made;
  std::string minus, plus;
  writeDiffText(made.report(), [&](DiffRole role, std::string_view piece) {
    if (role == DiffRole::Removed) minus += piece;
    if (role == DiffRole::Added) plus += piece;
    return true;
  });
  EXPECT_EQ(std::ranges::count(minus, '\n'), 3);  // two instructions and a signature
  EXPECT_EQ(std::ranges::count(plus, '\n'), 3);   // an instruction, a kernel and a signature
}

TEST(DiffJson, HasTheFieldsOfTheContract) {
  const FusedPair made;
  const auto json = nlohmann::json::parse(form("json", made.report()));
  EXPECT_EQ(json["schema"], 1);
  EXPECT_EQ(json["same"], false);
  EXPECT_EQ(json["summary"], nlohmann::json({"2 calls became 1"}));
  EXPECT_EQ(json["kinds"], nlohmann::json({{"fused", 1}, {"constant-edited", 1}}));
  ASSERT_EQ(json["functions"].size(), 1u);
  const auto& function = json["functions"][0];
  EXPECT_EQ(function["old"], "main");
  EXPECT_EQ(function["state"], "changed");
  EXPECT_EQ(function["reason"], "same name, changed code");
  EXPECT_EQ(function["score"], 0.5);
  const auto& change = function["changes"][0];
  EXPECT_EQ(change["kind"], "fused");
  EXPECT_EQ(change["old_pc"], 1);
  EXPECT_EQ(change["new_pc"], 0);
  EXPECT_EQ(change["old_pcs"], nlohmann::json({1, 2}));
  EXPECT_EQ(change["operands"][0]["old"], "%1");
  EXPECT_EQ(change["operands"][0]["new"], "c[0]");
  EXPECT_EQ(json["constants"][0]["largest_absolute"], 1.0);
  EXPECT_TRUE(json["constants"][0]["largest_relative"].is_null());
  EXPECT_TRUE(json["kernels"][0]["old"].is_null());
  EXPECT_EQ(json["memory"]["functions"][0]["new_peak_bytes"], 256);
  EXPECT_EQ(json["layers"][0]["new_count"], 10);
  EXPECT_EQ(json["files"][0]["provenance"], true);
  EXPECT_FALSE(json.contains("exact"));
}

TEST(DiffMarkdown, FencesListingsAndTables) {
  const FusedPair made;
  const std::string text = form("markdown", made.report());
  EXPECT_EQ(text.find("### Executables: different\n\n`old.so` &#8594; `new.so`\n\n- **Fusion** 2 calls became 1\n"),
            0u);
  EXPECT_NE(text.find("<details open><summary>main</summary>\n\n```diff\n@@ -0,4 +0,3 @@\n"), std::string::npos);
  EXPECT_NE(text.find("| `~` | `c[0]` | `c[0]` | f32&#91;2&#93; constant-edited: 1 of 2"), std::string::npos);
}

/// Whether every element is closed in order, attributes are quoted and references are known.
std::string wellFormedProblem(const std::string& page) {
  std::vector<std::string> open;
  const std::regex tag("<(/?)([a-z][a-z0-9]*)((?: [a-z-]+=\"[^\"<]*\")*)(/?)>"),
      reference("&(amp|lt|gt|quot|#[0-9]+);");
  for (size_t at = page.find('\n') + 1; at < page.size(); ++at) {
    const auto from = page.cbegin() + static_cast<std::ptrdiff_t>(at);
    std::smatch match;
    if (page[at] == '&' &&
        !std::regex_search(from, page.cend(), match, reference, std::regex_constants::match_continuous))
      return "a bare & at " + page.substr(at, 40);
    if (page[at] == '>') return "a bare > at " + page.substr(at, 40);
    if (page[at] != '<') continue;
    if (!std::regex_search(from, page.cend(), match, tag, std::regex_constants::match_continuous))
      return "no tag: " + page.substr(at, 40);
    if (match[2] == "style" && match[1].length() == 0) at = page.find("</style>", at) + 7;
    else if (match[1].length() != 0) {
      if (open.empty() || open.back() != match[2]) return "closes " + match[2].str();
      open.pop_back();
      at += static_cast<size_t>(match.length()) - 1;
    } else {
      if (match[4].length() == 0) open.push_back(match[2]);
      at += static_cast<size_t>(match.length()) - 1;
    }
  }
  return open.empty() ? "" : "never closes " + open.back();
}

TEST(DiffHtml, IsOneWellFormedPageWithoutReferences) {
  const FusedPair made;
  const std::string page = form("html", made.report());
  EXPECT_EQ(wellFormedProblem(page), "");
  for (const char* outside : {"http:", "https:", "//", "url(", "src=", "href=", "@import", "<script"})
    EXPECT_EQ(page.find(outside), std::string::npos) << outside;
  EXPECT_NE(page.find("<tr class=\"what\"><td colspan=\"5\">fused 1: matmul + add -&gt; fused_matmul_add</td></tr>"),
            std::string::npos);
  EXPECT_NE(
      page.find("call <span class=\"f\">matmul</span> <span class=\"r\">%0</span>, <span class=\"c\">c[0]</span>"),
      std::string::npos);
  EXPECT_NE(page.find("moved to 1"), std::string::npos);
}

TEST(DiffForms, PagesHaveFurtherTables) {
  FusedPair made;
  DiffReport report = made.report();
  DiffSection section;
  section.title = "Run";
  section.lines = {{"Time", "5 -> 4 <us>"}};
  section.columns = {"CALLEE", "OLD", "NEW"};
  section.rows = {{{"a|b*", "1 ns", "2 ns"}, false, '+'}, {{"sum", "1 ns"}, true, '='}};
  report.sections.push_back(section);
  const std::string markdown = form("markdown", report), page = form("html", report);
  EXPECT_NE(markdown.find("#### Run\n\n- **Time** 5 -> 4 &#60;us>\n\n| CALLEE | OLD | NEW |\n| --- | ---: | ---: |\n"
                          "| a&#124;b&#42; | 1 ns | 2 ns |\n| **sum** | **1 ns** |  |\n"),
            std::string::npos)
      << markdown;
  EXPECT_EQ(wellFormedProblem(page), "");
  EXPECT_NE(page.find("<dt>Time</dt><dd>5 -&gt; 4 &lt;us&gt;</dd>"), std::string::npos);
  EXPECT_NE(page.find("<td class=\"high\">2 ns</td>"), std::string::npos);
  EXPECT_NE(page.find("<tr class=\"sum\"><td><code>sum</code></td>"), std::string::npos);
}

TEST(DiffForms, HostileNamesAreEscaped) {
  const std::string hostile = "<script>`|`\n\x1b[31m```\xff&\"'</details>\xEF\xBF\xBF" + std::string(100'000, 'x');
  FusedPair made;
  for (HandMade* side : {&made.oldMade, &made.nowMade})
    for (Function& function : side->executable.functions) function.name = hostile;
  Change& change = made.diff.functions[0].changes[0];
  change.oldText = change.nowText = hostile;
  made.diff.kernels[0].now = made.diff.kernels[0].nowDetail = hostile;
  made.diff.summary[0].text = made.diff.notCompared[0] = hostile;
  made.diff.facts[0].old = made.diff.layers[0].name = made.diff.memory[0].oldFormula = hostile;
  DiffReport report = made.report();
  report.oldPath = hostile;
  for (const DiffExporter& row : diffExporters()) {
    const std::string text = form(row.id, report);
    EXPECT_EQ(text.find('\x1b'), std::string::npos) << row.id;
    EXPECT_EQ(text.find('\xff'), std::string::npos) << row.id;
  }
  EXPECT_EQ(wellFormedProblem(form("html", report)), "");
  EXPECT_EQ(form("html", report).find("\xEF\xBF\xBF"), std::string::npos) << "no character of XML";
  EXPECT_TRUE(nlohmann::json::accept(form("json", report)));
  const std::string markdown = form("markdown", report);
  EXPECT_EQ(markdown.find("\n```", markdown.find("```diff") + 4), markdown.rfind("\n```")) << "the fence closes once";
}

TEST(DiffForms, LargeListingsAreCutAndCounted) {
  FusedPair made;
  FunctionPair& pair = made.diff.functions[0];
  pair.rows.assign(250'000, {InstrIndex(1), {}, {}, RowState::Removed, 0});
  EXPECT_NE(form("text", made.report()).find("# 50,000 more rows are left out\n"), std::string::npos);
  EXPECT_NE(form("markdown", made.report()).find("# 248,000 more rows are left out\n"), std::string::npos);
  EXPECT_NE(form("html", made.report()).find("230,000 rows more, left out"), std::string::npos);
  made.diff.constants.assign(2010, made.diff.constants[0]);
  EXPECT_NE(form("text", made.report()).find("  and 10 more\n"), std::string::npos);
}

TEST(DiffForms, OfAnyTwoExecutablesAreWellFormed) {
  size_t compared = 0;
  for (uint64_t seed = 0; seed < 2 * kVariants; ++seed) {
    const auto make = [](uint64_t number, testing::Shape shape) {
      return std::make_shared<const Executable>(testing::generatedExecutable(number, shape));
    };
    // Seeds that differ by kVariants are of one layout.
    const DiffSide old{make(seed, testing::Shape::Odd), nullptr};
    for (const DiffSide& now : {DiffSide{make(seed + kVariants, testing::Shape::Sound), nullptr},
                                DiffSide{make(seed, testing::Shape::Damaged), nullptr}}) {
      const auto diff = diffExecutables(old, now);
      ASSERT_TRUE(diff.ok()) << seed;
      const DiffReport report{old, now, *diff, "old", "new"};
      EXPECT_EQ(wellFormedProblem(form("html", report)), "") << seed;
      EXPECT_TRUE(nlohmann::json::accept(form("json", report))) << seed;
      EXPECT_FALSE(form("text", report).empty() || form("markdown", report).empty()) << seed;
      ++compared;
    }
  }
  EXPECT_EQ(compared, 4 * kVariants);
}

TEST(DiffForms, StopWhenTheSinkDoes) {
  FusedPair made;
  made.diff.functions.assign(2000, made.diff.functions[0]);
  for (const DiffExporter& row : diffExporters()) {
    size_t pieces = 0;
    row.write(made.report(), [&](std::string_view) { return ++pieces, false; });
    EXPECT_LE(pieces, 1u) << row.id;
  }
}

}  // namespace
}  // namespace relaxscope
