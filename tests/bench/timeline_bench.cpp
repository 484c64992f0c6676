// SPDX-License-Identifier: Apache-2.0
// Frame times of the timeline, offscreen at 1600x900: pans and zooms over traces of 10^6 and 10^7 events and prints
// median, p99 and maximum per frame. A frame is a scene change with a complete replot and repaint. Prints wall time,
// and CPU time of the GUI thread, which other load does not affect.
//
//   timeline_bench [EVENTS...]           default: 1000000 10000000
#include <QApplication>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "tests/support/synthetic_trace.h"
#include "views/profile/timeline/plot.h"
#include "views/profile/timeline/timeline_view.h"
#include "views/theme/theme.h"

namespace relaxscope {
namespace {

using Clock = std::chrono::steady_clock;
double ms(Clock::duration d) { return std::chrono::duration<double, std::milli>(d).count(); }

double threadCpuMs() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

struct Times {
  std::vector<double> wall, cpu;
  void print(const char* what) {
    std::sort(wall.begin(), wall.end());
    std::sort(cpu.begin(), cpu.end());
    const auto at = [](const std::vector<double>& values, double part) {
      return values[static_cast<size_t>(part * static_cast<double>(values.size() - 1))];
    };
    std::printf(
        "  %-34s %4zu frames  median %6.2f ms  p99 %6.2f ms  max %6.2f ms   CPU: median %6.2f  p99 %6.2f  max %6.2f\n",
        what, wall.size(), at(wall, 0.5), at(wall, 0.99), wall.back(), at(cpu, 0.5), at(cpu, 0.99), cpu.back());
  }
};

void measure(uint64_t events) {
  auto began = Clock::now();
  const auto trace = testing::bulkTrace(events);
  std::printf("%llu events in %zu chunks (made in %.0f ms)\n", static_cast<unsigned long long>(trace->eventCount()),
              trace->chunks().size(), ms(Clock::now() - began));

  Tracks tracks;
  began = Clock::now();
  tracks.advance(trace);
  const double built = ms(Clock::now() - began);
  size_t bytes = 0;
  for (const auto& row : tracks.rows()) bytes += row->slices.memoryBytes();
  std::printf("  rows and pyramids: %.0f ms, %.1f bytes an event\n", built,
              static_cast<double>(bytes) / static_cast<double>(trace->eventCount()));
  tracks.clear();

  Document document;
  TimelineView view(&document, nullptr);
  view.resize(1600, 900);
  view.show();
  document.setTrace(trace);
  ProfileTracks::of(&document)->finish();
  view.showRun(-1);
  QCoreApplication::processEvents();

  auto& scene = const_cast<TimelineScene&>(view.scene());
  TimelinePlot* plot = view.plot();
  const auto frame = [&](Times& times) {
    const auto start = Clock::now();
    const double cpu = threadCpuMs();
    plot->replotNow();
    times.cpu.push_back(threadCpuMs() - cpu);
    times.wall.push_back(ms(Clock::now() - start));
  };
  Times whole;
  for (int i = 0; i < 40; ++i) frame(whole);
  whole.print("whole trace");

  Times zoom;
  const double anchor = scene.window.limitBegin + scene.scopeTicks() * 0.37;
  scene.window.whole();
  for (int i = 0; i < 150; ++i) {
    scene.window.zoom(0.9, anchor);
    frame(zoom);
  }
  for (int i = 0; i < 150; ++i) {
    scene.window.zoom(1 / 0.9, anchor);
    frame(zoom);
  }
  zoom.print("zoom in to slices and out again");

  for (const double share : {0.5, 0.05, 0.001, 0.00005}) {
    Times pan;
    scene.window.show(scene.window.limitBegin, scene.window.limitBegin + scene.scopeTicks() * share);
    for (int i = 0; i < 200; ++i) {
      scene.window.pan(0.02);
      frame(pan);
    }
    char text[64];
    std::snprintf(text, sizeof text, "pan, %g %% of the trace visible", share * 100);
    pan.print(text);
  }
}

}  // namespace
}  // namespace relaxscope

int main(int argc, char** argv) {
  if (std::getenv("QT_QPA_PLATFORM") == nullptr) setenv("QT_QPA_PLATFORM", "offscreen", 1);
  QApplication app(argc, argv);
  relaxscope::Theme::instance()->install(&app, relaxscope::Theme::Mode::Light);
  std::vector<uint64_t> sizes;
  for (int i = 1; i < argc; ++i) sizes.push_back(std::strtoull(argv[i], nullptr, 10));
  if (sizes.empty()) sizes = {1'000'000, 10'000'000};
  for (const uint64_t size : sizes) relaxscope::measure(size);
  return 0;
}
