// SPDX-License-Identifier: Apache-2.0
// Internal to format. The single definition of the layout of executables of every variant and of parameter lists:
// order, width and name of the fields (formats.md 0.1, 1.2 to 1.5, 1.8, 4.2 to 4.4). A sink processes the fields: the
// writer writes them, SizeSink counts their bytes, the byte map describes them. The readers are the counterpart.
//
// A sink of fields has
//   number(name, value, ordinal = -1)   of the value's width
//   known(name, value, text)            the same with the number's meaning
//   plain(name, value, isWhole)         the same for one that has no meaning by itself, or is the whole constant
//   text(name, ordinal, text)           u64 length, then the bytes
//   decimal(name, value)                the same for a number as decimal text
//   run(name, each, numbers)            eight bytes each, without a count
//   data(bytes)                         of a tensor
//   code(instructions, size, write)     `write(sink)` would write the `size` bytes of so many instructions
// and one of whole files also
//   header(name, value, text())         a number before the tables, and its meaning
//   headerText(name, text)              u64 length, then the bytes
//   beginTable(name, table, rows, first), beginEntry(table, row), endTable()   u64 count, then the rows from `first` on
//   words(name, table, numbers)         u64 count, then eight bytes each
//   rest(bytes)                         bytes after the last table
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <string>
#include <string_view>

#include "vmcore/format/vm/relax_codes.h"
#include "vmcore/format/vm/relay_reader.h"
#include "vmcore/format/vm/tensor_record.h"
#include "vmcore/format/vm/vm_executable.h"
#include "vmcore/model/executable.h"

namespace relaxscope::vmformat {

enum class Table : uint8_t {
  None,
  Functions,  ///< function table of Relax and of its prototype
  Scopes,
  Constants,
  Offsets,
  Words,
  Instructions,   ///< words of Relax, split where instructions begin
  FunctionNames,  ///< names of consecutive functions, from row `first` on
  ConstantNames,  ///< of a parameter list
  Devices,        ///< virtual devices
  ConstantDevices,
  Attributes,  ///< of packed functions
  Bodies,      ///< functions of Relay with their instructions, in RelayPart::order
};

/// Number of functions with code, which precede those that are only names (prototype, Relay).
inline size_t bodyCount(const Executable& e) {
  return std::min(static_cast<size_t>(std::max<int64_t>(0, e.code.packedBase)), e.functions.size());
}

/// Where the reader records the offset of a table's entry; null for tables without recorded offsets. `E` is Executable
/// or const Executable.
template <class E>
auto* notedPlace(E& e, Table table, uint64_t row) {
  switch (table) {
    case Table::Functions: return &e.functions[row].byteOffset;
    case Table::Bodies: return &e.functions[e.relay->order[row].at()].byteOffset;
    case Table::Constants: return &e.constants[row].byteOffset;
    default: return decltype(&e.functions[row].byteOffset){nullptr};
  }
}

/// Words of a Relay instruction up to the next one, including any that its opcode does not account for.
inline WordView relayWords(const Code& code, size_t pc) {
  const auto begin = static_cast<size_t>(code.offsets[pc]);
  const size_t end = pc + 1 < code.size() ? static_cast<size_t>(code.offsets[pc + 1]) : code.words.size();
  return code.words.view().subspan(begin, end - begin);
}
/// Bytes of a Relay function's instructions in the file; its range must be inside the code.
inline uint64_t relayCodeBytes(const Code& code, const Function& f) {
  if (f.endInstr <= f.startInstr) return 0;
  const auto begin = static_cast<size_t>(f.startInstr), end = static_cast<size_t>(f.endInstr);
  const uint64_t words = (end < code.size() ? static_cast<uint64_t>(code.offsets[end]) : code.words.size()) -
                         static_cast<uint64_t>(code.offsets[begin]);
  return sizeof(int64_t) * (words + 2 * (end - begin));  // a count and a hash each
}

/// The fields of one entry of a table.
template <class Out>
class EntryLayout {
 public:
  EntryLayout(Out& out, const Executable& executable) : out_(out), e_(executable) {}

  /// `row` is an index in the list that the table shows; for FunctionNames, in the function table. Tables of numbers
  /// have no entries.
  void entry(Table table, uint64_t row) {
    switch (table) {
      case Table::Functions:
        return isPrototype(e_.variant) ? prototypeFunction(e_.functions[row]) : function(e_.functions[row]);
      case Table::Scopes: return scope(e_.memoryScopes[row]);
      case Table::Constants: return constant(e_.constants[row].value);
      case Table::FunctionNames: return out_.text("name", -1, e_.functions[row].name);
      case Table::ConstantNames: return out_.text("name", -1, e_.constantNames[row]);
      case Table::Devices: return device(e_.relay->virtualDevices[row]);
      case Table::Attributes: return attributes(e_.relay->attributes[row]);
      case Table::Bodies: return body(e_.relay->order[row].at());
      default: return;
    }
  }

