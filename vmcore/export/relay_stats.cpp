// SPDX-License-Identifier: Apache-2.0
// A Relay executable's output beside the disassembly: statistics, constants, packed functions and virtual devices, in
// the wording of its release (relay.md; confirmed on output of 0.8, 0.11 and 0.17).
#include <fmt/format.h>

#include <cstring>
#include <unordered_map>

#include "vmcore/base/text/text_buffer.h"
#include "vmcore/export/exporter.h"
#include "vmcore/export/relay_instruction.h"
#include "vmcore/export/shape_list.h"

namespace relaxscope {
namespace {

constexpr int64_t kMaxShownElements = 10;

std::string typeName(RelayEra era, DataType type) { return relayTypeName(era, type.code, type.bits, type.lanes); }

/// Elements of a tensor as C++ streams print them; a stream prints an int8 as a character.
class Contents {
 public:
  explicit Contents(const TensorConstant& tensor) : tensor_(tensor) {}

  /// "=[1,2]" if TVM shows contents: rank 0, or rank 1 of 1 to 10 elements, of a type that it lists.
  [[nodiscard]] std::string text() const {
    const bool small = tensor_.shape.empty() ||
                       (tensor_.shape.size() == 1 && tensor_.shape[0] > 0 && tensor_.shape[0] <= kMaxShownElements);
    const auto append = small && tensor_.dtype.lanes == 1 ? appender() : nullptr;
    if (append == nullptr) return {};
    const int64_t count = tensor_.shape.empty() ? 1 : tensor_.shape[0];
    std::string text = "=[";
    for (int64_t i = 0; i < count; ++i) {
      if (i != 0) text += ',';
      append(text, tensor_.data.data() + i * tensor_.dtype.elementBytes());
    }
    return text + ']';
  }

 private:
  using Append = void (*)(std::string&, const uint8_t*);
  template <class T>
  static void number(std::string& text, const uint8_t* data) {
    T value;
    std::memcpy(&value, data, sizeof value);
    if constexpr (sizeof(T) == 1 && !std::is_same_v<T, bool>) text += static_cast<char>(value);
    else if constexpr (std::is_floating_point_v<T>) text += fmt::format("{:g}", value);
    else text += std::to_string(value);
  }
  static void boolean(std::string& text, const uint8_t* data) { text += *data != 0 ? '1' : '0'; }

  [[nodiscard]] Append appender() const {
    struct Row {
      uint8_t code, bits;
      Append append;
    };
    static constexpr Row kRows[] = {{1, 1, boolean},           {0, 8, number<int8_t>},    {0, 16, number<int16_t>},
                                    {0, 32, number<int32_t>},  {0, 64, number<int64_t>},  {1, 8, number<uint8_t>},
                                    {1, 16, number<uint16_t>}, {1, 32, number<uint32_t>}, {1, 64, number<uint64_t>},
                                    {2, 32, number<float>},    {2, 64, number<double>}};
    for (const Row& row : kRows)
      if (row.code == tensor_.dtype.code && row.bits == tensor_.dtype.bits &&
          static_cast<size_t>(tensor_.dtype.elementBytes()) <= tensor_.data.size())
        return row.append;
    return nullptr;
  }

