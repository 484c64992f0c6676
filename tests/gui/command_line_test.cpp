// SPDX-License-Identifier: Apache-2.0
// The program as users and scripts start it: screenshots, invalid options, no display.
#include <gtest/gtest.h>

#include "vmcore/model/builder.h"  // before Qt, which makes `emit` a macro

#include <QFile>
#include <QImage>

#include "gui_support.h"
#include "views/core/view.h"
#include "vmcore/base/version.h"

namespace relaxscope {
namespace {

using namespace gui;

QProcessEnvironment withoutDisplay() {
  QProcessEnvironment environment = programEnvironment();
  for (const char* name : {"QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"}) environment.remove(QLatin1String(name));
  return environment;
}

TEST(CommandLine, HelpAndVersionNeedNoDisplay) {
  const Ended help = startProgram({QStringLiteral("--help")}, withoutDisplay());
  EXPECT_EQ(help.code, 0);
  EXPECT_TRUE(help.output.contains(QStringLiteral("--screenshot")));
  EXPECT_EQ(startProgram({QStringLiteral("--version")}, withoutDisplay()).output.trimmed(),
            QString::fromStdString(withVersion("relaxscope")));
  const Ended nothing = startProgram({}, withoutDisplay());
  EXPECT_EQ(nothing.code, 2);
  EXPECT_TRUE(nothing.errors.contains(QStringLiteral("no display"))) << nothing.errors.toStdString();
}

TEST(CommandLine, ADisplayThatDoesNotAnswerIsOneSentence) {
  QProcessEnvironment environment = withoutDisplay();
  environment.insert(QStringLiteral("DISPLAY"), QStringLiteral(":987"));
  const Ended ended = startProgram({}, environment);
  EXPECT_EQ(ended.code, 2);
  EXPECT_TRUE(ended.errors.contains(QStringLiteral("no display can be used"))) << ended.errors.toStdString();
}

TEST(CommandLine, InvalidOptionsAndMissingFilesExitWithTwoAndOneSentence) {
  const QStringList cases[] = {
      {QStringLiteral("--diff"), QStringLiteral("a")},
      {QStringLiteral("--diff"), QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("--run"),
       QStringLiteral("x.so")},
      {QStringLiteral("--view"), QStringLiteral("diff"), QStringLiteral("x.so")},
      {QStringLiteral("--view"), QStringLiteral("dataflow"), QStringLiteral("x.so")},
      {QStringLiteral("--view"), QStringLiteral("nonsense"), QStringLiteral("x.so")},
      {QStringLiteral("--size"), QStringLiteral("big")},
      {QStringLiteral("--theme"), QStringLiteral("pink")},
      {QStringLiteral("--language"), QStringLiteral("xx")},
      {QStringLiteral("--engine"), QStringLiteral("tvm"), QStringLiteral("--run"), QStringLiteral("x.so")},
      {QStringLiteral("--run")},
      {QStringLiteral("--no-such-option")},
      {QStringLiteral("--screenshot"), QStringLiteral("/tmp/never.png"), QStringLiteral("/nowhere/x.so")},
  };
  for (const QStringList& arguments : cases) {
    const Ended ended = startProgram(arguments);
    EXPECT_EQ(ended.code, 2) << arguments.join(QLatin1Char(' ')).toStdString() << ": " << ended.errors.toStdString();
    EXPECT_TRUE(ended.errors.startsWith(QStringLiteral("relaxscope: "))) << ended.errors.toStdString();
    EXPECT_EQ(ended.errors.trimmed().count(QLatin1Char('\n')), 0) << ended.errors.toStdString();
  }
}

class Screenshot : public ::testing::TestWithParam<std::string> {};

TEST_P(Screenshot, OfEveryViewHasTheSizeAskedFor) {
  QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("picture.png"));
  QStringList arguments = {QStringLiteral("--screenshot"), path,
                           QStringLiteral("--view"),       QString::fromStdString(GetParam()),
                           QStringLiteral("--size"),       QStringLiteral("1200x800"),
                           QStringLiteral("--repeat"),     QStringLiteral("3")};
  if (GetParam() != "empty") arguments.append(example("pool_tree.so"));
  const Ended ended = startProgram(arguments);
  EXPECT_EQ(ended.code, 0) << ended.errors.toStdString();
  const QImage picture(path);
  EXPECT_EQ(picture.size(), QSize(1200, 800));
  EXPECT_TRUE(ended.errors.isEmpty()) << ended.errors.toStdString();
}

std::vector<std::string> viewIds() {
  std::vector<std::string> ids = {"empty"};
  for (const ViewRow& row : viewsOf(Subject::Executable)) ids.emplace_back(row.name());
  return ids;
}
INSTANTIATE_TEST_SUITE_P(Views, Screenshot, ::testing::ValuesIn(viewIds()),
                         [](const auto& kase) { return kase.param; });

TEST(CommandLine, AScreenshotOfARunShowsItInTheDarkAndInChinese) {
  QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("run.png"));
  const Ended ended = startProgram(
      {QStringLiteral("--screenshot"), path, QStringLiteral("--run"), QStringLiteral("--theme"), QStringLiteral("dark"),
       QStringLiteral("--language"), QStringLiteral("zh_CN"), QStringLiteral("--repeat"), QStringLiteral("3"),
       example("pool_tree.so"), QStringLiteral("main"), QStringLiteral("--inputs"), example("pool_tree.npz")});
  EXPECT_EQ(ended.code, 0) << ended.errors.toStdString();
  const QImage picture(path);
  EXPECT_EQ(picture.size(), QSize(1600, 1000));
  EXPECT_LT(picture.pixelColor(1590, 990).value(), 80);
}

