// SPDX-License-Identifier: Apache-2.0
// .npy and .npz (NumPy format 1.0 to 3.0; stored and deflated members, zip64). Every size is checked
// before anything is allocated.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "vmcore/base/bytes/byte_pieces.h"
#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/result.h"
#include "vmcore/model/data_type.h"

namespace relaxscope {

/// One array: C order after reading (Fortran order is transposed). Unsupported dtypes are an error.
struct NpyArray {
  DataType dtype;
  std::vector<int64_t> shape;
  Bytes data;
};
Result<NpyArray> readNpy(const Bytes& file);
/// The .npy file of one array; its data is not copied.
BytePieces npyPieces(const NpyArray& array);
/// The same, in one buffer.
std::vector<uint8_t> writeNpy(const NpyArray& array);
/// Members by name without ".npy", in file order.
Result<std::vector<std::pair<std::string, NpyArray>>> readNpz(const Bytes& file);
/// Stored members (no compression), so that writing is as fast as the disk. Data is read once for checksums and not
/// copied.
BytePieces npzPieces(const std::vector<std::pair<std::string, NpyArray>>& arrays);
/// The same, in one buffer.
std::vector<uint8_t> writeNpz(const std::vector<std::pair<std::string, NpyArray>>& arrays);
/// The dtype an array of `dtype` is stored with: itself, or the smallest unsigned integer that holds an element.
DataType storedAs(DataType dtype);

}  // namespace relaxscope
