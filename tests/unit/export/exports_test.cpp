// SPDX-License-Identifier: Apache-2.0
// Chrome trace, CSV and Graphviz: the output is well-formed and matches the recording.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/unit/analysis/hand_made.h"
#include "tests/unit/trace/made_trace.h"
#include "vmcore/base/text/collect.h"
#include "vmcore/export/exporter.h"
#include "vmcore/model/builder.h"

namespace relaxscope {
namespace {

using nlohmann::json;
using test::HandMade;
using test::MadeTrace;
using test::twoRuns;

std::string written(void (*write)(const Trace&, const Executable*, const TextSink&), const Trace& trace,
                    const Executable* executable = nullptr) {
  return collectText([&](const TextSink& sink) { write(trace, executable, sink); });
}
std::vector<json> named(const json& events, const std::string& name) {
  std::vector<json> found;
  for (const json& event : events)
    if (event["name"] == name) found.push_back(event);
  return found;
}

TEST(ChromeTrace, IsJsonWithLanesAndCounters) {
  const json events = json::parse(written(writeChromeTrace, twoRuns().trace));
  ASSERT_TRUE(events.is_array());
  const auto relu = named(events, "relu");
  ASSERT_EQ(relu.size(), 4u);  // its lookup and three calls
  EXPECT_EQ(relu[0]["cat"], "look up function");
  EXPECT_EQ(relu[0]["tid"], 1);
  EXPECT_EQ(relu[2]["ph"], "X");
  EXPECT_EQ(relu[2]["tid"], 3);
  EXPECT_DOUBLE_EQ(relu[2]["ts"], 1.650);
  EXPECT_DOUBLE_EQ(relu[2]["dur"], 0.300);
  EXPECT_EQ(relu[2]["args"]["pc"], 7);
  EXPECT_EQ(relu[2]["args"]["function"], "main");
  EXPECT_EQ(relu[2]["args"]["arguments"], "f32[3, 16], shape(2)");
  const auto live = named(events, "live bytes");
  ASSERT_EQ(live.size(), 2u);
  EXPECT_EQ(live[0]["ph"], "C");
  EXPECT_EQ(live[0]["args"]["bytes"], 4096);
  EXPECT_DOUBLE_EQ(live[0]["ts"], 1.650) << "at the end of the call";
  ASSERT_EQ(named(events, "shape heap: main s0").size(), 1u);
  EXPECT_EQ(named(events, "warm-up 0").size(), 1u);
  EXPECT_EQ(named(events, "run 1").size(), 1u);
  EXPECT_EQ(named(events, "thread_name").size(), 3u);
}

TEST(ChromeTrace, SlotsBearTheNamesOfAnnotations) {
  ExecutableBuilder b;
  b.beginFunction("main", {"x"});
  b.emitCall("vm.builtin.alloc_shape_heap", {ExecutableBuilder::vm(), ExecutableBuilder::imm(2)}, 1);
  const auto context = ExecutableBuilder::c(b.addConstant(
      StringConstant{"ErrorContext(fn=main, loc=param[0], param=x, annotation=R.Tensor((n,), dtype=\"float32\"))"}));
  b.emitCall("vm.builtin.match_shape", {ExecutableBuilder::r(0), ExecutableBuilder::r(1), ExecutableBuilder::imm(1),
                                        ExecutableBuilder::imm(1), ExecutableBuilder::imm(0), context});
  b.emitRet(0);
  const Executable executable = b.finish();
  Trace trace;
  for (const Function& function : executable.functions) trace.info.functionNames.push_back(function.name);
  const auto main = static_cast<uint32_t>(executable.findFunction("main").value);
  TraceChunk chunk;
  chunk.events = {{0}, {5}, {1}, {main}, {kNoIndex}, {1}, {0}};
  chunk.values.slotChanges = {{0, 0, 0, main, 7}, {0, 1, 0, main, 8}};
  trace.append(chunk);
  const json events = json::parse(written(writeChromeTrace, trace, &executable));
  EXPECT_EQ(named(events, "shape heap: main n (s0)").size(), 1u);
  EXPECT_EQ(named(events, "shape heap: main s1").size(), 1u);
}

TEST(ChromeTrace, ChildrenStayInsideParents) {
  MadeTrace made;
  made.trace.info.clock.nsPerTick = 0.409;  // 2.445 GHz: ends fall between nanoseconds
  for (int64_t i = 0; i < 500; ++i)
    made.event(i * 7 + 3, i * 7 + 7, 1, 1).event(i * 7 + 2, i * 7 + 7, 0, 0, EventKind::FunctionBody);
  made.seal();
  const json events = json::parse(written(writeChromeTrace, made.trace));
  const auto ns = [](const json& value) { return std::llround(value.get<double>() * 1000); };
  const auto children = named(events, "relu"), parents = named(events, "main");
  ASSERT_EQ(children.size(), 500u);
  for (size_t i = 0; i < children.size(); ++i) {
    EXPECT_GE(ns(children[i]["ts"]), ns(parents[i]["ts"]));
    EXPECT_LE(ns(children[i]["ts"]) + ns(children[i]["dur"]), ns(parents[i]["ts"]) + ns(parents[i]["dur"]));
  }
}

TEST(ChromeTrace, AnyNameIsValidJson) {
  MadeTrace made;
  made.trace.info.functionNames[1] = "\xff\"\\\n\x01";
  made.event(0, 5, 1, 0).event(5, 9, 3, 0).event(9, 12, 99, 0).seal();
  const json events = json::parse(written(writeChromeTrace, made.trace));
  EXPECT_EQ(named(events, "call").size(), 1u) << "a callee that does not exist";
  EXPECT_TRUE(json::parse(written(writeChromeTrace, Trace())).is_array());
}

TEST(TraceCsv, OneRowPerEvent) {
  const std::string text = written(writeTraceCsv, twoRuns().trace);
  std::vector<std::string> lines;
  for (size_t at = 0; at < text.size();) {
    const size_t end = text.find('\n', at);
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  ASSERT_EQ(lines.size(), 10u);
  EXPECT_EQ(lines[0], "event,run,start_ns,duration_ns,depth,kind,function,pc,callee,args,allocated,freed,live");
  EXPECT_EQ(lines[1], "0,,0.0,50.0,0,load library,,,,,,,");
  EXPECT_EQ(lines[3], "2,warm-up 0,550.0,400.0,1,call,main,7,relu,,,,");
  EXPECT_EQ(lines[5], "4,0,1550.0,100.0,1,call,main,3,vm.builtin.alloc_storage,,4096,0,4096");
  EXPECT_EQ(lines[6], "5,0,1650.0,300.0,1,call,main,7,relu,\"f32[3, 16]; shape(2)\",,,");
  EXPECT_EQ(lines[9], "8,1,2500.0,1000.0,0,function body,main,0,main,,,,");
}

TEST(TraceCsv, NamesAreQuoted) {
  MadeTrace made;
  made.event(0, 2, 3, 0).seal();
  EXPECT_NE(written(writeTraceCsv, made.trace).find("main,7,\"a,\"\"b\"\"\\n\",,,,\n"), std::string::npos);
}

TEST(DotCfg, BlocksAndEdges) {
  HandMade made;
  made.packed("p\"q").begin("main", 1, 3).branch(0, 3).call(1, 0, {test::reg(0)}).jump(-2).ret(0).end();
  const auto dotOf = [&](std::span<const FuncIndex> functions) {
    return collectText([&](const TextSink& sink) { writeDotCfg(made.executable, functions, sink); });
  };
  EXPECT_EQ(dotOf({}),
            "digraph \"main\" {\n  node [shape=box fontname=\"monospace\"];\n"
            "  b0 [label=\"0  If    %0, 3\\l\"];\n"
            "  b1 [label=\"1  call  p\\\"q              in: %0           dst: %1\\l2  goto  -2\\l\"];\n"
            "  b2 [label=\"3  ret   %0\\l\"];\n"
            "  b0 -> b1 [label=\"T\"];\n  b0 -> b2 [label=\"F\" style=dashed];\n  b1 -> b0 [penwidth=2];\n}\n");
  const FuncIndex only[] = {FuncIndex(0)};
  EXPECT_EQ(dotOf(only), "");
}

TEST(TraceExporters, EveryRowWrites) {
  const MadeTrace made = twoRuns();
  for (const TraceExporter& row : traceExporters()) EXPECT_FALSE(written(row.write, made.trace).empty()) << row.id;
}

}  // namespace
}  // namespace relaxscope
