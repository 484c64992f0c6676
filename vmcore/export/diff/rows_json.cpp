// SPDX-License-Identifier: Apache-2.0
#include "vmcore/export/diff/rows_json.h"

#include <variant>

#include "vmcore/base/json/writer.h"
#include "vmcore/export/diff/instruction_text.h"

namespace relaxscope {
namespace {

using Layout = JsonWriter::Layout;

void writePc(JsonWriter& json, const char* key, InstrIndex pc) {
  json.key(key);
  if (pc.valid()) json.value(pc.value);
  else json.null();
}

const std::string& pairName(const DiffReport& report, const FunctionPair& pair) {
  static const std::string none;
  const Function* function = report.now.executable->function(pair.now);
  if (function == nullptr) function = report.old.executable->function(pair.old);
  return function != nullptr ? function->name : none;
}

class RowsWriter {
 public:
  RowsWriter(const DiffReport& report, const TextSink& sink)
      : report_(report), json_(sink), old_(*report.old.executable), now_(*report.now.executable) {}

  void write() {
    json_.beginArray();
    uint64_t changes = 0;
    for (size_t i = 0; i < report_.diff.functions.size() && !json_.stopped(); ++i) {
      const FunctionPair& pair = report_.diff.functions[i];
      for (const InstructionRow& row : pair.rows)
        if (!json_.stopped()) writeRow(i, pair, row, changes);
      changes += pair.changes.size();
    }
    json_.end();
  }

 private:
  void writeRow(size_t number, const FunctionPair& pair, const InstructionRow& row, uint64_t changesBefore) {
    json_.beginObject(Layout::Inline).field("pair", uint64_t{number}).field("function", pairName(report_, pair));
    writePc(json_, "old_pc", row.old);
    writePc(json_, "new_pc", row.now);
    json_.field("state", rowStateName(row.state));
    writePc(json_, "partner", row.partner);
    if (row.change < pair.changes.size())
      json_.field("change", changesBefore + row.change).field("kind", changeKindName(pair.changes[row.change].kind));
    else json_.key("change").null().key("kind").null();
    writeText("old_text", old_, pair.old, row.old);
    writeText("new_text", now_, pair.now, row.now);
    json_.end();
  }
  void writeText(const char* key, InstructionTexts& texts, FuncIndex function, InstrIndex pc) {
    json_.key(key);
    if (pc.valid()) json_.value(texts.text(function, pc));
    else json_.null();
  }

  const DiffReport& report_;
  JsonWriter json_;
  InstructionTexts old_, now_;
};

void writeTensor(JsonWriter& json, const char* dtype, const char* shape, const Constant* constant) {
  const auto* tensor = constant != nullptr ? std::get_if<TensorConstant>(&constant->value) : nullptr;
  if (tensor != nullptr) json.field(dtype, tensor->dtype.name()).field(shape, tensor->shape);
  else json.key(dtype).null().key(shape).null();
}

}  // namespace

const char* rowStateName(RowState state) {
  switch (state) {
    case RowState::Same: return "same";
    case RowState::Changed: return "changed";
    case RowState::Removed: return "removed";
    case RowState::Added: return "added";
    case RowState::Moved: break;
  }
  return "moved";
}

void writeDiffRowsJson(const DiffReport& report, const TextSink& sink) { RowsWriter(report, sink).write(); }

void writeDiffColumnsJson(const DiffReport& report, const TextSink& sink) {
  JsonWriter json(sink);
  json.beginObject().key("functions").beginArray();
  for (const FunctionPair& pair : report.diff.functions) {
    uint64_t old = 0, now = 0;
    for (const InstructionRow& row : pair.rows) {
      old += row.old.valid() ? 1 : 0;
      now += row.now.valid() ? 1 : 0;
    }
    json.beginObject(Layout::Inline).field("old_instructions", old).field("new_instructions", now).end();
  }
  json.end().key("constants").beginArray();
  for (const ConstantPair& pair : report.diff.constants) {
    json.beginObject(Layout::Inline);
    writeTensor(json, "old_dtype", "old_shape", report.old.executable->constant(pair.old));
    writeTensor(json, "new_dtype", "new_shape", report.now.executable->constant(pair.now));
    json.end();
  }
  json.end().end();
}

}  // namespace relaxscope
