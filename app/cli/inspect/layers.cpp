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
std::string calleesText(const Executable& executable, const FunctionRegions& found, uint32_t begin, uint32_t calls) {
  std::string text;
  for (uint32_t i = 0; i < std::min(kNamedCalls, calls); ++i)
    text += (i == 0 ? "" : ", ") + executable.functions[found.flow.calls[begin + i].callee.at()].name;
  return calls > kNamedCalls ? text + ", ..." : text;
}

/// "18"; of copies that differ "10 to 12".
std::string callsText(const RepeatedRegion& region) {
  uint32_t least = region.callsOf(0);
  for (uint32_t copy = 1; copy < region.count(); ++copy) least = std::min(least, region.callsOf(copy));
  const uint32_t most = region.mostCalls();
  return least == most ? std::to_string(most) : fmt::format("{} to {}", least, most);
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
      table.add({function, region.name, std::to_string(region.count()), std::to_string(region.depth),
                 std::to_string(region.firstPc.value), std::to_string(region.lastPc.value), callsText(region),
                 calleesText(executable, found, region.begin(), region.callsOf(0))});
    }
    for (const AlmostRegion& row : found.almost) {
      someAlmost = true;
      const uint32_t calls = (row.end - row.begin) / row.count;
      almost.add({function, std::to_string(row.count), std::to_string(row.firstPc.value),
                  std::to_string(row.lastPc.value), std::to_string(calls),
                  calleesText(executable, found, row.begin, calls), whyNot(executable, found, row)});
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
