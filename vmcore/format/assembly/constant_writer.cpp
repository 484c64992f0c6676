// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "vmcore/base/bytes/element.h"
#include "vmcore/format/assembly/words.h"
#include "vmcore/format/assembly/writer.h"
#include "vmcore/format/side_file.h"

namespace relaxscope::assembly {
namespace {

constexpr size_t kLineWidth = 100;
constexpr size_t kHexRow = 32;

/// The shortest text that parses back to the same bits; empty for a NaN with non-default bits.
template <class Float, class Bits>
std::string elementFloatText(const uint8_t* data, Bits usualNan) {
  const auto value = elementAt<Float>(data);
  if (!std::isnan(value)) return fmt::format("{}", value);
  return elementAt<Bits>(data) == usualNan ? "nan" : "";
}

std::string elementText(DataType type, const uint8_t* data) {
  const auto code = static_cast<TypeCode>(type.code);
  const auto size = static_cast<size_t>(type.elementBytes());
  if (code == TypeCode::Float && type.bits == 32) return elementFloatText<float, uint32_t>(data, 0x7fc00000u);
  if (code == TypeCode::Float && type.bits == 64) return elementFloatText<double, uint64_t>(data, 0x7ff8000000000000u);
  if (code == TypeCode::Int) return integerElement(data, size, true);
  if (code == TypeCode::UInt || code == TypeCode::Bool) return integerElement(data, size, false);
  return {};
}

/// Elements as numbers; empty if any element has no numeric notation.
std::vector<std::string> elements(const TensorConstant& tensor) {
  std::vector<std::string> all;
  const auto size = static_cast<size_t>(tensor.dtype.elementBytes());
  if (size == 0 || tensor.data.size() > kInlineTensorBytes) return all;
  for (size_t at = 0; at + size <= tensor.data.size(); at += size) {
    all.push_back(elementText(tensor.dtype, tensor.data.data() + at));
    if (all.back().empty()) return {};
  }
  return all;
}

struct Value {
  Lines& lines;
  const std::string key;
  bool side;

  void operator()(const TensorConstant& tensor) const {
    std::string text = "tensor " + dataTypeText(tensor.dtype) + "[";
    for (size_t i = 0; i < tensor.shape.size(); ++i) text += (i == 0 ? "" : ", ") + std::to_string(tensor.shape[i]);
    text += ']';
    if (tensor.deviceType != 1 || tensor.deviceId != 0)
      text += fmt::format(" on({}, {})", tensor.deviceType, tensor.deviceId);
    if (tensor.reserved != 0) text += fmt::format(" reserved 0x{:x}", tensor.reserved);
    lines.out.append(text);
    lines.out.append(' ');
    if (side && tensor.data.size() > kInlineTensorBytes) lines.out.append("side " + quotedText(key));
    else writeTensorData(lines, tensor);
  }
  void operator()(const DataType& type) const { lines.out.append("dtype " + dataTypeText(type)); }
  void operator()(const ShapeConstant& shape) const {
    lines.out.append("shape (");
    for (size_t i = 0; i < shape.dims.size(); ++i) {
      if (i != 0) lines.out.append(", ");
      lines.out.append(shape.dims[i]);
    }
    lines.out.append(')');
  }
  void operator()(const StringConstant& string) const { lines.out.append("string " + quotedText(string.text)); }
  void operator()(const IntConstant& number) const {
    lines.out.append("int ");
    lines.out.append(number.value);
  }
  void operator()(const FloatConstant& number) const {
    const std::string text =
        elementFloatText<double, uint64_t>(reinterpret_cast<const uint8_t*>(&number.value), 0x7ff8000000000000u);
    uint64_t bits;
    std::memcpy(&bits, &number.value, sizeof bits);
    lines.out.append("float " + (text.empty() ? fmt::format("float_bits(0x{:016x})", bits) : text));
  }
  void operator()(const LateBoundConstant& constant) const {
    lines.out.append("late_bound " + quotedText(constant.name));
  }
  void operator()(const UnknownConstant&) const { lines.out.append("unknown"); }
};

}  // namespace

void writeHexData(Lines& lines, std::span<const uint8_t> bytes) {
  lines.out.append("hex {");
  if (bytes.size() <= kHexRow) return lines.out.append(hexText(bytes) + "}");
  lines.end();
  for (size_t at = 0; at < bytes.size() && !lines.out.stopped(); at += kHexRow)
    lines.line("  " + hexText(bytes.subspan(at, std::min(kHexRow, bytes.size() - at))));
  lines.begin();
  lines.out.append('}');
}

/// One row of the last dimension per line if it fits, so that matrices are readable.
void writeTensorData(Lines& lines, const TensorConstant& tensor) {
  const std::vector<std::string> all = elements(tensor);
  if (all.empty() && !tensor.data.empty()) return writeHexData(lines, tensor.data.span());
  size_t width = 0;
  for (const std::string& text : all) width += text.size() + 2;
  const bool oneLine = width <= kLineWidth - 40;
  const auto rowLength = static_cast<size_t>(tensor.shape.empty() ? 1 : std::max<int64_t>(tensor.shape.back(), 1));
  lines.out.append('{');
  std::string row;
  for (size_t i = 0; i < all.size(); ++i) {
    if (!oneLine && (i == 0 || i % rowLength == 0 || row.size() + all[i].size() > kLineWidth)) {
      if (i != 0) lines.out.append(row);
      lines.end();
      lines.begin();
      row = "  ";
    }
    row += all[i];
    if (i + 1 != all.size()) row += oneLine ? ", " : (i + 1) % rowLength == 0 ? "," : ", ";
  }
  lines.out.append(row);
  if (!oneLine) {
    lines.end();
    lines.begin();
  }
  lines.out.append('}');
}

void writeConstant(Lines& lines, const Executable& executable, size_t index, bool side) {
  lines.begin();
  lines.out.append(".const c[");
  lines.out.append(static_cast<int64_t>(index));
  lines.out.append(']');
  if (executable.relay && index < executable.relay->constantDevices.size()) {
    lines.out.append(" device=");
    lines.out.append(executable.relay->constantDevices[index]);
  }
  if (index < executable.constantNames.size()) lines.out.append(" name=" + quotedText(executable.constantNames[index]));
  lines.out.append(" = ");
  std::visit(Value{lines, tensorKey(index), side}, executable.constants[index].value);
  lines.end();
}

}  // namespace relaxscope::assembly
