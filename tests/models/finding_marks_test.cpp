// SPDX-License-Identifier: Apache-2.0
// Signs of findings in the listing.
#include <gtest/gtest.h>

#include "tests/models/program.h"
#include "tests/models/shown_view.h"
#include "views/code/finding_marks.h"
#include "views/listing/listing_view.h"

namespace relaxscope {
namespace {

using testing::documentOf;
using testing::program;
using testing::Shown;

/// Two findings of the verifier about pc 1; calls 0 and 2 make results that are never read.
DocumentData markedDocument() {
  DocumentData data = documentOf(program(R"(fn main(x)
  call vm.builtin.make_tuple %0 %0 -> %1
  call relu %0 -> %2
  call vm.builtin.make_tuple %0 -> %3
  ret %2
)"));
  auto findings = std::make_shared<Diagnostics>();
  for (const auto& [severity, rule] :
       {std::pair{Severity::Warning, "unresolved-name"}, std::pair{Severity::Error, "register-range"}})
    findings->add({severity, rule, "text", FuncIndex(0), InstrIndex(1), {}, {}});
  data.diagnostics = std::move(findings);
  return data;
}

TEST(FindingMarks, AreInTheListing) {
  Shown<ListingView> s(markedDocument());
  const FindingMarks* marks = s.view->area()->content().findings.get();
  ASSERT_NE(marks, nullptr);
  EXPECT_EQ(marks->at(InstrIndex(0)), Severity::Warning);
  EXPECT_EQ(marks->at(InstrIndex(1)), Severity::Error) << "the most severe one";
  EXPECT_EQ(marks->titles(InstrIndex(1)).size(), 2);
  EXPECT_EQ(marks->titles(InstrIndex(1)).first().toStdString(), "Register outside the frame");
  EXPECT_EQ(marks->at(InstrIndex(3)), std::nullopt);
  EXPECT_TRUE(marks->anyIn(InstrIndex(0), InstrIndex(1)));
  EXPECT_FALSE(marks->anyIn(InstrIndex(3), InstrIndex(4)));
  EXPECT_GT(ListingGeometry(s.view->area()->content(), 600).columns().mark, 0);
}

TEST(FindingMarks, SitesOfTheSelectedFindingAreHighlighted) {
  Shown<ListingView> s(markedDocument(), {700, 300});
  const auto picture = [&s] {
    QCoreApplication::processEvents();
    return s.view->area()->grab().toImage();
  };
  s.select(s.function("main"), InstrIndex(1));
  const QImage before = picture();
  s.document.selection()->mark(std::make_shared<const std::vector<InstrIndex>>(std::vector{InstrIndex(2)}));
  EXPECT_NE(picture(), before);
  s.document.selection()->mark(nullptr);
  EXPECT_EQ(picture(), before);
}

TEST(FindingMarks, AListingThatIsMadeLaterHighlightsThemToo) {
  Shown<ListingView> first(markedDocument(), {700, 300});
  const QImage before = first.view->area()->grab().toImage();
  first.document.selection()->mark(std::make_shared<const std::vector<InstrIndex>>(std::vector{InstrIndex(2)}));
  ListingView second(&first.document, nullptr);
  second.resize(700, 300);
  second.show();
  ASSERT_TRUE(testing::settle(second));
  EXPECT_NE(second.area()->grab().toImage(), before);
  EXPECT_EQ(second.area()->grab().toImage(), first.view->area()->grab().toImage());
}

TEST(FindingMarks, ACodeWithoutFindingsHasNoRoomForThem) {
  Shown<ListingView> s(documentOf(program("fn main(x)\n  call relu %0 -> %1\n  ret %1\n")));
  EXPECT_EQ(ListingGeometry(s.view->area()->content(), 600).columns().mark, 0);
}

}  // namespace
}  // namespace relaxscope
