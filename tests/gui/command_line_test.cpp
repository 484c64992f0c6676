// SPDX-License-Identifier: Apache-2.0
// The program as users and scripts start it: screenshots, invalid options, no display.
#include <gtest/gtest.h>

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
      {QStringLiteral("--diff"), QStringLiteral("a"), QStringLiteral("b")},
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

class Screenshot : public testing::TestWithParam<std::string> {};

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
  for (const ViewRow& row : viewRegistry()) ids.emplace_back(row.name());
  return ids;
}
INSTANTIATE_TEST_SUITE_P(Views, Screenshot, testing::ValuesIn(viewIds()), [](const auto& kase) { return kase.param; });

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
