// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "vmcore/base/json/writer.h"
#include "vmcore/export/diff/instruction_text.h"
#include "vmcore/export/diff/kernel_texts.h"
#include "vmcore/export/diff/rows_json.h"
#include "vmcore/export/diff/words.h"

namespace relaxscope {
namespace {

using Layout = JsonWriter::Layout;

constexpr size_t kMaxJsonKernels = 16, kMaxJsonKernelRows = 2000;

class DiffJsonWriter {
 public:
  DiffJsonWriter(const DiffReport& report, const TextSink& sink)
      : report_(report), json_(sink), old_(*report.old.executable), now_(*report.now.executable) {}

  void write() {
    json_.beginDocument();
    writeSide("old", report_.oldPath, report_.old);
    writeSide("new", report_.nowPath, report_.now);
    json_.field("same", !report_.differs()).field("identical", report_.diff.identical && !report_.exact);
    json_.key("summary").beginArray();
    for (const SummaryLine& line : report_.diff.summary) json_.value(line.text);
    json_.end().key("summary_topics").beginArray(Layout::Inline);
    for (const SummaryLine& line : report_.diff.summary) json_.value(summaryTopicText(line.topic));
    json_.end();
    writeKinds();
    if (!report_.summaryOnly) writeDetails();
    json_.field("not_compared", report_.diff.notCompared);
    if (report_.compareBytes) writeExact();
    if (report_.further) report_.further(json_);
    json_.end();
  }

 private:
  void writeSide(const char* key, const std::string& path, const DiffSide& side) {
    json_.key(key).beginObject(Layout::Inline).field("file", path);
    json_.field("variant", variantName(side.executable->variant)).field("version", side.executable->version);
    json_.field("instructions", static_cast<uint64_t>(side.executable->code.size())).end();
  }

  void writeKinds() {
    json_.key("kinds").beginObject(Layout::Inline);
    for (size_t i = 0; i < kChangeKinds; ++i)
      if (const auto kind = static_cast<ChangeKind>(i); report_.diff.counts[i] != 0 && report_.shows(kind))
        json_.field(changeKindName(kind), uint64_t{report_.diff.counts[i]});
    json_.end();
  }

  void writeDetails() {
    json_.key("functions").beginArray();
    for (const FunctionPair& pair : report_.diff.functions)
      if (!json_.stopped()) writeFunction(pair);
    json_.end().key("constants").beginArray();
    for (const ConstantPair& pair : report_.diff.constants)
      if (!json_.stopped()) writeConstant(pair);
    json_.end();
    writeNative();
    json_.key("kernels").beginArray();
    for (const KernelPair& pair : report_.diff.kernels)
      if (!json_.stopped()) writeKernel(pair);
    json_.end();
    writeKernelTexts();
    writeMemory();
    json_.key("layers").beginArray();
    for (const LayerChange& change : report_.diff.layers) {
      json_.beginObject(Layout::Inline);
      writeFunctionNames(change.old, change.now);
      json_.field("name", change.name).field("old_count", uint64_t{change.oldCount});
      json_.field("new_count", uint64_t{change.nowCount}).end();
    }
    json_.end().key("files").beginArray();
    for (const FileFact& fact : report_.diff.facts)
      json_.beginObject(Layout::Inline)
          .field("what", fact.what)
          .field("old", fact.old)
          .field("new", fact.now)
          .field("provenance", fact.provenance)
          .end();
    json_.end();
  }

  void writeNative() {
    json_.key("native_code").beginObject();
    for (const size_t side : {0, 1}) {
      const NativeCode& code = report_.diff.native[side];
      json_.key(side == 0 ? "old" : "new");
      if (!code.known) {
        json_.null();
        continue;
      }
      json_.beginObject(Layout::Inline).field("functions", uint64_t{code.functions});
      json_.field("function_bytes", code.functionBytes).field("kernels", uint64_t{code.kernels});
      json_.field("kernel_bytes", code.kernelBytes).end();
    }
    json_.end();
  }

