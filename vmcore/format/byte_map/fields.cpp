// SPDX-License-Identifier: Apache-2.0
// Fields of functions, constants and the other entries of tables (formats.md 0.1, 1.3 to 1.5, 1.8, 4.2 to 4.4): the
// same facts as vm_writer.cpp has, with a name to each. One description gives fields, their number and their size.
#include <fmt/format.h>

#include "vmcore/format/byte_map/parts.h"
#include "vmcore/format/vm/relax_codes.h"
#include "vmcore/format/vm/relay_reader.h"

namespace relaxscope::bytemap {
namespace {

constexpr uint64_t kWord = 8;

class FieldList {
 public:
  explicit FieldList(uint64_t offset) : at_(offset) {}
  void add(Field field) {
    field.offset = at_;
    at_ += field.size;
    fields_.push_back(field);
  }
  std::vector<Field> take() { return std::move(fields_); }

 private:
  std::vector<Field> fields_;
  uint64_t at_;
};
struct FieldCounter {
  void add(const Field& field) {
    ++sum.count;
    sum.size += field.size;
  }
  FieldSum sum;
};

uint64_t digits(int64_t value) { return fmt::formatted_size("{}", value); }

/// Tells `out` the fields of an entry.
template <class Out>
class Describer {
 public:
  Describer(Out& out, const Executable& executable) : out_(out), e_(executable) {}

  void entry(List list, uint64_t row) {
    switch (list) {
      case List::Functions: return e_.variant == Variant::P ? prototypeFunction(e_.functions[row]) : function(e_.functions[row]);
      case List::Scopes: return scope(e_.memoryScopes[row]);
      case List::Constants: return constant(e_.constants[row].value);
      case List::FunctionNames: return text("name", -1, e_.functions[row].name);
      case List::ConstantNames: return text("name", -1, e_.constantNames[row]);
      case List::Devices: return device(e_.relay->virtualDevices[row]);
      case List::Attributes: return attributes(e_.relay->attributes[row]);
      case List::Bodies: return body(e_.relay->order[row].at());
      default: return;
    }
  }

 private:
  void plain(const char* name, uint64_t size, Field::Show show, int64_t number = 0, std::string_view text = {}, int64_t ordinal = -1) {
    Field field;
    field.name = name;
    field.ordinal = ordinal;
    field.show = show;
    field.number = number;
    field.text = text;
    field.size = size;
    out_.add(field);
  }
  void number(const char* name, uint64_t size, int64_t value, int64_t ordinal = -1) { plain(name, size, Field::Show::Number, value, {}, ordinal); }
  void count(const char* name, size_t value) { number(name, kWord, static_cast<int64_t>(value)); }
  void length(const char* name, int64_t ordinal, uint64_t value) {
    Field field;
    field.name = name;
    field.ordinal = ordinal;
    field.isLength = true;
    field.show = Field::Show::Number;
    field.number = static_cast<int64_t>(value);
    field.size = kWord;
    out_.add(field);
  }
  /// A u64 length and its bytes.
  void text(const char* name, int64_t ordinal, std::string_view text) {
    length(name, ordinal, text.size());
    if (!text.empty()) plain(name, text.size(), Field::Show::Text, 0, text, ordinal);
  }
  /// The same for a number that is written as decimal text.
  void decimal(const char* name, int64_t value) {
    length(name, -1, digits(value));
    number(name, digits(value), value);
  }
  void run(const char* name, const char* each, WordView values) {
    if (values.empty()) return;
    Field field;
    field.name = name;
    field.run = values;
    field.runName = each;
    field.size = values.bytes().size();
    out_.add(field);
  }
  void parameterNames(const Function& f) {
    count("parameter names", f.paramNames.size());
    for (size_t i = 0; i < f.paramNames.size(); ++i) text("parameter", static_cast<int64_t>(i), f.paramNames[i]);
  }