 private:
  void count(const char* name, size_t value) { out_.number(name, static_cast<uint64_t>(value)); }
  void parameterNames(const Function& f) {
    count("parameter names", f.paramNames.size());
    for (size_t i = 0; i < f.paramNames.size(); ++i) out_.text("parameter", static_cast<int64_t>(i), f.paramNames[i]);
  }

  void function(const Function& f) {
    out_.number("kind", f.kind);
    out_.text("name", -1, f.name);
    out_.number("start_instr", f.startInstr);
    out_.number("end_instr", f.endInstr);
    out_.number("num_args", f.numArgs);
    out_.number("register_file_size", f.registerFileSize);
    parameterNames(f);
  }
  void prototypeFunction(const Function& f) {
    out_.text("name", -1, f.name);
    out_.number("start_instr", f.startInstr);
    out_.number("num_args", f.numArgs);
    out_.number("register_file_size", f.registerFileSize);
  }
  void scope(const MemoryScope& scope) {
    out_.number("constant", scope.constIndex);
    out_.text("scope", -1, scope.scope);
  }

  void device(const VirtualDevice& device) {
    out_.number("device type", device.deviceType);
    out_.number("device id", device.deviceId);
    if (relayLayout(e_.variant).memoryScopes) out_.text("memory scope", -1, device.memoryScope);
  }
  void attributes(const RelayPart::Attributes& row) {
    const auto packed = static_cast<uint64_t>(e_.code.packedBase);
    const bool isKnown = row.packedIndex < e_.functions.size() && packed + row.packedIndex < e_.functions.size();
    if (isKnown) out_.known("packed function", row.packedIndex, e_.functions[packed + row.packedIndex].name);
    else out_.number("packed function", row.packedIndex);
    count("attributes", row.entries.size());
    for (size_t i = 0; i < row.entries.size(); ++i) {
      out_.text("attribute", static_cast<int64_t>(i), row.entries[i].first);
      out_.text("value", static_cast<int64_t>(i), row.entries[i].second);
    }
  }
  void body(size_t index) {
    const Function& f = e_.functions[index];
    count("leading strings", 3);
    out_.text("name", -1, f.name);
    out_.decimal("registers", f.registerFileSize);
    out_.decimal("instruction count", f.endInstr - f.startInstr);
    parameterNames(f);
    const RelayLayout& layout = relayLayout(e_.variant);
    if (layout.devices) {
      const std::vector<int64_t>& devices = e_.relay->paramDevices[index];
      count("devices of the parameters", devices.size());
      out_.run("devices", layout.virtualDevices ? "virtual device of parameter" : "device type of parameter", devices);
    }
    if (f.endInstr <= f.startInstr) return;
    out_.code(static_cast<uint64_t>(f.endInstr - f.startInstr), relayCodeBytes(e_.code, f), [&](auto& to) {
      for (int64_t pc = f.startInstr; pc < f.endInstr; ++pc) {
        const WordView words = relayWords(e_.code, static_cast<size_t>(pc));
        to.template write<uint64_t>(words.size() + 1);
        to.write(relayInstructionHash(words));
        for (const int64_t word : words) to.write(word);
      }
    });
  }

  void constant(const ConstantValue& value) {
    const bool isLate = std::holds_alternative<LateBoundConstant>(value);
    if (isRelay(e_.variant)) {
      if (relayLayout(e_.variant).constantTags)
        out_.known("tag", isLate ? kLateBoundTag : kImmediateTag, isLate ? "late-bound" : "immediate");
    } else if (e_.variant != Variant::P && e_.variant != Variant::Params) {
      out_.known("type code", relaxvm::codeTable(e_.variant)[value.index()], constantKindName(value));
    }
    std::visit([this](const auto& each) { content(each); }, value);
  }
  void content(const TensorConstant& tensor) {
    out_.plain("tensor magic", kTensorMagic, false);
    out_.number("reserved", tensor.reserved);
    out_.number("device type", tensor.deviceType);
    out_.number("device id", tensor.deviceId);
    out_.number("rank", static_cast<int32_t>(tensor.shape.size()));
    content(tensor.dtype);
    for (size_t axis = 0; axis < tensor.shape.size(); ++axis)
      out_.number("extent", tensor.shape[axis], static_cast<int64_t>(axis));
    count("data size", tensor.data.size());
    out_.data(tensor.data);
  }
  void content(const DataType& type) {
    out_.number("dtype code", type.code);
    out_.number("dtype bits", type.bits);
    out_.number("dtype lanes", type.lanes);
  }
  void content(const ShapeConstant& shape) {
    count("rank", shape.dims.size());
    out_.run("extents", "extent", shape.dims);
  }
  void content(const StringConstant& string) { out_.text("string", -1, string.text); }
  void content(const IntConstant& number) { out_.plain("value", number.value, true); }
  void content(const FloatConstant& number) { out_.plain("value", number.value, true); }
  void content(const LateBoundConstant& late) { out_.text("name", -1, late.name); }
  void content(const UnknownConstant&) {}  // rejected before: holdsConstant

