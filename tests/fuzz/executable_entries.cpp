// SPDX-License-Identifier: Apache-2.0
// Entries for executables: inspection terminates for every input.
#include <algorithm>
#include <iterator>

#include "tests/fuzz/entries.h"
#include "vmcore/analysis/call_types.h"
#include "vmcore/analysis/flow/aliases.h"
#include "vmcore/analysis/flow/call_graph.h"
#include "vmcore/analysis/flow/cfg.h"
#include "vmcore/analysis/flow/cross_references.h"
#include "vmcore/analysis/flow/fingerprint.h"
#include "vmcore/analysis/flow/liveness.h"
#include "vmcore/analysis/kernel_checks.h"
#include "vmcore/analysis/lint/lint.h"
#include "vmcore/analysis/memory/plan.h"
#include "vmcore/analysis/params.h"
#include "vmcore/analysis/regions/layer_map.h"
#include "vmcore/analysis/result_types.h"
#include "vmcore/analysis/summary.h"
#include "vmcore/analysis/verify/verifier.h"
#include "vmcore/base/text/collect.h"
#include "vmcore/export/exporter.h"
#include "vmcore/format/code/kernel_codes.h"
#include "vmcore/format/json/json_form.h"
#include "vmcore/format/library/blob_writer.h"
#include "vmcore/format/library/kernel_checks.h"
#include "vmcore/format/library/kinds.h"
#include "vmcore/format/library/library_reader.h"
#include "vmcore/format/library/module_payload.h"
#include "vmcore/format/loader.h"
#include "vmcore/format/object/object_image.h"
#include "vmcore/format/vm/executable_check.h"
#include "vmcore/format/vm/parameter_list.h"
#include "vmcore/format/vm/variant_change.h"
#include "vmcore/format/vm/vm_executable.h"

namespace relaxscope::fuzz {
namespace {

/// Discards text; stops after 8 MiB, as a listing of overlapping functions may be long.
class Drain {
 public:
  [[nodiscard]] TextSink sink() {
    return [this](std::string_view piece) { return (taken_ += piece.size()) < kMax; };
  }

