// SPDX-License-Identifier: Apache-2.0
#include "vmcore/model/executable.h"

#include <fmt/format.h>

#include "vmcore/base/text.h"

namespace relaxscope {
namespace {

struct VariantRow {
  const char* name;
  const char* producer;
};
/// In the order of Variant (formats.md 1.1).
constexpr VariantRow kVariants[] = {
    {"R1", "TVM unity, July to August 2023"},
    {"R2", "TVM 0.16 to 0.20"},
    {"R3", "TVM 0.21"},
    {"R4", "TVM 0.22"},
    {"R5", "TVM 0.23 to 0.27"},
};

/// In the order of ConstantValue's alternatives.
constexpr const char* kConstantKinds[] = {"tensor", "dtype", "shape", "string", "int", "float"};

std::string listText(const std::vector<int64_t>& values, char open, char close, size_t maxLength) {
  std::string text(1, open);
  for (size_t i = 0; i < values.size(); ++i) {
    if (text.size() > maxLength) return text + "..." + close;
    if (i != 0) text += ", ";
    text += std::to_string(values[i]);
  }
  return text + close;
}

struct Summary {
  size_t maxLength;
  std::string operator()(const TensorConstant& tensor) const {
    return tensor.dtype.shortName() + listText(tensor.shape, '[', ']', maxLength);
  }
  std::string operator()(const DataType& type) const {
    const std::string name = type.name();
    return name.empty() ? "void" : name;
  }
  std::string operator()(const ShapeConstant& shape) const { return listText(shape.dims, '(', ')', maxLength); }
  std::string operator()(const StringConstant& string) const {
    // Cut before escaping: a string may hold gigabytes.
    const bool cut = string.text.size() > maxLength;
    return "\"" + printable(std::string_view(string.text).substr(0, maxLength)) + (cut ? "...\"" : "\"");
  }
  std::string operator()(const IntConstant& number) const { return std::to_string(number.value); }
  std::string operator()(const FloatConstant& number) const { return fmt::format("{}", number.value); }
};

}  // namespace

const char* variantName(Variant variant) { return kVariants[static_cast<size_t>(variant)].name; }
const char* variantProducer(Variant variant) { return kVariants[static_cast<size_t>(variant)].producer; }
const char* constantKindName(const ConstantValue& value) { return kConstantKinds[value.index()]; }

std::string constantSummary(const ConstantValue& value, size_t maxLength) {
  return std::visit(Summary{maxLength}, value);
}

FuncIndex Executable::findFunction(std::string_view name) const {
  for (size_t i = 0; i < functions.size(); ++i)
    if (functions[i].name == name) return FuncIndex(static_cast<int64_t>(i));
  return FuncIndex::invalid();
}

FuncIndex Executable::functionAt(InstrIndex pc) const {
  for (size_t i = 0; i < functions.size(); ++i) {
    const Function& f = functions[i];
    if (f.isBytecode() && pc.value >= f.startInstr && pc.value < f.endInstr) return FuncIndex(static_cast<int64_t>(i));
  }
  return FuncIndex::invalid();
}

}  // namespace relaxscope
