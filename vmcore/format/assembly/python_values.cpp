// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/assembly/python_values.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>

#include "vmcore/base/text/number.h"
#include "vmcore/base/text/text.h"
#include "vmcore/format/vm/executable_check.h"

namespace relaxscope::assembly {
namespace {

template <class T>
void appendElement(std::vector<uint8_t>& bytes, T value) {
  const size_t at = bytes.size();
  bytes.resize(at + sizeof value);
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

/// The last part of a dotted name: "tensor" of "tvm.runtime.tensor".
std::string_view lastPart(std::string_view name) {
  const size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? name : name.substr(dot + 1);
}

}  // namespace

ConstantValue PythonValues::value(Line& in) {
  if (in.peek() == '"' || in.peek() == '\'') return StringConstant{in.pythonQuoted()};
  if (in.peek() == '(') return ShapeConstant{shape(in)};
  const size_t at = in.here();
  const std::string_view name = in.name();
  if (name.empty()) return number(in);
  const std::string_view what = lastPart(name);
  if (what == "tensor") {
    in.goTo(at);
    return tensor(in);
  }
  ConstantValue result;
  in.want("(");
  if (what == "DataType" || (what == "dtype" && in.peek() != '(')) result = quotedType(in);
  else if (what == "ShapeTuple" || what == "Shape") result = ShapeConstant{shape(in)};
  else if (what == "float") {
    if (in.peek() == 'n') {  // np.frombuffer(bytes.fromhex("..."), "float64")[0]
      TensorConstant one;
      arrayOf(in, one);
      in.want("[0]");
      double content = 0;
      if (!in.failed() && one.data.size() != sizeof content) in.failAt(at, name.size(), "one float64 is expected");
      if (!in.failed()) std::memcpy(&content, one.data.data(), sizeof content);
      in.want(")");
      return FloatConstant{content};
    }
    const std::string text = in.pythonQuoted();
    if (text != "nan" && text != "inf" && text != "-inf")
      in.failAt(at, name.size(), "float(\"nan\"), float(\"inf\") or float(\"-inf\") is expected");
    result = FloatConstant{text == "nan" ? std::nan("") : text == "inf" ? HUGE_VAL : -HUGE_VAL};
  } else {
    in.failAt(at, name.size(),
              "a value is expected: a string, a number, DataType(...), ShapeTuple(...) or tensor(...)");
  }
  in.want(")");
  return result;
}

/// An int, or a float if it has a point or an exponent.
ConstantValue PythonValues::number(Line& in) {
  const std::string_view rest = in.text().substr(in.here());
  const size_t length = std::min(rest.find_first_not_of("0123456789+-.eE"), rest.size());
  if (rest.substr(0, length).find_first_of(".eE") == std::string_view::npos) return IntConstant{in.number("a value")};
  return FloatConstant{in.real()};
}

DataType PythonValues::quotedType(Line& in) {
  const size_t at = in.here();
  const std::string name = in.pythonQuoted();
  if (in.failed()) return {};
  const auto type = parseDataType(name);
  if (!type.ok()) in.failAt(at, in.here() - at, printable(type.error().message));
  return type.ok() ? *type : DataType();
}

std::vector<int64_t> PythonValues::shape(Line& in) {
  return in.peek() == '[' ? in.numberList('[', ']') : in.numberList('(', ')');
}

/// `tvm.runtime.tensor(ARRAY)`, and `._create_view(shape, "dtype")` for types that NumPy lacks.
TensorConstant PythonValues::tensor(Line& in) {
  TensorConstant tensor;
  const size_t at = in.here();
  in.name();
  in.want("(");
  arrayOf(in, tensor);
  in.want(")");
  if (in.take("._create_view")) {
    in.want("(");
    tensor.shape = shape(in);
    in.want(",");
    tensor.dtype = quotedType(in);
    in.want(")");
  }
  const auto wanted =
      in.failed() ? std::optional<int64_t>() : tensorBytesIn(program_.out.variant, tensor.shape, tensor.dtype);
  if (!in.failed() && (!wanted || static_cast<uint64_t>(*wanted) != tensor.data.size()))
    in.failAt(at, in.here() - at,
              fmt::format("{} bytes do not fill a tensor of this type and shape", tensor.data.size()));
  return tensor;
}

/// `np.array([1, 2], "float32")`, `np.frombuffer(bytes.fromhex("..."), "uint16")` or `np.load("file.npz")["key"]`,
/// and `.reshape((2, 1))`.
void PythonValues::arrayOf(Line& in, TensorConstant& tensor) {
  const size_t at = in.here();
  const std::string_view what = lastPart(in.name());
  std::vector<uint8_t> bytes;
  in.want("(");
  if (what == "array") {
    numbersOf(in, tensor, bytes);
  } else if (what == "frombuffer") {
    if (in.name() != "bytes.fromhex") in.fail("bytes.fromhex(\"...\") is expected");
    in.want("(");
    const std::string digits = in.pythonQuoted();
    in.want(")");
    for (size_t i = 0; i + 1 < digits.size() || i < digits.size(); i += 2) {
      const int high = hexDigit(digits[i]), low = i + 1 < digits.size() ? hexDigit(digits[i + 1]) : -1;
      if (high < 0 || low < 0) return in.failAt(at, 0, "pairs of hexadecimal digits are expected");
      bytes.push_back(static_cast<uint8_t>(high * 16 + low));
    }
    in.want(",");
    tensor.dtype = quotedType(in);
    in.want(")");
  } else if (what == "load") {
    program_.sideFile = in.pythonQuoted();
    in.want(")");
    in.want("[");
    tensor.data = program_.sideArray(in, in.pythonQuoted());
    in.want("]");
    if (in.take(".view")) {
      in.want("(");
      tensor.dtype = quotedType(in);
      in.want(")");
    }
  } else {
    return in.failAt(at, what.size(), "np.array(...), np.frombuffer(...) or np.load(...)[...] is expected");
  }
  if (what != "load") tensor.data = Bytes::own(std::move(bytes));
  if (tensor.dtype.bits != 0) tensor.shape = {static_cast<int64_t>(tensor.data.size()) / tensor.dtype.elementBytes()};
  if (!in.take(".reshape")) return;
  in.want("(");
  tensor.shape = shape(in);
  in.want(")");
}

/// Numbers of an np.array and its dtype, which follows them.
void PythonValues::numbersOf(Line& in, TensorConstant& tensor, std::vector<uint8_t>& bytes) {
  const std::string_view text = in.text();
  const size_t begin = in.here();
  const size_t close = text.find(']', begin);
  if (in.peek() != '[' || close == std::string_view::npos) return in.fail("a list of numbers in [ ] is expected");
  in.goTo(close + 1);
  in.want(",");
  tensor.dtype = quotedType(in);
  const auto end = in.here();
  in.goTo(begin);
  in.want("[");
  const auto code = static_cast<TypeCode>(tensor.dtype.code);
  const size_t size = static_cast<size_t>(tensor.dtype.elementBytes());
  while (!in.failed() && in.peek() != ']') {
    if (code == TypeCode::Float && size == 8) {
      appendElement(bytes, in.real());
    } else if (code == TypeCode::Float && size == 4) {
      appendElement(bytes, static_cast<float>(in.real()));  // as NumPy does it
    } else if (code == TypeCode::UInt && size == 8) {
      std::string_view rest = text.substr(in.here());
      const std::optional<uint64_t> value = takeNumber<uint64_t>(rest);
      if (!value) return in.fail("an unsigned number is expected");
      appendElement(bytes, *value);
      in.goTo(text.size() - rest.size());
    } else if ((code == TypeCode::Int || code == TypeCode::UInt || code == TypeCode::Bool) &&
               (size == 1 || size == 2 || size == 4 || size == 8)) {
      const bool isSigned = code == TypeCode::Int;
      const int64_t most = size == 8 ? INT64_MAX : (int64_t{1} << (8 * size - (isSigned ? 1 : 0))) - 1;
      const auto value = static_cast<uint64_t>(in.numberIn(!isSigned   ? 0
                                                           : size == 8 ? INT64_MIN
                                                                       : -most - 1,
                                                           most, "a number"));
      for (size_t i = 0; i < size; ++i) bytes.push_back(static_cast<uint8_t>(value >> (8 * i)));
    } else {
      return in.fail("numbers of this dtype are written as np.frombuffer(bytes.fromhex(\"...\"), ...)");
    }
    if (!in.take(",")) break;
  }
  in.want("]");
  if (in.failed()) return;
  in.goTo(end);
  in.want(")");
}

}  // namespace relaxscope::assembly
