// SPDX-License-Identifier: Apache-2.0
// rscope modules: the import tree of a library, and the container around it.
#include <fmt/format.h>

#include <algorithm>

#include "app/cli/inspect/commands.h"
#include "app/cli/output.h"
#include "vmcore/analysis/gpu/occupancy.h"
#include "vmcore/analysis/kernel_operator.h"
#include "vmcore/base/text/text.h"
#include "vmcore/export/json_tables.h"
#include "vmcore/format/loader.h"
#include "vmcore/model/launch_tag.h"
#include "vmcore/model/listed_resources.h"

namespace relaxscope::cli {
namespace {

std::string countOfBytes(uint64_t count) { return groupedNumber(static_cast<int64_t>(count)) + " bytes"; }

std::string moduleDetail(const LibraryModule& module) {
  if (const auto* code = std::get_if<CodeModule>(&module.decoded)) {
    std::string text;
    if (code->parts.size() == 1)
      text = fmt::format(", {} of {}", code->parts[0].content, countOfBytes(code->parts[0].bytes.size()));
    else if (!code->parts.empty()) text = fmt::format(", {} in {} parts", code->parts[0].content, code->parts.size());
    return code->format.empty() ? text : fmt::format("{}, format {}", text, printable(code->format.substr(0, 40)));
  }
  if (const auto* graph = std::get_if<GraphModule>(&module.decoded))
    return fmt::format(", JSON graph of {}", countOfBytes(graph->json.size()));
  if (const auto* constants = std::get_if<ConstantsModule>(&module.decoded))
    return fmt::format(", {} constants", constants->tensors.size());
  return holdsExecutable(module.kind) ? "" : ", unknown content";
}

bool usesDynamicShared(const DeviceKernel& kernel) {
  return std::any_of(kernel.launchTags.begin(), kernel.launchTags.end(),
                     [](const std::string& tag) { return parseLaunchTag(tag).kind == LaunchTagKind::SharedMemory; });
}

/// "sm_80: 20 registers, 1,280 bytes of shared memory, at most 128 threads, occupancy 75 % (12 blocks per SM, limited
/// by registers)"; figures that are unknown are left out, and local memory that is not used.
std::string resourcesText(const KernelResources& row, bool dynamicShared) {
  std::vector<std::string> parts;
  if (row.registers) parts.push_back(fmt::format("{} registers", *row.registers));
  if (row.sharedBytes) parts.push_back(fmt::format("{} of shared memory", countOfBytes(*row.sharedBytes)));
  if (row.localBytes.value_or(0) != 0)
    parts.push_back(fmt::format("{} of local memory", countOfBytes(*row.localBytes)));
  if (row.constantBytes) parts.push_back(fmt::format("{} of constants", countOfBytes(*row.constantBytes)));
  if (row.maxThreads() != 0)
    parts.push_back(fmt::format("{} {} threads", row.blockRequired ? "exactly" : "at most", row.maxThreads()));
  if (row.minBlocksPerSm) parts.push_back(fmt::format("at least {} blocks per SM", *row.minBlocksPerSm));
  if (const auto of = occupancyAtBounds(row))
    parts.push_back(fmt::format("occupancy {:.4g} %{} ({} blocks per SM, limited by {})", of->percent(),
                                dynamicShared ? " without dynamic shared memory" : "", of->blocks,
                                fmt::join(occupancyLimits(*of), " and ")));
  const std::string name = architectureName(row.architecture);
  return fmt::format("{}: {}", name.empty() ? "unknown architecture" : name, fmt::join(parts, ", "));
}

/// The tree by indentation. Each module is printed once, under its first parent; modules that nothing imports follow.
class ModuleTree {
 public:
  ModuleTree(const Library& library, const KernelTexts* texts, Output& out)
      : library_(library), texts_(texts), out_(out), seen_(library.modules.size(), false) {}
  void print() {
    for (size_t root = 0; root < library_.modules.size(); ++root) printFrom(root);
  }

 private:
  void printFrom(size_t root) {
    // An explicit stack: a malformed deep chain of modules must not overflow the call stack.
    std::vector<std::pair<size_t, size_t>> stack{{root, 0}};
    while (!stack.empty()) {
      const auto [index, depth] = stack.back();
      stack.pop_back();
      if (seen_[index]) continue;
      seen_[index] = true;
      printOne(index, depth);
      const auto& children = library_.modules[index].children;
      for (auto child = children.rbegin(); child != children.rend(); ++child)
        stack.emplace_back(child->at(), depth + 1);
    }
  }

