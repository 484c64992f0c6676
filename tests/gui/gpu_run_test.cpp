// SPDX-License-Identifier: Apache-2.0
// Executables with CUDA kernels in the window, on the emulated GPU: it is offered, runs them, and a GPU that is lost
// costs one run.
#include <gtest/gtest.h>

#include <QComboBox>
#include <QPushButton>
#include <QToolButton>

#include "app/window/settings.h"
#include "app/window/shell/device_box.h"
#include "app/window/shell/status_bar.h"
#include "gui_support.h"
#include "views/profile/work_facts.h"

namespace relaxscope {
namespace {

using namespace gui;

class GpuRun : public ::testing::Test {
 protected:
  void SetUp() override {
    settings::setDevice(QStringLiteral("cpu"));
    settings::setGpu({});
    ASSERT_TRUE(folder_.isValid());
    window_ = makeWindow();
  }
  void TearDown() override { qunsetenv("RELAXSCOPE_EMULATED_GPU"); }
  DocumentPage* openCuda(const QString& name = QStringLiteral("mlp_cuda.so")) {
    return openAndWait(window_.get(), QStringLiteral(RELAXSCOPE_TEST_DATA "/relax/") + name);
  }
  DeviceBox* devices() { return window_->devices(); }
  QString runText() { return window_->findChild<QToolButton*>(QStringLiteral("toolbar.run"))->text(); }
  bool waitForDevice(const QString& device) {
    return waitFor([&] { return devices()->chosen() == device; });
  }
  RunSpec spec() {
    RunSpec made;
    made.device = devices()->chosen();
    made.repeat = 2;
    made.warmup = 0;
    return made;
  }

  QTemporaryDir folder_;
  std::unique_ptr<MainWindow> window_;
};

TEST_F(GpuRun, TheEmulatedGpuIsOfferedWhereItIsNeeded) {
  EXPECT_FALSE(devices()->isVisible());
  DocumentPage* cuda = openCuda();
  ASSERT_NE(cuda, nullptr);
  ASSERT_TRUE(waitForDevice(QStringLiteral("emulated:0")));
  EXPECT_TRUE(devices()->isVisible());
  EXPECT_TRUE(waitFor([this] { return runText() == QStringLiteral("Run emulated"); })) << runText().toStdString();

  ASSERT_NE(openAndWait(window_.get(), writeExecutable(folder_, QStringLiteral("plain.bin"), sampleExecutable())),
            nullptr);
  ASSERT_TRUE(waitForDevice(QStringLiteral("cpu")));
  EXPECT_EQ(devices()->all(), QStringList{QStringLiteral("cpu")});
  EXPECT_FALSE(devices()->isVisible());
  EXPECT_TRUE(waitFor([this] { return runText() == QStringLiteral("Run"); }));
}

TEST_F(GpuRun, ARealGpuComesFirst) {
  devices()->addItem(QStringLiteral("CUDA 0"), QStringLiteral("cuda:0"));
  EXPECT_EQ(devices()->chosen(), QStringLiteral("cpu"));
  ASSERT_NE(openCuda(), nullptr);
  ASSERT_TRUE(waitForDevice(QStringLiteral("cuda:0")));
  EXPECT_EQ(devices()->all().back(), QStringLiteral("emulated:0")) << "still offered";
  EXPECT_TRUE(waitFor([this] { return runText() == QStringLiteral("Run"); }));
}

TEST_F(GpuRun, TheOverviewSaysWhatItsButtonDoes) {
  DocumentPage* page = openCuda();
  ASSERT_NE(page, nullptr);
  ASSERT_TRUE(waitForDevice(QStringLiteral("emulated:0")));
  trigger(window_.get(), "show.overview");
  const auto hasButton = [&] {
    for (const auto* button : window_->findChildren<QPushButton*>())
      if (button->isVisible() && button->text().trimmed() == QStringLiteral("Run emulated")) return true;
    return false;
  };
  EXPECT_TRUE(waitFor(hasButton));
}

TEST_F(GpuRun, RunsEmulatedAndRecords) {
  DocumentPage* page = openCuda();
  ASSERT_NE(page, nullptr);
  ASSERT_TRUE(waitForDevice(QStringLiteral("emulated:0")));
  ASSERT_TRUE(runAndWait(page, spec())) << page->runError().toStdString();
  EXPECT_TRUE(page->document()->trace()->info.device.starts_with("emulated:0"));
  EXPECT_EQ(alignmentText(*page->document()->trace()), QStringLiteral("Emulated GPU: times are no measure"));
  const auto* bar = window_->findChild<StatusBar*>();
  ASSERT_NE(bar, nullptr);
  EXPECT_TRUE(waitFor([&] { return bar->text().contains(QStringLiteral("times are no measure")); }))
      << bar->text().toStdString();
}

TEST_F(GpuRun, ALostGpuCostsOneRun) {
  DocumentPage* page = openCuda();
  ASSERT_NE(page, nullptr);
  ASSERT_TRUE(waitForDevice(QStringLiteral("emulated:0")));
  qputenv("RELAXSCOPE_EMULATED_GPU", "fail=cuLaunchKernel:2:700");
  EXPECT_FALSE(runAndWait(page, spec()));
  EXPECT_TRUE(page->runError().contains(QStringLiteral("CUDA_ERROR_ILLEGAL_ADDRESS")))
      << page->runError().toStdString();
  EXPECT_TRUE(page->runError().startsWith(QStringLiteral("Worker lost in main"))) << page->runError().toStdString();
  qunsetenv("RELAXSCOPE_EMULATED_GPU");
  ASSERT_TRUE(waitFor([this] { return window_->action(QStringLiteral("run.run"))->isEnabled(); }));
  EXPECT_TRUE(runAndWait(page, spec())) << page->runError().toStdString();
}

}  // namespace
}  // namespace relaxscope
