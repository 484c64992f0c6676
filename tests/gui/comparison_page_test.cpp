// SPDX-License-Identifier: Apache-2.0
// The tab of two files: reading, naming, errors, matches that are kept.
#include "app/window/comparison/comparison_page.h"

#include <gtest/gtest.h>

#include <QAction>
#include <QSignalSpy>

#include <algorithm>
#include <mutex>

#include "app/window/comparison/hand_matches.h"
#include "app/window/settings.h"
#include "app/window/shell/status_bar.h"
#include "tests/gui/gui_support.h"
#include "views/widgets/tab_bar.h"

namespace relaxscope {
namespace {

using gui::waitFor;

/// Says that main differs in one instruction, and notes the options of the last call.
struct FakeEngine {
  Comparison::Engine engine() {
    return [this](const DiffSide&, const DiffSide&, const DiffOptions& options,
                  const std::stop_token& stop) -> Result<ExecutableDiff> {
      const std::scoped_lock lock(mutex);
      if (!stop.stop_requested()) last = options;
      FunctionPair main;
      main.old = main.now = FuncIndex(0);
      main.state = PairState::Changed;
      main.rows.resize(1);
      main.rows[0].old = main.rows[0].now = InstrIndex(0);
      main.rows[0].state = RowState::Changed;
      ExecutableDiff diff;
      diff.functions.push_back(main);
      return diff;
    };
  }
  std::mutex mutex;
  DiffOptions last;
};

class ComparisonPages : public testing::Test {
 protected:
  void SetUp() override {
    settings::setHandMatches({});
    old_ = gui::writeExecutable(folder_, QStringLiteral("before.bin"), gui::sampleExecutable());
    now_ = gui::writeExecutable(folder_, QStringLiteral("after.bin"), gui::sampleExecutable(3));
  }
  bool settled(const ComparisonPage& page) {
    return waitFor([&page] { return page.isSettled(); });
  }
  QTemporaryDir folder_;
  QString old_, now_;
};

TEST_F(ComparisonPages, ReadsBothFilesAndIsNamedAfterThem) {
  FakeEngine fake;
  ComparisonPage page(nullptr, fake.engine());
  QSignalSpy loaded(&page, &ComparisonPage::loaded);
  page.open(old_, now_);
  ASSERT_TRUE(settled(page));
  EXPECT_EQ(page.title(), QStringLiteral("before ↔ after"));
  EXPECT_EQ(page.subject(), Subject::Pair);
  EXPECT_EQ(loaded.count(), 1);
  EXPECT_TRUE(page.error().isEmpty()) << page.error().toStdString();
  ASSERT_NE(page.comparison()->diff(), nullptr);
  page.swap();
  ASSERT_TRUE(settled(page));
  EXPECT_EQ(page.title(), QStringLiteral("after ↔ before"));
  EXPECT_EQ(page.path(Side::Old), now_);
  page.reload();
  ASSERT_TRUE(settled(page));
  EXPECT_EQ(page.comparison()->document(Side::Old)->data().path, now_);
}

TEST_F(ComparisonPages, NameAFileThatCannotBeRead) {
  FakeEngine fake;
  ComparisonPage page(nullptr, fake.engine());
  QSignalSpy failed(&page, &ComparisonPage::loadFailed);
  page.open(old_, folder_.filePath(QStringLiteral("gone.bin")));
  ASSERT_TRUE(waitFor([&failed] { return failed.count() > 0; }));
  EXPECT_TRUE(page.error().contains(QStringLiteral("gone.bin"))) << page.error().toStdString();
}

TEST_F(ComparisonPages, KeepMatchesMadeByHandForThePair) {
  FakeEngine fake;
  {
    ComparisonPage page(nullptr, fake.engine());
    page.open(old_, now_);
    ASSERT_TRUE(settled(page));
    page.comparison()->matchByHand("main", "block");
    page.comparison()->cutMatch("block", "block");
    ASSERT_TRUE(settled(page));
  }
  ComparisonPage again(nullptr, fake.engine());
  again.open(now_, old_);
  ASSERT_TRUE(settled(again));
  EXPECT_EQ(fake.last.matched, (NamePairs{{"block", "main"}})) << "whichever is old";
  EXPECT_EQ(fake.last.unmatched, (NamePairs{{"block", "block"}}));
  EXPECT_TRUE(handMatchesOf(old_, old_).matched.empty());
}

TEST_F(ComparisonPages, HaveATabOfTheirOwnInTheWindow) {
  const auto window = gui::makeWindow();
  ComparisonPage* page = window->openComparison(old_, now_);
  ASSERT_TRUE(settled(*page));
  EXPECT_EQ(window->currentComparison(), page);
  EXPECT_EQ(window->currentPage(), nullptr);
  EXPECT_EQ(window->openComparison(old_, now_), page) << "the same pair has one tab";
  EXPECT_TRUE(waitFor([&] {
    return window->documentTabs()->tabText(window->documentTabs()->currentIndex()) == QStringLiteral("before ↔ after");
  }));
  EXPECT_FALSE(window->action(QStringLiteral("run.run"))->isEnabled());
  EXPECT_FALSE(window->action(QStringLiteral("show.listing"))->isEnabled());
  window->closeTab(window->documentTabs()->currentIndex());
  EXPECT_EQ(window->currentComparison(), nullptr);
}

}  // namespace
}  // namespace relaxscope
