// SPDX-License-Identifier: Apache-2.0
// The view of a pair: rows and their fold, what is drawn, tables, graphs, keys.
#include "views/diff/diff_view.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "tests/models/browse_support.h"
#include "tests/models/diff_view_support.h"
#include "tests/models/program.h"
#include "views/diff/area.h"
#include "views/diff/cfg_pane.h"
#include "views/diff/kind_menu.h"
#include "views/diff/match_dialog.h"
#include "views/diff/matching_note.h"
#include "views/diff/summary_pane.h"
#include "views/diff/tables.h"
#include "views/widgets/data_table.h"

namespace relaxscope {
namespace {

using testing::DiffViews;
using testing::paintedText;
using testing::program;
using testing::rowsOf;
using testing::settle;

std::string linesOf(const DiffList& lines) {
  std::string out;
  for (int64_t i = 0; i < lines.size(); ++i) {
    const DiffListLine& line = lines.at(i);
    out += line.kind == DiffListLine::Kind::Both  ? "="
           : line.kind == DiffListLine::Kind::Old ? "-"
           : line.kind == DiffListLine::Kind::New ? "+"
                                                  : "..";
    out += std::to_string(line.row);
    if (line.count > 1) out += "x" + std::to_string(line.count);
    out += ' ';
  }
  return out;
}

constexpr const char* kTwelve =
    "0 = 0\n1 = 1\n2 = 2\n3 = 3\n4 = 4\n5 = 5\n6 ~ 6 operands\n7 = 7\n8 - . memory\n9 = 8\n"
    "10 = 9\n11 = 10\n12 = 11\n13 = 12\n14 = 13\n";

TEST(DiffList, FoldEqualRowsButThoseBesideADifference) {
  const FunctionPair pair = rowsOf(kTwelve);
  DiffListOptions options;
  EXPECT_EQ(DiffList(pair, options).size(), 15);
  options.hideEqual = true;
  EXPECT_EQ(linesOf(DiffList(pair, options)), "..0x3 =3 =4 =5 =6 =7 =8 =9 =10 =11 ..12x3 ");
  options.hidden.set(static_cast<size_t>(ChangeKind::Memory));
  EXPECT_EQ(linesOf(DiffList(pair, options)), "..0x3 =3 =4 =5 =6 =7 =8 =9 ..10x5 ");
}

TEST(DiffList, ShowTheSidesOfARowBelowEachOtherWhenUnified) {
  const FunctionPair pair = rowsOf("0 = 0\n1 ~ 1 operands\n2 - . removed\n. + 2 inserted\n");
  DiffListOptions options;
  options.unified = true;
  const DiffList lines(pair, options);
  EXPECT_EQ(linesOf(lines), "=0 -1 +1 -2 +3 ");
  EXPECT_EQ(lines.lineOf(1), 1);
  EXPECT_EQ(lines.endOf(1), 3);
  EXPECT_EQ(lines.lineOf(3), 4);
}

TEST(DiffList, NumberChangesOfSeveralInstructions) {
  const DiffList lines(rowsOf("0 ~ . fused a\n1 ~ 0 fused a\n2 - . removed\n3 ~ . fused b\n4 ~ 1 fused b\n"), {});
  ASSERT_NE(lines.group(0), nullptr);
  EXPECT_EQ(lines.group(0)->number, 1u);
  EXPECT_EQ(lines.group(1), nullptr);
  EXPECT_EQ(lines.group(2)->number, 2u);
  EXPECT_EQ(lines.groupsIn(2, 4), (std::vector<uint32_t>{2}));
  EXPECT_EQ(lines.lineOf(99), 4);
  EXPECT_EQ(DiffList().lineOf(0), -1);
}

TEST_F(DiffViews, SayWhatChangedAndShowBothListings) {
  compare();
  EXPECT_EQ(view_->summary()->lines().join(QLatin1Char('\n')),
            QStringLiteral("Fusion: 3 kernel calls became 1: matmul + add + relu \u2192 fused_matmul_add_relu\n"
                           "Functions: gone is removed"));
  const QString text = painted();
  for (const char* part : {"old base main, 8 instruction(s)", "new fused main, 4 instruction(s)", "fused 1", "removed",
                           "moved", "fused_matmul_add_relu", "0.40", "\u221250.0 %"})
    EXPECT_TRUE(text.contains(QString::fromUtf8(part))) << part << "\nin\n" << text.toStdString();
  EXPECT_EQ(view_->area()->framed(), (Difference{0, 1, 7}));
}

TEST_F(DiffViews, StepFromDifferenceToDifferenceAcrossFunctions) {
  compare();
  auto* next = child<QPushButton>("diff.next");
  auto* previous = child<QPushButton>("diff.previous");
  EXPECT_FALSE(previous->isEnabled());
  next->click();
  EXPECT_EQ(view_->area()->content().pair, 1u);
  EXPECT_EQ(view_->functions()->table()->currentRow(), 1);
  EXPECT_FALSE(next->isEnabled());
  previous->click();
  EXPECT_EQ(view_->area()->content().pair, 0u);
}

TEST_F(DiffViews, FollowTheTableAndTheKeys) {
  compare();
  view_->functions()->table()->setFocus();
  QTest::keyClick(view_->functions()->table(), Qt::Key_Down);
  QTest::keyClick(view_->functions()->table(), Qt::Key_Down);
  EXPECT_EQ(comparison_->place(), (DiffPlace{2, 0})) << "a function without a difference shows its first row";
  comparison_->select({0, 0});
  QTest::keyClick(view_->area(), Qt::Key_End);
  EXPECT_EQ(comparison_->place(), (DiffPlace{0, 7}));
  QTest::keyClick(view_->area(), Qt::Key_Up);
  EXPECT_EQ(view_->area()->spokenLine(),
            QStringLiteral("operands, old pc 6 call softmax %4 \u2192 %5, new pc 2 call softmax %2, i1 \u2192 %3"));
  QSignalSpy opened(comparison_.get(), &Comparison::openRequested);
  QTest::keyClick(view_->area(), Qt::Key_Return);
  ASSERT_EQ(opened.count(), 1);
  EXPECT_EQ(opened[0][0].value<Side>(), Side::New);
  EXPECT_EQ(opened[0][1].value<Place>().pc, InstrIndex(2));
}

TEST_F(DiffViews, MarkTheOperandsThatDiffer) {
  compare();
  const DiffContent& content = view_->area()->content();
  const DiffGeometry at(content, 900);
  const DiffListLine& line = content.lines.at(6);
  QStringList marked;
  for (const Side side : {Side::Old, Side::New})
    for (const CodeToken& token : at.code(line, side).tokens)
      if (at.differs(line, side, token)) marked << token.text;
  EXPECT_EQ(marked, QStringList(QStringLiteral("i1")));
}

TEST_F(DiffViews, HideEqualRowsAndOpenThemAgain) {
  made_.functions[0] = rowsOf(kTwelve);
  made_.functions[0].old = made_.functions[0].now = FuncIndex(0);
  pair_.old = pair_.now = testing::straight(20);
  compare();
  view_->setHideEqual(true);
  EXPECT_EQ(view_->area()->content().lines.size(), 11);
  EXPECT_TRUE(painted().contains(QStringLiteral("3 equal row(s)")));
  QTest::keyClick(view_->area(), Qt::Key_Home);
  QTest::keyClick(view_->area(), Qt::Key_Return);
  EXPECT_EQ(view_->area()->content().lines.size(), 15);
  EXPECT_FALSE(child<QToolButton>("diff.hideEqual")->isChecked());
}

TEST_F(DiffViews, HideKindsOfChange) {
  compare();
  auto* menu = child<QMenu>("diff.kinds");
  QMetaObject::invokeMethod(menu, "aboutToShow");
  auto* fused = child<QAction>("diff.kinds.fused");
  ASSERT_NE(fused, nullptr);
  EXPECT_TRUE(fused->isChecked());
  EXPECT_EQ(child<QAction>("diff.kinds.memory"), nullptr) << "only kinds that occur";
  fused->setChecked(false);
  EXPECT_TRUE(comparison_->hiddenKinds().test(static_cast<size_t>(ChangeKind::Fused)));
  EXPECT_EQ(comparison_->differences().front(), (Difference{0, 2, 3}));
  QMetaObject::invokeMethod(menu, "aboutToShow");
  child<QAction>("diff.kinds.all")->trigger();
  EXPECT_TRUE(comparison_->hiddenKinds().none());
}

TEST_F(DiffViews, ListBelowEachOtherWhenUnified) {
  compare();
  view_->setUnified(true);
  EXPECT_EQ(view_->area()->content().lines.size(), 10);
  const QString text = painted();
  EXPECT_TRUE(text.contains(QStringLiteral("fused_matmul_add_relu"))) << text.toStdString();
}

TEST_F(DiffViews, MatchAndCutByHand) {
  compare();
  child<QPushButton>("diff.cut")->click();
  ASSERT_TRUE(testing::waitForDiff(*comparison_));
  EXPECT_EQ(comparison_->cut(), (NamePairs{{"main", "main"}}));
  auto* dialog = new MatchDialog(comparison_.get(), view_.get());
  auto* old = dialog->findChild<QComboBox*>(QStringLiteral("match.old"));
  auto* now = dialog->findChild<QComboBox*>(QStringLiteral("match.new"));
  EXPECT_TRUE(old->itemText(0).startsWith(QStringLiteral("gone"))) << "those without a match come first";
  old->setCurrentIndex(0);
  now->setCurrentIndex(now->findText(QStringLiteral("kept"), Qt::MatchStartsWith));
  dialog->findChild<QPushButton*>(QStringLiteral("match.accept"))->click();
  ASSERT_TRUE(testing::waitForDiff(*comparison_));
  EXPECT_EQ(comparison_->matched(), (NamePairs{{"gone", "kept"}}));
  EXPECT_TRUE(view_->matching()->lines().contains(QStringLiteral("only in one file 1")));
}

TEST_F(DiffViews, TablesShowConstantsKernelsAndMemory) {
  ConstantPair constant;
  constant.old = constant.now = ConstIndex(0);
  constant.state = PairState::Changed;
  constant.difference = ElementDifference{2'000, 1'234, 0.5, 0.25, 0, 1};
  KernelPair kernel;
  kernel.old = kernel.now = "matmul";
  kernel.state = PairState::Changed;
  kernel.kind = ChangeKind::KernelRetuned;
  kernel.oldDetail = "1,024 B";
  kernel.nowDetail = "2,048 B";
  MemoryChange memory;
  memory.old = pair_.old.findFunction("main");
  memory.now = pair_.now.findFunction("main");
  memory.oldPeak = 384;
  memory.nowPeak = 256;
  memory.oldStorages = 3;
  memory.nowStorages = 2;
  memory.same = false;
  made_.constants = {constant};
  made_.kernels = {kernel};
  made_.memory = {memory};
  compare();
  const auto text = [](const TablePanel* panel) {
    const QAbstractItemModelTester check(panel->table()->model(),
                                         QAbstractItemModelTester::FailureReportingMode::Fatal);
    return modelText(*panel->table()->tableModel()).toStdString();
  };
  EXPECT_NE(text(view_->functions()).find("main"), std::string::npos);
  EXPECT_NE(text(view_->functions()).find("same name, changed code"), std::string::npos) << text(view_->functions());
  EXPECT_NE(text(view_->constants()).find("1,234 | 0.5 | 0.25"), std::string::npos) << text(view_->constants());
  EXPECT_NE(text(view_->kernels()).find("1,024 B \u2192 2,048 B"), std::string::npos) << text(view_->kernels());
  EXPECT_NE(text(view_->memory()).find("384 | 256 | \u2212128 | \u221233.3 % | 3 | 2"), std::string::npos)
      << text(view_->memory());
  EXPECT_TRUE(painted().contains(QStringLiteral("384 \u2192 256 B")));
}

TEST_F(DiffViews, ShowThePreviousComparisonUntilTheNextOneIsThere) {
  compare();
  waits_ = true;
  comparison_->swap();
  EXPECT_NE(child<QLabel>("diff.again"), nullptr);
  EXPECT_EQ(view_->functions()->table()->tableModel()->rowCount(), 3);
  const QString text = painted();
  EXPECT_TRUE(text.contains(QStringLiteral("old base main, 8 instruction(s)"))) << text.toStdString();
  EXPECT_FALSE(child<QPushButton>("diff.cut")->isEnabled()) << "the names are those of the sides before";
  view_->setHideEqual(true);
  EXPECT_EQ(view_->area()->content().old->code.size(), pair_.old.code.size());
  waits_ = false;
  ASSERT_TRUE(testing::waitForDiff(*comparison_));
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  EXPECT_EQ(child<QLabel>("diff.again"), nullptr);
  EXPECT_TRUE(painted().contains(QStringLiteral("old fused main")));
}

TEST_F(DiffViews, TheTableOfFunctionsHasMostOfALowWindow) {
  compare();
  view_->resize(1366, 620);
  ASSERT_TRUE(settle(*view_));
  EXPECT_FALSE(view_->matching()->isOpen());
  const DataTable* table = view_->functions()->table();
  EXPECT_GT(table->height(), 300);
  child<QToolButton>("diff.matchingHead")->click();
  EXPECT_TRUE(view_->matching()->isOpen());
  EXPECT_TRUE(child<QPushButton>("diff.match")->isVisible());
  view_->resize(1600, 900);
  view_->resize(1366, 620);
  EXPECT_TRUE(view_->matching()->isOpen()) << "as the user chose";
}

TEST_F(DiffViews, ChipsOfAnAddedFunctionFitTheirColumn) {
  made_.functions[1].state = PairState::Added;
  compare();
  comparison_->select({1, 0});
  const DiffGeometry at(view_->area()->content(), 900);
  const int room = at.columns().chipRight - at.columns().chipLeft;
  EXPECT_GE(room, QFontMetrics(Theme::instance()->ui(11, 600)).horizontalAdvance(kindText(ChangeKind::FunctionAdded)) +
                      Theme::instance()->px(30));
}

TEST_F(DiffViews, DrawBothGraphsWithOneLayout) {
  compare();
  view_->showTab(QStringLiteral("cfg"));
  ASSERT_TRUE(settle(*view_));
  ASSERT_NE(view_->cfg()->scene(), nullptr);
  const DiffCfgScene& scene = *view_->cfg()->scene();
  ASSERT_EQ(scene.boxes.size(), 1u);
  EXPECT_EQ(scene.boxes[0].state, RowState::Changed);
  EXPECT_EQ(scene.rect(0, Side::Old).top(), scene.rect(0, Side::New).top());
  EXPECT_EQ(scene.boxOf(5), 0);
  EXPECT_TRUE(paintedText(*view_->cfg()).contains(QStringLiteral("fused_matmul_add_relu")));
}

TEST(DiffCfg, BlocksOfBothSidesSharePlacesAndOthersAreMissing) {
  const auto old =
      std::make_shared<const Executable>(program("fn main(x)\n  call a -> %1\n  if %0 +2\n  call b -> %2\n  ret %1\n"));
  const auto now =
      std::make_shared<const Executable>(program("fn main(x)\n  call a -> %1\n  call b -> %2\n  ret %1\n"));
  auto diff = std::make_shared<ExecutableDiff>();
  diff->functions = {rowsOf("0 = 0\n1 - . control-flow\n2 = 1\n3 = 2\n")};
  diff->functions[0].old = diff->functions[0].now = FuncIndex(0);
  DiffCfgRequest request;
  request.diff = diff;
  request.old = old;
  request.now = now;
  const auto scene = makeDiffCfgScene(request);
  ASSERT_TRUE(scene);
  ASSERT_EQ(scene->boxes.size(), scene->oldCfg.blocks.size()) << "one of them is the new block, too";
  int shared = 0;
  for (const DiffCfgBox& box : scene->boxes) shared += box.old.valid() && box.now.valid() ? 1 : 0;
  EXPECT_EQ(shared, 1);
  for (const DiffCfgEdge& edge : scene->edges) EXPECT_TRUE(edge.old && !edge.now);
}

TEST_F(DiffViews, ShowAnErrorInPlaceOfRows) {
  comparison_ = std::make_unique<Comparison>(
      nullptr,
      [](const DiffSide&, const DiffSide&, const DiffOptions&, const std::stop_token&) -> Result<ExecutableDiff> {
        return Error("these are of two instruction sets");
      });
  view_ = std::make_unique<DiffView>(comparison_.get(), nullptr);
  view_->resize(1300, 800);
  view_->show();
  compare();
  EXPECT_TRUE(painted().contains(QStringLiteral("two instruction sets")));
}

TEST_F(DiffViews, AHundredThousandRowsAreListedAtOnce) {
  constexpr int kRows = 100'000;
  pair_.old = pair_.now = testing::straight(kRows);
  FunctionPair main;
  main.old = main.now = FuncIndex(0);
  main.state = PairState::Changed;
  main.rows.resize(kRows);
  for (int i = 0; i < kRows; ++i) {
    main.rows[static_cast<size_t>(i)].old = main.rows[static_cast<size_t>(i)].now = InstrIndex(i);
    if (i % 100 == 0) main.rows[static_cast<size_t>(i)].state = RowState::Changed;
  }
  made_ = {};
  made_.functions = {main};
  compare();
  EXPECT_EQ(view_->area()->content().lines.size(), kRows);
  EXPECT_EQ(comparison_->differences().size(), kRows / 100u);
  view_->area()->verticalScrollBar()->setValue(view_->area()->verticalScrollBar()->maximum());
  EXPECT_TRUE(painted().contains(QStringLiteral("99999")));
}

TEST(DiffSummaries, AreReadClauseByClause) {
  EXPECT_EQ(
      summaryText("1 constant edited (1 element differs, by 0.1 at most); 11 of 12 constants equal by content"),
      QStringLiteral("1 constant edited (1 element differs, by 0.1 at most); 11 of 12 constants equal by content"));
  EXPECT_EQ(summaryText("2 inserted: a -> b (3 times), c and 4 more; 1 change of control flow"),
            QStringLiteral("2 inserted: a \u2192 b (3 times), c and 4 more; 1 change of control flow"));
}

TEST(DiffShares, AreSignedAndNeverOfNothing) {
  EXPECT_EQ(changeShare(384, 256), QStringLiteral("\u221233.3 %"));
  EXPECT_EQ(changeShare(256, 384), QStringLiteral("+50.0 %"));
  EXPECT_EQ(changeShare(7, 7), QStringLiteral("\u00B10"));
  EXPECT_EQ(changeShare(0, 7), QString());
  EXPECT_EQ(changeShare(100'000, 100'001), QStringLiteral("+<0.1 %"));
  EXPECT_EQ(changeShare(7, 0), QStringLiteral("\u2212100 %"));
}

}  // namespace
}  // namespace relaxscope
