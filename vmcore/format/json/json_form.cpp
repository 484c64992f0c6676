// SPDX-License-Identifier: Apache-2.0
// Writes the JSON form. The code is written as one line per instruction if that is lossless, and as raw words and
// offsets if it is not (damaged or unusual code).
#include "vmcore/format/json/json_form.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <unordered_map>

#include "vmcore/base/json/writer.h"
#include "vmcore/base/text/text.h"
#include "vmcore/format/assembly/words.h"
#include "vmcore/format/json/words.h"
#include "vmcore/format/side_file.h"
#include "vmcore/format/vm/code_plan.h"
#include "vmcore/format/vm/executable_check.h"

namespace relaxscope {
namespace {

using Layout = JsonWriter::Layout;

class FormWriter {
 public:
  FormWriter(const Executable& executable, const TextSink& sink, bool side)
      : executable_(executable), json_(sink), side_(side) {}

  void write(const std::string& sideName) {
    json_.beginObject();
    json_.field("relaxscope", "executable").field("form", int64_t{jsonform::kFormNumber});
    json_.field("variant", variantName(executable_.variant)).field("outer_prefix", executable_.outerPrefix);
    json_.field("version", escapeLossless(executable_.version));
    if (executable_.code.set == &relaxPrototypeSet(true)) json_.field("early_if", true);
    if (side_) json_.field("side_file", escapeLossless(sideName));
    writeFunctions();
    if (!executable_.memoryScopes.empty()) writeScopes();
    if (executable_.relay) writeRelayPart(*executable_.relay);
    writeConstants();
    if (isPlainCode(executable_.code)) writeInstructions();
    else json_.field("offsets", executable_.code.offsets).field("words", executable_.code.words);
    if (!executable_.trailing.empty()) writeBytes("trailing", executable_.trailing, kTrailingKey);
    json_.end();
  }

 private:
  void writeFunctions() {
    json_.key("functions").beginArray();
    for (size_t i = 0; i < executable_.functions.size() && !json_.stopped(); ++i) {
      const Function& f = executable_.functions[i];
      json_.beginObject(Layout::Inline).field("name", escapeLossless(f.name));
      if (const char* kind = jsonform::functionKindName(f.kind)) json_.field("kind", kind);
      else json_.field("kind", f.kind);
      json_.field("start", f.startInstr).field("end", f.endInstr);
      json_.field("num_args", f.numArgs).field("registers", f.registerFileSize);
      json_.key("params").beginArray();
      for (const std::string& name : f.paramNames) json_.value(escapeLossless(name));
      json_.end();
      if (executable_.relay && i < executable_.relay->paramDevices.size())
        json_.field("param_devices", executable_.relay->paramDevices[i]);
      json_.end();
    }
    json_.end();
  }

  void writeRelayPart(const RelayPart& part) {
    json_.key("virtual_devices").beginArray();
    for (const VirtualDevice& device : part.virtualDevices) {
      json_.beginObject(Layout::Inline).field("type", int64_t{device.deviceType}).field("id", int64_t{device.deviceId});
      json_.field("scope", escapeLossless(device.memoryScope)).end();
    }
    json_.end();
    json_.field("host_device", int64_t{part.hostDevice});
    json_.key("attributes").beginArray();
    for (const RelayPart::Attributes& row : part.attributes) {
      json_.beginObject(Layout::Inline).field("packed", row.packedIndex).key("entries").beginArray();
      for (const auto& [key, value] : row.entries) {
        json_.value(escapeLossless(key));
        json_.value(escapeLossless(value));
      }
      json_.end();
      json_.end();
    }
    json_.end();
    std::vector<int64_t> order;
    for (const FuncIndex index : part.order) order.push_back(index.value);
    json_.field("code_order", order);
  }

  void writeScopes() {
    json_.key("memory_scopes").beginArray();
    for (const MemoryScope& scope : executable_.memoryScopes)
      json_.beginObject(Layout::Inline)
          .field("constant", scope.constIndex)
          .field("scope", escapeLossless(scope.scope))
          .end();
    json_.end();
  }

  void writeConstants() {
    json_.key("constants").beginArray();
    for (size_t i = 0; i < executable_.constants.size() && !json_.stopped(); ++i) {
      const ConstantValue& value = executable_.constants[i].value;
      json_.beginObject(Layout::Inline).field("kind", constantKindName(value));
      if (const auto* tensor = std::get_if<TensorConstant>(&value)) writeTensor(*tensor, tensorKey(i));
      else if (const auto* type = std::get_if<DataType>(&value)) writeDataType("value", *type);
      else if (const auto* shape = std::get_if<ShapeConstant>(&value)) json_.field("value", shape->dims);
      else if (const auto* string = std::get_if<StringConstant>(&value))
        json_.field("value", escapeLossless(string->text));
      else if (const auto* number = std::get_if<IntConstant>(&value)) json_.field("value", number->value);
      else if (const auto* late = std::get_if<LateBoundConstant>(&value))
        json_.field("name", escapeLossless(late->name));
      else if (const auto* real = std::get_if<FloatConstant>(&value)) writeFloat(real->value);
      if (i < executable_.constantNames.size()) json_.field("name", escapeLossless(executable_.constantNames[i]));
      if (executable_.relay && i < executable_.relay->constantDevices.size())
        json_.field("placement", executable_.relay->constantDevices[i]);
      json_.end();
    }
    json_.end();
  }

