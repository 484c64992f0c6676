// SPDX-License-Identifier: Apache-2.0
// One message of the argument checks that TVM up to 0.24 compiles into a kernel (src/tir/transforms/make_packed_api.cc
// and arg_binder.cc). By release:
//
//   K: num_args should be 3                      all; K is the kernel
//   K: Expect arg[0] to be pointer               all; int, float; boolean from 0.18 on
//   K.x.ndim is expected to equal 2              from 0.14 on, with the parameter's own name x; at first arg0.ndim,
//                                                then arg.x.ndim, in 0.13 K.arg.x.ndim
//   K.x.dtype is expected to be float32          the same; none for bits of 1 and 4, and for uint16
//   Argument arg0.shape[1] has an unsatisfied constraint         to 0.7
//   Argument arg0.shape[1] has an unsatisfied constraint: (24 == int32(arg0.shape[1]))           0.8 to 0.10
//   Argument K.x.shape[1] has an unsatisfied constraint: 24 == T.Cast("int32", K_x_shape[1])     later; or T.int64(24)
//                                                == K_x_shape[1]. None for an extent that is the first of its variable
//   K.x is expected to have non-NULL data pointer                from 0.15 on
//
// The LLVM code generator writes "Assert fail: CONDITION, MESSAGE". The condition names the parameter of "Expect arg"
// ("x_code == 3 or ...", from 0.20 on "x_type_index == 0 or ...", at first "((((arg0.code == 3) || ..." or
// "arg.x.code"), holds the constraint up to 0.7 and, before the data pointer, the product of the extents ("n * m == 0
// or not T.isnullptr(x)"). The C code generator writes the bare message, and only when told to.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace relaxscope {

struct KernelCheck {
  enum class Kind : uint8_t { Count, Argument, Rank, Type, Extent, Data } kind = Kind::Count;
  std::string_view subject;  ///< Count, Argument: "matmul". Others: "matmul.x", "arg0"
  int64_t number = 0;        ///< Count, Rank: as it says. Argument, Extent: which one
  /// Argument: "pointer". Type: "float32". Extent: what it equals, "24" or "T.int64(2) * n". Data: the product of the
  /// extents, "n * m". Empty where the message does not say it.
  std::string_view text;
  std::string_view parameter;  ///< Argument: its name in the condition, else empty
};
/// Views into `message`; nothing for another text.
std::optional<KernelCheck> parseKernelCheck(std::string_view message);

}  // namespace relaxscope