  void writeFunctionNames(FuncIndex old, FuncIndex now) {
    writeFunctionName("old", report_.old, old);
    writeFunctionName("new", report_.now, now);
  }
  void writeFunctionName(const char* key, const DiffSide& side, FuncIndex index) {
    const Function* const function = side.executable->function(index);
    json_.key(key);
    if (function != nullptr) json_.value(function->name);
    else json_.null();
  }
  template <class Typed>
  void writeIndex(const char* key, Typed index) {
    json_.key(key);
    if (index.valid()) json_.value(index.value);
    else json_.null();
  }

  void writeFunction(const FunctionPair& pair) {
    json_.beginObject();
    writeFunctionNames(pair.old, pair.now);
    writeIndex("old_index", pair.old);
    writeIndex("new_index", pair.now);
    json_.field("state", pairStateName(pair.state)).field("score", pair.score);
    json_.field("reason", matchReasonText(pair.reason)).field("renamed", pair.renamed);
    json_.field("renumbered", pair.renumbered).field("independent_moves", uint64_t{pair.independentMoves});
    json_.key("changes").beginArray();
    for (const Change& change : pair.changes)
      if (report_.shows(change.kind) && !json_.stopped()) writeChange(change);
    json_.end().end();
  }

  void writeChange(const Change& change) {
    json_.beginObject().field("kind", changeKindName(change.kind));
    writeIndex("old_pc", change.old.empty() ? InstrIndex() : change.old.front());
    writeIndex("new_pc", change.now.empty() ? InstrIndex() : change.now.front());
    writePcs("old_pcs", change.old);
    writePcs("new_pcs", change.now);
    json_.field("old_text", change.oldText).field("new_text", change.nowText);
    json_.key("operands").beginArray();
    for (const OperandChange& operand : change.operands) {
      json_.beginObject(Layout::Inline);
      writeIndex("old_pc", operand.old);
      writeIndex("new_pc", operand.now);
      json_.field("old_word", uint64_t{operand.oldWord}).field("new_word", uint64_t{operand.nowWord});
      json_.field("old", old_.operand(operand.old, operand.oldWord));
      json_.field("new", now_.operand(operand.now, operand.nowWord)).end();
    }
    json_.end().end();
  }
  void writePcs(const char* key, const std::vector<InstrIndex>& pcs) {
    json_.key(key).beginArray(Layout::Inline);
    for (const InstrIndex pc : pcs) json_.value(pc.value);
    json_.end();
  }

  void writeConstant(const ConstantPair& pair) {
    json_.beginObject(Layout::Inline);
    writeIndex("old", pair.old);
    writeIndex("new", pair.now);
    json_.field("state", pairStateName(pair.state)).key("kind");
    if (pair.state == PairState::Same) json_.null();
    else json_.value(changeKindName(pair.kind));
    json_.field("ignored", pair.ignored).field("operand", pair.isOperand);
    writeSummaryOf("old_type", report_.old, pair.old);
    writeSummaryOf("new_type", report_.now, pair.now);
    if (pair.difference) {
      json_.field("elements", pair.difference->elements).field("differing", pair.difference->differing);
      writeNumber("largest_absolute", pair.difference->largestAbsolute);
      writeNumber("largest_relative", pair.difference->largestRelative);
      json_.field("nan_old", pair.difference->nanOld).field("nan_new", pair.difference->nanNow);
    }
    json_.end();
  }
  void writeSummaryOf(const char* key, const DiffSide& side, ConstIndex index) {
    const Constant* const constant = side.executable->constant(index);
    json_.key(key);
    if (constant != nullptr) json_.value(constantSummary(constant->value));
    else json_.null();
  }
  void writeNumber(const char* key, const std::optional<double>& number) {
    json_.key(key);
    if (number && std::isfinite(*number)) json_.value(*number);
    else json_.null();
  }

