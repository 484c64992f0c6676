// SPDX-License-Identifier: Apache-2.0
// Compared times as comma-separated values. Nanoseconds and calls are per run; what is not known is empty.
#include <fmt/format.h>

#include <cmath>

#include "vmcore/base/text/text.h"
#include "vmcore/base/text/text_buffer.h"
#include "vmcore/export/times/exporter.h"
#include "vmcore/trace/event_text.h"
#include "vmcore/trace/figures/figures_json.h"

namespace relaxscope {
namespace {

class TimesCsv {
 public:
  TimesCsv(const TimesReport& report, const TextSink& sink) : report_(report), out_(sink) {}

  void run() {
    const TraceComparison& c = report_.comparison;
    out_.append(
        "row,group,kind,old,new,old_function,old_pc,new_function,new_pc,old_calls,new_calls,old_ns,new_ns,"
        "difference_ns,half_width_95,mark,share\n");
    for (const ComparedRow& row : c.rows) {
      if (out_.stopped()) return;
      writeRow(row);
    }
    out_.append("sum,,,,,,,,,");
    writeFigures(c.sum.oldCalls, c.sum.newCalls, c.sum.time, c.sum.share);
    const double unknown = std::nan("");
    out_.append("not attributed,,,,,,,,,");
    writeFigures(unknown, unknown, c.notAttributed, unknown);
    out_.append("run,,,,,,,,,");
    writeFigures(unknown, unknown, c.run, unknown);
  }

 private:
  void writeRow(const ComparedRow& row) {
    out_.append("row,");
    out_.append(comparedGroupText(row.group));
    out_.append(',');
    out_.append(eventKindName(row.kind));
    for (const std::string& name : {row.oldName, row.newName}) text(name);
    site(report_.old, row.old, row.kind);
    site(report_.now, row.now, row.kind);
    out_.append(',');
    writeFigures(row.oldCalls, row.newCalls, row.time, row.share);
  }
  void writeFigures(double oldCalls, double newCalls, const TimeDifference& time, double share) {
    number(rounded(oldCalls, 1e3));
    out_.append(',');
    number(rounded(newCalls, 1e3));
    for (const double ns : {time.oldNs, time.newNs, time.ns(), time.halfWidthNs}) {
      out_.append(',');
      number(std::isfinite(ns) ? tenths(ns) + 0.0 : ns);
    }
    out_.append(',');
    out_.append(differenceMarkText(time.mark));
    out_.append(',');
    number(rounded(share, 1e6));
    out_.append('\n');
  }
  static double rounded(double value, double steps) { return std::round(value * steps) / steps + 0.0; }
  void number(double value) {
    if (std::isfinite(value)) out_.append(fmt::format("{}", value));
  }
  void text(std::string_view value) {
    out_.append(',');
    out_.append(csvCell(value));
  }
  /// The call of a row; by callee there is none.
  void site(const TraceInfo& info, const TraceSite& at, EventKind kind) {
    if (at == TraceSite{} || at.function >= info.functionNames.size()) return out_.append(",,");
    text(info.functionNames[at.function]);
    out_.append(',');
    if (hasInstruction(kind) && !isBody(kind) && at.pc != kNoIndex) out_.append(uint64_t{at.pc});
  }

  const TimesReport& report_;
  TextBuffer out_;
};

}  // namespace

void writeTimesCsv(const TimesReport& report, const TextSink& sink) { TimesCsv(report, sink).run(); }

}  // namespace relaxscope
