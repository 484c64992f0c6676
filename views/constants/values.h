// SPDX-License-Identifier: GPL-3.0-or-later
// Elements of tensor constants as numbers, and figures over all of them. Reads the bytes where they are,
// so that looking at ten elements of a 4 GB constant touches ten elements.
#pragma once

#include <QString>

#include <array>
#include <optional>
#include <stop_token>

#include "vmcore/model/executable.h"

namespace relaxscope {

/// The element as a number; not-a-number also where the dtype has no numeric meaning.
double elementValue(const TensorConstant& tensor, size_t index);
/// As a person reads it: "0.125", "-3", "true", "nan"; hexadecimal bytes for dtypes without a meaning.
QString elementText(const TensorConstant& tensor, size_t index);
/// Whether elementValue() can say anything of the dtype.
bool isNumeric(DataType dtype);
/// Elements the data holds whole.
size_t elementCount(const TensorConstant& tensor);

struct TensorFigures {
  size_t count = 0, nan = 0, inf = 0, zero = 0;
  double min = 0, max = 0, mean = 0, sigma = 0;  ///< over the finite ones
  std::array<uint32_t, 48> histogram{};          ///< of the finite ones, from min to max
  QString sha256;                                ///< of the bytes, hexadecimal
};
/// One pass for the figures, one for the histogram, one for the digest; nothing when stopped.
std::optional<TensorFigures> tensorFigures(const TensorConstant& tensor, std::stop_token stop = {});

/// Bytes that stand for a constant's value: a tensor's data, the text, the numbers.
size_t constantBytes(const ConstantValue& value);
/// The first digits of the SHA-256 over the bytes of a value (kind, dtype and shape do not count).
inline constexpr int kHashDigits = 12;
QString constantHash(const ConstantValue& value);

}  // namespace relaxscope
