// SPDX-License-Identifier: Apache-2.0
// The palette: what it finds, in which order, and what it says where nothing matches.
#include <gtest/gtest.h>

#include <QListView>
#include <QSettings>

#include "app/window/settings.h"
#include "app/window/shell/command_palette.h"
#include "gui_support.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

using namespace gui;

class Palette : public ::testing::Test {
 protected:
  void SetUp() override {
    QSettings().remove(QStringLiteral("palette"));
    window_ = makeWindow();
    palette_ = window_->palettePanel();
  }
  void TearDown() override { QSettings().remove(QStringLiteral("palette")); }
  void type(const char* action, const char* text) {
    trigger(window_.get(), action);
    palette_->setQuery(QString::fromUtf8(text));
    ASSERT_TRUE(waitFor([this] { return palette_->isSettled(); }));
  }
  QStringList texts() const {
    QStringList all;
    for (const PaletteHit& hit : palette_->hits()) all << hit.text;
    return all;
  }
  void open() {
    ASSERT_NE(openAndWait(window_.get(), writeExecutable(folder_, QStringLiteral("a.bin"), sampleExecutable())),
              nullptr);
  }
  QTemporaryDir folder_;
  std::unique_ptr<MainWindow> window_;
  CommandPalette* palette_ = nullptr;
};

TEST_F(Palette, ACommandIsFoundByTheStartsOfItsWords) {
  type("tools.palette", ">swt");
  ASSERT_FALSE(palette_->hits().empty());
  EXPECT_EQ(palette_->hits()[0].text, QStringLiteral("Switch theme"));
  EXPECT_EQ(palette_->hits()[0].marks, (std::vector<qsizetype>{0, 1, 7}));
}

TEST_F(Palette, TheCommandThatWasChosenLastComesFirst) {
  window_->setKeepState(true);
  type("tools.palette", ">");
  EXPECT_NE(palette_->hits()[0].text, QStringLiteral("Next document"));
  type("tools.palette", ">next document");
  palette_->activate(0);
  type("tools.palette", ">");
  EXPECT_EQ(palette_->hits()[0].text, QStringLiteral("Next document"));
  window_->setKeepState(false);
}

TEST_F(Palette, AFunctionIsFoundByLettersInOrderAndItsCallsFollow) {
  open();
  type("go.quickOpen", "kodd");
  ASSERT_GE(palette_->hitCount(), 2);
  EXPECT_EQ(palette_->hits()[0].text, QStringLiteral("kernel_odd"));
  EXPECT_TRUE(palette_->hits()[1].text.endsWith(QStringLiteral(": kernel_odd")));
  const qsizetype name = palette_->hits()[1].text.indexOf(QStringLiteral("kernel_odd"));
  EXPECT_EQ(palette_->hits()[1].marks.front(), name) << "the place of the call is not marked";
}

TEST_F(Palette, TheFunctionThatWasChosenLastComesFirst) {
  open();
  type("go.quickOpen", "kernel");
  const QString second = palette_->hits()[1].text;
  palette_->activate(1);
  type("go.quickOpen", "kernel");
  EXPECT_EQ(palette_->hits()[0].text, second);
}

TEST_F(Palette, CallsOfNamesThatContainTheQueryLeaveOutScatteredMatches) {
  open();
  type("go.quickOpen", "odd");
  for (const QString& text : texts().mid(1)) EXPECT_TRUE(text.contains(QStringLiteral("odd"))) << text.toStdString();
}

TEST_F(Palette, NothingFoundIsSaidWithWhatCanBeSearchedFor) {
  type("go.quickOpen", "zzzz");
  EXPECT_EQ(palette_->hitCount(), 0);
  EXPECT_TRUE(palette_->note().contains(QStringLiteral("zzzz")));
  EXPECT_TRUE(palette_->note().contains(QStringLiteral("open a file")));
  open();
  type("go.quickOpen", "zzzz");
  EXPECT_TRUE(palette_->note().contains(QStringLiteral("functions"))) << palette_->note().toStdString();
  QWidget* note = child(palette_, "palette.note");
  EXPECT_TRUE(note->isVisible());
  EXPECT_FALSE(palette_->findChild<QListView*>()->isVisible());
  type("go.place", ":99999");
  EXPECT_TRUE(palette_->note().contains(QStringLiteral("from 0 to"))) << palette_->note().toStdString();
  type("tools.palette", ">zzzz");
  EXPECT_TRUE(palette_->note().contains(QStringLiteral("No command")));
  palette_->setQuery(QStringLiteral("main"));
  EXPECT_TRUE(palette_->note().isEmpty());
  EXPECT_FALSE(note->isVisible());
}

TEST_F(Palette, ItKeepsItsHeightWhateverIsTyped) {
  open();
  type("go.quickOpen", "");
  const QRect before = palette_->geometry();
  for (const char* text : {"k", "kodd", "zzzz", ">", ">swt", ">zzzz", ":1", ":99999", "main"}) {
    palette_->setQuery(QLatin1String(text));
    ASSERT_TRUE(waitFor([this] { return palette_->isSettled(); }));
    QCoreApplication::processEvents();
    EXPECT_EQ(palette_->geometry(), before) << text;
    EXPECT_NE(palette_->hits().empty(), palette_->note().isEmpty()) << text;
  }
}

TEST(DocumentSearch, TheBestOfManyAreKeptInOrder) {
  Executable executable = sampleExecutable();
  const Function like = executable.functions.back();
  for (int i = 0; i < 3'000; ++i) {
    executable.functions.push_back(like);
    executable.functions.back().name = "some_kernel_" + std::to_string(i);
  }
  executable.functions.push_back(like);
  executable.functions.back().name = "kernel";
  const auto hits = searchExecutable(executable, QStringLiteral("kernel"), {}, 50);
  ASSERT_EQ(hits.size(), 50u);
  EXPECT_EQ(executable.function(hits[0].function)->name, "kernel");
  const auto recent =
      searchExecutable(executable, QStringLiteral("kernel 2999"), {QStringLiteral("some_kernel_2999")}, 50);
  EXPECT_EQ(executable.function(recent[0].function)->name, "some_kernel_2999");
  const auto all = searchExecutable(executable, {}, {}, 50);
  for (size_t i = 0; i < all.size(); ++i) EXPECT_EQ(all[i].function.at(), i) << "in order of the file";
}

}  // namespace
}  // namespace relaxscope
