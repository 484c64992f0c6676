// SPDX-License-Identifier: Apache-2.0
#include "vmcore/export/json_tables.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <span>

#include "vmcore/analysis/gpu/occupancy.h"
#include "vmcore/analysis/kernel_operator.h"
#include "vmcore/analysis/summary.h"
#include "vmcore/base/json/writer.h"
#include "vmcore/model/launch_tag.h"
#include "vmcore/model/listed_resources.h"

namespace relaxscope {
namespace {

using Layout = JsonWriter::Layout;

std::string functionName(const Executable& executable, FuncIndex index) {
  const Function* function = executable.function(index);
  return function == nullptr ? std::string() : function->name;
}

void writeConstantValue(const ConstantValue& value, JsonWriter& json) {
  struct Fields {
    JsonWriter& json;
    void operator()(const TensorConstant& v) const {
      json.field("dtype", v.dtype.name()).field("shape", v.shape).field("bytes", static_cast<uint64_t>(v.data.size()));
    }
    void operator()(const DataType& v) const { json.field("value", v.name()); }
    void operator()(const ShapeConstant& v) const { json.field("value", v.dims); }
    void operator()(const StringConstant& v) const { json.field("value", v.text); }
    void operator()(const IntConstant& v) const { json.field("value", v.value); }
    void operator()(const FloatConstant& v) const {
      if (std::isfinite(v.value)) json.field("value", v.value);
      else json.field("value", constantSummary(v));
    }
    void operator()(const LateBoundConstant& v) const { json.field("name", v.name); }
    void operator()(const UnknownConstant&) const {}
  };
  std::visit(Fields{json}, value);
}

template <class T>
void writeOptional(std::string_view name, const std::optional<T>& value, JsonWriter& json) {
  json.key(name);
  if (value) json.value(uint64_t{*value});
  else json.null();
}

void writeOccupancy(const KernelResources& kernel, JsonWriter& json) {
  json.key("occupancy");
  const auto of = occupancyAtBounds(kernel);
  if (!of) {
    json.null();
    return;
  }
  json.beginObject(Layout::Inline).field("percent", of->percent()).field("blocks", uint64_t{of->blocks});
  json.field("warps", uint64_t{of->warps}).field("max_warps", uint64_t{of->maxWarps});
  json.field("limits", occupancyLimits(*of)).end();
}

void writeResources(std::span<const KernelResources* const> rows, JsonWriter& json) {
  json.key("resources").beginArray(Layout::Inline);
  for (const KernelResources* row : rows) {
    json.beginObject(Layout::Inline).key("architecture");
    if (row->architecture != 0) json.value(architectureName(row->architecture));
    else json.null();
    writeOptional("registers", row->registers, json);
    writeOptional("shared_bytes", row->sharedBytes, json);
    writeOptional("local_bytes", row->localBytes, json);
    writeOptional("constant_bytes", row->constantBytes, json);
    writeOptional("max_threads", row->maxThreads() == 0 ? std::nullopt : std::optional(row->maxThreads()), json);
    json.field("block_required", row->blockRequired);
    writeOptional("min_blocks_per_sm", row->minBlocksPerSm, json);
    writeOccupancy(*row, json);
    json.end();
  }
  json.end();
}

void writeCode(const CodeModule& code, const KernelTexts* texts, JsonWriter& json) {
  uint64_t bytes = 0;
  for (const CodePart& part : code.parts) bytes += part.bytes.size();
  json.field("format", code.format)
      .field("content", code.parts.empty() ? std::string() : code.parts[0].content)
      .field("code_bytes", bytes);
  json.key("kernels").beginArray();
  const ListedResources resources(code);
  for (size_t i = 0; i < code.kernels.size(); ++i) {
    const DeviceKernel& kernel = code.kernels[i];
    std::vector<std::string> types;
    for (const DataType type : kernel.argTypes) types.push_back(type.name());
    json.beginObject(Layout::Inline).field("name", kernel.name).field("args", types).field("launch", kernel.launchTags);
    if (const auto operators = kernelOperators(texts, kernel.name); !operators.empty())
      json.field("operator", operatorText(operators));
    if (const auto rows = resources.of(i); !rows.empty()) writeResources(rows, json);
    json.end();
  }
  json.end();
  if (!code.resources.notes.empty()) json.field("resource_notes", code.resources.notes);
  json.key("parts").beginArray();
  for (const CodePart& part : code.parts)
    json.beginObject(Layout::Inline)
        .field("name", part.name)
        .field("content", part.content)
        .field("bytes", static_cast<uint64_t>(part.bytes.size()))
        .field("text", part.isText)
        .end();
  json.end();
  if (!code.constants.empty()) json.field("constants", code.constants);
  if (!code.layout.empty()) json.field("layout", code.layout);
}

void writeConstants(const ConstantsModule& constants, JsonWriter& json) {
  json.key("constants").beginArray();
  for (const ConstantsModule::Tensor& tensor : constants.tensors)
    json.beginObject(Layout::Inline)
        .field("name", tensor.name)
        .field("dtype", tensor.value.dtype.name())
        .field("shape", tensor.value.shape)
        .field("bytes", static_cast<uint64_t>(tensor.value.data.size()))
        .end();
  json.end();
  json.key("needs").beginArray();
  for (const ConstantsModule::Need& need : constants.needs)
    json.beginObject(Layout::Inline).field("name", need.symbol).field("constants", need.names).end();
  json.end();
}

/// The kernels of the library itself, by name: those whose operators are known.
void writeOperators(const LibraryModule& module, const KernelTexts* texts, JsonWriter& json) {
  std::map<std::string, std::string> known;
  for (const std::string& name : kernelNames(module))
    if (const auto operators = kernelOperators(texts, name); !operators.empty())
      known.emplace(name, operatorText(operators));
  if (known.empty()) return;
  json.key("operators").beginObject(Layout::Inline);
  for (const auto& [name, operators] : known) json.field(name, operators);
  json.end();
}

void writeModule(const LibraryModule& module, size_t index, const KernelTexts* texts, JsonWriter& json) {
  std::vector<int64_t> children;
  for (const ModuleIndex child : module.children) children.push_back(child.value);
  json.beginObject();
  json.field("index", static_cast<uint64_t>(index)).field("kind", module.kind);
  json.field("bytes", static_cast<uint64_t>(module.payload.size())).field("imports", children);
  if (!module.payload.empty()) json.field("offset", module.payloadOffset);
  if (const auto* code = std::get_if<CodeModule>(&module.decoded)) {
    writeCode(*code, texts, json);
  } else {
    json.field("kernels", kernelNames(module));
    writeOperators(module, texts, json);
    if (const auto* constants = std::get_if<ConstantsModule>(&module.decoded)) writeConstants(*constants, json);
    if (const auto* graph = std::get_if<GraphModule>(&module.decoded))
      json.field("graph_bytes", static_cast<uint64_t>(graph->json.size()))
          .field("constants", graph->constants)
          .field("rest_bytes", static_cast<uint64_t>(graph->rest.size()));
  }
  if (!module.note.empty()) json.field("note", module.note);
  json.end();
}

void writeContainer(const Library& library, JsonWriter& json) {
  const ObjectFile& object = library.object;
  json.key("object")
      .beginObject(Layout::Inline)
      .field("format", objectFormatName(object.format))
      .field("machine", object.machineName)
      .field("bits", int64_t{object.bits});
  json.field("byte_order", object.bigEndian ? "big" : "little").end();
  json.field("era", eraProducer(library.era)).field("blob_symbol", library.blobSymbol);
  json.key("members").beginArray();
  for (const ArchiveMember& member : library.members)
    json.beginObject(Layout::Inline)
        .field("name", member.name)
        .field("offset", member.offset)
        .field("bytes", member.size)
        .field("what", member.what)
        .field("has_blob", member.hasBlob)
        .end();
  json.end();
}

}  // namespace

void writeConstantsJson(const Executable& executable, const ConstantCopies& copies, const TextSink& sink) {
  const ExecutableSummary summary = summarize(executable);
  const std::vector<std::string> scopes = constantScopes(executable);
  JsonWriter json(sink);
  json.beginDocument();
  json.key("constants").beginArray();
  for (size_t i = 0; i < executable.constants.size() && !json.stopped(); ++i) {
    json.beginObject(Layout::Inline);
    json.field("index", static_cast<uint64_t>(i)).field("kind", constantKindName(executable.constants[i].value));
    if (i < executable.constantNames.size()) json.field("name", executable.constantNames[i]);
    writeConstantValue(executable.constants[i].value, json);
    if (i < scopes.size() && !scopes[i].empty()) json.field("scope", scopes[i]);
    if (copies.first[i] == ConstantCopies::kNotCompared) json.field("compared", false);
    else if (copies.first[i] != static_cast<int64_t>(i)) json.field("same_as", copies.first[i]);
    json.key("uses").beginArray();
    for (const ConstantUse& use : summary.constantUses[i]) {
      const Function* function = executable.function(use.function);
      json.beginObject()
          .field("function", function == nullptr ? std::string() : function->name)
          .field("pc", use.pc.value)
          .end();
    }
    json.end();
    json.end();
  }
  json.end();
  json.end();
}

void writeFindingsJson(const Executable& executable, const Diagnostics& findings, const TextSink& sink) {
  JsonWriter json(sink);
  json.beginDocument();
  json.field("errors", static_cast<uint64_t>(findings.count(Severity::Error)));
  json.field("warnings", static_cast<uint64_t>(findings.count(Severity::Warning)));
  json.field("remarks", static_cast<uint64_t>(findings.count(Severity::Info)));
  json.key("findings");
  writeFindingsList(executable, findings, json);
  json.end();
}

void writeFindingsList(const Executable& executable, const Diagnostics& findings, JsonWriter& json) {
  json.beginArray();
  findings.forEachBySeverity([&](const Diagnostic& finding) {
    json.beginObject(Layout::Inline);
    // "info" and "remarks" are the names of a note in this form since 0.1.
    json.field("severity", finding.severity == Severity::Info ? "info" : severityName(finding.severity))
        .field("rule", finding.rule)
        .field("message", finding.message);
    if (finding.function.valid()) json.field("function", functionName(executable, finding.function));
    if (finding.pc.valid()) json.field("pc", finding.pc.value);
    if (finding.constant.valid()) json.field("constant", finding.constant.value);
    if (finding.byteOffset) json.field("byte", *finding.byteOffset);
    json.end();
  });
  json.end();
}

void writeModulesJson(const LoadedFile& file, const TextSink& sink) {
  const Library none;
  const Library& library = file.library ? *file.library : none;
  JsonWriter json(sink);
  json.beginDocument();
  json.field("container", file.containerText());
  if (file.library) writeContainer(library, json);
  json.field("blob_offset", library.blobOffset).field("blob_bytes", library.blobSize);
  json.key("modules").beginArray();
  const KernelTexts* texts = file.executable ? file.executable->kernelTexts.get() : nullptr;
  for (size_t i = 0; i < library.modules.size() && !json.stopped(); ++i)
    writeModule(library.modules[i], i, texts, json);
  json.end();
  json.field("context_slots", library.contextSlots).field("undefined_symbols", library.undefinedSymbols);
  json.field("needed", library.object.needed).field("notes", library.notes);
  json.end();
}

}  // namespace relaxscope
