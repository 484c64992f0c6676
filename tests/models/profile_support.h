// SPDX-License-Identifier: Apache-2.0
// Shared helpers of tests of run views: a document with a trace, and functions that open views on it.
#pragma once

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QTest>

#include <memory>

#include "tests/support/synthetic_trace.h"
#include "views/profile/timeline/plot.h"
#include "views/profile/timeline/timeline_view.h"
#include "views/profile/tracks.h"

namespace relaxscope::testing {

/// A document with a complete trace.
class ProfileViews : public ::testing::Test {
 protected:
  void load(const SyntheticModel& model) {
    DocumentData data;
    data.path = QStringLiteral("model.so");
    data.executable = model.executable;
    document.setData(std::move(data));
    document.setTrace(model.trace);
    if (model.trace != nullptr)
      document.setStatistics(std::make_shared<TraceStatistics>(computeStatistics(*model.trace, Grouping::Callee)),
                             std::make_shared<TraceStatistics>(computeStatistics(*model.trace, Grouping::Site)));
    ProfileTracks::of(&document)->finish();
    QCoreApplication::processEvents();
  }
  template <class V>
  std::unique_ptr<V> open(int width = 1200, int height = 500) {
    auto view = std::make_unique<V>(&document, nullptr);
    view->resize(width, height);
    view->show();
    QCoreApplication::processEvents();
    return view;
  }
  void settle(const View& view) {
    EXPECT_TRUE(QTest::qWaitFor([&] { return view.isSettled(); }, 10'000));
  }
  /// The middle of a slice in the plot's coordinates.
  static QPoint middleOf(const TimelineView& view, SlicePlace place) {
    const TimelineScene& scene = view.scene();
    const EventRow& row = scene.tracks().rows()[place.row]->slices;
    const RowBand& band = scene.layout.bands[static_cast<size_t>(scene.layout.bandOfRow(place.row))];
    const double x = view.plot()->scale().x(static_cast<double>(row.start(place.slice) + row.end(place.slice)) / 2);
    return {static_cast<int>(x), view.plot()->rulerHeight() + band.y + band.height / 2 - scene.scrollY};
  }
  static SlicePlace find(const TimelineView& view, const char* name, double from) {
    const Tracks& tracks = view.scene().tracks();
    for (uint32_t r = 0; r < tracks.rows().size(); ++r) {
      const EventRow& row = tracks.rows()[r]->slices;
      for (size_t i = row.firstStartingFrom(from); i < row.size(); ++i)
        if (tracks.nameOf(row, static_cast<uint32_t>(i)).text == name) return {r, static_cast<uint32_t>(i)};
    }
    return {};
  }
  static QWidget* canvas(const TimelineView& view) {
    return view.plot()->findChild<QWidget*>(QStringLiteral("timeline.plot.canvas"));
  }

  Document document;
};

}  // namespace relaxscope::testing
