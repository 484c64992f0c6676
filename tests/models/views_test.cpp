// SPDX-License-Identifier: Apache-2.0
// User interaction with the views: clicks, keys, selection, reload, export.
#include <QAbstractItemModelTester>
#include <QLabel>
#include <QPainter>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QThreadPool>

#include <gtest/gtest.h>

#include "tests/models/browse_support.h"
#include "tests/models/program.h"
#include "tests/models/shown_view.h"
#include "views/cfg/cfg_view.h"
#include "views/constants/constants_view.h"
#include "views/core/latest_task.h"
#include "views/functions/functions_view.h"
#include "views/inspector/inspector_view.h"
#include "views/listing/listing_view.h"
#include "views/modules/modules_view.h"
#include "views/theme/theme.h"
#include "views/widgets/find_bar.h"

namespace relaxscope {
namespace {

using testing::addTimes;
using testing::documentOf;
using testing::documentOfFile;
using testing::kProgram;
using testing::paintedText;
using testing::program;
using testing::settle;
using testing::Shown;

TEST(FunctionsView, ListsWhatTheExecutableSays) {
  Shown<FunctionsView> s(documentOf(program(kProgram)));
  QAbstractItemModelTester tester(s.view->table()->model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
  const std::string text = modelText(*s.view->table()->model()).toStdString();
  EXPECT_NE(text.find("Function | Kind | Operator | Instr. | Calls out | Callers | Params | Regs | Constants\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("main | bytecode |  | 6 | 4 | 0 | 2 | 6 | \n"), std::string::npos) << text;
  EXPECT_NE(text.find("unused_one [unused] | packed |  |  |  | 0 |"), std::string::npos) << text;
  EXPECT_NE(text.find("compiled | compiled |"), std::string::npos) << text;
  EXPECT_NE(text.find("matmul | packed | matmul |"), std::string::npos) << text;
}

TEST(FunctionsView, HasNoColumnOfOperatorsWhereNoneIsKnown) {
  Shown<FunctionsView> s(documentOf(program("fn main(x)\n  call mystery %0 -> %1\n  ret %1\n")));
  EXPECT_FALSE(modelText(*s.view->table()->model()).contains(QStringLiteral("Operator")));
}

TEST(FunctionsView, ShowsTimesAfterARunLargestShareFirst) {
  Shown<FunctionsView> s(documentOf(program(kProgram)));
  addTimes(s.document);
  ASSERT_TRUE(settle(*s.view));
  const TableModel& model = *s.view->table()->tableModel();
  EXPECT_EQ(model.source()->columns()[4].id, QStringLiteral("share"));
  double before = 1e9;
  for (int row = 0; row < model.rowCount(); ++row) {
    const double share = model.source()->number(static_cast<size_t>(model.sourceRow(row)), 4);
    if (std::isnan(share)) break;
    EXPECT_LE(share, before);
    before = share;
  }
  EXPECT_NE(model.index(0, 0).data().toString(), QStringLiteral("unused_one"));
}

TEST(FunctionsView, FollowsTheCalleeOfTheSelectedInstruction) {
  Shown<FunctionsView> s(documentOf(program(kProgram)));
  s.select(s.function("main"), InstrIndex(1));
  EXPECT_EQ(s.view->table()->currentRow(), s.function("matmul").value);
  s.select(s.function("main"), InstrIndex(5));
  EXPECT_EQ(s.view->table()->currentRow(), s.function("main").value);
}

TEST(FunctionsView, ActivatesTheListingOrTheFirstCall) {
  Shown<FunctionsView> s(documentOf(program(kProgram)));
  QSignalSpy activated(s.document.selection(), &Selection::activated);
  Q_EMIT s.view->table()->rowActivated(static_cast<int>(s.function("helper").value));
  EXPECT_EQ(s.place().pc.value, 6);
  Q_EMIT s.view->table()->rowActivated(static_cast<int>(s.function("matmul").value));
  EXPECT_EQ(s.place().pc.value, 1);
  EXPECT_EQ(s.place().function, s.function("main"));
  ASSERT_EQ(activated.count(), 2);
  EXPECT_EQ(activated[1][0].value<ViewId>(), ViewId::Listing);
}

TEST(FunctionsView, KeepsTheChosenFunctionWhenTheFileIsReadAgain) {
  Shown<FunctionsView> s(documentOf(program(kProgram)));
  Q_EMIT s.view->table()->rowSelected(static_cast<int>(s.function("helper").value));
  s.document.setData(documentOf(program(std::string("fn first(a)\n  ret %0\n") + kProgram)));
  ASSERT_TRUE(settle(*s.view));
  EXPECT_EQ(s.view->table()->currentRow(), s.function("helper").value);
}

TEST(FunctionsView, MarksNamesThatNothingResolves) {
  DocumentData now = documentOf(program(kProgram));
  LoadedFile file;
  file.executable = now.executable;
  file.library.emplace();
  LibraryModule host;
  host.kind = "_lib";
  host.decoded = HostModule{{"matmul"}};
  file.library->modules = {host};
  now.file = std::make_shared<const LoadedFile>(std::move(file));
  Shown<FunctionsView> s(std::move(now));
  const std::string text = modelText(*s.view->table()->model()).toStdString();
  EXPECT_NE(text.find("relu [unresolved]"), std::string::npos) << text;
  EXPECT_EQ(text.find("matmul [unresolved]"), std::string::npos) << text;
  EXPECT_EQ(text.find("null_value [unresolved]"), std::string::npos) << text;
}

QPoint pointAt(ListingView& view, int row, int x) { return {x, 24 + row * view.area()->rowHeight() + 8}; }

TEST(ListingView, ShowsTheEntryAndFollowsTheSubject) {
  Shown<ListingView> s(documentOf(program(kProgram)));
  EXPECT_EQ(s.view->area()->content().function, s.function("main"));
  s.select(s.function("helper"), InstrIndex(7));
  EXPECT_EQ(s.view->area()->content().function, s.function("helper"));
  EXPECT_EQ(s.view->area()->current().value, 7);
  s.select(s.function("relu"));
  EXPECT_EQ(s.view->area()->content().function, s.function("helper"))
      << "the calls of a packed function are highlighted";
  EXPECT_EQ(s.view->area()->highlighted().function, s.function("relu"));
}

TEST(ListingView, ClickSelectsTheInstructionAndTheOperandUnderTheCursor) {
  Shown<ListingView> s(documentOf(program(kProgram)));
  std::optional<CodeToken> token;
  int x = 0;
  for (x = 0; x < 600; ++x) {
    token = s.view->area()->tokenAt(pointAt(*s.view, 2, x));
    if (token && token->reg == RegIndex(2)) break;
  }
  ASSERT_TRUE(token);
  QTest::mouseClick(s.view->area()->viewport(), Qt::LeftButton, {}, pointAt(*s.view, 2, x + 2));
  EXPECT_EQ(s.place().pc.value, 1);
  EXPECT_EQ(s.place().reg.value, 2);
  EXPECT_EQ(s.view->area()->highlighted().reg.value, 2);
  QTest::mouseDClick(s.view->area()->viewport(), Qt::LeftButton, {}, pointAt(*s.view, 3, x));
  EXPECT_TRUE(s.place().pc.valid());
}

TEST(ListingView, KeysMoveFollowAndSwitch) {
  Shown<ListingView> s(documentOf(program(kProgram)));
  QSignalSpy activated(s.document.selection(), &Selection::activated);
  s.select(s.function("main"), InstrIndex(1));
  QTest::keyClick(s.view->area(), Qt::Key_Down);
  EXPECT_EQ(s.place().pc.value, 2);
  QTest::keyClick(s.view->area(), Qt::Key_Return);  // follows the call of helper
  EXPECT_EQ(s.place().function, s.function("helper"));
  EXPECT_EQ(s.place().pc.value, 6);
  s.document.selection()->back();
  EXPECT_EQ(s.place().pc.value, 2);
  ASSERT_TRUE(settle(*s.view));
  QTest::keyClick(s.view->area(), Qt::Key_Space);
  EXPECT_EQ(activated.last()[0].value<ViewId>(), ViewId::Cfg);
  QTest::keyClick(s.view->area(), Qt::Key_End);
  EXPECT_EQ(s.place().pc.value, 5);
  QTest::keyClick(s.view->area(), Qt::Key_Home);
  EXPECT_EQ(s.place().pc.value, 0);
  s.view->goToPc(7);
  EXPECT_EQ(s.place().function, s.function("helper"));
  s.view->goToPc(99);
  EXPECT_EQ(s.place().pc.value, 7) << "no such instruction";
}

TEST(ListingView, ArrowsReachOperandsAndEnterGoesToTheirDefinition) {
  Shown<ListingView> s(documentOf(program(kProgram)));
  s.select(s.function("main"), InstrIndex(5));  // ret %3
  QTest::keyClick(s.view->area(), Qt::Key_Right);
  EXPECT_EQ(s.place().reg.value, 3);
  QTest::keyClick(s.view->area(), Qt::Key_Return);
  EXPECT_EQ(s.place().pc.value, 4) << "the nearest write before it";
}

TEST(ListingView, FindsInAllFunctions) {
  Shown<ListingView> s(documentOf(program(kProgram)));
  ASSERT_TRUE(s.view->startFind());
  s.view->findBar()->setText(QStringLiteral("null_value"));
  ASSERT_TRUE(settle(*s.view));
  EXPECT_EQ(s.view->hits(), (std::vector<uint32_t>{0, 7}));
  s.view->findNext(false);
  s.view->findNext(false);
  EXPECT_EQ(s.place().pc.value, 7);
  EXPECT_EQ(s.place().function, s.function("helper"));
  s.view->findNext(false);
  EXPECT_EQ(s.place().pc.value, 0) << "round the end";
  s.view->findNext(true);
  EXPECT_EQ(s.place().pc.value, 7);
  s.view->findBar()->setText(QStringLiteral("nowhere"));
  ASSERT_TRUE(settle(*s.view));
  EXPECT_EQ(s.view->findBar()->findChild<QLabel*>(QStringLiteral("find.status"))->text(), QStringLiteral("no hits"));
}

TEST(ListingView, KeepsItsHitsForAReloadedFileThoughTheBarIsClosed) {
  Shown<ListingView> s(documentOf(program(kProgram)));
  ASSERT_TRUE(s.view->startFind());
  s.view->findBar()->setText(QStringLiteral("null_value"));
  ASSERT_TRUE(settle(*s.view));
  QTest::keyClick(s.view->findBar(), Qt::Key_Escape);
  s.document.setData(documentOf(program(kProgram)));
  ASSERT_TRUE(settle(*s.view));
  EXPECT_EQ(s.view->hits(), (std::vector<uint32_t>{0, 7}));
}

TEST(ConstantsView, HighlightsTheConstantThatItsPaneShowsAfterAReload) {
  Shown<ConstantsView> s(documentOf(program(kProgram)));
  Place place;
  place.constant = ConstIndex(0);
  s.select(place);
  EXPECT_EQ(s.view->pane()->shown(), ConstIndex(0));
  EXPECT_EQ(s.view->table()->currentRow(), 0);
  s.document.setData(documentOf(program(kProgram)));  // selects nothing
  ASSERT_TRUE(settle(*s.view));
  EXPECT_EQ(s.view->pane()->shown(), ConstIndex());
  s.select(place);
  EXPECT_EQ(s.view->pane()->shown(), ConstIndex(0));
  EXPECT_EQ(s.view->table()->currentRow(), 0);
}

TEST(Selection, ForgetsEventsAndKeepsPlaces) {
  Selection selection;
  Place first;
  first.function = FuncIndex(1);
  first.event = EventIndex(7);
  selection.select(first);
  Place second;
  second.function = FuncIndex(2);
  second.pc = InstrIndex(5);
  second.event = EventIndex(9);
  selection.activate(second);
  selection.forgetEvents();
  EXPECT_FALSE(selection.current().event.valid());
  EXPECT_EQ(selection.current().pc, InstrIndex(5));
  selection.back();
  EXPECT_EQ(selection.current().function, FuncIndex(1));
  EXPECT_FALSE(selection.current().event.valid());
}

TEST(LatestTask, ReportsWorkThatThrows) {
  LatestTask task;
  QString problem;
  task.start([](const std::stop_token&) -> int { throw std::length_error("too long"); },
             [](int) { FAIL() << "there is no answer"; }, [&](const TaskError& error) { problem = error.detail; });
  while (task.isPending()) QCoreApplication::processEvents();
  EXPECT_EQ(problem, QStringLiteral("too long"));
}

TEST(ListingView, HidesPlumbingOnlyWhenAsked) {
  Shown<ListingView> s(documentOf(program(kProgram)));
  const auto rows = [&] { return s.view->area()->content().rows->size(); };
  const auto all = rows();
  auto* toggle = qobject_cast<QToolButton*>(s.view->cornerWidgets()[1]);
  ASSERT_TRUE(toggle->isChecked());
  toggle->setChecked(false);
  EXPECT_EQ(rows(), all - 1);
  ListingView other(&s.document, nullptr);
  other.restoreViewState(s.view->saveViewState());
  EXPECT_EQ(other.area()->content().rows->size(), all - 1);
}

TEST(ListingView, OpensAMillionInstructionsAndScrollsToTheLast) {
  Shown<ListingView> s(documentOf(testing::straight(1'000'000)));
  EXPECT_EQ(s.view->area()->content().rows->size(), 1'000'003) << "with a heading: the calls are copies of one";
  QTest::keyClick(s.view->area(), Qt::Key_End);
  EXPECT_EQ(s.place().pc.value, 1'000'000);
  EXPECT_EQ(s.view->area()->verticalScrollBar()->value(), s.view->area()->verticalScrollBar()->maximum());
  EXPECT_FALSE(s.view->grab().isNull());
}

TEST(ListingView, ARowThatIsSelectedBeforeTheViewIsLaidOutIsShown) {
  Document document;
  document.setData(documentOf(testing::straight(200)));
  ListingView view(&document, nullptr);
  Place place;
  place.function = document.executable()->functionAt(InstrIndex(0));
  place.pc = InstrIndex(100);
  document.selection()->select(place);
  ASSERT_TRUE(settle(view));
  view.resize(700, 500);
  view.show();
  ASSERT_TRUE(settle(view));
  const ListingArea* area = view.area();
  const int y = static_cast<int>(area->content().rows->rowOf(place.pc)) * area->rowHeight();
  const int top = area->verticalScrollBar()->value();
  EXPECT_GE(y, top);
  EXPECT_LE(y + area->rowHeight(), top + area->viewport()->height() - ListingGeometry::headerHeight());
}

TEST(ListingView, SaysWhyAFunctionHasNoCode) {
  Shown<ListingView> s(documentOf(program("packed alone\nvmtir compiled\n")));
  s.select(s.function("compiled"));
  EXPECT_EQ(s.view->area()->content().rows->size(), 0);
  EXPECT_EQ(
      paintedText(*s.view->area()->viewport()),
      QStringLiteral(
          "compiled is a compiled function: its code is machine code of the library, so there is no bytecode to list."));
}

TEST(CfgView, FollowsTheSelectionAndIsFollowed) {
  Shown<CfgView> s(documentOf(program(kProgram)));
  ASSERT_NE(s.view->canvas()->scene(), nullptr);
  EXPECT_EQ(s.view->canvas()->scene()->boxes.size(), 3u);
  QTest::keyClick(s.view->canvas(), Qt::Key_Down);
  EXPECT_EQ(s.place().pc.value, 0) << "from nowhere to the entry";
  QTest::keyClick(s.view->canvas(), Qt::Key_Down);
  EXPECT_EQ(s.place().pc.value, 4) << "the true edge first";
  QTest::keyClick(s.view->canvas(), Qt::Key_Up);
  EXPECT_EQ(s.place().pc.value, 0);
  s.select(s.function("helper"), InstrIndex(8));
  EXPECT_EQ(s.view->canvas()->scene()->function, s.function("helper"));
  QSignalSpy activated(s.document.selection(), &Selection::activated);
  QTest::keyClick(s.view->canvas(), Qt::Key_Space);
  ASSERT_EQ(activated.count(), 1);
  EXPECT_EQ(activated[0][0].value<ViewId>(), ViewId::Listing);
}

TEST(CfgView, ZoomsAboutTheCursorAndFits) {
  Shown<CfgView> s(documentOf(program(kProgram)));
  CfgCanvas& canvas = *s.view->canvas();
  canvas.fit();
  const double fitted = canvas.zoom();
  QTest::keyClick(&canvas, Qt::Key_Plus);
  EXPECT_NEAR(canvas.zoom(), fitted * 1.25, 1e-9);
  QTest::keyClick(&canvas, Qt::Key_0);
  EXPECT_NEAR(canvas.zoom(), 1, 1e-9);
  QTest::keyClick(&canvas, Qt::Key_F);
  EXPECT_NEAR(canvas.zoom(), fitted, 1e-9);
  for (int i = 0; i < 60; ++i) canvas.zoomBy(0.5, {0, 0});
  EXPECT_GT(canvas.zoom(), 0);
  EXPECT_FALSE(s.view->grab().isNull());
}

TEST(CfgView, LaysOutLargeFunctionsInTheBackground) {
  Shown<CfgView> s(documentOf(program(kProgram)));
  ASSERT_EQ(s.view->canvas()->scene()->boxes.size(), 3u);
  s.document.setData(documentOf(testing::diamonds(1'500)));
  EXPECT_FALSE(s.view->isSettled());
  EXPECT_TRUE(s.view->canvas()->scene()->boxes.empty()) << "the graph of other code is gone at once";
  ASSERT_TRUE(settle(*s.view));
  EXPECT_GT(s.view->canvas()->scene()->boxes.size(), 4'500u);
  s.view->canvas()->fit();
  EXPECT_FALSE(s.view->grab().isNull());
}

TEST(CfgView, FindGoesFromHitToHitOverAllFunctions) {
  Shown<CfgView> s(documentOf(program(kProgram)));
  ASSERT_TRUE(s.view->startFind());
  s.view->findBar()->setText(QStringLiteral("null_value"));
  ASSERT_TRUE(settle(*s.view));
  s.select(s.function("main"), InstrIndex(5));
  s.view->findNext(false);
  EXPECT_EQ(s.place().pc.value, 7);
  EXPECT_EQ(s.view->canvas()->scene()->function, s.function("helper"));
  s.view->findNext(false);
  EXPECT_EQ(s.place().pc.value, 0) << "round the end";
}

TEST(CfgView, PicturesHaveTheSizeOfTheGraph) {
  Shown<CfgView> s(documentOf(testing::diamonds(60)));
  EXPECT_GT(s.view->contentSize().height(), 10 * s.view->height()) << "not squeezed into the view";
}

TEST(ListingView, PicturesHoldAllRows) {
  Shown<ListingView> s(documentOf(testing::straight(500)));
  EXPECT_EQ(s.view->contentSize().height(), 503 * s.view->area()->rowHeight());
}

TEST(CfgView, PaintsTheWholeGraphForExport) {
  Shown<CfgView> s(documentOf(program(kProgram)));
  const QSizeF whole = s.view->canvas()->contentSize();
  const QSize size = (3 * whole).toSize();  // a border of three pixels covers some of them completely
  const double scale = std::min(size.width() / whole.width(), size.height() / whole.height());
  QImage image(size, QImage::Format_ARGB32);
  image.fill(Qt::magenta);
  QPainter painter(&image);
  s.view->renderAll(&painter, size);
  painter.end();
  const CfgScene& scene = *s.view->canvas()->scene();
  const QSizeF margin = (whole - QSizeF(scene.drawing.width, scene.drawing.height)) / 2;  // the same on all sides
  const QRectF last = scene.rect(scene.boxes.size() - 1).translated(margin.width(), margin.height());
  const QRect area = QRectF(last.topLeft() * scale, last.size() * scale).toAlignedRect().adjusted(-2, -2, 2, 2);
  ASSERT_TRUE(image.rect().contains(area));
  const QRgb border = Theme::instance()->color(Token::BorderStrong).rgb();
  int painted = 0;
  for (int y = area.top(); y <= area.bottom(); ++y)
    for (int x = area.left(); x <= area.right(); ++x) painted += image.pixel(x, y) == border ? 1 : 0;
  EXPECT_GT(painted, area.width() + area.height()) << "the border of the last box";
}

TEST(ConstantsView, ListsThePool) {
  Shown<ConstantsView> s(documentOf(program(kProgram)));
  QAbstractItemModelTester tester(s.view->table()->model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
  const std::string text = modelText(*s.view->table()->model()).toStdString();
  EXPECT_NE(text.find("c[0] | string | \"global\" |  | 6 B | 1 | "), std::string::npos) << text;
  EXPECT_NE(text.find("c[1] | int | 42 |  | 8 B | 1 | "), std::string::npos) << text;
}

TEST(InspectorView, ShowsAConstantThatIsChosen) {
  Shown<InspectorView> s(
      documentOf(program("const \"global\"\nfn main(x)\n  call vm.builtin.copy c0 -> %1\n  ret %1\n")));
  s.select(s.function("main"), InstrIndex(0));
  EXPECT_TRUE(s.view->plainText().contains(QStringLiteral("vm.builtin.copy"))) << s.view->plainText().toStdString();
  Place place = s.place();
  place.constant = ConstIndex(0);
  s.select(place);
  const std::string chosen = s.view->plainText().toStdString();
  for (const char* part : {"c[0]", "string", "global", "Used by 1 ", "pc 0"})
    EXPECT_NE(chosen.find(part), std::string::npos) << part << " in\n" << chosen;
  place.pc = InstrIndex(1);
  place.constant = ConstIndex();
  s.select(place);
  EXPECT_FALSE(s.view->plainText().contains(QStringLiteral("Used by"))) << "an instruction again";
  place.pc = InstrIndex(0);
  place.constant = ConstIndex(0);
  s.select(place);
  EXPECT_TRUE(s.view->plainText().contains(QStringLiteral("vm.builtin.copy"))) << "an operand chooses its instruction";
}

TEST(ConstantsView, ComputesFiguresOfATensor) {
  Executable e;
  TensorConstant tensor;
  tensor.dtype = DataType{static_cast<uint8_t>(TypeCode::Float), 32, 1};
  tensor.shape = {2, 2};
  const float values[4] = {1, -3, NAN, 0};
  tensor.data = Bytes::own(
      std::vector<uint8_t>(reinterpret_cast<const uint8_t*>(values), reinterpret_cast<const uint8_t*>(values) + 16));
  e.constants.push_back({tensor, 0});
  const auto figures = tensorFigures(tensor);
  ASSERT_TRUE(figures);
  EXPECT_EQ(figures->min, -3);
  EXPECT_EQ(figures->max, 1);
  EXPECT_NEAR(figures->mean, -2.0 / 3, 1e-12);
  EXPECT_EQ(figures->nan, 1u);
  EXPECT_EQ(figures->zero, 1u);
  EXPECT_EQ(figures->histogram[0], 1u);
  EXPECT_EQ(figures->histogram.back(), 1u);

  Shown<ConstantsView> s(documentOf(std::move(e)));
  Q_EMIT s.view->table()->rowSelected(0);
  ASSERT_TRUE(settle(*s.view));
  EXPECT_TRUE(s.view->pane()->figuresText().contains(QStringLiteral("NaN 1")))
      << s.view->pane()->figuresText().toStdString();
  auto* elements = s.view->findChild<QTableView*>(QStringLiteral("constants.elements"));
  QAbstractItemModelTester tester(elements->model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
  EXPECT_EQ(modelText(*elements->model()).toStdString(), "0 | 1\n1 | -3\nnan | 0\n");
  QSignalSpy requested(&s.document, &Document::requested);
  QTest::mouseClick(s.view->findChild<QPushButton*>(QStringLiteral("constants.save")), Qt::LeftButton);
  ASSERT_EQ(requested.count(), 1);
  const Request wanted = requested[0][0].value<Request>();
  ASSERT_TRUE(std::holds_alternative<request::SaveConstant>(wanted));
  EXPECT_EQ(std::get<request::SaveConstant>(wanted).constant, ConstIndex(0));
}

TEST(ConstantsView, FiguresOfATensorAreDroppedWhenAnotherConstantIsShown) {
  Executable e;
  TensorConstant tensor;
  tensor.dtype = DataType{static_cast<uint8_t>(TypeCode::Float), 32, 1};
  tensor.shape = {1 << 16};
  tensor.data = Bytes::own(std::vector<uint8_t>(4 << 16));
  e.constants.push_back({tensor, 0});
  e.constants.push_back({StringConstant{"text"}, 0});
  Shown<ConstantsView> s(documentOf(std::move(e)));
  Q_EMIT s.view->table()->rowSelected(0);
  QThreadPool::globalInstance()->waitForDone();  // the figures are available but not shown yet
  Q_EMIT s.view->table()->rowSelected(1);
  ASSERT_TRUE(settle(*s.view));
  EXPECT_TRUE(s.view->pane()->figuresText().isEmpty());
}

TEST(ConstantsView, ReadsEveryDtype) {
  const auto value = [](TypeCode code, uint8_t bits, std::vector<uint8_t> bytes) {
    TensorConstant t;
    t.dtype = DataType{static_cast<uint8_t>(code), bits, 1};
    t.data = Bytes::own(std::move(bytes));
    return elementText(t, 0).toStdString();
  };
  EXPECT_EQ(value(TypeCode::Float, 16, {0x00, 0x3C}), "1");
  EXPECT_EQ(value(TypeCode::Float, 16, {0x01, 0x00}), "5.960464e-08");
  EXPECT_EQ(value(TypeCode::Float, 16, {0x00, 0xFC}), "-inf");
  EXPECT_EQ(value(TypeCode::BFloat, 16, {0xC0, 0xBF}), "-1.5");
  EXPECT_EQ(value(TypeCode::Float8E4M3Fn, 8, {0x7E}), "448");
  EXPECT_EQ(value(TypeCode::Float8E4M3Fn, 8, {0x7F}), "nan");
  EXPECT_EQ(value(TypeCode::Float8E5M2, 8, {0x7B}), "57344");
  EXPECT_EQ(value(TypeCode::Float8E8M0Fnu, 8, {0x80}), "2");
  EXPECT_EQ(value(TypeCode::Float4E2M1Fn, 4, {0x07}), "6");
  EXPECT_EQ(value(TypeCode::Int, 8, {0xFF}), "-1");
  EXPECT_EQ(value(TypeCode::UInt, 64, std::vector<uint8_t>(8, 0xFF)), "18446744073709551615");
  EXPECT_EQ(value(TypeCode::Bool, 8, {1}), "true");
  EXPECT_EQ(value(TypeCode::Complex, 64, {1, 2, 3, 4, 5, 6, 7, 8}), "0102030405060708");
}

TEST(ConstantsView, LinksToItsUses) {
  Shown<ConstantsView> s(documentOf(program(kProgram)));
  Q_EMIT s.view->table()->rowActivated(1);
  EXPECT_EQ(s.place().pc.value, 4);
  EXPECT_EQ(s.place().constant.value, 1);
}

TEST(ModulesView, ShowsTreeAndKernels) {
  Shown<ModulesView> s(documentOfFile(testing::testData("relax/mlp_cuda.so")));
  QAbstractItemModelTester tester(s.view->tree()->model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
  const std::string tree = modelText(*s.view->tree()->model()).toStdString();
  EXPECT_NE(tree.find("relax.VMExecutable | "), std::string::npos) << tree;
  EXPECT_NE(tree.find("_lib | host code, x86-64 |  | 3\n"), std::string::npos) << tree;
  EXPECT_NE(tree.find("cuda | CUDA C++ source | "), std::string::npos) << tree;
  const std::string kernels = modelText(*s.view->kernels()->model()).toStdString();
  EXPECT_NE(kernels.find("softmax_kernel | 1 site | handle, handle | block.x, thread.x\n"), std::string::npos)
      << kernels;
  QSignalSpy activated(s.document.selection(), &Selection::activated);
  Q_EMIT s.view->kernels()->rowActivated(0);
  ASSERT_EQ(activated.count(), 1);
  EXPECT_EQ(activated[0][0].value<ViewId>(), ViewId::Source);
}

TEST(ModulesView, SaysThatBytesAloneHaveNoModules) {
  Shown<ModulesView> s(documentOf(program(kProgram)));
  EXPECT_EQ(s.view->tree()->model()->rowCount(), 0);
  EXPECT_EQ(
      paintedText(*s.view),
      QStringLiteral(
          "This file holds only an executable, without a library: kernels are looked up by name in the libraries loaded with it."));
}

TEST(HostNameOfKernel, DropsTheDeviceSuffix) {
  EXPECT_EQ(hostNameOfKernel("main_kernel"), "main");
  EXPECT_EQ(hostNameOfKernel("main_kernel_12"), "main");
  EXPECT_EQ(hostNameOfKernel("conv2d"), "conv2d");
  EXPECT_EQ(hostNameOfKernel("_kernel"), "_kernel");
}

}  // namespace
}  // namespace relaxscope