QString writeText(const QTemporaryDir& folder, const char* name, const QByteArray& text) {
  QFile file(folder.filePath(QLatin1String(name)));
  EXPECT_TRUE(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
  return file.fileName();
}

/// main(x) that returns x.
QString writeIdentity(const QTemporaryDir& folder) {
  ExecutableBuilder b;
  b.beginFunction("main", {"x"});
  b.emitCall("vm.builtin.copy", {ExecutableBuilder::r(0)}, 1);
  b.emitRet(1);
  return writeExecutable(folder, QStringLiteral("identity.bin"), b.finish());
}

TEST(CommandLine, ArgumentsAndScriptsAreThoseOfRscope) {
  QTemporaryDir folder;
  const QString file = writeIdentity(folder), picture = folder.filePath(QStringLiteral("p.png"));
  const QString script = writeText(folder, "calls.json",
                                   R"([{"func": "main", "args": [{"type": "int", "value": 1}]},
                    {"func": "main", "args": [{"type": "tensor", "key": "a", "dtype": "float32", "shape": [2]}]}])");
  const QString args = writeText(folder, "args.json", R"([{"type": "int", "value": 7}])");
  const auto started = [&](QStringList more) {
    QFile::remove(picture);
    return startProgram(QStringList{QStringLiteral("--run"), QStringLiteral("--screenshot"), picture, file} + more);
  };
  const Ended withArgs = started({QStringLiteral("--args"), args});
  EXPECT_EQ(withArgs.code, 0) << withArgs.errors.toStdString();
  EXPECT_FALSE(QImage(picture).isNull());
  const Ended lacking = started({QStringLiteral("--script"), script});
  EXPECT_EQ(lacking.code, 2);
  EXPECT_TRUE(lacking.errors.contains(QStringLiteral("calls.json: no file of --inputs holds an array \"a\"")))
      << lacking.errors.toStdString();
  const Ended exclusive = started({QStringLiteral("--script"), script, QStringLiteral("--args"), args});
  EXPECT_EQ(exclusive.code, 2);
  EXPECT_TRUE(exclusive.errors.contains(QStringLiteral("--script names functions and arguments")))
      << exclusive.errors.toStdString();
  const Ended both = started({QStringLiteral("--args"), args, QStringLiteral("--input"), QStringLiteral("x=1")});
  EXPECT_EQ(both.code, 2);
  EXPECT_TRUE(both.errors.contains(QStringLiteral("mutually exclusive"))) << both.errors.toStdString();
  const QString ints = writeText(
      folder, "ints.json",
      R"([{"func": "main", "args": [{"type": "int", "value": 1}]}, {"func": "main", "args": [{"type": "int", "value": 2}]}])");
  const Ended twoCalls = started({QStringLiteral("--script"), ints});
  EXPECT_EQ(twoCalls.code, 0) << twoCalls.errors.toStdString();
  EXPECT_TRUE(twoCalls.errors.isEmpty()) << twoCalls.errors.toStdString();
}

