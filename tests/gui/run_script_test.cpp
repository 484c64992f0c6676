// SPDX-License-Identifier: Apache-2.0
// Scripts of the run dialog: written for rscope run --script, read from it, and rejected with a message.
#include <gtest/gtest.h>

#include "vmcore/model/builder.h"  // before Qt, which makes `emit` a macro

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QProcess>

#include "app/window/run/run_dialog.h"
#include "gui_support.h"
#include "views/widgets/number_field.h"
#include "vmcore/format/container/npz.h"
#include "vmcore/run/arguments/argument_seed.h"

namespace relaxscope {
namespace {

using namespace gui;

void writeBytes(const QString& path, const std::vector<uint8_t>& bytes) {
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<qint64>(bytes.size()));
}
void writeScriptText(const QString& path, const QByteArray& text) { writeBytes(path, {text.begin(), text.end()}); }
NpyArray floats(uint8_t first) { return {DataType{2, 32, 1}, {1}, Bytes::own({first, 0, 0, 63})}; }

class RunScript : public ::testing::Test {
 protected:
  void SetUp() override {
    program_ = writeExecutable(folder_, QStringLiteral("pair.bin"), *executable_);
    writeBytes(at("in.npz"), writeNpz({{"a", floats(1)}, {"b", floats(2)}}));
    writeBytes(at("x.npy"), writeNpy(floats(3)));
    dialog_ = make({});
  }
  std::unique_ptr<RunDialog> make(const std::vector<RunCall>& calls, int seed = 7) {
    RunSpec last;
    last.path = program_;
    last.seed = static_cast<uint64_t>(seed);
    if (!calls.empty()) last.calls = calls;
    auto dialog = std::make_unique<RunDialog>(executable_, last, QStringList(), nullptr);
    dialog->setAttribute(Qt::WA_DeleteOnClose, false);
    dialog->show();
    return dialog;
  }
  QString at(const char* name) const { return folder_.filePath(QLatin1String(name)); }
  QString save(RunDialog* dialog, const char* name) {
    dialog->saveScript(at(name));
    EXPECT_TRUE(waitFor([dialog] { return !dialog->isBusy(); }));
    return note(dialog);
  }
  QString open(RunDialog* dialog, const char* name, const QString& arrays = {}) {
    dialog->openScript(at(name), arrays.isEmpty() ? QStringList() : QStringList{arrays});
    EXPECT_TRUE(waitFor([dialog] { return !dialog->isBusy(); }));
    return note(dialog);
  }
  static QString note(RunDialog* dialog) { return dialog->findChild<QLabel*>(QStringLiteral("run.problem"))->text(); }
  static RunCall call(const char* function, const QStringList& contents, bool stateful = false) {
    RunCall made{QLatin1String(function), {}, {}, stateful ? CallMode::Stateful : CallMode::Call};
    for (const QString& content : contents) made.arguments.push_back({{}, content});
    return made;
  }
  static void expectSame(const std::vector<RunCall>& a, const std::vector<RunCall>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (size_t i = 0; i < a.size(); ++i) {
      EXPECT_EQ(a[i].function, b[i].function);
      EXPECT_EQ(a[i].mode, b[i].mode);
      ASSERT_EQ(a[i].arguments.size(), b[i].arguments.size());
      for (size_t k = 0; k < a[i].arguments.size(); ++k)
        EXPECT_EQ(a[i].arguments[k].content, b[i].arguments[k].content) << i << " " << k;
    }
  }
  QByteArray contentOf(const char* name) const {
    QFile file(at(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }
  QTemporaryDir folder_;
  QString program_;
  std::shared_ptr<const Executable> executable_ = std::make_shared<const Executable>(pairExecutable());
  std::unique_ptr<RunDialog> dialog_;
};

TEST_F(RunScript, WhatIsSavedOpensAgainAndRuns) {
  const auto source = make({call("first", {QStringLiteral("float32[2,3]")}),
                            call("pair", {QStringLiteral("call0"), QStringLiteral("(2,9)")}, true),
                            call("pair", {QStringLiteral("call1.1"), QStringLiteral("\"a b\"")}),
                            call("first", {QStringLiteral("int8[4]")})});
  const QString saved = save(source.get(), "calls.json");
  EXPECT_EQ(saved, QStringLiteral("Saved; on the command line: rscope run pair.bin --script calls.json"));
  EXPECT_FALSE(QFile::exists(at("calls.npz")));
  EXPECT_EQ(open(dialog_.get(), "calls.json"), QString());
  expectSame(dialog_->spec().calls, source->spec().calls);
  EXPECT_EQ(dialog_->findChild<NumberField*>(QStringLiteral("run.seed"))->value(), 7u)
      << "with which the random numbers are the script's";
  if (WorkerLink::defaultWorker().isEmpty()) return;
  QProcess rscope;
  rscope.setWorkingDirectory(folder_.path());
  rscope.start(QStringLiteral(RS_BIN "/rscope"), saved.section(QStringLiteral("rscope "), 1).split(QLatin1Char(' ')));
  ASSERT_TRUE(rscope.waitForFinished(kWaitMs));
  EXPECT_EQ(rscope.exitCode(), 0) << rscope.readAllStandardError().toStdString();
  const QByteArray results = rscope.readAllStandardOutput();
  EXPECT_TRUE(results.contains("result of call 2 (pair): tuple of 2\n  [0]: (2, 9)\n  [1]: \"a b\""))
      << results.toStdString();
}

TEST_F(RunScript, TuplesSavedFunctionsAndClosuresOpenAgainAndRun) {
  const QString file = QLatin1Char('@') + at("in.npz");
  std::vector<RunCall> calls = {
      call("pair", {QString(), QStringLiteral("(%1:a, (int8[2], 5), tuple(1, 2), \"x\")").arg(file)}),
      call("half", {QStringLiteral("float32[3]")}),
      call("first", {QStringLiteral("(%1:b, call1.1.1, e\"two\\x0alines\")").arg(file)}),
      call("vm.builtin.invoke_closure", {QStringLiteral("call2")})};
  calls[0].mode = CallMode::Save;
  calls[0].savedAs = QStringLiteral("half");
  const auto source = make(calls);
  EXPECT_EQ(save(source.get(), "calls.json"),
            QStringLiteral("Saved; on the command line: rscope run pair.bin --script calls.json --inputs in.npz"));
  EXPECT_EQ(open(dialog_.get(), "calls.json", at("in.npz")), QString());
  expectSame(dialog_->spec().calls, source->spec().calls);
  EXPECT_EQ(dialog_->findChild<NumberField*>(QStringLiteral("run.seed"))->value(), 7u)
      << "with which the random numbers in the tuple are the script's, too";
  const auto prepared = prepareRun(dialog_->spec(), *executable_);
  ASSERT_TRUE(prepared.ok()) << prepared.error().text();
  EXPECT_EQ(std::get<RandomTensor>(
                std::get<TupleValue>(std::get<TupleValue>(prepared->run.script[0].args[0].data).fields[1].data)
                    .fields[0]
                    .data)
                .seed,
            leafSeed(argumentSeed(7, 0, 0), 1));
  if (WorkerLink::defaultWorker().isEmpty()) return;
  calls.pop_back();  // its closure is a tuple
  EXPECT_EQ(save(make(calls).get(), "calls.json").left(5), QStringLiteral("Saved"));
  QProcess rscope;
  rscope.setWorkingDirectory(folder_.path());
  rscope.start(QStringLiteral(RS_BIN "/rscope"),
               {QStringLiteral("run"), QStringLiteral("pair.bin"), QStringLiteral("--script"),
                QStringLiteral("calls.json"), QStringLiteral("--inputs"), QStringLiteral("in.npz")});
  ASSERT_TRUE(rscope.waitForFinished(kWaitMs));
  EXPECT_EQ(rscope.exitCode(), 0) << rscope.readAllStandardError().toStdString();
  EXPECT_TRUE(rscope.readAllStandardOutput().contains("result of call 1 (half): tuple of 2"));
}

TEST_F(RunScript, ArraysInTuplesAreGatheredByTheirPlaces) {
  const auto source =
      make({call("first", {QStringLiteral("(@%1, (bfloat16@%2, 5))").arg(at("x.npy"), at("half.npy"))})});
  writeBytes(at("half.npy"), writeNpy({DataType{1, 16, 1}, {1}, Bytes::own({7, 8})}));
  EXPECT_EQ(save(source.get(), "calls.json"),
            QStringLiteral("Saved; on the command line: rscope run pair.bin --script calls.json --inputs calls.npz"));
  EXPECT_EQ(open(dialog_.get(), "calls.json"), QString());
  EXPECT_EQ(dialog_->spec().calls[0].arguments[0].content,
            QStringLiteral("(@%1:call0.arg0.0, (bfloat16@%1:call0.arg0.1.0, 5))").arg(at("calls.npz")));
  EXPECT_EQ(save(dialog_.get(), "again.json").left(5), QStringLiteral("Saved"));
  EXPECT_EQ(save(source.get(), "calls.json").left(5), QStringLiteral("Saved"))
      << "the arrays are the old script's and may be replaced";
}

TEST_F(RunScript, ArraysOfOneFileAreNamedAsTheyAre) {
  const QString file = QLatin1Char('@') + at("in.npz");
  const auto source = make({call("pair", {file + QStringLiteral(":a"), file + QStringLiteral(":b")}),
                            call("first", {file + QStringLiteral(":a")})});
  EXPECT_EQ(save(source.get(), "calls.json"),
            QStringLiteral("Saved; on the command line: rscope run pair.bin --script calls.json --inputs in.npz"));
  EXPECT_FALSE(QFile::exists(at("calls.npz"))) << "nothing is copied";
  open(dialog_.get(), "calls.json");
  auto* ask = dialog_->findChild<QFileDialog*>(QStringLiteral("run.arrays"));
  ASSERT_NE(ask, nullptr) << "no calls.npz lies beside it";
  EXPECT_EQ(ask->windowTitle(), QStringLiteral("calls.json uses an array \"a\": choose its file"));
  Q_EMIT ask->fileSelected(at("in.npz"));
  ask->reject();
  ASSERT_TRUE(waitFor([this] { return dialog_->spec().calls.size() == 2; }));
  expectSame(dialog_->spec().calls, source->spec().calls);
  const auto prepared = prepareRun(dialog_->spec(), *executable_);
  ASSERT_TRUE(prepared.ok()) << prepared.error().text();
  EXPECT_EQ(std::get<TensorValue>(prepared->run.script[0].args[1].data).data.data()[0], 2);
}

TEST_F(RunScript, ArraysOfSeveralFilesArePutTogetherBesideIt) {
  const auto source = make({call("pair", {QLatin1Char('@') + at("x.npy"), QLatin1Char('@') + at("in.npz:b")}),
                            call("first", {QLatin1Char('@') + at("x.npy")})});
  EXPECT_EQ(save(source.get(), "calls.json"),
            QStringLiteral("Saved; on the command line: rscope run pair.bin --script calls.json --inputs calls.npz"));
  EXPECT_EQ(open(dialog_.get(), "calls.json"), QString());
  const RunSpec spec = dialog_->spec();
  EXPECT_EQ(spec.calls[0].arguments[0].content, QLatin1Char('@') + at("calls.npz:call0.arg0"));
  EXPECT_EQ(spec.calls[1].arguments[0].content, QLatin1Char('@') + at("calls.npz:call0.arg0"))
      << "the same array, once";
  const auto prepared = prepareRun(spec, *executable_);
  ASSERT_TRUE(prepared.ok()) << prepared.error().text();
  EXPECT_EQ(std::get<TensorValue>(prepared->run.script[0].args[0].data).data.data()[0], 3);
  EXPECT_EQ(std::get<TensorValue>(prepared->run.script[0].args[1].data).data.data()[0], 2);
  EXPECT_EQ(save(source.get(), "in.json"),
            QStringLiteral("in.npz holds arrays that the calls use; save under another name"));
  EXPECT_FALSE(QFile::exists(at("in.json")));
  writeScriptText(at("taken.npz"), "mine");
  EXPECT_TRUE(save(source.get(), "taken.json").startsWith(QStringLiteral("taken.npz already exists")));
  EXPECT_EQ(contentOf("taken.npz"), "mine");
  EXPECT_TRUE(save(source.get(), "calls.json").startsWith(QStringLiteral("Saved")))
      << "the script was there, and may be replaced with its arrays";
  EXPECT_TRUE(save(dialog_.get(), "calls.json").startsWith(QStringLiteral("Saved"))) << "its arrays stay as they are";
}

TEST_F(RunScript, ArraysOfOthersAreReplacedOnlyWhenAskedTwice) {
  const auto source = make({call("pair", {QLatin1Char('@') + at("x.npy"), QLatin1Char('@') + at("in.npz:b")})});
  const auto numbers = make({call("first", {QStringLiteral("1")})});
  for (const auto& [name, arrays] :
       {std::pair<std::string, std::vector<std::pair<std::string, NpyArray>>>{"stranger", {{"weights", floats(9)}}},
        {"more", {{"call0.arg0", floats(8)}, {"call0.arg1", floats(8)}, {"call1.arg0", floats(8)}}}}) {
    const std::string script = name + ".json", npz = name + ".npz";
    ASSERT_TRUE(
        save(name == "more" ? source.get() : numbers.get(), script.c_str()).startsWith(QStringLiteral("Saved")));
    const QByteArray text = contentOf(script.c_str());
    writeBytes(at(npz.c_str()), writeNpz(arrays));
    const QByteArray before = contentOf(npz.c_str());
    const QString reported = save(source.get(), script.c_str());
    EXPECT_EQ(
        reported,
        QStringLiteral(
            "%1 already exists and would be overwritten with the arrays of the calls; save under another name, or save again to replace it")
            .arg(at(npz.c_str()).section(u'/', -1)));
    EXPECT_EQ(contentOf(npz.c_str()), before);
    EXPECT_EQ(contentOf(script.c_str()), text);
    EXPECT_TRUE(save(source.get(), script.c_str()).startsWith(QStringLiteral("Saved")));
    EXPECT_NE(contentOf(npz.c_str()), before);
    EXPECT_TRUE(save(source.get(), script.c_str()).startsWith(QStringLiteral("Saved"))) << "they are its own now";
  }
}

TEST_F(RunScript, AScriptThatCannotBeWrittenLeavesTheArraysAsTheyWere) {
  const auto source = make({call("pair", {QLatin1Char('@') + at("x.npy"), QLatin1Char('@') + at("in.npz:b")})});
  ASSERT_TRUE(QDir().mkdir(at("calls.json")));
  EXPECT_TRUE(save(source.get(), "calls.json").startsWith(QStringLiteral("calls.json cannot be written: ")));
  EXPECT_FALSE(QFile::exists(at("calls.npz")));
  EXPECT_EQ(QDir(folder_.path()).entryList(QDir::Files).size(), 3) << "nor anything half written";
}

TEST_F(RunScript, TheWindowKnowsTheFileOfTheCommandLine) {
  auto window = makeWindow();
  ASSERT_NE(openAndWait(window.get(), program_), nullptr);
  trigger(window.get(), "run.dialog");
  auto* dialog = window->findChild<RunDialog*>();
  ASSERT_NE(dialog, nullptr);
  dialog->findChild<QLineEdit*>(QStringLiteral("run.value.0"))->setText(QStringLiteral("1"));
  EXPECT_EQ(save(dialog, "calls.json"),
            QStringLiteral("Saved; on the command line: rscope run pair.bin --script calls.json"));
}

TEST_F(RunScript, WhatTheDialogCannotTakeIsReportedWithItsPlace) {
  const auto errorOf = [this](const QByteArray& json) {
    writeScriptText(at("wrong.json"), json);
    const QString text = open(dialog_.get(), "wrong.json", at("in.npz"));
    EXPECT_EQ(dialog_->spec().calls.size(), 1u) << "the calls stay as they were";
    return text;
  };
  EXPECT_EQ(errorOf("[]"), QStringLiteral("wrong.json: contains no call"));
  EXPECT_TRUE(errorOf("nonsense").startsWith(QStringLiteral("wrong.json: invalid JSON")));
  EXPECT_EQ(errorOf(R"([{"func":"nowhere","args":[]}])"),
            QStringLiteral("wrong.json: call0: this file has no function nowhere to call"));
  EXPECT_EQ(errorOf(R"([{"func":"vm.builtin.copy","args":[]}])"),
            QStringLiteral("wrong.json: call0: this file has no function vm.builtin.copy to call"));
  EXPECT_EQ(errorOf(R"([{"func":"pair","args":[{"type":"int","value":1}]}])"),
            QStringLiteral("wrong.json: call0: pair takes 2 arguments, but the script gives 1"));
  QStringList extents;
  for (int i = 0; i < 65; ++i) extents << QStringLiteral("1");
  EXPECT_EQ(errorOf(QStringLiteral(R"([{"func":"first","args":[{"type":"shape","value":[%1]}]}])")
                        .arg(extents.join(QLatin1Char(',')))
                        .toUtf8()),
            QStringLiteral("wrong.json: call0, x: a value that the dialog cannot show as text"));
  EXPECT_EQ(errorOf(R"([{"func":"half","args":[]},{"func":"first","mode":"save","as":"half","args":[]}])"),
            QStringLiteral("wrong.json: call0: this file has no function half to call"))
      << "it is saved later";
  EXPECT_EQ(
      errorOf(
          R"([{"func":"first","mode":"save","as":"f","args":[{"type":"int","value":1},{"type":"int","value":1}]}])"),
      QStringLiteral("wrong.json: call0: first takes 1 arguments, but the script gives 2"));
  EXPECT_EQ(errorOf(R"([{"func":"first","args":[{"type":"result","call":0}]}])"),
            QStringLiteral("wrong.json: call 0: argument 0: result of call 0, which is not an earlier one"));
}

TEST_F(RunScript, ArraysComeFromSeveralFiles) {
  writeBytes(at("more.npz"), writeNpz({{"w0", floats(4)}, {"w1", floats(5)}}));
  writeScriptText(at("two.json"),
                  R"([{"func":"pair","args":[{"type":"tensor","key":"a"},{"type":"tuple","prefix":"w"}]}])");
  const auto choose = [this](const char* file) {
    auto* ask = dialog_->findChild<QFileDialog*>(QStringLiteral("run.arrays"));
    ASSERT_NE(ask, nullptr);
    EXPECT_EQ(ask->windowTitle(), QStringLiteral("two.json uses an array \"w0\": choose its file"));
    Q_EMIT ask->fileSelected(at(file));
    ask->reject();
    ASSERT_TRUE(waitFor([this] { return !dialog_->isBusy(); }));
  };
  open(dialog_.get(), "two.json", at("in.npz"));
  choose("in.npz");
  EXPECT_EQ(note(dialog_.get()), QStringLiteral("in.npz holds no array \"w0\""));
  dialog_ = make({});
  open(dialog_.get(), "two.json", at("in.npz"));
  choose("more.npz");
  const RunSpec spec = dialog_->spec();
  const auto& arguments = spec.calls[0].arguments;
  ASSERT_EQ(arguments.size(), 2u);
  EXPECT_EQ(arguments[0].content, QStringLiteral("@%1:a").arg(at("in.npz")));
  EXPECT_EQ(arguments[1].content, QStringLiteral("(@%1:w0, @%1:w1)").arg(at("more.npz")));
}

TEST_F(RunScript, AnArrayInPlaceOfAnotherTypeIsReported) {
  writeBytes(at("bits.npz"), writeNpz({{"a", NpyArray{{1, 16, 1}, {2}, Bytes::own({0, 0x80, 0x3F, 0})}}}));
  writeScriptText(at("typed.json"), R"([{"func":"first","args":[{"type":"tensor","key":"a","dtype":"bfloat16"}]}])");
  EXPECT_EQ(open(dialog_.get(), "typed.json", at("bits.npz")), QString());
  EXPECT_EQ(dialog_->spec().calls[0].arguments[0].content, QStringLiteral("bfloat16@%1:a").arg(at("bits.npz")));
}

TEST_F(RunScript, SeedsThatNoOneSeedGivesAreMentioned) {
  writeScriptText(
      at("seeds.json"),
      R"([{"func":"pair","args":[{"type":"random","dtype":"int8","shape":[2],"seed":5},{"type":"random","dtype":"int8","shape":[2],"seed":5}]}])");
  EXPECT_EQ(open(dialog_.get(), "seeds.json"),
            QStringLiteral("The script has a seed for each random argument; here all of them derive from Seed."));
  EXPECT_EQ(dialog_->findChild<NumberField*>(QStringLiteral("run.seed"))->value(), 7u);
  EXPECT_EQ(dialog_->spec().calls[0].arguments[1].content, QStringLiteral("int8[2]"));
}

}  // namespace
}  // namespace relaxscope
