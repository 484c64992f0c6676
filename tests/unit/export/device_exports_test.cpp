// SPDX-License-Identifier: Apache-2.0
// Device work in Chrome's trace format and in CSV.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/support/device_trace.h"
#include "vmcore/export/exporter.h"

namespace relaxscope {
namespace {

using Json = nlohmann::json;
using testing::dynamicCudaModel;
using testing::dynamicModel;

template <class Write>
std::string writtenBy(Write&& write, const Trace& trace) {
  std::string out;
  write(trace, nullptr, [&](std::string_view text) {
    out += text;
    return true;
  });
  return out;
}

TEST(DeviceExports, ChromeHasATrackForEachStreamAndAFlowForEachLaunch) {
  const auto model = dynamicCudaModel(3);
  const Json events = Json::parse(writtenBy(writeChromeTrace, *model.trace));
  std::map<int64_t, std::string> lanes;
  std::map<uint64_t, Json> starts, ends, kernels;
  size_t copies = 0;
  for (const Json& event : events) {
    const std::string phase = event["ph"];
    if (event["name"] == "thread_name") lanes[event["tid"]] = event["args"]["name"];
    if (phase == "s") starts[event["id"]] = event;
    if (phase == "f") ends[event["id"]] = event;
    if (phase == "X" && event["cat"] == "kernel") kernels[event["args"]["work"]] = event;
    if (phase == "X" && event["cat"] == "copy to host") ++copies;
  }
  EXPECT_EQ(lanes.at(16), "cuda:0, stream 0");
  EXPECT_EQ(copies, 3u);
  ASSERT_EQ(kernels.size(), 9u);
  ASSERT_EQ(starts.size(), 9u);
  ASSERT_EQ(ends.size(), 9u);
  for (const auto& [number, kernel] : kernels) {
    const auto row = model.trace->findWork(WorkIndex(static_cast<int64_t>(number)));
    EXPECT_NEAR(kernel["dur"].get<double>(), static_cast<double>(row->duration) / 1000, 0.0011);
    EXPECT_NEAR(starts.at(number)["ts"].get<double>(), static_cast<double>(row->queued) / 1000, 0.0011);
    EXPECT_EQ(ends.at(number)["ts"], kernel["ts"]);
    EXPECT_EQ(kernel["tid"], 16);
    EXPECT_EQ(kernel["args"]["event"], row->call);
    EXPECT_EQ(kernel["args"]["block"].size(), 3u);
  }
}

TEST(DeviceExports, ChromeMarksAnEmulatedDevice) {
  EXPECT_NE(writtenBy(writeChromeTrace, *dynamicCudaModel(1, DeviceTiming::Emulated).trace)
                .find("cuda:0, stream 0 (emulated, no measure)"),
            std::string::npos);
}

TEST(DeviceExports, CsvHasARowForEachPieceOfWork) {
  const auto model = dynamicCudaModel(3);
  std::istringstream lines(writtenBy(writeTraceCsv, *model.trace));
  std::string line;
  size_t work = 0, events = 0, kernels = 0;
  size_t columns = 0;
  while (std::getline(lines, line)) {
    const size_t commas = static_cast<size_t>(std::ranges::count(line, ','));
    if (columns == 0) {
      columns = commas;
      EXPECT_EQ(columns, 20u);
      continue;
    }
    EXPECT_TRUE(commas == columns || line.find('"') != std::string::npos) << line;
    if (line[0] != ',') {
      ++events;
      continue;
    }
    ++work;
    if (line.find(",kernel,,,") == std::string::npos) continue;
    ++kernels;
    EXPECT_NE(line.find("_kernel,"), std::string::npos) << line;
  }
  EXPECT_EQ(events, model.trace->eventCount());
  EXPECT_EQ(work, model.trace->workCount());
  EXPECT_EQ(kernels, 9u);
}

TEST(DeviceExports, WithoutDeviceWorkCsvIsAsBefore) {
  const std::string text = writtenBy(writeTraceCsv, *dynamicModel(1).trace);
  EXPECT_TRUE(
      text.starts_with("event,run,start_ns,duration_ns,depth,kind,function,pc,callee,args,allocated,freed,live\n"));
}

}  // namespace
}  // namespace relaxscope
