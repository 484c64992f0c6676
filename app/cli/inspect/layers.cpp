// SPDX-License-Identifier: Apache-2.0
// rscope layers: repeated regions of functions.
#include <fmt/format.h>

#include <algorithm>

#include "app/cli/files.h"
#include "app/cli/inspect/commands.h"
#include "app/cli/output.h"
#include "vmcore/analysis/regions/repeated_regions.h"
#include "vmcore/base/text/text.h"
#include "vmcore/export/json_tables.h"

namespace relaxscope::cli {
namespace {

constexpr uint32_t kNamedCalls = 4;

/// "layer_norm, transpose, matmul, add, ...".
std::string calleesText(const Executable& executable, const FunctionRegions& found, const Reading& reading) {
  std::string text;
  for (uint32_t i = 0; i < std::min(kNamedCalls, reading.period); ++i)
    text += (i == 0 ? "" : ", ") + executable.functions[found.flow.calls[reading.begin + i].callee.at()].name;
  return reading.period > kNamedCalls ? text + ", ..." : text;
}

void writeLayersTable(const Executable& executable, Output& out) {
  const auto all = repeatedRegions(executable);
  TextTable table({"function", "name", "count", "depth", "first_pc", "last_pc", "calls", "callees"}, {2, 3, 4, 5, 6});
  TextTable almost({"almost", "count", "first_pc", "last_pc", "calls", "callees", "why not"}, {1, 2, 3, 4});
  bool some = false, someAlmost = false;
  for (const FunctionRegions& found : *all) {
    const std::string& function = executable.functions[found.function.at()].name;
    for (const RepeatedRegion& region : found.regions) {
      some = true;
      table.add({function, region.name, std::to_string(region.reading.count), std::to_string(region.depth),
                 std::to_string(region.firstPc.value), std::to_string(region.lastPc.value),
                 std::to_string(region.reading.period), calleesText(executable, found, region.reading)});
    }
    for (const AlmostRegion& row : found.almost) {
      someAlmost = true;
      const Reading calls{row.begin, (row.end - row.begin) / row.count, row.count};
      almost.add({function, std::to_string(row.count), std::to_string(row.firstPc.value),
                  std::to_string(row.lastPc.value), std::to_string(calls.period), calleesText(executable, found, calls),
                  whyNot(executable, found, row)});
    }
  }
  if (some) table.write(out);
  else out.write("no repeated regions\n");
  if (!someAlmost) return;
  out.write("\n");
  almost.write(out);
}

}  // namespace

int layersCommand(const TableOptions& options) {
  return withFile(options.file, [&](const LoadedFile& file) {
    return writeOutput("", [&](Output& out) {
      if (options.asJson) writeLayersJson(*file.executable, out.sink());
      else writeLayersTable(*file.executable, out);
    });
  });
}

}  // namespace relaxscope::cli
