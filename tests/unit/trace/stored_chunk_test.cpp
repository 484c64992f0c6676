// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/stored_chunk.h"

#include <gtest/gtest.h>

#include <numeric>
#include <thread>

#include "tests/unit/trace/made_trace.h"
#include "vmcore/trace/event_tables.h"

namespace relaxscope {
namespace {

using test::MadeTrace;

std::vector<int64_t> dimsOf(const Argument& argument) { return {argument.dims.begin(), argument.dims.end()}; }

TEST(StableTable, RowsKeepTheirPlaces) {
  StableTable<int64_t> table;
  std::vector<const int64_t*> places;
  for (int64_t i = 0; i < 5000; ++i) {
    ASSERT_EQ(table.append(i), static_cast<uint32_t>(i));
    places.push_back(&table[static_cast<uint32_t>(i)]);
  }
  for (int64_t i = 0; i < 5000; ++i) {
    EXPECT_EQ(table[static_cast<uint32_t>(i)], i);
    EXPECT_EQ(&table[static_cast<uint32_t>(i)], places[static_cast<size_t>(i)]);
  }
}

TEST(StableTable, RowsOfOneCallAreSideBySide) {
  StableTable<int64_t> table;
  std::vector<int64_t> three(3), many(3000);
  std::iota(many.begin(), many.end(), 0);
  std::vector<uint32_t> firsts;
  for (int64_t i = 0; i < 1000; ++i) {
    three = {i, i + 1, i + 2};
    firsts.push_back(table.append(three).value());
  }
  const uint32_t first = table.append(many).value();
  for (int64_t i = 0; i < 1000; ++i) {
    const auto rows = table.rows(firsts[static_cast<size_t>(i)], 3);
    EXPECT_EQ(std::vector<int64_t>(rows.begin(), rows.end()), (std::vector<int64_t>{i, i + 1, i + 2}));
  }
  EXPECT_TRUE(std::ranges::equal(table.rows(first, many.size()), many));
  EXPECT_TRUE(table.rows(table.append(std::span<const int64_t>()).value(), 0).empty());
}

TEST(OffsetColumn, NumbersFarApartStayExact) {
  const std::vector<int64_t> near = {-5, 4294967290, 0}, far = {INT64_MIN, 3, INT64_MAX};
  for (const auto& numbers : {near, far, std::vector<int64_t>{7}, std::vector<int64_t>{}}) {
    const OffsetColumn column(numbers);
    ASSERT_EQ(column.size(), numbers.size());
    for (size_t i = 0; i < numbers.size(); ++i) EXPECT_EQ(column[i], numbers[i]);
  }
}

TEST(IndexColumn, LargeRowsStayExactAndColumnsOfBothWidthsCompare) {
  const std::vector<uint32_t> small = {0, 65'535, 3, 7}, large = {9, 65'535, 3, 65'536};
  for (const auto& rows : {small, large, std::vector<uint32_t>{kNoIndex}, std::vector<uint32_t>{}}) {
    const IndexColumn column(rows);
    ASSERT_EQ(column.size(), rows.size());
    for (size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(column[i], rows[i]);
  }
  const IndexColumn narrow(small), wide(large);
  EXPECT_TRUE(narrow.equals(1, wide, 1, 2));
  EXPECT_FALSE(narrow.equals(0, wide, 0, 2));
  EXPECT_TRUE(wide.equals(2, narrow, 2, 1));
  EXPECT_FALSE(wide.equals(2, narrow, 2, 2));
  EXPECT_TRUE(narrow.equals(1, IndexColumn(small), 1, 3));
  EXPECT_FALSE(narrow.equals(0, IndexColumn(small), 1, 3));
}

TEST(StoredChunk, EventsOfOneCallShareTheirSiteAndArguments) {
  MadeTrace made;
  for (int64_t i = 0; i < 100; ++i) {
    made.event(10 * i, 10 * i + 5, 1, 1).arg(ArgType::Tensor, {2, 3}).arg(ArgType::Int, {}, 7);
    if (i == 49) made.seal();
  }
  made.event(2000, 2001, 2, 1).seal();
  const auto& chunks = made.trace.chunks();
  ASSERT_EQ(chunks.size(), 2u);
  EXPECT_EQ(&chunks[0]->site(0), &chunks[1]->site(49)) << "stored once";
  EXPECT_EQ(chunks[0]->argumentList(3), chunks[1]->argumentList(7));
  EXPECT_EQ(chunks[1]->start(49), 990);
  EXPECT_EQ(chunks[1]->end(49), 995);
  const Arguments arguments = chunks[1]->arguments(49);
  ASSERT_EQ(arguments.size(), 2u);
  EXPECT_EQ(dimsOf(arguments[0]), (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(arguments[0].value, 2 * 3 * 4) << "bytes follow from type and shape";
  EXPECT_EQ(arguments[1].value, 7);
  EXPECT_TRUE(chunks[1]->arguments(50).empty());
  EXPECT_EQ(chunks[1]->argumentList(50), kNoIndex);
}

TEST(StoredChunk, DifferentArgumentsStayApart) {
  MadeTrace made;
  const auto event = [&]() -> MadeTrace& { return made.event(0, 1, 1, 1); };
  event().arg(ArgType::Int, {}, 1);
  event().arg(ArgType::Int, {}, 2);
  event().arg(ArgType::Bool, {}, 1);
  event().arg(ArgType::Shape, {1});
  event().arg(ArgType::Shape, {1, 1});
  event().arg(ArgType::Int, {}, 1).arg(ArgType::Int, {}, 1);
  event().arg(ArgType::Int, {}, 1);
  made.seal();
  const StoredChunk& chunk = *made.trace.chunks()[0];
  std::vector<uint32_t> lists;
  for (size_t i = 0; i < chunk.size(); ++i) lists.push_back(chunk.argumentList(i));
  EXPECT_EQ(lists, (std::vector<uint32_t>{0, 1, 2, 3, 4, 5, 0}));
  EXPECT_EQ(chunk.arguments(2)[0].type, ArgType::Bool);
  EXPECT_EQ(dimsOf(chunk.arguments(4)[0]), (std::vector<int64_t>{1, 1}));
}

TEST(StoredChunk, GivesItsColumnsBack) {
  MadeTrace made;
  made.event(5, 9, 1, 1, EventKind::Call, 3).arg(ArgType::Tensor, {4}).memory(64, 0, 64).slot(1, 9);
  made.event(0, 10, 0, 0, EventKind::FunctionBody, 0);
  made.event(int64_t{1} << 40, int64_t{1} << 41, 2, 1).arg(ArgType::DType, {});
  made.event(int64_t{1} << 41, int64_t{1} << 41, 1, 1).arg(ArgType::Tensor, {4}).seal();
  const TraceChunk columns = made.trace.chunks()[0]->columns();
  EXPECT_EQ(columns.events.start, (std::vector<int64_t>{5, 0, int64_t{1} << 40, int64_t{1} << 41}));
  EXPECT_EQ(columns.events.duration, (std::vector<int64_t>{4, 10, int64_t{1} << 40, 0}));
  EXPECT_EQ(columns.events.pc, (std::vector<uint32_t>{3, 0, 7, 7}));
  EXPECT_EQ(columns.events.kind, (std::vector<uint16_t>{0, 1, 0, 0}));
  EXPECT_EQ(columns.values.dims, (std::vector<int64_t>{4}));
  ASSERT_EQ(columns.values.args.size(), 2u) << "a list that two events received is there once";
  EXPECT_EQ(columns.values.args[0].value, 16);
  EXPECT_EQ(columns.values.args[1].dtype, (DataType{2, 32, 1}));
  ASSERT_EQ(columns.values.uses.size(), 3u);
  EXPECT_EQ(columns.values.uses[1].event, 2u);
  EXPECT_EQ(columns.values.uses[2].list, columns.values.uses[0].list);
  ASSERT_EQ(columns.values.memory.size(), 1u);
  EXPECT_EQ(columns.values.slotChanges[0].value, 9);
}

TEST(StoredChunk, SideRecordsAreOrderedByEvent) {
  TraceChunk chunk;
  for (int i = 0; i < 3; ++i) {
    chunk.events.start.push_back(i);
    chunk.events.duration.push_back(1);
    for (auto* column : {&chunk.events.pc, &chunk.events.function, &chunk.events.callee}) column->push_back(0);
    for (auto* column : {&chunk.events.depth, &chunk.events.kind}) column->push_back(0);
  }
  chunk.values.memory = {{2, 0, 1, 0, 0}, {0, 0, 2, 0, 0}, {2, 0, 3, 0, 0}};
  Trace trace;
  trace.append(chunk);
  const auto& stored = trace.chunks()[0]->memory();
  const auto ofTwo = recordsOf(stored, 2);
  ASSERT_EQ(ofTwo.size(), 2u);
  EXPECT_EQ(ofTwo[0].allocated, 1);
  EXPECT_EQ(ofTwo[1].allocated, 3);
  EXPECT_EQ(recordsOf(stored, 0).size(), 1u);
  EXPECT_TRUE(recordsOf(stored, 1).empty());
}

TEST(StoredChunk, ASnapshotIsReadWhileTheTraceGrows) {
  MadeTrace made;
  const auto fill = [&](uint32_t chunk) {
    for (uint32_t i = 0; i < 1000; ++i)
      made.event(i, i + 1, chunk, 1, EventKind::Call, i).arg(ArgType::Int, {}, int64_t{chunk} * 1000 + i);
    made.seal();
  };
  fill(0);
  const Trace snapshot = made.trace;
  uint64_t wrong = 0;
  std::thread reader([&] {
    for (int round = 0; round < 50; ++round)
      for (size_t i = 0; i < 1000; ++i) {
        const StoredChunk& chunk = *snapshot.chunks()[0];
        wrong += chunk.site(i).pc != i || chunk.arguments(i)[0].value != static_cast<int64_t>(i) ? 1 : 0;
      }
  });
  for (uint32_t chunk = 1; chunk < 50; ++chunk) fill(chunk);
  reader.join();
  EXPECT_EQ(wrong, 0u);
  EXPECT_EQ(snapshot.eventCount(), 1000u);
  EXPECT_EQ(made.trace.chunks()[49]->arguments(999)[0].value, 49'999);
}

TEST(StoredChunk, WhatIsAppendedToASnapshotIsItsOwn) {
  MadeTrace made;
  made.event(0, 1, 1, 1).seal();
  Trace copy = made.trace;
  made.event(1, 2, 2, 1).seal();
  TraceChunk other = made.trace.chunks()[1]->columns();
  copy.append(other);
  EXPECT_EQ(copy.eventCount(), 2u);
  EXPECT_TRUE(copy.chunks()[1]->hasSameSites(0, *made.trace.chunks()[1], 0, 1)) << "compared by their fields";
  EXPECT_FALSE(copy.chunks()[1]->hasSameSites(0, *made.trace.chunks()[0], 0, 1));
}

}  // namespace
}  // namespace relaxscope
