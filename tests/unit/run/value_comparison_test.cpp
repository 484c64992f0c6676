// SPDX-License-Identifier: Apache-2.0
// What the calls of two runs wrote.
#include "vmcore/run/compare/value_comparison.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "vmcore/run/compare/row_values.h"
#include "vmcore/run/compare/value_json.h"

namespace relaxscope {
namespace {

Value tensorValue(const std::vector<float>& elements, int64_t extent = -1) {
  std::vector<uint8_t> bytes(elements.size() * sizeof(float));
  if (!bytes.empty()) std::memcpy(bytes.data(), elements.data(), bytes.size());
  TensorValue value;
  value.dtype = {static_cast<uint8_t>(TypeCode::Float), 32, 1};
  value.shape = {extent < 0 ? static_cast<int64_t>(elements.size()) : extent};
  value.data = Bytes::own(std::move(bytes));
  return {value};
}
constexpr float kNan = std::numeric_limits<float>::quiet_NaN(), kInf = std::numeric_limits<float>::infinity();

TEST(ValueComparison, ErrorsAndOddNumbersOfBothSides) {
  const ValueDifference d =
      differenceOf(tensorValue({1, 2, kNan, kInf, 4, 0}), tensorValue({1, 2.5F, kNan, 3, kNan, -kInf}));
  EXPECT_EQ(d.elements.elements, 6u);
  EXPECT_EQ(d.elements.differing, 4u);
  EXPECT_DOUBLE_EQ(*d.elements.largestAbsolute, 0.5);
  EXPECT_DOUBLE_EQ(*d.elements.largestRelative, 0.25);
  EXPECT_EQ(d.elements.nanOld, 1u);
  EXPECT_EQ(d.elements.nanNow, 2u);
  EXPECT_EQ(d.infinitiesOld, 1u);
  EXPECT_EQ(d.infinitiesNew, 1u);
  EXPECT_TRUE(d.differs());
  EXPECT_FALSE(differenceOf(tensorValue({1, kNan}), tensorValue({1, kNan})).differs());
}

TEST(ValueComparison, TensorsOfOtherShapesAreNamed) {
  EXPECT_EQ(differenceOf(tensorValue({1, 2}), tensorValue({1, 2, 3})).notCompared, "float32[2] and float32[3]");
  EXPECT_EQ(differenceOf(tensorValue({1}), Value{int64_t{1}}).notCompared, "values of different types");
  EXPECT_FALSE(differenceOf(tensorValue({}), tensorValue({})).differs());
}

TEST(ValueComparison, ValuesThatAreNoTensorsAreComparedToo) {
  const ValueDifference numbers = differenceOf(Value{int64_t{3}}, Value{int64_t{5}});
  EXPECT_EQ(numbers.elements.differing, 1u);
  EXPECT_EQ(numbers.elements.largestAbsolute, 2);
  EXPECT_EQ(differenceOf(Value{1.5}, Value{1.25}).elements.largestAbsolute, 0.25);
  EXPECT_EQ(differenceOf(Value{ShapeValue{{2, 9}}}, Value{ShapeValue{{2, 8}}}).notCompared, "(2, 9) and (2, 8)");
  EXPECT_EQ(differenceOf(Value{TupleValue{{Value{}, Value{}}}}, Value{TupleValue{{Value{}}}}).notCompared,
            "tuple of 2 and tuple of 1");
  EXPECT_EQ(differenceOf(Value{TupleValue{{}, 1}}, Value{TupleValue{{}, 2}}).notCompared,
            "adt of 0, tag 1 and adt of 0, tag 2");
  EXPECT_TRUE(differenceOf(Value{std::string("a")}, Value{std::string("b")}).differs());
  EXPECT_TRUE(differenceOf(Value{true}, Value{false}).differs());
  for (const Value& value : {Value{int64_t{3}}, Value{2.5}, Value{true}, Value{std::string("a")}, Value{},
                             Value{ShapeValue{{2}}}, Value{TupleValue{{Value{}}}}})
    EXPECT_FALSE(differenceOf(value, value).differs());
}

TEST(ValueComparison, CallsAreAlignedByPlaceAndExecution) {
  // Old calls at pc 3 and 5 in a loop of two; the new executable has them at 4 and 2.
  const std::vector<MatchedOutput> outputs{
      {{0, 5}, {0, 2}, 8, 1, 1}, {{0, 3}, {0, 4}, 7, 2, 2}, {{0, 9}, {0, 9}, 9, 0, 0}};
  const std::vector<CapturedTensor> old{
      {3, 2, tensorValue({1})}, {5, 1, tensorValue({2})}, {3, 2, tensorValue({3})}, {5, 1, tensorValue({4})}};
  const std::vector<CapturedTensor> now{
      {4, 2, tensorValue({1})}, {2, 1, tensorValue({2})}, {4, 2, tensorValue({3})}, {2, 1, tensorValue({4.5F})}};
  const ValueComparison c = compareValues(outputs, old, now, {tensorValue({4})}, {tensorValue({4.5F})});
  ASSERT_EQ(c.outputs.size(), 2u) << "what did not run is not there";
  EXPECT_EQ(c.outputs[0].place.old.pc, 3u) << "in the order of the run";
  EXPECT_EQ(c.outputs[0].executions, 2u);
  EXPECT_FALSE(c.outputs[0].difference.differs());
  EXPECT_EQ(c.outputs[1].place.oldCallee, 8u);
  EXPECT_EQ(c.outputs[1].difference.elements.elements, 2u);
  EXPECT_EQ(c.outputs[1].difference.elements.differing, 1u);
  EXPECT_EQ(c.outputs[1].firstDiffering, 1u);
  EXPECT_EQ(c.firstDivergence, 1u);
  ASSERT_EQ(c.results.size(), 1u);
  EXPECT_EQ(c.results[0].first, "result");
  EXPECT_DOUBLE_EQ(*c.results[0].second.elements.largestAbsolute, 0.5);
}

TEST(ValueComparison, FieldsOfTuplesAreComparedOneByOne) {
  const Value old{TupleValue{{tensorValue({1}), tensorValue({2})}, {}}},
      now{TupleValue{{tensorValue({1}), tensorValue({3})}, {}}};
  const ValueComparison c = compareValues({}, {}, {}, {old, old}, {now, tensorValue({1})});
  ASSERT_EQ(c.results.size(), 3u);
  EXPECT_EQ(c.results[0].first, "result of call 0.0");
  EXPECT_FALSE(c.results[0].second.differs());
  EXPECT_EQ(c.results[1].first, "result of call 0.1");
  EXPECT_TRUE(c.results[1].second.differs());
  EXPECT_FALSE(c.results[2].second.notCompared.empty());
  EXPECT_FALSE(c.firstDivergence);
}

std::string reportOf(const ValueComparison& comparison, const std::vector<std::string>& old,
                     const std::vector<std::string>& now) {
  std::string text = R"({"same": false, "run": {"values": )";
  const TextSink sink = [&text](std::string_view piece) {
    text += piece;
    return true;
  };
  {
    JsonWriter json(sink);
    writeValues(json, comparison, old, now);
  }
  return text + "}}";
}

TEST(ValueComparison, IsReadBackFromAReport) {
  const std::vector<std::string> old{"main", "a\\b\xff", "relu"}, now{"other", "main"};
  ValueComparison wrote;
  wrote.outputs.push_back({{{0, 5}, {1, 7}, 1, 2, 3, 0}, 4, 0, {}});
  wrote.outputs.push_back({{{0, 9}, {1, 2}, 2, 0, 1}, 3, 2, {{64, 3, 0.1, 1e-300, 1, 2}, 4, 5, {}}});
  wrote.outputs.push_back({{{0, 11}, {1, 3}, 2, 0, 0}, 1, 0, {{}, 0, 0, "float32[4] and float32[5]"}});
  wrote.firstDivergence = 1;
  wrote.results.emplace_back("result.0", ValueDifference{{8, 1, 0.25, 0.5, 0, 0}, 0, 0, {}});
  wrote.notCaptured = 6;
  const std::string report = reportOf(wrote, old, now);
  const auto read = readValuesOfReport(report, old, now);
  ASSERT_TRUE(read.ok()) << read.error().text();
  EXPECT_EQ(reportOf(*read, old, now), report) << "every field";
  ASSERT_EQ(read->outputs.size(), 3u);
  const ComparedOutput& second = read->outputs[1];
  EXPECT_EQ(read->outputs[0].place.oldCallee, 1u) << "a name that is not UTF-8";
  EXPECT_EQ(second.place.now.function, 1u);
  EXPECT_EQ(second.place.newArgument, 1u);
  EXPECT_EQ(read->outputs[0].place.newCallee, 0u);
  EXPECT_EQ(second.firstDiffering, 2u);
  EXPECT_EQ(second.difference.elements.largestRelative, 1e-300);
  EXPECT_EQ(second.difference.infinitiesNew, 5u);
  EXPECT_EQ(read->firstDivergence, 1u);
  EXPECT_EQ(read->results[0].first, "result.0");
  EXPECT_EQ(read->notCaptured, 6u);
  const auto unknown = readValuesOfReport(report, {}, {});
  ASSERT_TRUE(unknown.ok());
  EXPECT_EQ(unknown->outputs[0].place.old.function, kNoIndex);
}

TEST(ValueComparison, OfARowAreThoseOfItsCalls) {
  ValueComparison c;
  c.outputs.push_back({{{0, 5}, {0, 7}, 3, 2, 2, 3}, 1, 0, {{8, 1, 0.5, 0.1, 0, 0}, 0, 0, {}}});
  c.outputs.push_back({{{0, 9}, {0, 9}, 3, 2, 2, 3}, 1, 0, {{4, 2, 0.25, 0.4, 1, 0}, 0, 0, {}}});
  ComparedRow row;
  row.kind = EventKind::Call;
  row.group = ComparedGroup::Both;
  row.oldCallee = 3;
  row.old = {0, 9};
  const auto callee = valuesOfRow(c, row, Grouping::Callee), site = valuesOfRow(c, row, Grouping::Site);
  ASSERT_TRUE(callee && site);
  EXPECT_EQ(callee->elements.differing, 3u);
  EXPECT_EQ(callee->elements.largestAbsolute, 0.5);
  EXPECT_EQ(callee->elements.largestRelative, 0.4);
  EXPECT_EQ(site->elements.elements, 4u);
  row.oldCallee = 4;
  EXPECT_FALSE(valuesOfRow(c, row, Grouping::Callee));
  row.oldCallee = 3;
  row.group = ComparedGroup::OnlyOld;
  EXPECT_FALSE(valuesOfRow(c, row, Grouping::Callee));
}

TEST(ValueComparison, SidesAreExchanged) {
  ValueComparison c;
  c.outputs.push_back({{{0, 9}, {1, 2}, 2, 0, 1, 7}, 3, 2, {{64, 3, 0.1, 0.5, 1, 2}, 4, 5, {}}});
  c.firstDivergence = 0;
  c.results.emplace_back("result", ValueDifference{{8, 1, 0.25, 0.5, 3, 0}, 0, 0, {}});
  const ValueComparison e = exchanged(c);
  const MatchedOutput& place = e.outputs[0].place;
  EXPECT_EQ(place.old.pc, 2u);
  EXPECT_EQ(place.now.function, 0u);
  EXPECT_EQ(place.oldCallee, 7u);
  EXPECT_EQ(place.newArgument, 0u);
  EXPECT_EQ(e.outputs[0].difference.elements.nanOld, 2u);
  EXPECT_EQ(e.outputs[0].difference.infinitiesNew, 4u);
  EXPECT_EQ(e.outputs[0].difference.elements.largestAbsolute, 0.1);
  EXPECT_FALSE(e.outputs[0].difference.elements.largestRelative) << "it is relative to the old side";
  EXPECT_EQ(e.results[0].second.elements.nanNow, 3u);
  EXPECT_EQ(e.firstDivergence, 0u);
}

TEST(ValueComparison, DamagedReportsAreErrors) {
  const std::vector<std::string> names{"main"};
  ValueComparison wrote;
  wrote.outputs.push_back({{{0, 5}, {0, 7}, 0, 2, 3}, 4, 0, {{2, 1, 0.5, 0.5, 0, 0}, 0, 0, {}}});
  wrote.firstDivergence = 0;
  const std::string report = reportOf(wrote, names, names);
  ASSERT_TRUE(readValuesOfReport(report, names, names).ok());
  for (size_t end = 0; end < report.size(); ++end)
    EXPECT_FALSE(readValuesOfReport(report.substr(0, end), names, names).ok()) << end;
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = report;
    const size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return readValuesOfReport(text.replace(at, from.size(), to), names, names);
  };
  EXPECT_FALSE(with(R"("pc": 5)", R"("pc": -5)").ok());
  EXPECT_FALSE(with(R"("pc": 5)", R"("pc": 1e30)").ok());
  EXPECT_FALSE(with(R"("pc": 5)", R"("pc": 4294967296)").ok());
  EXPECT_FALSE(with(R"("first_divergence": 0)", R"("first_divergence": 1)").ok());
  EXPECT_FALSE(with(R"("outputs": [)", R"("outputs": [7, )").ok());
  EXPECT_FALSE(with(R"("callee": "main")", R"("callee": null)").ok());
  for (const char* text : {"", "[]", "7", "{}", R"({"run": []})", R"({"run": {"values": 1}})"})
    EXPECT_FALSE(readValuesOfReport(text, names, names).ok()) << text;
}

}  // namespace
}  // namespace relaxscope
