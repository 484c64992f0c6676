// SPDX-License-Identifier: Apache-2.0
// Findings in the window: counted by the tab, shown in the listing, priced by a run.
#include <gtest/gtest.h>

#include "gui_support.h"
#include "views/findings/findings_view.h"
#include "views/findings/ledger.h"
#include "views/findings/tree.h"
#include "views/listing/listing_view.h"

namespace relaxscope {
namespace {

using namespace gui;

class FindingsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    window_ = makeWindow();
    page_ = openAndWait(window_.get(), example("transformer_block.so"));
    ASSERT_NE(page_, nullptr);
    trigger(window_.get(), "show.findings");
    ASSERT_TRUE(waitFor([this] { return page_->isSettled(); }));
    view_ = page_->findChild<FindingsView*>();
    ASSERT_NE(view_, nullptr);
  }
  std::unique_ptr<MainWindow> window_;
  DocumentPage* page_ = nullptr;
  FindingsView* view_ = nullptr;
};

TEST_F(FindingsTest, EnterShowsThePlaceInTheListing) {
  const FindingList& list = *view_->feed().list();
  ASSERT_GT(list.total(), 0u);
  FindingsTree* tree = view_->tree();
  tree->setFocus();
  const uint32_t first = list.order().front();
  ASSERT_TRUE(list.site(first).pc.valid()) << list.rule(first);
  tree->setCurrentIndex(tree->findings()->indexOf(first));
  QTest::keyClick(tree, Qt::Key_Return);
  auto* const listing = page_->findChild<ListingView*>();
  ASSERT_NE(listing, nullptr);
  EXPECT_TRUE(waitFor([&] { return listing->isVisible() && listing->area()->current() == list.site(first).pc; }));
  EXPECT_TRUE(listing->area()->content().findings->at(list.site(first).pc));
}

TEST_F(FindingsTest, ARunPricesThem) {
  EXPECT_FALSE(view_->ledger()->isVisibleTo(view_));
  ASSERT_TRUE(runAndWait(page_, [this] { trigger(window_.get(), "run.run"); }));
  ASSERT_TRUE(waitFor([this] { return page_->isSettled() && view_->feed().list()->hasCosts(); }));
  const FindingList& list = *view_->feed().list();
  ASSERT_GT(list.withCost(), 0u);
  EXPECT_GT(list.namedNs(), 0);
  EXPECT_LT(list.namedNs(), list.runNs());
  double parts = 0;
  for (const LedgerPart& part : view_->ledger()->parts()) parts += part.ns;
  EXPECT_NEAR(parts, list.runNs(), 1e-3 * list.runNs());
}

}  // namespace
}  // namespace relaxscope
