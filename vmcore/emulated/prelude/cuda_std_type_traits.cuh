// SPDX-License-Identifier: Apache-2.0
// cuda/std/type_traits: the standard library's traits under CUDA's names.
#pragma once
#pragma GCC system_header
namespace cuda {
namespace std {
using namespace ::std;
using ::std::conditional;
using ::std::conditional_t;
using ::std::enable_if;
using ::std::enable_if_t;
using ::std::is_floating_point;
using ::std::is_integral;
using ::std::is_same;
using ::std::is_same_v;
using ::std::is_signed;
using ::std::is_unsigned;
}  // namespace std
}  // namespace cuda
