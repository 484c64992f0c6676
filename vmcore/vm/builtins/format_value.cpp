// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/builtins/format_value.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <utility>

#include "vmcore/base/bytes/element.h"
#include "vmcore/base/bytes/half_float.h"
#include "vmcore/run/value_json.h"
#include "vmcore/vm/builtins/args.h"
#include "vmcore/vm/objects/device_copy.h"

namespace relaxscope {
namespace {

/// Above this number of elements the middle of each axis is omitted, as in NumPy.
constexpr int64_t kSummarizeAbove = 1000;
constexpr int64_t kEdgeItems = 3;
/// Maximum nesting of brackets; a program may nest tuples and dimensions without limit.
constexpr int kDeepest = 64;
/// Tuples are truncated after this many characters: a tuple may contain the same value many times.
constexpr size_t kMaxText = size_t{1} << 20;

std::string floatText(double value, int digits) {
  std::string text = fmt::format("{:.{}g}", value, digits);
  if (text.find_first_of(".en") == std::string::npos) text += '.';
  return text;
}

std::string elementText(DLDataType type, const char* at) {
  switch (type.code) {
    case kDLBool: return elementAt<uint8_t>(at) != 0 ? "True" : "False";
    case kDLInt:
    case kDLUInt:
      if (const std::string text = integerElement(at, type.bits % 8 == 0 ? type.bits / 8 : 0, type.code == kDLInt);
          !text.empty())
        return text;
      break;
    case kDLFloat:
      switch (type.bits) {
        case 16: return floatText(halfToFloat(elementAt<uint16_t>(at)), 4);
        case 32: return floatText(elementAt<float>(at), 8);
        case 64: return floatText(elementAt<double>(at), 8);
        default: break;
      }
      break;
    case kDLBfloat:
      if (type.bits == 16) return floatText(bfloatToFloat(elementAt<uint16_t>(at)), 4);
      break;
    default: break;
  }
  return "?";
}

class TensorText {
 public:
  explicit TensorText(const DLTensor& tensor)
      : tensor_(tensor), step_(static_cast<int64_t>(tensor.dtype.bits) * tensor.dtype.lanes / 8) {
    summarize_ = elementCount(tensor.shape, tensor.ndim) > kSummarizeAbove;
    strides_.resize(static_cast<size_t>(tensor.ndim));
    for (int i = 0; i < tensor.ndim; ++i)
      strides_[static_cast<size_t>(i)] =
          tensor.strides != nullptr ? tensor.strides[i] : elementCount(tensor.shape + i + 1, tensor.ndim - i - 1);
    add(0, tensorData(tensor));
  }
  std::string text;

 private:
  void add(int axis, const char* at) {
    if (axis == tensor_.ndim) {
      text += elementText(tensor_.dtype, at);
      return;
    }
    text += '[';
    const int64_t extent = tensor_.shape[axis];
    const bool cut = summarize_ && extent > 2 * kEdgeItems;
    for (int64_t i = 0; i < extent; ++i) {
      if (i != 0) text += axis + 1 == tensor_.ndim ? " " : "\n" + std::string(static_cast<size_t>(axis) + 1, ' ');
      if (cut && i == kEdgeItems) {
        text += "...";
        i = extent - kEdgeItems - 1;
        continue;
      }
      add(axis + 1, at + i * strides_[static_cast<size_t>(axis)] * step_);
    }
    text += ']';
  }