  void function(const Function& f) {
    number("kind", 4, f.kind);
    text("name", -1, f.name);
    number("start_instr", kWord, f.startInstr);
    number("end_instr", kWord, f.endInstr);
    number("num_args", kWord, f.numArgs);
    number("register_file_size", kWord, f.registerFileSize);
    parameterNames(f);
  }
  void prototypeFunction(const Function& f) {
    text("name", -1, f.name);
    number("start_instr", kWord, f.startInstr);
    number("num_args", kWord, f.numArgs);
    number("register_file_size", kWord, f.registerFileSize);
  }
  void scope(const MemoryScope& scope) {
    number("constant", kWord, scope.constIndex);
    text("scope", -1, scope.scope);
  }
  void device(const VirtualDevice& device) {
    number("device type", 4, device.deviceType);
    number("device id", 4, device.deviceId);
    if (relayLayout(e_.variant).memoryScopes) text("memory scope", -1, device.memoryScope);
  }
  void attributes(const RelayPart::Attributes& row) {
    const auto packed = static_cast<uint64_t>(e_.code.packedBase);
    const bool known = row.packedIndex < e_.functions.size() && packed + row.packedIndex < e_.functions.size();
    plain("packed function", kWord, known ? Field::Show::NumberAndText : Field::Show::Number, static_cast<int64_t>(row.packedIndex),
          known ? std::string_view(e_.functions[packed + row.packedIndex].name) : std::string_view());
    count("attributes", row.entries.size());
    for (size_t i = 0; i < row.entries.size(); ++i) {
      text("attribute", static_cast<int64_t>(i), row.entries[i].first);
      text("value", static_cast<int64_t>(i), row.entries[i].second);
    }
  }
  void body(size_t index) {
    const Function& f = e_.functions[index];
    number("strings in front", kWord, 3);
    text("name", -1, f.name);
    decimal("registers", f.registerFileSize);
    decimal("instruction count", f.endInstr - f.startInstr);
    parameterNames(f);
    const RelayLayout& layout = relayLayout(e_.variant);
    if (layout.devices) {
      count("devices of the parameters", e_.relay->paramDevices[index].size());
      run("devices", layout.virtualDevices ? "virtual device of parameter" : "device type of parameter", e_.relay->paramDevices[index]);
    }
    if (f.endInstr <= f.startInstr) return;
    Field field;
    field.name = "instructions";
    field.instructions = static_cast<uint64_t>(f.endInstr - f.startInstr);
    field.show = Field::Show::Number;
    field.number = f.endInstr - f.startInstr;
    field.size = instructionBytes(e_, f);
    out_.add(field);
  }

  void constant(const ConstantValue& value) {
    const auto* late = std::get_if<LateBoundConstant>(&value);
    if (isRelay(e_.variant)) {
      if (relayLayout(e_.variant).constantTags) plain("tag", 4, Field::Show::NumberAndText, late != nullptr ? 1 : 0, late != nullptr ? "late-bound" : "immediate");
    } else if (e_.variant != Variant::P && e_.variant != Variant::Params) {
      plain("type code", 4, Field::Show::NumberAndText, relaxvm::codeTable(e_.variant)[value.index()], constantKindName(value));
    }
    if (const auto* tensor = std::get_if<TensorConstant>(&value)) return this->tensor(*tensor);
    if (const auto* type = std::get_if<DataType>(&value)) return dataType(*type);
    if (const auto* string = std::get_if<StringConstant>(&value)) return text("string", -1, string->text);
    if (late != nullptr) return text("name", -1, late->name);
    if (const auto* shape = std::get_if<ShapeConstant>(&value)) {
      count("rank", shape->dims.size());
      return run("extents", "extent", shape->dims);
    }
    plain("value", kWord, Field::Show::Summary);
  }
  void tensor(const TensorConstant& tensor) {
    plain("tensor magic", kWord, Field::Show::Nothing);
    number("reserved", kWord, static_cast<int64_t>(tensor.reserved));
    number("device type", 4, tensor.deviceType);
    number("device id", 4, tensor.deviceId);
    number("rank", 4, static_cast<int64_t>(tensor.shape.size()));
    dataType(tensor.dtype);
    for (size_t axis = 0; axis < tensor.shape.size(); ++axis) number("extent", kWord, tensor.shape[axis], static_cast<int64_t>(axis));
    count("data size", tensor.data.size());
    if (tensor.data.empty()) return;
    Field field;
    field.name = "data";
    field.show = Field::Show::Summary;
    field.size = tensor.data.size();
    field.isData = true;
    out_.add(field);
  }
  void dataType(DataType type) {
    number("dtype code", 1, type.code);
    number("dtype bits", 1, type.bits);
    number("dtype lanes", 2, type.lanes);
  }

  Out& out_;
  const Executable& e_;
};

}  // namespace

std::string Field::label() const {
  std::string out = name;
  if (ordinal >= 0) out += fmt::format(" {}", ordinal);
  if (isLength) out += " length";
  return out;
}

std::string Field::valueText() const {
  switch (show) {
    case Show::Number: return fmt::format("{}", number);
    case Show::Text: return shortText(text);
    case Show::NumberAndText: return fmt::format("{} ({})", number, shortText(text));
    default: return {};
  }
}

uint64_t instructionBytes(const Executable& executable, const Function& function) {
  if (function.endInstr <= function.startInstr) return 0;
  const auto& offsets = executable.code.offsets;
  const auto begin = static_cast<size_t>(function.startInstr), end = static_cast<size_t>(function.endInstr);
  const uint64_t words = (end < offsets.size() ? static_cast<uint64_t>(offsets[end]) : executable.code.words.size()) - static_cast<uint64_t>(offsets[begin]);
  return kWord * words + 2 * kWord * (end - begin);   // a count and a hash to each
}

std::vector<Field> entryFields(const Executable& executable, List list, uint64_t row, uint64_t offset) {
  FieldList fields(offset);
  Describer(fields, executable).entry(list, row);
  return fields.take();
}

FieldSum sumFields(const Executable& executable, List list, uint64_t row) {
  FieldCounter counter;
  Describer(counter, executable).entry(list, row);
  return counter.sum;
}

}  // namespace relaxscope::bytemap
