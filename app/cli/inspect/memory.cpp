// SPDX-License-Identifier: Apache-2.0
// rscope memory: storages with their sizes and lives, and the peak, without a run.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "app/cli/commands.h"
#include "app/cli/files.h"
#include "app/cli/output.h"
#include "vmcore/analysis/memory/plan.h"
#include "vmcore/base/text/number.h"
#include "vmcore/base/text/text.h"
#include "vmcore/export/json_memory.h"
#include "vmcore/run/arguments/default_argument.h"

namespace relaxscope::cli {
namespace {

struct MemoryOptions {
  std::string file, consts;
  std::vector<std::string> functions, sizes;
  bool asJson = false;
};

std::string bytesText(uint64_t bytes) { return groupedNumber(static_cast<int64_t>(bytes)); }

Result<MemorySizes> sizesOf(const std::vector<std::string>& texts) {
  MemorySizes sizes{{}, kDefaultDim};
  for (const std::string& text : texts) {
    const size_t equals = text.find('=');
    const auto extent =
        equals == std::string::npos ? std::nullopt : wholeNumber<int64_t>(std::string_view(text).substr(equals + 1));
    if (equals == 0 || !extent || *extent < 0)
      return Error(fmt::format("--size {}: must be NAME=EXTENT with a non-negative integer", text));
    if (!sizes.given.emplace(text.substr(0, equals), *extent).second)
      return Error(fmt::format("--size {}: duplicate", text));
  }
  return sizes;
}

Result<std::vector<FuncIndex>> chosenFunctions(const Executable& executable, const std::vector<std::string>& names) {
  RS_TRY(std::vector<FuncIndex> chosen, functionsNamed(executable, names));
  for (const FuncIndex index : chosen)
    if (const Function& function = executable.functions[index.at()]; !function.isBytecode())
      return Error(fmt::format("{} has no bytecode", printable(function.name)));
  return chosen;
}

std::string headText(const Executable& executable, const MemoryPlan& plan) {
  std::string text = printable(executable.functions[plan.function.at()].name);
  for (size_t i = 0; i < plan.sizes.size(); ++i)
    text += fmt::format("{}{} = {}", i == 0 ? " with " : ", ", plan.sizes[i].first, plan.sizes[i].second);
  text += fmt::format(": peak {} bytes", bytesText(plan.peak()));
  if (plan.peakPc.valid()) text += fmt::format(" at pc {}", plan.peakPc.value);
  text += plan.exact ? "" : ", not exact";
  text += fmt::format("\n  constants {}, storages {}", bytesText(plan.constants), bytesText(plan.storagesPeak));
  if (plan.peakPc.valid() && !plan.sizes.empty()) text += fmt::format(" ({} before rounding)", plan.peakFormula);
  return text + "\n";
}
std::string noteText(const MemoryPlan& plan) {
  std::string text;
  if (!plan.complete) text += "  the function is too long: the figures cover its beginning\n";
  for (const std::string& name : plan.unknown)
    text += fmt::format("  the bytes of {} are not known\n", printable(name));
  for (const MemoryPlace& place : plan.places)
    if (plan.places.size() > 1)
      text += fmt::format("  device {} {}: {} at the peak, {} at most\n", place.device, printable(place.scope),
                          bytesText(place.atPeak), bytesText(place.peak));
  if (!plan.storages.empty())
    text += fmt::format("  storages that allocators keep: naive {}, pooled {}, TVM's naive {}, pooled {}\n",
                        bytesText(plan.kept.naive), bytesText(plan.kept.pooled), bytesText(plan.kept.tvmNaive),
                        bytesText(plan.kept.tvmPooled));
  return text;
}

void writeStorages(const MemoryPlan& plan, Output& out) {
  TextTable table({"#", "pc", "until", "calls", "peak", "bytes", "size", "tensors"}, {0, 1, 2, 5});
  for (size_t i = 0; i < plan.storages.size(); ++i) {
    const PlannedStorage& storage = plan.storages[i];
    const bool returned = storage.lastCall == PlannedStorage::kReturn;
    std::string tensors;
    for (const PlannedTensor& tensor : storage.tensors)
      tensors += (tensors.empty() ? "" : "; ") + (tensor.type.empty() ? "?" : tensor.type) +
                 (tensor.offset == 0 ? "" : fmt::format(" at {}", tensor.offset));
    table.add({std::to_string(i), std::to_string(storage.pc.value),
               storage.death.valid() ? std::to_string(storage.death.value) : "return",
               returned                                    ? fmt::format("{}-return", storage.firstCall)
               : storage.lastCall + 1 == storage.firstCall ? "none"
                                                           : fmt::format("{}-{}", storage.firstCall, storage.lastCall),
               storage.atPeak ? "yes" : "", storage.bytes ? groupedNumber(*storage.bytes) : "?", storage.formula,
               tensors});
  }
  table.write(out);
}

void writePlans(const Executable& executable, const std::vector<MemoryPlan>& plans, Output& out) {
  for (const MemoryPlan& plan : plans) {
    if (&plan != plans.data()) out.write("\n");
    out.write(headText(executable, plan) + noteText(plan));
    if (!plan.storages.empty()) writeStorages(plan, out);
  }
  if (plans.empty()) out.write("no function has bytecode\n");
}

int memory(const MemoryOptions& options) {
  const auto sizes = sizesOf(options.sizes);
  if (!sizes.ok()) return fail(options.file, sizes.error());
  return withBoundFile(options.file, options.consts, [&](const LoadedFile& file) {
    const Executable& executable = *file.executable;
    const auto functions = chosenFunctions(executable, options.functions);
    if (!functions.ok()) return fail(options.file, functions.error());
    const FunctionFacts facts(executable);
    const auto plans = memoryPlans(facts, *functions, *sizes);
    if (!plans.ok()) return fail(options.file, Error("--size: " + plans.error().text()));
    return writeOutput("", [&](Output& out) {
      if (options.asJson) writeMemoryJson(executable, *plans, out.sink());
      else writePlans(executable, *plans, out);
    });
  });
}

}  // namespace

Runner configureMemory(CLI::App& command) {
  auto options = std::make_shared<MemoryOptions>();
  command
      .add_option("FILE", options->file, "Library, executable bytes, text, python or JSON form; - is standard input")
      ->required();
  command.add_option("--function", options->functions, "Only this function; may be given several times")
      ->allow_extra_args(false);
  command
      .add_option("--size", options->sizes,
                  "Extent of a symbolic dimension, as n=17; 4 for those not given; may be given several times")
      ->allow_extra_args(false);
  command.add_option("--consts", options->consts, "File with the late-bound constants of a Relay VM executable");
  command.add_flag("--json", options->asJson, "The plans as a JSON object");
  command.footer(
      "JSON fields: functions [name sizes exact complete unknown peak_bytes constants_bytes storages_peak_bytes\n"
      "peak_pc peak_call peak_formula places [device scope at_peak_bytes peak_bytes] kept {naive pooled tvm_naive tvm_pooled}\n"
      "storages [pc formula bytes block_bytes device scope death_pc first_call last_call at_peak tensors [pc type\n"
      "offset bytes]] steps [pc peak_bytes bytes]]. Bytes are in blocks of 64, without arguments; null: not known,\n"
      "or not before the function returns.");
  return [options] { return memory(*options); };
}

}  // namespace relaxscope::cli
