// SPDX-License-Identifier: Apache-2.0
// What the calls of two runs wrote, compared: which tensors are recorded, and how their elements differ.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "vmcore/analysis/diff/diff.h"
#include "vmcore/run/capture.h"
#include "vmcore/trace/compare/call_match.h"

namespace relaxscope {

/// Outputs of kernels that a bytecode function of each executable calls at matched places: the i-th of one is the i-th
/// of the other.
struct MatchedOutput {
  TraceSite old, now;
  uint32_t oldCallee = kNoIndex;  ///< row of the function table
  uint32_t oldArgument = 0, newArgument = 0;
  uint32_t newCallee = kNoIndex;
};
std::vector<MatchedOutput> matchedOutputs(const Executable& old, const Executable& now, const ExecutableDiff& diff);
/// Those of one side, each once.
CaptureRequest captureOf(const std::vector<MatchedOutput>& outputs, bool isNew);

/// Elements of one tensor on both sides; sums over the executions of a call.
struct ValueDifference {
  ElementDifference elements;
  uint64_t infinitiesOld = 0, infinitiesNew = 0;
  std::string notCompared;  ///< "float32[4, 8] and float32[4, 4]"; empty if all were
  [[nodiscard]] bool differs() const { return elements.differing > 0 || !notCompared.empty(); }
  /// Sums, and the larger of two errors.
  void add(const ValueDifference& other);
};
struct ComparedOutput {
  MatchedOutput place;
  uint64_t executions = 0;      ///< that both sides have
  uint64_t firstDiffering = 0;  ///< number of the first execution that differs, if one does
  ValueDifference difference;
};
struct ValueComparison {
  std::vector<ComparedOutput> outputs;    ///< in the order of their first execution on the old side
  std::optional<size_t> firstDivergence;  ///< row of the call that is the first to write something else
  std::vector<std::pair<std::string, ValueDifference>> results;  ///< of the calls of the script: "result", "result.1"
  uint64_t notCaptured = 0;                                      ///< tensors of both sides that were not recorded
};
ValueDifference differenceOf(const Value& old, const Value& now);
ValueComparison compareValues(const std::vector<MatchedOutput>& outputs, const std::vector<CapturedTensor>& old,
                              const std::vector<CapturedTensor>& now, const std::vector<Value>& oldResults,
                              const std::vector<Value>& newResults);
/// Of the same runs with the sides exchanged. Relative errors, which are relative to the old side, are absent.
ValueComparison exchanged(const ValueComparison& comparison);

}  // namespace relaxscope
