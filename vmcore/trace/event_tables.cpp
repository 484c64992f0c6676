// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/event_tables.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace relaxscope {
namespace {

constexpr size_t kRecentLists = size_t{1} << 14;

uint64_t mixed(uint64_t hash, uint64_t value) {
  constexpr uint64_t kOdd = 0x9E3779B97F4A7C15u;
  hash = (hash ^ value) * kOdd;
  return hash ^ hash >> 29;
}

uint64_t hashOf(const EventSite& site) {
  uint64_t words[2];
  std::memcpy(words, &site, sizeof words);
  return mixed(mixed(0, words[0]), words[1]);
}

uint64_t bitsOf(DataType type) { return std::bit_cast<uint32_t>(type); }

std::span<const int64_t> dimsOf(const ArgRecord& record, std::span<const int64_t> from) {
  return from.subspan(record.dimsBegin, record.ndim);
}

bool hasType(ArgType type) { return type == ArgType::Tensor || type == ArgType::DType; }

int64_t storedValue(const ArgRecord& record) {
  return hasType(static_cast<ArgType>(record.type)) ? static_cast<int64_t>(bitsOf(record.dtype)) : record.value;
}

}  // namespace

uint32_t EventTables::siteRow(const EventSite& site) {
  if (siteCount_ * 2 >= siteIndex_.size()) growIndex();
  const size_t mask = siteIndex_.size() - 1;
  size_t place = hashOf(site) & mask;
  for (; siteIndex_[place] != 0; place = (place + 1) & mask)
    if (sites[siteIndex_[place] - 1] == site) return siteIndex_[place] - 1;
  const std::optional<uint32_t> row = sites.append(site);
  if (!row || *row == kNoIndex) throw std::length_error("too many call sites in one trace");
  siteIndex_[place] = *row + 1;
  ++siteCount_;
  return *row;
}

void EventTables::growIndex() {
  const std::vector<uint32_t> old =
      std::exchange(siteIndex_, std::vector<uint32_t>(std::max<size_t>(64, siteIndex_.size() * 2)));
  const size_t mask = siteIndex_.size() - 1;
  for (const uint32_t entry : old) {
    if (entry == 0) continue;
    size_t place = hashOf(sites[entry - 1]) & mask;
    while (siteIndex_[place] != 0) place = (place + 1) & mask;
    siteIndex_[place] = entry;
  }
}

std::optional<uint32_t> EventTables::listRow(std::span<const ArgRecord> records, std::span<const int64_t> from) {
  uint64_t hash = records.size();
  for (const ArgRecord& record : records) {
    hash = mixed(hash, uint64_t{record.type} << 8 | record.ndim);
    hash = mixed(hash, static_cast<uint64_t>(storedValue(record)));
    for (const int64_t dim : dimsOf(record, from)) hash = mixed(hash, static_cast<uint64_t>(dim));
  }
  if (recentLists_.empty()) recentLists_.resize(kRecentLists);
  uint32_t& recent = recentLists_[hash % kRecentLists];
  if (recent != 0 && isList(recent - 1, records, from)) return recent - 1;
  const std::optional<uint32_t> row = addList(records, from);
  if (row && *row != kNoIndex) recent = *row + 1;
  return row;
}

bool EventTables::isList(uint32_t row, std::span<const ArgRecord> records, std::span<const int64_t> from) const {
  const List list = lists[row];
  if (list.count != records.size()) return false;
  const auto stored = arguments.rows(list.begin, list.count);
  for (size_t i = 0; i < records.size(); ++i) {
    if (static_cast<uint8_t>(stored[i].type) != records[i].type || stored[i].rank != records[i].ndim ||
        stored[i].value != storedValue(records[i]))
      return false;
    if (!std::ranges::equal(dims.rows(stored[i].dimsBegin, stored[i].rank), dimsOf(records[i], from))) return false;
  }
  return true;
}

std::optional<uint32_t> EventTables::addList(std::span<const ArgRecord> records, std::span<const int64_t> from) {
  std::vector<StoredArgument> stored;
  stored.reserve(records.size());
  for (const ArgRecord& record : records) {
    const auto begin = dims.append(dimsOf(record, from));
    if (!begin) return std::nullopt;
    stored.push_back({static_cast<ArgType>(record.type), record.ndim, 0, *begin, storedValue(record)});
  }
  const auto begin = arguments.append(stored);
  if (!begin) return std::nullopt;
  return lists.append(List{*begin, static_cast<uint32_t>(stored.size())});
}

}  // namespace relaxscope