  const TensorConstant& tensor_;
};

std::string joined(const std::vector<int64_t>& values, std::string_view comma) {
  return fmt::format("{}", fmt::join(values, comma));
}

/// For 0.9 and later.
std::string newConstant(const Executable& executable, size_t i) {
  const auto* tensor = std::get_if<TensorConstant>(&executable.constants[i].value);
  const std::string what =
      tensor == nullptr
          ? constantSummary(executable.constants[i].value)
          : fmt::format("NDArray[({}),{},({},{})]{}", joined(tensor->shape, ","),
                        typeName(relayEra(executable), tensor->dtype), tensor->deviceType, tensor->deviceId,
                        executable.tensorDataOmitted ? std::string() : Contents(*tensor).text());
  const auto& devices = executable.relay->constantDevices;
  return fmt::format("VM Const[{}]: {} on device index {}\n", i, what, i < devices.size() ? devices[i] : 0);
}
std::string oldConstant(const Executable& executable, size_t i) {
  const auto* tensor = std::get_if<TensorConstant>(&executable.constants[i].value);
  const std::string what = tensor == nullptr ? constantSummary(executable.constants[i].value)
                                             : fmt::format("{}[{}]", typeName(relayEra(executable), tensor->dtype),
                                                           joined(tensor->shape, ", "));
  const auto& devices = executable.relay->constantDevices;
  const std::string place = i < devices.size() ? fmt::format(" on device of type {}", devices[i]) : "";
  return fmt::format("VM Constant[{}]: has shape {}{}\n", i, what, place);
}

}  // namespace

void writeRelayStats(const Executable& executable, const TextSink& sink) {
  TextBuffer out(sink);
  const auto bodies = static_cast<size_t>(executable.code.packedBase);
  out.append("Relay VM executable statistics:\n  Constant shapes (# ");
  out.append(static_cast<uint64_t>(executable.constants.size()));
  out.append("): [");
  writeShapeList(executable, out);
  out.append("]\n  Globals (#");
  // TVM iterates over an unordered_map filled in index order; the order is therefore that of libstdc++.
  std::unordered_map<std::string, size_t> globals;
  for (size_t i = 0; i < bodies; ++i) globals.insert({executable.functions[i].name, i});
  out.append(static_cast<uint64_t>(globals.size()));
  out.append("): [");
  bool first = true;
  for (const auto& [name, index] : globals) {
    out.append(first ? "(\"" : ", (\"");
    first = false;
    out.append(std::string_view(name));
    out.append("\", ");
    out.append(static_cast<uint64_t>(index));
    out.append(')');
  }
  out.append("]\n  Primitive ops (#");
  out.append(static_cast<uint64_t>(executable.functions.size() - bodies));
  out.append("): [");
  for (size_t i = bodies; i < executable.functions.size() && !out.stopped(); ++i) {
    if (i != bodies) out.append(", ");
    out.append(std::string_view(executable.functions[i].name));
  }
  out.append("]\n");
}

void writeRelayConstants(const Executable& executable, std::span<const FuncIndex>, const TextSink& sink,
                         std::vector<std::string>&) {
  if (!executable.relay) return;
  TextBuffer out(sink);
  const bool newer = relayEra(executable) >= RelayEra::V09;
  for (size_t i = 0; i < executable.constants.size() && !out.stopped(); ++i)
    out.append(newer ? newConstant(executable, i) : oldConstant(executable, i));
}

void writeRelayPrimitives(const Executable& executable, std::span<const FuncIndex>, const TextSink& sink,
                          std::vector<std::string>&) {
  if (!executable.relay) return;
  TextBuffer out(sink);
  const auto bodies = static_cast<size_t>(executable.code.packedBase);
  for (size_t i = bodies; i < executable.functions.size() && !out.stopped(); ++i)
    out.append(fmt::format("VM PackedFunc[{}]: {}\n", i - bodies, executable.functions[i].name));
}

void writeRelayDevices(const Executable& executable, std::span<const FuncIndex>, const TextSink& sink,
                       std::vector<std::string>&) {
  if (!executable.relay) return;
  TextBuffer out(sink);
  const bool scopes = relayEra(executable) == RelayEra::V14;
  for (size_t i = 0; i < executable.relay->virtualDevices.size() && !out.stopped(); ++i) {
    const VirtualDevice& device = executable.relay->virtualDevices[i];
    out.append(fmt::format("VM VirtualDevice[{}]: device type {}{} id {}{}\n", i, device.deviceType,
                           scopes ? "," : " and", device.deviceId,
                           scopes ? " and mem_scope " + device.memoryScope : ""));
  }
}

}  // namespace relaxscope
