// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/overview/run_summary.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

#include "views/core/document.h"
#include "views/profile/self_figure.h"
#include "views/theme/call_titles.h"
#include "vmcore/base/text/text.h"
#include "vmcore/trace/event_text.h"
#include "vmcore/trace/ledger.h"

namespace relaxscope {
namespace {

constexpr size_t kShownCalls = 10;

/// The overview's translation context.
struct RunSummaryText {
  Q_DECLARE_TR_FUNCTIONS(relaxscope::OverviewView)
};

/// False for a row that stands for an opcode of the Relay VM.
bool isFunction(const Document& document, const StatisticsRow& row) {
  return document.executable() == nullptr || document.executable()->opcodeOfCallee(row.callee) == nullptr;
}

const TraceInfo& infoOf(const std::shared_ptr<const Trace>& trace) {
  static const TraceInfo kNoInfo;
  return trace ? trace->info : kNoInfo;
}

CallKind kindOf(const Document& document, const StatisticsRow& row) {
  const auto trace = document.trace();
  return callKindOf(row, infoOf(trace), document.executable());
}

QString nameOf(const Document& document, const StatisticsRow& row) {
  const auto trace = document.trace();
  return trace ? QString::fromStdString(printable(eventLabel(trace->info, row.kind, row.callee))) : QString();
}

}  // namespace

std::optional<HottestCalls> hottestCalls(const Document& document) {
  const auto statistics = document.byCallee();
  if (!statistics || statistics->rows.empty() || statistics->selfNs <= 0) return std::nullopt;
  std::vector<const StatisticsRow*> calls;
  for (const StatisticsRow& row : statistics->rows)
    if (isCall(row.kind) || isKernels(row.kind)) calls.push_back(&row);
  std::sort(calls.begin(), calls.end(),
            [](const StatisticsRow* a, const StatisticsRow* b) { return a->selfNs > b->selfNs; });
  const double top = calls.empty() ? 1 : shareOf(*statistics, *calls.front());
  HottestCalls hottest;
  hottest.scale = std::min(1.0, std::max(0.1, std::ceil(top * 10) / 10));
  const size_t shown = std::min(calls.size(), kShownCalls);
  for (size_t i = 0; i < shown; ++i) {
    const StatisticsRow& row = *calls[i];
    const bool call = row.kind == EventKind::Call && isFunction(document, row);
    hottest.rows.push_back(
        {{CallRow::Role::Call, nameOf(document, row), perRunText(statistics->perRun(row.count)),
          selfFigure(*statistics, row), shareOf(*statistics, row), hottest.scale, kindOf(document, row), i % 2 == 1},
         call ? FuncIndex(row.callee) : FuncIndex()});
  }
  if (shown == calls.size()) return hottest;
  double ns = 0;
  uint64_t count = 0;
  for (size_t i = shown; i < calls.size(); ++i) {
    ns += calls[i]->selfNs;
    count += calls[i]->count;
  }
  hottest.rest = {CallRow::Role::Rest,
                  RunSummaryText::tr("%n more callee(s)", nullptr, static_cast<int>(calls.size() - shown)),
                  perRunText(statistics->perRun(count)),
                  durationFigure(statistics->perRun(ns)),
                  ns / statistics->selfNs,
                  hottest.scale,
                  CallKind::Other,
                  false};
  return hottest;
}

std::vector<RunBar::Part> runParts(const Document& document) {
  const auto statistics = document.byCallee();
  if (!statistics || statistics->selfNs <= 0) return {};
  const auto trace = document.trace();
  std::vector<RunBar::Part> parts;
  for (const KindShare& share : timeByKind(*statistics, infoOf(trace), document.executable()))
    parts.push_back(
        {share.kind, callKindTitle(share.kind, CallTitle::Ledger), statistics->perRun(share.selfNs), share.share});
  std::sort(parts.begin(), parts.end(), [](const RunBar::Part& a, const RunBar::Part& b) { return a.ns > b.ns; });
  return parts;
}

}  // namespace relaxscope
