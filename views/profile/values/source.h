// SPDX-License-Identifier: GPL-3.0-or-later
// Observed argument shapes of calls: one row per distinct (call site, argument, type, shape), with its count.
#pragma once

#include <memory>
#include <stop_token>
#include <unordered_map>
#include <vector>

#include "views/profile/tracks.h"
#include "views/widgets/table_source.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {

struct SeenShape {
  uint32_t callee = kNoIndex, function = kNoIndex, pc = kNoIndex;
  EventKind kind = EventKind::Call;
  uint16_t position = 0;
  ArgType type = ArgType::Other;
  DataType dtype;
  std::vector<int64_t> dims;
  uint64_t count = 0;
  uint64_t firstEvent = 0;
  int64_t bytes = 0;
  bool varies = false;  ///< the same argument also occurred with another shape
};
/// Collects shapes from the chunks from `firstChunk` on. Rows are in order of first occurrence. Runs on any thread.
class ShapeCollector {
 public:
  void take(const Trace& trace, size_t firstChunk, std::stop_token stop = {});
  /// The rows by instruction and position, moved out of the collector.
  [[nodiscard]] std::vector<SeenShape> rows() &&;
  [[nodiscard]] size_t chunksTaken() const { return chunks_; }

 private:
  /// Rows of one call's tensors and shapes: a range of rowsOfCalls_.
  struct Range {
    uint32_t begin = 0, count = 0;
  };
  void take(const StoredChunk& chunk, size_t event, const Arguments& arguments);
  /// The rows of an event's tensors and shapes, added where new.
  Range rowsFor(const StoredChunk& chunk, size_t event, uint64_t site, const Arguments& arguments);
  uint32_t addRow(SeenShape row, uint32_t& lastOfSite);

  static constexpr uint32_t kNoRow = UINT32_MAX;
  std::vector<SeenShape> rows_;
  std::vector<uint32_t> previous_;                        ///< by row: the row of the same site before it, or kNoRow
  std::unordered_map<uint64_t, uint32_t> lastRowOfSite_;  ///< or kNoRow
  std::vector<uint32_t> rowsOfCalls_;
  std::unordered_map<uint64_t, Range> rowsOfCall_;  ///< by call site and list of arguments
  size_t chunks_ = 0;
};

class ValuesSource : public TableSource {
  Q_DECLARE_TR_FUNCTIONS(ValuesSource)
 public:
  ValuesSource(std::shared_ptr<const Trace> trace, std::shared_ptr<const Executable> executable,
               std::vector<SeenShape> shapes);
  [[nodiscard]] size_t rows() const override { return shapes_.size(); }
  [[nodiscard]] const std::vector<TableColumn>& columns() const override { return columns_; }
  [[nodiscard]] Cell cell(size_t row, int column) const override;
  [[nodiscard]] double number(size_t row, int column) const override;
  void filterText(size_t row, std::string& out) const override;
  [[nodiscard]] const SeenShape& shape(size_t row) const { return shapes_[row]; }
  [[nodiscard]] int findSite(uint32_t pc) const;

 private:
  enum Col : int { Callee, Function, Pc, Argument, Type, Shape, Count, Bytes };
  [[nodiscard]] std::string nameOf(const SeenShape& shape) const;
  std::shared_ptr<const Trace> trace_;
  std::shared_ptr<const Executable> executable_;
  std::vector<SeenShape> shapes_;
  std::vector<TableColumn> columns_;
};

}  // namespace relaxscope
