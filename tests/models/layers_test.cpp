// SPDX-License-Identifier: Apache-2.0
// Layers in the listing: names, the rows above copies, brackets, keys, and a function whose layers come later.
#include <gtest/gtest.h>

#include <QApplication>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include "tests/models/program.h"
#include "tests/models/shown_view.h"
#include "views/code/layers.h"
#include "views/listing/heading.h"
#include "views/listing/listing_view.h"
#include "views/widgets/find_bar.h"

namespace relaxscope {
namespace {

using testing::documentOf;
using testing::program;
using testing::Shown;

/// Two layers of three calls after a first one: pc 1 to 4 and 5 to 8.
const char* const kLayers = R"(fn main(x)
  call s %0 -> %1
  call a %1 -> %2
  call b %2 -> %3
  call vm.builtin.null_value -> %2
  call c %3 -> %4
  call a %4 -> %2
  call b %2 -> %3
  call vm.builtin.null_value -> %2
  call c %3 -> %1
  ret %1
)";

std::string shownRows(const ListingArea& area) {
  std::string text;
  const ListingRows& rows = *area.content().rows;
  for (int64_t i = 1; i < rows.size(); ++i) {
    const ListingRows::Row row = rows.at(i);
    if (row.kind == ListingRows::Kind::Code) text += std::to_string(row.pc.value) + "\n";
    else if (row.kind == ListingRows::Kind::Label) text += "L" + std::to_string(row.pc.value) + "\n";
    else text += area.headingText(row).toStdString() + "\n";
  }
  return text;
}
ListingHeading headingOf(const ListingArea& area, int64_t row) {
  const ListingGeometry geometry(area.content(), area.viewport()->width());
  return ListingHeading::of(geometry, area.content().rows->at(row));
}
QPoint pointIn(const ListingArea& area, int64_t row, QRect box) {
  return box.center() + QPoint(0, ListingGeometry::headerHeight() + static_cast<int>(row) * area.rowHeight() -
                                      area.verticalScrollBar()->value());
}

TEST(Layers, HaveTheUsersNameElseThatOfTheirRegion) {
  Document document;
  document.setData(documentOf(program(kLayers)));
  document.notes()->setExecutable(document.data().executable);
  const auto layers = document.derived<FunctionLayers>()->find({FuncIndex(0)});
  const FuncIndex main = document.executable()->findFunction("main");
  const auto map = document.derived<FunctionLayers>()->find({main});
  ASSERT_TRUE(map);
  ASSERT_EQ(map->copies().size(), 2u);
  const auto name = [&](size_t copy) {
    return LayerTexts::name(*map, map->copies()[copy], document.notes()->table().get()).toStdString();
  };
  EXPECT_EQ(name(0), "layer 0");
  document.notes()->setLayerName(main, map->copies()[1].first, 0, QStringLiteral(" decoder "));
  EXPECT_EQ(name(0), "layer 0");
  EXPECT_EQ(name(1), "decoder");
  document.notes()->undoStack()->undo();
  EXPECT_EQ(name(1), "layer 1");
  const auto all = document.derived<AllLayers>()->find({});
  ASSERT_TRUE(all);
  ASSERT_EQ(all->size(), 1u);
  EXPECT_EQ(all->front().copies().size(), 2u);
}

TEST(Layers, StandAboveTheirFirstInstruction) {
  Shown<ListingView> s(documentOf(program(kLayers)));
  EXPECT_EQ(shownRows(*s.view->area()),
            "0\nlayer 0, pc 1–4, repeats as layer 1, pc 5–8\n1\n2\n3\n4\n"
            "layer 1, pc 5–8, repeats layer 0, pc 1–4\n5\n6\n7\n8\n9\n");
  const ListingRows& rows = *s.view->area()->content().rows;
  for (int64_t pc = 0; pc < 10; ++pc) {
    EXPECT_EQ(rows.at(rows.rowOf(InstrIndex(pc))).kind, ListingRows::Kind::Code) << pc;
    EXPECT_EQ(rows.at(rows.rowOf(InstrIndex(pc))).pc.value, pc);
  }
  EXPECT_EQ(rows.firstRowOf(InstrIndex(1)), 2);
  EXPECT_EQ(rows.endRowOf(InstrIndex(4)), 7) << "the heading of the next layer is not in this one";
  EXPECT_EQ(rows.endRowOf(InstrIndex(9)), rows.size());
}

TEST(Layers, StandAfterTheLabelOfAJump) {
  const std::string loop = std::string(kLayers).insert(std::string(kLayers).find("  ret"), "  if %0 +2\n  goto -9\n");
  Shown<ListingView> s(documentOf(program(loop)));
  EXPECT_EQ(shownRows(*s.view->area()).substr(0, 80),
            std::string("0\nL1\nlayer 0, pc 1–4, repeats as layer 1, pc 5–8\n1\n2\n3\n4\n"
                        "layer 1, pc 5–8, repeats layer 0, pc 1–4\n")
                .substr(0, 80));
}

TEST(Layers, KeepTheirRowsWithoutPlumbing) {
  Shown<ListingView> s(documentOf(program(kLayers)));
  s.view->restoreViewState("plumbing=0");
  EXPECT_EQ(shownRows(*s.view->area()),
            "0\nlayer 0, pc 1–4, repeats as layer 1, pc 5–8\n1\n2\n4\n"
            "layer 1, pc 5–8, repeats layer 0, pc 1–4\n5\n6\n8\n9\n");
  EXPECT_EQ(s.view->area()->content().rows->endRowOf(InstrIndex(3)), 5);
}

TEST(Layers, AlmostRepeatsSayWhyNot) {
  Shown<ListingView> s(
      documentOf(program("fn main(x)\n  call a %0 -> %1\n  call a %0 -> %2\n  call a %0 -> %3\n"
                         "  call b %1 %2 %3 -> %4\n  ret %4\n")));
  EXPECT_EQ(shownRows(*s.view->area()),
            "pc 0–2 almost repeats: no copy takes a result of the one before\n0\n1\n2\n3\n4\n");
  EXPECT_TRUE(headingOf(*s.view->area(), 1).link.isEmpty());
  Shown<ListingView> other(
      documentOf(program("fn main(x)\n  call a %0 -> %1\n  call b %1 -> %2\n  call a %2 -> %3\n  call b %3 -> %4\n"
                         "  call a %4 -> %5\n  call z %5 -> %6\n  ret %6\n")));
  EXPECT_NE(shownRows(*other.view->area())
                .find("pc 4–5 is almost a copy of layer 0: it calls z at pc 5, not b as at pc 1\n4\n"),
            std::string::npos)
      << shownRows(*other.view->area());
}

TEST(Layers, LinkChipAndKeysGoToTheNextCopy) {
  Shown<ListingView> s(documentOf(program(kLayers)), {900, 500});
  ListingArea* area = s.view->area();
  const ListingHeading heading = headingOf(*area, 2);
  EXPECT_EQ(heading.chip.toStdString(), "×2");
  for (const QRect box : {heading.linkBox, heading.chipBox}) {
    ASSERT_GT(box.width(), 0);
    EXPECT_LE(box.right(), area->viewport()->width());
    s.select(s.function("main"), InstrIndex(0));
    QTest::mouseClick(area->viewport(), Qt::LeftButton, {}, pointIn(*area, 2, box));
    EXPECT_EQ(s.place().pc.value, 5);
  }
  EXPECT_LT(heading.nameBox.right(), heading.textBox.left());
  EXPECT_LT(heading.textBox.right(), heading.linkBox.left());
  EXPECT_LT(heading.linkBox.right(), heading.chipBox.left());
  QTest::keyClick(area, Qt::Key_L);
  EXPECT_EQ(s.place().pc.value, 1) << "after the last copy the first";
  QTest::keyClick(area, Qt::Key_L);
  EXPECT_EQ(s.place().pc.value, 5);
  QTest::keyClick(area, Qt::Key_L, Qt::ShiftModifier);
  EXPECT_EQ(s.place().pc.value, 1);
  s.select(s.function("main"), InstrIndex(0));
  QTest::keyClick(area, Qt::Key_L);
  EXPECT_EQ(s.place().pc.value, 1) << "from outside to the next layer";
  s.select(s.function("main"), InstrIndex(0));
  QTest::keyClick(area, Qt::Key_L, Qt::ShiftModifier);
  EXPECT_EQ(s.place().pc.value, 5);
}

TEST(Layers, ArrowKeysSkipHeadingsAndAClickSelectsOne) {
  Shown<ListingView> s(documentOf(program(kLayers)), {900, 500});
  ListingArea* area = s.view->area();
  s.select(s.function("main"), InstrIndex(0));
  QTest::keyClick(area, Qt::Key_Down);
  EXPECT_EQ(s.place().pc.value, 1);
  QTest::keyClick(area, Qt::Key_Up);
  EXPECT_EQ(s.place().pc.value, 0);
  EXPECT_FALSE(area->currentLayer());
  QTest::mouseClick(area->viewport(), Qt::LeftButton, {}, pointIn(*area, 2, headingOf(*area, 2).nameBox));
  EXPECT_EQ(s.place().pc.value, 1);
  EXPECT_EQ(area->currentLayer(), std::optional<uint32_t>(0));
  QTest::keyClick(area, Qt::Key_Down);
  EXPECT_FALSE(area->currentLayer());
}

TEST(Layers, OfALongFunctionComeLaterAndKeepTheScrollPosition) {
  std::string text = "fn main(x)\n";
  for (int i = 0; i < 1500; ++i) text += "  call a %0 -> %1\n  call b %1 -> %0\n";
  Document document;
  document.setData(documentOf(program(text + "  ret %0\n")));
  ListingView view(&document, nullptr);
  view.resize(700, 500);
  view.show();
  ListingArea* area = view.area();
  EXPECT_EQ(area->content().layers, nullptr);
  ASSERT_EQ(area->content().rows->size(), 3002);
  area->verticalScrollBar()->setValue(2'000 * area->rowHeight());
  const InstrIndex top = area->content().rows->at(2'000).pc;
  ASSERT_TRUE(testing::settle(view));
  ASSERT_TRUE(area->content().layers);
  EXPECT_EQ(area->content().rows->size(), 3002 + 1500);
  EXPECT_EQ(area->content().rows->at(area->verticalScrollBar()->value() / area->rowHeight()).pc, top);
}

TEST(Layers, BracketsArePaintedForTheVisibleRowsOnly) {
  std::string text = "fn main(x)\n";
  for (int i = 0; i < 400; ++i) text += "  call a %0 -> %1\n  call b %1 -> %2\n  call b %2 -> %0\n";
  Shown<ListingView> s(documentOf(program(text + "  ret %0\n")));
  ListingArea* area = s.view->area();
  const ListingGeometry geometry(area->content(), area->viewport()->width());
  EXPECT_LT(geometry.bracketX(1), geometry.columns().gutter);
  area->verticalScrollBar()->setValue(700 * area->rowHeight());
  const QImage image = area->grab().toImage();
  const QColor ink = Theme::instance()->color(Token::RoleLabel);
  int found = 0;
  for (int y = 30; y < image.height(); ++y)
    for (int x = 0; x < geometry.columns().gutter; ++x)
      if (image.pixelColor(x, y) == ink) ++found;
  EXPECT_GT(found, 200);
}

TEST(Layers, AreSaidAtTheirFirstInstruction) {
  Shown<ListingView> s(documentOf(program(kLayers)));
  s.select(s.function("main"), InstrIndex(1));
  QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(s.view->area());
  ASSERT_NE(spoken, nullptr);
  ASSERT_GT(spoken->childCount(), 0);
  const auto text = [&] { return spoken->child(spoken->childCount() - 1)->text(QAccessible::Name).toStdString(); };
  EXPECT_NE(text().find("layer 0, pc 1–4, repeats as layer 1"), std::string::npos) << text();
  s.select(s.function("main"), InstrIndex(2));
  EXPECT_EQ(text().find("layer"), std::string::npos) << text();
}

TEST(Layers, FindAndCopyPassTheirRows) {
  Shown<ListingView> s(documentOf(program(kLayers)));
  s.view->startFind();
  QTest::keyClicks(s.view->findBar()->focusProxy() != nullptr ? s.view->findBar()->focusProxy() : s.view->findBar(),
                   QStringLiteral("call c"));
  ASSERT_TRUE(testing::settle(*s.view));
  EXPECT_EQ(s.view->hits(), (std::vector<uint32_t>{4, 8}));
}

}  // namespace
}  // namespace relaxscope
