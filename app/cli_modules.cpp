// SPDX-License-Identifier: Apache-2.0
// rscope modules: the import tree of a library.
#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/cli_commands.h"
#include "app/cli_files.h"
#include "app/cli_output.h"
#include "vmcore/base/json_writer.h"
#include "vmcore/base/text.h"

namespace relaxscope::cli {
namespace {

using Layout = JsonWriter::Layout;

std::vector<std::string> kernelNames(const LibraryModule& module) {
  std::vector<std::string> names;
  if (const auto* host = std::get_if<HostModule>(&module.decoded)) return host->kernels;
  if (const auto* cuda = std::get_if<CudaModule>(&module.decoded))
    for (const DeviceKernel& kernel : cuda->kernels) names.push_back(kernel.name);
  return names;
}

void writeKernels(const LibraryModule& module, JsonWriter& json) {
  const auto* cuda = std::get_if<CudaModule>(&module.decoded);
  if (cuda == nullptr) {
    json.field("kernels", kernelNames(module));
    return;
  }
  json.field("format", cuda->format).field("content", cuda->contentKind).field("code_bytes", static_cast<uint64_t>(cuda->code.size()));
  json.key("kernels").beginArray();
  for (const DeviceKernel& kernel : cuda->kernels) {
    std::vector<std::string> types;
    for (const DataType type : kernel.argTypes) types.push_back(type.name());
    json.beginObject(Layout::Inline).field("name", kernel.name).field("args", types).field("launch", kernel.launchTags).end();
  }
  json.end();
}

void writeModulesJson(const LoadedFile& file, Output& out) {
  const Library none;
  const Library& library = file.library ? *file.library : none;
  const TextSink sink = out.sink();
  JsonWriter json(sink);
  json.beginObject();
  json.field("container", file.containerText());
  json.field("blob_offset", library.blobOffset).field("blob_bytes", library.blobSize);
  json.key("modules").beginArray();
  for (size_t i = 0; i < library.modules.size() && !json.stopped(); ++i) {
    const LibraryModule& module = library.modules[i];
    std::vector<int64_t> children;
    for (const ModuleIndex child : module.children) children.push_back(child.value);
    json.beginObject();
    json.field("index", static_cast<uint64_t>(i)).field("kind", module.kind);
    json.field("bytes", static_cast<uint64_t>(module.payload.size())).field("imports", children);
    writeKernels(module, json);
    if (!module.note.empty()) json.field("note", module.note);
    json.end();
  }
  json.end();
  json.field("context_slots", library.contextSlots).field("undefined_symbols", library.undefinedSymbols);
  json.field("needed", library.elf.needed);
  json.end();
}

std::string moduleDetail(const LibraryModule& module) {
  if (const auto* cuda = std::get_if<CudaModule>(&module.decoded))
    return fmt::format(", {} of {} bytes", cuda->contentKind, groupedNumber(static_cast<int64_t>(cuda->code.size())));
  return module.kind == "_lib" ? ", host code of this library" : "";
}

/// The tree by indentation. Rows come after their parents, so each is printed once, under its first parent.
class ModuleTree {
 public:
  ModuleTree(const Library& library, Output& out) : library_(library), out_(out), seen_(library.modules.size(), false) {}
  void print() {
    // An explicit stack: a hostile chain of modules must not become a chain of calls.
    std::vector<std::pair<size_t, size_t>> stack{{0, 0}};
    while (!stack.empty()) {
      const auto [index, depth] = stack.back();
      stack.pop_back();
      if (seen_[index]) continue;
      seen_[index] = true;
      printOne(index, depth);
      const auto& children = library_.modules[index].children;
      for (auto child = children.rbegin(); child != children.rend(); ++child) stack.emplace_back(child->at(), depth + 1);
    }
  }

 private:
  void printOne(size_t index, size_t depth) {
    const LibraryModule& module = library_.modules[index];
    const std::string indent(std::min<size_t>(depth, 40) * 2, ' ');
    out_.write(fmt::format("{}{}: {} bytes{}\n", indent, printable(module.kind), groupedNumber(static_cast<int64_t>(module.payload.size())),
                           moduleDetail(module)));
    if (!module.note.empty()) out_.write(fmt::format("{}  cannot be decoded: {}\n", indent, printable(module.note)));
    const auto* cuda = std::get_if<CudaModule>(&module.decoded);
    const std::vector<std::string> names = kernelNames(module);
    for (size_t i = 0; i < names.size(); ++i) {
      std::string launch;
      if (cuda != nullptr) launch = fmt::format("  {} arguments, {}", cuda->kernels[i].argTypes.size(), fmt::join(cuda->kernels[i].launchTags, " "));
      if (!out_.write(fmt::format("{}  kernel {}{}\n", indent, printable(names[i]), printable(launch)))) return;
    }
  }

  const Library& library_;
  Output& out_;
  std::vector<bool> seen_;
};

void writeModulesText(const LoadedFile& file, Output& out) {
  out.write(file.containerText() + "\n");
  if (!file.library) return;
  ModuleTree(*file.library, out).print();
  for (const std::string& slot : file.library->contextSlots) out.write(fmt::format("slot {}\n", printable(slot)));
  for (const std::string& name : file.library->undefinedSymbols) out.write(fmt::format("undefined {}\n", printable(name)));
}

}  // namespace

Runner configureModules(CLI::App& command) {
  auto options = tableOptions(command, "The tree as a JSON object");
  command.footer("JSON fields: container blob_offset blob_bytes modules [index kind bytes imports format content\n"
                 "code_bytes kernels note] context_slots undefined_symbols needed; of a cuda module each kernel is\n"
                 "an object with name args launch");
  return [options] {
    return withFile(options->file, [&](const LoadedFile& file) {
      return writeOutput("", [&](Output& out) {
        if (options->asJson) writeModulesJson(file, out);
        else writeModulesText(file, out);
      });
    });
  };
}

}  // namespace relaxscope::cli