  Out& out_;
  const Executable& e_;
};

/// Everything after the outer prefix. The variant must be able to hold all constants (holdsConstant).
template <class Out>
class FileLayout {
 public:
  FileLayout(Out& out, const Executable& executable) : out_(out), e_(executable) {}

  void run() {
    const bool isList = e_.variant == Variant::Params;
    const uint64_t magic = isList ? kParameterMagic : e_.variant == Variant::R5 ? kMagicV2 : kMagicV1;
    out_.header("magic", magic, [&] {
      return std::string(isList ? "parameter list" : magic == kMagicV2 ? "V2" : "V1");
    });
    if (!isList) out_.headerText("version", e_.version);
    if (isList) parameters();
    else if (isRelay(e_.variant)) relay();
    else if (isPrototype(e_.variant)) prototype();
    else relax();
    out_.rest(e_.trailing);
  }

 private:
  void table(const char* name, Table table, uint64_t rows, uint64_t first = 0) {
    out_.beginTable(name, table, rows, first);
    EntryLayout<Out> fields(out_, e_);
    for (uint64_t row = first; row < first + rows; ++row) {
      out_.beginEntry(table, row);
      fields.entry(table, row);
    }
    out_.endTable();
  }
  void constants(const char* name = "constant pool") { table(name, Table::Constants, e_.constants.size()); }
  void packedNames() {
    table("packed function names", Table::FunctionNames, e_.functions.size() - bodyCount(e_), bodyCount(e_));
  }
  void flatCode() {
    out_.words("instruction offsets", Table::Offsets, e_.code.offsets);
    out_.words("instruction words", Table::Words, e_.code.words);
  }

  void parameters() {
    out_.header("reserved", uint64_t{0}, [] { return std::string("0"); });
    table("names", Table::ConstantNames, e_.constantNames.size());
    constants("tensors");
  }
  void relax() {
    table("function table", Table::Functions, e_.functions.size());
    if (e_.variant == Variant::R5) table("memory scopes", Table::Scopes, e_.memoryScopes.size());
    constants();
    flatCode();
  }
  void prototype() {
    table("function table", Table::Functions, bodyCount(e_));
    constants();
    packedNames();
    flatCode();
  }
  void relay() {
    const RelayLayout& layout = relayLayout(e_.variant);
    const RelayPart& part = *e_.relay;
    if (layout.virtualDevices) {
      table("virtual devices", Table::Devices, part.virtualDevices.size());
      out_.header("host device", part.hostDevice, [&] { return fmt::format("virtual device {}", part.hostDevice); });
    }
    table("global names", Table::FunctionNames, bodyCount(e_));
    constants();
    if (layout.devices)
      out_.words(layout.virtualDevices ? "virtual devices of the constants" : "device types of the constants",
                 Table::ConstantDevices, part.constantDevices);
    packedNames();
    if (layout.attributes) table("attributes of packed functions", Table::Attributes, part.attributes.size());
    table("functions", Table::Bodies, part.order.size());
  }

  Out& out_;
  const Executable& e_;
};

/// Counts the bytes of the fields of entries.
class SizeSink {
 public:
  [[nodiscard]] uint64_t size() const { return size_; }
  template <class T>
  void number(const char*, T, int64_t = -1) {
    size_ += sizeof(T);
  }
  template <class T>
  void known(const char*, T, std::string_view) {
    size_ += sizeof(T);
  }
  template <class T>
  void plain(const char*, T, bool) {
    size_ += sizeof(T);
  }
  void text(const char*, int64_t, std::string_view text) { size_ += sizeof(uint64_t) + text.size(); }
  void decimal(const char*, int64_t value) { size_ += sizeof(uint64_t) + fmt::formatted_size("{}", value); }
  void run(const char*, const char*, WordView numbers) { size_ += numbers.bytes().size(); }
  void data(const Bytes& bytes) { size_ += bytes.size(); }
  template <class Write>
  void code(uint64_t, uint64_t size, Write&&) {
    size_ += size;
  }

 protected:
  void skip(uint64_t bytes) { size_ += bytes; }

 private:
  uint64_t size_ = 0;
};

}  // namespace relaxscope::vmformat
