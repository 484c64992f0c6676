// SPDX-License-Identifier: Apache-2.0
// What events of a trace share, each stored once. One thread adds to the tables while others read the chunks that it
// has appended.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "vmcore/trace/stored_chunk.h"

namespace relaxscope {

class EventTables {
 public:
  /// An argument without its dimensions.
  struct StoredArgument {
    ArgType type = ArgType::None;
    uint8_t rank = 0;
    uint16_t reserved = 0;
    uint32_t dimsBegin = 0;  ///< into dims
    int64_t value = 0;       ///< as Argument::value; Tensor and DType: the bits of the DataType
  };
  struct List {
    uint32_t begin = 0, count = 0;  ///< into arguments
  };

  StableTable<EventSite> sites;
  StableTable<List> lists;
  StableTable<StoredArgument> arguments;
  StableTable<int64_t> dims;

  /// The row of a site, added if it is new. Throws std::length_error beyond 2^32 sites.
  uint32_t siteRow(const EventSite& site);
  /// The row of a list equal to `records` with dimensions in `from`; a new one if none is found, which is certain only
  /// for lists that were used of late. Nothing if the tables are full.
  std::optional<uint32_t> listRow(std::span<const ArgRecord> records, std::span<const int64_t> from);

 private:
  void growIndex();
  [[nodiscard]] bool isList(uint32_t row, std::span<const ArgRecord> records, std::span<const int64_t> from) const;
  std::optional<uint32_t> addList(std::span<const ArgRecord> records, std::span<const int64_t> from);

  std::vector<uint32_t> siteIndex_;  ///< open addressing: row + 1, or 0
  size_t siteCount_ = 0;
  std::vector<uint32_t> recentLists_;  ///< by hash: row + 1, or 0; a later list replaces an earlier one
};

}  // namespace relaxscope
