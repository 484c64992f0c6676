// SPDX-License-Identifier: Apache-2.0
// What rscope profile says about devices, as text and as JSON.
#include "app/cli/run/device_summary.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/device_trace.h"
#include "vmcore/base/json/writer.h"
#include "vmcore/base/text/collect.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

using testing::dynamicCudaModel;

struct Profile {
  std::shared_ptr<const Trace> trace;
  TraceStatistics statistics = computeStatistics(*trace, Grouping::Callee);
  DeviceStatistics device = deviceStatistics(*trace, statistics);

  [[nodiscard]] std::string text() const {
    return collectText([&](const TextSink& sink) { cli::writeDeviceText(*trace, statistics, device, sink); });
  }
  [[nodiscard]] nlohmann::json json() const {
    return nlohmann::json::parse(collectText([&](const TextSink& sink) {
      JsonWriter json(sink);
      json.beginDocument();
      cli::writeDeviceJson(json, *trace, statistics, device);
      json.key("rows").beginArray();
      for (const OnDevice& row : device.rows) {
        json.beginObject();
        if (row.any()) cli::writeOnDeviceJson(json, statistics, row);
        json.end();
      }
      json.end().end();
    }));
  }
};

TEST(DeviceSummary, TextTellsHowTimesWereTakenAndHowBusyTheDeviceWas) {
  const Profile profile{dynamicCudaModel(12).trace};
  const std::string text = profile.text();
  EXPECT_NE(text.find("cuda:0: NVIDIA A100-SXM4-80GB, sm_80"), std::string::npos) << text;
  EXPECT_NE(text.find("times: CUPTI; launches asynchronous; clock aligned within 400 ns"), std::string::npos) << text;
  EXPECT_NE(text.find("  device     busy "), std::string::npos) << text;
  EXPECT_EQ(text.find("note"), std::string::npos) << "nothing was lost";
}

TEST(DeviceSummary, AnEmulatedDeviceIsNotMeasured) {
  const Profile profile{dynamicCudaModel(12, DeviceTiming::Emulated).trace};
  EXPECT_NE(profile.text().find("times: emulated, no measure"), std::string::npos);
  EXPECT_EQ(profile.text().find("busy"), std::string::npos);
  const nlohmann::json json = profile.json()["device_work"];
  EXPECT_TRUE(json["emulated"].get<bool>());
  EXPECT_TRUE(json["clock_error_ns"].is_null());
  EXPECT_FALSE(json.contains("busy_ns"));
}

TEST(DeviceSummary, LostRecordsAndMissingTimesAreSaid) {
  Trace trace = *dynamicCudaModel(3).trace;
  trace.device.droppedRecords = 7;
  EXPECT_NE(Profile{std::make_shared<const Trace>(trace)}.text().find("7 lost"), std::string::npos);
  Trace none;
  none.device.noTimes = "CUPTI is in use by another program";
  EXPECT_EQ(Profile{std::make_shared<const Trace>(none)}.text(),
            "  device     no times: CUPTI is in use by another program\n");
  EXPECT_EQ(Profile{std::make_shared<const Trace>()}.text(), "");
}

TEST(DeviceSummary, JsonHasTheFiguresOfTheRows) {
  const Profile profile{dynamicCudaModel(12).trace};
  const nlohmann::json json = profile.json();
  EXPECT_EQ(json["device_work"]["rows"], profile.trace->workCount());
  EXPECT_EQ(json["device_work"]["clock_error_ns"], 400);
  const double share = json["device_work"]["busy_share"];
  EXPECT_GT(share, 0.1);
  EXPECT_LT(share, 1);
  EXPECT_NEAR(json["device_work"]["busy_ns"].get<double>(),
              share * profile.statistics.totalNs / static_cast<double>(profile.statistics.kept.size()),
              0.05 * json["device_work"]["busy_ns"].get<double>())
      << "of the runs as recorded";
  size_t rows = 0;
  for (size_t i = 0; i < json["rows"].size(); ++i) {
    if (!json["rows"][i].contains("on_device")) continue;
    ++rows;
    const nlohmann::json kernels = json["rows"][i]["on_device"]["kernels"];
    EXPECT_EQ(kernels["count"], 12) << "of all measured runs";
    EXPECT_NEAR(kernels["median_ns"].get<double>(), profile.device.rows[i].kernels.medianNs, 0.06);
  }
  EXPECT_EQ(rows, 3u);
  const std::vector<std::string> line = cli::onDeviceLine(
      profile.statistics, profile.device.rows[0].any() ? profile.device.rows[0] : profile.device.rows[1]);
  EXPECT_EQ(line[0], "  on device");
  EXPECT_EQ(line[1], "1");
}

}  // namespace
}  // namespace relaxscope
