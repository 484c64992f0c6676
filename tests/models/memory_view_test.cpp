// SPDX-License-Identifier: Apache-2.0
// The memory view of the two-layer MLP with n rows: matmul, add and relu of [n, 24], then matmul1, add1 and softmax of
// [n, 6], 4 bytes an element; and of other functions, with and without a plan.
#include "views/memory/memory_view.h"

#include <QApplication>
#include <QClipboard>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <gtest/gtest.h>

#include "tests/models/program.h"
#include "tests/models/shown_view.h"
#include "views/axis/plot.h"
#include "views/memory/bars.h"
#include "views/memory/curve.h"
#include "views/memory/density.h"
#include "views/memory/log_slider.h"
#include "views/memory/peak_panel.h"
#include "views/memory/step_line.h"
#include "views/memory/texts.h"
#include "views/memory/what_if.h"
#include "views/theme/theme.h"
#include "views/widgets/empty_note.h"
#include "views/widgets/figure_record.h"
#include "vmcore/base/block_bytes.h"
#include "vmcore/trace/file/trace_file.h"

namespace relaxscope {
namespace {

using testing::documentOf;
using testing::documentOfFile;
using testing::program;
using testing::Shown;

constexpr const char* kMlp = RELAXSCOPE_TEST_DATA "/relax/mlp_dyn.so";
constexpr QSize kLarge(1200, 900);

std::string rowsOf(const MemoryView& view) {
  QStringList lines;
  for (const PanelRow& row : view.panel()->rows()) {
    QStringList parts{row.left, row.middle, row.right};
    parts.removeAll(QString());
    if (!parts.isEmpty()) lines << parts.join(QStringLiteral(" | "));
  }
  return lines.join(QLatin1Char('\n')).toStdString();
}
void setSize(MemoryView& view, int64_t extent) {
  auto* slider = view.whatIf()->findChild<LogSlider*>(QStringLiteral("memory.slider.n"));
  ASSERT_NE(slider, nullptr);
  slider->setValue(LogSlider::valueOf(extent));
  ASSERT_TRUE(testing::settle(view));
}

void paintPlot(MemoryView& view) {
  QImage image(kLarge, QImage::Format_RGB32);
  QPainter painter(&image);
  view.renderAll(&painter, kLarge);
}

TEST(MemoryView, SaysWhoIsAliveAtThePeakAndWhatOtherPlansNeed) {
  Shown<MemoryView> s(documentOfFile(kMlp), kLarge);
  setSize(*s.view, 4096);
  constexpr uint64_t kWide = 4096ull * 24 * 4, kNarrow = 4096ull * 6 * 4;
  ASSERT_NE(s.view->scene().picture, nullptr);
  EXPECT_EQ(s.view->scene().picture->plan.storagesPeak, 2 * kWide);
  EXPECT_EQ(s.view->scene().picture->other.perTensor.bytes, 3 * kWide + 3 * kNarrow);
  const std::string text = rowsOf(*s.view);
  for (const char* line : {"Live peak for n = 4,096\n786,432 B\n192·n  at pc 10–20",
                           "storage %3 | 96·n | 393,216\n%5 | matmul out, f32[n, 24] | pc 7–15",
                           "%11 | relu out, f32[n, 24] | pc 17–27", "storage %7 | 96·n | 393,216",
                           "Live peak, this plan | 192·n | 786,432", "All storages, this plan | 264·n | 1,081,344",
                           "One storage per tensor | 360·n | 1,474,560", "Smallest possible | 192·n | 786,432",
                           "The peak is as low as any plan", "Constants | 2,304", "Naive allocator | 786,432"})
    EXPECT_NE(text.find(line), std::string::npos) << line << "\nin\n" << text;
  EXPECT_EQ(text.find("storage %13"), std::string::npos) << "not alive at the peak";
}

TEST(MemoryView, FollowsTheSelectionInBothDirections) {
  Shown<MemoryView> s(documentOfFile(kMlp), kLarge);
  s.view->choose({0, 1});
  EXPECT_EQ(s.place().pc, InstrIndex(17));
  EXPECT_EQ(s.place().reg, RegIndex(11));
  s.select(s.function("main"), InstrIndex(10));
  EXPECT_EQ(s.view->scene().selected, (MemoryItem{1, -1}));
  s.select(s.function("main"), InstrIndex(12));
  EXPECT_EQ(s.view->scene().selected, (MemoryItem{1, 0}));
  s.select(s.function("main"), InstrIndex(8));
  EXPECT_FALSE(s.view->scene().selected.valid()) << "a call allocates nothing";
}

TEST(MemoryView, AClickSelectsWhatIsUnderThePointer) {
  Shown<MemoryView> s(documentOfFile(kMlp), kLarge);
  const AxisPlot* plot = s.view->plot();
  const MemoryLayout layout = layoutMemory(s.view->scene(), plot->laneArea());
  const auto x = [&](double pc) { return static_cast<int>(plot->axisScale().x(pc)); };
  auto* canvas = plot->findChild<QWidget*>(QStringLiteral("memory.plot.canvas"));
  ASSERT_NE(canvas, nullptr);
  const int first = layout.rows.top() + layout.rowHeight * 2 / 3;
  QTest::mouseClick(canvas, Qt::LeftButton, {}, {x(10), first});
  EXPECT_EQ(s.view->scene().selected, (MemoryItem{0, 0}));
  QTest::mouseClick(canvas, Qt::LeftButton, {}, {x(16), first});
  EXPECT_EQ(s.view->scene().selected, (MemoryItem{0, -1})) << "the storage between two tensors";
  QTest::mouseClick(canvas, Qt::LeftButton, {}, {x(19) + 3, layout.calls.center().y()});
  EXPECT_EQ(s.place().pc, InstrIndex(19)) << "the call of relu";
}

TEST(MemoryView, EachListedKeyHasAnEffect) {
  Shown<MemoryView> s(documentOfFile(kMlp), kLarge);
  const QSignalSpy activated(s.document.selection(), &Selection::activated);
  const auto state = [&] {
    const MemoryScene& scene = s.view->scene();
    return QStringLiteral("%1 %2 %3 %4 %5 %6")
        .arg(scene.selected.storage)
        .arg(scene.selected.tensor)
        .arg(scene.window.begin)
        .arg(scene.window.end)
        .arg(s.place().pc.value)
        .arg(activated.count());
  };
  for (const ViewKeyRow& row : MemoryView::kKeyRows)
    for (const QString& key : QString::fromLatin1(row.keys).split(QLatin1Char(' '))) {
      s.view->choose({2, key == QStringLiteral("Left") ? 0 : -1});
      QTest::keyClick(s.view.get(), Qt::Key_0);
      QTest::keyClick(s.view.get(), Qt::Key_W);
      const QString before = state();
      const QKeyCombination pressed = QKeySequence(key)[0];
      QTest::keyClick(s.view.get(), pressed.key(), pressed.keyboardModifiers());
      EXPECT_NE(state().toStdString(), before.toStdString()) << row.text << ": " << key.toStdString();
    }
}

TEST(MemoryView, CopiesThePlan) {
  Shown<MemoryView> s(documentOfFile(kMlp), kLarge);
  const QString csv = planAsCsv(*s.view->scene().picture);
  EXPECT_EQ(csv.count(QLatin1Char('\n')), 7) << "a header and six tensors";
  EXPECT_TRUE(csv.contains(QStringLiteral("\n5,3,384,n * 96,27,7,5,\"f32[n, 24]\",384,15\n"))) << csv.toStdString();
}

TEST(MemoryView, SizesStayWithinWhatStoragesHaveRoomFor) {
  Shown<MemoryView> s(documentOfFile(RELAXSCOPE_TEST_DATA "/memory/planned_bound.bin"), kLarge);
  auto* slider = s.view->whatIf()->findChild<LogSlider*>(QStringLiteral("memory.slider.batch"));
  ASSERT_NE(slider, nullptr);
  slider->setValue(LogSlider::valueOf(64));
  ASSERT_TRUE(testing::settle(*s.view));
  EXPECT_EQ(s.view->whatIf()->sizes().at(0).second, 8);
  EXPECT_EQ(LogSlider::extentOf(slider->value()), 8) << "the handle goes back";
  EXPECT_TRUE(slider->toolTip().contains(QLatin1Char('8')));
  const std::string text = rowsOf(*s.view);
  for (const char* line :
       {"Live peak for batch = 8", "The storages have room for batch up to 8.", "Arguments, of the caller | 2,560"})
    EXPECT_NE(text.find(line), std::string::npos) << line << "\nin\n" << text;
}

TEST(MemoryView, SaysWhereNoRunPasses) {
  Shown<MemoryView> s(documentOfFile(RELAXSCOPE_TEST_DATA "/memory/negative_extent.bin"), kLarge);
  auto* slider = s.view->whatIf()->findChild<LogSlider*>(QStringLiteral("memory.slider.m"));
  ASSERT_NE(slider, nullptr);
  slider->setValue(LogSlider::valueOf(8));
  ASSERT_TRUE(testing::settle(*s.view));
  EXPECT_EQ(rowsOf(*s.view), "No run with m = 8, n = 4 passes\npc 6: the bytes of a storage, (n - m) * 16, are -64");
}

TEST(MemoryView, ShowsContentsThatAreWrittenOver) {
  Shown<MemoryView> s(documentOfFile(RELAXSCOPE_TEST_DATA "/run/planner_overlap_view.so"), kLarge);
  ASSERT_EQ(s.view->scene().picture->overlaps.size(), 1u);
  const PlacedOverlap& overlap = s.view->scene().picture->overlaps[0];
  EXPECT_EQ(s.view->scene().picture->chart.storages[0].tensors[0].end, 16) << "it is read at pc 15";
  const std::string text = rowsOf(*s.view);
  EXPECT_NE(text.find("pc 9 writes the tensor of pc 7 over that of pc 3, whose contents pc 15 reads."),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("Smallest possible"), std::string::npos) << "a wrong plan is no measure\n" << text;
  EXPECT_EQ(text.find("as low as any plan"), std::string::npos) << "nor praised\n" << text;
  EXPECT_TRUE(itemReadout(s.view->scene(), {overlap.storage, overlap.victim})
                  .contains(QStringLiteral("written over at pc 9, read at pc 15")));
}

TEST(MemoryView, SaysWhyThereIsNoPlan) {
  Shown<MemoryView> s(documentOf(program("fn main(n)\n  call k %0 -> %1\n  ret %1\nvmtir compiled\n")));
  const auto* note = s.view->findChild<EmptyNote*>();
  ASSERT_NE(note, nullptr);
  EXPECT_TRUE(note->isVisible());
  EXPECT_TRUE(note->sentence().contains(QStringLiteral("main allocates no storage"))) << note->sentence().toStdString();
  Shown<MemoryView> compiled(documentOfFile(RELAXSCOPE_TEST_DATA "/relax/mlp_dyn_compiled.bin"));
  EXPECT_TRUE(compiled.view->findChild<EmptyNote*>()->isVisible());
}

TEST(MemoryView, ShowsLivesOfRegisters) {
  Shown<MemoryView> s(documentOfFile(kMlp), kLarge);
  s.view->showRegisters(true);
  ASSERT_TRUE(testing::settle(*s.view));
  const auto registers = s.view->scene().registers;
  ASSERT_NE(registers, nullptr);
  EXPECT_EQ(registers->fileSize, 24);
  EXPECT_EQ(registers->peak, *std::ranges::max_element(registers->pressure));
  // %3, the first storage: defined by the allocation at 5, killed at 18 after its last use at 17.
  const auto row = std::ranges::find(registers->rows, 3, &RegisterPicture::Row::reg);
  ASSERT_NE(row, registers->rows.end());
  ASSERT_EQ(row->lives.size(), 1u);
  EXPECT_EQ(row->lives[0].begin, 5);
  EXPECT_GE(row->lives[0].end, 18);
}

TEST(MemoryView, ComparesWithWhatAProfileMeasured) {
  const auto file = readTraceFile(RELAXSCOPE_TEST_DATA "/profiles/mlp_dyn.rsprof");
  ASSERT_TRUE(file.ok());
  DocumentData data;
  data.executable = file->executable;
  ASSERT_NE(data.executable, nullptr);
  Shown<MemoryView> s(std::move(data), kLarge);
  s.document.setTrace(file->trace);
  ASSERT_TRUE(testing::settle(*s.view));
  const auto measured = s.view->scene().measured;
  ASSERT_NE(measured, nullptr);
  ASSERT_EQ(measured->sizes.size(), 1u);
  const int64_t n = measured->sizes[0].second;
  EXPECT_TRUE(measured->seen.at("n").contains(n));
  // What the run allocated and what is planned for the same n: two blocks of [n, 24].
  EXPECT_EQ(static_cast<uint64_t>(measured->peak), 2 * naiveBlockBytes(static_cast<size_t>(n) * 96));
  const FunctionFacts facts(*file->executable);
  const auto plan = memoryPlan(facts, file->executable->findFunction("main"), {.given = {{"n", n}}});
  EXPECT_EQ(plan->storagesPeak, static_cast<uint64_t>(measured->peak));
  for (const PlannedStorage& storage : plan->storages)
    EXPECT_EQ(static_cast<uint64_t>(measured->allocatedAt(storage.pc)), storage.block) << storage.pc.value;
}

TEST(MemoryView, FollowsTheSizesOfTheRunThatIsShown) {
  const auto file = readTraceFile(RELAXSCOPE_TEST_DATA "/profiles/mlp_dyn.rsprof");
  ASSERT_TRUE(file.ok());
  DocumentData data;
  data.executable = file->executable;
  Shown<MemoryView> s(std::move(data), kLarge);
  auto* const asRun = s.view->findChild<QToolButton*>(QStringLiteral("memory.asRun"));
  auto* const asChosen = s.view->findChild<QToolButton*>(QStringLiteral("memory.asChosen"));
  ASSERT_TRUE(asRun != nullptr && asChosen != nullptr);
  EXPECT_TRUE(asRun->isHidden() || !asRun->isVisible()) << "no run is shown";
  setSize(*s.view, 512);
  s.document.setTrace(file->trace);
  ASSERT_TRUE(testing::settle(*s.view));
  const auto shown = [&] { return s.view->scene().picture->plan.sizes.front().second; };
  const int64_t n = s.view->scene().measured->sizes.front().second;
  ASSERT_NE(n, 512);
  EXPECT_EQ(shown(), n);
  EXPECT_FALSE(s.view->scene().isScaled);
  EXPECT_EQ(s.view->scene().picture->plan.storagesPeak, static_cast<uint64_t>(s.view->scene().measured->peak));
  EXPECT_TRUE(asRun->isVisible() && asRun->isChecked());
  asChosen->click();
  ASSERT_TRUE(testing::settle(*s.view));
  EXPECT_EQ(shown(), 512) << "the size that was chosen before the run";
  asRun->click();
  ASSERT_TRUE(testing::settle(*s.view));
  EXPECT_EQ(shown(), n);
  setSize(*s.view, 4096);
  EXPECT_EQ(shown(), 4096);
  EXPECT_TRUE(asChosen->isChecked());
  EXPECT_TRUE(s.view->scene().isScaled);
}

TEST(MemoryView, TheChartIsScaledToItsCurve) {
  Shown<MemoryView> s(documentOfFile(kMlp), kLarge);
  setSize(*s.view, 4096);
  const MemoryPicture& picture = *s.view->scene().picture;
  ASSERT_GT(picture.withoutReuse.back().after, 1.8 * static_cast<double>(picture.plan.storagesPeak));
  EXPECT_EQ(liveBytesScale(s.view->scene()), static_cast<double>(picture.plan.storagesPeak));
  const FigureRecord record;
  paintPlot(*s.view);
  EXPECT_TRUE(std::ranges::any_of(record.drawn, [](const FigureRecord::Drawn& each) {
    return each.text == QStringLiteral("no reuse: up to 1.41 MiB");
  }));
}

/// How much of a rectangle of an image has exactly a colour.
double shareOfColour(const QImage& image, const QRect& rect, const QColor& colour) {
  int same = 0;
  for (int y = rect.top(); y <= rect.bottom(); ++y)
    for (int x = rect.left(); x <= rect.right(); ++x) same += image.pixelColor(x, y) == colour ? 1 : 0;
  return static_cast<double>(same) / (rect.width() * rect.height());
}

TEST(MemoryView, StepsWithinAPixelAreARange) {
  std::vector<StepPoint> comb;
  for (int i = 0; i < 100'000; ++i) comb.push_back({static_cast<double>(i), 100, i % 2 == 0 ? 100.0 : 10.0});
  QImage image(400, 200, QImage::Format_RGB32);
  const Theme* theme = Theme::instance();
  image.fill(theme->color(Token::Panel));
  QPainter painter(&image);
  AxisWindow window;
  window.setLimits(0, 100'000);
  window.whole();
  const StepFrame frame(window, image.rect(), 100);
  paintStepLine(&painter, frame, comb, StepStyle::Filled);
  painter.end();
  const QRect teeth(50, static_cast<int>(frame.top()) + 5, 300, 100);
  EXPECT_LT(shareOfColour(image, teeth, theme->color(Token::Accent)), 0.01) << "lines that form a block";
  EXPECT_GT(shareOfColour(image, QRect(50, static_cast<int>(frame.top()) - 2, 300, 4), theme->color(Token::Accent)),
            0.2)
      << "the highest values";
}

TEST(MemoryView, TensorsWithinAPixelAreAStripThatSaysHowMany) {
  std::string text = "fn main(x)\n  call vm.builtin.alloc_storage %0 i64 -> %1\n";
  for (int i = 0; i < 20'000; ++i) text += "  call vm.builtin.alloc_tensor %1 i0 -> %2\n  call k %0 %2 -> %3\n";
  Shown<MemoryView> s(documentOf(program(text + "  ret %3\n")), kLarge);
  ASSERT_TRUE(QTest::qWaitFor([&] { return s.view->scene().picture != nullptr && s.view->isSettled(); }, 60'000));
  ASSERT_EQ(s.view->scene().picture->plan.storages.size(), 1u);
  ASSERT_EQ(s.view->scene().picture->manyTensors.size(), 1u);
  const FigureRecord record;
  paintPlot(*s.view);
  const auto drawn = [&](const QString& what) {
    return std::ranges::count_if(record.drawn,
                                 [&](const FigureRecord::Drawn& each) { return each.text.endsWith(what); });
  };
  EXPECT_EQ(drawn(QStringLiteral(",000 tensors")) + drawn(QStringLiteral(",999 tensors")), 1);
  EXPECT_EQ(drawn(QStringLiteral(",000 calls")), 1);
  EXPECT_LE(drawn(QStringLiteral("%2")), 1) << "names of single tensors";
}

TEST(DensityStrip, AddsWhatBarsCoverOfAPixel) {
  DensityStrip strip(10, 5);
  strip.add(10.25, 10.75);
  strip.add(11.5, 13.25);
  strip.add(13.0, 14.0);
  strip.add(-5, 5);
  strip.add(15, 90);
  EXPECT_DOUBLE_EQ(strip.covered(0), 0.5);
  EXPECT_DOUBLE_EQ(strip.covered(1), 0.5);
  EXPECT_DOUBLE_EQ(strip.covered(2), 1);
  EXPECT_DOUBLE_EQ(strip.covered(3), 1) << "at most";
  EXPECT_DOUBLE_EQ(strip.covered(4), 0);
  EXPECT_EQ(strip.bars(), 3u);
}

TEST(MemoryView, PaintsAHundredThousandStorages) {
  std::string text = "fn main(x)\n";
  for (int i = 0; i < 100'000; ++i) text += "  call vm.builtin.alloc_storage %0 i64 -> %1\n";
  Shown<MemoryView> s(documentOf(program(text + "  ret %1\n")), kLarge);
  ASSERT_TRUE(QTest::qWaitFor([&] { return s.view->scene().picture != nullptr && s.view->isSettled(); }, 60'000));
  ASSERT_GT(s.view->scene().picture->plan.storages.size(), 10'000u);
  s.view->choose({9'999, -1});
  s.view->grab();
  EXPECT_GT(s.view->scene().scrollY, 0);
}

TEST(MemoryTexts, Formulas) {
  EXPECT_EQ(formulaText("n * 192 + 2304"), QStringLiteral("192·n + 2,304"));
  EXPECT_EQ(formulaText("n * (m + 1) * 4"), QStringLiteral("4·n·(m + 1)"));
  EXPECT_EQ(formulaText("?"), QStringLiteral("?"));
  EXPECT_EQ(LogSlider::extentOf(LogSlider::valueOf(4096)), 4096);
}

}  // namespace
}  // namespace relaxscope
