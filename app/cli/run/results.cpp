// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run/results.h"

#include <fmt/format.h>

#include <cmath>

#include "app/cli/output.h"
#include "vmcore/base/bytes/element.h"
#include "vmcore/base/bytes/half_float.h"
#include "vmcore/format/container/npz.h"
#include "vmcore/run/value_json.h"
#include "vmcore/run/value_summary.h"

namespace relaxscope::cli {
namespace {

constexpr size_t kShownElements = 8;

/// The sign of a NaN is not significant.
std::string halfText(uint16_t bits) {
  const float value = halfToFloat(bits);
  return std::isnan(value) ? "nan" : fmt::format("{:.4g}", value);
}

/// One element; types without a numeric text show their bits.
std::string elementText(DataType dtype, const uint8_t* at) {
  const auto bytes = dtype.elementBytes();
  switch (static_cast<TypeCode>(dtype.code)) {
    case TypeCode::Bool: return *at != 0 ? "true" : "false";
    case TypeCode::Int:
    case TypeCode::UInt:
      // Elements with fewer bits than their byte are shown as stored.
      if (std::string text = integerElement(at, static_cast<size_t>(bytes),
                                            dtype.code == static_cast<uint8_t>(TypeCode::Int) && dtype.bits >= 8);
          !text.empty())
        return text;
      break;
    case TypeCode::Float:
      if (bytes == 2) return halfText(elementAt<uint16_t>(at));
      if (bytes == 4) return fmt::format("{:.6g}", elementAt<float>(at));
      if (bytes == 8) return fmt::format("{:.6g}", elementAt<double>(at));
      break;
    case TypeCode::BFloat:
      if (bytes == 2) return fmt::format("{:.3g}", bfloatToFloat(elementAt<uint16_t>(at)));
      break;
    default: break;
  }
  std::string text = "0x";
  for (int64_t i = bytes; i-- > 0;) text += fmt::format("{:02x}", at[i]);
  return text;
}

std::string firstElements(const TensorValue& tensor) {
  const auto step = static_cast<size_t>(tensor.dtype.elementBytes());
  const size_t count = step == 0 ? 0 : tensor.data.size() / step;
  std::string text;
  for (size_t i = 0; i < count && i < kShownElements; ++i)
    text += " " + elementText(tensor.dtype, tensor.data.data() + i * step);
  return text + (count > kShownElements ? " ..." : "");
}

void append(std::string& out, const std::string& name, const Value& value, int depth) {
  out += std::string(static_cast<size_t>(depth) * 2, ' ') + name + ": " + valueSummary(value);
  if (const auto* tensor = std::get_if<TensorValue>(&value.data); tensor != nullptr && !tensor->data.empty())
    out += " " + firstElements(*tensor);
  out += '\n';
  const auto* tuple = std::get_if<TupleValue>(&value.data);
  const auto* object = std::get_if<ObjectValue>(&value.data);
  if (tuple == nullptr && object == nullptr) return;
  const std::vector<Value>& parts = tuple != nullptr ? tuple->fields : object->captured;
  for (size_t i = 0; i < parts.size(); ++i) append(out, fmt::format("[{}]", i), parts[i], depth + 1);
}

}  // namespace

std::string resultText(const std::string& name, const Value& value) {
  std::string out;
  append(out, name, value, 0);
  return out;
}

int saveResults(const std::vector<Value>& results, bool script, const std::string& jsonPath,
                const std::string& npzPath) {
  ValueWriter writer(storedAs);
  const std::string json = (script ? writeResults(results, writer) : writeResult(results.front(), writer)) + "\n";
  if (!jsonPath.empty()) {
    const int code = writeOutput(jsonPath, [&](Output& out) { out.write(json); });
    if (code != kDone) return code;
  }
  if (npzPath.empty()) return kDone;
  std::vector<std::pair<std::string, NpyArray>> arrays;
  for (auto& [name, tensor] : writer.takeArrays())
    arrays.emplace_back(name, NpyArray{tensor.dtype, std::move(tensor.shape), std::move(tensor.data)});
  return writePieces(npzPath, npzPieces(arrays));
}

}  // namespace relaxscope::cli