  void printOne(size_t index, size_t depth) {
    const LibraryModule& module = library_.modules[index];
    const std::string indent(std::min<size_t>(depth, 40) * 2, ' ');
    // The host's code lies in the library itself, not in a payload.
    const std::string content = std::holds_alternative<HostModule>(module.decoded)
                                    ? "host code of this library"
                                    : countOfBytes(module.payload.size()) + moduleDetail(module);
    out_.write(fmt::format("{}{}: {}\n", indent, printable(module.kind), content));
    const bool opaque = std::holds_alternative<std::monostate>(module.decoded);
    if (!module.note.empty())
      out_.write(fmt::format("{}  {}: {}\n", indent, opaque ? "cannot be decoded" : "note", printable(module.note)));
    if (const auto* code = std::get_if<CodeModule>(&module.decoded)) return printKernels(*code, indent);
    for (const std::string& name : kernelNames(module))
      if (!out_.write(fmt::format("{}  kernel {}{}\n", indent, printable(name), operatorsOf(name)))) return;
    if (const auto* constants = std::get_if<ConstantsModule>(&module.decoded)) printConstants(*constants, indent);
  }

  /// ": matmul, add"; empty if they are unknown or the name of the kernel.
  [[nodiscard]] std::string operatorsOf(const std::string& kernel) const {
    const std::string text = operatorText(kernelOperators(texts_, kernel));
    return text.empty() || text == kernel ? std::string() : ": " + text;
  }

  void printKernels(const CodeModule& code, const std::string& indent) {
    for (const std::string& note : code.resources.notes)
      out_.write(fmt::format("{}  note: {}\n", indent, printable(note)));
    const ListedResources resources(code);
    for (size_t i = 0; i < code.kernels.size(); ++i) {
      const DeviceKernel& kernel = code.kernels[i];
      std::string call;
      if (!kernel.argTypes.empty() || !kernel.launchTags.empty())
        call = fmt::format("  {} arguments, {}", kernel.argTypes.size(), fmt::join(kernel.launchTags, " "));
      const std::string operators = operatorsOf(kernel.name);
      if (!out_.write(fmt::format("{}  kernel {}{}{}\n", indent, printable(kernel.name), operators, printable(call))))
        return;
      const bool dynamicShared = usesDynamicShared(kernel);
      for (const KernelResources* row : resources.of(i))
        if (!out_.write(fmt::format("{}    {}\n", indent, resourcesText(*row, dynamicShared)))) return;
    }
    if (code.parts.size() < 2) return;
    for (const CodePart& part : code.parts)
      if (!out_.write(fmt::format("{}  part {}: {}, {}\n", indent, printable(part.name), part.content,
                                  countOfBytes(part.bytes.size()))))
        return;
  }

  void printConstants(const ConstantsModule& constants, const std::string& indent) {
    for (const ConstantsModule::Tensor& tensor : constants.tensors)
      if (!out_.write(
              fmt::format("{}  constant {}: {}\n", indent, printable(tensor.name), constantSummary(tensor.value))))
        return;
    for (const ConstantsModule::Need& need : constants.needs)
      if (!out_.write(fmt::format("{}  needs {}: {}\n", indent, printable(need.symbol),
                                  printable(fmt::format("{}", fmt::join(need.names, " "))))))
        return;
  }

  const Library& library_;
  const KernelTexts* texts_;
  Output& out_;
  std::vector<bool> seen_;
};

void writeModulesText(const LoadedFile& file, Output& out) {
  out.write(file.containerText() + "\n");
  if (!file.library) return;
  const Library& library = *file.library;
  if (library.era != LibraryEra::From022) out.write(fmt::format("of {}\n", eraProducer(library.era)));
  for (const ArchiveMember& member : library.members)
    out.write(fmt::format("member {}: {}, {}{}\n", printable(member.name), printable(member.what),
                          countOfBytes(member.size), member.hasBlob ? ", holds the modules" : ""));
  if (library.blobSymbol.empty() && library.blobSize != 0)
    out.write("note: no symbol names the modules; they were located by their content\n");
  for (const std::string& note : library.notes) out.write(fmt::format("note: {}\n", printable(note)));
  ModuleTree(library, file.executable ? file.executable->kernelTexts.get() : nullptr, out).print();
  for (const std::string& slot : library.contextSlots) out.write(fmt::format("slot {}\n", printable(slot)));
  for (const std::string& name : library.undefinedSymbols) out.write(fmt::format("undefined {}\n", printable(name)));
  for (const std::string& name : library.object.needed) out.write(fmt::format("needs {}\n", printable(name)));
}

}  // namespace

int modulesCommand(const TableOptions& options) {
  const auto file = loadFileForModules(options.file);
  if (!file.ok()) return fail(options.file, file.error());
  return writeOutput("", [&](Output& out) {
    if (options.asJson) writeModulesJson(*file, out.sink());
    else writeModulesText(*file, out);
  });
}

}  // namespace relaxscope::cli
