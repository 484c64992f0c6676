// SPDX-License-Identifier: Apache-2.0
#include "vmcore/base/json/writer.h"
#include "vmcore/export/times/exporter.h"
#include "vmcore/trace/compare/comparison_json.h"

namespace relaxscope {
namespace {

void writePlainTimes(const TimesReport& report, const TextSink& sink) {
  writeTimesText(report, [&](TimesRole, std::string_view piece) { return sink(piece); });
}

constexpr TimesExporter kTimesExporters[] = {
    {"text", "Times as text", ".txt", writePlainTimes},
    {"json", "Times as JSON", ".json", writeTimesJson},
    {"csv", "Times as CSV", ".csv", writeTimesCsv},
};

}  // namespace

std::span<const TimesExporter> timesExporters() { return kTimesExporters; }

void writeTimesJson(const TimesReport& report, const TextSink& sink) {
  JsonWriter json(sink);
  json.beginDocument().field("old", report.oldName).field("new", report.newName);
  writeComparison(json, report.comparison, report.old, report.now);
  json.end();
}

}  // namespace relaxscope
