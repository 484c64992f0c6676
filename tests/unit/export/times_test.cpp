// SPDX-License-Identifier: Apache-2.0
// Compared times as text and as CSV: every row, and rows that add up.
#include "vmcore/export/times/exporter.h"

#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "tests/unit/trace/made_trace.h"

namespace relaxscope {
namespace {

using Fields = std::map<std::string, std::string>;

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> out;
  std::string field;
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    else if (c == ',' && !quoted) out.push_back(std::exchange(field, {}));
    else field += c;
  }
  out.push_back(field);
  return out;
}

std::vector<Fields> linesOf(const std::string& csv) {
  std::istringstream in(csv);
  std::string line;
  std::getline(in, line);
  const std::vector<std::string> head = split(line);
  std::vector<Fields> out;
  while (std::getline(in, line)) {
    const std::vector<std::string> fields = split(line);
    EXPECT_EQ(fields.size(), head.size()) << line;
    Fields made;
    for (size_t i = 0; i < std::min(head.size(), fields.size()); ++i) made[head[i]] = fields[i];
    out.push_back(made);
  }
  return out;
}

/// The old run calls relu and a function with a difficult name, the new one relu alone.
class WrittenTimes : public ::testing::Test {
 protected:
  WrittenTimes() {
    old_.event(1000, 1800, 1, 1, EventKind::Call, 1).event(1800, 2000, 3, 1, EventKind::Call, 2);
    old_.event(980, 2020, 0, 0, EventKind::FunctionBody, 0).run(980, 2020, 0).seal();
    now_.event(1000, 2000, 1, 1, EventKind::Call, 1);
    now_.event(980, 2020, 0, 0, EventKind::FunctionBody, 0).run(980, 2020, 0).seal();
    old_.trace.unrecordedNs = {510};
    now_.trace.unrecordedNs = {505};
    comparison_ = compareTraces(old_.trace, now_.trace, CallMatch::byName(old_.trace.info, now_.trace.info, "a test"),
                                Grouping::Callee);
  }
  std::string written(const char* id) {
    std::string out;
    const TimesReport report{"a.rsprof", "b.rsprof", comparison_, old_.trace.info, now_.trace.info};
    for (const TimesExporter& exporter : timesExporters())
      if (std::string_view(exporter.id) == id)
        exporter.write(report, [&out](std::string_view piece) {
          out += piece;
          return true;
        });
    return out;
  }
  test::MadeTrace old_, now_;
  TraceComparison comparison_;
};

TEST_F(WrittenTimes, AsCsvAddUpToTheRun) {
  const std::vector<Fields> lines = linesOf(written("csv"));
  ASSERT_EQ(lines.size(), comparison_.rows.size() + 3);
  double old = 0, now = 0;
  for (size_t i = 0; i < comparison_.rows.size(); ++i) {
    EXPECT_EQ(lines[i].at("row"), "row");
    old += std::stod(lines[i].at("old_ns"));
    now += std::stod(lines[i].at("new_ns"));
    EXPECT_EQ(lines[i].at("half_width_95"), "") << "one process gives no interval";
  }
  const auto number = [&](size_t line, const char* field) { return std::stod(lines[line].at(field)); };
  const size_t sum = comparison_.rows.size();
  EXPECT_NEAR(number(sum, "old_ns"), old, 0.3);
  EXPECT_NEAR(number(sum, "new_ns"), now, 0.3);
  EXPECT_NEAR(number(sum, "difference_ns") + number(sum + 1, "difference_ns"), number(sum + 2, "difference_ns"), 0.3);
  EXPECT_EQ(number(sum + 2, "difference_ns"), -5);
}

TEST_F(WrittenTimes, AsCsvQuoteNames) {
  const std::string csv = written("csv");
  EXPECT_NE(csv.find(R"("a,""b""\n")"), std::string::npos) << csv;
}

TEST_F(WrittenTimes, AsTextNameRowsByGroup) {
  const std::string text = written("text");
  EXPECT_EQ(text.rfind("a.rsprof -> b.rsprof\n", 0), 0u);
  EXPECT_NE(text.find("only in the old, 1 row"), std::string::npos) << text;
  EXPECT_NE(text.find("run, unrecorded"), std::string::npos) << text;
  EXPECT_NE(text.find("matched by name alone: a test"), std::string::npos) << text;
}

TEST_F(WrittenTimes, OfARenamedCallHaveBothNames) {
  ComparedRow row;
  row.oldName = "matmul";
  row.newName = "matmul1";
  row.old = {0, 7};
  row.now = {0, 5};
  const TimesReport report{"", "", comparison_, old_.trace.info, now_.trace.info};
  EXPECT_EQ(comparedRowText(report, row), "matmul at main:7 -> matmul1 at main:5");
}

}  // namespace
}  // namespace relaxscope