 private:
  static constexpr size_t kMax = size_t{8} << 20;
  size_t taken_ = 0;
};

void printEverything(const Executable& executable) {
  for (const ExecutableExporter& row : executableExporters()) {
    Drain drain;
    const TextSink sink = drain.sink();
    std::vector<std::string> warnings;
    row.write(executable, {}, sink, warnings);
  }
}

void analyseFlow(const Executable& executable, FuncIndex function, Fingerprints& prints, FunctionResults& results) {
  const auto definitions = definitionsOf(executable, function);
  promise(definitions.has_value(), "definitions were not stopped");
  const auto count = static_cast<int64_t>(definitions->values.size());
  for (const Use& use : definitions->uses) promise(use.value.value < count, "a use is of a value of the function");
  for (const MergeInput& input : definitions->inputs)
    promise(input.value.valid() && input.value.value < count, "an input is a value of the function");
  const auto liveness = livenessOf(executable, function, *definitions);
  promise(liveness && liveness->lives.size() == definitions->values.size(), "one life per value");
  for (const Life& life : liveness->lives)
    promise(life.begin <= life.end && life.lastUse <= life.end, "a life ends with its last use or later");
  const auto aliases = aliasesOf(executable, function, *definitions);
  promise(aliases && aliases->roots.size() == definitions->values.size(), "one set of roots per value");
  for (int64_t v = 0; v < std::min<int64_t>(count, 64); ++v)
    promise(aliases->mayAlias(ValueIndex(0), ValueIndex(v)) == aliases->mayAlias(ValueIndex(v), ValueIndex(0)),
            "aliases are symmetric");
  promise(callTypes(executable, function, *definitions, results).has_value(), "types of calls were not stopped");
  const auto print = prints.of(function);
  promise(print && print->blocks.size() == definitions->cfg.blocks.size(), "one fingerprint per block");
}

void searchRegions(const FunctionFacts& facts, FuncIndex function) {
  const Executable& executable = facts.executable();
  const auto found = repeatedRegions(facts, function);
  promise(found.has_value(), "the search was not stopped for regions");
  for (const RepeatedRegion& region : found->regions)
    promise(region.count() >= 2 && std::ranges::is_sorted(region.bounds) && region.end() <= found->flow.calls.size(),
            "regions have copies");
  const LayerMap layers(executable, *found);
  for (uint32_t depth = 0; depth < LayerMap::kMaxDepth; ++depth) {
    int64_t end = -1;
    for (const LayerCopy& copy : layers.copiesAt(depth)) {
      promise(copy.first.value > end && copy.first <= copy.last, "layers of one depth do not overlap");
      promise(layers.at(copy.first, depth) == &copy && !layers.nameOf(copy).text().empty(), "layers are found");
      end = copy.last.value;
    }
  }
}

void lintAll(const FunctionFacts& facts) {
  const Executable& executable = facts.executable();
  const auto found = lint(facts, nullptr);
  promise(found.has_value(), "the linter was not stopped");
  for (const LintFinding& finding : found->all) {
    promise(!finding.message.empty() && finding.count != 0 && !finding.parts.empty(),
            "a finding has a place and a message");
    for (const LintPart& part : finding.parts) {
      promise(part.count >= part.sites.size(), "a part counts its sites");
      for (const LintSite& site : part.sites)
        promise(!site.pc.valid() || site.pc.at() < executable.code.size(), "a site is an instruction");
    }
  }
}

void analyse(const Executable& executable, const Library* library) {
  const Diagnostics findings = verify(executable, library);
  for (const Diagnostic& finding : findings.all())
    promise(!finding.rule.empty() && !finding.message.empty(), "a finding has rule and message");
  const ExecutableSummary summary = summarize(executable);
  promise(summary.functions.size() == executable.functions.size(), "one summary a function");
  const auto references = CrossReferences::build(executable);
  promise(references.has_value(), "the search was not stopped for references");
  const auto graph = callGraphOf(executable);
  promise(graph && graph->nodes.size() == executable.functions.size(), "one node per function");
  Fingerprints prints(executable);
  // Enough functions to cover every path, few enough to stay fast with 800 of them.
  const size_t count = std::min<size_t>(executable.functions.size(), 64);
  const FunctionFacts facts(executable);
  FunctionResults results(executable, &facts);
  for (size_t i = 0; i < count; ++i) {
    const FuncIndex function(static_cast<int64_t>(i));
    const Cfg cfg = buildCfg(executable, function);
    for (const CfgEdge& edge : cfg.edges)
      promise(edge.from.valid() && edge.from.at() < cfg.blocks.size() && edge.to.valid() &&
                  edge.to.at() < cfg.blocks.size(),
              "edges join blocks of the graph");
    (void)facts.params(function);
    (void)facts.resultTypes(function);
    analyseFlow(executable, function, prints, results);
    if (i < 4) (void)memoryPlan(facts, function, {});
    searchRegions(facts, function);
  }
  lintAll(facts);
}

/// Checks that the executable, written in every variant that can hold it, is read back as the same program.
void changeVariant(const Executable& executable) {
  for (const Variant variant : {Variant::R0, Variant::R3, Variant::R5}) {
    const auto changed = inVariant(executable, variant, "0.13.dev0");
    if (!changed.ok() || !checkConstantsKnown(*changed).ok()) continue;
    const std::vector<uint8_t> bytes = writeVmExecutable(*changed);
    Diagnostics notes;
    const auto again = readVmExecutable(Bytes::own(bytes), 0, notes);
    promise(again.ok() || !changed->trailing.empty(), "a changed variant is read");
    if (!again.ok()) continue;  // trailing bytes may look like sections of another variant
    promise(writeVmExecutable(*again) == bytes, "a changed variant is written unchanged");
    promise(again->code.size() == executable.code.size() && again->constants.size() == executable.constants.size(),
            "a changed variant keeps the program");
  }
}

}  // namespace

void runFile(const Bytes& input) {
  const auto file = loadBytes(input, "input");
  if (!file.ok()) {
    promise(!file.error().message.empty(), "an error has a message");
    return;
  }
  printEverything(*file->executable);
  analyse(*file->executable, file->library ? &*file->library : nullptr);
}

void runRelaxVm(const Bytes& input) {
  Diagnostics notes;
  const auto read = readVmExecutable(input, 0, notes);
  if (!read.ok()) return;
  const std::vector<uint8_t> written = writeVmExecutable(*read);
  promise(Bytes::own(written) == input, "what was read is written unchanged");
  Executable placed = *read;
  setByteOffsets(placed);
  promise(placed.byteSize == read->byteSize, "the size of an executable is known without writing it");
  for (size_t i = 0; i < placed.constants.size(); ++i)
    promise(placed.constants[i].byteOffset == read->constants[i].byteOffset,
            "places of constants are known without writing them");
  printEverything(*read);
  analyse(*read, nullptr);
  changeVariant(*read);
}

void runParameters(const Bytes& input) {
  const auto list = readParameterList(input);
  if (!list.ok()) return;
  promise(list->constants.size() == list->constantNames.size(), "every parameter has its name");
  promise(Bytes::own(writeVmExecutable(*list)) == input, "what was read is written unchanged");
  printEverything(*list);
  analyse(*list, nullptr);
  Executable wants;
  wants.variant = Variant::RelayB;
  for (const std::string& name : list->constantNames) wants.constants.emplace_back().value = LateBoundConstant{name};
  const bool bound = bindLateConstants(wants, *list).ok();
  for (const Constant& constant : wants.constants)
    promise(!bound || std::holds_alternative<TensorConstant>(constant.value), "a bound constant is a tensor");
}

/// The code of kernels in the file, whether it has modules or not.
static void followCode(const Bytes& input) {
  const KernelCodes::Map codes = readKernelCodes(input, LibraryEra::From022);
  for (const auto& [kernel, code] : codes)
    promise(code.exact == code.why.empty(), "kernel code is exact or says why it is not");
}

void runLibrary(const Bytes& input) {
  followCode(input);
  (void)readObject(input);
  const Bytes parts[] = {input};
  for (const auto& [kernel, messages] : findKernelChecks(parts, {"add", "add.x", "matmul"})) {
    promise(!messages.empty(), "a kernel with checks has a message");
    for (const KernelParam& param : signatureOfChecks(kernel, messages))
      promise(param.type.dims.empty() || param.type.dims.size() == static_cast<size_t>(*param.type.rank),
              "a tensor has all of its extents or none");
  }
  const auto bytes = libraryBytes(input);
  if (!bytes.ok()) return;
  const auto library = readLibrary(*bytes);
  if (!library.ok()) {
    promise(!library.error().message.empty(), "an error has a message");
    return;
  }
  for (const LibraryModule& module : library->modules)
    for (const ModuleIndex child : module.children)
      promise(child.valid() && child.at() < library->modules.size(), "children are modules of the blob");
  promise(library->blobInText ||
              (library->blobOffset <= bytes->size() && library->blobSize <= bytes->size() - library->blobOffset),
          "the blob lies in the file");
  (void)verify(Executable(), &*library);
  const bool implied = std::any_of(library->modules.begin(), library->modules.end(),
                                   [](const LibraryModule& module) { return module.implied; });
  const auto written = writeLibraryBlob(*library);
  promise(written.ok() || implied, "a blob that was read can be written");
  if (written.ok() && !library->blobInText)
    promise(Bytes::own(*written) == bytes->slice(library->blobOffset, library->blobSize),
            "what was read is written unchanged");
}

void runPayload(const Bytes& input) {
  // The first byte selects kind and era, the rest is the payload.
  if (input.empty()) return;
  const size_t kind = input.data()[0] % std::size(kKnownKinds), era = input.data()[0] / std::size(kKnownKinds) % 3;
  const Bytes payload = input.slice(1, input.size());
  const auto whole = decodePayload(kKnownKinds[kind], static_cast<LibraryEra>(era), payload);
  if (whole.ok()) promise(whole->size == payload.size(), "a whole payload is used up");
  uint64_t strayed = 0;
  const auto open = decodeUnframed(kKnownKinds[kind], static_cast<LibraryEra>(era), payload, strayed);
  if (open.ok()) promise(open->size <= payload.size(), "a payload ends inside its bytes");
}

void runJsonForm(const Bytes& input) {
  const auto read = readJsonForm(input, "input.json");
  if (!read.ok()) return;
  const std::vector<uint8_t> bytes = writeVmExecutable(*read);
  promise(bytes.size() == read->byteSize + (read->outerPrefix ? 8 : 0), "the size of an executable is known");
  const std::string text = collectText(
      [&](const TextSink& sink) { promise(writeJsonForm(*read, "", sink).ok(), "what was read is written"); });
  const auto again = readJsonForm(Bytes::copyOf(text), "input.json");
  promise(again.ok(), "what was written is read");
  promise(writeVmExecutable(*again) == bytes, "the JSON form keeps the bytes");
}

}  // namespace relaxscope::fuzz
