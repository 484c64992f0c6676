// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/constants/values.h"

#include <QCryptographicHash>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "vmcore/base/bytes/half_float.h"

namespace relaxscope {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

template <class T>
T load(const uint8_t* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

/// A small float format: exponent and mantissa bits, bias, and the meaning of its largest codes.
struct MiniFloat {
  int exponent, mantissa, bias;
  enum class Top : uint8_t { Ieee, NanOnly, Finite, NegativeZeroNan } top;
};

double decodeMini(uint32_t bits, const MiniFloat& f) {
  const uint32_t exponentMask = (1u << f.exponent) - 1, mantissaMask = (1u << f.mantissa) - 1;
  const uint32_t sign = bits >> (f.exponent + f.mantissa) & 1, e = bits >> f.mantissa & exponentMask,
                 m = bits & mantissaMask;
  if (f.top == MiniFloat::Top::NegativeZeroNan && sign == 1 && e == 0 && m == 0) return kNan;
  if (f.top == MiniFloat::Top::Ieee && e == exponentMask) return m != 0 ? kNan : sign != 0 ? -INFINITY : INFINITY;
  if (f.top == MiniFloat::Top::NanOnly && e == exponentMask && m == mantissaMask) return kNan;
  const double value = e == 0 ? std::ldexp(m, 1 - f.bias - f.mantissa)
                              : std::ldexp((1u << f.mantissa) + m, static_cast<int>(e) - f.bias - f.mantissa);
  return sign != 0 ? -value : value;
}

/// Small float formats by type code (ml_dtypes' definitions).
const MiniFloat* miniFloat(DataType dtype) {
  using Top = MiniFloat::Top;
  static constexpr MiniFloat kE3M4{3, 4, 3, Top::Ieee}, kE4M3{4, 3, 7, Top::Ieee},
      kE4M3B11{4, 3, 11, Top::NegativeZeroNan}, kE4M3Fn{4, 3, 7, Top::NanOnly},
      kE4M3Fnuz{4, 3, 8, Top::NegativeZeroNan}, kE5M2{5, 2, 15, Top::Ieee}, kE5M2Fnuz{5, 2, 16, Top::NegativeZeroNan},
      kE2M3{2, 3, 1, Top::Finite}, kE3M2{3, 2, 3, Top::Finite}, kE2M1{2, 1, 1, Top::Finite};
  switch (static_cast<TypeCode>(dtype.code)) {
    case TypeCode::Float8E3M4: return &kE3M4;
    case TypeCode::Float8E4M3: return &kE4M3;
    case TypeCode::Float8E4M3B11Fnuz: return &kE4M3B11;
    case TypeCode::Float8E4M3Fn: return &kE4M3Fn;
    case TypeCode::Float8E4M3Fnuz: return &kE4M3Fnuz;
    case TypeCode::Float8E5M2: return &kE5M2;
    case TypeCode::Float8E5M2Fnuz: return &kE5M2Fnuz;
    case TypeCode::Float6E2M3Fn: return &kE2M3;
    case TypeCode::Float6E3M2Fn: return &kE3M2;
    case TypeCode::Float4E2M1Fn: return &kE2M1;
    default: return nullptr;
  }
}

double integer(const uint8_t* at, int64_t bytes, bool isSigned) {
  switch (bytes) {
    case 1: return isSigned ? load<int8_t>(at) : load<uint8_t>(at);
    case 2: return isSigned ? load<int16_t>(at) : load<uint16_t>(at);
    case 4: return isSigned ? load<int32_t>(at) : load<uint32_t>(at);
    case 8: return isSigned ? static_cast<double>(load<int64_t>(at)) : static_cast<double>(load<uint64_t>(at));
    default: return kNan;
  }
}

double valueAt(DataType dtype, const uint8_t* at) {
  const int64_t bytes = dtype.elementBytes();
  switch (static_cast<TypeCode>(dtype.code)) {
    case TypeCode::Int: return integer(at, bytes, true);
    case TypeCode::UInt:
    case TypeCode::Bool: return integer(at, bytes, false);
    case TypeCode::BFloat: return bytes == 2 ? static_cast<double>(bfloatToFloat(load<uint16_t>(at))) : kNan;
    case TypeCode::Float:
      if (dtype.bits == 16) return halfToFloat(load<uint16_t>(at));
      if (dtype.bits == 32) return load<float>(at);
      if (dtype.bits == 64) return load<double>(at);
      break;
    case TypeCode::Float8E8M0Fnu: return at[0] == 255 ? kNan : std::ldexp(1.0, static_cast<int>(at[0]) - 127);
    default: break;
  }
  const MiniFloat* mini = miniFloat(dtype);
  if (mini == nullptr) return kNan;
  return decodeMini(at[0], *mini);
}

/// One element's bytes; of a large file, only the bytes around them are loaded.
Bytes elementAt(const TensorConstant& tensor, size_t index) {
  const auto bytes = static_cast<size_t>(tensor.dtype.elementBytes());
  return tensor.data.slice(index * bytes, bytes);
}

/// Calls `visit(value)` for every element of a numeric tensor and `visitPiece` for its bytes, piece by
/// piece. Returns false when stopped.
template <class Visit, class VisitPiece>
bool forEachValue(const TensorConstant& tensor, const std::stop_token& stop, Visit&& visit, VisitPiece&& visitPiece) {
  const bool numeric = isNumeric(tensor.dtype);
  const auto bytes =
      static_cast<size_t>(std::max<int64_t>(1, tensor.dtype.elementBytes()));  // a numeric size divides a piece
  tensor.data.forEachPiece([&](std::span<const uint8_t> piece) {
    visitPiece(piece);
    for (size_t at = 0; numeric && at + bytes <= piece.size(); at += bytes)
      visit(valueAt(tensor.dtype, piece.data() + at));
    return !stop.stop_requested();
  });
  return !stop.stop_requested();
}

}  // namespace

bool isNumeric(DataType dtype) {
  switch (static_cast<TypeCode>(dtype.code)) {
    case TypeCode::Int:
    case TypeCode::UInt:
    case TypeCode::Bool:
      return dtype.elementBytes() == 1 || dtype.elementBytes() == 2 || dtype.elementBytes() == 4 ||
             dtype.elementBytes() == 8;
    case TypeCode::Float: return dtype.bits == 16 || dtype.bits == 32 || dtype.bits == 64;
    case TypeCode::BFloat: return dtype.bits == 16;
    case TypeCode::Float8E8M0Fnu: return dtype.bits <= 8;
    default: return miniFloat(dtype) != nullptr && dtype.bits <= 8;
  }
}

size_t elementCount(const TensorConstant& tensor) {
  const int64_t bytes = tensor.dtype.elementBytes();
  return bytes > 0 ? tensor.data.size() / static_cast<size_t>(bytes) : 0;
}

double elementValue(const TensorConstant& tensor, size_t index) {
  return index < elementCount(tensor) && isNumeric(tensor.dtype)
             ? valueAt(tensor.dtype, elementAt(tensor, index).data())
             : kNan;
}

QString elementText(const TensorConstant& tensor, size_t index) {
  if (index >= elementCount(tensor)) return {};
  const auto bytes = static_cast<size_t>(tensor.dtype.elementBytes());
  const uint8_t* at = elementAt(tensor, index).data();
  if (!isNumeric(tensor.dtype))
    return QString::fromLatin1(
        QByteArray(reinterpret_cast<const char*>(at), static_cast<qsizetype>(std::min<size_t>(bytes, 16))).toHex());
  const auto code = static_cast<TypeCode>(tensor.dtype.code);
  if (code == TypeCode::Bool) return valueAt(tensor.dtype, at) != 0 ? QStringLiteral("true") : QStringLiteral("false");
  if (code == TypeCode::Int && bytes == 8) return QString::number(load<int64_t>(at));
  if (code == TypeCode::UInt && bytes == 8) return QString::number(load<uint64_t>(at));
  const double value = valueAt(tensor.dtype, at);
  if (code == TypeCode::Int || code == TypeCode::UInt) return QString::number(static_cast<qint64>(value));
  if (std::isnan(value)) return QStringLiteral("nan");
  if (std::isinf(value)) return value < 0 ? QStringLiteral("-inf") : QStringLiteral("inf");
  return QString::number(value, 'g', 7);
}

std::optional<TensorFigures> tensorFigures(const TensorConstant& tensor, std::stop_token stop) {
  TensorFigures f;
  f.count = elementCount(tensor);
  QCryptographicHash hash(QCryptographicHash::Sha256);
  double sum = 0, squares = 0, shift = 0;
  size_t finite = 0;
  const auto add = [&](double v) {
    if (std::isnan(v)) ++f.nan;
    else if (std::isinf(v)) ++f.inf;
    else {
      if (finite++ == 0) f.min = f.max = shift = v;
      f.min = std::min(f.min, v);
      f.max = std::max(f.max, v);
      f.zero += v == 0 ? 1 : 0;
      sum += v - shift;  // relative to the first value, so that large means lose no digits
      squares += (v - shift) * (v - shift);
    }
  };
  const auto addPiece = [&](std::span<const uint8_t> piece) {
    hash.addData(QByteArrayView(reinterpret_cast<const char*>(piece.data()), static_cast<qsizetype>(piece.size())));
  };
  if (!forEachValue(tensor, stop, add, addPiece)) return std::nullopt;
  if (finite > 0) {
    const double n = static_cast<double>(finite);
    f.mean = shift + sum / n;
    f.sigma = std::sqrt(std::max(0.0, squares / n - sum / n * (sum / n)));
  } else {
    f.min = f.max = f.mean = f.sigma = kNan;
  }
  const double span = f.max - f.min;
  const auto count = [&](double v) {
    if (!std::isfinite(v)) return;
    const double place = span > 0 && std::isfinite(span) ? (v - f.min) / span * double(f.histogram.size()) : 0;
    ++f.histogram[std::min<size_t>(f.histogram.size() - 1, static_cast<size_t>(std::max(0.0, place)))];
  };
  if (finite > 0 && !forEachValue(tensor, stop, count, [](std::span<const uint8_t>) {})) return std::nullopt;
  f.sha256 = QString::fromLatin1(hash.result().toHex());
  return f;
}

size_t constantBytes(const ConstantValue& value) {
  if (const auto* tensor = std::get_if<TensorConstant>(&value)) return tensor->data.size();
  if (const auto* shape = std::get_if<ShapeConstant>(&value)) return shape->dims.size() * 8;
  if (const auto* text = std::get_if<StringConstant>(&value)) return text->text.size();
  if (std::holds_alternative<LateBoundConstant>(value)) return 0;  // its data is in another file
  return std::holds_alternative<DataType>(value) ? 4 : 8;
}

QString constantHash(const ConstantValue& value) {
  QCryptographicHash hash(QCryptographicHash::Sha256);
  const auto add = [&hash](const void* bytes, size_t size) {
    hash.addData(QByteArrayView(static_cast<const char*>(bytes), static_cast<qsizetype>(size)));
  };
  if (const auto* tensor = std::get_if<TensorConstant>(&value))
    tensor->data.forEachPiece([&](std::span<const uint8_t> piece) { add(piece.data(), piece.size()); });
  else if (const auto* shape = std::get_if<ShapeConstant>(&value))
    add(shape->dims.data(), shape->dims.size() * sizeof(int64_t));
  else if (const auto* text = std::get_if<StringConstant>(&value)) add(text->text.data(), text->text.size());
  else if (const auto* dtype = std::get_if<DataType>(&value)) add(dtype, sizeof *dtype);
  else if (const auto* integerValue = std::get_if<IntConstant>(&value))
    add(&integerValue->value, sizeof integerValue->value);
  else if (const auto* real = std::get_if<FloatConstant>(&value)) add(&real->value, sizeof real->value);
  return QString::fromLatin1(hash.result().toHex().left(kHashDigits));
}

}  // namespace relaxscope
