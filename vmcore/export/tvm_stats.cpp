// SPDX-License-Identifier: Apache-2.0
// stats() as TVM 0.23 to 0.27 print it (src/runtime/vm/executable.cc), and as earlier eras did.
#include <fmt/format.h>

#include <cmath>

#include "vmcore/base/text/text.h"
#include "vmcore/base/text/text_buffer.h"
#include "vmcore/export/exporter.h"
#include "vmcore/export/shape_list.h"
#include "vmcore/export/warnings.h"

namespace relaxscope {
namespace {

class StatsWriter {
 public:
  /// `oldNames`: a bool type is printed as uint1, as in releases up to 0.21.
  StatsWriter(const TextSink& sink, std::vector<std::string>& warnings, bool oldNames = false)
      : out_(sink), warnings_(warnings), oldNames_(oldNames) {}

  void write(const Executable& executable) {
    out_.append("Relax VM executable statistics:\n  Constant pool (# ");
    out_.append(static_cast<uint64_t>(executable.constants.size()));
    out_.append("): [");
    for (size_t i = 0; i < executable.constants.size() && !out_.stopped(); ++i) {
      if (i != 0) out_.append(", ");
      std::visit([&](const auto& value) { writeItem(value); }, executable.constants[i].value);
    }
    out_.append("]\n");
    // The prototype lists functions with code and packed functions separately.
    const size_t all = executable.functions.size();
    const size_t bodies = isPrototype(executable.variant) ? static_cast<size_t>(executable.code.packedBase) : all;
    writeNames("  Globals (#", executable, 0, bodies);
    if (isPrototype(executable.variant)) writeNames("  Packed functions (#", executable, bodies, all);
  }

 private:
  void writeNames(std::string_view title, const Executable& executable, size_t begin, size_t end) {
    out_.append(title);
    out_.append(static_cast<uint64_t>(end - begin));
    out_.append("): [");
    for (size_t i = begin; i < end && !out_.stopped(); ++i) {
      if (i != begin) out_.append(", ");
      out_.append(executable.functions[i].name);
      if (!isUtf8(executable.functions[i].name)) warnings_.add("a function name is not UTF-8");
    }
    out_.append("]\n");
  }
  void writeDims(const std::vector<int64_t>& dims) {
    for (size_t i = 0; i < dims.size(); ++i) {
      if (i != 0) out_.append(", ");
      out_.append(dims[i]);
    }
    out_.append(']');
  }
  void writeItem(const TensorConstant& tensor) {
    if (tensor.shape.empty()) return out_.append("scalar");
    out_.append('[');
    writeDims(tensor.shape);
  }
  // TVM writes "shapetuple[" and then overwrites the last two characters, the final ", "; without a dimension it
  // overwrites part of the word itself.
  void writeItem(const ShapeConstant& shape) {
    out_.append(shape.dims.empty() ? "shapetupl" : "shapetuple[");
    writeDims(shape.dims);
  }
  void writeItem(const StringConstant& string) {
    out_.append('"');
    out_.append(string.text);
    out_.append('"');
    if (!isUtf8(string.text)) warnings_.add("a string constant is not UTF-8");
  }
  void writeItem(const IntConstant& number) { out_.append(number.value); }
  void writeItem(const DataType& dtype) {
    // Up to 0.21 a bool is a 1-bit unsigned integer.
    const bool oldBool = oldNames_ && dtype == DataType{static_cast<uint8_t>(TypeCode::UInt), 1, 1};
    const std::string name = oldBool ? "bool" : dtype.name();
    if (!name.empty() && name.front() == '<') warnings_.add(name + " is unknown");
    out_.append(name);
  }
  void writeItem(const LateBoundConstant& late) { out_.append(constantSummary(late)); }
  void writeItem(const UnknownConstant& unknown) { out_.append(constantSummary(unknown)); }
  // TVM cannot print floats here. Shortest form that parses back to the same float.
  void writeItem(const FloatConstant& number) {
    if (std::isnan(number.value)) return out_.append("nan");
    std::string text = fmt::format("{}", number.value);
    if (text.find_first_not_of("-0123456789") == std::string::npos) text += ".0";
    out_.append(text);
  }

  TextBuffer out_;
  Warnings warnings_;
  bool oldNames_;
};

}  // namespace

namespace {

/// The first prototype lists shapes, functions with code and packed functions separately.
void writePrototypeStats(const Executable& executable, const TextSink& sink) {
  TextBuffer out(sink);
  const auto bodies = static_cast<size_t>(executable.code.packedBase);
  const auto names = [&](std::string_view title, size_t begin, size_t end) {
    out.append(title);
    out.append(static_cast<uint64_t>(end - begin));
    out.append("): [");
    for (size_t i = begin; i < end && !out.stopped(); ++i) {
      if (i != begin) out.append(", ");
      out.append(std::string_view(executable.functions[i].name));
    }
    out.append("]\n");
  };
  out.append("Relax VM executable statistics:\n  Constant shapes (# ");
  out.append(static_cast<uint64_t>(executable.constants.size()));
  out.append("): [");
  writeShapeList(executable, out);
  out.append("]\n");
  names("  Globals (#", 0, bodies);
  names("  Packed functions (#", bodies, executable.functions.size());
}

}  // namespace

void writeEraStats(const Executable& executable, const TextSink& sink, std::vector<std::string>& warnings) {
  if (isRelay(executable.variant)) return writeRelayStats(executable, sink);
  if (executable.variant == Variant::P) return writePrototypeStats(executable, sink);
  StatsWriter(sink, warnings, executable.variant == Variant::R0 || executable.variant == Variant::P2).write(executable);
}

void writeTvmStats(const Executable& executable, const TextSink& sink, std::vector<std::string>& warnings) {
  StatsWriter(sink, warnings).write(executable);
}

}  // namespace relaxscope
