// SPDX-License-Identifier: GPL-3.0-or-later
// Rows, labels and jump lanes of one function's listing, without Qt widgets.
// Linear in the function's instructions; tolerates damaged code.
#pragma once

#include <cstdint>
#include <vector>

#include "vmcore/analysis/regions/layer_map.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

/// How control reaches the first instruction of a block.
enum class ArrivalKind : uint8_t { Next, Goto, True, False };
struct Arrival {
  ArrivalKind kind = ArrivalKind::Next;
  InstrIndex from;
};
/// The start of a basic block other than the function's first.
struct ListingLabel {
  InstrIndex pc;
  std::vector<Arrival> arrivals;  ///< in order of pc; bounded, see arrivalCount
  uint32_t arrivalCount = 0;
};
struct ListingJump {
  InstrIndex from, to;
  bool isFalse = false;  ///< the false edge of a branch: dashed
  uint8_t lane = 0;      ///< 0 is next to the text
  [[nodiscard]] int64_t low() const { return std::min(from.value, to.value); }
  [[nodiscard]] int64_t high() const { return std::max(from.value, to.value); }
};

class ListingRows {
 public:
  static constexpr int kLanes = 4;
  enum class Kind : uint8_t {
    Function,
    Label,
    Layer,   ///< before the first instruction of a copy; of single calls, only of the first copy
    Almost,  ///< before calls that look like a layer and are none
    Code
  };
  struct Row {
    Kind kind = Kind::Code;
    InstrIndex pc;
    uint32_t item = 0;  ///< Layer: row of LayerMap::copies(); Almost: of FunctionRegions::almost
  };

  ListingRows() = default;
  /// Rows of a bytecode function. With `hidden`, instructions for which it is true get no row.
  /// `layers` are those of the function; null: none are shown.
  ListingRows(const Executable& executable, FuncIndex function, const std::vector<bool>* hidden = nullptr,
              const LayerMap* layers = nullptr);

  [[nodiscard]] int64_t size() const { return static_cast<int64_t>(rows_.size()); }
  [[nodiscard]] Row at(int64_t row) const;
  /// The row of an instruction; of the next shown one when it is hidden; -1 outside the function.
  [[nodiscard]] int64_t rowOf(InstrIndex pc) const;
  /// The rows of an instruction with all before it up to the instruction before: [first, row of the instruction].
  [[nodiscard]] int64_t firstRowOf(InstrIndex pc) const;
  /// The row after the last shown instruction that is not after `pc`.
  [[nodiscard]] int64_t endRowOf(InstrIndex pc) const;
  [[nodiscard]] const ListingLabel* label(InstrIndex pc) const;
  [[nodiscard]] const std::vector<ListingLabel>& labels() const { return labels_; }
  [[nodiscard]] const std::vector<ListingJump>& jumps() const { return jumps_; }
  [[nodiscard]] InstrIndex begin() const { return begin_; }
  [[nodiscard]] InstrIndex end() const { return end_; }

 private:
  void findJumps(const Executable& executable);
  void assignLanes();
  void addRows(const std::vector<bool>* hidden);
  /// What heads instructions besides labels, in order of rows.
  struct Heading {
    InstrIndex pc;
    Kind kind = Kind::Layer;
    uint32_t item = 0;
  };
  static std::vector<Heading> headingsOf(const LayerMap& layers);
  std::vector<uint32_t> rows_;  ///< pc - begin, with a bit of its own set for a label and for a heading
  std::vector<Heading> headings_;
  std::vector<ListingLabel> labels_;
  std::vector<ListingJump> jumps_;
  InstrIndex begin_{0}, end_{0};
};

}  // namespace relaxscope
