// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/ledger.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "vmcore/model/builtin.h"
#include "vmcore/model/callee_kind.h"
#include "vmcore/trace/event_text.h"

namespace relaxscope {
namespace {

constexpr CallKind kOrder[] = {CallKind::Kernel, CallKind::GpuKernel, CallKind::VmFunction,
                               CallKind::Memory, CallKind::Shape,     CallKind::Check,
                               CallKind::Copy,   CallKind::Wait,      CallKind::Other};

}  // namespace

CallKind callKindOf(const StatisticsRow& row, const TraceInfo& info, const Executable* executable) {
  if (row.callKind) return *row.callKind;
  if (isBody(row.kind)) return CallKind::VmFunction;
  if (isKernels(row.kind)) return CallKind::Kernel;
  const std::vector<std::string>& names = calleeNames(info, row.kind);
  const std::string_view name = row.callee < names.size() ? std::string_view(names[row.callee]) : std::string_view();
  switch (calleeTable(row.kind)) {
    case CalleeTable::Functions:
      if (row.kind == EventKind::NestedKernel && row.callee == kNoIndex) return CallKind::Kernel;
      return calleeKind(executable, row.callee, name);
    case CalleeTable::Names:
      if (const BuiltinRow* builtin = findBuiltin(name); builtin != nullptr) return builtin->kind;
      break;
    case CalleeTable::None: break;
  }
  return CallKind::Other;
}

std::vector<KindShare> timeByKind(const TraceStatistics& statistics, const TraceInfo& info,
                                  const Executable* executable) {
  std::map<CallKind, double> times;
  double all = 0;
  if (!statistics.selfNsOfKinds.empty()) times = statistics.selfNsOfKinds;
  else
    for (const StatisticsRow& row : statistics.rows) times[callKindOf(row, info, executable)] += row.selfNs;
  for (const auto& [kind, ns] : times) all += std::max(0.0, ns);  // corrected times of next to nothing may be negative
  std::vector<KindShare> shares;
  for (const CallKind kind : kOrder)
    if (const auto time = times.find(kind); time != times.end() && time->second > 0)
      shares.push_back({kind, time->second / all, time->second});
  return shares;
}

LoadTimes loadTimesOf(const Trace& trace) {
  LoadTimes times;
  for (const auto& chunk : trace.chunks()) {
    for (size_t i = 0; i < chunk->size(); ++i) {
      const double ns = trace.info.clock.toNs(chunk->duration(i));
      switch (chunk->site(i).kind) {
        case EventKind::LoadConstants: times.constantsNs += ns; break;
        case EventKind::LoadLookup: times.lookupNs += ns; break;
        case EventKind::LoadLibrary: times.libraryNs += ns; break;
        case EventKind::LoadVerify: times.verifyNs += ns; break;
        default: break;
      }
    }
  }
  return times;
}

double shareOf(const TraceStatistics& statistics, const StatisticsRow& row) {
  return statistics.selfNs > 0 ? row.selfNs / statistics.selfNs : 0;
}

}  // namespace relaxscope
