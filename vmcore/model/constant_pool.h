// SPDX-License-Identifier: Apache-2.0
// Equality of constants, and a pool in which equal constants share an entry, as in TVM's ExecBuilder (structural
// equality of tvm-ffi, TVM 0.27).
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "vmcore/model/executable.h"

namespace relaxscope {

/// Whether TVM treats both as the same constant: equal kind and content. Tensors compare by dtype, shape and bytes (so
/// 0.0 and -0.0 differ, and so do NaNs with different bits); floats by their bits, except that all NaNs are equal; a
/// string never equals the dtype it names.
bool sameConstant(const ConstantValue& a, const ConstantValue& b);

/// Adds to one pool and remembers the index of each added constant.
class ConstantPool {
 public:
  /// The index in `constants` of an equal constant added before, else of `value`, appended.
  /// Time is linear in the size of `value`.
  ConstIndex add(std::vector<Constant>& constants, ConstantValue value);

 private:
  std::unordered_multimap<uint64_t, ConstIndex> places_;  ///< by hash of the content
};

}  // namespace relaxscope
