// SPDX-License-Identifier: Apache-2.0
// Constants and raw data of the text form.
#include <fmt/format.h>

#include <cstring>

#include "vmcore/base/text/number.h"
#include "vmcore/format/assembly/text_parser.h"
#include "vmcore/format/vm/executable_check.h"
#include "vmcore/format/vm/tensor_record.h"

namespace relaxscope::assembly {
namespace {

/// Appends the low bytes of a number.
void appendBytes(std::vector<uint8_t>& bytes, uint64_t value, size_t count) {
  for (size_t i = 0; i < count; ++i) bytes.push_back(static_cast<uint8_t>(value >> (8 * i)));
}

template <class Float, class Bits>
bool appendFloat(std::vector<uint8_t>& bytes, std::string_view text, size_t& length) {
  std::string_view rest = text;
  const std::optional<Float> value = takeNumber<Float>(rest);
  if (!value) return false;
  length = text.size() - rest.size();
  Bits bits;
  std::memcpy(&bits, &*value, sizeof bits);
  appendBytes(bytes, bits, sizeof bits);
  return true;
}

}  // namespace

// --- Constants ------------------------------------------------------------------------------------

void DataParser::constant(Line& in) {
  in.want("c[");
  std::string_view name;
  if (in.atNumber()) {
    const size_t at = in.here();
    const int64_t index = in.number("a constant's number");
    const auto next = static_cast<int64_t>(program_.out.constants.size());
    if (!in.failed() && index != next)
      in.failAt(at, in.here() - at, fmt::format("constants must be in order: c[{}] is next", next));
  } else {
    const size_t at = in.here();
    name = in.name();
    if (name.empty()) in.fail("a constant's number or name is expected");
    else if (program_.constantNamed(name).valid())
      in.failAt(at, name.size(), fmt::format("duplicate constant {}", name));
  }
  in.want("]");
  if (program_.out.relay && in.takeWord("device")) {
    in.want("=");
    program_.out.relay->constantDevices.push_back(in.number("a device"));
  }
  if (in.takeWord("name")) {
    in.want("=");
    program_.out.constantNames.push_back(in.quoted());
  }
  in.want("=");
  const size_t at = in.here();
  const std::string_view kind = in.name();
  if (in.failed()) return;
  if (kind == "tensor") return tensor(in, name);
  ConstantValue value;
  if (kind == "dtype") value = in.dataType();
  else if (kind == "shape") value = ShapeConstant{in.numberList('(', ')')};
  else if (kind == "string") value = StringConstant{in.quoted()};
  else if (kind == "int") value = IntConstant{in.number("a number")};
  else if (kind == "float") value = floatValue(in);
  else if (kind == "late_bound") value = LateBoundConstant{in.quoted()};
  else if (kind == "unknown") value = UnknownConstant{};
  else
    in.failAt(at, kind.size(),
              "a constant kind is expected: tensor, dtype, shape, string, int, float, late_bound or unknown");
  // An invalid constant keeps its index, so that later constants keep theirs.
  program_.addConstant(in.failed() ? ConstantValue(UnknownConstant{}) : std::move(value), name, in.number());
}

ConstantValue DataParser::floatValue(Line& in) {
  if (!in.takeWord("float_bits")) return FloatConstant{in.real()};
  in.want("(");
  const int64_t bits = in.number("a number such as 0x7ff8000000000000");
  in.want(")");
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return FloatConstant{value};
}

void DataParser::tensor(Line& in, std::string_view name) {
  TensorConstant tensor;
  const size_t at = in.here();
  tensor.dtype = in.dataType();
  tensor.shape = in.numberList('[', ']');
  if (in.takeWord("on")) {
    in.want("(");
    tensor.deviceType = static_cast<int32_t>(in.numberIn(INT32_MIN, INT32_MAX, "a device type"));
    in.want(",");
    tensor.deviceId = static_cast<int32_t>(in.numberIn(INT32_MIN, INT32_MAX, "a device number"));
    in.want(")");
  }
  if (in.takeWord("reserved")) tensor.reserved = static_cast<uint64_t>(in.number("a number such as 0x10"));
  const int64_t wanted =
      in.failed() ? -1 : tensorBytesIn(program_.out.variant, tensor.shape, tensor.dtype).value_or(-1);
  if (!in.failed() &&
      (wanted < 0 || tensor.dtype.bits == 0 || tensor.shape.size() > static_cast<size_t>(vmformat::kMaxTensorRank)))
    in.failAt(at, in.here() - at, "there is no tensor of this type and shape");
  const DataType type = tensor.dtype;
  const ConstIndex index = program_.addConstant(std::move(tensor), name, in.number());
  if (in.failed()) return;
  if (in.takeWord("side")) {
    const size_t keyAt = in.here();
    const std::string key = in.quoted();
    Bytes data = program_.sideArray(in, key);
    if (!in.failed() && data.size() != static_cast<uint64_t>(wanted))
      in.failAt(keyAt, in.here() - keyAt,
                fmt::format("the array has {} bytes, the tensor needs {}", data.size(), wanted));
    program_.setTensorData(index, std::move(data));
    return;
  }
  if (in.takeWord("hex") || wanted == 0) return begin(in, Kind::Hex, index);
  elementBytes_ = static_cast<size_t>(type.elementBytes());
  const auto code = static_cast<TypeCode>(type.code);
  const bool whole = elementBytes_ == 1 || elementBytes_ == 2 || elementBytes_ == 4 || elementBytes_ == 8;
  if (code == TypeCode::Float && (type.bits == 32 || type.bits == 64))
    return begin(in, type.bits == 32 ? Kind::Float32 : Kind::Float64, index);
  if (whole && code == TypeCode::Int) return begin(in, Kind::Signed, index);
  if (whole && (code == TypeCode::UInt || code == TypeCode::Bool)) return begin(in, Kind::Unsigned, index);
  in.fail("the data of such a tensor is written as hex {...}");
}

void DataParser::trailing(Line& in) {
  if (in.takeWord("side")) {
    program_.out.trailing = program_.sideArray(in, in.quoted());
    return;
  }
  if (!in.takeWord("hex")) return in.fail("hex {...} or side \"...\" is expected");
  begin(in, Kind::Hex, ConstIndex::invalid());
}

// --- Data between braces --------------------------------------------------------------------------

void DataParser::begin(Line& in, Kind kind, ConstIndex tensor) {
  in.want("{");
  if (in.failed()) return;
  kind_ = kind;
  tensor_ = tensor;
  bytes_.clear();
  open_ = true;
  wrong_ = false;
  beginLine_ = in.number();
  rows(in);
  wrong_ = in.failed();
}

void DataParser::data(Line& in) {
  if (!wrong_) {
    rows(in);
    wrong_ = in.failed();
    return;
  }
  // After an error only the end of the data matters.
  const size_t close = in.text().find('}');
  if (close == std::string_view::npos) return in.goTo(in.text().size());
  in.goTo(close + 1);
  open_ = false;
}

void DataParser::rows(Line& in) {
  while (!in.failed() && !in.end() && in.peek() != '}') {
    number(in);
    if (kind_ != Kind::Hex) in.take(",");
  }
  if (in.failed() || !in.take("}")) return;
  const size_t at = in.here();
  if (tensor_.valid()) {
    const auto& tensor = std::get<TensorConstant>(program_.out.constants[tensor_.at()].value);
    const int64_t wanted = tensorBytesIn(program_.out.variant, tensor.shape, tensor.dtype).value_or(0);
    if (bytes_.size() != static_cast<uint64_t>(wanted))
      in.failAt(at, 0,
                kind_ == Kind::Hex
                    ? fmt::format("{} bytes are given, the tensor has {}", bytes_.size(), wanted)
                    : fmt::format("{} numbers are given, the tensor has {}", bytes_.size() / elementBytes_,
                                  wanted / static_cast<int64_t>(elementBytes_)));
  }
  close();
}

void DataParser::number(Line& in) {
  const size_t at = in.here();
  const std::string_view rest = in.rest();
  size_t length = 0;
  switch (kind_) {
    case Kind::Hex:
      for (; length + 1 < rest.size() && hexDigit(rest[length]) >= 0 && hexDigit(rest[length + 1]) >= 0; length += 2)
        bytes_.push_back(static_cast<uint8_t>(hexDigit(rest[length]) * 16 + hexDigit(rest[length + 1])));
      if (length == 0 || (length < rest.size() && hexDigit(rest[length]) >= 0))
        return in.failAt(at + length, 1, "pairs of hexadecimal digits are expected");
      return in.goTo(at + length);
    case Kind::Float32:
      if (!appendFloat<float, uint32_t>(bytes_, rest, length))
        return in.fail("a number is expected, such as 2.5, inf or nan");
      return in.goTo(at + length);
    case Kind::Float64:
      if (!appendFloat<double, uint64_t>(bytes_, rest, length))
        return in.fail("a number is expected, such as 2.5, inf or nan");
      return in.goTo(at + length);
    case Kind::Signed:
    case Kind::Unsigned: break;
  }
  const size_t bits = elementBytes_ * 8;
  if (bits == 64 && kind_ == Kind::Unsigned) {
    std::string_view after = rest;
    const std::optional<uint64_t> value = takeNumber<uint64_t>(after);
    if (!value) return in.fail("an unsigned 64-bit number is expected");
    appendBytes(bytes_, *value, elementBytes_);
    return in.goTo(at + rest.size() - after.size());
  }
  const int64_t least = kind_ == Kind::Unsigned ? 0 : bits == 64 ? INT64_MIN : -(int64_t{1} << (bits - 1));
  const int64_t most = bits == 64                ? INT64_MAX
                       : kind_ == Kind::Unsigned ? (int64_t{1} << bits) - 1
                                                 : (int64_t{1} << (bits - 1)) - 1;
  appendBytes(bytes_, static_cast<uint64_t>(in.numberIn(least, most, "a number")), elementBytes_);
}

void DataParser::close() {
  open_ = false;
  if (tensor_.valid()) program_.setTensorData(tensor_, Bytes::own(std::move(bytes_)));
  else program_.out.trailing = Bytes::own(std::move(bytes_));
  bytes_ = {};
}

void DataParser::end() {
  if (!open_) return;
  open_ = false;
  if (!wrong_) program_.note(Severity::Error, beginLine_, "missing \"}\" for the data that begins here");
}

}  // namespace relaxscope::assembly