  const DLTensor& tensor_;
  const int64_t step_;
  bool summarize_ = false;
  std::vector<int64_t> strides_;
};

std::string formatTensor(const DLTensor& given) {
  if (!isHostMemory(given.device) && findDevice({given.device.device_type, given.device.device_id}) == nullptr)
    return fmt::format("<{} tensor on device type {}>", dtypeName(given.dtype),
                       static_cast<int>(given.device.device_type));
  static const auto memory = std::make_shared<Allocator>(Allocator::Kind::Naive, 0);
  ffi::ObjectPtr<ffi::TensorObj> kept;
  const DLTensor& tensor = onHost(given, memory, ElementLayout::Packed, kept);
  if (tensor.dtype.lanes != 1 || tensor.dtype.bits % 8 != 0)  // elements below one byte are packed
    return fmt::format("<{} tensor>", dtypeName(tensor.dtype));
  if (tensor.ndim > kDeepest) return fmt::format("<{} tensor of {} dimensions>", dtypeName(tensor.dtype), tensor.ndim);
  if (elementCount(tensor.shape, tensor.ndim) == 0) return "[]";  // regardless of the other extents
  return TensorText(tensor).text;
}

std::string formatLeaf(const TVMFFIAny& value) {
  if (const DLTensor* tensor = tensorOf(value)) return formatTensor(*tensor);
  const Args args("print", &value, 1);
  switch (value.type_index) {
    case ffi::TypeIndex::kTVMFFINone: return "None";
    case ffi::TypeIndex::kTVMFFIInt: return fmt::format("{}", value.v_int64);
    case ffi::TypeIndex::kTVMFFIBool: return value.v_int64 != 0 ? "True" : "False";
    case ffi::TypeIndex::kTVMFFIFloat:
      return std::isfinite(value.v_float64) ? pythonFloat(value.v_float64) : fmt::format("{}", value.v_float64);
    case ffi::TypeIndex::kTVMFFIDataType: return dtypeName(value.v_dtype);
    case ffi::TypeIndex::kTVMFFIShape: {
      std::string text = "(";
      const ffi::ShapeView shape = args.shape(0);
      for (size_t i = 0; i < shape.size(); ++i) text += fmt::format("{}{}", i == 0 ? "" : ", ", shape[i]);
      return text + (shape.size() == 1 ? ",)" : ")");
    }
    default: break;
  }
  if (args.isText(0)) return std::string(args.text(0));
  return fmt::format("<{}>", typeName(value));
}

void formatNested(const TVMFFIAny& value, int depth, std::string& text) {
  if (value.type_index != ffi::TypeIndex::kTVMFFIArray) {
    text += formatLeaf(value);
    return;
  }
  if (depth == kDeepest) {
    text += "(...)";
    return;
  }
  text += '(';
  bool first = true;
  for (const ffi::Any& field : *reinterpret_cast<const ffi::ArrayObj*>(value.v_obj)) {
    if (!std::exchange(first, false)) text += ", ";
    if (text.size() > kMaxText) {
      text += "...";
      break;
    }
    formatNested(ffi::AnyView(field).CopyToTVMFFIAny(), depth + 1, text);
  }
  text += ')';
}

}  // namespace

std::string formatValue(const TVMFFIAny& value) {
  std::string text;
  formatNested(value, 0, text);
  return text;
}

std::string formatPattern(std::string_view pattern, const std::vector<std::string>& values) {
  std::string text;
  size_t next = 0;
  for (size_t i = 0; i < pattern.size(); ++i) {
    const char c = pattern[i];
    const bool doubled = i + 1 < pattern.size() && pattern[i + 1] == c;
    if ((c == '{' || c == '}') && doubled) {
      text += c;
      ++i;
    } else if (c == '}') {
      raise("ValueError", "Single '}' encountered in format string");
    } else if (c == '{') {
      const size_t close = pattern.find('}', i);
      if (close == std::string_view::npos) raise("ValueError", "expected '}' before end of string");
      std::string_view field = pattern.substr(i + 1, close - i - 1);
      field = field.substr(0, field.find_first_of(":!"));
      size_t index = next;
      if (field.empty()) {
        ++next;
      } else {
        index = 0;
        for (const char digit : field) {
          if (digit < '0' || digit > '9' || index > 100000)
            raise("ValueError", fmt::format("the format field \"{}\" is not a number", field));
          index = index * 10 + static_cast<size_t>(digit - '0');
        }
      }
      if (index >= values.size())
        raise("IndexError", fmt::format("Replacement index {} out of range for positional args tuple", index));
      text += values[index];
      i = close;
    } else {
      text += c;
    }
  }
  return text;
}

void printLine(const std::string& line) {
  std::fwrite(line.data(), 1, line.size(), stdout);
  std::fputc('\n', stdout);
  std::fflush(stdout);
}

}  // namespace relaxscope
