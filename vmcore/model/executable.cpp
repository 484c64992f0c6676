// SPDX-License-Identifier: Apache-2.0
#include "vmcore/model/executable.h"

#include <fmt/format.h>

#include "vmcore/base/text/number.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

/// A variant was written by releases 0.`first` to 0.`last` and by development builds up to 0.`lastDev`.
struct VariantRow {
  const char* name;
  const char* producer;
  int first, last, lastDev;
};
/// In the order of Variant (formats.md 1.1, relay.md). R1 to R5 do not store their release.
constexpr VariantRow kVariantRows[] = {
    {"R1", "TVM unity, July to August 2023", 0, 0, 0},
    {"R2", "TVM 0.16 to 0.20", 0, 0, 0},
    {"R3", "TVM 0.21", 0, 0, 0},
    {"R4", "TVM 0.22", 0, 0, 0},
    {"R5", "TVM 0.23 to 0.27", 0, 0, 0},
    {"R0", "TVM unity, January to July 2023", 11, 0, 14},
    {"P", "Relax prototype, 2021 to 2022", 8, 0, 12},
    {"Relay 0.6", "TVM 0.6", 6, 6, 7},
    {"Relay A0", "TVM 0.7", 7, 7, 8},
    {"Relay A", "TVM 0.8", 8, 8, 8},
    {"Relay A+virtual devices", "TVM builds before 0.9", 8, 0, 8},
    {"Relay B without tags", "TVM builds before 0.9", 9, 0, 9},
    {"Relay B", "TVM 0.9 to 0.13", 9, 13, 14},
    {"Relay C", "TVM 0.14 to 0.19", 14, 19, 20},
    {"parameter list", "TVM", 0, 0, 0},
    {"P2", "Relax prototype, 2022", 8, 0, 12},
};
static_assert(std::size(kVariantRows) == kVariants);
constexpr std::string_view kFormatVersion = "0.14";

/// A TVM version: "0.17.0" is release 17, "0.9.dev0" or "0.9.dev12+g1a2b" development of 9.
struct TvmVersion {
  int minor = -1;
  bool development = false;
};
TvmVersion parseTvmVersion(std::string_view text) {
  TvmVersion version;
  if (!text.starts_with("0.")) return version;
  text.remove_prefix(2);
  const std::optional<int> minor = takeNumber<int>(text);
  if (!minor || *minor < 0) return version;
  const auto digit = [&](size_t at) { return at < text.size() && text[at] >= '0' && text[at] <= '9'; };
  version.development = text.starts_with(".dev");
  if (version.development || (text.starts_with('.') && digit(1))) version.minor = *minor;
  return version;
}

/// In the order of ConstantValue's alternatives.
constexpr const char* kConstantKinds[] = {"tensor", "dtype", "shape",      "string",
                                          "int",    "float", "late-bound", "unknown"};

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
    // Truncated before escaping, because a string may hold gigabytes.
    const bool cut = string.text.size() > maxLength;
    return "\"" + printable(std::string_view(string.text).substr(0, maxLength)) + (cut ? "...\"" : "\"");
  }
  std::string operator()(const IntConstant& number) const { return std::to_string(number.value); }
  std::string operator()(const FloatConstant& number) const { return fmt::format("{}", number.value); }
  std::string operator()(const LateBoundConstant& late) const {
    return "late-bound " + printable(std::string_view(late.name).substr(0, maxLength));
  }
  std::string operator()(const UnknownConstant&) const { return "unknown"; }
};

}  // namespace

const char* variantName(Variant variant) { return kVariantRows[static_cast<size_t>(variant)].name; }
const char* variantProducer(Variant variant) { return kVariantRows[static_cast<size_t>(variant)].producer; }
const char* vmName(Variant variant) {
  if (variant == Variant::Params) return "parameter list";
  return isRelay(variant) ? "Relay VM" : "Relax VM";
}

std::optional<Variant> variantOfName(std::string_view name) {
  for (size_t i = 0; i < kVariants; ++i)
    if (name == kVariantRows[i].name) return static_cast<Variant>(i);
  return std::nullopt;
}

bool isKnownProducer(Variant variant, std::string_view version) {
  const VariantRow& row = kVariantRows[static_cast<size_t>(variant)];
  if (variant == Variant::Params) return true;  // stores no producer
  if (row.first == 0) return version == kFormatVersion;
  const TvmVersion producer = parseTvmVersion(version);
  return producer.minor >= row.first && producer.minor <= (producer.development ? row.lastDev : row.last);
}
const char* constantKindName(const ConstantValue& value) { return kConstantKinds[value.index()]; }

std::string constantSummary(const ConstantValue& value, size_t maxLength) {
  return std::visit(Summary{maxLength}, value);
}

FuncIndex Executable::findFunction(std::string_view name) const {
  for (size_t i = 0; i < functions.size(); ++i)
    if (functions[i].name == name) return FuncIndex(static_cast<int64_t>(i));
  return FuncIndex::invalid();
}

const OpcodeRow* Executable::opcodeOfCallee(uint64_t function) const {
  if (code.set == nullptr || !code.set->isRelay() || function < functions.size()) return nullptr;
  return code.set->find(static_cast<int64_t>(function - functions.size()));
}

FuncIndex Executable::functionAt(InstrIndex pc) const {
  for (size_t i = 0; i < functions.size(); ++i) {
    const Function& f = functions[i];
    if (f.isBytecode() && pc.value >= f.startInstr && pc.value < f.endInstr) return FuncIndex(static_cast<int64_t>(i));
  }
  return FuncIndex::invalid();
}

}  // namespace relaxscope
