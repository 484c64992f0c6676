// SPDX-License-Identifier: Apache-2.0
// rscope memory: storages with their sizes and lives, and the peak, without a run unless --probe asks for one.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/cli/files.h"
#include "app/cli/inspect/commands.h"
#include "app/cli/output.h"
#include "app/cli/run/probe.h"
#include "vmcore/analysis/memory/plan.h"
#include "vmcore/base/text/number.h"
#include "vmcore/base/text/text.h"
#include "vmcore/export/json_memory.h"
#include "vmcore/run/arguments/default_argument.h"

namespace relaxscope::cli {
namespace {

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

std::string argumentsText(const MemoryPlan& plan) {
  if (!plan.arguments) return "  arguments ? beside them\n";
  if (*plan.arguments == 0) return {};
  std::string text = fmt::format("  arguments {} beside them", groupedCount(*plan.arguments));
  if (plan.argumentsReleased != 0)
    text += fmt::format("; the function gives up {} of them, so all together take {} at most",
                        groupedCount(plan.argumentsReleased), groupedCount(plan.constants + plan.peakWithArguments));
  return text + "\n";
}
std::string headText(const Executable& executable, const MemoryPlan& plan) {
  std::string text = printable(executable.functions[plan.function.at()].name);
  for (size_t i = 0; i < plan.sizes.size(); ++i)
    text += fmt::format("{}{} = {}", i == 0 ? " with " : ", ", plan.sizes[i].first, plan.sizes[i].second);
  if (plan.certainFailure() != nullptr) return text + ": cannot run\n  " + failureText(executable, plan) + "\n";
  text += fmt::format(": peak {} bytes", groupedCount(plan.peak()));
  if (plan.peakPc.valid()) text += fmt::format(" at pc {}", plan.peakPc.value);
  text += plan.exact ? "" : ", not exact";
  text += fmt::format("\n  constants {}, storages {}", groupedCount(plan.constants), groupedCount(plan.storagesPeak));
  if (plan.peakPc.valid() && !plan.sizes.empty()) text += fmt::format(" ({} before rounding)", plan.peakFormula);
  return text + "\n" + argumentsText(plan);
}
/// "main s1 = 48, s2 = 2" for the slots that have a value, or "main s1, s2" for those that have none.
std::string slotsText(const Executable& executable, const MemoryPlan& plan, bool known) {
  constexpr size_t kMostSlots = 64;
  std::string text;
  FuncIndex function;
  size_t shown = 0;
  for (const auto& [slot, value] : plan.heapSlots) {
    if (value.has_value() != known) continue;
    if (shown++ == kMostSlots) return text + ", ...";
    text += text.empty() ? "" : ", ";
    if (std::exchange(function, slot.function) != slot.function)
      text += printable(executable.functions[slot.function.at()].name) + " ";
    text += fmt::format("s{}", slot.slot) + (value ? fmt::format(" = {}", *value) : "");
  }
  return text;
}
std::string deviceText(int64_t device) { return device < 0 ? "host" : fmt::format("device {}", device); }
std::string noteText(const Executable& executable, const MemoryPlan& plan, bool probed) {
  std::string text;
  if (const std::string slots = slotsText(executable, plan, true); !slots.empty()) text += "  probed: " + slots + "\n";
  if (const std::string slots = slotsText(executable, plan, false); !slots.empty())
    text +=
        (probed ? "  slots that the run leaves open: " : "  slots that only a run tells (--probe): ") + slots + "\n";
  for (const PlanBound& bound : plan.bounds)
    text += fmt::format("  the storages have room for {} up to {} (pc {})\n", printable(bound.dimension),
                        groupedNumber(bound.atMost), bound.tensor.value);
  if (plan.failure) text += fmt::format("  a run may fail: {}\n", failureText(executable, plan));
  for (const InexactFigure& figure : plan.inexact)
    text += fmt::format("  not exact: {}\n", inexactText(executable, figure));
  if (!plan.complete) text += "  the function is too long: the figures cover its beginning\n";
  for (const std::string& name : plan.unknown)
    text += fmt::format("  the bytes of {} are not known\n", printable(name));
  for (const MemoryPlace& place : plan.places)
    if (plan.places.size() > 1)
      text += fmt::format("  {} {}: {} at the peak, {} at most\n", deviceText(place.device), printable(place.scope),
                          groupedCount(place.atPeak), groupedCount(place.peak));
  if (!plan.storages.empty())
    text += fmt::format("  storages that allocators keep: naive {}, pooled {}, TVM's naive {}, pooled {}\n",
                        groupedCount(plan.kept.naive), groupedCount(plan.kept.pooled), groupedCount(plan.kept.tvmNaive),
                        groupedCount(plan.kept.tvmPooled));
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

void writePlans(const LoadedFile& file, const std::vector<MemoryPlan>& plans, bool probed, Output& out) {
  const Executable& executable = *file.executable;
  for (const MemoryPlan& plan : plans) {
    if (&plan != plans.data()) out.write("\n");
    out.write(headText(executable, plan));
    if (plan.certainFailure() != nullptr) continue;
    out.write(noteText(executable, plan, probed));
    if (!plan.storages.empty()) writeStorages(plan, out);
  }
  if (plans.empty()) out.write("no function has bytecode\n");
  else if (file.library && mayTakeWorkspaces(*file.library))
    out.write("\nKernels of the library may take workspaces beside these bytes; rscope profile tells how much.\n");
}

/// Runs each function whose plan has slots without a value and plans it again with the values; the exit code.
int probeMemory(const MemoryOptions& options, const FunctionFacts& facts, MemorySizes sizes,
                std::vector<MemoryPlan>& plans) {
  for (MemoryPlan& plan : plans) {
    if (plan.heapSlots.empty()) continue;
    int exitCode = kDone;
    auto values = probeSlots(options, facts.executable(), plan, exitCode);
    if (!values) return exitCode;
    sizes.slotValues = *std::move(values);
    plan = memoryPlan(facts, plan.function, sizes).value_or(MemoryPlan());
  }
  return kDone;
}

}  // namespace

int memoryCommand(const MemoryOptions& options) {
  const auto sizes = sizesOf(options.sizes);
  if (!sizes.ok()) return fail(options.file, sizes.error());
  return withBoundFile(options.file, options.constsPath, [&](const LoadedFile& file) {
    const Executable& executable = *file.executable;
    const auto functions = chosenFunctions(executable, options.functions);
    if (!functions.ok()) return fail(options.file, functions.error());
    const FunctionFacts facts(executable);
    auto plans = memoryPlans(facts, *functions, *sizes);
    if (!plans.ok()) return fail(options.file, Error("--size: " + plans.error().text()));
    if (const int code = options.probe ? probeMemory(options, facts, *sizes, *plans) : kDone; code != kDone)
      return code;
    const int code = writeOutput("", [&](Output& out) {
      if (options.asJson) writeMemoryJson(executable, file.library ? &*file.library : nullptr, *plans, out.sink());
      else writePlans(file, *plans, options.probe, out);
    });
    const auto fails = [](const MemoryPlan& plan) { return plan.certainFailure() != nullptr; };
    return code == kDone && std::ranges::any_of(*plans, fails) ? kFound : code;
  });
}

}  // namespace relaxscope::cli
