// SPDX-License-Identifier: Apache-2.0
#include "vmcore/model/data_type.h"

#include <fmt/format.h>

#include "vmcore/base/text/number.h"

namespace relaxscope {
namespace {

/// Types whose name fixes their width (codes 7 to 17): TVM never prints bits after it.
struct FixedRow {
  TypeCode code;
  uint8_t bits;
  std::string_view name, shortName;
};
constexpr FixedRow kFixed[] = {
    {TypeCode::Float8E3M4, 8, "float8_e3m4", "f8_e3m4"},
    {TypeCode::Float8E4M3, 8, "float8_e4m3", "f8_e4m3"},
    {TypeCode::Float8E4M3B11Fnuz, 8, "float8_e4m3b11fnuz", "f8_e4m3b11fnuz"},
    {TypeCode::Float8E4M3Fn, 8, "float8_e4m3fn", "f8_e4m3fn"},
    {TypeCode::Float8E4M3Fnuz, 8, "float8_e4m3fnuz", "f8_e4m3fnuz"},
    {TypeCode::Float8E5M2, 8, "float8_e5m2", "f8_e5m2"},
    {TypeCode::Float8E5M2Fnuz, 8, "float8_e5m2fnuz", "f8_e5m2fnuz"},
    {TypeCode::Float8E8M0Fnu, 8, "float8_e8m0fnu", "f8_e8m0fnu"},
    {TypeCode::Float6E2M3Fn, 6, "float6_e2m3fn", "f6_e2m3fn"},
    {TypeCode::Float6E3M2Fn, 6, "float6_e3m2fn", "f6_e3m2fn"},
    {TypeCode::Float4E2M1Fn, 4, "float4_e2m1fn", "f4_e2m1fn"},
};

/// Types whose name is followed by their width.
struct SizedRow {
  TypeCode code;
  std::string_view name, shortName;
};
constexpr SizedRow kSized[] = {
    {TypeCode::Int, "int", "i"},        {TypeCode::UInt, "uint", "u"},    {TypeCode::Float, "float", "f"},
    {TypeCode::BFloat, "bfloat", "bf"}, {TypeCode::Bool, "bool", "bool"},
};

/// The name of a row, or its short one.
template <class Row>
std::string_view nameOf(const Row& row, bool brief) {
  return brief ? row.shortName : row.name;
}

constexpr uint8_t kHandle = static_cast<uint8_t>(TypeCode::Handle);

/// "" for scalars, "x4", "xvscalex4": TVM stores lanes as a signed 16-bit number.
std::string lanesText(uint16_t lanes) {
  const int count = static_cast<int16_t>(lanes);
  if (count > 1) return fmt::format("x{}", count);
  if (count < -1) return fmt::format("xvscalex{}", -count);
  return {};
}

std::string unknownText(DataType type) {
  return fmt::format("<dtype code {} bits {} lanes {}>", type.code, type.bits, type.lanes);
}

std::string render(DataType type, bool brief) {
  if (type.code == kHandle) return type.bits == 0 && type.lanes == 0 ? "" : "handle";
  const std::string lanes = lanesText(type.lanes);
  for (const FixedRow& row : kFixed)
    if (static_cast<uint8_t>(row.code) == type.code) return std::string(nameOf(row, brief)) + lanes;
  for (const SizedRow& row : kSized) {
    if (static_cast<uint8_t>(row.code) != type.code) continue;
    const bool plainBool = row.code == TypeCode::Bool && type.bits == 8;
    return std::string(nameOf(row, brief)) + (plainBool ? std::string() : std::to_string(type.bits)) + lanes;
  }
  return unknownText(type);
}

/// Parses a decimal number at the front of `text` and removes it; false if there is none or it is above `limit`.
bool takeLimited(std::string_view& text, unsigned limit, unsigned& out) {
  const std::optional<unsigned> number = takeNumber<unsigned>(text);
  if (!number || *number > limit) return false;
  out = *number;
  return true;
}

bool takeWord(std::string_view& text, std::string_view word) {
  if (text.substr(0, word.size()) != word) return false;
  text.remove_prefix(word.size());
  return true;
}

/// Parses the rest of a name after its base: optional lanes, then the end.
bool takeLanes(std::string_view rest, uint16_t& lanes) {
  unsigned count = 1;
  lanes = 1;
  if (rest.empty()) return true;
  const bool scalable = takeWord(rest, "xvscale");
  const unsigned most = scalable ? 32768 : 32767;  // limits of a signed 16-bit number
  if (!takeWord(rest, "x") || !takeLimited(rest, most, count) || !rest.empty() || count == 0) return false;
  lanes = static_cast<uint16_t>(scalable ? -static_cast<int>(count) : static_cast<int>(count));
  return true;
}

bool takeUnknown(std::string_view text, DataType& type) {
  unsigned code = 0, bits = 0, lanes = 0;
  if (!takeWord(text, "<dtype code ") || !takeLimited(text, 255, code) || !takeWord(text, " bits ") ||
      !takeLimited(text, 255, bits) || !takeWord(text, " lanes ") || !takeLimited(text, 65535, lanes) || text != ">")
    return false;
  type = {static_cast<uint8_t>(code), static_cast<uint8_t>(bits), static_cast<uint16_t>(lanes)};
  return true;
}

bool takeKnown(std::string_view text, bool brief, DataType& type) {
  // The longest matching fixed name: float8_e4m3 is also a prefix of float8_e4m3fn and float8_e4m3fnuz.
  const FixedRow* best = nullptr;
  for (const FixedRow& row : kFixed)
    if (text.starts_with(nameOf(row, brief)) && (best == nullptr || row.name.size() > best->name.size())) best = &row;
  if (best != nullptr) {
    type.code = static_cast<uint8_t>(best->code);
    type.bits = best->bits;
    return takeLanes(text.substr(nameOf(*best, brief).size()), type.lanes);
  }
  for (const SizedRow& row : kSized) {
    std::string_view rest = text;
    if (!takeWord(rest, nameOf(row, brief))) continue;
    unsigned bits = 8;
    const bool widthGiven = !rest.empty() && rest[0] != 'x';
    if (widthGiven && !takeLimited(rest, 255, bits)) return false;
    if (!widthGiven && row.code != TypeCode::Bool) return false;
    type.code = static_cast<uint8_t>(row.code);
    type.bits = static_cast<uint8_t>(bits);
    return takeLanes(rest, type.lanes);
  }
  return false;
}

}  // namespace

std::string DataType::name() const { return render(*this, false); }

bool DataType::nameReadsBack() const {
  const auto back = parseDataType(name());
  return back.ok() && *back == *this;
}

std::string DataType::shortName() const {
  const std::string text = render(*this, true);
  return text.empty() ? "void" : text;
}

Result<DataType> parseDataType(std::string_view name) {
  if (name.empty() || name == "void") return DataType{kHandle, 0, 0};
  if (name == "handle") return DataType{kHandle, 64, 1};
  DataType type;
  if (takeKnown(name, false, type) || takeUnknown(name, type)) return type;
  return Error(fmt::format("\"{}\" is not a data type", name));
}

Result<DataType> parseAnyDataType(std::string_view name) {
  DataType type;
  auto whole = parseDataType(name);
  return !whole && takeKnown(name, true, type) ? Result<DataType>(type) : whole;
}

}  // namespace relaxscope
