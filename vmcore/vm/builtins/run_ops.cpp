// SPDX-License-Identifier: Apache-2.0
// relax.run.*: operators that TVM implements in Python (python/tvm/relax/op, 0.27), written natively.
#include <fmt/format.h>

#include <cstring>
#include <vector>

#include "vmcore/vm/builtins/args.h"
#include "vmcore/vm/builtins/format_value.h"
#include "vmcore/vm/builtins/unique.h"
#include "vmcore/vm/engine.h"

namespace relaxscope {
namespace {

/// print(format, values...): uses the format string, or separates the values by spaces if it is empty.
void print(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any*) {
  const Args args(BuiltinId::RunPrint, data, count);
  args.expect(1, INT32_MAX);
  std::vector<std::string> values;
  for (int32_t i = 1; i < count; ++i) values.push_back(formatValue(data[i]));
  const std::string_view pattern = args.text(0);
  if (!pattern.empty()) return printLine(formatPattern(pattern, values));
  std::string line;
  for (const std::string& value : values) line += (line.empty() ? "" : " ") + value;
  printLine(line);
}

bool conditionOf(const Args& args) {
  const DLTensor* tensor = tensorOf(args[0]);
  if (tensor == nullptr) {
    const bool isNumber =
        args[0].type_index == ffi::TypeIndex::kTVMFFIInt || args[0].type_index == ffi::TypeIndex::kTVMFFIBool;
    if (!isNumber)
      raise("ValueError", fmt::format("The condition must be a bool scalar, but given {}", typeName(args[0])));
    return args.integer(0) != 0;
  }
  static_cast<void>(args.cpuTensor(0));
  const bool isBool = tensor->dtype.code == kDLBool || (tensor->dtype.code == kDLUInt && tensor->dtype.bits == 1);
  if (!isBool)
    raise("ValueError",
          fmt::format("The condition must be a bool scalar, but given a {} tensor", dtypeName(tensor->dtype)));
  if (tensor->ndim != 0)
    raise("ValueError", fmt::format("The condition must be a scalar, but it has {} dimensions", tensor->ndim));
  return *tensorData(*tensor) != 0;
}

/// assert_op(condition, format, values...)
void assertOp(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any*) {
  const Args args(BuiltinId::RunAssert, data, count);
  args.expect(2, INT32_MAX);
  if (!args.isText(1))
    raise("ValueError",
          fmt::format("The format string argument to assert must be a string, given {}", typeName(args[1])));
  if (conditionOf(args)) return;
  std::vector<std::string> values;
  for (int32_t i = 2; i < count; ++i) values.push_back(formatValue(data[i]));
  std::string message = "Assertion Failed";
  if (const std::string_view pattern = args.text(1); !pattern.empty()) {
    message = formatPattern(pattern, values);
  } else if (!values.empty()) {
    message.clear();
    for (size_t i = 0; i < values.size(); ++i) message += (i == 0 ? "" : ", ") + values[i];
  }
  raise("AssertionError", std::move(message));
}

/// shape_to_tensor(Shape) -> int64 tensor.
void shapeToTensor(Engine* engine, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::RunShapeToTensor, data, count);
  args.expect(1);
  const ffi::ShapeView shape = args.shape(0);
  const auto extent = static_cast<int64_t>(shape.size());
  auto tensor = makeTensor(engine->allocator, &extent, 1, {kDLInt, 64, 1});
  std::memcpy(tensor->data, shape.data(), shape.size() * sizeof(int64_t));
  setTensor(result, std::move(tensor));
}

/// Whether an element differs from zero; negative zero does not.
bool isNonzero(const char* element, size_t bytes, DLDataType type) {
  for (size_t i = 0; i < bytes; ++i) {
    unsigned char byte = static_cast<unsigned char>(element[i]);
    const bool signByte = i + 1 == bytes && (type.code == kDLFloat || type.code == kDLBfloat);
    if (signByte) byte &= 0x7F;
    if (byte != 0) return true;
  }
  return false;
}

/// nonzero(x) -> int64[rank, count]: coordinates in row-major order; a scalar counts as one-dimensional.
void nonzero(Engine* engine, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::RunNonzero, data, count);
  args.expect(1);
  const DLTensor& given = args.cpuTensor(0);
  if (given.dtype.lanes != 1 || given.dtype.bits % 8 != 0)
    raise("ValueError", fmt::format("{} does not take {} tensors", args.name(), dtypeName(given.dtype)));
  const auto compact = copyToTensor(engine->allocator, given);
  const auto bytes = static_cast<size_t>(given.dtype.bits / 8);
  std::vector<int64_t> shape(given.shape, given.shape + given.ndim);
  if (shape.empty()) shape.push_back(1);
  const int64_t elements = elementCount(given.shape, given.ndim);
  std::vector<int64_t> found;
  const char* from = static_cast<const char*>(compact->data);
  for (int64_t i = 0; i < elements; ++i)
    if (isNonzero(from + static_cast<size_t>(i) * bytes, bytes, given.dtype)) found.push_back(i);
  const int64_t dims[2] = {static_cast<int64_t>(shape.size()), static_cast<int64_t>(found.size())};
  auto tensor = makeTensor(engine->allocator, dims, 2, {kDLInt, 64, 1});
  auto* to = static_cast<int64_t*>(tensor->data);
  for (size_t column = 0; column < found.size(); ++column) {
    int64_t rest = found[column];
    for (size_t row = shape.size(); row-- > 0;) {
      to[row * found.size() + column] = rest % shape[row];
      rest /= shape[row];
    }
  }
  setTensor(result, std::move(tensor));
}

constexpr BuiltinEntry kRunOpRows[] = {
    {BuiltinId::RunPrint, print},     {BuiltinId::RunAssert, assertOp},  {BuiltinId::RunShapeToTensor, shapeToTensor},
    {BuiltinId::RunNonzero, nonzero}, {BuiltinId::RunUnique, runUnique},
};
static_assert(implementsFamily(kRunOpRows, BuiltinFamily::RunLibrary));

}  // namespace

std::span<const BuiltinEntry> runBuiltins() { return kRunOpRows; }

}  // namespace relaxscope
