// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/stored_chunk.h"

#include <algorithm>
#include <bit>
#include <unordered_map>

#include "vmcore/trace/event_tables.h"

namespace relaxscope {
namespace {

template <class Record>
std::vector<Record> byEvent(std::vector<Record> records) {
  std::ranges::stable_sort(records, {}, &Record::event);
  return records;
}

int64_t dataBytes(DataType type, std::span<const int64_t> dims) {
  uint64_t bits = uint64_t{type.bits} * type.lanes;
  for (const int64_t dim : dims) bits *= static_cast<uint64_t>(dim);
  return static_cast<int64_t>((bits + 7) / 8);
}

ArgRecord recordOf(const Argument& argument, uint32_t list, size_t position, std::vector<int64_t>& dims) {
  ArgRecord record;
  record.list = list;
  record.position = static_cast<uint16_t>(position);
  record.type = static_cast<uint8_t>(argument.type);
  record.ndim = static_cast<uint8_t>(argument.dims.size());
  record.dtype = argument.dtype;
  record.dimsBegin = static_cast<uint32_t>(dims.size());
  record.value = argument.value;
  dims.insert(dims.end(), argument.dims.begin(), argument.dims.end());
  return record;
}

}  // namespace

Arguments::Arguments(const EventTables& tables, uint32_t list)
    : tables_(&tables), first_(tables.lists[list].begin), count_(tables.lists[list].count) {}

Argument Arguments::operator[](size_t i) const {
  const EventTables::StoredArgument& stored = tables_->arguments.rows(first_, count_)[i];
  Argument argument{stored.type, {}, stored.value, tables_->dims.rows(stored.dimsBegin, stored.rank)};
  if (stored.type == ArgType::Tensor || stored.type == ArgType::DType)
    argument.dtype = std::bit_cast<DataType>(static_cast<uint32_t>(stored.value));
  if (stored.type == ArgType::DType) argument.value = 0;
  if (stored.type == ArgType::Tensor) argument.value = dataBytes(argument.dtype, argument.dims);
  return argument;
}

StoredChunk::StoredChunk(const TraceChunk& chunk, uint64_t first, std::shared_ptr<EventTables> tables)
    : firstEvent(first),
      tables_(std::move(tables)),
      starts_(chunk.events.start),
      durations_(chunk.events.duration),
      memory_(byEvent(chunk.values.memory)),
      slotChanges_(byEvent(chunk.values.slotChanges)) {
  const EventColumns& events = chunk.events;
  std::vector<uint32_t> sites;
  sites.reserve(events.size());
  for (size_t i = 0; i < events.size(); ++i)
    sites.push_back(tables_->siteRow(
        {events.pc[i], events.function[i], events.callee[i], events.depth[i], static_cast<EventKind>(events.kind[i])}));
  sites_ = IndexColumn(sites);
  storeArguments(chunk.values);
}

void StoredChunk::storeArguments(const ValueColumns& values) {
  if (values.uses.empty()) return;
  std::vector<uint32_t> rows;  // by list of the chunk
  for (size_t begin = 0; begin < values.args.size();) {
    size_t end = begin + 1;
    while (end < values.args.size() && values.args[end].list == values.args[begin].list) ++end;
    rows.push_back(
        tables_->listRow(std::span(values.args).subspan(begin, end - begin), values.dims).value_or(kNoIndex));
    begin = end;
  }
  lists_.assign(size(), kNoIndex);
  for (const ArgumentUse& use : values.uses) lists_[use.event] = rows[use.list];
}

const EventSite& StoredChunk::site(size_t i) const { return tables_->sites[sites_[i]]; }

bool StoredChunk::hasSameSites(size_t i, const StoredChunk& other, size_t j, size_t count) const {
  if (tables_ == other.tables_) return sites_.equals(i, other.sites_, j, count);
  for (size_t k = 0; k < count; ++k)
    if (site(i + k) != other.site(j + k)) return false;
  return true;
}

Arguments StoredChunk::arguments(size_t i) const {
  const uint32_t list = argumentList(i);
  return list == kNoIndex ? Arguments() : Arguments(*tables_, list);
}

TraceChunk StoredChunk::columns() const {
  TraceChunk chunk;
  for (size_t i = 0; i < size(); ++i) {
    const EventSite& at = site(i);
    EventColumns& events = chunk.events;
    events.start.push_back(start(i));
    events.duration.push_back(duration(i));
    events.pc.push_back(at.pc);
    events.function.push_back(at.function);
    events.callee.push_back(at.callee);
    events.depth.push_back(at.depth);
    events.kind.push_back(static_cast<uint16_t>(at.kind));
  }
  std::unordered_map<uint32_t, uint32_t> listOf;  // of the chunk, by row of the tables
  for (size_t i = 0; i < lists_.size(); ++i) {
    if (lists_[i] == kNoIndex) continue;
    const auto [found, fresh] = listOf.try_emplace(lists_[i], static_cast<uint32_t>(listOf.size()));
    chunk.values.uses.push_back({static_cast<uint32_t>(i), found->second});
    const Arguments list = fresh ? arguments(i) : Arguments();
    for (size_t k = 0; k < list.size(); ++k)
      chunk.values.args.push_back(recordOf(list[k], found->second, k, chunk.values.dims));
  }
  chunk.values.memory = memory_;
  chunk.values.slotChanges = slotChanges_;
  return chunk;
}

}  // namespace relaxscope