TEST(CommandLine, SkippedCallsAndInstrumentsReachTheRun) {
  QTemporaryDir folder;
  const QString file = writeIdentity(folder), picture = folder.filePath(QStringLiteral("p.png"));
  const QStringList run{QStringLiteral("--run"),   QStringLiteral("--screenshot"), picture, file,
                        QStringLiteral("--input"), QStringLiteral("x=1")};
  const Ended skipped = startProgram(run + QStringList{QStringLiteral("--skip"), QStringLiteral("vm.builtin.copy")});
  EXPECT_EQ(skipped.code, 0) << skipped.errors.toStdString();
  const Ended unknown = startProgram(run + QStringList{QStringLiteral("--skip"), QStringLiteral("no_such")});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_TRUE(unknown.errors.contains(QStringLiteral("no_such cannot be skipped"))) << unknown.errors.toStdString();
  const Ended instrument =
      startProgram(run + QStringList{QStringLiteral("--instrument"), QStringLiteral("no.factory")});
  EXPECT_EQ(instrument.code, 2);
  EXPECT_TRUE(instrument.errors.contains(QStringLiteral("no.factory"))) << instrument.errors.toStdString();
}

TEST(CommandLine, MessagesOfARunAreInTheLanguageOfTheWindow) {
  QTemporaryDir folder;
  const QString file = writeIdentity(folder), picture = folder.filePath(QStringLiteral("p.png"));
  const auto errorsOf = [&](const QStringList& more) {
    return startProgram(QStringList{QStringLiteral("--language"), QStringLiteral("zh_CN"), QStringLiteral("--run"),
                                    QStringLiteral("--screenshot"), picture, file} +
                        more)
        .errors;
  };
  const QString factory = errorsOf(
      {QStringLiteral("--input"), QStringLiteral("x=1"), QStringLiteral("--instrument"), QStringLiteral("no.factory")});
  EXPECT_TRUE(factory.contains(QStringLiteral("插桩工厂 no.factory 既不是全局函数"))) << factory.toStdString();
  const QString missing = errorsOf({});
  EXPECT_TRUE(missing.contains(QStringLiteral("未给出参数 x"))) << missing.toStdString();
  EXPECT_FALSE(missing.contains(QStringLiteral("is not given"))) << missing.toStdString();
  const QString skipped =
      errorsOf({QStringLiteral("--input"), QStringLiteral("x=1"), QStringLiteral("--skip"), QStringLiteral("no_such")});
  EXPECT_TRUE(skipped.contains(QStringLiteral("不能跳过 no_such"))) << skipped.toStdString();
}

TEST(CommandLine, AFailedRunIsReportedAndPictured) {
  QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("failed.png"));
  const Ended ended =
      startProgram({QStringLiteral("--screenshot"), path, QStringLiteral("--run"), example("pool_tree.so"),
                    QStringLiteral("--input"), QStringLiteral("float32[4,3]")});
  EXPECT_EQ(ended.code, 2);
  EXPECT_TRUE(ended.errors.contains(QStringLiteral("Run failed in main"))) << ended.errors.toStdString();
  EXPECT_FALSE(QImage(path).isNull());
}

}  // namespace
}  // namespace relaxscope