  void writeKernel(const KernelPair& pair) {
    constexpr const char* kSources[] = {"none", "machine code", "text", "binary"};
    json_.beginObject(Layout::Inline);
    writeNameOrNull("old", pair.old);
    writeNameOrNull("new", pair.now);
    json_.field("state", pairStateName(pair.state)).key("kind");
    if (pair.state == PairState::Same) json_.null();
    else json_.value(changeKindName(pair.kind));
    json_.field("ignored", pair.ignored).field("builtin", pair.builtin);
    json_.field("reason", matchReasonText(pair.reason));
    json_.field("compared", kSources[static_cast<size_t>(pair.source)]);
    json_.field("old_detail", pair.oldDetail).field("new_detail", pair.nowDetail);
    json_.field("old_sets", pair.oldSets ? vectorSetText(*pair.oldSets) : "");
    json_.field("new_sets", pair.nowSets ? vectorSetText(*pair.nowSets) : "");
    json_.key("launch").beginArray(Layout::Inline);
    for (const LaunchChange& change : pair.launch)
      json_.beginObject(Layout::Inline)
          .field("kernel", change.kernel)
          .field("what", change.what)
          .field("old", change.old)
          .field("new", change.now)
          .end();
    json_.end().end();
  }
  void writeNameOrNull(const char* key, const std::string& name) {
    json_.key(key);
    if (name.empty()) json_.null();
    else json_.value(name);
  }

  void writeKernelTexts() {
    const ShownKernelTexts shown = shownKernelTexts(report_, kMaxJsonKernels, kMaxJsonKernelRows);
    json_.key("kernel_texts").beginArray();
    for (const ShownKernelText& kernel : shown.kernels) {
      for (const KernelTextPart& part : kernel.text.parts) {
        json_.beginObject();
        writeNameOrNull("old", kernel.pair->old);
        writeNameOrNull("new", kernel.pair->now);
        json_.field("title", part.title).field("old_lines", part.oldLines).field("new_lines", part.nowLines);
        json_.field("removed", part.removed).field("added", part.added);
        json_.field("left_out", part.leftOut).field("note", part.note).key("rows").beginArray();
        for (const KernelTextHunk& hunk : part.hunks)
          for (const KernelTextRow& row : hunk.rows) writeKernelRow(row);
        json_.end().end();
      }
    }
    json_.end().field("kernel_texts_left_out", uint64_t{shown.leftOut});
  }
  void writeKernelRow(const KernelTextRow& row) {
    const auto line = [&](const char* key, uint32_t number) {
      json_.key(key);
      if (number != 0) json_.value(uint64_t{number});
      else json_.null();
    };
    json_.beginObject(Layout::Inline).field("state", rowStateName(row.state));
    line("old_line", row.oldLine);
    line("new_line", row.nowLine);
    json_.field("text", row.state == RowState::Removed ? row.oldText : row.nowText).end();
  }

  void writeMemory() {
    bool same = true;
    for (const MemoryChange& change : report_.diff.memory) same = same && change.same;
    json_.key("memory").beginObject().field("same", same).key("functions").beginArray();
    for (const MemoryChange& change : report_.diff.memory) {
      json_.beginObject(Layout::Inline);
      writeFunctionNames(change.old, change.now);
      json_.field("same", change.same).field("exact", change.exact);
      json_.field("old_peak_bytes", change.oldPeak).field("new_peak_bytes", change.nowPeak);
      json_.field("old_storages", change.oldStorages).field("new_storages", change.nowStorages);
      json_.field("old_storage_bytes", change.oldBytes).field("new_storage_bytes", change.nowBytes);
      json_.field("old_formula", change.oldFormula).field("new_formula", change.nowFormula).end();
    }
    json_.end().end();
  }

  void writeExact() {
    json_.key("exact").beginObject(Layout::Inline).field("same", !report_.exact.has_value());
    if (report_.exact) {
      const ByteDifference& bytes = report_.exact->bytes;
      json_.field("offset", bytes.offset).field("differing", bytes.differing);
      json_.field("old_bytes", bytes.oldSize).field("new_bytes", bytes.nowSize);
      json_.field("old_place", report_.exact->oldPlace).field("new_place", report_.exact->nowPlace);
    }
    json_.end();
  }

  const DiffReport& report_;
  JsonWriter json_;
  InstructionTexts old_, now_;
};

}  // namespace

void writeDiffJson(const DiffReport& report, const TextSink& sink) { DiffJsonWriter(report, sink).write(); }

}  // namespace relaxscope
