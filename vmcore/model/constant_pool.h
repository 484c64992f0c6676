// SPDX-License-Identifier: Apache-2.0
// Which constants are the same one, and a pool in which equal constants share an entry: the rule by
// which TVM's ExecBuilder fills an executable's pool (structural equality of tvm-ffi, TVM 0.27).
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "vmcore/model/executable.h"

namespace relaxscope {

/// Whether both are the same constant to TVM: equal kind and content. Tensors compare by dtype, shape and
/// bytes (so 0.0 and -0.0 differ, and so do NaNs of other bits); floats by their bits, but every NaN
/// equals every other; a string never equals the dtype it names.
bool sameConstant(const ConstantValue& a, const ConstantValue& b);

/// Adds to one pool; it remembers where everything is that it added.
class ConstantPool {
 public:
  /// The index in `constants` of an equal constant that was added before, else of `value`, appended.
  /// Time is linear in the size of `value`.
  ConstIndex add(std::vector<Constant>& constants, ConstantValue value);

 private:
  std::unordered_multimap<uint64_t, ConstIndex> places_;  ///< by hash of the content
};

}  // namespace relaxscope
