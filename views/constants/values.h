// SPDX-License-Identifier: GPL-3.0-or-later
// Elements of tensor constants as numbers, and figures over all of them. Reads the bytes in place, so that
// reading ten elements of a 4 GB constant touches ten elements.
#pragma once

#include <QString>

#include <array>
#include <optional>
#include <stop_token>

#include "vmcore/model/executable.h"

namespace relaxscope {

/// The element as a number; NaN also if the dtype has no numeric meaning.
double elementValue(const TensorConstant& tensor, size_t index);
/// Human-readable: "0.125", "-3", "true", "nan"; hexadecimal bytes for dtypes without numeric meaning.
QString elementText(const TensorConstant& tensor, size_t index);
/// Whether elementValue() supports the dtype.
bool isNumeric(DataType dtype);
/// Number of complete elements in the data.
size_t elementCount(const TensorConstant& tensor);

struct TensorFigures {
  size_t count = 0, nan = 0, inf = 0, zero = 0;
  double min = 0, max = 0, mean = 0, sigma = 0;  ///< over finite elements
  std::array<uint32_t, 48> histogram{};          ///< of finite elements, from min to max
  QString sha256;                                ///< of the bytes, hexadecimal
};
/// One pass for figures and digest, one for the histogram; nullopt when stopped.
std::optional<TensorFigures> tensorFigures(const TensorConstant& tensor, std::stop_token stop = {});

/// Size of a constant's value in bytes: a tensor's data, the text, the numbers.
size_t constantBytes(const ConstantValue& value);
/// The first digits of the SHA-256 over the bytes of a value (excluding kind, dtype and shape).
inline constexpr int kHashDigits = 12;
QString constantHash(const ConstantValue& value);

}  // namespace relaxscope
