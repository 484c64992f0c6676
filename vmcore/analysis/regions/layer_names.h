// SPDX-License-Identifier: Apache-2.0
// What the names of parameters say of layers: `blocks.3.qkv.weight` belongs to number 3 of `blocks`, as does
// `blocks_3_qkv_weight`.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "vmcore/analysis/regions/call_flow.h"

namespace relaxscope {

inline constexpr const char* kLayerSeparators = "._/";  ///< around a number in the name of a parameter

/// Copies of one length, one directly after the other; calls are numbers of a CallFlow.
struct Reading {
  uint32_t begin = 0, period = 0, count = 0;
  [[nodiscard]] uint32_t size() const { return period * count; }
  [[nodiscard]] uint32_t end() const { return begin + size(); }
};

class LayerNames {
 public:
  /// Of a function's parameters, and of the fields of one that is a tuple.
  LayerNames(const std::vector<std::string>& parameters, const std::vector<std::string>& fields);

  struct Name {
    std::string stem;
    uint32_t first = 0;  ///< number of the first copy
  };
  /// The stem of which each copy takes parameters, those of one number, which rises by one from copy to copy. Of
  /// several, that of the most parameters.
  [[nodiscard]] std::optional<Name> of(const CallFlow& flow, const Reading& reading) const;

  /// The begins of copies, modulo their length, with which each copy of [begin, end) takes parameters of one number of
  /// a stem, of several the most frequent; none if there are no such begins.
  class Alignment {
   public:
    Alignment() = default;
    Alignment(int64_t latest, int64_t width, int64_t period) : latest_(latest), width_(width), period_(period) {}
    [[nodiscard]] bool has(uint32_t begin) const;

   private:
    int64_t latest_ = 0, width_ = 0, period_ = 1;
  };
  /// The calls [first, last] that take parameters of one number of a stem.
  struct Span {
    uint32_t number = 0, first = 0, last = 0;
  };
  struct Spans {
    std::string stem;
    std::vector<Span> spans;  ///< by number
  };
  /// Of each stem that has several numbers in the calls [begin, end), in no order.
  [[nodiscard]] std::vector<Spans> spansIn(const CallFlow& flow, uint32_t begin, uint32_t end) const;
  [[nodiscard]] Alignment alignment(const CallFlow& flow, uint32_t begin, uint32_t end, uint32_t period) const;

 private:
  struct Part {
    uint32_t stem = 0, number = 0;
  };
  void add(const std::string& name);
  [[nodiscard]] std::span<const Part> partsOf(uint32_t parameter) const;

  uint32_t parameters_ = 0;
  std::unordered_map<std::string, uint32_t> rows_;  ///< of stems_, by stem
  std::vector<std::string> stems_;
  std::vector<uint32_t> partsBegin_;  ///< by parameter, then by field
  std::vector<Part> parts_;
};

}  // namespace relaxscope
