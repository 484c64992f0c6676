// SPDX-License-Identifier: Apache-2.0
// Layout of a Relax VM executable as ranges (formats.md 1.2 to 1.5; the same facts as relax_vm_writer.cpp).
#include <fmt/format.h>

#include "vmcore/base/text.h"
#include "vmcore/format/byte_map_parts.h"
#include "vmcore/format/relax_vm_codes.h"

namespace relaxscope::bytemap {
namespace {

constexpr uint64_t kWord = 8;
constexpr size_t kMaxValue = 120;   ///< bytes of a value that are shown

std::string shown(std::string_view text) {
  return printable(text.substr(0, kMaxValue)) + (text.size() > kMaxValue ? "…" : "");
}

/// Appends fields one behind the other.
class Fields {
 public:
  explicit Fields(uint64_t offset) : at_(offset) {}
  void add(std::string name, uint64_t size, std::string value) {
    fields_.push_back({std::move(name), std::move(value), at_, size});
    at_ += size;
  }
  void number(const char* name, uint64_t size, int64_t value) { add(name, size, fmt::format("{}", value)); }
  /// A u64 length and its bytes.
  void text(std::string name, std::string_view text) {
    add(name + " length", kWord, fmt::format("{}", text.size()));
    if (!text.empty()) add(std::move(name), text.size(), shown(text));
  }
  std::vector<Field> take() { return std::move(fields_); }

