// SPDX-License-Identifier: Apache-2.0
// The specification of a run: its settings, its messages for the worker, and several calls as one profile.
#include <gtest/gtest.h>

#include "vmcore/model/builder.h"  // before Qt, which makes `emit` a macro

#include <QFile>
#include <QProcess>
#include <QSettings>

#include "app/window/run/run_spec.h"
#include "gui_support.h"
#include "vmcore/format/container/npz.h"
#include "vmcore/format/loader.h"
#include "vmcore/run/arguments/argument_seed.h"
#include "vmcore/run/call_names.h"
#include "vmcore/run/request_json.h"

namespace relaxscope {
namespace {

using namespace gui;

TEST(RunSpec, SurvivesTheSettings) {
  RunSpec spec;
  spec.calls[0].function = QStringLiteral("f");
  spec.calls[0].arguments = {{QStringLiteral("a"), QStringLiteral("float32[1]")},
                             {QStringLiteral("b"), QStringLiteral("5")}};
  spec.calls[0].dims[QStringLiteral("n")] = 33;
  spec.repeat = 7;
  spec.warmup = 2;
  spec.values = false;
  spec.precise = true;
  spec.reference = false;
  spec.synchronised = true;
  spec.allocator = QStringLiteral("naive");
  spec.seed = 99;
  const RunSpec back = RunSpec::fromMap(spec.toMap());
  EXPECT_EQ(back.calls[0].function, spec.calls[0].function);
  ASSERT_EQ(back.calls[0].arguments.size(), 2u);
  EXPECT_EQ(back.calls[0].arguments[1].content, QStringLiteral("5"));
  EXPECT_EQ(back.calls[0].dims, spec.calls[0].dims);
  EXPECT_EQ(back.repeat, 7u);
  EXPECT_EQ(back.warmup, 2u);
  EXPECT_FALSE(back.values);
  EXPECT_TRUE(back.precise);
  EXPECT_FALSE(back.reference);
  EXPECT_TRUE(back.synchronised);
  EXPECT_EQ(back.allocator, QStringLiteral("naive"));
  EXPECT_EQ(back.seed, 99u);
}

TEST(RunSpec, SeveralCallsSurviveTheSettings) {
  RunSpec spec;
  spec.calls = {
      {QStringLiteral("prefill"), {{QStringLiteral("x"), QStringLiteral("int64[1,5]")}}, {{QStringLiteral("n"), 5}}},
      {QStringLiteral("decode"), {{QStringLiteral("cache"), QStringLiteral("call0.1")}}, {}, CallMode::Stateful}};
  QTemporaryDir folder;
  const QString file = folder.filePath(QStringLiteral("settings.ini"));
  QSettings(file, QSettings::IniFormat).setValue(QStringLiteral("run"), spec.toMap());
  const RunSpec back = RunSpec::fromMap(QSettings(file, QSettings::IniFormat).value(QStringLiteral("run")).toMap());
  ASSERT_EQ(back.calls.size(), 2u);
  EXPECT_EQ(back.calls[0].function, QStringLiteral("prefill"));
  EXPECT_EQ(back.calls[0].dims, spec.calls[0].dims);
  EXPECT_EQ(back.calls[0].mode, CallMode::Call);
  EXPECT_EQ(back.calls[1].function, QStringLiteral("decode"));
  ASSERT_EQ(back.calls[1].arguments.size(), 1u);
  EXPECT_EQ(back.calls[1].arguments[0].name, QStringLiteral("cache"));
  EXPECT_EQ(back.calls[1].arguments[0].content, QStringLiteral("call0.1"));
  EXPECT_EQ(back.calls[1].mode, CallMode::Stateful);
}

TEST(RunSpec, ASavedFunctionSurvivesTheSettings) {
  RunSpec spec;
  spec.calls = {{QStringLiteral("pair"),
                 {{{}, {}}, {{}, QStringLiteral("(1, call0)")}},
                 {},
                 CallMode::Save,
                 QStringLiteral("half"),
                 false}};
  const RunSpec back = RunSpec::fromMap(spec.toMap());
  EXPECT_EQ(back.calls[0].mode, CallMode::Save);
  EXPECT_EQ(back.calls[0].savedAs, QStringLiteral("half"));
  EXPECT_FALSE(back.calls[0].savesResult);
}

TEST(RunSpec, SavedFunctionsAndHostCallsAreCalled) {
  RunSpec spec;
  spec.seed = 40;
  spec.calls = {{QStringLiteral("pair"),
                 {{{}, {}}, {{}, QStringLiteral("(float32[1], 5, (int8[2], true))")}},
                 {},
                 CallMode::Save,
                 QStringLiteral("half")},
                {QStringLiteral("half"), {{{}, QStringLiteral("float32[2]")}}, {}},
                {QStringLiteral("vm.builtin.invoke_closure"), {{{}, QStringLiteral("call1")}}, {}}};
  const auto prepared = prepareRun(spec, pairExecutable());
  ASSERT_TRUE(prepared.ok()) << prepared.error().text();
  const auto& script = prepared->run.script;
  EXPECT_EQ(script[0].savedAs, "half");
  ASSERT_EQ(script[0].args.size(), 1u) << "the first argument is left open";
  const auto& tuple = std::get<TupleValue>(script[0].args[0].data);
  EXPECT_EQ(std::get<RandomTensor>(tuple.fields[0].data).seed, leafSeed(argumentSeed(40, 0, 0), 0));
  EXPECT_EQ(std::get<RandomTensor>(std::get<TupleValue>(tuple.fields[2].data).fields[0].data).seed,
            leafSeed(argumentSeed(40, 0, 0), 2));
  EXPECT_EQ(std::get<RandomTensor>(script[1].args[0].data).seed, argumentSeed(40, 1, 0));
  EXPECT_EQ(
      prepared->origin.argumentsText,
      "pair(y: (float32[1], 5, (int8[2], true)), random with seed 40), saved as half; half(arg0: float32[2], random with seed 40); vm.builtin.invoke_closure(arg0: call1)");
  spec.calls.erase(spec.calls.begin());
  EXPECT_EQ(prepareRun(spec, pairExecutable()).error().text(), "no function \"half\"") << "nothing saves it";
}

TEST(RunSpec, SettingsOfOneCallAreRead) {
  const QVariantMap old = {
      {QStringLiteral("function"), QStringLiteral("f")},
      {QStringLiteral("repeat"), 7},
      {QStringLiteral("dims"), QVariantMap{{QStringLiteral("n"), 33}}},
      {QStringLiteral("arguments"), QVariantList{QVariantMap{{QStringLiteral("name"), QStringLiteral("a")},
                                                             {QStringLiteral("content"), QStringLiteral("5")}}}}};
  const RunSpec spec = RunSpec::fromMap(old);
  ASSERT_EQ(spec.calls.size(), 1u);
  EXPECT_EQ(spec.calls[0].function, QStringLiteral("f"));
  ASSERT_EQ(spec.calls[0].arguments.size(), 1u);
  EXPECT_EQ(spec.calls[0].arguments[0].content, QStringLiteral("5"));
  EXPECT_EQ(spec.calls[0].dims.value(QStringLiteral("n")), 33);
  EXPECT_EQ(spec.repeat, 7u);
  EXPECT_EQ(RunSpec::fromMap({}).calls.size(), 1u) << "never without a call";
}

TEST(RunSpec, ATitleCountsEqualCallsInARow) {
  EXPECT_EQ(callsTitle({"main"}), "main");
  EXPECT_EQ(callsTitle({"prefill", "decode", "decode", "decode", "prefill"}), "prefill; decode ×3; prefill");
  EXPECT_EQ(callsTitle({"f\xff"}), "f\\xff");
  EXPECT_EQ(callsTitle({"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"}), "a; b; c; d; e; f; g; h; …");
}

TEST(RunSpec, EveryCallBecomesOneOfTheScript) {
  RunSpec spec;
  spec.seed = 40;
  spec.calls = {{QStringLiteral("first"), {{{}, QStringLiteral("float32[2]")}}, {}},
                {QStringLiteral("pair"),
                 {{{}, QStringLiteral("call0")}, {{}, QStringLiteral("float32[3]")}},
                 {},
                 CallMode::Stateful},
                {QStringLiteral("first"), {{{}, QStringLiteral("call1.1")}}, {}}};
  const auto prepared = prepareRun(spec, pairExecutable());
  ASSERT_TRUE(prepared.ok()) << prepared.error().text();
  const auto& script = prepared->run.script;
  ASSERT_EQ(script.size(), 3u);
  EXPECT_EQ(script[1].function, "pair");
  EXPECT_EQ(script[0].mode, CallMode::Call);
  EXPECT_EQ(script[1].mode, CallMode::Stateful);
  EXPECT_EQ(std::get<RandomTensor>(script[0].args[0].data).seed, argumentSeed(40, 0, 0));
  EXPECT_EQ(std::get<RandomTensor>(script[1].args[1].data).seed, argumentSeed(40, 1, 1))
      << "no two arguments have the same numbers";
  EXPECT_EQ(std::get<ResultRef>(script[2].args[0].data).path, std::vector<uint32_t>{1});
  EXPECT_EQ(prepared->title, "first; pair; first");
  EXPECT_EQ(prepared->origin.entry, "first; pair; first");
  EXPECT_EQ(
      prepared->origin.argumentsText,
      "first(x: float32[2], random with seed 40); pair(x: call0; y: float32[3], random with seed 40), stateful; first(x: call1.1)");
  spec.calls[1].arguments[0].content = QStringLiteral("call1");
  const auto wrong = prepareRun(spec, pairExecutable());
  ASSERT_FALSE(wrong.ok());
  EXPECT_EQ(wrong.error().text(),
            "call1: argument 0 (x) of pair: \"call1\" is not the result of an earlier call; the only one is call0");
}

/// The request that rscope makes for the same options; the arguments start with the file.
std::string requestOf(const QStringList& arguments) {
  QProcess rscope;
  rscope.start(QStringLiteral(RS_BIN "/rscope"),
               QStringList{QStringLiteral("profile")} + arguments +
                   QStringList{QStringLiteral("--print-request"), QStringLiteral("--json")});
  EXPECT_TRUE(rscope.waitForFinished(kWaitMs));
  EXPECT_EQ(rscope.exitCode(), 0) << rscope.readAllStandardError().toStdString();
  return rscope.readAllStandardOutput().toStdString();
}
std::string requestOf(const RunSpec& spec, const Executable& executable) {
  const auto prepared = prepareRun(spec, executable);
  EXPECT_TRUE(prepared.ok()) << (prepared.ok() ? "" : prepared.error().text());
  std::string json;
  if (prepared.ok()) writeRequestJson(*prepared, [&](std::string_view piece) { return json += piece, true; });
  return json;
}

TEST(RunSpec, IsTheRequestOfTheCommandLine) {
  const QString file = QStringLiteral(RELAXSCOPE_TEST_DATA "/run/arguments.txt");
  const auto loaded = loadFile(file.toStdString());
  ASSERT_TRUE(loaded.ok()) << loaded.error().text();
  QTemporaryDir folder;
  const QString arrays = folder.filePath(QStringLiteral("arrays.dat"));  // not named .npz
  QFile out(arrays);
  ASSERT_TRUE(out.open(QIODevice::WriteOnly));
  const std::vector<uint8_t> bytes =
      writeNpz({{"y", {DataType{2, 32, 1}, {2}, Bytes::own({0, 0, 128, 63, 0, 0, 0, 64})}},
                {"w", {DataType{0, 8, 1}, {3}, Bytes::own({1, 2, 3})}}});
  out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<qint64>(bytes.size()));
  out.close();
  const QString y = QLatin1Char('@') + arrays + QStringLiteral(":y");
  RunSpec spec;
  spec.seed = 7;
  spec.limits.steps = 1000;
  const std::pair<std::vector<ArgumentSpec>, QStringList> requests[] = {
      {{}, {}},  // all defaults
      {{{{}, QStringLiteral("float32[9,3]")}, {{}, {}}, {{}, QStringLiteral("int8[3]")}},
       {QStringLiteral("--input"), QStringLiteral("w=int8[3]"), QStringLiteral("--input"),
        QStringLiteral("float32[9,3]")}},
      {{{{}, {}}, {{}, y}}, {QStringLiteral("--input"), QStringLiteral("y=") + y}},
      {{{{}, QStringLiteral("(float32[2], 3, (float32[1], none))")}, {{}, y}, {{}, QStringLiteral("2.5")}},
       {QStringLiteral("--input"), QStringLiteral("(float32[2], 3, (float32[1], none))"), QStringLiteral("--input"), y,
        QStringLiteral("--input"), QStringLiteral("2.5")}},
  };
  for (const auto& [given, options] : requests) {
    spec.calls[0].arguments = given;
    const std::string window = requestOf(spec, *loaded->executable);
    EXPECT_EQ(window, requestOf(QStringList{file, QStringLiteral("--seed"), QStringLiteral("7"),
                                            QStringLiteral("--step-limit"), QStringLiteral("1000")} +
                                options))
        << options.join(QLatin1Char(' ')).toStdString();
    EXPECT_NE(window.find("sha256"), std::string::npos);
  }
}

TEST(RunOfCalls, TwoCallsAreOneProfile) {
  if (WorkerLink::defaultWorker().isEmpty()) GTEST_SKIP() << "this build has no worker";
  QTemporaryDir folder;
  auto window = makeWindow();
  DocumentPage* page = openAndWait(window.get(), writeExecutable(folder, QStringLiteral("pair.bin"), pairExecutable()));
  ASSERT_NE(page, nullptr);
  RunSpec spec;
  spec.calls = {
      {QStringLiteral("pair"), {{{}, QStringLiteral("float32[2]")}, {{}, QStringLiteral("7")}}, {}, CallMode::Stateful},
      {QStringLiteral("first"), {{{}, QStringLiteral("call0.1")}}, {}}};
  spec.warmup = 1;
  spec.repeat = 3;
  QStringList reported;
  QObject::connect(page->runController(), &RunController::progressChanged, page,
                   [&] { reported << page->runController()->progress().join(QStringLiteral(" · ")); });
  ASSERT_TRUE(runAndWait(page, spec)) << page->document()->runFailure().toStdString();
  EXPECT_TRUE(reported.contains(QStringLiteral("Running pair; first · 1 warm-ups · 3 measured runs")))
      << reported.join(QLatin1Char('|')).toStdString();
  const auto trace = page->document()->trace();
  ASSERT_NE(trace, nullptr);
  EXPECT_EQ(trace->info.entry, "pair; first");
  EXPECT_EQ(trace->info.argumentsText, "pair(x: float32[2], random with seed 0; y: 7), stateful; first(x: call0.1)");
  ASSERT_TRUE(waitFor([page] { return page->document()->byCallee() != nullptr; }));
  EXPECT_EQ(page->document()->byCallee()->runs, 3u);
  QStringList callees;
  for (const auto& row : page->document()->byCallee()->rows)
    callees << QString::fromStdString(trace->info.functionNames.at(row.callee));
  for (const char* callee : {"vm.builtin.make_tuple", "vm.builtin.copy"})
    EXPECT_TRUE(callees.contains(QLatin1String(callee))) << callees.join(QLatin1Char(' ')).toStdString();
}

}  // namespace
}  // namespace relaxscope
