// SPDX-License-Identifier: Apache-2.0
#include "vmcore/export/canonical/constant_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "vmcore/base/bytes/element.h"
#include "vmcore/base/bytes/half_float.h"
#include "vmcore/base/json/writer.h"

namespace relaxscope {
namespace {

constexpr size_t kHashDigits = 12, kMaxConstantText = 120;
constexpr uint64_t kFewElements = 8;

/// An element in decimal; empty for types without a usual notation.
std::string elementText(DataType type, const uint8_t* at) {
  const auto code = static_cast<TypeCode>(type.code);
  if (type.lanes != 1) return {};
  if (code == TypeCode::Float && type.bits == 64) return fmt::format("{}", elementAt<double>(at));
  if (code == TypeCode::Float && type.bits == 32) return fmt::format("{}", elementAt<float>(at));
  if (code == TypeCode::Float && type.bits == 16) return fmt::format("{}", halfToFloat(elementAt<uint16_t>(at)));
  if (code == TypeCode::BFloat && type.bits == 16) return fmt::format("{}", bfloatToFloat(elementAt<uint16_t>(at)));
  if (code != TypeCode::Int && code != TypeCode::UInt && code != TypeCode::Bool) return {};
  return type.bits % 8 == 0 ? integerElement(at, type.bits / 8U, code == TypeCode::Int) : std::string();
}

/// " {1, 2}" for a tensor of few elements.
std::string elementText(const TensorConstant& tensor) {
  const auto width = static_cast<uint64_t>(tensor.dtype.elementBytes());
  if (width == 0 || tensor.data.empty() || tensor.data.size() > kFewElements * width) return {};
  const std::span<const uint8_t> bytes = tensor.data.span();
  std::string text;
  for (size_t at = 0; at + width <= bytes.size(); at += width) {
    const std::string element = elementText(tensor.dtype, bytes.data() + at);
    if (element.empty()) return {};
    text += (text.empty() ? "" : ", ") + element;
  }
  return " {" + text + "}";
}

}  // namespace

std::string canonicalName(std::string_view name) {
  const bool usual = !name.empty() && std::ranges::all_of(name, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("_.$:").find(c) != std::string_view::npos;
  });
  return usual ? std::string(name) : jsonString(name);
}

std::string relayDeviceText(const Executable& executable, int64_t index) {
  const auto text = [](int64_t type, int64_t id) {
    const char* const name = type == 1 ? "cpu" : type == 2 ? "cuda" : nullptr;
    return name != nullptr ? fmt::format("{}:{}", name, id) : fmt::format("device {}:{}", type, id);
  };
  if (!executable.relay || executable.relay->virtualDevices.empty()) return text(index, 0);
  const auto& devices = executable.relay->virtualDevices;
  if (index < 0 || static_cast<uint64_t>(index) >= devices.size()) return fmt::format("no device {}", index);
  const VirtualDevice& device = devices[static_cast<size_t>(index)];
  const std::string scope = device.memoryScope.empty() ? "" : " " + canonicalName(device.memoryScope);
  return text(device.deviceType, device.deviceId) + scope;
}

ConstantTexts::ConstantTexts(const Executable& executable) : executable_(executable), prints_(executable) {
  for (const MemoryScope& scope : executable.memoryScopes) scopes_[scope.constIndex] = scope.scope;
}

const std::string& ConstantTexts::of(ConstIndex index) {
  const auto [place, fresh] = texts_.try_emplace(index.value);
  if (fresh) place->second = describe(index);
  return place->second;
}

std::string ConstantTexts::describe(ConstIndex index) {
  const Constant* const constant = executable_.constant(index);
  if (constant == nullptr) return "no constant";
  const auto hash = [&] {
    const auto print = prints_.ofConstant(index);
    return print ? " #" + print->hex().substr(0, kHashDigits) : std::string();
  };
  const ConstantValue& value = constant->value;
  std::string text = constantSummary(value, kMaxConstantText);
  if (const auto* tensor = std::get_if<TensorConstant>(&value)) {
    text = executable_.tensorDataOmitted ? text + " without data" : text + elementText(*tensor) + hash();
    if (tensor->deviceType != 1 || tensor->deviceId != 0)
      text += fmt::format(" device {}:{}", tensor->deviceType, tensor->deviceId);
  } else if (const auto* string = std::get_if<StringConstant>(&value)) {
    text = jsonString(std::string_view(string->text).substr(0, kMaxConstantText));
    if (string->text.size() > kMaxConstantText) text += hash();
  } else if (const auto* shape = std::get_if<ShapeConstant>(&value)) {
    if (shape->dims.size() > kFewElements) text += hash();
  } else if (std::holds_alternative<IntConstant>(value)) {
    text = "int " + text;
  } else if (const auto* number = std::get_if<FloatConstant>(&value)) {
    text = "float " + text + (std::isnan(number->value) ? hash() : "");
  } else if (const auto* late = std::get_if<LateBoundConstant>(&value)) {
    text = "late-bound " + canonicalName(std::string_view(late->name).substr(0, kMaxConstantText));
    if (late->name.size() > kMaxConstantText) text += hash();
  }
  return text + placement(index);
}

std::string ConstantTexts::placement(ConstIndex index) const {
  std::string text;
  if (const auto scope = scopes_.find(index.value); scope != scopes_.end())
    text = " in " + canonicalName(scope->second);
  if (executable_.relay && index.at() < executable_.relay->constantDevices.size())
    text += " on " + relayDeviceText(executable_, executable_.relay->constantDevices[index.at()]);
  return text;
}

}  // namespace relaxscope