 private:
  std::vector<Field> fields_;
  uint64_t at_;
};

void addDataType(Fields& fields, DataType type) {
  fields.number("dtype code", 1, type.code);
  fields.number("dtype bits", 1, type.bits);
  fields.number("dtype lanes", 2, type.lanes);
}

void addTensor(Fields& fields, const TensorConstant& tensor) {
  fields.add("tensor magic", kWord, {});
  fields.add("reserved", kWord, fmt::format("{}", tensor.reserved));
  fields.number("device type", 4, tensor.deviceType);
  fields.number("device id", 4, tensor.deviceId);
  fields.number("rank", 4, static_cast<int64_t>(tensor.shape.size()));
  addDataType(fields, tensor.dtype);
  for (size_t axis = 0; axis < tensor.shape.size(); ++axis) fields.number(fmt::format("shape[{}]", axis).c_str(), kWord, tensor.shape[axis]);
  fields.number("data size", kWord, static_cast<int64_t>(tensor.data.size()));
  if (!tensor.data.empty()) fields.add("data", tensor.data.size(), constantSummary(ConstantValue(tensor)));
}

Part part(ByteKind kind, const char* name, std::string value, uint64_t offset, uint64_t size) {
  Part made;
  made.kind = kind;
  made.name = name;
  made.value = std::move(value);
  made.offset = offset;
  made.size = size;
  return made;
}

/// A count and the list behind it.
void addTable(std::vector<Part>& parts, ByteKind kind, const char* name, List list, uint64_t count, uint64_t entries, uint64_t& at) {
  Part table = part(kind, name, fmt::format("{}", groupedNumber(static_cast<int64_t>(count))), at, kWord + entries);
  table.list = list;
  table.listOffset = at + kWord;
  at += table.size;
  parts.push_back(std::move(table));
}

}  // namespace

std::vector<Field> functionFields(const Function& function, uint64_t offset) {
  Fields fields(offset);
  fields.number("kind", 4, function.kind);
  fields.text("name", function.name);
  fields.number("start_instr", kWord, function.startInstr);
  fields.number("end_instr", kWord, function.endInstr);
  fields.number("num_args", kWord, function.numArgs);
  fields.number("register_file_size", kWord, function.registerFileSize);
  fields.number("parameter names", kWord, static_cast<int64_t>(function.paramNames.size()));
  for (size_t i = 0; i < function.paramNames.size(); ++i) fields.text(fmt::format("parameter {}", i), function.paramNames[i]);
  return fields.take();
}

uint64_t functionSize(const Function& function) {
  uint64_t size = 4 + kWord + function.name.size() + 4 * kWord + kWord;
  for (const std::string& name : function.paramNames) size += kWord + name.size();
  return size;
}

std::vector<Field> scopeFields(const MemoryScope& scope, uint64_t offset) {
  Fields fields(offset);
  fields.number("constant", kWord, scope.constIndex);
  fields.text("scope", scope.scope);
  return fields.take();
}

uint64_t scopeSize(const MemoryScope& scope) { return 2 * kWord + scope.scope.size(); }

std::vector<Field> constantFields(const ConstantValue& value, Variant variant, uint64_t offset) {
  Fields fields(offset);
  const relaxvm::CodeTable& codes = relaxvm::codeTable(variant);
  fields.add("type code", 4, fmt::format("{} ({})", value.index() < codes.size() ? codes[value.index()] : -1, constantKindName(value)));
  if (const auto* tensor = std::get_if<TensorConstant>(&value)) {
    addTensor(fields, *tensor);
  } else if (const auto* type = std::get_if<DataType>(&value)) {
    addDataType(fields, *type);
  } else if (const auto* shape = std::get_if<ShapeConstant>(&value)) {
    fields.number("rank", kWord, static_cast<int64_t>(shape->dims.size()));
    for (size_t axis = 0; axis < shape->dims.size(); ++axis) fields.number(fmt::format("extent {}", axis).c_str(), kWord, shape->dims[axis]);
  } else if (const auto* text = std::get_if<StringConstant>(&value)) {
    fields.text("string", text->text);
  } else {
    fields.add("value", kWord, constantSummary(value));
  }
  return fields.take();
}

uint64_t constantSize(const ConstantValue& value) {
  constexpr uint64_t kCode = 4;
  if (const auto* tensor = std::get_if<TensorConstant>(&value)) return kCode + 2 * kWord + 3 * 4 + 4 + kWord * tensor->shape.size() + kWord + tensor->data.size();
  if (std::holds_alternative<DataType>(value)) return kCode + 4;
  if (const auto* shape = std::get_if<ShapeConstant>(&value)) return kCode + kWord + kWord * shape->dims.size();
  if (const auto* text = std::get_if<StringConstant>(&value)) return kCode + kWord + text->text.size();
  return kCode + kWord;
}

bool addRelaxParts(const Executable& executable, uint64_t base, std::vector<Part>& parts) {
  if (isRelay(executable.variant) || executable.variant == Variant::P) return false;
  std::vector<Part> made;
  uint64_t at = base;
  made.push_back(part(ByteKind::Header, "magic", executable.variant == Variant::R5 ? "V2" : "V1", at, kWord));
  at += kWord;
  made.push_back(part(ByteKind::Header, "version", shown(executable.version), at, kWord + executable.version.size()));
  at += kWord + executable.version.size();
  uint64_t size = 0;
  for (const Function& function : executable.functions) size += functionSize(function);
  addTable(made, ByteKind::Table, "function table", List::Functions, executable.functions.size(), size, at);
  if (executable.variant == Variant::R5) {
    size = 0;
    for (const MemoryScope& scope : executable.memoryScopes) size += scopeSize(scope);
    addTable(made, ByteKind::Table, "memory scopes", List::Scopes, executable.memoryScopes.size(), size, at);
  }
  size = 0;
  for (const Constant& constant : executable.constants) size += constantSize(constant.value);
  addTable(made, ByteKind::Table, "constant pool", List::Constants, executable.constants.size(), size, at);
  addTable(made, ByteKind::Offsets, "instruction offsets", List::Offsets, executable.code.offsets.size(), kWord * executable.code.offsets.size(), at);
  addTable(made, ByteKind::Code, "instruction words", List::Instructions, executable.code.words.size(), kWord * executable.code.words.size(), at);
  if (!executable.trailing.empty()) {
    made.push_back(part(ByteKind::Rest, "bytes behind the last section", {}, at, executable.trailing.size()));
    at += executable.trailing.size();
  }
  if (at - base != executable.byteSize) return false;
  for (Part& each : made) parts.push_back(std::move(each));
  return true;
}

}  // namespace relaxscope::bytemap
