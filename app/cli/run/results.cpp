// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run/results.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstring>

#include "app/cli/output.h"
#include "vmcore/format/container/npz.h"
#include "vmcore/run/value_json.h"
#include "vmcore/run/value_summary.h"

namespace relaxscope::cli {
namespace {

constexpr size_t kShownElements = 8;

template <class T>
T loadAs(const uint8_t* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

double halfValue(uint16_t bits) {
  const int exponent = bits >> 10 & 31;
  const int mantissa = bits & 1023;
  const double sign = (bits & 0x8000) != 0 ? -1.0 : 1.0;
  if (exponent == 31) return mantissa != 0 ? std::nan("") : sign * HUGE_VAL;
  return sign * (exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25));
}

std::string integerText(DataType dtype, const uint8_t* at) {
  const bool isSigned = dtype.code == static_cast<uint8_t>(TypeCode::Int);
  switch (dtype.elementBytes()) {
    case 1:
      return isSigned && dtype.bits == 8 ? std::to_string(loadAs<int8_t>(at)) : std::to_string(loadAs<uint8_t>(at));
    case 2: return isSigned ? std::to_string(loadAs<int16_t>(at)) : std::to_string(loadAs<uint16_t>(at));
    case 4: return isSigned ? std::to_string(loadAs<int32_t>(at)) : std::to_string(loadAs<uint32_t>(at));
    default: return isSigned ? std::to_string(loadAs<int64_t>(at)) : std::to_string(loadAs<uint64_t>(at));
  }
}

/// One element; what has no number here shows its bits.
std::string elementText(DataType dtype, const uint8_t* at) {
  const auto bytes = dtype.elementBytes();
  switch (static_cast<TypeCode>(dtype.code)) {
    case TypeCode::Bool: return *at != 0 ? "true" : "false";
    case TypeCode::Int:
    case TypeCode::UInt:
      if (bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8) return integerText(dtype, at);
      break;
    case TypeCode::Float:
      if (bytes == 2) return fmt::format("{:.4g}", halfValue(loadAs<uint16_t>(at)));
      if (bytes == 4) return fmt::format("{:.6g}", loadAs<float>(at));
      if (bytes == 8) return fmt::format("{:.6g}", loadAs<double>(at));
      break;
    case TypeCode::BFloat:
      if (bytes == 2) return fmt::format("{:.3g}", std::bit_cast<float>(uint32_t{loadAs<uint16_t>(at)} << 16));
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
  if (const auto* tuple = std::get_if<TupleValue>(&value.data))
    for (size_t i = 0; i < tuple->fields.size(); ++i) append(out, fmt::format("[{}]", i), tuple->fields[i], depth + 1);
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
