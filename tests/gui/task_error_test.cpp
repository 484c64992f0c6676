// SPDX-License-Identifier: Apache-2.0
// Exceptions in pool tasks: the window reports them, a screenshot exits.
#include <gtest/gtest.h>

#include <QApplication>

#include <stdexcept>

#include "app/window/command_line_driver.h"
#include "gui_support.h"
#include "views/core/latest_task.h"
#include "views/widgets/error_strip.h"

namespace relaxscope {
namespace {

using namespace gui;

int throwing(const std::stop_token&) { throw std::runtime_error("the table is broken"); }

TEST(TaskErrors, WorkThatThrowsEndsInTheWindowsErrorStrip) {
  const auto window = makeWindow();
  LatestTask task;
  task.start(throwing, [](int) { FAIL() << "there is no answer"; });
  auto* strip = window->findChild<ErrorStrip*>(QStringLiteral("notice"));
  ASSERT_TRUE(waitFor([&] { return !task.isPending(); }));
  EXPECT_TRUE(strip->isVisible());
  EXPECT_TRUE(strip->text().contains(QStringLiteral("the table is broken"))) << strip->text().toStdString();
}

TEST(TaskErrors, ACallerWithItsOwnMessageReceivesTheKindOfError) {
  LatestTask task;
  std::optional<TaskError> reported;
  const auto keep = [&reported](const TaskError& error) { reported = error; };
  task.start(throwing, [](int) {}, keep);
  ASSERT_TRUE(waitFor([&] { return reported.has_value(); }));
  EXPECT_EQ(reported->kind, TaskError::Kind::Exception);
  EXPECT_EQ(reported->text(), QStringLiteral("the table is broken"));
  reported.reset();
  task.start([](const std::stop_token&) -> int { throw std::bad_alloc(); }, [](int) {}, keep);
  ASSERT_TRUE(waitFor([&] { return reported.has_value(); }));
  EXPECT_EQ(reported->kind, TaskError::Kind::OutOfMemory);
  EXPECT_FALSE(reported->text().isEmpty());
}

TEST(TaskErrors, AScreenshotEndsWithTwoAndOneLine) {
  QTemporaryDir folder;
  const auto window = makeWindow();
  WindowOptions options;
  options.screenshot = folder.filePath(QStringLiteral("never.png"));
  options.files = {writeExecutable(folder, QStringLiteral("sample.bin"), sampleExecutable())};
  CommandLineDriver driver(window.get(), options);
  ::testing::internal::CaptureStderr();
  driver.start();
  LatestTask task;
  task.start(throwing, [](int) {});
  EXPECT_EQ(QApplication::exec(), 2);
  // Qt prints lines about features that the offscreen platform lacks.
  QStringList lines = QString::fromStdString(::testing::internal::GetCapturedStderr()).split(QLatin1Char('\n'));
  lines.removeIf([](const QString& line) { return !line.startsWith(QStringLiteral("relaxscope: ")); });
  EXPECT_EQ(lines, QStringList{QStringLiteral("relaxscope: a background task failed: the table is broken")});
}

}  // namespace
}  // namespace relaxscope
