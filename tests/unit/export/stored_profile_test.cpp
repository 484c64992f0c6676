// SPDX-License-Identifier: Apache-2.0
// Profiles that release 0.1.0 wrote open in this build and hold the content that release exported.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "vmcore/base/text/collect.h"
#include "vmcore/export/exporter.h"
#include "vmcore/trace/event_text.h"
#include "vmcore/trace/file/trace_file.h"
#include "vmcore/trace/statistics.h"

namespace relaxscope {
namespace {

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.is_open()) << path;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

class StoredProfile : public ::testing::TestWithParam<const char*> {
 protected:
  StoredProfile()
      : base_(std::string(RELAXSCOPE_TEST_DATA "/profiles/") + GetParam()), file_(readTraceFile(base_ + ".rsprof")) {}
  const std::string base_;
  const Result<TraceFile> file_;
};

TEST_P(StoredProfile, HoldsTheEventsOfTheReleaseThatWroteIt) {
  ASSERT_TRUE(file_.ok()) << file_.error().text();
  EXPECT_EQ(collectText([&](const TextSink& sink) { writeTraceCsv(*file_->trace, nullptr, sink); }),
            contents(base_ + ".csv"));
}

TEST_P(StoredProfile, HoldsItsRunsAndItsExecutable) {
  ASSERT_TRUE(file_.ok()) << file_.error().text();
  const Trace& trace = *file_->trace;
  EXPECT_EQ(trace.info.entry, "main");
  EXPECT_EQ(trace.runs.size(), 3u);
  EXPECT_EQ(computeStatistics(trace, Grouping::Callee).runs, 2u);
  EXPECT_TRUE(file_->executable->findFunction("main").valid());
}

INSTANTIATE_TEST_SUITE_P(Release010, StoredProfile, ::testing::Values("mlp_dyn", "mlp_dyn_compiled"),
                         [](const auto& row) { return std::string(row.param); });

}  // namespace
}  // namespace relaxscope