  void writeDataType(const char* key, DataType type) {
    if (type.nameReadsBack()) {
      json_.field(key, type.name());
      return;
    }
    json_.key(key).beginObject();
    json_.field("code", int64_t{type.code}).field("bits", int64_t{type.bits}).field("lanes", int64_t{type.lanes}).end();
  }

  void writeFloat(double value) {
    if (std::isfinite(value)) {
      json_.field("value", value);
      return;
    }
    uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    json_.key("value").beginObject().field("float_bits", fmt::format("{:016x}", bits)).end();
  }

  void writeTensor(const TensorConstant& tensor, const std::string& key) {
    writeDataType("dtype", tensor.dtype);
    json_.field("shape", tensor.shape);
    if (tensor.deviceType != 1 || tensor.deviceId != 0)
      json_.field("device", std::vector<int64_t>{tensor.deviceType, tensor.deviceId});
    if (tensor.reserved != 0) json_.field("reserved", tensor.reserved);
    writeBytes("hex", tensor.data, key);
  }

  /// `name: "hex"` or, for data in the side file, `name_array: "key"`.
  void writeBytes(const std::string& name, const Bytes& bytes, const std::string& key) {
    if (side_ && bytes.size() > kInlineTensorBytes) json_.field(name + "_array", key);
    else json_.field(name, assembly::hexText(bytes.span()));
  }

  void writeInstructions() {
    countNames();
    json_.key("instructions").beginArray();
    const auto count = static_cast<int64_t>(executable_.code.size());
    for (int64_t pc = 0; pc < count && !json_.stopped(); ++pc) {
      json_.beginObject(Layout::Inline);
      writeInstruction(executable_.code.at(InstrIndex(pc)));
      json_.end();
    }
    json_.end();
  }

  void writeInstruction(const Instruction& instruction) {
    if (jsonform::hasOwnWords(instruction.set)) writeByRole(instruction);
    else writeRelax(instruction);
  }

  /// Sets other than Relax: one member per operand, under its name; counts follow from the list at the end.
  void writeByRole(const Instruction& instruction) {
    const OpcodeRow& row = *instruction.row;
    json_.field("op", row.mnemonic);
    instruction.forEachOperand([&](const Operand& operand) {
      if (operand.wordIndex == row.listWord || operand.role == OperandRole::Count) return;
      if (row.listWord != 0 && operand.wordIndex > row.listWord) return;
      if (operand.kind == ArgKind::Function) writeCallee(operand.row->name, operand.value);
      else if (operand.kind == ArgKind::Register) writeRegister(operand.row->name, operand.value);
      else json_.field(operand.row->name, operand.value);
    });
    if (row.listWord == 0) return;
    json_.key(row.list()->name).beginArray();
    for (size_t i = 0; i < instruction.callArgCount(); ++i) {
      if (row.list()->encoding == OperandEncoding::TaggedList) json_.value(jsonform::argText(instruction.callArg(i)));
      else json_.value(instruction.words[row.listWord + i]);
    }
    json_.end();
  }

  void writeRelax(const Instruction& instruction) {
    switch (static_cast<RelaxOpcode>(instruction.opcode())) {
      case RelaxOpcode::Call:
        json_.field("op", "call");
        writeCallee("func", instruction.callFunction());
        json_.key("args").beginArray();
        for (size_t i = 0; i < instruction.callArgCount(); ++i) json_.value(jsonform::argText(instruction.callArg(i)));
        json_.end();
        writeRegister("dst", instruction.callDst());
        break;
      case RelaxOpcode::Ret:
        json_.field("op", "ret");
        writeRegister("reg", instruction.words[1]);
        break;
      case RelaxOpcode::Goto: json_.field("op", "goto").field("offset", instruction.words[1]); break;
      case RelaxOpcode::If:
        json_.field("op", "if");
        writeRegister("cond", instruction.words[1]);
        json_.field("false_offset", instruction.words[2]);
        break;
    }
  }

  void writeRegister(const char* key, int64_t reg) {
    if (reg == kVoidRegister) json_.field(key, "void");
    else if (reg == kVmRegister) json_.field(key, "vm");
    else json_.field(key, reg);
  }

  /// By name if it is unique, else by number.
  void writeCallee(const char* key, int64_t index) {
    const Function* function = executable_.function(FuncIndex(index));
    if (function != nullptr && nameCount_[function->name] == 1) json_.field(key, escapeLossless(function->name));
    else json_.field(key, index);
  }
  void countNames() {
    for (const Function& f : executable_.functions) ++nameCount_[f.name];
  }

  const Executable& executable_;
  JsonWriter json_;
  bool side_;
  std::unordered_map<std::string_view, size_t> nameCount_;
};

}  // namespace

Result<void> writeJsonForm(const Executable& executable, const std::string& sideFile, const TextSink& sink) {
  RS_CHECK(checkDataPresent(executable));
  FormWriter(executable, sink, !sideFile.empty() && needsSideFile(executable)).write(sideFile);
  return {};
}

}  // namespace relaxscope
