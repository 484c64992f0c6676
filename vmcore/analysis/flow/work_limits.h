// SPDX-License-Identifier: Apache-2.0
// How much analyses of a function follow, and how often they check their stop token.
#pragma once

#include <cstddef>
#include <cstdint>

namespace relaxscope {

constexpr size_t kStopEvery = size_t{1} << 14;                                ///< instructions, values or steps
constexpr int64_t kMaxFollowed = int64_t{1} << 20;                            ///< registers of a function
constexpr uint64_t kMinSteps = uint64_t{1} << 22, kStepsPerInstruction = 64;  ///< of an iteration to a fixed point

}  // namespace relaxscope
