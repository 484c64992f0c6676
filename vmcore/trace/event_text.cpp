// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/event_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "vmcore/base/text/text.h"

namespace relaxscope {

const char* eventKindName(EventKind kind) {
  const EventKindRow* row = eventKindRow(kind);
  return row != nullptr ? row->name : "unknown";
}

const std::vector<std::string>& calleeNames(const TraceInfo& info, EventKind kind) {
  return calleeTable(kind) == CalleeTable::Names ? info.names : info.functionNames;
}

std::string_view eventName(const TraceInfo& info, EventKind kind, uint32_t callee) {
  const std::vector<std::string>& names = calleeNames(info, kind);
  if (calleeTable(kind) != CalleeTable::None && callee < names.size() && !names[callee].empty()) return names[callee];
  return eventKindName(kind);
}

std::string eventLabel(const TraceInfo& info, EventKind kind, uint32_t callee) {
  return std::string(eventName(info, kind, callee)) + (isKernels(kind) ? ": kernels" : "");
}

std::string argText(const Argument& argument) {
  const auto list = [&] { return fmt::format("{}", fmt::join(argument.dims, ", ")); };
  switch (argument.type) {
    case ArgType::None: return "none";
    case ArgType::Int: return fmt::format("i{}", argument.value);
    case ArgType::Float: return fmt::format("{}", std::bit_cast<double>(argument.value));
    case ArgType::Bool: return argument.value != 0 ? "true" : "false";
    case ArgType::DType: return argument.dtype.name();
    case ArgType::Str: return "string";
    case ArgType::Shape: return "shape(" + list() + ")";
    case ArgType::Tensor: return argument.dtype.shortName() + "[" + list() + "]";
    case ArgType::Tuple: return fmt::format("tuple({})", argument.value);
    case ArgType::Function: return "function";
    case ArgType::Storage: return "storage";
    case ArgType::Vm: return "%vm";
    case ArgType::Other: return "object";
  }
  return "object";
}

RunLookup::RunLookup(const std::vector<RunSpan>& runs) : runs_(runs) {
  std::stable_sort(runs_.begin(), runs_.end(), [](const RunSpan& a, const RunSpan& b) { return a.start < b.start; });
}

const RunSpan* RunLookup::at(int64_t ticks) {
  const auto holds = [&](const RunSpan& run) { return ticks >= run.start && ticks - run.start <= run.duration; };
  if (last_ < runs_.size() && holds(runs_[last_])) return &runs_[last_];
  const auto after = std::upper_bound(runs_.begin(), runs_.end(), ticks,
                                      [](int64_t wanted, const RunSpan& run) { return wanted < run.start; });
  if (after == runs_.begin()) return nullptr;
  last_ = static_cast<size_t>(after - runs_.begin()) - 1;
  return holds(runs_[last_]) ? &runs_[last_] : nullptr;
}

std::string callsPerRunText(double calls) {
  const double rounded = std::round(calls);
  return std::abs(calls - rounded) < 0.05 ? groupedNumber(static_cast<int64_t>(rounded)) : fmt::format("{:.1f}", calls);
}

}  // namespace relaxscope
