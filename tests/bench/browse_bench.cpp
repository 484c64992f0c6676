// SPDX-License-Identifier: Apache-2.0
// Included before Qt, whose macro `emit` would break a declaration of it.
#include "vmcore/model/builder.h"

#include <QApplication>
#include <QScrollBar>
#include <QThread>

#include <benchmark/benchmark.h>

#include <random>

#include "views/cfg/cfg_view.h"
#include "views/code/text.h"
#include "views/graph/layered.h"
#include "views/listing/listing_view.h"
#include "views/theme/theme.h"
#include "views/widgets/row_index.h"

namespace relaxscope {
namespace {

class Names : public TableSource {
 public:
  explicit Names(size_t count) : count_(count) {
    columns_.push_back({QStringLiteral("name"), QStringLiteral("Name"), {}, 100});
    columns_.push_back({QStringLiteral("number"), QStringLiteral("Number"), {}, 100});
    columns_[1].numeric = true;
  }
  size_t rows() const override { return count_; }
  const std::vector<TableColumn>& columns() const override { return columns_; }
  Cell cell(size_t row, int) const override {
    Cell cell;
    cell.text = QString::number(row);
    return cell;
  }
  double number(size_t row, int) const override { return static_cast<double>((row * 2'654'435'761u) % 1'000'003); }
  void filterText(size_t row, std::string& out) const override {
    out += "fused_conv2d_add_relu_" + std::to_string(row);
  }
  void sortText(size_t row, int, std::string& out) const override { filterText(row, out); }

 private:
  size_t count_;
  std::vector<TableColumn> columns_;
};

void filterKeystroke(benchmark::State& state) {
  const RowIndex index(std::make_shared<const Names>(1'000'000));
  benchmark::DoNotOptimize(index.find({QStringLiteral("warm"), false, 1, false}));
  const QString pattern = state.range(0) == 0   ? QStringLiteral("9")
                          : state.range(0) == 1 ? QStringLiteral("relu_777")
                                                : QStringLiteral("relu_7.*9$");
  for (auto _ : state) benchmark::DoNotOptimize(index.find({pattern, state.range(0) == 2, 1, false}));
}
BENCHMARK(filterKeystroke)->ArgName("pattern")->Arg(0)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond);

void sortMillion(benchmark::State& state) {
  for (auto _ : state) {
    const RowIndex index(std::make_shared<const Names>(1'000'000));
    benchmark::DoNotOptimize(index.find({{}, false, static_cast<int>(state.range(0)), false}));
  }
}
BENCHMARK(sortMillion)->ArgName("column")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond)->Iterations(3);

void layoutGraph(benchmark::State& state) {
  const auto count = static_cast<uint32_t>(state.range(0));
  std::mt19937 random(3);
  const std::vector<layout::Box> boxes(count, {180, 90});
  std::vector<layout::Edge> edges;
  for (uint32_t i = 0; i + 1 < count; ++i) {
    edges.push_back({i, i + 1});
    if (random() % 3 == 0)
      edges.push_back({i, std::min<uint32_t>(count - 1, i + 2 + static_cast<uint32_t>(random() % 6))});
    if (random() % 40 == 0) edges.push_back({i, count - 1});
    if (random() % 9 == 0 && i > 30) edges.push_back({i, i - static_cast<uint32_t>(random() % 30)});
  }
  for (auto _ : state) benchmark::DoNotOptimize(layout::layered(boxes, edges));
}
BENCHMARK(layoutGraph)->Arg(1'000)->Arg(5'000)->Arg(20'000)->Unit(benchmark::kMillisecond);

std::shared_ptr<const Executable> straight(int count) {
  ExecutableBuilder builder;
  builder.beginFunction("main", {"x"});
  for (int i = 0; i < count; ++i)
    builder.emitCall("kernel", {ExecutableBuilder::r(i % 7), ExecutableBuilder::imm(i)}, (i + 1) % 7);
  builder.emitRet(0);
  return std::make_shared<const Executable>(builder.finish());
}

void openListing(benchmark::State& state) {
  const auto executable = straight(static_cast<int>(state.range(0)));
  for (auto _ : state) {
    Document document;
    DocumentData data;
    data.executable = executable;
    document.setData(data);
    ListingView view(&document, nullptr);
    view.resize(700, 800);
    benchmark::DoNotOptimize(view.grab());
  }
}
BENCHMARK(openListing)->Arg(20'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

void scrollListing(benchmark::State& state) {
  Document document;
  DocumentData data;
  data.executable = straight(1'000'000);
  document.setData(data);
  ListingView view(&document, nullptr);
  view.resize(700, 800);
  view.show();
  while (!view.isSettled()) QCoreApplication::processEvents(QEventLoop::AllEvents, 10);
  QImage frame(view.area()->viewport()->size(), QImage::Format_RGB32);
  int y = 0;
  for (auto _ : state) {
    view.area()->verticalScrollBar()->setValue(y += 997);
    view.area()->viewport()->render(&frame);
  }
}
BENCHMARK(scrollListing)->Unit(benchmark::kMillisecond);

void paintCfg(benchmark::State& state) {
  ExecutableBuilder builder;
  builder.beginFunction("main", {"x"});
  for (int i = 0; i < 6'666; ++i) {
    builder.emitIf(0, 3);
    builder.emitCall("left", {ExecutableBuilder::r(0)}, 0);
    builder.emitGoto(2);
    builder.emitCall("right", {ExecutableBuilder::r(0)}, 0);
  }
  builder.emitRet(0);
  Document document;
  DocumentData data;
  data.executable = std::make_shared<const Executable>(builder.finish());
  document.setData(data);
  CfgView view(&document, nullptr);
  view.resize(1400, 900);
  view.show();
  while (!view.isSettled()) QCoreApplication::processEvents(QEventLoop::AllEvents, 10);
  if (state.range(0) == 0) view.canvas()->fit();
  else view.canvas()->zoomBy(0.31 / view.canvas()->zoom(), {700, 450});
  QImage frame(view.canvas()->size(), QImage::Format_RGB32);
  for (auto _ : state) view.canvas()->render(&frame);
  state.counters["blocks"] = static_cast<double>(view.canvas()->scene()->boxes.size());
}
BENCHMARK(paintCfg)->ArgName("text")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace relaxscope

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication app(argc, argv);
  relaxscope::Theme::instance()->install(&app, relaxscope::Theme::Mode::Light);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
